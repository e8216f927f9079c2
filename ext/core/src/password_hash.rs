//! Hashes of passwords, which are slow and want memory on purpose: Argon2 (RFC 9106) and scrypt (RFC 7914), with the
//! limits, the salts and the encoded strings of libsodium's `crypto_pwhash`.

use std::ops::RangeInclusive;

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::{Error, random};

pub mod argon2;
mod memory;
pub mod scrypt;

/// How long an output may be.
const OUTPUT: RangeInclusive<usize> = 16..=u32::MAX as usize;

/// The longest password that Argon2 takes. scrypt is asked for no longer one.
const LONGEST_PASSWORD: usize = u32::MAX as usize;

/// The length of the hash in an encoded string.
const ENCODED_HASH_LEN: usize = 32;

/// The longest string that is taken for an encoded hash.
const LONGEST_ENCODED: usize = 512;

/// A function that hashes passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Argon2i: its accesses to memory tell nothing of the password.
    Argon2i,
    /// Argon2id, which RFC 9106 recommends: the first half of a pass as Argon2i, then harder to compute in parallel.
    Argon2id,
    /// scrypt, as NaCl's heir has it: `scryptsalsa208sha256`.
    Scrypt,
}

/// What a hash may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// libsodium's `opslimit`: the passes of Argon2, the operations on blocks of scrypt.
    pub operations: u64,
    /// libsodium's `memlimit`: how many bytes of memory.
    pub memory: u64,
}

/// The costs that libsodium has names for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For somebody who waits.
    Interactive,
    /// In between.
    Moderate,
    /// For what is kept long and opened seldom.
    Sensitive,
}

impl Function {
    /// What the function is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Argon2i => "Argon2i",
            Self::Argon2id => "Argon2id",
            Self::Scrypt => "scrypt",
        }
    }

    /// The length of a salt, which is what libsodium has it to be.
    #[must_use]
    pub const fn salt_len(self) -> usize {
        match self {
            Self::Argon2i | Self::Argon2id => 16,
            Self::Scrypt => 32,
        }
    }

    /// The operations limits that are allowed.
    #[must_use]
    pub const fn operations(self) -> RangeInclusive<u64> {
        let least = match self {
            Self::Argon2i => 3,
            Self::Argon2id => 1,
            Self::Scrypt => 32_768,
        };
        least..=u32::MAX as u64
    }

    /// The memory limits that are allowed, in bytes.
    #[must_use]
    pub const fn memory(self) -> RangeInclusive<u64> {
        match self {
            Self::Argon2i | Self::Argon2id => 8 << 10..=(u32::MAX as u64) << 10,
            Self::Scrypt => 2 << 10..=1 << 36,
        }
    }

    /// The cost that libsodium calls so; scrypt has no moderate one.
    #[must_use]
    pub const fn level(self, level: Level) -> Option<Cost> {
        let (operations, mebibytes) = match (self, level) {
            (Self::Argon2i, Level::Interactive) => (4, 32),
            (Self::Argon2i, Level::Moderate) => (6, 128),
            (Self::Argon2i, Level::Sensitive) => (8, 512),
            (Self::Argon2id, Level::Interactive) => (2, 64),
            (Self::Argon2id, Level::Moderate) => (3, 256),
            (Self::Argon2id, Level::Sensitive) => (4, 1024),
            (Self::Scrypt, Level::Interactive) => (524_288, 16),
            (Self::Scrypt, Level::Moderate) => return None,
            (Self::Scrypt, Level::Sensitive) => (33_554_432, 1024),
        };
        Some(Cost { operations, memory: mebibytes << 20 })
    }

    fn check(self, cost: Cost) -> Result<(), Error> {
        Error::check_limit("operations limit", cost.operations, self.operations())?;
        Error::check_limit("memory limit", cost.memory, self.memory())
    }

    /// The hash of `password`, which is `len` bytes long.
    ///
    /// # Errors
    ///
    /// `Length` for a salt or an output of another length than is allowed, `Limit` for a cost out of range, `Memory`
    /// where this machine does not have what the cost asks for.
    pub fn hash(
        self,
        password: &[u8],
        salt: &[u8],
        cost: Cost,
        len: usize,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        Error::check_length("salt", salt.len(), self.salt_len(), self.salt_len())?;
        Error::check_length("digest size", len, *OUTPUT.start(), *OUTPUT.end())?;
        self.check(cost)?;
        let mut output = Vec::new();
        memory::reserve(&mut output, len)?;
        output.resize(len, 0);
        let mut output = Zeroizing::new(output);
        match self {
            Self::Argon2i => argon2::Cost::new(cost).hash(argon2::Kind::I, password, salt, &mut output),
            Self::Argon2id => argon2::Cost::new(cost).hash(argon2::Kind::Id, password, salt, &mut output),
            Self::Scrypt => scrypt::Cost::new(cost).hash(password, salt, &mut output),
        }?;
        Ok(output)
    }

    /// A string from which a password can be verified: the function, its cost, a random salt and the hash.
    ///
    /// # Errors
    ///
    /// As [`Self::hash`], and `NoRandomness` where the operating system has none to give.
    pub fn encode(self, password: &[u8], cost: Cost) -> Result<String, Error> {
        self.check(cost)?;
        match self {
            Self::Argon2i => argon2::Cost::new(cost).encode(argon2::Kind::I, password, &random::public()?),
            Self::Argon2id => argon2::Cost::new(cost).encode(argon2::Kind::Id, password, &random::public()?),
            Self::Scrypt => scrypt::Cost::new(cost).encode(password, &random::public()?),
        }
    }
}

/// An encoded hash that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Encoded {
    Argon2(argon2::Encoded),
    Scrypt(scrypt::Encoded),
}

fn read(encoded: &[u8]) -> Option<Encoded> {
    let text = str::from_utf8(encoded).ok().filter(|text| text.len() <= LONGEST_ENCODED)?;
    argon2::Encoded::read(text)
        .map(Encoded::Argon2)
        .or_else(|| scrypt::Encoded::read(text).map(Encoded::Scrypt))
}

/// Which function `encoded` is of, where it is an encoded hash at all. One of another version than this library writes
/// counts as well.
#[must_use]
pub fn function(encoded: &[u8]) -> Option<Function> {
    read(encoded).map(|encoded| match encoded {
        Encoded::Argon2(encoded) => encoded.function(),
        Encoded::Scrypt(_) => Function::Scrypt,
    })
}

/// Whether `encoded` is a hash of `password`. What is no encoded hash is of no password.
///
/// # Errors
///
/// `Memory` where this machine does not have what the string asks for.
pub fn matches(encoded: &[u8], password: &[u8]) -> Result<bool, Error> {
    let Some(encoded) = read(encoded).filter(|_| password.len() <= LONGEST_PASSWORD) else {
        return Ok(false);
    };
    match encoded {
        Encoded::Argon2(encoded) => encoded.matches(password),
        Encoded::Scrypt(encoded) => encoded.matches(password),
    }
}

/// Whether `encoded` was made by another function, at another cost or in another version than `function` would now.
///
/// # Errors
///
/// `Limit` for a cost out of range, `NoPasswordHash` for what is no encoded hash.
pub fn needs_rehash(encoded: &[u8], function: Function, cost: Cost) -> Result<bool, Error> {
    function.check(cost)?;
    Ok(match read(encoded).ok_or(Error::NoPasswordHash)? {
        Encoded::Argon2(encoded) => {
            encoded.function() != function
                || !encoded.is_current()
                || encoded.cost() != argon2::Cost::new(cost)
        }
        Encoded::Scrypt(encoded) => function != Function::Scrypt || encoded.cost() != scrypt::Cost::new(cost),
    })
}

/// Whether two hashes are equal, in time that depends on their lengths alone.
fn equal(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}
