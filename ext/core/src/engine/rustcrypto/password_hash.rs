//! Argon2 by `argon2`.

use argon2::{Algorithm, Argon2, Block, Params, Version as ItsVersion};
use zeroize::Zeroizing;

use crate::password_hash::argon2::{Cost, Kind, Version};

/// What hashes passwords.
#[must_use]
pub const fn implementation() -> &'static str {
    "argon2, scrypt"
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
        Kind::I => Algorithm::Argon2i,
        Kind::Id => Algorithm::Argon2id,
    };
    let version = match version {
        Version::V16 => ItsVersion::V0x10,
        Version::V19 => ItsVersion::V0x13,
    };
    let params = Params::new(cost.memory, cost.passes, cost.lanes, None).expect("the cost was checked");
    let mut blocks = Vec::new();
    if blocks.try_reserve_exact(params.block_count()).is_err() {
        return false;
    }
    blocks.resize(params.block_count(), Block::new());
    let mut blocks = Zeroizing::new(blocks);
    Argon2::new(algorithm, version, params)
        .hash_password_into_with_memory(password, salt, output, &mut blocks[..])
        .expect("the lengths were checked");
    true
}
