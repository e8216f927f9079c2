//! The cryptography of Oxisalt, without Ruby: digests, HMAC, signatures and boxes.
//!
//! Algorithms come from the crates that `Cargo.toml` names. What stands here gives them one vocabulary, chosen at
//! run time by [`digest::Algorithm`], for the binding in `ext/oxisalt` and for plain Rust tests.
#![deny(unsafe_code)]

pub mod aead;
pub mod agreement;
pub mod auth;
pub mod digest;
pub mod engine;
mod erased;
mod error;
pub mod group_element;
pub mod hex;
pub mod hkdf;
pub mod hmac;
#[cfg(feature = "fast")]
mod kernel;
pub mod key_format;
pub mod merkle;
pub mod one_time_auth;
mod output;
pub mod password_hash;
pub mod public_box;
pub mod random;
pub mod sealed_box;
pub mod sealed_stream;
pub mod secret_box;
pub mod signing;

pub use error::Error;
pub use output::Output;
