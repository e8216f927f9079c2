//! The Ruby classes that more than one library computes for: digests, HMAC, signatures.
//!
//! What they take, return and raise stands here once. An extension has a type of its own for each class, which says by a
//! trait of this crate what computes, and defines its methods with a macro: magnus's own, which these expand to, want the
//! type as it is.
#![deny(unsafe_code)]

pub mod algorithm;
pub mod digest;
pub mod held;
pub mod hmac;
pub mod hmac_key;
pub mod key_format;
pub mod refusal;
pub mod signing_key;
pub mod stream;
pub mod verify_key;

// For the macros.
#[doc(hidden)]
pub use magnus;
#[doc(hidden)]
pub use oxisalt_core;
#[doc(hidden)]
pub use oxisalt_ruby;
