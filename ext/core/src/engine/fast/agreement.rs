//! X25519 by graviola, and by curve25519-dalek on a processor that graviola does not run on.

use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};
use zeroize::Zeroizing;

use super::accelerated;
use crate::engine::rustcrypto::agreement as plain;

/// What agrees on this processor.
#[must_use]
pub fn implementation() -> &'static str {
    if accelerated() { "graviola" } else { plain::implementation() }
}

/// The public key of `secret`.
#[must_use]
pub fn public_key(secret: &[u8; 32]) -> [u8; 32] {
    if !accelerated() {
        return plain::public_key(secret);
    }
    StaticPrivateKey::from_array(secret).public_key().as_bytes()
}

/// X25519 of `secret` and `public`: all zeros for a point of low order.
#[must_use]
pub fn agree(secret: &[u8; 32], public: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    if !accelerated() {
        return plain::agree(secret, public);
    }
    match StaticPrivateKey::from_array(secret).diffie_hellman(&PublicKey::from_array(public)) {
        Ok(shared) => Zeroizing::new(shared.0),
        // The one thing it refuses is a shared secret of zeros.
        Err(_) => Zeroizing::default(),
    }
}
