//! `Oxisalt::PasswordHash`.

use magnus::value::ReprValue;
use magnus::{Error, Integer, RModule, RString, Ruby, Symbol, Value, function};
use oxisalt_core::password_hash::{self, Cost, Function, Level};
use oxisalt_ruby::{bytes, define, error, gvl};

use crate::refusal::raised;

/// The function that a name in `lib/oxisalt/password_hash.rb` means.
fn named(ruby: &Ruby, name: Value) -> Result<Function, Error> {
    let Some(symbol) = Symbol::from_value(name) else {
        return Err(error::type_error(ruby, "function", "a Symbol", name));
    };
    match &*symbol.name()? {
        "argon2i" => Ok(Function::Argon2i),
        "argon2id" => Ok(Function::Argon2id),
        "scrypt" => Ok(Function::Scrypt),
        _ => Err(error::argument(
            ruby,
            format!("unknown password hash {}: there are :argon2i, :argon2id and :scrypt", name.inspect()),
        )),
    }
}

/// A limit that an argument means: a number, or libsodium's name for one.
fn limit(
    ruby: &Ruby,
    function: Function,
    name: &str,
    value: Value,
    of: fn(Cost) -> u64,
    (least, most): (u64, u64),
) -> Result<u64, Error> {
    if let Some(integer) = Integer::from_value(value) {
        return integer
            .to_u64()
            .map_err(|_| error::argument(ruby, format!("{name} must be {least} to {most}, got {integer}")));
    }
    let Some(symbol) = Symbol::from_value(value) else {
        return Err(error::type_error(ruby, name, "an Integer or a Symbol", value));
    };
    let level = match &*symbol.name()? {
        "interactive" => Some(Level::Interactive),
        "moderate" => Some(Level::Moderate),
        "sensitive" => Some(Level::Sensitive),
        _ => None,
    };
    level.and_then(|level| function.level(level)).map(of).ok_or_else(|| {
        let moderate = if function.level(Level::Moderate).is_some() { ", :moderate" } else { "" };
        let (shown, function) = (value.inspect(), function.name());
        error::argument(
            ruby,
            format!(
                "{name} of {function} must be a number, :interactive{moderate} or :sensitive, got {shown}"
            ),
        )
    })
}

fn cost(ruby: &Ruby, function: Function, operations: Value, memory: Value) -> Result<Cost, Error> {
    let (all_operations, all_memory) = (function.operations().into_inner(), function.memory().into_inner());
    Ok(Cost {
        operations: limit(
            ruby,
            function,
            "operations limit",
            operations,
            |cost| cost.operations,
            all_operations,
        )?,
        memory: limit(ruby, function, "memory limit", memory, |cost| cost.memory, all_memory)?,
    })
}

fn hash(
    ruby: &Ruby,
    function: Value,
    password: Value,
    salt: Value,
    operations: Value,
    memory: Value,
    size: Value,
) -> Result<RString, Error> {
    error::guard(ruby, || {
        let function = named(ruby, function)?;
        let password = bytes::string(ruby, "password", password)?;
        let salt = bytes::string(ruby, "salt", salt)?;
        let cost = cost(ruby, function, operations, memory)?;
        let Some(integer) = Integer::from_value(size) else {
            return Err(error::type_error(ruby, "digest size", "an Integer", size));
        };
        let size = integer.to_usize().map_err(|_| {
            error::length(ruby, format!("digest size must be a positive number of bytes, got {integer}"))
        })?;
        let output =
            gvl::lend(ruby, [password, salt], |[password, salt]| function.hash(password, salt, cost, size))?;
        Ok(bytes::binary(ruby, &output.map_err(|refusal| raised(ruby, refusal))?))
    })
}

fn encode(
    ruby: &Ruby,
    function: Value,
    password: Value,
    operations: Value,
    memory: Value,
) -> Result<RString, Error> {
    error::guard(ruby, || {
        let function = named(ruby, function)?;
        let password = bytes::string(ruby, "password", password)?;
        let cost = cost(ruby, function, operations, memory)?;
        let encoded = gvl::lend(ruby, [password], |[password]| function.encode(password, cost))?;
        Ok(bytes::ascii(ruby, encoded.map_err(|refusal| raised(ruby, refusal))?.as_bytes()))
    })
}

/// Whether `encoded` is a hash of `password`. What is no String is no hash, and no reason to raise.
fn matches(ruby: &Ruby, password: Value, encoded: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let password = bytes::string(ruby, "password", password)?;
        let Some(encoded) = RString::from_value(encoded) else { return Ok(false) };
        if bytes::read([encoded], |[encoded]| password_hash::function(encoded)).is_none() {
            return Ok(false);
        }
        gvl::lend(ruby, [encoded, password], |[encoded, password]| password_hash::matches(encoded, password))?
            .map_err(|refusal| raised(ruby, refusal))
    })
}

fn needs_rehash(
    ruby: &Ruby,
    encoded: Value,
    function: Value,
    operations: Value,
    memory: Value,
) -> Result<bool, Error> {
    error::guard(ruby, || {
        let encoded = bytes::string(ruby, "password hash", encoded)?;
        let function = named(ruby, function)?;
        let cost = cost(ruby, function, operations, memory)?;
        bytes::read([encoded], |[encoded]| password_hash::needs_rehash(encoded, function, cost))
            .map_err(|refusal| raised(ruby, refusal))
    })
}

/// Whether `encoded` is a String that one of the Argon2 functions made, or scrypt where that is asked for.
fn made_by(encoded: Value, scrypt: bool) -> bool {
    RString::from_value(encoded)
        .and_then(|encoded| bytes::read([encoded], |[encoded]| password_hash::function(encoded)))
        .is_some_and(|function| (function == Function::Scrypt) == scrypt)
}

/// Defines the module, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let password_hash = define::module_under(module, c"PasswordHash");
    define::private_singleton(
        password_hash,
        &[
            define::method(c"hash_with", function!(hash, 6)),
            define::method(c"encode_with", function!(encode, 4)),
            define::method(c"made_by_scrypt?", function!(|encoded| made_by(encoded, true), 1)),
            define::method(c"made_by_argon2?", function!(|encoded| made_by(encoded, false), 1)),
            define::method(c"needs_rehash_with?", function!(needs_rehash, 4)),
        ],
    );
    define::singleton(password_hash, &[define::method(c"valid?", function!(matches, 2))]);
}
