//! `Oxisalt::SigningKey`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::key_format::{self, Kind, Refusal};
use oxisalt_core::signing::{SIGNATURE_SIZE, SigningKey as Key};
use oxisalt_ruby::{bytes, define, error, gvl};

use crate::key_format::read;
use crate::refusal::raised;
use crate::verify_key::VerifyKey;

const KIND: Kind = Kind::Ed25519;

/// A secret key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SigningKey", free_immediately, size, frozen_shareable)]
pub(crate) struct SigningKey(Key);

impl SigningKey {
    fn wrap(ruby: &Ruby, class: RClass, key: Key) -> Value {
        let this = ruby.obj_wrap_as(Self(key), class).as_value();
        this.freeze();
        this
    }

    fn create(ruby: &Ruby, class: RClass, secret: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let secret = bytes::string(ruby, "secret key", secret)?;
            let key = bytes::read([secret], |[secret]| Key::from_bytes(secret));
            Ok(Self::wrap(ruby, class, key.map_err(|refusal| raised(ruby, refusal))?))
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
            let key = read(ruby, "PEM", pem, |pem| {
                let seed = key_format::private_from_pem(KIND, pem, public)?;
                Ok::<_, Refusal>(Key::from_seed(&seed))
            })?;
            Ok(Self::wrap(ruby, class, key))
        })
    }

    fn from_der(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = read(ruby, "DER", der, |der| {
                let seed = key_format::private_from_der(KIND, der, public)?;
                Ok::<_, Refusal>(Key::from_seed(&seed))
            })?;
            Ok(Self::wrap(ruby, class, key))
        })
    }

    fn to_pem(ruby: &Ruby, this: &Self) -> RString {
        bytes::ascii(ruby, key_format::private_to_pem(KIND, &this.0.seed()).as_bytes())
    }

    fn to_der(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &key_format::private_to_der(KIND, &this.0.seed()))
    }

    #[inline]
    fn signature(&self, ruby: &Ruby, message: RString) -> Result<[u8; SIGNATURE_SIZE], Error> {
        if message.len() >= gvl::WORTH_RELEASING {
            return gvl::read(ruby, message, |message| self.0.sign(message));
        }
        Ok(bytes::read([message], |[message]| self.0.sign(message)))
    }

    fn sign(ruby: &Ruby, this: &Self, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let message = bytes::string(ruby, "message", message)?;
            Ok(bytes::binary(ruby, &this.signature(ruby, message)?))
        })
    }

    fn sign_attached(ruby: &Ruby, this: &Self, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            // What is attached must be what was signed, whatever other threads do to the string meanwhile.
            let message = RString::new_frozen(bytes::string(ruby, "message", message)?);
            Ok(bytes::joined(ruby, &this.signature(ruby, message)?, message))
        })
    }

    fn verify_key(ruby: &Ruby, this: &Self) -> Value {
        VerifyKey::wrap(ruby, VerifyKey::class(ruby), this.0.verify_key().clone())
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &*this.0.seed())
    }

    fn keypair_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &*this.0.keypair())
    }

    fn curve25519_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &*this.0.to_curve25519())
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

/// The public key of a seed.
fn public(seed: &[u8; 32]) -> [u8; 32] {
    *Key::from_seed(seed).verify_key().bytes()
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"SigningKey", ruby.class_object());
    define::no_allocator(key);
    define::singleton(
        key,
        &[
            define::method(c"new", method!(SigningKey::create, 1)),
            define::method(c"generate", method!(SigningKey::generate, 0)),
            define::method(c"from_pem", method!(SigningKey::from_pem, 1)),
            define::method(c"from_der", method!(SigningKey::from_der, 1)),
        ],
    );
    define::instance(
        key,
        &[
            define::method(c"to_pem", method!(SigningKey::to_pem, 0)),
            define::method(c"to_der", method!(SigningKey::to_der, 0)),
            define::method(c"sign", method!(SigningKey::sign, 1)),
            define::method(c"sign_attached", method!(SigningKey::sign_attached, 1)),
            define::method(c"verify_key", method!(SigningKey::verify_key, 0)),
            define::method(c"to_bytes", method!(SigningKey::to_bytes, 0)),
            define::method(c"keypair_bytes", method!(SigningKey::keypair_bytes, 0)),
            define::method(c"==", method!(SigningKey::equal, 1)),
        ],
    );
    define::private(key, &[define::method(c"curve25519_bytes", method!(SigningKey::curve25519_bytes, 0))]);
}
