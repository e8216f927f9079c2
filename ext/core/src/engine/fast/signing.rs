//! Ed25519: key pairs and signatures by graviola, verification by ed25519-dalek, which is quicker at it.

use graviola::signing::eddsa::Ed25519SigningKey;

use super::accelerated;
use crate::engine::rustcrypto::signing as plain;

pub use plain::{Verifier, verification};

/// What signs on this processor.
#[must_use]
pub fn implementation() -> &'static str {
    if accelerated() { "graviola" } else { plain::implementation() }
}

/// A secret key with all that signing needs of it. It is erased when it is dropped.
pub struct Signer(Key);

enum Key {
    // Boxed, so that moving it leaves no copies behind.
    Graviola(Box<Ed25519SigningKey>),
    Plain(plain::Signer),
}

impl Signer {
    /// The key of a seed (RFC 8032, section 5.1.5).
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the length is right")]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        if accelerated() {
            let key = Ed25519SigningKey::from_bytes(seed).expect("a seed is 32 bytes");
            return Self(Key::Graviola(Box::new(key)));
        }
        Self(Key::Plain(plain::Signer::from_seed(seed)))
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> [u8; 32] {
        match &self.0 {
            Key::Graviola(key) => key.as_seed(),
            Key::Plain(signer) => signer.seed(),
        }
    }

    /// The public key.
    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        match &self.0 {
            Key::Graviola(key) => key.public_key().as_bytes(),
            Key::Plain(signer) => signer.public(),
        }
    }

    /// The signature of `message`.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        match &self.0 {
            Key::Graviola(key) => key.sign(message),
            Key::Plain(signer) => signer.sign(message),
        }
    }
}
