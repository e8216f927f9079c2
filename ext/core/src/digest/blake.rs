//! The BLAKE family as streams that know their output size and go back to their own start.

use std::hint::black_box;

use blake3::Hasher;
use zeroize::Zeroize;

use super::Algorithm;
use crate::{Error, Output};

/// The longest output that BLAKE3 is asked for: 1 MiB.
pub const BLAKE3_LONGEST_OUTPUT: usize = 1 << 20;

/// What a digest of the family is made for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tailoring<'a> {
    /// A key: up to 64 bytes for `BLAKE2b`, up to 32 for `BLAKE2s`, exactly 32 for `BLAKE3`.
    pub key: Option<&'a [u8]>,
    /// The number of bytes of output; the algorithm's own where `None`.
    pub output_size: Option<usize>,
    /// A salt of up to 16 bytes for `BLAKE2b`, up to 8 for `BLAKE2s`. A shorter one is as if zeros followed.
    pub salt: Option<&'a [u8]>,
    /// What the digest is for, in as many bytes as a salt may have: digests for different uses have nothing in common.
    pub personal: Option<&'a [u8]>,
}

/// What the three have in common, so that a stream of any of them is driven by the same words.
pub(super) trait Blake: Sized {
    /// A stream of `output_size` bytes of output, made for what `tailoring` says besides.
    fn tailored(tailoring: &Tailoring<'_>, output_size: usize) -> Result<Self, Error>;
    fn output_size(&self) -> usize;
    fn update(&mut self, data: &[u8]);
    fn finalize_into(&self, output: &mut [u8]);
    fn reset(&mut self);
}

macro_rules! blake2 {
    ($name:ident, $krate:ident) => {
        #[derive(Clone)]
        pub(super) struct $name {
            output_size: usize,
            start: $krate::State,
            state: $krate::State,
        }

        impl $name {
            fn params(tailoring: &Tailoring<'_>, output_size: usize) -> Result<$krate::Params, Error> {
                let &Tailoring { key, salt, personal, .. } = tailoring;
                Error::check_length("digest size", output_size, 1, $krate::OUTBYTES)?;
                let mut params = $krate::Params::new();
                params.hash_length(output_size);
                if let Some(salt) = salt {
                    Error::check_length("salt", salt.len(), 0, $krate::SALTBYTES)?;
                    params.salt(salt);
                }
                if let Some(personal) = personal {
                    Error::check_length("personal", personal.len(), 0, $krate::PERSONALBYTES)?;
                    params.personal(personal);
                }
                if let Some(key) = key {
                    Error::check_length("key", key.len(), 1, $krate::KEYBYTES)?;
                    params.key(key);
                }
                Ok(params)
            }

            /// The digest of `data` in one call, without a stream.
            pub(super) fn once(
                tailoring: &Tailoring<'_>,
                output_size: usize,
                data: &[u8],
            ) -> Result<Output, Error> {
                let mut params = Self::params(tailoring, output_size)?;
                let output = params.hash(data).as_bytes().into();
                if tailoring.key.is_some() {
                    params = $krate::Params::new();
                    black_box(&mut params);
                }
                Ok(output)
            }
        }

        impl Blake for $name {
            fn tailored(tailoring: &Tailoring<'_>, output_size: usize) -> Result<Self, Error> {
                let mut params = Self::params(tailoring, output_size)?;
                let start = params.to_state();
                if tailoring.key.is_some() {
                    params = $krate::Params::new();
                    black_box(&mut params);
                }
                Ok(Self { output_size, state: start.clone(), start })
            }

            fn output_size(&self) -> usize {
                self.output_size
            }

            fn update(&mut self, data: &[u8]) {
                self.state.update(data);
            }

            fn finalize_into(&self, output: &mut [u8]) {
                output.copy_from_slice(self.state.finalize().as_bytes());
            }

            fn reset(&mut self) {
                self.state = self.start.clone();
            }
        }

        // The crate does not erase a state, and its buffer holds the key until the first block is full.
        impl Drop for $name {
            fn drop(&mut self) {
                self.start = $krate::State::new();
                self.state = $krate::State::new();
                black_box(self);
            }
        }
    };
}

blake2!(Blake2b, blake2b_simd);
blake2!(Blake2s, blake2s_simd);

#[derive(Clone)]
pub(super) struct Blake3 {
    output_size: usize,
    state: Hasher,
}

impl Blake for Blake3 {
    fn tailored(tailoring: &Tailoring<'_>, output_size: usize) -> Result<Self, Error> {
        Error::check_length("digest size", output_size, 1, BLAKE3_LONGEST_OUTPUT)?;
        if tailoring.salt.or(tailoring.personal).is_some() {
            return Err(Error::NoSalt(Algorithm::Blake3));
        }
        let state = match tailoring.key {
            Some(key) => Hasher::new_keyed(Error::check_array("key", key)?),
            None => Hasher::new(),
        };
        Ok(Self { output_size, state })
    }

    fn output_size(&self) -> usize {
        self.output_size
    }

    fn update(&mut self, data: &[u8]) {
        self.state.update(data);
    }

    fn finalize_into(&self, output: &mut [u8]) {
        assert_eq!(output.len(), self.output_size);
        self.state.finalize_xof().fill(output);
    }

    fn reset(&mut self) {
        self.state.reset();
    }
}

impl Drop for Blake3 {
    fn drop(&mut self) {
        self.state.zeroize();
    }
}

/// Derives a key from `key_material` for one `context`, with BLAKE3's key derivation mode.
///
/// The context is a fixed string that names the application and the use; it is no secret.
pub fn blake3_derive_key(context: &str, key_material: &[u8], output: &mut [u8]) {
    let mut hasher = Hasher::new_derive_key(context);
    hasher.update(key_material).finalize_xof().fill(output);
    hasher.zeroize();
}
