//! ed25519-dalek, curve25519-dalek and `crypto_secretbox`, the heart of `crypto_box`: without assembly, on any
//! processor.
//!
//! [`signing`], [`agreement`], [`password_hash`] and [`sha256_pair`] are also what the fast engine falls back on, and so
//! always there. `aead`, `one_time_auth` and `sealing` are built with this engine only.

#[cfg(feature = "rustcrypto")]
pub mod aead;
pub mod agreement;
#[cfg(feature = "rustcrypto")]
pub mod one_time_auth;
pub mod password_hash;
#[cfg(feature = "rustcrypto")]
pub mod sealing;
pub mod sha256_pair;
pub mod signing;

/// What the engine is called.
pub const NAME: &str = "rustcrypto";
