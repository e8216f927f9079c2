//! Keys as other software writes them: what the classes of keys share.

use magnus::value::ReprValue;
use magnus::{Error, RHash, RString, Ruby, Value};
use oxisalt_core::key_format::jwk::{self, Members};
use oxisalt_core::key_format::{self, Kind, Refusal};
use oxisalt_ruby::{bytes, error};

/// The exception for `refusal`.
#[cold]
#[must_use]
pub fn refused(ruby: &Ruby, refusal: &Refusal) -> Error {
    error::key_format(ruby, refusal.to_string())
}

/// The key in a Ruby String that `read` reads.
///
/// # Errors
///
/// `TypeError`, or `KeyFormatError` for anything but such a key.
pub fn read<K>(
    ruby: &Ruby,
    name: &str,
    text: Value,
    read: impl FnOnce(&[u8]) -> Result<K, Refusal>,
) -> Result<K, Error> {
    let text = bytes::string(ruby, name, text)?;
    bytes::read([text], |[text]| read(text)).map_err(|refusal| refused(ruby, &refusal))
}

/// A public key in PEM.
#[must_use]
pub fn public_to_pem(ruby: &Ruby, kind: Kind, key: &[u8; 32]) -> RString {
    bytes::ascii(ruby, key_format::public_to_pem(kind, key).as_bytes())
}

/// A public key as a Hash of the members of its JWK.
///
/// # Errors
///
/// `NoMemoryError`.
pub fn public_to_jwk(ruby: &Ruby, kind: Kind, key: &[u8; 32]) -> Result<RHash, Error> {
    let members = ruby.hash_new();
    members.aset("kty", jwk::KEY_TYPE)?;
    members.aset("crv", kind.name())?;
    members.aset("x", jwk::public_to_jwk(key))?;
    Ok(members)
}

/// The public key in a Hash of the members of a JWK, by String or by Symbol.
///
/// # Errors
///
/// `TypeError`, or `KeyFormatError` for anything but such a key.
pub fn public_from_jwk(ruby: &Ruby, kind: Kind, members: Value) -> Result<[u8; 32], Error> {
    let Some(members) = RHash::from_value(members) else {
        return Err(error::type_error(ruby, "JWK", "a Hash, or JSON in a String", members));
    };
    let member = |name: &str| members.get(name).or_else(|| members.get(ruby.to_symbol(name)));
    let text = |name| {
        let text = RString::from_value(member(name)?)?;
        Some(bytes::read([text], |[text]| text.to_vec()))
    };
    let (key_type, curve, public) = (text("kty"), text("crv"), text("x"));
    let members = Members {
        key_type: key_type.as_deref(),
        curve: curve.as_deref(),
        public: public.as_deref(),
        is_private: member("d").is_some_and(|private| !private.is_nil()),
    };
    jwk::public_from_jwk(kind, members).map_err(|refusal| refused(ruby, &refusal))
}
