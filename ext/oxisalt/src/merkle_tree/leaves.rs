//! Leaf hashes of Strings, and Strings that are leaf hashes.

use std::ops::ControlFlow;

use magnus::{Error, RArray, RString, Ruby, Value};
use oxisalt_core::merkle::{Effort, HASH_LEN, Hash, NoRoom, Scheme, hash_leaves};
use oxisalt_ruby::{bytes, error, gvl};

use super::arguments::whole;
use super::no_room;
use super::progress::Progress;

/// How many bytes, and how many Strings, are hashed at a time.
const BATCH_BYTES: usize = 4 << 20;
const BATCH: usize = 64 << 10;

/// Strings that are copied, so that they can be hashed without the interpreter lock.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Batch {
    fn push(&mut self, string: RString) {
        bytes::read([string], |[string]| self.bytes.extend_from_slice(string));
        self.ends.push(self.bytes.len());
    }

    fn is_full(&self) -> bool {
        self.bytes.len() >= BATCH_BYTES || self.ends.len() >= BATCH
    }

    fn data(&self) -> Vec<&[u8]> {
        let mut start = 0;
        let piece = |end: &usize| &self.bytes[std::mem::replace(&mut start, *end)..*end];
        self.ends.iter().map(piece).collect()
    }

    /// Appends the leaf hashes of what was pushed, and begins anew.
    fn hash(
        &mut self,
        ruby: &Ruby,
        scheme: Scheme,
        effort: Effort,
        hashes: &mut Vec<Hash>,
    ) -> Result<(), Error> {
        let data = self.data();
        let result = if self.bytes.len() < gvl::WORTH_RELEASING {
            // Threads are not worth it, either.
            hash_leaves(scheme, &data, hashes, Effort { threads: 1, ..effort })
        } else {
            gvl::release(ruby, || ControlFlow::Break(hash_leaves(scheme, &data, hashes, effort)))?
        };
        self.bytes.clear();
        self.ends.clear();
        result.map_err(|failure| no_room(ruby, failure))
    }
}

/// The leaf hash of each of `leaves`.
pub(super) fn hash(
    ruby: &Ruby,
    scheme: Scheme,
    leaves: RArray,
    effort: Effort,
    block: Value,
) -> Result<Vec<Hash>, Error> {
    let leaves = strings(ruby, "leaf", leaves)?;
    let total = if Progress::new(block, None).is_wanted() {
        let lens = (0..leaves.len()).map(|index| leaf(leaves, index).map(|leaf| leaf.len() as u64));
        Some(lens.sum::<Result<u64, Error>>()?)
    } else {
        None
    };
    let mut progress = Progress::new(block, total);
    let mut hashes = Vec::new();
    hashes.try_reserve_exact(leaves.len()).map_err(|_| no_room(ruby, NoRoom))?;
    let mut batch = Batch::default();
    let mut done = 0;
    for index in 0..leaves.len() {
        let leaf = leaf(leaves, index)?;
        done += leaf.len() as u64;
        if leaf.len() < gvl::WORTH_RELEASING {
            batch.push(leaf);
            if !batch.is_full() {
                continue;
            }
        }
        batch.hash(ruby, scheme, effort, &mut hashes)?;
        if leaf.len() >= gvl::WORTH_RELEASING {
            let result = gvl::read(ruby, leaf, |leaf| hash_leaves(scheme, &[leaf], &mut hashes, effort))?;
            result.map_err(|failure| no_room(ruby, failure))?;
        }
        progress.tell(ruby, done)?;
    }
    batch.hash(ruby, scheme, effort, &mut hashes)?;
    progress.tell(ruby, done)?;
    Ok(hashes)
}

/// The hashes that `hashes` are.
pub(super) fn read(ruby: &Ruby, name: &str, hashes: RArray) -> Result<Vec<Hash>, Error> {
    let strings = strings(ruby, name, hashes)?;
    let mut hashes = Vec::new();
    hashes.try_reserve_exact(strings.len()).map_err(|_| no_room(ruby, NoRoom))?;
    for index in 0..strings.len() {
        let string = leaf(strings, index)?;
        hashes.push(whole(string).ok_or_else(|| {
            error::length(ruby, format!("{name} {index} must be {HASH_LEN} bytes, got {}", string.len()))
        })?);
    }
    Ok(hashes)
}

/// An Array of our own with the Strings that those of `array` are, or convert to.
fn strings(ruby: &Ruby, name: &str, array: RArray) -> Result<RArray, Error> {
    let own = array.dup();
    for index in 0..own.len() {
        let value = own.entry::<Value>(index.cast_signed())?;
        if RString::from_value(value).is_none() {
            let string = bytes::string(ruby, &format!("{name} {index}"), value)?;
            own.store(index.cast_signed(), string)?;
        }
    }
    Ok(own)
}

fn leaf(strings: RArray, index: usize) -> Result<RString, Error> {
    strings.entry(index.cast_signed())
}
