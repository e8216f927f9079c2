//! Poly1305 by dryoc, which looks for AVX2, AVX-512 or NEON at run time.

use dryoc::classic::crypto_onetimeauth::crypto_onetimeauth;

/// The tag of `message` under `key`.
#[must_use]
pub fn authenticate(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    let mut tag = [0; 16];
    crypto_onetimeauth(&mut tag, message, key);
    tag
}
