//! The proof that a leaf is in a tree: its audit path (RFC 6962, section 2.1.1), with its place.

use super::{HASH_LEN, Hash, Scheme};
use crate::Error;

/// The length of what stands before the hashes: version, scheme, index and size.
pub const HEADER_LEN: usize = 18;

/// The greatest length of a proof in bytes: 64 rows have hashes beside the path to the root.
pub const LONGEST_PROOF: usize = HEADER_LEN + 64 * HASH_LEN;

const VERSION: u8 = 1;

/// An inclusion proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    scheme: Scheme,
    index: u64,
    size: u64,
    hashes: Vec<Hash>,
}

/// Where the hash beside a node stands.
#[derive(Clone, Copy)]
enum Sibling {
    Left,
    Right,
    /// The node is the last of its row and moves up as it is.
    None,
}

impl Proof {
    /// What a tree knows to be right.
    pub(super) fn of(scheme: Scheme, index: u64, size: u64, hashes: Vec<Hash>) -> Self {
        Self { scheme, index, size, hashes }
    }

    /// A proof for the leaf at `index` in a tree of `size` leaves, with the hashes of the audit path from the leaf up.
    ///
    /// # Errors
    ///
    /// `ProofPlace` where such a tree has no such leaf, `ProofLength` where its path has another number of hashes.
    pub fn new(scheme: Scheme, index: u64, size: u64, hashes: Vec<Hash>) -> Result<Self, Error> {
        check_path(scheme, index, size, hashes.len())?;
        Ok(Self::of(scheme, index, size, hashes))
    }

    /// Reads what [`Self::to_bytes`] writes, and nothing else.
    ///
    /// # Errors
    ///
    /// `ProofFormat` where it does not begin as a proof does, or does not end with a whole hash; else as
    /// [`Self::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (header, path) = bytes.split_first_chunk::<HEADER_LEN>().ok_or(Error::ProofFormat)?;
        let [VERSION, scheme, numbers @ ..] = header else { return Err(Error::ProofFormat) };
        let scheme = Scheme::from_number(*scheme).ok_or(Error::ProofFormat)?;
        let ([index, size], []) = numbers.as_chunks::<8>() else { return Err(Error::ProofFormat) };
        let (index, size) = (u64::from_be_bytes(*index), u64::from_be_bytes(*size));
        let (hashes, rest) = path.as_chunks::<HASH_LEN>();
        check_path(scheme, index, size, hashes.len())?;
        if !rest.is_empty() {
            return Err(Error::ProofFormat);
        }
        Ok(Self::of(scheme, index, size, hashes.to_vec()))
    }

    /// A byte for the version, 1; one for the scheme; index and size, eight bytes each, the most significant first; the
    /// hashes from the leaf up.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_LEN + self.hashes.len() * HASH_LEN);
        bytes.extend([VERSION, self.scheme.number()]);
        bytes.extend(self.index.to_be_bytes());
        bytes.extend(self.size.to_be_bytes());
        bytes.extend(self.hashes.as_flattened());
        bytes
    }

    /// The scheme of the tree.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The place of the leaf, counted from 0.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// How many leaves the tree has.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The hashes of the audit path, from the leaf up.
    #[must_use]
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// The root of the tree that has the leaf hash `leaf` at this place.
    #[must_use]
    pub fn root(&self, leaf: &Hash) -> Hash {
        let mut hashes = self.hashes.iter();
        siblings(self.scheme, self.index, self.size).fold(*leaf, |node, sibling| {
            let beside = match sibling {
                Sibling::None => None,
                Sibling::Left | Sibling::Right => hashes.next(),
            };
            match (sibling, beside) {
                (Sibling::Left, Some(left)) => self.scheme.node_hash(left, &node),
                (Sibling::Right, Some(right)) => self.scheme.node_hash(&node, right),
                _ => node,
            }
        })
    }

    /// Checks that the tree of `size` leaves with this root has the leaf hash `leaf` at `index`. `scheme` is what the
    /// caller knows of the tree; `None` trusts the proof with it.
    ///
    /// # Errors
    ///
    /// `OtherScheme` and `OtherProof` where the proof is for another tree or place, `NotInTree` where it does not lead to
    /// the root.
    pub fn verify(
        &self,
        scheme: Option<Scheme>,
        root: &Hash,
        index: u64,
        leaf: &Hash,
        size: u64,
    ) -> Result<(), Error> {
        if scheme.is_some_and(|scheme| scheme != self.scheme) {
            return Err(Error::OtherScheme(self.scheme));
        }
        if (self.index, self.size) != (index, size) {
            return Err(Error::OtherProof { index: self.index, size: self.size });
        }
        if self.root(leaf) == *root { Ok(()) } else { Err(Error::NotInTree) }
    }
}

/// What stands beside each node on the path from the leaf to the root.
fn siblings(scheme: Scheme, index: u64, size: u64) -> impl Iterator<Item = Sibling> {
    let mut place = index;
    let mut last = scheme.last_place(size);
    std::iter::from_fn(move || {
        let sibling = match (last, place) {
            (0, _) => return None,
            (_, place) if place % 2 == 1 => Sibling::Left,
            (last, place) if place < last => Sibling::Right,
            _ => Sibling::None,
        };
        place /= 2;
        last /= 2;
        Some(sibling)
    })
}

/// That there is such a leaf, and that its audit path has `got` hashes.
fn check_path(scheme: Scheme, index: u64, size: u64, got: usize) -> Result<(), Error> {
    if index >= size {
        return Err(Error::ProofPlace { index, size });
    }
    let expected = siblings(scheme, index, size).filter(|sibling| !matches!(sibling, Sibling::None)).count();
    if got == expected { Ok(()) } else { Err(Error::ProofLength { index, size, expected, got }) }
}
