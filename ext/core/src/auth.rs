//! HMAC-SHA-512-256, NaCl's `crypto_auth`: the first 32 bytes of an HMAC over SHA-512. It is another function than an
//! HMAC over the digest SHA-512/256.

use crate::Error;
use crate::digest::Algorithm;
use crate::hmac;

/// The length of a key, as NaCl has it. Keys of other lengths are what HMAC makes of them.
pub const KEY_LEN: usize = 32;

/// The length of a tag.
pub const TAG_LEN: usize = 32;

/// A key that was hashed once, so that each message costs only its own blocks.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(hmac::Key);

impl Key {
    /// Prepares `key`.
    ///
    /// # Errors
    ///
    /// `Length` for a key without a byte.
    #[expect(clippy::missing_panics_doc, reason = "HMAC is offered over SHA-512")]
    pub fn new(key: &[u8]) -> Result<Self, Error> {
        Error::check_length("key", key.len(), 1, isize::MAX.unsigned_abs())?;
        Ok(Self(hmac::Key::new(Algorithm::Sha512, key).expect("HMAC is offered over SHA-512")))
    }

    /// The tag of `message`.
    #[must_use]
    #[inline]
    #[expect(clippy::missing_panics_doc, reason = "64 bytes are more than 32")]
    pub fn authenticate(&self, message: &[u8]) -> [u8; TAG_LEN] {
        *self.0.authenticate(message).first_chunk().expect("an HMAC over SHA-512 has 64 bytes")
    }
}
