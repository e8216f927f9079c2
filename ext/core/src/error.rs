//! What can go wrong, in words that a caller can act on.

use std::fmt;
use std::ops::RangeInclusive;

use crate::digest::Algorithm;
use crate::merkle::Scheme;

/// Why an operation was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// HMAC is not offered over this digest.
    NoHmac(Algorithm),
    /// This digest takes no key.
    NoKey(Algorithm),
    /// This digest takes neither a salt nor a personalization.
    NoSalt(Algorithm),
    /// A public key is of low order: what is agreed with it is known to all.
    LowOrder,
    /// A ciphertext was changed, or was sealed with another key or nonce.
    Inauthentic,
    /// A sealed stream ends before its last chunk.
    Truncated,
    /// Something follows the last chunk of a sealed stream.
    Trailing,
    /// The operating system gives no random bytes.
    NoRandomness,
    /// A secret signing key is neither a seed nor a seed with its public key: its length in bytes.
    SecretKeyLength(usize),
    /// The public key that came with a seed is another's.
    KeypairMismatch,
    /// A public signing key is no point of the curve, or one of small or mixed order.
    NoCurvePoint,
    /// The comment of an OpenSSH key has a line break, behind which another key could stand.
    LineBreakInComment,
    /// The bytes are no proof that a leaf is in a Merkle tree.
    ProofFormat,
    /// A proof for a leaf that such a Merkle tree does not have.
    ProofPlace {
        /// The place of the leaf.
        index: u64,
        /// How many leaves the tree has.
        size: u64,
    },
    /// A proof has more or fewer hashes than the audit path of its leaf.
    ProofLength {
        /// The place of the leaf.
        index: u64,
        /// How many leaves the tree has.
        size: u64,
        /// How many hashes the audit path has.
        expected: usize,
        /// How many came.
        got: usize,
    },
    /// The proof is for another leaf, or for a tree of another size, than the one that was asked about.
    OtherProof {
        /// The place that it is for.
        index: u64,
        /// How many leaves the tree has that it is for.
        size: u64,
    },
    /// The proof is for a Merkle tree of this scheme, and not of the one that was asked about.
    OtherScheme(Scheme),
    /// The proof does not lead from the leaf to the root.
    NotInTree,
    /// What should be hexadecimal has an odd number of digits, or other characters.
    NoHexadecimal,
    /// What should be an encoded hash of a password is none.
    NoPasswordHash,
    /// A password's hash asks for more memory than there is.
    Memory {
        /// How many bytes it asks for.
        wanted: u64,
        /// How many bytes there are, where that is known.
        available: Option<u64>,
    },
    /// A limit on what a password's hash may cost is out of range.
    Limit {
        /// What the limit is, as a user would call it.
        name: &'static str,
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
        /// What came.
        got: u64,
    },
    /// An input has a length that its use does not allow.
    Length {
        /// What the input is, as a user would call it.
        name: &'static str,
        /// The least length that is allowed, in bytes.
        least: usize,
        /// The greatest length that is allowed, in bytes.
        most: usize,
        /// The length that came, in bytes.
        got: usize,
    },
}

impl Error {
    /// Refuses a length outside `least..=most`.
    pub(crate) fn check_length(
        name: &'static str,
        got: usize,
        least: usize,
        most: usize,
    ) -> Result<(), Self> {
        if (least..=most).contains(&got) { Ok(()) } else { Err(Self::Length { name, least, most, got }) }
    }

    /// Refuses a limit outside `allowed`.
    pub(crate) fn check_limit(
        name: &'static str,
        got: u64,
        allowed: RangeInclusive<u64>,
    ) -> Result<(), Self> {
        let (least, most) = allowed.into_inner();
        if (least..=most).contains(&got) { Ok(()) } else { Err(Self::Limit { name, least, most, got }) }
    }

    /// `bytes` as an array of the one length that is allowed.
    pub(crate) fn check_array<'a, const N: usize>(
        name: &'static str,
        bytes: &'a [u8],
    ) -> Result<&'a [u8; N], Self> {
        bytes.try_into().map_err(|_| Self::Length { name, least: N, most: N, got: bytes.len() })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::NoHmac(algorithm) => write!(f, "HMAC is not offered over {}", algorithm.name()),
            Error::NoKey(algorithm) => write!(f, "{} takes no key", algorithm.name()),
            Error::NoSalt(algorithm) => {
                write!(f, "{} takes neither a salt nor a personalization", algorithm.name())
            }
            Error::NoHexadecimal => f.write_str("hexadecimal must be pairs of the digits 0 to 9 and a to f"),
            Error::NoPasswordHash => f.write_str("the password hash is none that Argon2i, Argon2id or scrypt made"),
            Error::Memory { wanted, available: Some(available) } => write!(
                f,
                "the memory limit asks for {wanted} bytes, and no more than {available} are to be had here"
            ),
            Error::Memory { wanted, available: None } => {
                write!(f, "the memory limit asks for {wanted} bytes, which the operating system does not give")
            }
            Error::Limit { name, least, most, got } => {
                write!(f, "{name} must be {least} to {most}, got {got}")
            }
            Error::LowOrder => {
                f.write_str("the public key is of low order: what is agreed with it is no secret")
            }
            Error::Inauthentic => {
                f.write_str("the ciphertext was changed, or sealed with another key or nonce")
            }
            Error::Truncated => f.write_str("the sealed data ends too early"),
            Error::Trailing => f.write_str("something follows the end of the sealed data"),
            Error::NoRandomness => f.write_str("the operating system gives no random bytes"),
            Error::SecretKeyLength(got) => {
                write!(f, "secret key must be a 32-byte seed or a 64-byte key pair, got {got} bytes")
            }
            Error::KeypairMismatch => f.write_str(
                "a 64-byte secret key is a seed followed by its public key, and these two halves do not belong \
                 together: give the 32-byte seed, or the key pair as it was made",
            ),
            Error::NoCurvePoint => f.write_str("the verify key is not a point that a secret key belongs to"),
            Error::LineBreakInComment => f.write_str("comment must not have line breaks or NUL bytes"),
            Error::ProofFormat => f.write_str("the bytes are no proof of a leaf in a Merkle tree"),
            Error::ProofPlace { index, size } => {
                write!(f, "a tree with {size} leaves has none at {index}, so that there is no proof of it")
            }
            Error::ProofLength { index, size, expected, got } => {
                write!(f, "a proof of leaf {index} of {size} has {expected} hashes, got {got}")
            }
            Error::OtherProof { index, size } => write!(f, "the proof is of leaf {index} of {size}"),
            Error::OtherScheme(scheme) => write!(f, "the proof is of a tree of the scheme {scheme}"),
            Error::NotInTree => f.write_str("the proof does not lead from this leaf to this root"),
            Error::Length { name, least, most, got } if least == most => {
                write!(f, "{name} must be {most} bytes, got {got}")
            }
            Error::Length { name, least, most, got } if most == isize::MAX.unsigned_abs() => {
                write!(f, "{name} must be at least {least} bytes, got {got}")
            }
            Error::Length { name, least, most, got } => {
                write!(f, "{name} must be {least} to {most} bytes, got {got}")
            }
        }
    }
}

impl std::error::Error for Error {}
