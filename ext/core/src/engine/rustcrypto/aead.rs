//! `ChaCha20-Poly1305` by `chacha20poly1305`. The form with a nonce of 8 bytes, which it does not have, is put together
//! from the `chacha20` and the `poly1305` that belong to it.

use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, XChaCha20Poly1305};
use poly1305::Poly1305;
use poly1305::universal_hash::{KeyInit, UniversalHash};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::aead::Nonce;

/// Where the message begins in the key stream: behind the block that makes the authenticator's key.
const MESSAGE_START: u64 = 64;

/// Encrypts `message` to `ciphertext`, which is as long, and returns the tag of both it and `additional`.
///
/// # Panics
///
/// When the lengths differ, or `message` is longer than [`crate::aead::LONGEST_MESSAGE`].
#[must_use]
pub fn seal(
    key: &[u8; 32],
    nonce: &Nonce,
    additional: &[u8],
    message: &[u8],
    ciphertext: &mut [u8],
) -> [u8; 16] {
    ciphertext.copy_from_slice(message);
    match nonce {
        Nonce::Ietf(nonce) => ChaCha20Poly1305::new(key.into()).encrypt_inout_detached(
            nonce.into(),
            additional,
            ciphertext.into(),
        ),
        Nonce::Extended(nonce) => XChaCha20Poly1305::new(key.into()).encrypt_inout_detached(
            nonce.into(),
            additional,
            ciphertext.into(),
        ),
        Nonce::Legacy(nonce) => {
            let (mut cipher, authenticator) = start(key, *nonce);
            cipher.apply_keystream(ciphertext);
            return authenticate(authenticator, additional, ciphertext);
        }
    }
    .expect("the message is not too long")
    .into()
}

/// Decrypts `ciphertext` to `message`, which is as long. False, and zeros written, where the tag is not its own.
///
/// # Panics
///
/// As [`seal`].
#[must_use]
pub fn open(
    key: &[u8; 32],
    nonce: &Nonce,
    additional: &[u8],
    tag: &[u8; 16],
    ciphertext: &[u8],
    message: &mut [u8],
) -> bool {
    message.copy_from_slice(ciphertext);
    let opened = match nonce {
        Nonce::Ietf(nonce) => ChaCha20Poly1305::new(key.into())
            .decrypt_inout_detached(nonce.into(), additional, message.into(), tag.into())
            .is_ok(),
        Nonce::Extended(nonce) => XChaCha20Poly1305::new(key.into())
            .decrypt_inout_detached(nonce.into(), additional, message.into(), tag.into())
            .is_ok(),
        Nonce::Legacy(nonce) => {
            let (mut cipher, authenticator) = start(key, *nonce);
            let authentic = authenticate(authenticator, additional, ciphertext).ct_eq(tag).into();
            if authentic {
                cipher.apply_keystream(message);
            }
            authentic
        }
    };
    if !opened {
        message.fill(0);
    }
    opened
}

/// What encrypts under a nonce of 8 bytes, and what authenticates.
fn start(key: &[u8; 32], nonce: [u8; 8]) -> (ChaCha20Legacy, Poly1305) {
    let mut cipher = ChaCha20Legacy::new(key.into(), &nonce.into());
    let mut authenticator_key = Zeroizing::new([0; 32]);
    cipher.apply_keystream(authenticator_key.as_mut_slice());
    cipher.seek(MESSAGE_START);
    (cipher, Poly1305::new((&*authenticator_key).into()))
}

/// The tag of the original form: each part with its length behind it, and no padding, so that blocks go over the edges
/// of the parts.
fn authenticate(mut authenticator: Poly1305, additional: &[u8], ciphertext: &[u8]) -> [u8; 16] {
    let lengths = [additional, ciphertext].map(|part| (part.len() as u64).to_le_bytes());
    let mut block = [0; 16];
    let mut filled = 0;
    for mut part in [additional, &lengths[0], ciphertext, &lengths[1]] {
        while !part.is_empty() {
            if filled == 0 {
                let (whole, rest) = part.as_chunks::<16>();
                for block in whole {
                    authenticator.update(&[(*block).into()]);
                }
                part = rest;
            }
            let taken = part.len().min(16 - filled);
            block[filled..filled + taken].copy_from_slice(&part[..taken]);
            filled += taken;
            part = &part[taken..];
            if filled == 16 {
                authenticator.update(&[block.into()]);
                filled = 0;
            }
        }
    }
    authenticator.compute_unpadded(&block[..filled]).into()
}
