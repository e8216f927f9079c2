//! ed25519-dalek, curve25519-dalek, salsa20, chacha20 and poly1305: audited, without assembly, on any processor.
//!
//! [`signing`] and [`agreement`] are also what the fast engine falls back on, and so always there.

pub mod agreement;
#[cfg(feature = "rustcrypto")]
pub mod sealing;
pub mod signing;

/// What the engine is called.
pub const NAME: &str = "rustcrypto";
