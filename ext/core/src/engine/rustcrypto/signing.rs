//! Ed25519 by ed25519-dalek.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

/// A secret key with all that signing needs of it. It is erased when it is dropped.
// Boxed, so that moving it leaves no copies behind.
pub struct Signer(Box<SigningKey>);

impl Signer {
    /// The key of a seed (RFC 8032, section 5.1.5).
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(Box::new(SigningKey::from_bytes(seed)))
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// The public key.
    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    /// The signature of `message`.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// A public key with all that verification needs of it.
#[derive(Clone)]
pub struct Verifier(VerifyingKey);

impl Verifier {
    /// `None` where `bytes` are no point of the curve, or one of small order, under which anybody could sign.
    #[must_use]
    pub fn new(bytes: &[u8; 32]) -> Option<Self> {
        VerifyingKey::from_bytes(bytes).ok().filter(|key| !key.is_weak()).map(Self)
    }

    /// Whether `signature` is that of `message` under this key.
    #[must_use]
    pub fn verify(&self, signature: &[u8; 64], message: &[u8]) -> bool {
        self.0.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}
