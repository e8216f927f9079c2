//! Which digest an argument means: a name, one of the gem's own classes, or one of Ruby's or OpenSSL's.

use magnus::value::ReprValue;
use magnus::{Error, Module, RClass, RString, Ruby, Symbol, Value};
use oxisalt_core::digest::Algorithm;
use oxisalt_ruby::{bytes, error};

/// Calls a macro with its arguments and, after `;`, each algorithm that HMAC is offered over, with the name of its
/// class.
#[macro_export]
macro_rules! with_hmac {
    ($callback:ident!($($arguments:tt)*)) => {
        $callback! {
            $($arguments)*;
            Md5 c"MD5", Sha1 c"SHA1", Sha224 c"SHA224", Sha256 c"SHA256", Sha384 c"SHA384", Sha512 c"SHA512",
            Sha512_224 c"SHA512_224", Sha512_256 c"SHA512_256", Sha3_224 c"SHA3_224", Sha3_256 c"SHA3_256",
            Sha3_384 c"SHA3_384", Sha3_512 c"SHA3_512", Ripemd160 c"RIPEMD160"
        }
    };
}

/// The algorithm of a number, for functions that are compiled once for each algorithm.
#[must_use]
pub const fn nth(number: u8) -> Algorithm {
    Algorithm::ALL[number as usize]
}

/// Which of the algorithms in `offered` `argument` means.
///
/// # Errors
///
/// `ArgumentError` for a name that is not known, `TypeError` for what cannot be a digest.
#[inline]
pub fn resolve(ruby: &Ruby, offered: &[Algorithm], argument: Value) -> Result<Algorithm, Error> {
    match RString::from_value(argument) {
        Some(name) => named(ruby, offered, name),
        None => resolve_other(ruby, offered, argument),
    }
}

#[inline]
fn named(ruby: &Ruby, offered: &[Algorithm], name: RString) -> Result<Algorithm, Error> {
    bytes::read([name], |[name]| Algorithm::from_name(name))
        .filter(|algorithm| offered.contains(algorithm))
        .ok_or_else(|| unknown(ruby, offered, name.as_value()))
}

#[cold]
fn resolve_other(ruby: &Ruby, offered: &[Algorithm], argument: Value) -> Result<Algorithm, Error> {
    if let Some(symbol) = Symbol::from_value(argument) {
        return Algorithm::from_name(symbol.name()?.as_bytes())
            .filter(|algorithm| offered.contains(algorithm))
            .ok_or_else(|| unknown(ruby, offered, argument));
    }
    let digest: RClass = error::module(ruby).const_get("Digest")?;
    match digest.funcall::<_, _, Option<RString>>("name_of", (argument,))? {
        Some(name) => named(ruby, offered, name),
        None => Err(error::type_error(ruby, "digest", "a name, a digest class or a digest", argument)),
    }
}

/// How much of an unknown name an error repeats.
const LONGEST_SHOWN: usize = 40;

#[cold]
fn unknown(ruby: &Ruby, offered: &[Algorithm], name: Value) -> Error {
    let mut shown = name.inspect();
    if shown.chars().count() > LONGEST_SHOWN {
        shown = shown.chars().take(LONGEST_SHOWN).chain(['…']).collect();
    }
    error::argument(ruby, format!("unknown digest {shown}: the names are {}", names(offered).join(", ")))
}

/// An `ArgumentError` for a digest that HMAC is not offered over.
#[cold]
pub(crate) fn no_hmac(ruby: &Ruby, refusal: oxisalt_core::Error) -> Error {
    error::argument(ruby, format!("{refusal}: the names are {}", names(Algorithm::WITH_HMAC).join(", ")))
}

/// The names of `algorithms`.
#[must_use]
pub fn names(algorithms: &[Algorithm]) -> Vec<&'static str> {
    algorithms.iter().map(|algorithm| algorithm.name()).collect()
}
