//! scrypt (RFC 7914), and its strings `$7$…`, as libsodium writes them.

use base64ct::{Base64ShaCrypt, Encoding};
use zeroize::Zeroizing;

use super::{ENCODED_HASH_LEN, LONGEST_PASSWORD, equal, memory};
use crate::Error;

/// The length of a salt that is made here. In a string it stands in base64, which itself is what is hashed.
const SALT_LEN: usize = 32;

/// How many characters 32 bytes are in base64 without padding.
const TEXT_LEN: usize = 43;

/// The block size that libsodium hashes with.
const BLOCK_SIZE: u32 = 8;

/// The digits of numbers, and of base64.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// How many digits a number has: it is one of 30 bits, the lowest first.
const NUMBER_LEN: usize = 5;

/// What a hash costs, as RFC 7914 has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The binary logarithm of N.
    pub log_n: u8,
    /// r, the block size.
    pub block_size: u32,
    /// p, the parallelism.
    pub parallelism: u32,
}

impl Cost {
    /// What libsodium makes of a cost in its own terms, which was checked: as many blocks as one of the limits allows,
    /// and passes for what the other leaves.
    pub(super) fn new(cost: super::Cost) -> Self {
        let super::Cost { operations, memory } = cost;
        let block_size = u64::from(BLOCK_SIZE);
        let log_n =
            |most: u64| (1..63).find(|&log_n| 1 << log_n > most / 2).expect("the limits are below 2^63");
        let (log_n, parallelism) = if operations < memory / 32 {
            (log_n(operations / (block_size * 4)), 1)
        } else {
            let log_n = log_n(memory / (block_size * 128));
            (log_n, ((operations / 4) >> log_n).min(0x3fff_ffff) / block_size)
        };
        let parallelism = parallelism.try_into().expect("it is below 2^30");
        Self { log_n, block_size: BLOCK_SIZE, parallelism }
    }

    /// How many bytes it takes; nothing where RFC 7914 does not allow it.
    fn memory(self) -> Option<u64> {
        let Self { log_n, block_size, parallelism } = self;
        let (block_size, parallelism) = (u64::from(block_size), u64::from(parallelism));
        let blocks = block_size * parallelism;
        if !(1..48).contains(&log_n) || !(1..1 << 30).contains(&blocks) {
            return None;
        }
        (128 * block_size).checked_mul((1 << log_n) + parallelism + 1)
    }

    pub(super) fn hash(self, password: &[u8], salt: &[u8], output: &mut [u8]) -> Result<(), Error> {
        Error::check_length("password", password.len(), 0, LONGEST_PASSWORD)?;
        let (Some(wanted), Ok(params)) =
            (self.memory(), ::scrypt::Params::new(self.log_n, self.block_size, self.parallelism))
        else {
            return Err(Error::NoPasswordHash);
        };
        memory::check(wanted)?;
        // The crate ends the process where it gets no memory, so that this is found out before.
        memory::probe(wanted)?;
        ::scrypt::scrypt(password, salt, &params, output).map_err(|_| Error::NoPasswordHash)
    }

    pub(super) fn encode(self, password: &[u8], salt: &[u8; SALT_LEN]) -> Result<String, Error> {
        let mut text = [0; TEXT_LEN];
        let salt = base64(salt, &mut text);
        let mut hash = Zeroizing::new([0; ENCODED_HASH_LEN]);
        self.hash(password, salt.as_bytes(), hash.as_mut_slice())?;
        let mut encoded = format!("$7${}", char::from(DIGITS[usize::from(self.log_n)]));
        for number in [self.block_size, self.parallelism] {
            encoded.extend(
                (0..NUMBER_LEN).map(|digit| char::from(DIGITS[((number >> (6 * digit)) & 63) as usize])),
            );
        }
        encoded.push_str(salt);
        encoded.push('$');
        encoded.push_str(base64(&hash, &mut [0; TEXT_LEN]));
        Ok(encoded)
    }
}

fn base64<'a>(bytes: &[u8; 32], text: &'a mut [u8; TEXT_LEN]) -> &'a str {
    Base64ShaCrypt::encode(bytes, text).expect("32 bytes are 43 characters")
}

/// A hash that was read from a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Encoded {
    cost: Cost,
    salt: String,
    hash: [u8; TEXT_LEN],
}

impl Encoded {
    /// Nothing for what is no such string, or has parameters that RFC 7914 does not allow.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (front, hash) = text.strip_prefix("$7$")?.rsplit_once('$')?;
        let log_n = digit(*front.as_bytes().first()?)?.try_into().ok()?;
        let (block_size, parallelism) = (number(front.get(1..6)?)?, number(front.get(6..11)?)?);
        let (salt, cost) = (front.get(11..)?, Cost { log_n, block_size, parallelism });
        let hash: [u8; TEXT_LEN] = hash.as_bytes().try_into().ok()?;
        if hash.iter().any(|&byte| digit(byte).is_none()) {
            return None;
        }
        cost.memory().map(|_| Self { cost, salt: salt.to_owned(), hash })
    }

    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    pub(super) fn matches(&self, password: &[u8]) -> Result<bool, Error> {
        let mut hash = Zeroizing::new([0; ENCODED_HASH_LEN]);
        self.cost.hash(password, self.salt.as_bytes(), hash.as_mut_slice())?;
        Ok(equal(base64(&hash, &mut [0; TEXT_LEN]).as_bytes(), &self.hash))
    }
}

fn digit(byte: u8) -> Option<u32> {
    DIGITS.iter().position(|&digit| digit == byte).and_then(|value| value.try_into().ok())
}

fn number(text: &str) -> Option<u32> {
    text.bytes().rev().try_fold(0, |number, byte| Some(number << 6 | digit(byte)?))
}

/// scrypt with everything that RFC 7914 has: for its own test values.
///
/// # Errors
///
/// `Memory` where this machine does not have what the cost asks for, `NoPasswordHash` for a cost that is not allowed.
#[doc(hidden)]
pub fn hash(cost: Cost, password: &[u8], salt: &[u8], output: &mut [u8]) -> Result<(), Error> {
    cost.hash(password, salt, output)
}
