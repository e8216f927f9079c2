//! Ed25519 keys.

use std::ffi::CStr;
use std::ptr;

use openssl_sys as ffi;
use zeroize::Zeroizing;

use super::{Owned, quietly, succeeded};
use crate::Refusal;

const ED25519: &CStr = c"ED25519";

/// A context that is ready to sign or to verify, and is copied for each message.
struct Prepared(Owned<ffi::EVP_MD_CTX>);

/// `EVP_DigestSignInit` or `EVP_DigestVerifyInit`.
type Init = unsafe extern "C" fn(
    *mut ffi::EVP_MD_CTX,
    *mut *mut ffi::EVP_PKEY_CTX,
    *const ffi::EVP_MD,
    *mut ffi::ENGINE,
    *mut ffi::EVP_PKEY,
) -> i32;

impl Prepared {
    fn new(init: Init, key: &Owned<ffi::EVP_PKEY>) -> Option<Self> {
        // SAFETY: it takes nothing.
        let context = unsafe { Owned::take(ffi::EVP_MD_CTX_new()) }?;
        // SAFETY: a new context, which takes a reference to a live key; null is no digest, as Ed25519 wants it.
        succeeded(unsafe {
            init(context.as_ptr(), ptr::null_mut(), ptr::null(), ptr::null_mut(), key.as_ptr())
        })?;
        Some(Self(context))
    }

    /// A context like this one.
    fn copy(&self, init: Init, key: &Owned<ffi::EVP_PKEY>) -> Option<Self> {
        // SAFETY: it takes nothing.
        let copy = unsafe { Owned::take(ffi::EVP_MD_CTX_new()) }?;
        // SAFETY: two live contexts, of which the second is only read.
        match succeeded(unsafe { ffi::EVP_MD_CTX_copy_ex(copy.as_ptr(), self.0.as_ptr()) }) {
            Some(()) => Some(Self(copy)),
            // The first releases of OpenSSL 3.0 copy no context that has no digest.
            None => Self::new(init, key),
        }
    }
}

/// A secret key. libcrypto erases it when it is dropped.
pub(crate) struct PrivateKey {
    key: Owned<ffi::EVP_PKEY>,
    signing: Prepared,
}

impl PrivateKey {
    fn new(key: Owned<ffi::EVP_PKEY>) -> Option<Self> {
        let signing = Prepared::new(ffi::EVP_DigestSignInit, &key)?;
        Some(Self { key, signing })
    }

    /// A new key, from the provider's random generator.
    pub(crate) fn generate() -> Result<Self, Refusal> {
        quietly(
            || "to generate an Ed25519 key".into(),
            || {
                let mut key = ptr::null_mut();
                // SAFETY: null is the default library context and the default properties; the name is a C string; the key is
                // written where there is room for it.
                let key = unsafe {
                    let generator = Owned::take(ffi::EVP_PKEY_CTX_new_from_name(
                        ptr::null_mut(),
                        ED25519.as_ptr(),
                        ptr::null(),
                    ))?;
                    succeeded(ffi::EVP_PKEY_keygen_init(generator.as_ptr()))?;
                    succeeded(ffi::EVP_PKEY_keygen(generator.as_ptr(), &raw mut key))?;
                    Owned::take(key)
                };
                Self::new(key?)
            },
        )
    }

    /// The key of a seed.
    pub(crate) fn from_seed(seed: &[u8; 32]) -> Result<Self, Refusal> {
        quietly(
            || "an Ed25519 key".into(),
            || {
                // SAFETY: as in `generate`, and as many bytes as it is told.
                let key = unsafe {
                    Owned::take(ffi::EVP_PKEY_new_raw_private_key_ex(
                        ptr::null_mut(),
                        ED25519.as_ptr(),
                        ptr::null(),
                        seed.as_ptr(),
                        seed.len(),
                    ))
                };
                Self::new(key?)
            },
        )
    }

    /// The seed.
    pub(crate) fn seed(&self) -> Result<Zeroizing<[u8; 32]>, Refusal> {
        let mut seed = Zeroizing::new([0; 32]);
        quietly(
            || "to hand out an Ed25519 key".into(),
            || {
                let mut len = seed.len();
                // SAFETY: a live key, and the room that it is told.
                succeeded(unsafe {
                    ffi::EVP_PKEY_get_raw_private_key(self.key.as_ptr(), seed.as_mut_ptr(), &raw mut len)
                })
            },
        )?;
        Ok(seed)
    }

    /// The public key.
    pub(crate) fn public(&self) -> Result<[u8; 32], Refusal> {
        let mut public = [0; 32];
        quietly(
            || "to hand out an Ed25519 key".into(),
            || {
                let mut len = public.len();
                // SAFETY: a live key, and the room that it is told.
                succeeded(unsafe {
                    ffi::EVP_PKEY_get_raw_public_key(self.key.as_ptr(), public.as_mut_ptr(), &raw mut len)
                })
            },
        )?;
        Ok(public)
    }

    /// The signature of `message`.
    pub(crate) fn sign(&self, message: &[u8]) -> Result<[u8; 64], Refusal> {
        let mut signature = [0; 64];
        quietly(
            || "to sign with Ed25519".into(),
            || {
                let context = self.signing.copy(ffi::EVP_DigestSignInit, &self.key)?;
                let mut len = signature.len();
                // SAFETY: a live context, the room that it is told, and as many bytes as it is told.
                succeeded(unsafe {
                    ffi::EVP_DigestSign(
                        context.0.as_ptr(),
                        signature.as_mut_ptr(),
                        &raw mut len,
                        message.as_ptr(),
                        message.len(),
                    )
                })
            },
        )?;
        Ok(signature)
    }
}

/// A public key.
pub(crate) struct PublicKey {
    key: Owned<ffi::EVP_PKEY>,
    verifying: Prepared,
}

impl PublicKey {
    /// The key of these bytes.
    pub(crate) fn new(bytes: &[u8; 32]) -> Result<Self, Refusal> {
        quietly(
            || "an Ed25519 key".into(),
            || {
                // SAFETY: null is the default library context and the default properties; the name is a C string; as many
                // bytes as it is told.
                let key = unsafe {
                    Owned::take(ffi::EVP_PKEY_new_raw_public_key_ex(
                        ptr::null_mut(),
                        ED25519.as_ptr(),
                        ptr::null(),
                        bytes.as_ptr(),
                        bytes.len(),
                    ))
                }?;
                let verifying = Prepared::new(ffi::EVP_DigestVerifyInit, &key)?;
                Some(Self { key, verifying })
            },
        )
    }

    /// Whether libcrypto takes `signature` for one of `message`.
    pub(crate) fn verify(&self, signature: &[u8; 64], message: &[u8]) -> Result<bool, Refusal> {
        quietly(
            || "to verify with Ed25519".into(),
            || {
                let context = self.verifying.copy(ffi::EVP_DigestVerifyInit, &self.key)?;
                // SAFETY: a live context, and as many bytes as it is told.
                let verdict = unsafe {
                    ffi::EVP_DigestVerify(
                        context.0.as_ptr(),
                        signature.as_ptr(),
                        signature.len(),
                        message.as_ptr(),
                        message.len(),
                    )
                };
                // A wrong signature is 0, and for some wrong ones of some providers less.
                Some(verdict == 1)
            },
        )
    }
}
