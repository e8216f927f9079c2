//! Two SHA-256 computations side by side: interleaved on one processor core where it has the SHA extensions of x86-64.

#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
pub use lanes::Pair;

// Elsewhere as the other engine.
#[cfg(not(target_arch = "x86_64"))]
pub use crate::engine::rustcrypto::sha256_pair::Pair;
