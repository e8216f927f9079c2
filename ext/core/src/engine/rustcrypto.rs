//! ed25519-dalek, curve25519-dalek and `crypto_secretbox`, the heart of `crypto_box`: without assembly, on any
//! processor.
//!
//! [`signing`], [`agreement`] and [`sha256_pair`] are also what the fast engine falls back on, and so always there.
//! `sealing` is built with this engine only.

pub mod agreement;
#[cfg(feature = "rustcrypto")]
pub mod sealing;
pub mod sha256_pair;
pub mod signing;

/// What the engine is called.
pub const NAME: &str = "rustcrypto";
