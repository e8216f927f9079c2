//! Public-key boxes: X25519, then XSalsa20-Poly1305 under what was agreed, as NaCl's `crypto_box` writes them.

use crate::Error;
use crate::agreement::{PrivateKey, PublicKey};
use crate::engine::chosen::sealing as engine;
use crate::secret_box::Key;

/// The key that the owners of `public` and `private` share: that of every box between them, in both directions.
///
/// # Errors
///
/// `LowOrder` where `public` is of low order.
pub fn agree(public: &PublicKey, private: &PrivateKey) -> Result<Key, Error> {
    let secret = private.agree(public)?;
    Ok(Key::from(&*engine::derive(&secret)))
}
