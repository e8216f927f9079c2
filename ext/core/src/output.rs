//! The bytes that a digest or an HMAC returns.

use std::ops::Deref;

/// The longest output that a fixed-length digest has.
const CAPACITY: usize = 64;

/// Up to 64 bytes of output, kept on the stack.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Output {
    /// `len` bytes, written by `fill`.
    #[inline]
    pub(crate) fn fill(len: usize, fill: impl FnOnce(&mut [u8])) -> Self {
        let mut bytes = [0; CAPACITY];
        fill(&mut bytes[..len]);
        Self { bytes, len }
    }
}

impl From<&[u8]> for Output {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        Self::fill(bytes.len(), |output| output.copy_from_slice(bytes))
    }
}

impl Deref for Output {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
