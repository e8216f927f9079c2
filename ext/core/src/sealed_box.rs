//! Sealed boxes: anyone can seal one for the owner of a public key, and nobody can tell who did. As libsodium's
//! `crypto_box_seal` writes them: the public key of a pair made for this one box, then the box.

use blake2b_simd::Params;

use crate::agreement::{KEY_LEN, PrivateKey, PublicKey};
use crate::secret_box::{NONCE_LEN, Nonce, TAG_LEN};
use crate::{Error, public_box};

/// How much longer than its message a sealed box is.
pub const OVERHEAD: usize = KEY_LEN + TAG_LEN;

/// The nonce of the box that the owner of `sender`, which seals but once, sends to that of `recipient`.
fn nonce(sender: &PublicKey, recipient: &PublicKey) -> Nonce {
    let hash = Params::new()
        .hash_length(NONCE_LEN)
        .to_state()
        .update(sender.as_bytes())
        .update(recipient.as_bytes())
        .finalize();
    let mut nonce = [0; NONCE_LEN];
    nonce.copy_from_slice(hash.as_bytes());
    nonce
}

/// Encrypts `message` for the owner of `recipient` to `output`, which is [`OVERHEAD`] bytes longer.
///
/// # Errors
///
/// `LowOrder` where `recipient` is of low order, `NoRandomness` where the operating system has none to give.
///
/// # Panics
///
/// When `output` has another length.
pub fn seal(recipient: &PublicKey, message: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let sender = PrivateKey::generate()?;
    let (header, ciphertext) = output.split_first_chunk_mut().expect("the output has room for the key");
    *header = *sender.public_key().as_bytes();
    let key = public_box::agree(recipient, &sender)?;
    key.seal(&nonce(sender.public_key(), recipient), message, ciphertext);
    Ok(())
}

/// Decrypts `sealed` to `output`, which is [`OVERHEAD`] bytes shorter, and holds nothing of the message where the tag is
/// wrong.
///
/// # Errors
///
/// `Inauthentic` for what was not sealed for this key, or was changed.
///
/// # Panics
///
/// When `output` has another length.
pub fn open(recipient: &PrivateKey, sealed: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let (header, ciphertext) = sealed.split_first_chunk().ok_or(Error::Inauthentic)?;
    let sender = PublicKey::from(*header);
    // A key of low order came from whoever wrote the box, not from the caller: it is one more box that is not right.
    let key = public_box::agree(&sender, recipient).map_err(|_| Error::Inauthentic)?;
    key.open(&nonce(&sender, recipient.public_key()), ciphertext, output)
}
