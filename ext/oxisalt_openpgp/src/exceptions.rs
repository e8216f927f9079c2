//! The exceptions of `Oxisalt::OpenPGP`, one for each rule.

use magnus::value::{InnerValue, Lazy};
use magnus::{Error, ExceptionClass, Module, RModule, Ruby};
use oxisalt_openpgp_core::{Error as Refusal, Kind};
use oxisalt_ruby::error;

macro_rules! exceptions {
    ($($kind:ident < $parent:literal;)+) => {
        /// The class of the exception for a rule.
        fn class(ruby: &Ruby, kind: Kind) -> Option<ExceptionClass> {
            match kind {
                $(Kind::$kind => {
                    static CLASS: Lazy<ExceptionClass> = Lazy::new(|ruby| {
                        let module: RModule = error::module(ruby).const_get("OpenPGP").expect("it was defined");
                        module
                            .define_error(stringify!($kind), error::own(ruby, $parent))
                            .expect("an exception class, or nothing yet")
                    });
                    Some(CLASS.get_inner_with(ruby))
                })+
                _ => None,
            }
        }

        const KINDS: &[Kind] = &[$(Kind::$kind),+];
    };
}

exceptions! {
    KeyExpired < c"CryptoError";
    KeyRevoked < c"CryptoError";
    KeyNotYetValid < c"CryptoError";
    KeyNotFound < c"CryptoError";
    WrongKeyUsage < c"CryptoError";
    InvalidKey < c"CryptoError";
    BadPassphrase < c"CryptoError";
    BadSignature < c"BadSignatureError";
    SignatureExpired < c"BadSignatureError";
    SignatureNotYetValid < c"BadSignatureError";
    NotSigned < c"BadSignatureError";
    WeakDigest < c"BadSignatureError";
    MissingIntegrity < c"CryptoError";
    DecryptionFailed < c"CryptoError";
    MalformedData < c"CryptoError";
    UnsupportedAlgorithm < c"CryptoError";
    TooLarge < c"CryptoError";
}

/// The exception for `refusal`.
#[cold]
pub(crate) fn raise(ruby: &Ruby, refusal: &Refusal) -> Error {
    match class(ruby, refusal.kind()) {
        Some(class) => Error::new(class, refusal.to_string()),
        None if refusal.kind() == Kind::Argument => error::argument(ruby, refusal.to_string()),
        None => error::marked(ruby, ruby.exception_io_error(), refusal.to_string()),
    }
}

/// Defines the classes.
pub(crate) fn define(ruby: &Ruby) {
    for &kind in KINDS {
        let _ = class(ruby, kind);
    }
}
