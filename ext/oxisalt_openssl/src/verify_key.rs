//! `Oxisalt::OpenSSL::VerifyKey`.

use magnus::{DataTypeFunctions, RModule, Ruby, TypedData};
use oxisalt_binding::held::compared;
use oxisalt_binding::verify_key::Class;
use oxisalt_binding::{define_verify_key, held};
use oxisalt_core::signing::PUBLIC_SIZE;
use oxisalt_libcrypto::Refusal;
use oxisalt_libcrypto::signing::VerifyKey as Key;
use oxisalt_ruby::define;

use crate::provider_error::raised;

/// A public key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenSSL::VerifyKey", free_immediately, size, frozen_shareable)]
pub(crate) struct VerifyKey(Key);

held!(VerifyKey(Key), Refusal, raised, compared);

impl Class for VerifyKey {
    fn of(bytes: [u8; PUBLIC_SIZE]) -> Result<Key, Refusal> {
        Key::new(bytes)
    }

    fn of_bytes(bytes: &[u8]) -> Result<Key, Refusal> {
        Key::from_bytes(bytes)
    }

    fn bytes(key: &Key) -> &[u8; PUBLIC_SIZE] {
        key.bytes()
    }

    fn verifies(key: &Key, signature: &[u8], message: &[u8]) -> Result<bool, Refusal> {
        key.verify(signature, message)
    }

    fn verifies_attached(key: &Key, signed: &[u8]) -> Result<bool, Refusal> {
        key.verify_attached(signed)
    }
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"VerifyKey", ruby.class_object());
    define_verify_key!(key, VerifyKey);
}
