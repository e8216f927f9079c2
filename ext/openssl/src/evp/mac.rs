//! HMAC, by the provider's own (`EVP_MAC`) and not by the functions `HMAC_*`, which are deprecated and build it out of the
//! provider's digest: an approved module is approved for the former.

use std::cell::RefCell;
use std::ptr;
use std::sync::OnceLock;

use openssl_sys as ffi;
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;

use super::{Owned, quietly, succeeded};
use crate::Refusal;
use crate::digest::name;

/// The longest tag that there is.
const LONGEST: usize = ffi::EVP_MAX_MD_SIZE as usize;

/// What a context is keyed with to forget the key that it had: of a length that any policy allows.
const NO_KEY: [u8; 32] = [0; 32];

/// A context without a key, for each algorithm: to find the digest by its name costs more than all the rest.
static UNKEYED: [OnceLock<Mac>; Algorithm::ALL.len()] = [const { OnceLock::new() }; Algorithm::ALL.len()];

/// A context, at any point of its input: `None` where libcrypto would not make or copy it.
pub(crate) struct Mac(Option<Owned<ffi::EVP_MAC_CTX>>);

impl Mac {
    /// A context with a key that nothing was fed to.
    pub(crate) fn start(algorithm: Algorithm, key: &[u8]) -> Result<Self, Refusal> {
        let mut this = Self::unkeyed(algorithm)?.clone();
        quietly(|| describe_key(algorithm, key), || this.init(key))?;
        Ok(this)
    }

    #[inline]
    fn unkeyed(algorithm: Algorithm) -> Result<&'static Self, Refusal> {
        let kept = &UNKEYED[algorithm as usize];
        kept.get().map_or_else(|| Self::fetch(algorithm, kept), Ok)
    }

    #[cold]
    fn fetch(algorithm: Algorithm, kept: &'static OnceLock<Self>) -> Result<&'static Self, Refusal> {
        if !Algorithm::WITH_HMAC.contains(&algorithm) {
            return Err(Refusal::no_hmac(algorithm));
        }
        let made = quietly(
            || describe(algorithm),
            || {
                // SAFETY: null is the default library context and the default properties. The context keeps a reference to the
                // algorithm, which is given back here. The parameters are read and not kept, and end with an end; with the
                // length 0 the name is measured.
                unsafe {
                    let mac =
                        Owned::take(ffi::EVP_MAC_fetch(ptr::null_mut(), c"HMAC".as_ptr(), ptr::null()))?;
                    let context = Owned::take(ffi::EVP_MAC_CTX_new(mac.as_ptr()))?;
                    // It is only read.
                    let name = name(algorithm).as_ptr().cast_mut();
                    let digest = super::OSSL_PARAM_construct_utf8_string(c"digest".as_ptr(), name, 0);
                    let parameters = [digest, ffi::OSSL_PARAM_construct_end()];
                    succeeded(ffi::EVP_MAC_CTX_set_params(context.as_ptr(), parameters.as_ptr()))?;
                    Some(context)
                }
            },
        )?;
        Ok(kept.get_or_init(|| Self(Some(made))))
    }

    pub(crate) fn update(&mut self, algorithm: Algorithm, data: &[u8]) -> Result<(), Refusal> {
        quietly(|| describe(algorithm), || self.feed(data))
    }

    /// The tag of all that was fed. The context is not to be fed again.
    pub(crate) fn finalize(mut self, algorithm: Algorithm) -> Result<Output, Refusal> {
        quietly(|| describe(algorithm), || self.finish())
    }

    #[inline]
    fn init(&mut self, key: &[u8]) -> Option<()> {
        let context = self.0.as_ref()?;
        // SAFETY: a live context, and as many bytes as it is told; null is no parameters.
        succeeded(unsafe { ffi::EVP_MAC_init(context.as_ptr(), key.as_ptr(), key.len(), ptr::null()) })
    }

    #[inline]
    fn feed(&mut self, data: &[u8]) -> Option<()> {
        // SAFETY: a live context, and as many bytes as it is told.
        succeeded(unsafe { ffi::EVP_MAC_update(self.0.as_ref()?.as_ptr(), data.as_ptr(), data.len()) })
    }

    #[inline]
    fn finish(&mut self) -> Option<Output> {
        let (mut output, mut len) = ([0; LONGEST], 0);
        // SAFETY: a live context, and the room that it is told.
        succeeded(unsafe {
            ffi::EVP_MAC_final(self.0.as_ref()?.as_ptr(), output.as_mut_ptr(), &raw mut len, output.len())
        })?;
        Some(Output::from(&output[..len]))
    }
}

impl Clone for Mac {
    fn clone(&self) -> Self {
        let copied = quietly(String::new, || {
            // SAFETY: a live context, which is only read.
            unsafe { Owned::take(ffi::EVP_MAC_CTX_dup(self.0.as_ref()?.as_ptr())) }
        });
        Self(copied.ok())
    }
}

thread_local! {
    /// A context for each algorithm, keyed anew by each call.
    static KEPT: RefCell<[Option<Mac>; Algorithm::ALL.len()]> =
        const { RefCell::new([const { None }; Algorithm::ALL.len()]) };
}

/// The HMAC of `data` under `key`, of which nothing is left behind.
#[inline]
pub(crate) fn authenticate(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Refusal> {
    KEPT.with_borrow_mut(|kept| {
        let slot = &mut kept[algorithm as usize];
        let context = match slot {
            Some(context) => context,
            None => slot.insert(Mac::unkeyed(algorithm)?.clone()),
        };
        let mut forgotten = false;
        let result = quietly(
            || describe_key(algorithm, key),
            || {
                context.init(key)?;
                let output = context.feed(data).and_then(|()| context.finish());
                forgotten = context.init(&NO_KEY).is_some();
                output
            },
        );
        if !forgotten {
            *slot = None;
        }
        result
    })
}

#[cold]
fn describe(algorithm: Algorithm) -> String {
    format!("HMAC over {algorithm}")
}

#[cold]
fn describe_key(algorithm: Algorithm, key: &[u8]) -> String {
    format!("a key of {} bytes for HMAC over {algorithm}", key.len())
}
