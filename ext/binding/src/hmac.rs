//! `HMAC` and its classes.

use std::marker::PhantomData;

use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{Error, RString, Ruby, TryConvert, Value};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::equal as same_bytes;
use oxisalt_ruby::bytes::{self, Form};
use oxisalt_ruby::numbered::Numbered;
use oxisalt_ruby::{error, gvl};

use crate::algorithm::{self, nth};
use crate::stream::{self, Stream};

/// What computes for the class.
pub trait Class: Stream {
    /// A key that was hashed once.
    type Key;
    /// The digests that there are, whether or not HMAC is offered over them.
    const OFFERED: &'static [Algorithm];

    /// Prepares `key`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn prepare(algorithm: Algorithm, key: &[u8]) -> Result<Self::Key, Self::Refusal>;

    /// The start of a stream under `key`.
    fn start(key: &Self::Key) -> Self::State;

    /// The HMAC of `data` under `key`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn once(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Self::Refusal>;

    /// The HMAC of all that was fed so far.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn finalize(state: &Self::State) -> Result<Output, Self::Refusal>;
}

/// A key prepared from the Ruby String `key`.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn prepare<C: Class>(ruby: &Ruby, algorithm: Algorithm, key: Value) -> Result<C::Key, Error> {
    let key = bytes::string(ruby, "key", key)?;
    bytes::read([key], |[key]| C::prepare(algorithm, key)).map_err(|refusal| C::raise(ruby, refusal))
}

/// The HMAC of a long Ruby String under a prepared key, without the interpreter lock.
///
/// # Errors
///
/// An interrupt, what the library refuses.
pub fn authenticate_long<C: Class>(ruby: &Ruby, key: &C::Key, data: RString) -> Result<Output, Error> {
    let mut state = C::start(key);
    stream::feed::<C>(ruby, &mut state, |consume| gvl::feed(ruby, data, consume))?;
    C::finalize(&state).map_err(|refusal| C::raise(ruby, refusal))
}

/// Whether `tag` is a String of the same bytes. What is no String at all is no tag, and no reason to raise.
#[must_use]
pub fn matches(result: &[u8], tag: Value) -> bool {
    RString::from_value(tag).is_some_and(|tag| bytes::read([tag], |[tag]| same_bytes(result, tag)))
}

/// True where `tag` is a String of the same bytes, and an error elsewhere.
///
/// # Errors
///
/// `BadAuthenticatorError`; `TypeError` where it is no String.
pub fn demand(ruby: &Ruby, result: &[u8], tag: Value) -> Result<bool, Error> {
    let tag = bytes::string(ruby, "tag", tag)?;
    if bytes::read([tag], |[tag]| same_bytes(result, tag)) {
        return Ok(true);
    }
    Err(error::bad_authenticator(ruby, "the tag does not belong to this data under this key"))
}

/// `initialize(key, digest)`.
///
/// # Errors
///
/// `FrozenError`, `ArgumentError`, `TypeError`, what the library refuses.
pub fn initialize<C: Class>(ruby: &Ruby, this: Obj<C>, key: Value, digest: Value) -> Result<(), Error> {
    error::check_frozen(ruby, this)?;
    let algorithm = algorithm::resolve(ruby, C::OFFERED, digest)?;
    this.state().fill(C::start(&prepare::<C>(ruby, algorithm, key)?));
    Ok(())
}

fn finalized<C: Class>(ruby: &Ruby, this: Obj<C>) -> Result<Output, Error> {
    this.state().with(ruby, |state| C::finalize(state))?.map_err(|refusal| C::raise(ruby, refusal))
}

/// `digest` and its like.
///
/// # Errors
///
/// `ThreadError`, what the library refuses.
pub fn result<C: Class, F: Form>(ruby: &Ruby, this: Obj<C>) -> Result<RString, Error> {
    error::guard(ruby, || Ok(F::write(ruby, &finalized(ruby, this)?)))
}

/// `valid?(tag)`.
///
/// # Errors
///
/// `ThreadError`, what the library refuses.
pub fn valid<C: Class>(ruby: &Ruby, this: Obj<C>, tag: Value) -> Result<bool, Error> {
    error::guard(ruby, || Ok(matches(&finalized(ruby, this)?, tag)))
}

/// `verify(tag)`.
///
/// # Errors
///
/// `BadAuthenticatorError`, `TypeError`, `ThreadError`, what the library refuses.
pub fn verify<C: Class>(ruby: &Ruby, this: Obj<C>, tag: Value) -> Result<bool, Error> {
    error::guard(ruby, || demand(ruby, &finalized(ruby, this)?, tag))
}

/// `==`.
///
/// # Errors
///
/// `ThreadError`, what the library refuses.
pub fn equal<C: Class>(ruby: &Ruby, this: Obj<C>, other: Value) -> Result<bool, Error> {
    let Ok(other) = <Obj<C>>::try_convert(other) else { return Ok(false) };
    error::guard(ruby, || Ok(same_bytes(&finalized(ruby, this)?, &finalized(ruby, other)?)))
}

fn once<C: Class>(ruby: &Ruby, algorithm: Algorithm, key: Value, data: Value) -> Result<Output, Error> {
    let key = bytes::string(ruby, "key", key)?;
    let data = bytes::string(ruby, "data", data)?;
    let raise = |refusal| C::raise(ruby, refusal);
    if data.len() >= gvl::WORTH_RELEASING {
        let key = bytes::read([key], |[key]| C::prepare(algorithm, key)).map_err(raise)?;
        return authenticate_long::<C>(ruby, &key, data);
    }
    bytes::read([key, data], |[key, data]| C::once(algorithm, key, data)).map_err(raise)
}

/// `HMAC.digest(digest, key, data)` and its like.
///
/// # Errors
///
/// `ArgumentError`, `TypeError`, what the library refuses.
pub fn once_by_name<C: Class, F: Form>(
    ruby: &Ruby,
    digest: Value,
    key: Value,
    data: Value,
) -> Result<RString, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, C::OFFERED, digest)?;
        Ok(F::write(ruby, &once::<C>(ruby, algorithm, key, data)?))
    })
}

/// `HMAC.valid?(digest, key, data, tag)`.
///
/// # Errors
///
/// As [`once_by_name`].
pub fn valid_by_name<C: Class>(
    ruby: &Ruby,
    digest: Value,
    key: Value,
    data: Value,
    tag: Value,
) -> Result<bool, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, C::OFFERED, digest)?;
        Ok(matches(&once::<C>(ruby, algorithm, key, data)?, tag))
    })
}

/// `HMAC.verify(digest, key, data, tag)`.
///
/// # Errors
///
/// `BadAuthenticatorError`, and as [`once_by_name`].
pub fn verify_by_name<C: Class>(
    ruby: &Ruby,
    digest: Value,
    key: Value,
    data: Value,
    tag: Value,
) -> Result<bool, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, C::OFFERED, digest)?;
        demand(ruby, &once::<C>(ruby, algorithm, key, data)?, tag)
    })
}

/// The singleton method of a class that writes its HMAC as `F`.
pub struct OfClass<C, F>(PhantomData<(C, F)>);

impl<C: Class, F: Form> Numbered<2> for OfClass<C, F> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data]: [Value; 2]) -> Result<Value, Error> {
        Ok(F::write(ruby, &once::<C>(ruby, nth(number), key, data)?).as_value())
    }
}

/// The singleton method of a class that says whether a tag is right.
pub struct ValidOfClass<C>(PhantomData<C>);

impl<C: Class> Numbered<3> for ValidOfClass<C> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data, tag]: [Value; 3]) -> Result<Value, Error> {
        Ok(ruby.into_value(matches(&once::<C>(ruby, nth(number), key, data)?, tag)))
    }
}

/// The singleton method of a class that raises unless a tag is right.
pub struct VerifyOfClass<C>(PhantomData<C>);

impl<C: Class> Numbered<3> for VerifyOfClass<C> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data, tag]: [Value; 3]) -> Result<Value, Error> {
        Ok(ruby.into_value(demand(ruby, &once::<C>(ruby, nth(number), key, data)?, tag)?))
    }
}

/// The initializer of a class.
pub struct Initialize<C>(PhantomData<C>);

impl<C: Class> Numbered<1> for Initialize<C> {
    fn call(ruby: &Ruby, number: u8, this: Value, [key]: [Value; 1]) -> Result<Value, Error> {
        error::check_frozen(ruby, this)?;
        <Obj<C>>::try_convert(this)?.state().fill(C::start(&prepare::<C>(ruby, nth(number), key)?));
        Ok(this)
    }
}

/// Defines the methods of a class that implements [`Class`](crate::hmac::Class).
#[macro_export]
macro_rules! define_hmac {
    ($class:expr, $kind:ty) => {{
        use $crate::magnus::{function, method};
        use $crate::oxisalt_core::digest::Algorithm;
        use $crate::oxisalt_ruby::bytes::{Base64, Binary, Hex};
        use $crate::oxisalt_ruby::define;
        use $crate::{algorithm, hmac, stream};
        let class = $class;
        define::allocator::<$kind>(class);
        define::instance(
            class,
            &[
                define::method(c"initialize", method!(hmac::initialize::<$kind>, 2)),
                define::method(c"initialize_copy", method!(stream::initialize_copy::<$kind>, 1)),
                define::method(c"update", method!(stream::update::<$kind>, 1)),
                define::method(c"<<", method!(stream::update::<$kind>, 1)),
                define::method(c"reset", method!(stream::reset::<$kind>, 0)),
                define::method(c"digest", method!(hmac::result::<$kind, Binary>, 0)),
                define::method(c"hexdigest", method!(hmac::result::<$kind, Hex>, 0)),
                define::method(c"base64digest", method!(hmac::result::<$kind, Base64>, 0)),
                define::method(c"valid?", method!(hmac::valid::<$kind>, 1)),
                define::method(c"verify", method!(hmac::verify::<$kind>, 1)),
                define::method(c"==", method!(hmac::equal::<$kind>, 1)),
                define::method(c"name", method!(stream::name::<$kind>, 0)),
            ],
        );
        define::singleton(
            class,
            &[
                define::method(c"digest", function!(hmac::once_by_name::<$kind, Binary>, 3)),
                define::method(c"hexdigest", function!(hmac::once_by_name::<$kind, Hex>, 3)),
                define::method(c"base64digest", function!(hmac::once_by_name::<$kind, Base64>, 3)),
                define::method(c"valid?", function!(hmac::valid_by_name::<$kind>, 4)),
                define::method(c"verify", function!(hmac::verify_by_name::<$kind>, 4)),
                define::method(c"names", function!(|| algorithm::names(Algorithm::WITH_HMAC), 0)),
            ],
        );
    }};
}

/// Defines the classes of single algorithms below one that [`define_hmac`] filled.
#[macro_export]
macro_rules! define_hmacs {
    ($class:expr, $kind:ty; $($variant:ident $name:literal),+) => {
        $({
            use $crate::hmac::{Initialize, OfClass, ValidOfClass, VerifyOfClass};
            use $crate::oxisalt_ruby::bytes::{Base64, Binary, Hex};
            use $crate::oxisalt_ruby::{define, numbered::{binary, ternary, unary}};
            const A: u8 = $crate::oxisalt_core::digest::Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", unary::<Initialize<$kind>, A>())]);
            define::singleton(class, &[
                define::method(c"digest", binary::<OfClass<$kind, Binary>, A>()),
                define::method(c"hexdigest", binary::<OfClass<$kind, Hex>, A>()),
                define::method(c"base64digest", binary::<OfClass<$kind, Base64>, A>()),
                define::method(c"valid?", ternary::<ValidOfClass<$kind>, A>()),
                define::method(c"verify", ternary::<VerifyOfClass<$kind>, A>()),
            ]);
        })+
    };
}
