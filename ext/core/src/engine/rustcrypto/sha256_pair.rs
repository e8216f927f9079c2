//! Two SHA-256 computations side by side: by the crate sha2, each by itself.

use sha2::{Digest, Sha256};

/// Two messages that are hashed.
#[derive(Clone)]
pub struct Pair([Sha256; 2]);

impl Pair {
    /// Nothing was fed yet. This engine never interleaves.
    #[must_use]
    pub fn new(_interleave: bool) -> Self {
        Self([Sha256::new(), Sha256::new()])
    }

    /// Feeds each message its piece, of any length.
    pub fn update(&mut self, pieces: [&[u8]; 2]) {
        for (hash, piece) in self.0.iter_mut().zip(pieces) {
            hash.update(piece);
        }
    }

    /// The hashes.
    #[must_use]
    pub fn finalize(self) -> [[u8; 32]; 2] {
        self.0.map(|hash| hash.finalize().into())
    }
}
