//! `Oxisalt::HMAC` and its classes.

use std::marker::PhantomData;

use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, function, method,
};
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::{Key, Stream, authenticate, equal};
use oxisalt_ruby::bytes::{self, Base64, Binary, Form, Hex};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::numbered::{Numbered, binary, ternary, unary};
use oxisalt_ruby::{define, error, gvl};

use crate::algorithm::{self, nth};

/// An HMAC that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::HMAC", free_immediately, size)]
pub(crate) struct Hmac(Exclusive<Stream>);

type This = Obj<Hmac>;

impl Hmac {
    fn initialize(ruby: &Ruby, this: This, key: Value, digest: Value) -> Result<(), Error> {
        error::check_frozen(ruby, this)?;
        let algorithm = algorithm::resolve(ruby, digest)?;
        this.0.fill(prepare(ruby, algorithm, key)?.stream());
        Ok(())
    }

    fn initialize_copy(ruby: &Ruby, this: This, other: This) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
        error::check_same_class(ruby, this, other)?;
        this.0.fill(other.0.copy(ruby)?);
        Ok(this)
    }

    fn update(ruby: &Ruby, this: This, data: Value) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
        let data = bytes::string(ruby, "data", data)?;
        if data.len() < gvl::WORTH_RELEASING {
            error::guard(ruby, || {
                bytes::read([data], |[data]| this.0.with(ruby, |state| state.update(data)))
            })?;
        } else {
            this.0.transact(ruby, |state| gvl::feed(ruby, data, |piece| state.update(piece)))?;
        }
        Ok(this)
    }

    fn reset(ruby: &Ruby, this: This) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
        this.0.with(ruby, Stream::reset)?;
        Ok(this)
    }

    fn result<F: Form>(ruby: &Ruby, this: This) -> Result<RString, Error> {
        error::guard(ruby, || Ok(F::write(ruby, &this.0.with(ruby, |state| state.finalize())?)))
    }

    fn valid(ruby: &Ruby, this: This, tag: Value) -> Result<bool, Error> {
        let result = this.0.with(ruby, |state| state.finalize())?;
        Ok(matches(&result, tag))
    }

    fn verify(ruby: &Ruby, this: This, tag: Value) -> Result<bool, Error> {
        let result = this.0.with(ruby, |state| state.finalize())?;
        demand(ruby, &result, tag)
    }

    fn equal(ruby: &Ruby, this: This, other: Value) -> Result<bool, Error> {
        let Ok(other) = This::try_convert(other) else { return Ok(false) };
        let other = other.0.with(ruby, |state| state.finalize())?;
        Ok(equal(&this.0.with(ruby, |state| state.finalize())?, &other))
    }

    fn name(ruby: &Ruby, this: This) -> Result<&'static str, Error> {
        this.0.with(ruby, |state| state.algorithm().name())
    }
}

/// A key prepared from the Ruby String `key`.
pub(crate) fn prepare(ruby: &Ruby, algorithm: Algorithm, key: Value) -> Result<Key, Error> {
    let key = bytes::string(ruby, "key", key)?;
    bytes::read([key], |[key]| Key::new(algorithm, key)).map_err(|refusal| algorithm::no_hmac(ruby, refusal))
}

/// Whether `tag` is a String of the same bytes. What is no String at all is no tag, and no reason to raise.
pub(crate) fn matches(result: &[u8], tag: Value) -> bool {
    RString::from_value(tag).is_some_and(|tag| bytes::read([tag], |[tag]| equal(result, tag)))
}

/// True where `tag` is a String of the same bytes, and an error elsewhere.
pub(crate) fn demand(ruby: &Ruby, result: &[u8], tag: Value) -> Result<bool, Error> {
    let tag = bytes::string(ruby, "tag", tag)?;
    if bytes::read([tag], |[tag]| equal(result, tag)) {
        return Ok(true);
    }
    Err(error::bad_authenticator(ruby, "the tag does not belong to this data under this key"))
}

/// The HMAC of a Ruby String under a prepared key, without the interpreter lock where it is long.
pub(crate) fn authenticate_long(
    ruby: &Ruby,
    key: &Key,
    data: RString,
) -> Result<oxisalt_core::Output, Error> {
    let mut stream = key.stream();
    gvl::feed(ruby, data, |piece| stream.update(piece))?;
    Ok(stream.finalize())
}

fn once(ruby: &Ruby, algorithm: Algorithm, key: Value, data: Value) -> Result<oxisalt_core::Output, Error> {
    let key = bytes::string(ruby, "key", key)?;
    let data = bytes::string(ruby, "data", data)?;
    if data.len() >= gvl::WORTH_RELEASING {
        let key = bytes::read([key], |[key]| Key::new(algorithm, key));
        return authenticate_long(ruby, &key.map_err(|refusal| algorithm::no_hmac(ruby, refusal))?, data);
    }
    bytes::read([key, data], |[key, data]| authenticate(algorithm, key, data))
        .map_err(|refusal| algorithm::no_hmac(ruby, refusal))
}

fn once_by_name<F: Form>(ruby: &Ruby, digest: Value, key: Value, data: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, digest)?;
        Ok(F::write(ruby, &once(ruby, algorithm, key, data)?))
    })
}

/// The singleton method of a class that writes its HMAC as `F`.
struct OfClass<F>(PhantomData<F>);

impl<F: Form> Numbered<2> for OfClass<F> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data]: [Value; 2]) -> Result<Value, Error> {
        Ok(F::write(ruby, &once(ruby, nth(number), key, data)?).as_value())
    }
}

fn valid_by_name(ruby: &Ruby, digest: Value, key: Value, data: Value, tag: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, digest)?;
        Ok(matches(&once(ruby, algorithm, key, data)?, tag))
    })
}

fn verify_by_name(ruby: &Ruby, digest: Value, key: Value, data: Value, tag: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, digest)?;
        demand(ruby, &once(ruby, algorithm, key, data)?, tag)
    })
}

/// The singleton method of a class that says whether a tag is right.
enum ValidOfClass {}

impl Numbered<3> for ValidOfClass {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data, tag]: [Value; 3]) -> Result<Value, Error> {
        Ok(ruby.into_value(matches(&once(ruby, nth(number), key, data)?, tag)))
    }
}

/// The singleton method of a class that raises unless a tag is right.
enum VerifyOfClass {}

impl Numbered<3> for VerifyOfClass {
    fn call(ruby: &Ruby, number: u8, _class: Value, [key, data, tag]: [Value; 3]) -> Result<Value, Error> {
        Ok(ruby.into_value(demand(ruby, &once(ruby, nth(number), key, data)?, tag)?))
    }
}

/// The initializer of a class.
enum Initialize {}

impl Numbered<1> for Initialize {
    fn call(ruby: &Ruby, number: u8, this: Value, [key]: [Value; 1]) -> Result<Value, Error> {
        error::check_frozen(ruby, this)?;
        This::try_convert(this)?.0.fill(prepare(ruby, nth(number), key)?.stream());
        Ok(this)
    }
}

macro_rules! define_classes {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", unary::<Initialize, A>())]);
            define::singleton(class, &[
                define::method(c"digest", binary::<OfClass<Binary>, A>()),
                define::method(c"hexdigest", binary::<OfClass<Hex>, A>()),
                define::method(c"base64digest", binary::<OfClass<Base64>, A>()),
                define::method(c"valid?", ternary::<ValidOfClass, A>()),
                define::method(c"verify", ternary::<VerifyOfClass, A>()),
            ]);
        })+
    };
}

/// Defines the class and one below it for each algorithm, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) -> RClass {
    let hmac = define::class(module, c"HMAC", ruby.class_object());
    define::allocator::<Hmac>(hmac);
    define::instance(
        hmac,
        &[
            define::method(c"initialize", method!(Hmac::initialize, 2)),
            define::method(c"initialize_copy", method!(Hmac::initialize_copy, 1)),
            define::method(c"update", method!(Hmac::update, 1)),
            define::method(c"<<", method!(Hmac::update, 1)),
            define::method(c"reset", method!(Hmac::reset, 0)),
            define::method(c"digest", method!(Hmac::result::<Binary>, 0)),
            define::method(c"hexdigest", method!(Hmac::result::<Hex>, 0)),
            define::method(c"base64digest", method!(Hmac::result::<Base64>, 0)),
            define::method(c"valid?", method!(Hmac::valid, 1)),
            define::method(c"verify", method!(Hmac::verify, 1)),
            define::method(c"==", method!(Hmac::equal, 1)),
            define::method(c"name", method!(Hmac::name, 0)),
        ],
    );
    define::singleton(
        hmac,
        &[
            define::method(c"digest", function!(once_by_name::<Binary>, 3)),
            define::method(c"hexdigest", function!(once_by_name::<Hex>, 3)),
            define::method(c"base64digest", function!(once_by_name::<Base64>, 3)),
            define::method(c"valid?", function!(valid_by_name, 4)),
            define::method(c"verify", function!(verify_by_name, 4)),
            define::method(c"names", function!(|| algorithm::names(Algorithm::WITH_HMAC), 0)),
        ],
    );

    let class = |name| define::class(hmac, name, hmac);
    algorithm::with_hmac!(define_classes!(class));
    hmac
}
