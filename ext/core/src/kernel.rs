//! Uses of the processor's own instructions that the crates do not have.
//!
//! The only module of this crate with `unsafe` in it. Each kernel asks the processor whether it has the instructions,
//! has a crate to fall back on, and is tested against that crate.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod sha256;
