//! The tree itself: every row of it, from the leaves to the root.

use super::{Effort, HASH_LEN, Hash, NoRoom, Proof, Scheme, reserve, with_room};

/// How many nodes a thread takes at a time, and in one step.
const CHUNK: usize = 2048;
const STEP: usize = 16 * CHUNK;

/// A Merkle tree.
#[derive(Clone, Debug)]
pub struct MerkleTree {
    scheme: Scheme,
    size: usize,
    /// From the leaves, with those that fill the tree up, to the root; empty where there is no leaf.
    rows: Vec<Vec<Hash>>,
}

impl MerkleTree {
    /// The tree over these leaf hashes, all at once. [`Growth`] does it step by step.
    ///
    /// # Errors
    ///
    /// Where there is no room for its nodes.
    pub fn new(scheme: Scheme, leaf_hashes: Vec<Hash>, effort: Effort) -> Result<Self, NoRoom> {
        let mut growth = Growth::new(scheme, leaf_hashes, effort);
        while growth.step()? {}
        Ok(growth.finish())
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// How many leaves it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Hash {
        match self.rows.last().map(Vec::as_slice) {
            Some([root]) => *root,
            _ => self.scheme.empty_root(),
        }
    }

    /// The leaf hash at `index`.
    #[must_use]
    pub fn leaf(&self, index: usize) -> Option<&Hash> {
        self.rows.first()?[..self.size].get(index)
    }

    /// The proof that the leaf at `index` is in the tree.
    #[must_use]
    pub fn proof(&self, index: usize) -> Option<Proof> {
        self.leaf(index)?;
        let siblings =
            self.rows.iter().enumerate().filter_map(|(height, row)| row.get((index >> height) ^ 1));
        Some(Proof::of(self.scheme, index as u64, self.size as u64, siblings.copied().collect()))
    }

    /// How many bytes of memory the hashes take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.rows.iter().map(|row| row.capacity() * HASH_LEN).sum()
    }
}

/// A tree that grows, step by step, so that whoever waits for it can give up.
pub struct Growth {
    tree: MerkleTree,
    effort: Effort,
    /// How long the row is to be that is worked on, the last one.
    target: usize,
}

impl Growth {
    /// The bottom row is there, but for what fills it up.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "so many hashes have no room in memory")]
    pub fn new(scheme: Scheme, leaf_hashes: Vec<Hash>, effort: Effort) -> Self {
        let size = leaf_hashes.len();
        let target = match size {
            0 => 0,
            _ => usize::try_from(scheme.last_place(size as u64)).expect("a place in memory") + 1,
        };
        let rows = if size == 0 { Vec::new() } else { vec![leaf_hashes] };
        Self { tree: MerkleTree { scheme, size, rows }, effort, target }
    }

    /// Does a part of the work, of some milliseconds; whether there is more to do.
    ///
    /// # Errors
    ///
    /// Where there is no room for the nodes.
    pub fn step(&mut self) -> Result<bool, NoRoom> {
        let Some(row) = self.tree.rows.last() else { return Ok(false) };
        if row.len() == self.target {
            if self.target == 1 {
                return Ok(false);
            }
            self.target = self.target.div_ceil(2);
            self.tree.rows.push(with_room(self.target)?);
        }
        let Self { tree: MerkleTree { scheme, rows, .. }, effort, target } = self;
        let Some((row, below)) = rows.split_last_mut() else { return Ok(false) };
        let done = row.len();
        let count = (STEP * effort.threads()).min(*target - done);
        reserve(row, count)?;
        row.resize(done + count, Hash::default());
        effort.share(&mut row[done..], CHUNK, |from, hashes| match below.last() {
            Some(below) => nodes(*scheme, &below[2 * (done + from)..], hashes, effort.interleave),
            None => fill((done + from) as u64, hashes),
        });
        Ok(true)
    }

    /// The tree, once there is no more to do.
    #[must_use]
    pub fn finish(self) -> MerkleTree {
        self.tree
    }
}

/// The nodes above `below`. The last of a row that has no other beside it moves up as it is.
fn nodes(scheme: Scheme, below: &[Hash], hashes: &mut [Hash], interleave: bool) {
    let (pairs, single) = hashes.as_chunks_mut::<2>();
    let mut below = below.chunks(2);
    let mut next = || below.next().expect("a row has half as many nodes as the one below");
    let one = |below: &[Hash]| match below {
        [left, right] => scheme.node_hash(left, right),
        last => last[0],
    };
    for pair in pairs {
        *pair = match [next(), next()] {
            [[a, b], [c, d]] => scheme.node_hashes([[a, b], [c, d]], interleave),
            each => each.map(one),
        };
    }
    for hash in single {
        *hash = one(next());
    }
}

fn fill(from: u64, hashes: &mut [Hash]) {
    for (index, hash) in (from..).zip(hashes) {
        *hash = Scheme::filler(index);
    }
}
