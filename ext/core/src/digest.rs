//! Message digests, chosen at run time.
//!
//! RFC 1321 (MD5), FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3), RFC 7693 (BLAKE2), the BLAKE3 paper, the
//! RIPEMD-160 paper. SHA-256d is SHA-256 of the SHA-256, as Bitcoin and Tahoe-LAFS use it.

use std::fmt;
use std::mem::ManuallyDrop;

use ::hmac::digest::{Digest as _, FixedOutputReset};
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::{Sha224, Sha256};

use crate::{Error, Output};

mod blake;
#[cfg(feature = "fast")]
mod md5;
#[cfg(feature = "fast")]
mod sha3;
#[cfg(feature = "fast")]
mod sha512;

#[cfg(not(feature = "fast"))]
pub(crate) use ::md5::Md5;
#[cfg(not(feature = "fast"))]
pub(crate) use ::sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
#[cfg(feature = "fast")]
pub(crate) use md5::Md5;
#[cfg(not(feature = "fast"))]
pub(crate) use sha2::{Sha384, Sha512, Sha512_224, Sha512_256};
#[cfg(feature = "fast")]
pub(crate) use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
#[cfg(feature = "fast")]
pub(crate) use sha512::{Sha384, Sha512, Sha512_224, Sha512_256};

pub use blake::{BLAKE3_LONGEST_OUTPUT, Tailoring, blake3_derive_key};
use blake::{Blake, Blake2b, Blake2s, Blake3};

macro_rules! algorithms {
    ($($variant:ident $name:literal [$($spelling:literal),+] $block:literal $doc:literal;)+) => {
        /// A digest algorithm.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Algorithm {
            $(#[doc = $doc] $variant,)+
        }

        impl Algorithm {
            /// Every algorithm, in the order in which they are listed to users.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name, as OpenSSL spells it where OpenSSL has the algorithm.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The length of an input block in bytes.
            #[must_use]
            pub const fn block_size(self) -> usize {
                match self { $(Self::$variant => $block),+ }
            }

            /// The algorithm of a name that is spelled as [`name`](Self::name) has it.
            #[inline]
            fn from_own_name(name: &[u8]) -> Option<Self> {
                $(if name == $name.as_bytes() { return Some(Self::$variant); })+
                None
            }

            /// The algorithm of a name stripped to lower-case letters and digits.
            fn from_stripped(name: &[u8]) -> Option<Self> {
                $($(const { assert!($spelling.len() <= LONGEST_SPELLING) };)+)+
                match name {
                    $($($spelling)|+ => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

const LONGEST_SPELLING: usize = 12;

algorithms! {
    Md5 "MD5" [b"md5"] 64 "RFC 1321. Broken: only for old formats.";
    Sha1 "SHA1" [b"sha1"] 64 "FIPS 180-4. Broken for signatures; its HMAC is not.";
    Sha224 "SHA224" [b"sha224", b"sha2224"] 64 "FIPS 180-4.";
    Sha256 "SHA256" [b"sha256", b"sha2256"] 64 "FIPS 180-4.";
    Sha384 "SHA384" [b"sha384", b"sha2384"] 128 "FIPS 180-4.";
    Sha512 "SHA512" [b"sha512", b"sha2512"] 128 "FIPS 180-4.";
    Sha512_224 "SHA512-224" [b"sha512224", b"sha2512224"] 128 "FIPS 180-4.";
    Sha512_256 "SHA512-256" [b"sha512256", b"sha2512256"] 128 "FIPS 180-4.";
    Sha3_224 "SHA3-224" [b"sha3224"] 144 "FIPS 202.";
    Sha3_256 "SHA3-256" [b"sha3256"] 136 "FIPS 202.";
    Sha3_384 "SHA3-384" [b"sha3384"] 104 "FIPS 202.";
    Sha3_512 "SHA3-512" [b"sha3512"] 72 "FIPS 202.";
    Blake2b "BLAKE2b" [b"blake2b", b"blake2b512"] 128 "RFC 7693: 1 to 64 bytes of output, with or without a key.";
    Blake2s "BLAKE2s" [b"blake2s", b"blake2s256"] 64 "RFC 7693: 1 to 32 bytes of output, with or without a key.";
    Blake3 "BLAKE3" [b"blake3"] 64 "The BLAKE3 paper: any length of output, with or without a key.";
    Ripemd160 "RIPEMD160" [b"ripemd160", b"rmd160"] 64 "The RIPEMD-160 paper.";
    Sha256d "SHA256d" [b"sha256d"] 64 "SHA-256 of the SHA-256.";
}

impl Algorithm {
    /// Finds an algorithm by any common spelling of its name: "SHA256", "sha-256" and "SHA2-256" are one.
    #[must_use]
    #[inline]
    pub fn from_name(name: &[u8]) -> Option<Self> {
        // The usual spelling needs no stripping, which takes longer than all else that a look-up does.
        Self::from_own_name(name).or_else(|| Self::from_other_spelling(name))
    }

    fn from_other_spelling(name: &[u8]) -> Option<Self> {
        let mut stripped = [0; LONGEST_SPELLING];
        let mut len = 0;
        for byte in name {
            match byte {
                b'-' | b'_' | b'/' | b' ' => {}
                _ if byte.is_ascii_alphanumeric() => {
                    *stripped.get_mut(len)? = byte.to_ascii_lowercase();
                    len += 1;
                }
                _ => return None,
            }
        }
        Self::from_stripped(&stripped[..len])
    }

    /// The length of the output in bytes, where none was asked for.
    #[must_use]
    pub fn output_size(self) -> usize {
        match self {
            Self::Md5 => 16,
            Self::Sha1 | Self::Ripemd160 => 20,
            Self::Sha224 | Self::Sha512_224 | Self::Sha3_224 => 28,
            Self::Sha256
            | Self::Sha512_256
            | Self::Sha3_256
            | Self::Blake2s
            | Self::Blake3
            | Self::Sha256d => 32,
            Self::Sha384 | Self::Sha3_384 => 48,
            Self::Sha512 | Self::Sha3_512 | Self::Blake2b => 64,
        }
    }

    /// The digest of `data`.
    #[must_use]
    #[inline]
    pub fn digest(self, data: &[u8]) -> Output {
        match self {
            Self::Md5 => once::<Md5>(data),
            Self::Sha1 => once::<Sha1>(data),
            Self::Sha224 => once::<Sha224>(data),
            Self::Sha256 => once::<Sha256>(data),
            Self::Sha384 => once::<Sha384>(data),
            Self::Sha512 => once::<Sha512>(data),
            Self::Sha512_224 => once::<Sha512_224>(data),
            Self::Sha512_256 => once::<Sha512_256>(data),
            Self::Sha3_224 => once::<Sha3_224>(data),
            Self::Sha3_256 => once::<Sha3_256>(data),
            Self::Sha3_384 => once::<Sha3_384>(data),
            Self::Sha3_512 => once::<Sha3_512>(data),
            Self::Blake2b => blake2b_simd::blake2b(data).as_bytes().into(),
            Self::Blake2s => blake2s_simd::blake2s(data).as_bytes().into(),
            Self::Blake3 => blake3::hash(data).as_slice().into(),
            Self::Ripemd160 => once::<Ripemd160>(data),
            Self::Sha256d => once::<Sha256>(&once::<Sha256>(data)),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[inline]
fn once<D: ::hmac::digest::Digest + FixedOutputReset>(data: &[u8]) -> Output {
    // Without a key there is no secret to erase, and the erasure in its drop costs as much as a short message's digest.
    let mut digest = ManuallyDrop::new(D::new());
    ::hmac::digest::Digest::update(&mut *digest, data);
    Output::from(digest.finalize_fixed_reset().as_slice())
}

/// A digest that is fed piece by piece.
#[derive(Clone)]
pub struct Digest {
    algorithm: Algorithm,
    state: State,
}

#[derive(Clone)]
enum State {
    Md5(Md5),
    Sha1(Sha1),
    Sha224(Sha224),
    Sha256(Sha256),
    Sha384(Sha384),
    Sha512(Sha512),
    Sha512_224(Sha512_224),
    Sha512_256(Sha512_256),
    Sha3_224(Sha3_224),
    Sha3_256(Sha3_256),
    Sha3_384(Sha3_384),
    Sha3_512(Sha3_512),
    // Boxed, because these are far larger than the rest.
    Blake2b(Box<Blake2b>),
    Blake2s(Box<Blake2s>),
    Blake3(Box<Blake3>),
    Ripemd160(Ripemd160),
    Sha256d(Sha256),
}

/// Says one thing for the states that are a digest of the `digest` crate, one for the BLAKE family, one for SHA-256d.
macro_rules! for_state {
    ($state:expr, $s:ident, $digest:expr, blake: $blake:expr, twice: $twice:expr) => {
        match $state {
            State::Md5($s) => $digest,
            State::Sha1($s) => $digest,
            State::Sha224($s) => $digest,
            State::Sha256($s) => $digest,
            State::Sha384($s) => $digest,
            State::Sha512($s) => $digest,
            State::Sha512_224($s) => $digest,
            State::Sha512_256($s) => $digest,
            State::Sha3_224($s) => $digest,
            State::Sha3_256($s) => $digest,
            State::Sha3_384($s) => $digest,
            State::Sha3_512($s) => $digest,
            State::Ripemd160($s) => $digest,
            State::Blake2b($s) => $blake,
            State::Blake2s($s) => $blake,
            State::Blake3($s) => $blake,
            State::Sha256d($s) => $twice,
        }
    };
}

impl Digest {
    /// A digest that nothing was fed to.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the defaults of the BLAKE family are in range")]
    pub fn new(algorithm: Algorithm) -> Self {
        let state = match algorithm {
            Algorithm::Md5 => State::Md5(Md5::new()),
            Algorithm::Sha1 => State::Sha1(Sha1::new()),
            Algorithm::Sha224 => State::Sha224(Sha224::new()),
            Algorithm::Sha256 => State::Sha256(Sha256::new()),
            Algorithm::Sha384 => State::Sha384(Sha384::new()),
            Algorithm::Sha512 => State::Sha512(Sha512::new()),
            Algorithm::Sha512_224 => State::Sha512_224(Sha512_224::new()),
            Algorithm::Sha512_256 => State::Sha512_256(Sha512_256::new()),
            Algorithm::Sha3_224 => State::Sha3_224(Sha3_224::new()),
            Algorithm::Sha3_256 => State::Sha3_256(Sha3_256::new()),
            Algorithm::Sha3_384 => State::Sha3_384(Sha3_384::new()),
            Algorithm::Sha3_512 => State::Sha3_512(Sha3_512::new()),
            Algorithm::Ripemd160 => State::Ripemd160(Ripemd160::new()),
            Algorithm::Sha256d => State::Sha256d(Sha256::new()),
            Algorithm::Blake2b | Algorithm::Blake2s | Algorithm::Blake3 => {
                return Self::keyed(algorithm, None, None).expect("the defaults are in range");
            }
        };
        Self { algorithm, state }
    }

    /// A BLAKE digest under `key`, with `output_size` bytes of output: the algorithm's own number where `None`.
    ///
    /// `BLAKE2b` takes keys of up to 64 bytes, `BLAKE2s` of up to 32, `BLAKE3` of exactly 32.
    ///
    /// # Errors
    ///
    /// `NoKey` for an algorithm outside this family; `Length` for a key or an output size out of range.
    pub fn keyed(
        algorithm: Algorithm,
        key: Option<&[u8]>,
        output_size: Option<usize>,
    ) -> Result<Self, Error> {
        Self::tailored(algorithm, &Tailoring { key, output_size, ..Tailoring::default() })
    }

    /// The digest of `data` in one call, by a `BLAKE2` with all that it can be made for.
    ///
    /// # Errors
    ///
    /// As [`Self::tailored`], and `NoSalt` for `BLAKE3`.
    pub fn once_tailored(
        algorithm: Algorithm,
        tailoring: &Tailoring<'_>,
        data: &[u8],
    ) -> Result<Output, Error> {
        let output_size = tailoring.output_size.unwrap_or(algorithm.output_size());
        match algorithm {
            Algorithm::Blake2b => Blake2b::once(tailoring, output_size, data),
            Algorithm::Blake2s => Blake2s::once(tailoring, output_size, data),
            Algorithm::Blake3 => Err(Error::NoSalt(algorithm)),
            _ => Err(Error::NoKey(algorithm)),
        }
    }

    /// A BLAKE digest with all that its algorithm can be made for.
    ///
    /// # Errors
    ///
    /// `NoKey` for an algorithm outside this family; `NoSalt` for a salt or a personalization with `BLAKE3`; `Length`
    /// for what is out of range.
    pub fn tailored(algorithm: Algorithm, tailoring: &Tailoring<'_>) -> Result<Self, Error> {
        let output_size = tailoring.output_size.unwrap_or(algorithm.output_size());
        let state = match algorithm {
            Algorithm::Blake2b => State::Blake2b(Box::new(Blake2b::tailored(tailoring, output_size)?)),
            Algorithm::Blake2s => State::Blake2s(Box::new(Blake2s::tailored(tailoring, output_size)?)),
            Algorithm::Blake3 => State::Blake3(Box::new(Blake3::tailored(tailoring, output_size)?)),
            _ => return Err(Error::NoKey(algorithm)),
        };
        Ok(Self { algorithm, state })
    }

    /// The algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The length of the output in bytes.
    #[must_use]
    pub fn output_size(&self) -> usize {
        for_state!(&self.state, _s, self.algorithm.output_size(), blake: _s.output_size(), twice: 32)
    }

    /// Feeds `data`.
    pub fn update(&mut self, data: &[u8]) {
        for_state!(&mut self.state, s, s.update(data), blake: s.update(data), twice: s.update(data));
    }

    /// Writes the digest of all that was fed so far to `output`, which is `output_size` bytes long.
    ///
    /// # Panics
    ///
    /// When `output` has another length.
    pub fn finalize_into(&self, output: &mut [u8]) {
        for_state!(&self.state, s,
            output.copy_from_slice(&s.clone().finalize()),
            blake: s.finalize_into(output),
            twice: output.copy_from_slice(&Sha256::digest(s.clone().finalize())));
    }

    /// Goes back to the start, with the key and the output size that it was made with.
    pub fn reset(&mut self) {
        for_state!(&mut self.state, s,
            ::hmac::digest::Digest::reset(s),
            blake: s.reset(),
            twice: ::hmac::digest::Digest::reset(s));
    }
}
