//! HMAC (RFC 2104, FIPS 198-1) over a digest chosen at run time.

use std::sync::Arc;

use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::equal;

use crate::{Refusal, evp};

/// The HMAC of `data` under `key`.
///
/// # Errors
///
/// Where HMAC is not offered over the digest, or the provider refuses the digest or the key.
#[inline]
pub fn authenticate(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Refusal> {
    evp::authenticate(algorithm, key, data)
}

/// A key that was hashed once, so that each message costs only its own blocks and a copy. Any number of threads may use it
/// at once.
#[derive(Clone)]
pub struct Key(Arc<evp::Prepared>);

impl Key {
    /// Prepares `key`.
    ///
    /// # Errors
    ///
    /// As [`authenticate`].
    pub fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self, Refusal> {
        evp::Prepared::new(algorithm, key).map(Arc::new).map(Self)
    }

    /// The digest that this key is for.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// The HMAC of `data`.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    #[inline]
    pub fn authenticate(&self, data: &[u8]) -> Result<Output, Refusal> {
        self.0.authenticate(data)
    }

    /// The start of a stream under this key.
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream { key: self.clone(), context: self.0.stream() }
    }

    /// Whether `other` is for the same digest and authenticates alike; which bytes differ does not show in time.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn equals(&self, other: &Self) -> Result<bool, Refusal> {
        Ok(self.algorithm() == other.algorithm()
            && equal(&self.authenticate(b"")?, &other.authenticate(b"")?))
    }
}

/// An HMAC that is fed piece by piece.
#[derive(Clone)]
pub struct Stream {
    key: Key,
    context: evp::Mac,
}

impl Stream {
    /// The digest that this stream is over.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.key.algorithm()
    }

    /// Feeds `data`.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    #[inline]
    pub fn update(&mut self, data: &[u8]) -> Result<(), Refusal> {
        self.context.update(self.algorithm(), data)
    }

    /// The HMAC of all that was fed so far.
    ///
    /// # Errors
    ///
    /// Where the provider fails.
    pub fn finalize(&self) -> Result<Output, Refusal> {
        self.context.clone().finalize(self.algorithm())
    }

    /// Goes back to the start, under the same key.
    pub fn reset(&mut self) {
        self.context = self.key.0.stream();
    }
}
