//! `Oxisalt::SigningKey`.

use magnus::{DataTypeFunctions, RModule, RString, Ruby, TypedData, method};
use oxisalt_binding::held::compared;
use oxisalt_binding::refusal::raised;
use oxisalt_binding::signing_key::Class;
use oxisalt_binding::{define_signing_key, held};
use oxisalt_core::Error as Refusal;
use oxisalt_core::signing::{
    KEYPAIR_SIZE, PUBLIC_SIZE, SEED_SIZE, SIGNATURE_SIZE, SigningKey as Key, VerifyKey as PublicKey,
};
use oxisalt_ruby::{bytes, define};
use zeroize::Zeroizing;

use crate::verify_key::VerifyKey;

/// A secret key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SigningKey", free_immediately, size, frozen_shareable)]
pub(crate) struct SigningKey(Key);

held!(SigningKey(Key), Refusal, raised, compared);

impl Class for SigningKey {
    type VerifyKey = VerifyKey;

    fn generated() -> Result<Key, Refusal> {
        Key::generate()
    }

    fn of_seed(seed: &[u8; SEED_SIZE]) -> Result<Key, Refusal> {
        Ok(Key::from_seed(seed))
    }

    fn of_bytes(bytes: &[u8]) -> Result<Key, Refusal> {
        Key::from_bytes(bytes)
    }

    fn signature(key: &Key, message: &[u8]) -> Result<[u8; SIGNATURE_SIZE], Refusal> {
        Ok(key.sign(message))
    }

    fn public(key: &Key) -> PublicKey {
        key.verify_key().clone()
    }

    fn public_bytes(key: &Key) -> [u8; PUBLIC_SIZE] {
        *key.verify_key().bytes()
    }

    fn seed(key: &Key) -> Result<Zeroizing<[u8; SEED_SIZE]>, Refusal> {
        Ok(key.seed())
    }

    fn keypair(key: &Key) -> Result<Zeroizing<[u8; KEYPAIR_SIZE]>, Refusal> {
        Ok(key.keypair())
    }
}

fn curve25519_bytes(ruby: &Ruby, this: &SigningKey) -> RString {
    bytes::binary(ruby, &*this.0.to_curve25519())
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"SigningKey", ruby.class_object());
    define_signing_key!(key, SigningKey);
    define::private(key, &[define::method(c"curve25519_bytes", method!(curve25519_bytes, 0))]);
}
