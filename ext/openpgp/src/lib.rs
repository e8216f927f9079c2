//! OpenPGP (RFC 9580, RFC 4880) for Oxisalt, without Ruby.
//!
//! Packets, algorithms and streams come from the crate `pgp`. What stands here decides: which keys and signatures are
//! believed, when, and for what; and it gives the operations one vocabulary, for the binding in `ext/oxisalt_openpgp`
//! and for plain Rust tests.
#![deny(unsafe_code)]

mod armor;
mod certificate;
mod clear;
mod clock;
mod engine;
mod error;
mod generate;
mod message;
mod packet;
mod rsa;
mod secret_key;
mod signature;

pub use certificate::{Certificate, SharedCertificate};
pub use clear::clearsign;
pub use clock::{Seconds, now};
pub use error::{Error, Kind, Result};
pub use generate::{Algorithm, Plan};
pub use message::{Envelope, Opener, Source, detach_sign};
pub use secret_key::SecretKey;
pub use signature::{Judge, Status, Verdict};

/// Bytes that are erased from memory when they are dropped.
pub use zeroize::Zeroizing;
