//! XSalsa20-Poly1305 and the secret stream by dryoc, which looks for AVX2, AVX-512 or NEON at run time.

use dryoc::classic::crypto_core::crypto_core_hsalsa20;
use dryoc::classic::crypto_secretbox::{crypto_secretbox_detached, crypto_secretbox_open_detached};
use dryoc::classic::crypto_secretstream_xchacha20poly1305 as secretstream;
use zeroize::Zeroizing;

/// What seals and opens.
#[must_use]
pub const fn implementation() -> &'static str {
    "dryoc"
}

/// HSalsa20: a key from the secret of an agreement.
#[must_use]
pub fn derive(secret: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::default();
    crypto_core_hsalsa20(&mut key, &[0; 16], secret, None);
    key
}

/// Encrypts `message` to `ciphertext`, which is as long, and returns its tag.
///
/// # Panics
///
/// When the lengths differ.
#[must_use]
pub fn seal(key: &[u8; 32], nonce: &[u8; 24], message: &[u8], ciphertext: &mut [u8]) -> [u8; 16] {
    assert_eq!(ciphertext.len(), message.len());
    let mut tag = [0; 16];
    crypto_secretbox_detached(ciphertext, &mut tag, message, nonce, key).expect("the lengths are equal");
    tag
}

/// Decrypts `ciphertext` to `message`, which is as long. False, and nothing written, where the tag is not its own.
///
/// # Panics
///
/// When the lengths differ.
#[must_use]
pub fn open(key: &[u8; 32], nonce: &[u8; 24], tag: &[u8; 16], ciphertext: &[u8], message: &mut [u8]) -> bool {
    assert_eq!(message.len(), ciphertext.len());
    crypto_secretbox_open_detached(message, ciphertext, tag, nonce, key).is_ok()
}

/// One direction of a secret stream.
#[derive(Clone)]
pub struct Stream(secretstream::State);

impl Stream {
    /// The start of the stream of this key and this header.
    #[must_use]
    pub fn new(key: &[u8; 32], header: &[u8; 24]) -> Self {
        // Pushing and pulling start alike, except that a push would choose the header itself.
        let mut state = secretstream::State::new();
        secretstream::crypto_secretstream_xchacha20poly1305_init_pull(&mut state, header, key);
        Self(state)
    }

    /// Encrypts `message`, marked with `mark`, to `output`, which is 17 bytes longer.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    pub fn push(&mut self, mark: u8, message: &[u8], output: &mut [u8]) {
        secretstream::crypto_secretstream_xchacha20poly1305_push(&mut self.0, output, message, None, mark)
            .expect("the output is as long as it must be");
    }

    /// Decrypts `sealed` to `output`, which is 17 bytes shorter, and returns the mark; nothing where it is not the
    /// next of this stream, which then stays where it is.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    #[must_use]
    pub fn pull(&mut self, sealed: &[u8], output: &mut [u8]) -> Option<u8> {
        assert_eq!(output.len() + 17, sealed.len());
        let mut mark = 0;
        secretstream::crypto_secretstream_xchacha20poly1305_pull(
            &mut self.0,
            output,
            &mut mark,
            sealed,
            None,
        )
        .ok()?;
        Some(mark)
    }
}
