//! Authentication of one message under a key that is never used again: Poly1305, NaCl's `crypto_onetimeauth`.

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;
use crate::engine::chosen::one_time_auth as engine;

/// The length of a key.
pub const KEY_LEN: usize = 32;

/// The length of a tag.
pub const TAG_LEN: usize = 16;

/// A key for one message.
#[derive(Clone)]
pub struct Key(Zeroizing<[u8; KEY_LEN]>);

impl Key {
    /// The key of these 32 bytes.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("key", bytes).map(|bytes| Self(Zeroizing::new(*bytes)))
    }

    /// The tag of `message`.
    #[must_use]
    #[inline]
    pub fn authenticate(&self, message: &[u8]) -> [u8; TAG_LEN] {
        engine::authenticate(&self.0, message)
    }
}

/// Equal when the bytes are; which bytes differ does not show in time.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&*other.0).into()
    }
}

impl Eq for Key {}
