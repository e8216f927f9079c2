//! Secret-key boxes: XSalsa20-Poly1305, as NaCl's `crypto_secretbox` and libsodium's `crypto_secretbox_easy` write them,
//! the tag before the encrypted message.

use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::engine::chosen::sealing as engine;
use crate::{Error, random};

/// The length of a key.
pub const KEY_LEN: usize = 32;

/// The length of a nonce.
pub const NONCE_LEN: usize = 24;

/// The length of a tag: how much longer than its message a ciphertext is.
pub const TAG_LEN: usize = 16;

/// How much longer than its message a ciphertext with its nonce before it is.
pub const NONCED_OVERHEAD: usize = NONCE_LEN + TAG_LEN;

/// A number that no two messages under one key may share; no secret.
pub type Nonce = [u8; NONCE_LEN];

/// The nonce of these 24 bytes.
///
/// # Errors
///
/// `Length` for any other number of bytes.
#[inline]
pub fn nonce(bytes: &[u8]) -> Result<Nonce, Error> {
    Error::check_array("nonce", bytes).copied()
}

/// The key of a secret box, or of a box whose keys have been agreed.
#[derive(Clone)]
pub struct Key([u8; KEY_LEN]);

impl Key {
    /// The key of these 32 bytes.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("secret key", bytes).map(Self::from)
    }

    /// Encrypts `message` to `output`, which is [`TAG_LEN`] bytes longer.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn seal(&self, nonce: &Nonce, message: &[u8], output: &mut [u8]) {
        let (tag, ciphertext) = output.split_first_chunk_mut().expect("the output has room for the tag");
        *tag = engine::seal(&self.0, nonce, message, ciphertext);
    }

    /// Decrypts `ciphertext` to `output`, which is [`TAG_LEN`] bytes shorter, and holds nothing of the message where the
    /// tag is wrong.
    ///
    /// # Errors
    ///
    /// `Inauthentic` for a ciphertext that this key and this nonce did not make.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn open(&self, nonce: &Nonce, ciphertext: &[u8], output: &mut [u8]) -> Result<(), Error> {
        let (tag, ciphertext) = ciphertext.split_first_chunk().ok_or(Error::Inauthentic)?;
        if engine::open(&self.0, nonce, tag, ciphertext, output) { Ok(()) } else { Err(Error::Inauthentic) }
    }

    /// Encrypts `message` with a random nonce to `output`, which is [`NONCED_OVERHEAD`] bytes longer: the nonce comes
    /// first.
    ///
    /// # Errors
    ///
    /// `NoRandomness` where the operating system has none to give.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn seal_nonced(&self, message: &[u8], output: &mut [u8]) -> Result<(), Error> {
        let (nonce, ciphertext) = output.split_first_chunk_mut().expect("the output has room for the nonce");
        *nonce = random::public()?;
        self.seal(nonce, message, ciphertext);
        Ok(())
    }

    /// Decrypts what [`Self::seal_nonced`] made to `output`, which is [`NONCED_OVERHEAD`] bytes shorter, and holds
    /// nothing of the message where the tag is wrong.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn open_nonced(&self, ciphertext: &[u8], output: &mut [u8]) -> Result<(), Error> {
        let (nonce, ciphertext) = ciphertext.split_first_chunk().ok_or(Error::Inauthentic)?;
        self.open(nonce, ciphertext, output)
    }
}

impl From<&[u8; KEY_LEN]> for Key {
    fn from(bytes: &[u8; KEY_LEN]) -> Self {
        Self(*bytes)
    }
}

/// Equal when the bytes are; which bytes differ does not show in time.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Key {}

impl Drop for Key {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Key {}
