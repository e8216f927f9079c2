//! Ed25519 signatures (RFC 8032).
//!
//! # What verification demands
//!
//! A signature (R, S) of a message M under a public key A is valid when all of this holds, and is refused otherwise:
//!
//! 1. S, read as an integer, is less than the order L of the base point, so that nobody can make a second signature
//!    out of a first by adding L to it.
//! 2. A and R are canonical encodings (y < p) of points on the curve.
//! 3. Neither A nor R is of small order: a key of small order would make one signature fit any message.
//! 4. \[S\]B = R + \[k\]A where k = SHA-512(R, A, M), exactly: the equation without the cofactor.
//!
//! libsodium's `crypto_sign_verify_detached` demands the same.

use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha512};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, Zeroizing};

use crate::engine::chosen::signing::{Signer, Verifier};
use crate::engine::rustcrypto::signing::montgomery;
use crate::{Error, random};

/// The length of a seed in bytes.
pub const SEED_SIZE: usize = 32;

/// The length of a seed with its public key in bytes, as libsodium keeps a secret key.
pub const KEYPAIR_SIZE: usize = 64;

/// The length of a public key in bytes.
pub const PUBLIC_SIZE: usize = 32;

/// The length of a signature in bytes.
pub const SIGNATURE_SIZE: usize = 64;

/// A secret key. It is erased when it is dropped.
pub struct SigningKey {
    signer: Signer,
    verify_key: VerifyKey,
}

impl SigningKey {
    /// A new random key.
    ///
    /// # Errors
    ///
    /// `NoRandomness` where the operating system has none to give.
    pub fn generate() -> Result<Self, Error> {
        Ok(Self::from_seed(&*random::secret()?))
    }

    /// The key of a seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; SEED_SIZE]) -> Self {
        let signer = Signer::from_seed(seed);
        let verify_key = VerifyKey::new(signer.public());
        Self { signer, verify_key }
    }

    /// The key of a seed, or of a seed followed by its public key.
    ///
    /// # Errors
    ///
    /// `SecretKeyLength` for any other length; `KeypairMismatch` where the public key is not the seed's. To sign with
    /// halves that do not belong together would give the secret key away.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (seed, public) = bytes.split_at_checked(SEED_SIZE).unwrap_or_default();
        let seed = seed.try_into().map_err(|_| Error::SecretKeyLength(bytes.len()))?;
        match public.len() {
            0 => Ok(Self::from_seed(seed)),
            PUBLIC_SIZE => Self::from_keypair(seed, public),
            _ => Err(Error::SecretKeyLength(bytes.len())),
        }
    }

    /// The key of a seed, where `public` is its public key.
    ///
    /// # Errors
    ///
    /// `KeypairMismatch` where it is not.
    pub(crate) fn from_keypair(seed: &[u8; SEED_SIZE], public: &[u8]) -> Result<Self, Error> {
        let key = Self::from_seed(seed);
        if key.verify_key.bytes() == public { Ok(key) } else { Err(Error::KeypairMismatch) }
    }

    /// The signature of `message`.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_SIZE] {
        self.signer.sign(message)
    }

    /// The public key.
    #[must_use]
    pub fn verify_key(&self) -> &VerifyKey {
        &self.verify_key
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> Zeroizing<[u8; SEED_SIZE]> {
        Zeroizing::new(self.signer.seed())
    }

    /// The seed followed by the public key.
    #[must_use]
    pub fn keypair(&self) -> Zeroizing<[u8; KEYPAIR_SIZE]> {
        let mut keypair = Zeroizing::new([0; KEYPAIR_SIZE]);
        let (seed, public) = keypair.split_at_mut(SEED_SIZE);
        seed.copy_from_slice(&*self.seed());
        public.copy_from_slice(self.verify_key.bytes());
        keypair
    }

    /// The X25519 secret key whose public key is [`VerifyKey::to_curve25519`], as libsodium converts it: the first
    /// half of the seed's SHA-512, clamped.
    #[must_use]
    pub fn to_curve25519(&self) -> Zeroizing<[u8; 32]> {
        let mut digest: [u8; 64] = Sha512::digest(self.seed().as_slice()).into();
        let mut scalar = Zeroizing::new([0; 32]);
        scalar.copy_from_slice(&digest[..32]);
        digest.zeroize();
        scalar[0] &= 0b1111_1000;
        scalar[31] = scalar[31] & 0b0111_1111 | 0b0100_0000;
        scalar
    }
}

/// Keys are equal when their seeds are; which bytes differ does not show in time.
impl PartialEq for SigningKey {
    fn eq(&self, other: &Self) -> bool {
        self.seed().ct_eq(&*other.seed()).into()
    }
}

impl Eq for SigningKey {}

/// A public key: any 32 bytes. Under those that are no key, no signature is valid.
#[derive(Clone)]
pub struct VerifyKey(Arc<Public>);

struct Public {
    bytes: [u8; PUBLIC_SIZE],
    // Found when it is first wanted: to decompress the point is a sixth of a verification. Boxed, because the room that
    // it would take until then is not written, and would show what a secret key left on the stack.
    verifier: OnceLock<Option<Box<Verifier>>>,
}

impl VerifyKey {
    /// The key with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; PUBLIC_SIZE]) -> Self {
        Self(Arc::new(Public { bytes, verifier: OnceLock::new() }))
    }

    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// `Length` unless there are 32.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Error::check_array("verify key", bytes).copied().map(Self::new)
    }

    /// The bytes of this key.
    #[must_use]
    pub fn bytes(&self) -> &[u8; PUBLIC_SIZE] {
        &self.0.bytes
    }

    /// Whether `signature` is one of `message` under this key, by the rules of this module. One that has not the
    /// length of a signature is none.
    #[must_use]
    pub fn verify(&self, signature: &[u8], message: &[u8]) -> bool {
        let Ok(signature) = signature.try_into() else { return false };
        let verifier = self.0.verifier.get_or_init(|| Verifier::new(&self.0.bytes).map(Box::new));
        verifier.as_ref().is_some_and(|verifier| verifier.verify(signature, message))
    }

    /// Whether `signed` is a valid signature followed by its message.
    #[must_use]
    pub fn verify_attached(&self, signed: &[u8]) -> bool {
        signed
            .split_at_checked(SIGNATURE_SIZE)
            .is_some_and(|(signature, message)| self.verify(signature, message))
    }

    /// The X25519 public key whose secret key is [`SigningKey::to_curve25519`], as libsodium converts it.
    ///
    /// # Errors
    ///
    /// `NoCurvePoint` where these bytes are not a point that a secret key could belong to.
    pub fn to_curve25519(&self) -> Result<[u8; 32], Error> {
        montgomery(&self.0.bytes).ok_or(Error::NoCurvePoint)
    }
}

impl PartialEq for VerifyKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes == other.0.bytes
    }
}

impl Eq for VerifyKey {}
