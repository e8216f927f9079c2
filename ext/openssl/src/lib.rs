//! Digests, HMAC and Ed25519 signatures by the system's libcrypto (OpenSSL 3), without Ruby.
//!
//! The vocabulary is that of `oxisalt-core`, and so are the interfaces, but that everything can be refused: which
//! algorithms there are and which keys they take is for libcrypto's providers to say, and for its configuration.
//!
//! Algorithms are fetched when they are first wanted, from the process's own library context, with its default
//! properties; what was fetched is kept. Contexts are prepared once and duplicated. libcrypto's queue of errors, which a
//! thread shares with everybody who uses libcrypto in it, is left as it was found.
#![deny(unsafe_code)]

pub mod digest;
mod evp;
pub mod hmac;
mod refusal;
pub mod signing;
mod strict;

pub use refusal::Refusal;

/// The version of the libcrypto that is loaded, as it tells it itself.
#[must_use]
pub fn version() -> String {
    evp::version()
}

/// Whether the default properties ask for approved algorithms (`fips=yes`).
#[must_use]
pub fn fips() -> bool {
    evp::fips()
}

/// The name of the provider that computes SHA-256: `None` where none does.
#[must_use]
pub fn provider() -> Option<String> {
    evp::Fetched::digest(c"SHA2-256").ok().map(|digest| digest.provider())
}
