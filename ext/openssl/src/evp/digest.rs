//! Message digests.

use std::cell::RefCell;
use std::ffi::CStr;
use std::ptr;
use std::sync::OnceLock;

use openssl_sys as ffi;
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;

use super::{Owned, quickly, quietly, succeeded, text};
use crate::Refusal;
use crate::digest::name;

/// The longest digest that there is.
const LONGEST: usize = ffi::EVP_MAX_MD_SIZE as usize;

/// An algorithm that a provider offers.
pub(crate) struct Fetched(Owned<ffi::EVP_MD>);

static FETCHED: [OnceLock<Fetched>; Algorithm::ALL.len()] = [const { OnceLock::new() }; Algorithm::ALL.len()];

impl Fetched {
    /// The algorithm of this name, fetched anew.
    pub(crate) fn digest(name: &CStr) -> Result<Self, Refusal> {
        quietly(
            || name.to_string_lossy().into_owned(),
            // SAFETY: null is the default library context and the default properties; the name is a C string.
            || unsafe { Owned::take(ffi::EVP_MD_fetch(ptr::null_mut(), name.as_ptr(), ptr::null())) },
        )
        .map(Self)
    }

    /// The algorithm, which is kept once it was fetched. What was refused may be there the next time.
    #[inline]
    fn kept(algorithm: Algorithm) -> Result<&'static Self, Refusal> {
        let kept = &FETCHED[algorithm as usize];
        kept.get().map_or_else(|| Self::fetch(algorithm, kept), Ok)
    }

    #[cold]
    fn fetch(algorithm: Algorithm, kept: &'static OnceLock<Self>) -> Result<&'static Self, Refusal> {
        let fetched = Self::digest(name(algorithm)).map_err(|refusal| match refusal {
            Refusal::Provider { reason, .. } => Refusal::Provider { what: algorithm.name().into(), reason },
            other @ Refusal::Argument(_) => other,
        })?;
        Ok(kept.get_or_init(|| fetched))
    }

    /// The name of the provider.
    pub(crate) fn provider(&self) -> String {
        // SAFETY: a live algorithm; its provider lives as long, and so does the name.
        unsafe { text(super::OSSL_PROVIDER_get0_name(super::EVP_MD_get0_provider(self.0.as_ptr()))) }
            .unwrap_or_default()
    }
}

/// A context, at any point of its input: `None` where libcrypto would not make or copy it.
pub(crate) struct Digest(Option<Owned<ffi::EVP_MD_CTX>>);

impl Digest {
    /// A context that nothing was fed to.
    pub(crate) fn start(algorithm: Algorithm) -> Result<Self, Refusal> {
        let mut this = Self::empty();
        let fetched = Fetched::kept(algorithm)?;
        quickly(|| algorithm.name().into(), || this.init(fetched))?;
        Ok(this)
    }

    fn empty() -> Self {
        // SAFETY: it takes nothing.
        Self(unsafe { Owned::take(ffi::EVP_MD_CTX_new()) })
    }

    /// Goes back to the start.
    pub(crate) fn restart(&mut self, algorithm: Algorithm) -> Result<(), Refusal> {
        let fetched = Fetched::kept(algorithm)?;
        quickly(|| algorithm.name().into(), || self.init(fetched))
    }

    pub(crate) fn update(&mut self, algorithm: Algorithm, data: &[u8]) -> Result<(), Refusal> {
        quickly(|| algorithm.name().into(), || self.feed(data))
    }

    /// The digest of all that was fed so far, by a copy.
    pub(crate) fn finalize(&self, algorithm: Algorithm) -> Result<Output, Refusal> {
        quickly(
            || algorithm.name().into(),
            || {
                kept(algorithm, |copy| {
                    let (from, to) = (self.0.as_ref()?, copy.0.as_ref()?);
                    // SAFETY: two live contexts.
                    succeeded(unsafe { ffi::EVP_MD_CTX_copy_ex(to.as_ptr(), from.as_ptr()) })?;
                    copy.finish()
                })
            },
        )
    }

    #[inline]
    fn init(&mut self, fetched: &Fetched) -> Option<()> {
        // SAFETY: a live context and a live algorithm; null is no engine.
        succeeded(unsafe {
            ffi::EVP_DigestInit_ex(self.0.as_ref()?.as_ptr(), fetched.0.as_ptr(), ptr::null_mut())
        })
    }

    #[inline]
    fn feed(&mut self, data: &[u8]) -> Option<()> {
        // SAFETY: a live context, and as many bytes as it is told.
        succeeded(unsafe {
            ffi::EVP_DigestUpdate(self.0.as_ref()?.as_ptr(), data.as_ptr().cast(), data.len())
        })
    }

    #[inline]
    fn finish(&mut self) -> Option<Output> {
        let (mut output, mut len) = ([0; LONGEST], 0);
        // SAFETY: a live context, and room for the longest digest.
        succeeded(unsafe {
            ffi::EVP_DigestFinal_ex(self.0.as_ref()?.as_ptr(), output.as_mut_ptr(), &raw mut len)
        })?;
        Some(Output::from(&output[..len as usize]))
    }
}

impl Clone for Digest {
    fn clone(&self) -> Self {
        let mut copy = Self::empty();
        let copied = quickly(String::new, || {
            let (from, to) = (self.0.as_ref()?, copy.0.as_ref()?);
            // SAFETY: two live contexts.
            succeeded(unsafe { ffi::EVP_MD_CTX_copy_ex(to.as_ptr(), from.as_ptr()) })
        });
        if copied.is_err() {
            copy.0 = None;
        }
        copy
    }
}

thread_local! {
    /// A context for each algorithm, used anew by each call: to make one costs more than a short message's digest.
    static KEPT: RefCell<[Option<Digest>; Algorithm::ALL.len()]> =
        const { RefCell::new([const { None }; Algorithm::ALL.len()]) };
}

#[inline]
fn kept<T>(algorithm: Algorithm, body: impl FnOnce(&mut Digest) -> T) -> T {
    KEPT.with_borrow_mut(|kept| body(kept[algorithm as usize].get_or_insert_with(Digest::empty)))
}

/// The digest of `data`.
#[inline]
pub(crate) fn digest(algorithm: Algorithm, data: &[u8]) -> Result<Output, Refusal> {
    let fetched = Fetched::kept(algorithm)?;
    quickly(
        || algorithm.name().into(),
        || {
            kept(algorithm, |context| {
                context.init(fetched)?;
                context.feed(data)?;
                context.finish()
            })
        },
    )
}
