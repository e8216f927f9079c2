//! HKDF (RFC 5869) over each digest that HMAC is offered over.
//!
//! It is two loops over an HMAC, written out here on this crate's own, which erases its keys over every digest and
//! chooses the digest at run time. The crate `hkdf` is its oracle in tests.

use zeroize::Zeroizing;

use crate::digest::Algorithm;
use crate::{Error, Output, hmac};

/// The most bytes that can be expanded to: 255 outputs of the digest.
#[must_use]
pub fn longest_output(algorithm: Algorithm) -> usize {
    255 * algorithm.output_size()
}

/// Extracts a pseudorandom key from `material` (section 2.2). An empty `salt` is the same as none.
///
/// # Errors
///
/// `NoHmac` for a digest that HMAC is not offered over.
pub fn extract(algorithm: Algorithm, salt: &[u8], material: &[u8]) -> Result<Output, Error> {
    hmac::authenticate(algorithm, salt, material)
}

/// Expands `key`, a pseudorandom key, to `output` (section 2.3).
///
/// # Errors
///
/// `NoHmac` for a digest that HMAC is not offered over; `Length` for a key that is shorter than the digest's output,
/// and for an output that is empty or longer than [`longest_output`].
pub fn expand(algorithm: Algorithm, key: &[u8], info: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let size = algorithm.output_size();
    let prepared = hmac::Key::new(algorithm, key)?;
    Error::check_length("pseudorandom key", key.len(), size, isize::MAX.unsigned_abs())?;
    Error::check_length("length", output.len(), 1, longest_output(algorithm))?;
    let mut previous = Zeroizing::new(Vec::with_capacity(size));
    for (block, number) in output.chunks_mut(size).zip(1_u8..=255) {
        let mut stream = prepared.stream();
        stream.update(&previous);
        stream.update(info);
        stream.update(&[number]);
        let next = stream.finalize();
        previous.clear();
        previous.extend_from_slice(&next);
        block.copy_from_slice(&next[..block.len()]);
    }
    Ok(())
}

/// Derives `output` from `material`: [`extract`], then [`expand`].
///
/// # Errors
///
/// As [`expand`].
pub fn derive(
    algorithm: Algorithm,
    salt: &[u8],
    material: &[u8],
    info: &[u8],
    output: &mut [u8],
) -> Result<(), Error> {
    expand(algorithm, &extract(algorithm, salt, material)?, info, output)
}
