//! Digests for this processor, where the crate that computes them everywhere else is slower than OpenSSL. Each kernel
//! finds out at run time what it may use, and leaves the rest to that crate, which tests hold it against.
#![allow(unsafe_code)]

pub(crate) mod keccak;
pub(crate) mod md5;
pub(crate) mod sha512;
