//! graviola and dryoc; where the processor lacks what graviola needs, as [`super::rustcrypto`].

pub mod aead;
// graviola is assembly for these two. On another the modules that call it are the other engine's.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub mod agreement;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use super::rustcrypto::{agreement, signing};
pub mod one_time_auth;
pub mod password_hash;
pub(crate) mod processor;
pub mod sealing;
pub mod sha256_pair;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub mod signing;

/// What the engine is called.
pub const NAME: &str = "fast";

/// Whether graviola runs on this processor. It panics elsewhere, so that this is asked before it is called.
#[must_use]
#[inline]
pub fn accelerated() -> bool {
    processor::kernels() && supported()
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use graviola::util::is_cpu_supported as supported;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn supported() -> bool {
    false
}

/// For tests: what `body` returns where this thread takes its processor for one without the features that graviola and
/// the kernels of the digests make use of.
#[cfg(feature = "oracle")]
pub fn on_a_plain_processor<T>(body: impl FnOnce() -> T) -> T {
    processor::pretend(processor::Pretended::Plain, body)
}

/// For tests: what `body` returns where this thread takes its processor for one without AVX-512.
#[cfg(feature = "oracle")]
pub fn without_avx512<T>(body: impl FnOnce() -> T) -> T {
    processor::pretend(processor::Pretended::WithoutAvx512, body)
}
