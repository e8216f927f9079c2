//! `Oxisalt::VerifyKey`.

use magnus::{DataTypeFunctions, Error, RModule, RString, Ruby, TypedData, method};
use oxisalt_binding::held::compared;
use oxisalt_binding::refusal::raised;
use oxisalt_binding::verify_key::Class;
use oxisalt_binding::{define_verify_key, held};
use oxisalt_core::Error as Refusal;
use oxisalt_core::signing::{PUBLIC_SIZE, VerifyKey as Key};
use oxisalt_ruby::{bytes, define, error};

/// A public key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::VerifyKey", free_immediately, size, frozen_shareable)]
pub(crate) struct VerifyKey(Key);

held!(VerifyKey(Key), Refusal, raised, compared);

impl Class for VerifyKey {
    fn of(bytes: [u8; PUBLIC_SIZE]) -> Result<Key, Refusal> {
        Ok(Key::new(bytes))
    }

    fn of_bytes(bytes: &[u8]) -> Result<Key, Refusal> {
        Key::from_bytes(bytes)
    }

    fn bytes(key: &Key) -> &[u8; PUBLIC_SIZE] {
        key.bytes()
    }

    fn verifies(key: &Key, signature: &[u8], message: &[u8]) -> Result<bool, Refusal> {
        Ok(key.verify(signature, message))
    }

    fn verifies_attached(key: &Key, signed: &[u8]) -> Result<bool, Refusal> {
        Ok(key.verify_attached(signed))
    }
}

fn curve25519_bytes(ruby: &Ruby, this: &VerifyKey) -> Result<RString, Error> {
    error::guard(ruby, || {
        let key = this.0.to_curve25519().map_err(|refusal| raised(ruby, refusal))?;
        Ok(bytes::binary(ruby, &key))
    })
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"VerifyKey", ruby.class_object());
    define_verify_key!(key, VerifyKey);
    define::private(key, &[define::method(c"curve25519_bytes", method!(curve25519_bytes, 0))]);
}
