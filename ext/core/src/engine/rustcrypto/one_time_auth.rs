//! Poly1305 by `poly1305`.

use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit;

/// The tag of `message` under `key`.
#[must_use]
pub fn authenticate(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    Poly1305::new(key.into()).compute_unpadded(message).into()
}
