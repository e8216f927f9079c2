//! `Oxisalt::PrivateKey`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::agreement::PrivateKey as Key;
use oxisalt_core::key_format::{Kind, private_from_der, private_from_pem, private_to_der, private_to_pem};
use oxisalt_ruby::{bytes, define, error, ractor};

use crate::key_format;
use crate::public_key::PublicKey;
use crate::refusal::raised;

const KIND: Kind = Kind::X25519;

/// A private key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::PrivateKey", free_immediately, size, frozen_shareable)]
pub(crate) struct PrivateKey(Key);

const _: () = ractor::shareable::<PrivateKey>();

impl PrivateKey {
    fn wrap(ruby: &Ruby, class: RClass, key: Key) -> Value {
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
            return Ok(key.0.clone());
        }
        if key.respond_to("to_str", false)? {
            return Self::read(ruby, bytes::string(ruby, "private key", key)?);
        }
        Err(error::type_error(ruby, "private key", "an Oxisalt::PrivateKey or a String of 32 bytes", key))
    }

    fn read(ruby: &Ruby, bytes: RString) -> Result<Key, Error> {
        bytes::read([bytes], |[bytes]| Key::new(bytes)).map_err(|refusal| raised(ruby, refusal))
    }

    fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = Self::read(ruby, bytes::string(ruby, "private key", key)?)?;
            Ok(Self::wrap(ruby, class, key))
        })
    }

    fn generate(ruby: &Ruby, class: RClass) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = Key::generate().map_err(|refusal| raised(ruby, refusal))?;
            Ok(Self::wrap(ruby, class, key))
        })
    }

    fn from_pem(ruby: &Ruby, class: RClass, pem: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = key_format::read(ruby, "PEM", pem, |pem| private_from_pem(KIND, pem, public))?;
            Ok(Self::wrap(ruby, class, Key::from(&*key)))
        })
    }

    fn from_der(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = key_format::read(ruby, "DER", der, |der| private_from_der(KIND, der, public))?;
            Ok(Self::wrap(ruby, class, Key::from(&*key)))
        })
    }

    fn to_pem(ruby: &Ruby, this: &Self) -> RString {
        bytes::ascii(ruby, private_to_pem(KIND, this.0.as_bytes()).as_bytes())
    }

    fn to_der(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &private_to_der(KIND, this.0.as_bytes()))
    }

    fn public_key(ruby: &Ruby, this: &Self) -> Result<Value, Error> {
        error::guard(ruby, || Ok(PublicKey::wrap(ruby, PublicKey::class(ruby), *this.0.public_key())))
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, this.0.as_bytes())
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

/// The public key of a private one.
fn public(private: &[u8; 32]) -> [u8; 32] {
    *Key::from(private).public_key().as_bytes()
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"PrivateKey", ruby.class_object());
    define::no_allocator(class);
    define::singleton(
        class,
        &[
            define::method(c"new", method!(PrivateKey::create, 1)),
            define::method(c"generate", method!(PrivateKey::generate, 0)),
            define::method(c"from_pem", method!(PrivateKey::from_pem, 1)),
            define::method(c"from_der", method!(PrivateKey::from_der, 1)),
        ],
    );
    define::instance(
        class,
        &[
            define::method(c"to_pem", method!(PrivateKey::to_pem, 0)),
            define::method(c"to_der", method!(PrivateKey::to_der, 0)),
            define::method(c"public_key", method!(PrivateKey::public_key, 0)),
            define::method(c"to_bytes", method!(PrivateKey::to_bytes, 0)),
            define::method(c"==", method!(PrivateKey::equal, 1)),
        ],
    );
}
