//! What the boxes have in common: a String in, a String of a known length out.

use magnus::{Error, RString, Ruby};
use oxisalt_core::Error as Refusal;
use oxisalt_ruby::{bytes, gvl};

use crate::refusal::raised;

/// What `work` makes of `input`: a String that is `overhead` bytes longer.
#[inline]
pub(crate) fn seal(
    ruby: &Ruby,
    input: RString,
    overhead: usize,
    work: impl Fn(&[u8], &mut [u8]) -> Result<(), Refusal>,
) -> Result<RString, Error> {
    transform(ruby, input, input.len() + overhead, work)
}

/// What `work` makes of `input`: a String that is `overhead` bytes shorter. What is too short for that was not sealed.
#[inline]
pub(crate) fn open(
    ruby: &Ruby,
    input: RString,
    overhead: usize,
    work: impl Fn(&[u8], &mut [u8]) -> Result<(), Refusal>,
) -> Result<RString, Error> {
    let len = input.len().checked_sub(overhead).ok_or_else(|| raised(ruby, Refusal::Inauthentic))?;
    transform(ruby, input, len, work)
}

/// Writes straight into the String that is returned, and without the interpreter lock where that is long.
#[inline]
fn transform(
    ruby: &Ruby,
    input: RString,
    len: usize,
    work: impl Fn(&[u8], &mut [u8]) -> Result<(), Refusal>,
) -> Result<RString, Error> {
    let (output, result) = bytes::build(ruby, len, |output| {
        if output.len() < gvl::WORTH_RELEASING {
            return Ok(bytes::read([input], |[input]| work(input, output)));
        }
        gvl::read(ruby, input, |input| work(input, output))
    })?;
    result?.map_err(|refusal| raised(ruby, refusal))?;
    Ok(output)
}
