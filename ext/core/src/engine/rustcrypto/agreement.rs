//! X25519 by curve25519-dalek.

use curve25519_dalek::MontgomeryPoint;
use zeroize::Zeroizing;

/// What agrees.
#[must_use]
pub const fn implementation() -> &'static str {
    "curve25519-dalek"
}

/// The public key of `secret`.
#[must_use]
pub fn public_key(secret: &[u8; 32]) -> [u8; 32] {
    MontgomeryPoint::mul_base_clamped(*secret).to_bytes()
}

/// X25519 of `secret` and `public`: all zeros for a point of low order.
#[must_use]
pub fn agree(secret: &[u8; 32], public: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(MontgomeryPoint(*public).mul_clamped(*secret).to_bytes())
}
