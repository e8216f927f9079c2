//! The arguments of trees and proofs.

use magnus::value::ReprValue;
use magnus::{Error, Integer, RString, Ruby, Symbol, Value};
use oxisalt_core::merkle::{Effort, HASH_LEN, Hash, LONGEST_SEGMENT, MOST_THREADS, Scheme};
use oxisalt_ruby::{bytes, error};

/// The scheme of a name.
pub(super) fn scheme(ruby: &Ruby, value: Value) -> Result<Scheme, Error> {
    let found = if let Some(symbol) = Symbol::from_value(value) {
        Scheme::from_name(symbol.name()?.as_bytes())
    } else if let Some(name) = RString::from_value(value) {
        bytes::read([name], |[name]| Scheme::from_name(name))
    } else {
        return Err(error::type_error(ruby, "scheme", "a Symbol", value));
    };
    found.ok_or_else(|| {
        let names: Vec<_> = Scheme::ALL.iter().map(|scheme| format!(":{scheme}")).collect();
        error::argument(ruby, format!("scheme must be one of {}, got {value:?}", names.join(", ")))
    })
}

/// That many threads; nil for as many as there are processors.
pub(super) fn effort(ruby: &Ruby, threads: Value, interleave: bool) -> Result<Effort, Error> {
    // What the machine has is read from files of the system: only where it is asked for.
    if threads.is_nil() {
        return Ok(Effort { interleave, ..Effort::default() });
    }
    let given = integer(ruby, "threads", threads)?;
    match given.to_usize() {
        Ok(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(Effort { threads, interleave }),
        _ => Err(error::argument(ruby, format!("threads must be 1 to {MOST_THREADS}, got {given}"))),
    }
}

/// The length of a segment.
pub(super) fn segment_size(ruby: &Ruby, value: Value) -> Result<u64, Error> {
    let given = integer(ruby, "segment size", value)?;
    given.to_u64().ok().filter(|size| (1..=LONGEST_SEGMENT).contains(size)).ok_or_else(|| {
        error::length(ruby, format!("segment size must be 1 to {LONGEST_SEGMENT} bytes, got {given}"))
    })
}

/// A place in a tree or the number of its leaves; nothing where it is too large or negative.
pub(super) fn place<T: TryFrom<u64>>(ruby: &Ruby, name: &str, value: Value) -> Result<Option<T>, Error> {
    Ok(integer(ruby, name, value)?.to_u64().ok().and_then(|place| place.try_into().ok()))
}

fn integer(ruby: &Ruby, name: &str, value: Value) -> Result<Integer, Error> {
    Integer::from_value(value).ok_or_else(|| error::type_error(ruby, name, "an Integer", value))
}

/// A hash that the caller vouches for.
pub(super) fn hash(ruby: &Ruby, name: &str, value: Value) -> Result<Hash, Error> {
    let string = bytes::string(ruby, name, value)?;
    whole(string)
        .ok_or_else(|| error::length(ruby, format!("{name} must be {HASH_LEN} bytes, got {}", string.len())))
}

/// The hash that these bytes are, where there are as many.
pub(super) fn whole(string: RString) -> Option<Hash> {
    bytes::read([string], |[bytes]| bytes.try_into().ok())
}
