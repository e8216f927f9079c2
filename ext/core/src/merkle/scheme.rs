//! What is hashed for a leaf and for a node.

use std::fmt;

use sha2::{Digest, Sha256};

use super::tahoe::{EMPTY_LEAF_TAG, tagged_hash};
use super::{HASH_LEN, Hash};
use crate::engine::chosen::sha256_pair::Pair;

/// A published way to make a Merkle tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Scheme {
    /// Tahoe-LAFS's tree over the segments of a ciphertext.
    Tahoe = 1,
    /// Tahoe-LAFS's tree over the blocks of a share. Only the leaves differ from the other.
    TahoeBlock = 2,
    /// Certificate Transparency's: RFC 6962, section 2.1.
    Rfc6962 = 3,
}

/// The longest message that a node is the hash of.
const LONGEST_NODE: usize = 102;

impl Scheme {
    /// Every scheme, in the order in which they are listed to users.
    pub const ALL: [Self; 3] = [Self::Tahoe, Self::TahoeBlock, Self::Rfc6962];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tahoe => "tahoe",
            Self::TahoeBlock => "tahoe_block",
            Self::Rfc6962 => "rfc6962",
        }
    }

    /// The scheme of this name.
    #[must_use]
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name().as_bytes() == name)
    }

    /// The byte that stands for the scheme in a proof.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The scheme that this byte stands for.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.number() == number)
    }

    /// The leaf hash of `data`.
    #[must_use]
    pub fn leaf_hash(self, data: &[u8]) -> Hash {
        let mut leaf = Leaf::new(self);
        leaf.update(data);
        leaf.finalize()
    }

    /// The hash of the node above `left` and `right`.
    #[must_use]
    pub fn node_hash(self, left: &Hash, right: &Hash) -> Hash {
        let mut message = [0; LONGEST_NODE];
        let mut hash = Sha256::new();
        hash.update(self.node([left, right], &mut message));
        self.finish(hash.finalize().into())
    }

    /// The hashes of two nodes.
    #[inline]
    pub(super) fn node_hashes(self, below: [[&Hash; 2]; 2], interleave: bool) -> [Hash; 2] {
        let mut messages = [[0; LONGEST_NODE]; 2];
        let [one, other] = &mut messages;
        let mut pair = Pair::new(interleave);
        pair.update([self.node(below[0], one), self.node(below[1], other)]);
        self.finish_both(pair, interleave)
    }

    /// What is hashed for a node.
    #[inline]
    fn node<'a>(self, [left, right]: [&Hash; 2], message: &'a mut [u8; LONGEST_NODE]) -> &'a [u8] {
        let (tag, before, after): (&[u8], &[u8], &[u8]) = match self {
            Self::Tahoe | Self::TahoeBlock => (b"25:Merkle tree internal node,", b"32:", b","),
            Self::Rfc6962 => (&[1], b"", b""),
        };
        let mut end = 0;
        for part in [tag, before, left, after, before, right, after] {
            message[end..end + part.len()].copy_from_slice(part);
            end += part.len();
        }
        &message[..end]
    }

    /// What stands before the data of a leaf.
    pub(super) const fn leaf_prefix(self) -> &'static [u8] {
        match self {
            Self::Tahoe => b"30:allmydata_crypttext_segment_v1,",
            Self::TahoeBlock => b"29:allmydata_encoded_subshare_v1,",
            Self::Rfc6962 => &[0],
        }
    }

    /// The hash from the one SHA-256 that the scheme begins with.
    #[inline]
    fn finish(self, hash: Hash) -> Hash {
        match self {
            Self::Tahoe | Self::TahoeBlock => Sha256::digest(hash).into(),
            Self::Rfc6962 => hash,
        }
    }

    #[inline]
    pub(super) fn finish_both(self, pair: Pair, interleave: bool) -> [Hash; 2] {
        let hashes = pair.finalize();
        match self {
            Self::Tahoe | Self::TahoeBlock => {
                let mut pair = Pair::new(interleave);
                pair.update(hashes.each_ref().map(<[u8; HASH_LEN]>::as_slice));
                pair.finalize()
            }
            Self::Rfc6962 => hashes,
        }
    }

    /// The last place of the bottom row of a tree of `size` leaves, which is at least one: with those that fill it up,
    /// where the scheme has them.
    #[inline]
    pub(super) const fn last_place(self, size: u64) -> u64 {
        match self {
            Self::Tahoe | Self::TahoeBlock => match u64::MAX.checked_shr((size - 1).leading_zeros()) {
                Some(last) => last,
                None => 0,
            },
            Self::Rfc6962 => size - 1,
        }
    }

    /// The leaf that fills the tree up at this place.
    pub(super) fn filler(index: u64) -> Hash {
        tagged_hash(EMPTY_LEAF_TAG, index.to_string().as_bytes())
    }

    /// The root of a tree without a leaf: Tahoe-LAFS fills it up to one leaf, RFC 6962 hashes nothing.
    #[must_use]
    pub fn empty_root(self) -> Hash {
        match self {
            Self::Tahoe | Self::TahoeBlock => Self::filler(0),
            Self::Rfc6962 => Sha256::digest([]).into(),
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A leaf hash whose data comes piece by piece.
pub(super) struct Leaf {
    scheme: Scheme,
    hash: Sha256,
}

impl Leaf {
    pub(super) fn new(scheme: Scheme) -> Self {
        let mut hash = Sha256::new();
        hash.update(scheme.leaf_prefix());
        Self { scheme, hash }
    }

    pub(super) fn update(&mut self, piece: &[u8]) {
        self.hash.update(piece);
    }

    pub(super) fn finalize(self) -> Hash {
        self.scheme.finish(self.hash.finalize().into())
    }
}

/// Two leaf hashes at once.
pub(super) struct Leaves {
    scheme: Scheme,
    interleave: bool,
    pair: Pair,
}

impl Leaves {
    #[inline]
    pub(super) fn new(scheme: Scheme, interleave: bool) -> Self {
        let mut pair = Pair::new(interleave);
        pair.update([scheme.leaf_prefix(); 2]);
        Self { scheme, interleave, pair }
    }

    #[inline]
    pub(super) fn update(&mut self, pieces: [&[u8]; 2]) {
        self.pair.update(pieces);
    }

    #[inline]
    pub(super) fn finalize(self) -> [Hash; 2] {
        self.scheme.finish_both(self.pair, self.interleave)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tahoe::{BLOCK_TAG, NODE_TAG, SEGMENT_TAG, netstring, tagged_pair_hash};
    use super::*;

    #[test]
    fn prefixes_are_the_netstrings_of_the_tags() {
        assert_eq!(Scheme::Tahoe.leaf_prefix(), netstring(SEGMENT_TAG));
        assert_eq!(Scheme::TahoeBlock.leaf_prefix(), netstring(BLOCK_TAG));
        let (left, right) = ([1; 32], [2; 32]);
        for scheme in [Scheme::Tahoe, Scheme::TahoeBlock] {
            assert_eq!(scheme.node_hash(&left, &right), tagged_pair_hash(NODE_TAG, &left, &right));
        }
    }

    #[test]
    fn two_nodes_at_once_are_what_each_is() {
        let hashes: [Hash; 4] = std::array::from_fn(|byte| [u8::try_from(byte).expect("small"); 32]);
        let [a, b, c, d] = &hashes;
        for scheme in Scheme::ALL {
            let expected = [scheme.node_hash(a, b), scheme.node_hash(c, d)];
            for interleave in [false, true] {
                assert_eq!(
                    scheme.node_hashes([[a, b], [c, d]], interleave),
                    expected,
                    "{scheme} {interleave}"
                );
            }
        }
    }

    #[test]
    fn a_row_is_filled_up_to_a_power_of_two() {
        for (size, last) in
            [(1, 0), (2, 1), (3, 3), (4, 3), (5, 7), (1 << 63, (1 << 63) - 1), (u64::MAX, u64::MAX)]
        {
            assert_eq!(Scheme::Tahoe.last_place(size), last, "{size}");
            assert_eq!(Scheme::Rfc6962.last_place(size), size - 1, "{size}");
        }
    }
}
