//! HMAC, by the provider's own (`EVP_MAC`) and not by the functions `HMAC_*`, which are deprecated and build it out of the
//! provider's digest: an approved module is approved for the former.

use std::cell::RefCell;
use std::ptr;
use std::sync::{Mutex, OnceLock};

use openssl_sys as ffi;
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;

use super::{Owned, quickly, quietly, succeeded};
use crate::Refusal;
use crate::digest::name;

/// The longest tag that there is.
const LONGEST: usize = ffi::EVP_MAX_MD_SIZE as usize;

/// A key of a length that any policy allows.
const SOME_KEY: [u8; 32] = [0; 32];

/// What is found out once for each algorithm.
struct Fetched {
    /// A context without a key: to find the digest by its name costs more than all the rest.
    unkeyed: Mac,
    /// Whether a context goes back to its start when it is told to, which costs less than a copy of another. Providers
    /// before 3.0.3 leave it as it is and say that they did (openssl#17811), and may be loaded by a later libcrypto.
    restarts: bool,
}

static FETCHED: [OnceLock<Fetched>; Algorithm::ALL.len()] = [const { OnceLock::new() }; Algorithm::ALL.len()];

impl Fetched {
    #[inline]
    fn of(algorithm: Algorithm) -> Result<&'static Self, Refusal> {
        let kept = &FETCHED[algorithm as usize];
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
        let unkeyed = Mac(Some(made));
        let restarts = quietly(|| describe(algorithm), || Some(Self::restarts(unkeyed.clone())))?;
        Ok(kept.get_or_init(|| Self { unkeyed, restarts }))
    }

    /// Whether `context` gives the same tag again after it was told to go back to its start.
    fn restarts(mut context: Mac) -> bool {
        let mut tag = |start: fn(&mut Mac) -> Option<()>| {
            start(&mut context)?;
            context.feed(b"a")?;
            context.finish()
        };
        let first = tag(|context| context.init(&SOME_KEY));
        let second = tag(Mac::restart);
        first.is_some_and(|first| second.is_some_and(|second| *first == *second))
    }
}

/// A context, at any point of its input: `None` where libcrypto would not make or copy it.
pub(crate) struct Mac(Option<Owned<ffi::EVP_MAC_CTX>>);

impl Mac {
    /// A context with a key that nothing was fed to.
    pub(crate) fn start(algorithm: Algorithm, key: &[u8]) -> Result<Self, Refusal> {
        let mut this = Fetched::of(algorithm)?.unkeyed.clone();
        quickly(|| describe_key(algorithm, key), || this.init(key))?;
        Ok(this)
    }

    pub(crate) fn update(&mut self, algorithm: Algorithm, data: &[u8]) -> Result<(), Refusal> {
        quickly(|| describe(algorithm), || self.feed(data))
    }

    /// The tag of all that was fed. The context is not to be fed again.
    pub(crate) fn finalize(mut self, algorithm: Algorithm) -> Result<Output, Refusal> {
        quickly(|| describe(algorithm), || self.finish())
    }

    /// Goes back to the start, under the same key.
    #[inline]
    fn restart(&mut self) -> Option<()> {
        // SAFETY: a live context; null is the key that it has, and no parameters.
        succeeded(unsafe { ffi::EVP_MAC_init(self.0.as_ref()?.as_ptr(), ptr::null(), 0, ptr::null()) })
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
        let copied = quickly(String::new, || {
            // SAFETY: a live context, which is only read.
            unsafe { Owned::take(ffi::EVP_MAC_CTX_dup(self.0.as_ref()?.as_ptr())) }
        });
        Self(copied.ok())
    }
}

/// A key that was hashed once.
pub(crate) struct Prepared {
    algorithm: Algorithm,
    restarts: bool,
    // Only ever copied.
    start: Mac,
    // A copy that is ready. A thread that finds none, or finds another at it, makes its own.
    spare: Mutex<Option<Mac>>,
}

impl Prepared {
    pub(crate) fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self, Refusal> {
        let start = Mac::start(algorithm, key)?;
        Ok(Self { algorithm, restarts: Fetched::of(algorithm)?.restarts, start, spare: Mutex::new(None) })
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// A context that nothing was fed to.
    pub(crate) fn stream(&self) -> Mac {
        self.start.clone()
    }

    /// The HMAC of `data`.
    #[inline]
    pub(crate) fn authenticate(&self, data: &[u8]) -> Result<Output, Refusal> {
        let spare = self.spare.try_lock().ok().and_then(|mut spare| spare.take());
        let mut context = spare.unwrap_or_else(|| self.stream());
        quickly(
            || describe(self.algorithm),
            || {
                context.feed(data)?;
                let output = context.finish()?;
                if self.restarts
                    && context.restart().is_some()
                    && let Ok(mut spare) = self.spare.try_lock()
                {
                    *spare = Some(context);
                }
                Some(output)
            },
        )
    }
}

thread_local! {
    /// A context for each algorithm, keyed anew by each call. It keeps the key of the last one until then, or until the
    /// thread ends: to key it with something else at once would cost as much as a third of a short message's HMAC.
    static KEPT: RefCell<[Option<Mac>; Algorithm::ALL.len()]> =
        const { RefCell::new([const { None }; Algorithm::ALL.len()]) };
}

/// The HMAC of `data` under `key`.
#[inline]
pub(crate) fn authenticate(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Refusal> {
    KEPT.with_borrow_mut(|kept| {
        let slot = &mut kept[algorithm as usize];
        let context = match slot {
            Some(context) => context,
            None => slot.insert(Fetched::of(algorithm)?.unkeyed.clone()),
        };
        let result = quickly(
            || describe_key(algorithm, key),
            || {
                context.init(key)?;
                context.feed(data)?;
                context.finish()
            },
        );
        if result.is_err() {
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
