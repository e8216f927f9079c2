//! Data of any size, sealed chunk by chunk in libsodium's format `crypto_secretstream_xchacha20poly1305`.
//!
//! A header of 24 random bytes is followed by chunks: [`CHUNK_LEN`] bytes of the message each, sealed to
//! [`OVERHEAD`] more, none of them associated with further data. The last chunk carries the tag `FINAL` and is as long
//! as what is left, which may be nothing. A chunk opens only after those before it, so that none can be left out,
//! repeated or moved, and without the last one the data is known to be cut.

use zeroize::Zeroizing;

use crate::agreement::{PrivateKey, PublicKey};
use crate::engine::chosen::sealing::Stream;
use crate::{Error, random, sealed_box};

/// The length of a key.
pub const KEY_LEN: usize = 32;

/// The length of a header.
pub const HEADER_LEN: usize = 24;

/// How many bytes of the message a chunk has, if it is not the last.
pub const CHUNK_LEN: usize = 64 << 10;

/// How much longer than its message a chunk is: a mark and a tag.
pub const OVERHEAD: usize = 17;

/// The length of a key that is sealed for the owner of a public key, as it stands before the header.
pub const SEALED_KEY_LEN: usize = KEY_LEN + sealed_box::OVERHEAD;

/// What libsodium calls `TAG_MESSAGE`.
const MESSAGE: u8 = 0;

/// What libsodium calls `TAG_FINAL`.
const FINAL: u8 = 3;

/// A stream that is being sealed.
#[derive(Clone)]
pub struct Sealer(Stream);

impl Sealer {
    /// Starts a stream under `key`; its header comes first.
    ///
    /// # Errors
    ///
    /// `Length` for a key that is not 32 bytes, `NoRandomness` where the operating system has none to give.
    pub fn new(key: &[u8]) -> Result<(Self, [u8; HEADER_LEN]), Error> {
        let key = Error::check_array("secret key", key)?;
        let header = random::public()?;
        Ok((Self(Stream::new(key, &header)), header))
    }

    /// Starts a stream that the owner of `recipient` can open: under a key made for it, which comes first, sealed;
    /// then comes the header.
    ///
    /// # Errors
    ///
    /// `LowOrder` where `recipient` is of low order, `NoRandomness` where the operating system has none to give.
    pub fn for_recipient(recipient: &PublicKey) -> Result<(Self, [u8; SEALED_KEY_LEN + HEADER_LEN]), Error> {
        let key = random::secret::<KEY_LEN>()?;
        let (sealer, header) = Self::new(&*key)?;
        let mut start = [0; SEALED_KEY_LEN + HEADER_LEN];
        sealed_box::seal(recipient, &*key, &mut start[..SEALED_KEY_LEN])?;
        start[SEALED_KEY_LEN..].copy_from_slice(&header);
        Ok((sealer, start))
    }

    /// Encrypts a chunk to `output`, which is [`OVERHEAD`] bytes longer.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    pub fn chunk(&mut self, message: &[u8], last: bool, output: &mut [u8]) {
        self.0.push(if last { FINAL } else { MESSAGE }, message, output);
    }
}

/// A stream that is being opened.
#[derive(Clone)]
pub struct Opener(Stream);

impl Opener {
    /// Starts the stream of `key` whose header this is.
    ///
    /// # Errors
    ///
    /// `Length` for a key that is not 32 bytes, `Truncated` for a header that is not whole.
    pub fn new(key: &[u8], header: &[u8]) -> Result<Self, Error> {
        let key = Error::check_array("secret key", key)?;
        let header = header.try_into().map_err(|_| Error::Truncated)?;
        Ok(Self(Stream::new(key, header)))
    }

    /// Starts a stream whose key was sealed for `recipient`.
    ///
    /// # Errors
    ///
    /// `Truncated` where `start` is not whole, `Inauthentic` where it was not sealed for this key, or was changed.
    pub fn for_recipient(recipient: &PrivateKey, start: &[u8]) -> Result<Self, Error> {
        let (sealed, header) = start.split_at_checked(SEALED_KEY_LEN).ok_or(Error::Truncated)?;
        let mut key = Zeroizing::new([0; KEY_LEN]);
        sealed_box::open(recipient, sealed, key.as_mut_slice())?;
        Self::new(&*key, header)
    }

    /// Decrypts a chunk to `output`, which is [`OVERHEAD`] bytes shorter, and returns whether it is the last.
    ///
    /// # Errors
    ///
    /// `Truncated` for what is too short to be a chunk; `Inauthentic` for what is not the next chunk of this stream,
    /// or was changed. `output` is then as it was.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    pub fn chunk(&mut self, sealed: &[u8], output: &mut [u8]) -> Result<bool, Error> {
        if sealed.len() < OVERHEAD {
            return Err(Error::Truncated);
        }
        self.0.pull(sealed, output).map(|mark| mark == FINAL).ok_or(Error::Inauthentic)
    }
}
