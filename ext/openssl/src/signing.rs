//! Ed25519 signatures (RFC 8032), verified by the rules of `oxisalt_core::signing`.
//!
//! libcrypto computes. It refuses an S of the order of the base point and more, and compares R byte by byte with what it
//! computes without the cofactor, so that no R but a canonical one fits. It takes keys and an R of small order, and keys
//! that are not canonical: those are refused here, by looking at their bytes (see `strict.rs`). No other library's
//! cryptography has a part in it.

use std::sync::Arc;

use oxisalt_core::Error;
use oxisalt_core::hmac::equal;
use oxisalt_core::signing::{KEYPAIR_SIZE, PUBLIC_SIZE, SEED_SIZE, SIGNATURE_SIZE};
use zeroize::Zeroizing;

use crate::{Refusal, evp, strict};

/// A secret key. It is erased when it is dropped.
pub struct SigningKey {
    key: evp::PrivateKey,
    verify_key: VerifyKey,
}

impl SigningKey {
    fn new(key: evp::PrivateKey) -> Result<Self, Refusal> {
        let verify_key = VerifyKey::new(key.public()?)?;
        Ok(Self { key, verify_key })
    }

    /// A new random key, from the provider's generator.
    ///
    /// # Errors
    ///
    /// Where no provider offers Ed25519.
    pub fn generate() -> Result<Self, Refusal> {
        Self::new(evp::PrivateKey::generate()?)
    }

    /// The key of a seed.
    ///
    /// # Errors
    ///
    /// Where no provider offers Ed25519.
    pub fn from_seed(seed: &[u8; SEED_SIZE]) -> Result<Self, Refusal> {
        Self::new(evp::PrivateKey::from_seed(seed)?)
    }

    /// The key of a seed, or of a seed followed by its public key.
    ///
    /// # Errors
    ///
    /// For any other length; where the public key is not the seed's; where no provider offers Ed25519.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        let (seed, public) = bytes.split_at_checked(SEED_SIZE).unwrap_or_default();
        let seed = seed.try_into().map_err(|_| Error::SecretKeyLength(bytes.len()))?;
        if ![0, PUBLIC_SIZE].contains(&public.len()) {
            return Err(Error::SecretKeyLength(bytes.len()).into());
        }
        let key = Self::from_seed(seed)?;
        if !public.is_empty() && key.verify_key.bytes() != public {
            return Err(Error::KeypairMismatch.into());
        }
        Ok(key)
    }

    /// The signature of `message`.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn sign(&self, message: &[u8]) -> Result<[u8; SIGNATURE_SIZE], Refusal> {
        self.key.sign(message)
    }

    /// The public key.
    #[must_use]
    pub fn verify_key(&self) -> &VerifyKey {
        &self.verify_key
    }

    /// The seed.
    ///
    /// # Errors
    ///
    /// Where the provider does not hand it out.
    pub fn seed(&self) -> Result<Zeroizing<[u8; SEED_SIZE]>, Refusal> {
        self.key.seed()
    }

    /// The seed followed by the public key.
    ///
    /// # Errors
    ///
    /// As [`Self::seed`].
    pub fn keypair(&self) -> Result<Zeroizing<[u8; KEYPAIR_SIZE]>, Refusal> {
        let mut keypair = Zeroizing::new([0; KEYPAIR_SIZE]);
        let (seed, public) = keypair.split_at_mut(SEED_SIZE);
        seed.copy_from_slice(&*self.seed()?);
        public.copy_from_slice(self.verify_key.bytes());
        Ok(keypair)
    }

    /// Whether `other` has the same seed; which bytes differ does not show in time.
    ///
    /// # Errors
    ///
    /// As [`Self::seed`].
    pub fn equals(&self, other: &Self) -> Result<bool, Refusal> {
        Ok(equal(&*self.seed()?, &*other.seed()?))
    }
}

/// A public key: any 32 bytes. Under those that are no key, no signature is valid.
#[derive(Clone)]
pub struct VerifyKey(Arc<Public>);

struct Public {
    bytes: [u8; PUBLIC_SIZE],
    // None for bytes that the rules refuse.
    key: Option<evp::PublicKey>,
}

impl VerifyKey {
    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// Where no provider offers Ed25519.
    pub fn new(bytes: [u8; PUBLIC_SIZE]) -> Result<Self, Refusal> {
        let key = evp::PublicKey::new(&bytes)?;
        Ok(Self(Arc::new(Public { bytes, key: strict::allowed(&bytes).then_some(key) })))
    }

    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// Unless there are 32; where no provider offers Ed25519.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        let wrong =
            Error::Length { name: "verify key", least: PUBLIC_SIZE, most: PUBLIC_SIZE, got: bytes.len() };
        Self::new(bytes.try_into().map_err(|_| wrong)?)
    }

    /// The bytes of this key.
    #[must_use]
    pub fn bytes(&self) -> &[u8; PUBLIC_SIZE] {
        &self.0.bytes
    }

    /// Whether `signature` is one of `message` under this key. One that has not the length of a signature is none.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn verify(&self, signature: &[u8], message: &[u8]) -> Result<bool, Refusal> {
        let Ok(signature) = <&[u8; SIGNATURE_SIZE]>::try_from(signature) else { return Ok(false) };
        match (&self.0.key, signature.first_chunk()) {
            (Some(key), Some(r)) if strict::allowed(r) => key.verify(signature, message),
            _ => Ok(false),
        }
    }

    /// Whether `signed` is a valid signature followed by its message.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn verify_attached(&self, signed: &[u8]) -> Result<bool, Refusal> {
        signed
            .split_at_checked(SIGNATURE_SIZE)
            .map_or(Ok(false), |(signature, message)| self.verify(signature, message))
    }
}

impl PartialEq for VerifyKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes == other.0.bytes
    }
}

impl Eq for VerifyKey {}
