//! HMAC (RFC 2104, FIPS 198-1) over a digest chosen at run time.

use std::hint::black_box;
use std::mem::ManuallyDrop;

use ::hmac::block_api::HmacCore;
use ::hmac::digest::block_api::{Buffer, FixedOutputCore, UpdateCore};
use ::hmac::digest::{Digest, KeyInit, Mac, array::Array, common::BlockSizeUser};
use ::hmac::{EagerHash, SimpleHmac};
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::{Sha224, Sha256};
use subtle::ConstantTimeEq;

use crate::digest::{
    Algorithm, Md5, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha384, Sha512, Sha512_224, Sha512_256,
};
use crate::erased::Erased;
use crate::{Error, Output};

/// An HMAC over one digest, at any point of its input.
trait Keyed: Clone {
    fn new(key: &[u8]) -> Self;
    fn update(&mut self, data: &[u8]);
    fn finalize(&self) -> Output;
    /// The HMAC of `data`, where nothing was fed yet.
    fn authenticate(&self, data: &[u8]) -> Output;
    /// The HMAC of `data` under `key`, where neither is met again.
    fn once(key: &[u8], data: &[u8]) -> Output;
}

/// Over a digest that takes whole blocks: what is prepared is the digests of the two pads and nothing else.
#[derive(Clone)]
struct Blocks<D: EagerHash> {
    core: HmacCore<D>,
    buffer: Buffer<HmacCore<D>>,
}

impl<D: EagerHash> Blocks<D> {
    fn start(key: &[u8]) -> HmacCore<D> {
        HmacCore::new_from_slice(key).expect("HMAC takes a key of any length")
    }

    #[inline]
    fn finish(mut core: HmacCore<D>, data: &[u8]) -> Output {
        // The buffer holds the message's tail and the inner digest, which give nothing of the key away: erasing it,
        // as its drop does, would cost a tenth of a short message's HMAC.
        let mut buffer = ManuallyDrop::new(Buffer::<HmacCore<D>>::default());
        buffer.digest_blocks(data, |blocks| core.update_blocks(blocks));
        let mut output = Array::default();
        core.finalize_fixed_core(&mut buffer, &mut output);
        Output::from(output.as_slice())
    }
}

impl<D: EagerHash> Keyed for Blocks<D> {
    fn new(key: &[u8]) -> Self {
        Self { core: Self::start(key), buffer: Buffer::<HmacCore<D>>::default() }
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        let Self { core, buffer } = self;
        buffer.digest_blocks(data, |blocks| core.update_blocks(blocks));
    }

    fn finalize(&self) -> Output {
        let Self { mut core, mut buffer } = self.clone();
        let mut output = Array::default();
        core.finalize_fixed_core(&mut buffer, &mut output);
        Output::from(output.as_slice())
    }

    #[inline]
    fn authenticate(&self, data: &[u8]) -> Output {
        Self::finish(self.core.clone(), data)
    }

    #[inline]
    fn once(key: &[u8], data: &[u8]) -> Output {
        Self::finish(Self::start(key), data)
    }
}

/// Over a digest without a block interface.
#[derive(Clone)]
struct Sponge<D: Digest + BlockSizeUser + Clone>(SimpleHmac<D>);

impl<D: Digest + BlockSizeUser + Clone> Keyed for Sponge<D> {
    fn new(key: &[u8]) -> Self {
        Self(<SimpleHmac<D> as KeyInit>::new_from_slice(key).expect("HMAC takes a key of any length"))
    }

    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn finalize(&self) -> Output {
        self.authenticate(b"")
    }

    fn authenticate(&self, data: &[u8]) -> Output {
        Output::from(self.0.clone().chain_update(data).finalize().as_bytes().as_slice())
    }

    fn once(key: &[u8], data: &[u8]) -> Output {
        Self::new(key).authenticate(data)
    }
}

// SimpleHmac does not erase the outer pad, which is the key in plain sight.
impl<D: Digest + BlockSizeUser + Clone> Drop for Sponge<D> {
    fn drop(&mut self) {
        self.0 = <SimpleHmac<D> as KeyInit>::new(&Array::default());
        black_box(self);
    }
}

macro_rules! over {
    ($($variant:ident $mac:ident;)+) => {
        #[derive(Clone)]
        enum State {
            $($variant($mac<$variant>),)+
        }

        impl State {
            fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self, Error> {
                match algorithm {
                    $(Algorithm::$variant => Ok(Self::$variant(Keyed::new(key))),)+
                    _ => Err(Error::NoHmac(algorithm)),
                }
            }

            #[inline]
            fn update(&mut self, data: &[u8]) {
                match self { $(Self::$variant(mac) => mac.update(data),)+ }
            }

            #[inline]
            fn finalize(&self) -> Output {
                match self { $(Self::$variant(mac) => mac.finalize(),)+ }
            }

            #[inline]
            fn authenticate(&self, data: &[u8]) -> Output {
                match self { $(Self::$variant(mac) => mac.authenticate(data),)+ }
            }
        }

        impl Algorithm {
            /// The algorithms that HMAC is offered over.
            pub const WITH_HMAC: &[Self] = &[$(Self::$variant),+];
        }

        /// The HMAC of `data` under `key`, which may be of any length.
        ///
        /// # Errors
        ///
        /// `NoHmac` for a digest that HMAC is not offered over.
        #[inline]
        pub fn authenticate(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Error> {
            match algorithm {
                $(Algorithm::$variant => Ok($mac::<$variant>::once(key, data)),)+
                _ => Err(Error::NoHmac(algorithm)),
            }
        }
    };
}

over! {
    Md5 Blocks;
    Sha1 Blocks;
    Sha224 Blocks;
    Sha256 Blocks;
    Sha384 Blocks;
    Sha512 Blocks;
    Sha512_224 Blocks;
    Sha512_256 Blocks;
    Sha3_224 Sponge;
    Sha3_256 Sponge;
    Sha3_384 Sponge;
    Sha3_512 Sponge;
    Ripemd160 Blocks;
}

/// Whether two tags are equal, in time that depends on their lengths alone.
#[must_use]
pub fn equal(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// A key that was hashed once, so that each message costs only its own blocks.
#[derive(Clone)]
pub struct Key {
    algorithm: Algorithm,
    state: Erased<State>,
}

impl Key {
    /// Prepares `key`, which may be of any length.
    ///
    /// # Errors
    ///
    /// `NoHmac` for a digest that HMAC is not offered over.
    pub fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self, Error> {
        Ok(Self { algorithm, state: State::new(algorithm, key)?.into() })
    }

    /// The digest that this key is for.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The HMAC of `data`.
    #[must_use]
    #[inline]
    pub fn authenticate(&self, data: &[u8]) -> Output {
        self.state.authenticate(data)
    }

    /// The start of a stream under this key.
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream { key: self.clone(), state: self.state.clone() }
    }
}

/// Keys are equal when they are for the same digest and authenticate alike; which bytes differ does not show in time.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.algorithm == other.algorithm && equal(&self.authenticate(b""), &other.authenticate(b""))
    }
}

impl Eq for Key {}

/// An HMAC that is fed piece by piece.
#[derive(Clone)]
pub struct Stream {
    key: Key,
    state: Erased<State>,
}

impl Stream {
    /// The digest that this stream is over.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.key.algorithm
    }

    /// Feeds `data`.
    #[inline]
    pub fn update(&mut self, data: &[u8]) {
        self.state.update(data);
    }

    /// The HMAC of all that was fed so far.
    #[must_use]
    pub fn finalize(&self) -> Output {
        self.state.finalize()
    }

    /// Goes back to the start, under the same key.
    pub fn reset(&mut self) {
        self.state = self.key.state.clone();
    }
}
