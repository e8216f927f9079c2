//! `ChaCha20-Poly1305` by dryoc, which looks for AVX2, AVX-512 or NEON at run time. It has no form with a nonce of 8
//! bytes: that one is put together from `chacha20` and dryoc's Poly1305.

use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use dryoc::classic::crypto_aead_chacha20poly1305_ietf as ietf;
use dryoc::classic::crypto_aead_xchacha20poly1305_ietf as extended;
use dryoc::classic::crypto_onetimeauth::{
    crypto_onetimeauth_final, crypto_onetimeauth_init, crypto_onetimeauth_update,
};
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
    assert_eq!(ciphertext.len(), message.len());
    let mut tag = [0; 16];
    match nonce {
        Nonce::Ietf(nonce) => ietf::crypto_aead_chacha20poly1305_ietf_encrypt_detached(
            ciphertext,
            &mut tag,
            message,
            Some(additional),
            nonce,
            key,
        ),
        Nonce::Extended(nonce) => extended::crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
            ciphertext,
            &mut tag,
            message,
            Some(additional),
            nonce,
            key,
        ),
        Nonce::Legacy(nonce) => {
            ciphertext.copy_from_slice(message);
            let (mut cipher, authenticator_key) = start(key, *nonce);
            cipher.apply_keystream(ciphertext);
            return authenticate(&authenticator_key, additional, ciphertext);
        }
    }
    .expect("the lengths are right");
    tag
}

/// Decrypts `ciphertext` to `message`, which is as long. False, and nothing written, where the tag is not its own.
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
    assert_eq!(message.len(), ciphertext.len());
    match nonce {
        Nonce::Ietf(nonce) => ietf::crypto_aead_chacha20poly1305_ietf_decrypt_detached(
            message,
            ciphertext,
            tag,
            Some(additional),
            nonce,
            key,
        )
        .is_ok(),
        Nonce::Extended(nonce) => extended::crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
            message,
            ciphertext,
            tag,
            Some(additional),
            nonce,
            key,
        )
        .is_ok(),
        Nonce::Legacy(nonce) => {
            let (mut cipher, authenticator_key) = start(key, *nonce);
            if !bool::from(authenticate(&authenticator_key, additional, ciphertext).ct_eq(tag)) {
                return false;
            }
            message.copy_from_slice(ciphertext);
            cipher.apply_keystream(message);
            true
        }
    }
}

/// What encrypts under a nonce of 8 bytes, and the key of what authenticates.
fn start(key: &[u8; 32], nonce: [u8; 8]) -> (ChaCha20Legacy, Zeroizing<[u8; 32]>) {
    let mut cipher = ChaCha20Legacy::new(key.into(), &nonce.into());
    let mut authenticator_key = Zeroizing::new([0; 32]);
    cipher.apply_keystream(authenticator_key.as_mut_slice());
    cipher.seek(MESSAGE_START);
    (cipher, authenticator_key)
}

/// The tag of the original form: each part with its length behind it, and no padding.
fn authenticate(key: &[u8; 32], additional: &[u8], ciphertext: &[u8]) -> [u8; 16] {
    let mut state = crypto_onetimeauth_init(key);
    for part in [additional, ciphertext] {
        crypto_onetimeauth_update(&mut state, part);
        crypto_onetimeauth_update(&mut state, &(part.len() as u64).to_le_bytes());
    }
    let mut tag = [0; 16];
    crypto_onetimeauth_final(state, &mut tag);
    tag
}
