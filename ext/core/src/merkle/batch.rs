//! Many leaf hashes of data in memory.

use super::scheme::Leaves;
use super::{Effort, Hash, NoRoom, Scheme, reserve};

/// How many leaves, and how many bytes of them, a thread takes at a time.
const CHUNK: usize = 1024;
const CHUNK_BYTES: usize = 64 << 10;

/// Appends the leaf hash of each of `data` to `hashes`.
///
/// # Errors
///
/// Where there is no room for them.
pub fn hash_leaves(
    scheme: Scheme,
    data: &[&[u8]],
    hashes: &mut Vec<Hash>,
    effort: Effort,
) -> Result<(), NoRoom> {
    let start = hashes.len();
    reserve(hashes, data.len())?;
    hashes.resize(start + data.len(), Hash::default());
    let bytes: usize = data.iter().map(|data| data.len()).sum();
    let chunk = (CHUNK_BYTES * data.len()).checked_div(bytes).unwrap_or(CHUNK).clamp(2, CHUNK);
    effort.share(&mut hashes[start..], chunk, |from, hashes| {
        leaf_hashes(scheme, data[from..].iter().copied(), hashes, effort.interleave);
    });
    Ok(())
}

/// Writes the leaf hashes of the first of `data` to `hashes`, two at a time.
#[inline]
pub(super) fn leaf_hashes<'a>(
    scheme: Scheme,
    mut data: impl Iterator<Item = &'a [u8]>,
    hashes: &mut [Hash],
    interleave: bool,
) {
    let (pairs, single) = hashes.as_chunks_mut::<2>();
    for pair in pairs {
        let (Some(one), Some(other)) = (data.next(), data.next()) else { return };
        let mut leaves = Leaves::new(scheme, interleave);
        leaves.update([one, other]);
        *pair = leaves.finalize();
    }
    for (hash, data) in single.iter_mut().zip(data) {
        *hash = scheme.leaf_hash(data);
    }
}
