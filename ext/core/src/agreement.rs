//! X25519 keys and what two of them agree on (RFC 7748).

use std::sync::OnceLock;

use subtle::ConstantTimeEq;
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::engine::chosen::agreement as engine;
use crate::erased::Erased;
use crate::{Error, random};

/// The length of a private key, of a public key and of what they agree on.
pub const KEY_LEN: usize = 32;

/// A private key, with its public key once that was asked for.
#[derive(Clone)]
pub struct PrivateKey(Erased<Parts>);

// Until the public key is asked for, its room shows whatever a move has left there.
#[derive(Clone)]
struct Parts {
    bytes: [u8; KEY_LEN],
    public: OnceLock<PublicKey>,
}

/// A public key. Any 32 bytes are one; what is of low order is found out when a private key meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PublicKey([u8; KEY_LEN]);

impl PrivateKey {
    /// A new key from the operating system's randomness.
    ///
    /// # Errors
    ///
    /// `NoRandomness` where it has none to give.
    pub fn generate() -> Result<Self, Error> {
        Ok(Self::from(&*random::secret()?))
    }

    /// The key of these 32 bytes. They are kept as they came: X25519 itself sets and clears the bits that it must.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("private key", bytes).map(Self::from)
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; KEY_LEN] {
        &self.0.bytes
    }

    /// The public key, computed once.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        self.0.public.get_or_init(|| PublicKey(engine::public_key(&self.0.bytes)))
    }

    /// The secret that this key and `other` agree on. It is no key yet: what it is used for has to go into one.
    ///
    /// # Errors
    ///
    /// `LowOrder` where `other` is of low order, so that the secret would be known to all.
    pub fn agree(&self, other: &PublicKey) -> Result<Zeroizing<[u8; KEY_LEN]>, Error> {
        let secret = engine::agree(&self.0.bytes, &other.0);
        if bool::from(secret.ct_eq(&[0; KEY_LEN])) { Err(Error::LowOrder) } else { Ok(secret) }
    }
}

impl From<&[u8; KEY_LEN]> for PrivateKey {
    fn from(bytes: &[u8; KEY_LEN]) -> Self {
        Self(Parts { bytes: *bytes, public: OnceLock::new() }.into())
    }
}

/// Equal when the bytes are; which bytes differ does not show in time.
impl PartialEq for PrivateKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes.ct_eq(&other.0.bytes).into()
    }
}

impl Eq for PrivateKey {}

impl ZeroizeOnDrop for PrivateKey {}

impl PublicKey {
    /// The key of these 32 bytes.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("public key", bytes).map(|bytes| Self(*bytes))
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; KEY_LEN] {
        &self.0
    }
}

impl From<[u8; KEY_LEN]> for PublicKey {
    fn from(bytes: [u8; KEY_LEN]) -> Self {
        Self(bytes)
    }
}
