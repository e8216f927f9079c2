//! `Oxisalt::OpenSSL::SigningKey`.

use magnus::{DataTypeFunctions, RModule, Ruby, TypedData};
use oxisalt_binding::signing_key::Class;
use oxisalt_binding::{define_signing_key, held};
use oxisalt_core::signing::{KEYPAIR_SIZE, PUBLIC_SIZE, SEED_SIZE, SIGNATURE_SIZE};
use oxisalt_libcrypto::Refusal;
use oxisalt_libcrypto::signing::{SigningKey as Key, VerifyKey as PublicKey};
use oxisalt_ruby::define;
use zeroize::Zeroizing;

use crate::provider_error::raised;
use crate::verify_key::VerifyKey;

/// A secret key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenSSL::SigningKey", free_immediately, size, frozen_shareable)]
pub(crate) struct SigningKey(Key);

held!(SigningKey(Key), Refusal, raised, Key::equals);

impl Class for SigningKey {
    type VerifyKey = VerifyKey;

    fn generated() -> Result<Key, Refusal> {
        Key::generate()
    }

    fn of_seed(seed: &[u8; SEED_SIZE]) -> Result<Key, Refusal> {
        Key::from_seed(seed)
    }

    fn of_bytes(bytes: &[u8]) -> Result<Key, Refusal> {
        Key::from_bytes(bytes)
    }

    fn signature(key: &Key, message: &[u8]) -> Result<[u8; SIGNATURE_SIZE], Refusal> {
        key.sign(message)
    }

    fn public(key: &Key) -> PublicKey {
        key.verify_key().clone()
    }

    fn public_bytes(key: &Key) -> [u8; PUBLIC_SIZE] {
        *key.verify_key().bytes()
    }

    fn seed(key: &Key) -> Result<Zeroizing<[u8; SEED_SIZE]>, Refusal> {
        key.seed()
    }

    fn keypair(key: &Key) -> Result<Zeroizing<[u8; KEYPAIR_SIZE]>, Refusal> {
        key.keypair()
    }
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"SigningKey", ruby.class_object());
    define_signing_key!(key, SigningKey);
}
