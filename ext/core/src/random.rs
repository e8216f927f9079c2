//! Random bytes, from the operating system each time: no generator of ours that a fork could copy.

use crate::Error;

/// Fills `bytes` with random ones.
///
/// # Errors
///
/// `NoRandomness` where the operating system has none to give.
pub fn fill(bytes: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|_| Error::NoRandomness)
}
