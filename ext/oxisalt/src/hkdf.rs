//! `Oxisalt::HKDF`.

use magnus::{Error, Integer, RModule, RString, Ruby, Value, function};
use oxisalt_binding::algorithm;
use oxisalt_core::Error as Refusal;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hkdf;
use oxisalt_ruby::{bytes, define, error, gvl};

use crate::refusal::raised;

fn extract(ruby: &Ruby, digest: Value, material: Value, salt: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, Algorithm::ALL, digest)?;
        let material = bytes::string(ruby, "input key material", material)?;
        let salt = bytes::string(ruby, "salt", salt)?;
        let key =
            reading(ruby, [salt, material], |[salt, material]| hkdf::extract(algorithm, salt, material))?;
        Ok(bytes::binary(ruby, &key.map_err(|refusal| raised(ruby, refusal))?))
    })
}

fn expand(ruby: &Ruby, digest: Value, key: Value, length: Value, info: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, Algorithm::ALL, digest)?;
        let key = bytes::string(ruby, "pseudorandom key", key)?;
        let info = bytes::string(ruby, "info", info)?;
        fill(ruby, algorithm, length, |output| {
            bytes::read([key, info], |[key, info]| hkdf::expand(algorithm, key, info, output))
        })
    })
}

fn derive(
    ruby: &Ruby,
    digest: Value,
    material: Value,
    length: Value,
    salt: Value,
    info: Value,
) -> Result<RString, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, Algorithm::ALL, digest)?;
        let material = bytes::string(ruby, "input key material", material)?;
        let salt = bytes::string(ruby, "salt", salt)?;
        let info = bytes::string(ruby, "info", info)?;
        let key =
            reading(ruby, [salt, material], |[salt, material]| hkdf::extract(algorithm, salt, material))?;
        let key = key.map_err(|refusal| raised(ruby, refusal))?;
        fill(ruby, algorithm, length, |output| {
            bytes::read([info], |[info]| hkdf::expand(algorithm, &key, info, output))
        })
    })
}

/// Lends the bytes of `strings`, without the interpreter lock where they are many.
fn reading<const N: usize, T>(
    ruby: &Ruby,
    strings: [RString; N],
    body: impl FnOnce([&[u8]; N]) -> T,
) -> Result<T, Error> {
    if strings.iter().map(|string| string.len()).sum::<usize>() < gvl::WORTH_RELEASING {
        return Ok(bytes::read(strings, body));
    }
    gvl::lend(ruby, strings, body)
}

/// A String of `length` bytes that `expand` writes.
fn fill(
    ruby: &Ruby,
    algorithm: Algorithm,
    length: Value,
    expand: impl FnOnce(&mut [u8]) -> Result<(), Refusal>,
) -> Result<RString, Error> {
    let Some(integer) = Integer::from_value(length) else {
        return Err(error::type_error(ruby, "length", "an Integer", length));
    };
    let longest = hkdf::longest_output(algorithm);
    let Some(length) = integer.to_usize().ok().filter(|length| (1..=longest).contains(length)) else {
        return Err(error::length(ruby, format!("length must be 1 to {longest} bytes, got {integer}")));
    };
    let (output, result) = bytes::build(ruby, length, expand)?;
    result.map_err(|refusal| raised(ruby, refusal))?;
    Ok(output)
}

/// Defines the module, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let hkdf = define::module_under(module, c"HKDF");
    define::private_singleton(
        hkdf,
        &[
            define::method(c"extract_with", function!(extract, 3)),
            define::method(c"expand_with", function!(expand, 4)),
            define::method(c"derive_with", function!(derive, 5)),
        ],
    );
}
