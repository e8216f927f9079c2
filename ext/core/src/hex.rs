//! Hexadecimal in a time that does not depend on the bytes, for those that are secrets.

use crate::Error;

/// `bytes` in lower-case hexadecimal, written to `output`, which is twice as long.
///
/// # Panics
///
/// When `output` is shorter.
pub fn encode(bytes: &[u8], output: &mut [u8]) {
    base16ct::lower::encode(bytes, output).expect("the output is twice as long");
}

/// The bytes of `text`, which may be upper and lower case, written to `output`, which is half as long.
///
/// # Errors
///
/// `NoHexadecimal` for an odd number of digits, and for what is no digit.
///
/// # Panics
///
/// When `output` is shorter.
pub fn decode(text: &[u8], output: &mut [u8]) -> Result<(), Error> {
    match base16ct::mixed::decode(text, output) {
        Ok(_) => Ok(()),
        Err(base16ct::Error::InvalidEncoding) => Err(Error::NoHexadecimal),
        Err(base16ct::Error::InvalidLength) if text.len() % 2 == 1 => Err(Error::NoHexadecimal),
        Err(base16ct::Error::InvalidLength) => panic!("the output is half as long"),
    }
}
