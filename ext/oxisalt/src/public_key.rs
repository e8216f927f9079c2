//! `Oxisalt::PublicKey`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RHash, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::agreement::PublicKey as Key;
use oxisalt_core::key_format::{Kind, public_from_der, public_from_pem, public_to_der};
use oxisalt_ruby::bytes::{self, Form, Hex};
use oxisalt_ruby::{define, error, ractor};

use crate::key_format;
use crate::refusal::raised;

const KIND: Kind = Kind::X25519;

/// A public key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::PublicKey", free_immediately, size, frozen_shareable)]
pub(crate) struct PublicKey(Key);

const _: () = ractor::shareable::<PublicKey>();

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

    fn from_pem(ruby: &Ruby, class: RClass, pem: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = key_format::read(ruby, "PEM", pem, |pem| public_from_pem(KIND, pem))?;
            Ok(Self::wrap(ruby, class, Key::from(key)))
        })
    }

    fn from_der(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = key_format::read(ruby, "DER", der, |der| public_from_der(KIND, der))?;
            Ok(Self::wrap(ruby, class, Key::from(key)))
        })
    }

    fn from_jwk(ruby: &Ruby, class: RClass, members: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = key_format::public_from_jwk(ruby, KIND, members)?;
            Ok(Self::wrap(ruby, class, Key::from(key)))
        })
    }

    fn to_pem(ruby: &Ruby, this: &Self) -> RString {
        key_format::public_to_pem(ruby, KIND, this.0.as_bytes())
    }

    fn to_der(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &public_to_der(KIND, this.0.as_bytes()))
    }

    fn to_jwk(ruby: &Ruby, this: &Self) -> Result<RHash, Error> {
        key_format::public_to_jwk(ruby, KIND, this.0.as_bytes())
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

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"PublicKey", ruby.class_object());
    define::no_allocator(class);
    define::singleton(
        class,
        &[
            define::method(c"new", method!(PublicKey::create, 1)),
            define::method(c"from_pem", method!(PublicKey::from_pem, 1)),
            define::method(c"from_der", method!(PublicKey::from_der, 1)),
        ],
    );
    define::private_singleton(class, &[define::method(c"from_jwk_members", method!(PublicKey::from_jwk, 1))]);
    define::instance(
        class,
        &[
            define::method(c"to_pem", method!(PublicKey::to_pem, 0)),
            define::method(c"to_der", method!(PublicKey::to_der, 0)),
            define::method(c"to_jwk", method!(PublicKey::to_jwk, 0)),
            define::method(c"to_bytes", method!(PublicKey::to_bytes, 0)),
            define::method(c"==", method!(PublicKey::equal, 1)),
            define::method(c"eql?", method!(PublicKey::equal, 1)),
        ],
    );
    define::private(class, &[define::method(c"hex", method!(PublicKey::hex, 0))]);
}
