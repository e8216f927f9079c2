//! Argon2i and Argon2id (RFC 9106), and their strings in the PHC format, as libsodium and the reference implementation
//! write them: `$argon2id$v=19$m=65536,t=2,p=1$salt$hash`.

use std::fmt::Write;

use base64ct::{Base64Unpadded, Encoding};
use zeroize::Zeroizing;

use super::{ENCODED_HASH_LEN, Function, LONGEST_PASSWORD, equal, memory};
use crate::Error;
use crate::engine::chosen::password_hash as engine;

/// The length of a salt that is made here.
const SALT_LEN: usize = 16;

/// The longest salt and the longest hash that are read from a string.
const LONGEST_PART: usize = 64;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Argon2i.
    I,
    /// Argon2id.
    Id,
}

/// Which version of Argon2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 0x10, of before 2016: strings of it have no version.
    V16,
    /// 0x13, the version of RFC 9106.
    V19,
}

/// What a hash costs, as RFC 9106 has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Passes over the memory.
    pub passes: u32,
    /// Memory in KiB.
    pub memory: u32,
    /// Lanes, which here are computed one after the other.
    pub lanes: u32,
}

impl Cost {
    /// What libsodium makes of a cost in its own terms, which was checked.
    pub(super) fn new(cost: super::Cost) -> Self {
        let passes = cost.operations.try_into().expect("the operations limit was checked");
        let memory = (cost.memory >> 10).try_into().expect("the memory limit was checked");
        Self { passes, memory, lanes: 1 }
    }

    /// Whether RFC 9106 allows it.
    fn is_valid(self) -> bool {
        let lanes = 1..1 << 24;
        self.passes > 0 && lanes.contains(&self.lanes) && self.memory / 8 >= self.lanes
    }

    pub(super) fn hash(
        self,
        kind: Kind,
        password: &[u8],
        salt: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        self.hash_version(kind, Version::V19, password, salt, output)
    }

    fn hash_version(
        self,
        kind: Kind,
        version: Version,
        password: &[u8],
        salt: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        Error::check_length("password", password.len(), 0, LONGEST_PASSWORD)?;
        let wanted = u64::from(self.memory) << 10;
        memory::check(wanted)?;
        if engine::argon2(kind, version, self, password, salt, output) {
            Ok(())
        } else {
            Err(Error::Memory { wanted, available: None })
        }
    }

    pub(super) fn encode(self, kind: Kind, password: &[u8], salt: &[u8; SALT_LEN]) -> Result<String, Error> {
        let mut hash = Zeroizing::new([0; ENCODED_HASH_LEN]);
        self.hash(kind, password, salt, hash.as_mut_slice())?;
        let name = match kind {
            Kind::I => "argon2i",
            Kind::Id => "argon2id",
        };
        let Self { passes, memory, lanes } = self;
        let mut encoded = format!("${name}$v=19$m={memory},t={passes},p={lanes}");
        for part in [&salt[..], hash.as_slice()] {
            let mut text = [0; 2 * LONGEST_PART];
            let text = Base64Unpadded::encode(part, &mut text).expect("there is room for either");
            write!(encoded, "${text}").expect("a String takes all");
        }
        Ok(encoded)
    }
}

/// A hash that was read from a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Encoded {
    kind: Kind,
    version: Version,
    cost: Cost,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl Encoded {
    /// Nothing for what is no such string, or has parameters that RFC 9106 does not allow.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut fields = text.strip_prefix('$')?.split('$').peekable();
        let kind = match fields.next()? {
            "argon2i" => Kind::I,
            "argon2id" => Kind::Id,
            _ => return None,
        };
        let version = match fields.next_if(|field| field.starts_with("v=")) {
            None | Some("v=16") => Version::V16,
            Some("v=19") => Version::V19,
            Some(_) => return None,
        };
        let mut costs = fields.next()?.split(',');
        let mut number = |name| decimal(costs.next()?.strip_prefix(name)?);
        let cost = Cost { memory: number("m=")?, passes: number("t=")?, lanes: number("p=")? };
        if costs.next().is_some() || !cost.is_valid() {
            return None;
        }
        let (salt, hash) = (part(fields.next()?, 8)?, part(fields.next()?, 4)?);
        fields.next().is_none().then_some(Self { kind, version, cost, salt, hash })
    }

    pub(super) fn function(&self) -> Function {
        match self.kind {
            Kind::I => Function::Argon2i,
            Kind::Id => Function::Argon2id,
        }
    }

    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    /// Whether [`Cost::encode`] would write a string of this shape.
    pub(super) fn is_current(&self) -> bool {
        self.version == Version::V19 && self.salt.len() == SALT_LEN && self.hash.len() == ENCODED_HASH_LEN
    }

    pub(super) fn matches(&self, password: &[u8]) -> Result<bool, Error> {
        let mut hash = Zeroizing::new(vec![0; self.hash.len()]);
        self.cost.hash_version(self.kind, self.version, password, &self.salt, &mut hash)?;
        Ok(equal(&hash, &self.hash))
    }
}

/// A number as the format has it: digits alone, and no zero before others.
fn decimal(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    digits.then(|| text.parse().ok()).flatten()
}

/// The bytes of a part in base64 without padding, of which there are at least `least`.
fn part(text: &str, least: usize) -> Option<Vec<u8>> {
    let mut bytes = [0; LONGEST_PART];
    let bytes = Base64Unpadded::decode(text, &mut bytes).ok()?;
    (bytes.len() >= least).then(|| bytes.to_vec())
}

/// Argon2 with everything that RFC 9106 has: for its own test values.
///
/// # Errors
///
/// `Memory` where this machine does not have what the cost asks for.
#[doc(hidden)]
pub fn hash(
    kind: Kind,
    version: Version,
    cost: Cost,
    password: &[u8],
    salt: &[u8],
    output: &mut [u8],
) -> Result<(), Error> {
    cost.hash_version(kind, version, password, salt, output)
}
