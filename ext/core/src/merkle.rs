//! Merkle trees: one hash, the root, for many pieces of data, and short proofs that a piece is among them.
//!
//! A [`Scheme`] says what is hashed. A [`MerkleTree`] is made from leaf hashes, which [`hash_leaves`] makes from data
//! in memory, [`file`] from the segments of a file, and [`Segmenter`] from what comes piece by piece. A [`Proof`] is
//! the audit path of a leaf.

mod batch;
mod effort;
#[cfg(unix)]
pub mod file;
mod proof;
mod scheme;
mod segmenter;
pub mod tahoe;
mod tree;

pub use batch::hash_leaves;
pub use effort::{Effort, MOST_THREADS};
pub use proof::{HEADER_LEN, LONGEST_PROOF, Proof};
pub use scheme::Scheme;
pub use segmenter::Segmenter;
pub use tree::{Growth, MerkleTree};

/// The length of a hash: of a leaf, of a node and of the root.
pub const HASH_LEN: usize = 32;

/// A leaf hash, the hash of a node, or a root.
pub type Hash = [u8; HASH_LEN];

/// How long the segments of a file are where nothing else was asked for: Tahoe-LAFS's 128 KiB.
pub const SEGMENT_LEN: u64 = 128 << 10;

/// The longest that a segment may be: a file is no longer.
pub const LONGEST_SEGMENT: u64 = i64::MAX as u64;

/// There is no room for that many hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

/// Room for `count` more hashes.
fn reserve(hashes: &mut Vec<Hash>, count: usize) -> Result<(), NoRoom> {
    hashes.try_reserve(count).map_err(|_| NoRoom)
}

/// No hashes, with room for `count`.
fn with_room(count: usize) -> Result<Vec<Hash>, NoRoom> {
    let mut hashes = Vec::new();
    hashes.try_reserve_exact(count).map_err(|_| NoRoom)?;
    Ok(hashes)
}

/// `count` hashes that are not known yet.
fn room(count: usize) -> Result<Vec<Hash>, NoRoom> {
    let mut hashes = with_room(count)?;
    hashes.resize(count, [0; HASH_LEN]);
    Ok(hashes)
}
