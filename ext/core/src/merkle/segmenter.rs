//! Leaf hashes of the segments of what comes piece by piece.

use super::scheme::Leaf;
use super::{Effort, Hash, NoRoom, Scheme, hash_leaves, reserve};

/// How many segments are listed at a time: the list is not to outgrow what was fed, however short they are.
const RUN: usize = 16 << 10;

/// Cuts what it is fed into segments.
pub struct Segmenter {
    scheme: Scheme,
    effort: Effort,
    segment: usize,
    hashes: Vec<Hash>,
    /// A segment that is not whole yet, and how much of it is missing.
    unfinished: Option<(Leaf, usize)>,
}

impl Segmenter {
    /// Segments of `segment` bytes each.
    ///
    /// # Panics
    ///
    /// When `segment` is zero.
    #[must_use]
    pub fn new(scheme: Scheme, segment: usize, effort: Effort) -> Self {
        assert_ne!(segment, 0);
        Self { scheme, effort, segment, hashes: Vec::new(), unfinished: None }
    }

    /// Feeds a piece of any length. Segments that lie within it are shared out between threads.
    ///
    /// # Errors
    ///
    /// Where there is no room for their hashes.
    pub fn update(&mut self, mut piece: &[u8]) -> Result<(), NoRoom> {
        if let Some((mut leaf, missing)) = self.unfinished.take() {
            let (now, later) = piece.split_at(missing.min(piece.len()));
            leaf.update(now);
            if now.len() < missing {
                self.unfinished = Some((leaf, missing - now.len()));
                return Ok(());
            }
            self.push(leaf)?;
            piece = later;
        }
        let (whole, rest) = piece.split_at(piece.len() - piece.len() % self.segment);
        for run in whole.chunks(self.segment.saturating_mul(RUN)) {
            let segments: Vec<_> = run.chunks(self.segment).collect();
            hash_leaves(self.scheme, &segments, &mut self.hashes, self.effort)?;
        }
        if !rest.is_empty() {
            let mut leaf = Leaf::new(self.scheme);
            leaf.update(rest);
            self.unfinished = Some((leaf, self.segment - rest.len()));
        }
        Ok(())
    }

    /// The leaf hashes. The last segment is as long as what was left.
    ///
    /// # Errors
    ///
    /// Where there is no room for the last.
    pub fn finish(mut self) -> Result<Vec<Hash>, NoRoom> {
        if let Some((leaf, _)) = self.unfinished.take() {
            self.push(leaf)?;
        }
        Ok(self.hashes)
    }

    fn push(&mut self, leaf: Leaf) -> Result<(), NoRoom> {
        reserve(&mut self.hashes, 1)?;
        self.hashes.push(leaf.finalize());
        Ok(())
    }
}
