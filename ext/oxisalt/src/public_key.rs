//! `Oxisalt::PublicKey`.

use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RClass, RModule, RString, Ruby, TryConvert, TypedData,
    Value, method,
};
use oxisalt_core::agreement::PublicKey as Key;
use oxisalt_ruby::bytes::{self, Form, Hex};
use oxisalt_ruby::error;

use crate::refusal::raised;

/// A public key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::PublicKey", free_immediately, size, frozen_shareable)]
pub(crate) struct PublicKey(Key);

impl PublicKey {
    /// An instance of `class`.
    pub(crate) fn wrap(ruby: &Ruby, class: RClass, key: Key) -> Value {
        let this = ruby.obj_wrap_as(Self(key), class).as_value();
        this.freeze();
        this
    }

    /// The key that an argument means: an instance, or a String of its bytes.
    pub(crate) fn resolve(ruby: &Ruby, key: Value) -> Result<Key, Error> {
        if let Some(bytes) = RString::from_value(key) {
            return Self::read(ruby, bytes);
        }
        if let Ok(key) = <&Self>::try_convert(key) {
            return Ok(key.0);
        }
        if key.respond_to("to_str", false)? {
            return Self::read(ruby, bytes::string(ruby, "public key", key)?);
        }
        Err(error::type_error(ruby, "public key", "an Oxisalt::PublicKey or a String of 32 bytes", key))
    }

    fn read(ruby: &Ruby, bytes: RString) -> Result<Key, Error> {
        bytes::read([bytes], |[bytes]| Key::new(bytes)).map_err(|refusal| raised(ruby, refusal))
    }

    fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = Self::read(ruby, bytes::string(ruby, "public key", key)?)?;
            Ok(Self::wrap(ruby, class, key))
        })
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, this.0.as_bytes())
    }

    fn hex(ruby: &Ruby, this: &Self) -> RString {
        Hex::write(ruby, this.0.as_bytes())
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let key = module.define_class("PublicKey", ruby.class_object())?;
    key.undef_default_alloc_func();
    key.define_singleton_method("new", method!(PublicKey::create, 1))?;
    key.define_method("to_bytes", method!(PublicKey::to_bytes, 0))?;
    key.define_private_method("hex", method!(PublicKey::hex, 0))?;
    key.define_method("==", method!(PublicKey::equal, 1))?;
    key.define_alias("eql?", "==")
}
