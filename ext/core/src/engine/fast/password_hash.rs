//! Argon2 by dryoc, which looks for AVX2, AVX-512 or NEON at run time. It takes what libsodium takes; what an encoded
//! string may hold beyond that, such as several lanes, goes to the other engine.

use dryoc::Error;
use dryoc::classic::crypto_pwhash::{PasswordHashAlgorithm, crypto_pwhash};

use crate::engine::rustcrypto::password_hash as general;
use crate::password_hash::argon2::{Cost, Kind, Version};

/// What hashes passwords.
#[must_use]
pub const fn implementation() -> &'static str {
    "dryoc, argon2, scrypt"
}

/// Writes a hash to `output`. False where there is not the memory for it.
///
/// # Panics
///
/// For a cost, a salt or an output that RFC 9106 does not allow.
#[must_use]
pub fn argon2(
    kind: Kind,
    version: Version,
    cost: Cost,
    password: &[u8],
    salt: &[u8],
    output: &mut [u8],
) -> bool {
    let algorithm = match kind {
        Kind::I => PasswordHashAlgorithm::Argon2i13,
        Kind::Id => PasswordHashAlgorithm::Argon2id13,
    };
    if cost.lanes == 1
        && version == Version::V19
        && let Ok(memory) = usize::try_from(u64::from(cost.memory) << 10)
    {
        match crypto_pwhash(output, password, salt, cost.passes.into(), memory, algorithm) {
            Ok(()) => return true,
            Err(Error::AllocationFailed { .. }) => return false,
            // Beyond what libsodium takes.
            Err(_) => {}
        }
    }
    general::argon2(kind, version, cost, password, salt, output)
}
