//! Digests for this processor, where the crate that computes them everywhere else leaves something to gain. Each kernel
//! finds out at run time what it may use, and leaves the rest to that crate, which tests hold it against.
#![allow(unsafe_code)]

pub(crate) mod keccak;
pub(crate) mod md5;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sha256;
pub(crate) mod sha512;
