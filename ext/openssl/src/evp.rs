//! libcrypto's EVP interface: the only place of this crate for `unsafe`.
//!
//! What comes out of here is owned, is given back when it is dropped, and leaves the thread's queue of errors as it was.

#![allow(unsafe_code)]

mod digest;
mod key;
mod mac;

use std::ffi::{CStr, c_char, c_int};
use std::ptr::{self, NonNull};

use openssl_sys as ffi;

use crate::Refusal;

pub(crate) use digest::{Digest, Fetched, digest};
pub(crate) use key::{PrivateKey, PublicKey};
pub(crate) use mac::{Mac, Prepared, authenticate};

// Missing from openssl-sys.
unsafe extern "C" {
    fn ERR_set_mark() -> c_int;
    fn ERR_pop_to_mark() -> c_int;
    fn OSSL_PARAM_construct_utf8_string(key: *const c_char, text: *mut c_char, len: usize)
    -> ffi::OSSL_PARAM;
    fn EVP_MD_get0_provider(md: *const ffi::EVP_MD) -> *const ffi::OSSL_PROVIDER;
    fn OSSL_PROVIDER_get0_name(provider: *const ffi::OSSL_PROVIDER) -> *const c_char;
}

/// What libcrypto frees.
trait Release {
    /// # Safety
    ///
    /// `this` is owned, and not used again.
    unsafe fn release(this: *mut Self);
}

/// An object of libcrypto's that is owned.
struct Owned<T: Release>(NonNull<T>);

impl<T: Release> Owned<T> {
    /// Takes what libcrypto made: null where it refused.
    ///
    /// # Safety
    ///
    /// `made` is null or a new object that nobody else owns.
    unsafe fn take(made: *mut T) -> Option<Self> {
        NonNull::new(made).map(Self)
    }

    fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }
}

impl<T: Release> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it is owned, and this is the end of it.
        unsafe { T::release(self.as_ptr()) }
    }
}

// SAFETY: libcrypto's objects belong to no thread.
unsafe impl<T: Release> Send for Owned<T> {}

// SAFETY: through a shared reference this module calls only what takes its argument as const, to copy it, and what takes a
// key, which libcrypto locks itself. What changes an object takes `&mut` here.
unsafe impl<T: Release> Sync for Owned<T> {}

macro_rules! release {
    ($($object:ident $free:ident),+) => {
        $(impl Release for ffi::$object {
            unsafe fn release(this: *mut Self) {
                // SAFETY: as the caller promises.
                unsafe { ffi::$free(this) }
            }
        })+
    };
}

release! {
    EVP_MD EVP_MD_free, EVP_MD_CTX EVP_MD_CTX_free, EVP_MAC EVP_MAC_free, EVP_MAC_CTX EVP_MAC_CTX_free,
    EVP_PKEY EVP_PKEY_free, EVP_PKEY_CTX EVP_PKEY_CTX_free
}

/// Runs `body`, which calls libcrypto, and takes what it leaves in the queue of errors out of it again. `None` from it
/// becomes a refusal of `what`, with libcrypto's reason.
fn quietly<T>(what: impl FnOnce() -> String, body: impl FnOnce() -> Option<T>) -> Result<T, Refusal> {
    tidily(true, what, body)
}

/// As [`quietly`], for what leaves nothing in the queue where it succeeds: what works on a context that is there already.
#[inline]
fn quickly<T>(what: impl FnOnce() -> String, body: impl FnOnce() -> Option<T>) -> Result<T, Refusal> {
    tidily(false, what, body)
}

#[inline]
fn tidily<T>(
    litters: bool,
    what: impl FnOnce() -> String,
    body: impl FnOnce() -> Option<T>,
) -> Result<T, Refusal> {
    // SAFETY: this and what is called below work on the thread's own queue.
    let others = unsafe { ffi::ERR_peek_last_error() } != 0;
    if others {
        // SAFETY: as above.
        unsafe { ERR_set_mark() };
    }
    let result = body();
    let refusal = if result.is_none() { Some(refused(what())) } else { None };
    if others {
        // SAFETY: as above, and the mark was set.
        unsafe { ERR_pop_to_mark() };
    } else if litters || refusal.is_some() {
        // SAFETY: as above. The queue was empty, and is so again.
        unsafe { ffi::ERR_clear_error() };
    }
    result.ok_or_else(|| refusal.expect("there was no result"))
}

#[cold]
fn refused(what: String) -> Refusal {
    // SAFETY: it looks at the thread's own queue.
    let code = unsafe { ffi::ERR_peek_last_error() };
    // SAFETY: any code will do; what comes back is null or a C string that is never freed.
    let reason = unsafe { text(ffi::ERR_reason_error_string(code)) };
    Refusal::Provider { what, reason: reason.unwrap_or_default() }
}

/// `Some` where libcrypto says that it succeeded.
#[inline]
fn succeeded(code: c_int) -> Option<()> {
    (code == 1).then_some(())
}

/// # Safety
///
/// `text` is null or a C string.
unsafe fn text(text: *const c_char) -> Option<String> {
    // SAFETY: as the caller promises.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

pub(crate) fn version() -> String {
    // SAFETY: 0 is OPENSSL_VERSION; the text is never freed.
    unsafe { text(ffi::OpenSSL_version(0)) }.unwrap_or_default()
}

pub(crate) fn fips() -> bool {
    // SAFETY: null is the default library context.
    unsafe { ffi::EVP_default_properties_is_fips_enabled(ptr::null_mut()) == 1 }
}
