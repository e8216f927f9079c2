//! Random bytes, from the operating system each time: no generator of ours that a fork could copy.

use zeroize::Zeroizing;

use crate::Error;

/// Fills `bytes` with random ones.
///
/// # Errors
///
/// `NoRandomness` where the operating system has none to give.
pub fn fill(bytes: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|_| Error::NoRandomness)
}

/// `N` random bytes that are no secret, such as a nonce.
///
/// # Errors
///
/// As [`fill`].
pub fn public<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// `N` random bytes that are a secret: erased when dropped.
///
/// # Errors
///
/// As [`fill`].
pub fn secret<const N: usize>() -> Result<Zeroizing<[u8; N]>, Error> {
    let mut bytes = Zeroizing::new([0; N]);
    fill(bytes.as_mut_slice())?;
    Ok(bytes)
}
