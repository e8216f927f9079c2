//! Who computes signatures, key agreement, sealing and hashes of passwords: one of two sets of crates with the same
//! functions, chosen when the library is built.
//!
//! - [`fast`], the default: graviola's assembly and dryoc, with ed25519-dalek for verification. On a processor
//!   without the features that graviola needs it computes as the other does; that is found out at run time. With it
//!   come the kernels of the digests.
//! - [`rustcrypto`]: ed25519-dalek, curve25519-dalek, `argon2` and `crypto_secretbox`, which `crypto_box` is made of,
//!   with the `chacha20`, the `poly1305` and the `chacha20poly1305` that belong to it, and nothing else.
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

/// What computes, on this processor, by what is computed.
#[must_use]
pub fn implementations() -> [(&'static str, &'static str); 5] {
    use chosen::{agreement, password_hash, sealing, signing};
    [
        ("signing", signing::implementation()),
        ("verification", signing::verification()),
        ("agreement", agreement::implementation()),
        ("sealing", sealing::implementation()),
        ("password hashing", password_hash::implementation()),
    ]
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! detected {
    ($detect:ident: $($feature:tt)+) => {
        [$(($feature, std::arch::$detect!($feature))),+]
    };
}

/// The features of this processor that an implementation here makes use of.
#[must_use]
pub fn processor_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let features = detected!(is_x86_feature_detected:
        "adx" "aes" "avx" "avx2" "avx512f" "avx512ifma" "avx512vl" "bmi1" "bmi2" "pclmulqdq" "sha" "sse4.1" "ssse3");
    #[cfg(target_arch = "aarch64")]
    let features = detected!(is_aarch64_feature_detected: "aes" "dit" "neon" "pmull" "sha2" "sha3");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let features: [(&str, bool); 0] = [];
    features.into_iter().filter_map(|(feature, detected)| detected.then_some(feature)).collect()
}
