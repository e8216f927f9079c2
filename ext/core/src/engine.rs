//! Who computes signatures, key agreement and sealing: one of two sets of crates with the same functions, chosen when
//! the library is built.
//!
//! - [`fast`], the default: graviola's assembly and dryoc, with ed25519-dalek for verification. On a processor
//!   without the features that graviola needs it computes as the other does; that is found out at run time.
//! - [`rustcrypto`]: ed25519-dalek, curve25519-dalek, salsa20, chacha20 and poly1305, which have been audited,
//!   and nothing else.
//!
//! A module of each stands for each noun ([`rustcrypto::signing`] and so on). The nouns of this crate call
//! `engine::chosen`; each engine is public so that tests can hold it against the other.

#[cfg(not(any(feature = "fast", feature = "rustcrypto")))]
compile_error!("oxisalt-core needs an engine: the feature `fast` or the feature `rustcrypto`");

#[cfg(feature = "fast")]
pub mod fast;
pub mod rustcrypto;

#[cfg(feature = "fast")]
pub(crate) use fast as chosen;
#[cfg(not(feature = "fast"))]
pub(crate) use rustcrypto as chosen;

/// The name of the engine that was chosen.
pub const NAME: &str = chosen::NAME;
