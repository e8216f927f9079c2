//! One function for each parser and opener that takes what anybody may have written. It must return, and what it takes
//! must be what it says: each function checks that, and panics where it is not so.
//!
//! `fuzz_targets` gives each to libFuzzer; `tests/corpus.rs` runs each over its corpus and over changed copies of it.

#[cfg(feature = "core")]
pub mod keys;
#[cfg(feature = "core")]
pub mod merkle;
#[cfg(feature = "openpgp")]
pub mod openpgp;
#[cfg(feature = "core")]
pub mod password_hash;
#[cfg(feature = "core")]
pub mod sealing;

/// What is run on arbitrary bytes.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its file in `fuzz_targets` and of its folder in `corpus`.
pub const TARGETS: &[(&str, Target)] = &[
    #[cfg(feature = "core")]
    ("der", keys::der),
    #[cfg(feature = "core")]
    ("jwk", keys::jwk),
    #[cfg(feature = "core")]
    ("merkle_proof", merkle::proof),
    #[cfg(feature = "core")]
    ("openssh", keys::openssh),
    #[cfg(feature = "core")]
    ("password_hash", password_hash::encoded),
    #[cfg(feature = "core")]
    ("pem", keys::pem),
    #[cfg(feature = "core")]
    ("sealed_box", sealing::sealed_box),
    #[cfg(feature = "core")]
    ("sealed_stream", sealing::sealed_stream),
    #[cfg(feature = "core")]
    ("secret_box", sealing::secret_box),
    #[cfg(feature = "openpgp")]
    ("openpgp_certificate", openpgp::certificate),
    #[cfg(feature = "openpgp")]
    ("openpgp_clearsigned", openpgp::clearsigned),
    #[cfg(feature = "openpgp")]
    ("openpgp_detached", openpgp::detached),
    #[cfg(feature = "openpgp")]
    ("openpgp_message", openpgp::message),
    #[cfg(feature = "openpgp")]
    ("openpgp_secret_key", openpgp::secret_key),
    #[cfg(feature = "openpgp")]
    ("openpgp_signed", openpgp::signed),
    #[cfg(feature = "openpgp")]
    ("openpgp_stream", openpgp::stream),
];
