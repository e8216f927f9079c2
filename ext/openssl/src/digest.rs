//! Message digests.

use std::ffi::CStr;

use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;

use crate::{Refusal, evp};

macro_rules! offered {
    ($($algorithm:ident $name:literal;)+) => {
        /// The digests that OpenSSL may offer, in the order in which they are listed to users.
        pub const OFFERED: &[Algorithm] = &[$(Algorithm::$algorithm),+];

        /// What libcrypto calls it.
        pub(crate) const fn name(algorithm: Algorithm) -> &'static CStr {
            match algorithm {
                $(Algorithm::$algorithm => $name,)+
                // No provider has it, and so it is refused as libcrypto refuses what it does not have.
                _ => c"(none)",
            }
        }
    };
}

offered! {
    Md5 c"MD5";
    Sha1 c"SHA1";
    Sha224 c"SHA2-224";
    Sha256 c"SHA2-256";
    Sha384 c"SHA2-384";
    Sha512 c"SHA2-512";
    Sha512_224 c"SHA2-512/224";
    Sha512_256 c"SHA2-512/256";
    Sha3_224 c"SHA3-224";
    Sha3_256 c"SHA3-256";
    Sha3_384 c"SHA3-384";
    Sha3_512 c"SHA3-512";
    Blake2b c"BLAKE2B-512";
    Blake2s c"BLAKE2S-256";
    Ripemd160 c"RIPEMD160";
}

/// The digest of `data`.
///
/// # Errors
///
/// Where no provider offers the algorithm.
#[inline]
pub fn digest(algorithm: Algorithm, data: &[u8]) -> Result<Output, Refusal> {
    evp::digest(algorithm, data)
}

/// A digest that is fed piece by piece.
#[derive(Clone)]
pub struct Digest {
    algorithm: Algorithm,
    context: evp::Digest,
}

impl Digest {
    /// A digest that nothing was fed to.
    ///
    /// # Errors
    ///
    /// Where no provider offers the algorithm.
    pub fn new(algorithm: Algorithm) -> Result<Self, Refusal> {
        Ok(Self { algorithm, context: evp::Digest::start(algorithm)? })
    }

    /// The algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Feeds `data`.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    #[inline]
    pub fn update(&mut self, data: &[u8]) -> Result<(), Refusal> {
        self.context.update(self.algorithm, data)
    }

    /// The digest of all that was fed so far.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    #[inline]
    pub fn finalize(&self) -> Result<Output, Refusal> {
        self.context.finalize(self.algorithm)
    }

    /// Goes back to the start.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn reset(&mut self) -> Result<(), Refusal> {
        self.context.restart(self.algorithm)
    }
}
