//! The cryptography of Oxisalt, without Ruby: digests, HMAC and signatures.
//!
//! Algorithms come from the crates that `Cargo.toml` names. What stands here gives them one vocabulary, chosen at
//! run time by [`digest::Algorithm`], for the binding in `ext/oxisalt` and for plain Rust tests.
#![deny(unsafe_code)]

pub mod digest;
pub mod engine;
mod error;
pub mod hmac;
pub mod key_format;
mod output;
pub mod random;
pub mod signing;

pub use error::Error;
pub use output::Output;
