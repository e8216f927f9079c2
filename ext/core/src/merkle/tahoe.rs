//! Tahoe-LAFS's tagged hashes: SHA-256d, with what is hashed framed as netstrings, so that no two inputs are one.
//!
//! Tahoe-LAFS, `src/allmydata/util/hashutil.py` and `hashtree.py`.

use sha2::{Digest, Sha256};

use super::Hash;

/// The tag of a leaf that stands for a segment of a ciphertext.
pub const SEGMENT_TAG: &[u8] = b"allmydata_crypttext_segment_v1";

/// The tag of a leaf that stands for a block of a share.
pub const BLOCK_TAG: &[u8] = b"allmydata_encoded_subshare_v1";

/// The tag of a node with two below it.
pub const NODE_TAG: &[u8] = b"Merkle tree internal node";

/// The tag of the leaves that fill a tree up to a power of two.
pub const EMPTY_LEAF_TAG: &[u8] = b"Merkle tree empty leaf";

/// `bytes` with their length before and a comma behind them.
#[must_use]
pub fn netstring(bytes: &[u8]) -> Vec<u8> {
    [bytes.len().to_string().as_bytes(), b":", bytes, b","].concat()
}

/// SHA-256d of the tag, as a netstring, and the value.
#[must_use]
pub fn tagged_hash(tag: &[u8], value: &[u8]) -> Hash {
    twice(&[&netstring(tag), value])
}

/// SHA-256d of the tag and both values, each as a netstring.
#[must_use]
pub fn tagged_pair_hash(tag: &[u8], left: &[u8], right: &[u8]) -> Hash {
    twice(&[&netstring(tag), &netstring(left), &netstring(right)])
}

fn twice(pieces: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update(piece);
    }
    Sha256::digest(hash.finalize()).into()
}
