//! Authenticated encryption with additional data: `ChaCha20-Poly1305` in its three forms, as libsodium's `crypto_aead`
//! functions write them, the tag after the encrypted message.

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;
use crate::engine::chosen::aead as engine;

/// The length of a key.
pub const KEY_LEN: usize = 32;

/// The length of a tag: how much longer than its message a ciphertext is.
pub const TAG_LEN: usize = 16;

/// The longest message: what a counter of 32 bits numbers in blocks of 64 bytes, without the first, which makes the key
/// of the tag (RFC 8439, section 2.8).
#[cfg(target_pointer_width = "64")]
pub const LONGEST_MESSAGE: usize = 64 * (u32::MAX as usize);
/// The longest message: there is none longer on this processor.
#[cfg(not(target_pointer_width = "64"))]
pub const LONGEST_MESSAGE: usize = usize::MAX;

/// Which of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cipher {
    /// RFC 8439: a nonce of 12 bytes.
    ChaCha20Poly1305Ietf,
    /// The original of Bernstein and of libsodium's first releases: a nonce of 8 bytes.
    ChaCha20Poly1305Legacy,
    /// draft-irtf-cfrg-xchacha: a nonce of 24 bytes, which may be random.
    XChaCha20Poly1305Ietf,
}

/// A number that no two messages under one key may share, no secret. Its length says which cipher it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonce {
    /// For [`Cipher::ChaCha20Poly1305Ietf`].
    Ietf([u8; 12]),
    /// For [`Cipher::ChaCha20Poly1305Legacy`].
    Legacy([u8; 8]),
    /// For [`Cipher::XChaCha20Poly1305Ietf`].
    Extended([u8; 24]),
}

impl Cipher {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::ChaCha20Poly1305Ietf, Self::ChaCha20Poly1305Legacy, Self::XChaCha20Poly1305Ietf];

    /// The length of a nonce.
    #[must_use]
    pub const fn nonce_len(self) -> usize {
        match self {
            Self::ChaCha20Poly1305Ietf => 12,
            Self::ChaCha20Poly1305Legacy => 8,
            Self::XChaCha20Poly1305Ietf => 24,
        }
    }

    /// The nonce of these bytes.
    ///
    /// # Errors
    ///
    /// `Length` for another number of bytes than [`Self::nonce_len`].
    #[inline]
    pub fn nonce(self, bytes: &[u8]) -> Result<Nonce, Error> {
        Ok(match self {
            Self::ChaCha20Poly1305Ietf => Nonce::Ietf(*Error::check_array("nonce", bytes)?),
            Self::ChaCha20Poly1305Legacy => Nonce::Legacy(*Error::check_array("nonce", bytes)?),
            Self::XChaCha20Poly1305Ietf => Nonce::Extended(*Error::check_array("nonce", bytes)?),
        })
    }
}

/// A key, for one of the ciphers: under two of them it would be two keys in one.
#[derive(Clone)]
pub struct Key(Zeroizing<[u8; KEY_LEN]>);

impl Key {
    /// The key of these 32 bytes.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("secret key", bytes).map(|bytes| Self(Zeroizing::new(*bytes)))
    }

    /// Encrypts `message` to `output`, which is [`TAG_LEN`] bytes longer, and authenticates `additional` with it.
    ///
    /// # Errors
    ///
    /// `Length` for a message longer than [`LONGEST_MESSAGE`].
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn seal(
        &self,
        nonce: &Nonce,
        additional: &[u8],
        message: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        Error::check_length("message", message.len(), 0, LONGEST_MESSAGE)?;
        let (ciphertext, tag) = output.split_last_chunk_mut().expect("the output has room for the tag");
        *tag = engine::seal(&self.0, nonce, additional, message, ciphertext);
        Ok(())
    }

    /// Decrypts `ciphertext` to `output`, which is [`TAG_LEN`] bytes shorter, and holds nothing of the message where
    /// the tag is wrong.
    ///
    /// # Errors
    ///
    /// `Inauthentic` for a ciphertext that this key, this nonce and this additional data did not make.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[inline]
    pub fn open(
        &self,
        nonce: &Nonce,
        additional: &[u8],
        ciphertext: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        let (ciphertext, tag) = ciphertext.split_last_chunk().ok_or(Error::Inauthentic)?;
        if ciphertext.len() > LONGEST_MESSAGE {
            return Err(Error::Inauthentic);
        }
        if engine::open(&self.0, nonce, additional, tag, ciphertext, output) {
            Ok(())
        } else {
            Err(Error::Inauthentic)
        }
    }
}

/// Equal when the bytes are; which bytes differ does not show in time.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&*other.0).into()
    }
}

impl Eq for Key {}
