//! Ed25519 by ed25519-dalek.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

/// What signs.
#[must_use]
pub const fn implementation() -> &'static str {
    "ed25519-dalek"
}

/// What verifies on this processor: ed25519-dalek asks for the same features.
#[must_use]
pub fn verification() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if cfg!(curve25519_dalek_backend = "avx512")
            && is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("avx512vl")
        {
            return "ed25519-dalek (AVX-512)";
        }
        if is_x86_feature_detected!("avx2") {
            return "ed25519-dalek (AVX2)";
        }
    }
    "ed25519-dalek"
}

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
    /// `None` where `bytes` are no canonical encoding of a point of the curve, or that of one of small order, under
    /// which anybody could sign.
    #[must_use]
    pub fn new(bytes: &[u8; 32]) -> Option<Self> {
        point(bytes).map(Self)
    }

    /// Whether `signature` is that of `message` under this key, by the rules of [`crate::signing`].
    #[must_use]
    pub fn verify(&self, signature: &[u8; 64], message: &[u8]) -> bool {
        self.0.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

fn point(bytes: &[u8; 32]) -> Option<VerifyingKey> {
    // dalek takes a y of p and more for the y that is p less.
    if !is_reduced(bytes) {
        return None;
    }
    VerifyingKey::from_bytes(bytes).ok().filter(|key| !key.is_weak())
}

/// Whether y, which is all of `bytes` but the highest bit, is less than p = 2^255 - 19.
fn is_reduced(&[lowest, ref middle @ .., highest]: &[u8; 32]) -> bool {
    lowest < 0xed || middle.iter().any(|&byte| byte != 0xff) || highest & 0x7f != 0x7f
}

/// The X25519 form of a public key: `None` where it is not a point of the prime-order group.
#[must_use]
pub(crate) fn montgomery(bytes: &[u8; 32]) -> Option<[u8; 32]> {
    let key = point(bytes)?;
    key.to_edwards().is_torsion_free().then(|| key.to_montgomery().to_bytes())
}
