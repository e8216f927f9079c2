//! XSalsa20-Poly1305 by `crypto_secretbox`, which does all but the agreement for the boxes of `crypto_box`. The secret
//! stream is put together here, from the `chacha20` and the `poly1305` that belong to them.
//!
//! The crate `crypto_secretstream` puts it together too, but does not erase its keys, cannot be copied, takes no new key
//! after a chunk marked `FINAL` where libsodium does, and opens only in a buffer that holds the whole chunk.

use std::array;
use std::mem;

use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use chacha20::{ChaCha20, R20, hchacha};
use crypto_secretbox::{AeadInPlace, Kdf, KeyInit as _, XSalsa20Poly1305};
use poly1305::Poly1305;
use poly1305::universal_hash::{KeyInit as _, UniversalHash};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, Zeroizing};

/// What seals and opens.
#[must_use]
pub const fn implementation() -> &'static str {
    "crypto_secretbox, chacha20poly1305, chacha20, poly1305"
}

/// HSalsa20: a key from the secret of an agreement.
#[must_use]
pub fn derive(secret: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(XSalsa20Poly1305::kdf(secret.into(), &[0; 16].into()).into())
}

/// Encrypts `message` to `ciphertext`, which is as long, and returns its tag.
///
/// # Panics
///
/// When the lengths differ.
#[must_use]
pub fn seal(key: &[u8; 32], nonce: &[u8; 24], message: &[u8], ciphertext: &mut [u8]) -> [u8; 16] {
    ciphertext.copy_from_slice(message);
    let secret_box = XSalsa20Poly1305::new(key.into());
    secret_box
        .encrypt_in_place_detached(nonce.into(), &[], ciphertext)
        .expect("there is no other data")
        .into()
}

/// Decrypts `ciphertext` to `message`, which is as long. False, and zeros written, where the tag is not its own.
///
/// # Panics
///
/// When the lengths differ.
#[must_use]
pub fn open(key: &[u8; 32], nonce: &[u8; 24], tag: &[u8; 16], ciphertext: &[u8], message: &mut [u8]) -> bool {
    message.copy_from_slice(ciphertext);
    let secret_box = XSalsa20Poly1305::new(key.into());
    let opened = secret_box.decrypt_in_place_detached(nonce.into(), &[], message, tag.into()).is_ok();
    if !opened {
        message.fill(0);
    }
    opened
}

/// Where the counter of chunks ends in a nonce, and what the tags are mixed into begins.
const COUNTER_LEN: usize = 4;

/// The length of a block of key stream.
const BLOCK_LEN: u64 = 64;

/// The mark that asks for a new key after its chunk.
const REKEY: u8 = 2;

/// One direction of a secret stream: ChaCha20-Poly1305 under a key and a nonce that every chunk changes.
#[derive(Clone)]
pub struct Stream {
    key: [u8; 32],
    nonce: [u8; 12],
}

impl Stream {
    /// The start of the stream of this key and this header.
    #[must_use]
    pub fn new(key: &[u8; 32], header: &[u8; 24]) -> Self {
        let input = array::from_fn(|index| header[index]);
        let mut stream = Self { key: hchacha::<R20>(key.into(), &input.into()).into(), nonce: [0; 12] };
        stream.nonce[COUNTER_LEN..].copy_from_slice(&header[input.len()..]);
        stream.restart();
        stream
    }

    fn restart(&mut self) {
        self.nonce[..COUNTER_LEN].copy_from_slice(&1_u32.to_le_bytes());
    }

    /// What encrypts the next chunk, and what authenticates it: its first block of key stream makes the
    /// authenticator's key, the second covers the mark, and the message follows.
    fn start(&self) -> (ChaCha20, Poly1305) {
        let mut cipher = ChaCha20::new(&self.key.into(), &self.nonce.into());
        let mut authenticator_key = Zeroizing::new([0; 32]);
        cipher.apply_keystream(authenticator_key.as_mut_slice());
        cipher.seek(BLOCK_LEN);
        (cipher, Poly1305::new((&*authenticator_key).into()))
    }

    /// Moves on to the next chunk.
    fn advance(&mut self, tag: &[u8; 16], mark: u8) {
        let (counter, mixed) =
            self.nonce.split_first_chunk_mut::<COUNTER_LEN>().expect("a nonce has 12 bytes");
        mixed.iter_mut().zip(tag).for_each(|(byte, tag)| *byte ^= tag);
        let next = u32::from_le_bytes(*counter).wrapping_add(1);
        *counter = next.to_le_bytes();
        if mark & REKEY != 0 || next == 0 {
            self.rekey();
        }
    }

    fn rekey(&mut self) {
        let mut cipher = ChaCha20::new(&self.key.into(), &self.nonce.into());
        cipher.apply_keystream(&mut self.key);
        cipher.apply_keystream(&mut self.nonce[COUNTER_LEN..]);
        self.restart();
    }

    /// Encrypts `message`, marked with `mark`, to `output`, which is 17 bytes longer.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    pub fn push(&mut self, mark: u8, message: &[u8], output: &mut [u8]) {
        let (mut cipher, authenticator) = self.start();
        let (ciphertext, tag) = output.split_last_chunk_mut::<16>().expect("the output has room for the tag");
        let (first, ciphertext) = ciphertext.split_first_mut().expect("the output has room for the mark");
        let mut block = [0; 64];
        block[0] = mark;
        cipher.apply_keystream(&mut block);
        *first = block[0];
        ciphertext.copy_from_slice(message);
        cipher.apply_keystream(ciphertext);
        *tag = authenticate(authenticator, &block, ciphertext);
        self.advance(tag, mark);
    }

    /// Decrypts `sealed` to `output`, which is 17 bytes shorter, and returns the mark; nothing where it is not the
    /// next of this stream, which then stays where it is.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[must_use]
    pub fn pull(&mut self, sealed: &[u8], output: &mut [u8]) -> Option<u8> {
        let (ciphertext, tag) = sealed.split_last_chunk::<16>()?;
        let (first, ciphertext) = ciphertext.split_first()?;
        let (mut cipher, authenticator) = self.start();
        let mut block = [0; 64];
        block[0] = *first;
        cipher.apply_keystream(&mut block);
        let mark = mem::replace(&mut block[0], *first);
        if !bool::from(authenticate(authenticator, &block, ciphertext).ct_eq(tag)) {
            return None;
        }
        output.copy_from_slice(ciphertext);
        cipher.apply_keystream(output);
        self.advance(tag, mark);
        Some(mark)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.key.zeroize();
        self.nonce.zeroize();
    }
}

/// The tag of a chunk. The zeros after the ciphertext do not fill its last block: libsodium's first release had it so, and
/// every reader since.
fn authenticate(mut authenticator: Poly1305, block: &[u8; 64], ciphertext: &[u8]) -> [u8; 16] {
    let (blocks, rest) = ciphertext.as_chunks::<16>();
    block.as_chunks::<16>().0.iter().chain(blocks).for_each(|block| authenticator.update(&[(*block).into()]));
    let mut end = [0; 3 * 16];
    let padded = 2 * rest.len();
    end[..rest.len()].copy_from_slice(rest);
    let length = BLOCK_LEN + ciphertext.len() as u64;
    end[padded + 8..padded + 16].copy_from_slice(&length.to_le_bytes());
    authenticator.compute_unpadded(&end[..padded + 16]).into()
}
