//! `Digest` and its classes.

use std::marker::PhantomData;
use std::os::fd::RawFd;

use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{Error, RClass, RModule, RString, Ruby, TryConvert, Value};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_ruby::bytes::{self, Binary, Form};
use oxisalt_ruby::numbered::Numbered;
use oxisalt_ruby::{define, error, gvl, io};

use crate::algorithm::{self, nth};
use crate::stream::{self, Stream};

/// What computes for the class.
pub trait Class: Stream {
    /// The digests that there are, in the order in which they are listed.
    const OFFERED: &'static [Algorithm];

    /// A digest that nothing was fed to.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn start(algorithm: Algorithm) -> Result<Self::State, Self::Refusal>;

    /// The digest of `data`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn once(algorithm: Algorithm, data: &[u8]) -> Result<Output, Self::Refusal>;

    /// The length of the output in bytes.
    fn output_size(state: &Self::State) -> usize;

    /// Writes the digest of all that was fed so far to `output`, which has that length.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn finalize_into(state: &Self::State, output: &mut [u8]) -> Result<(), Self::Refusal>;
}

fn started<C: Class>(ruby: &Ruby, algorithm: Algorithm) -> Result<C::State, Error> {
    error::guard(ruby, || C::start(algorithm).map_err(|refusal| C::raise(ruby, refusal)))
}

/// `initialize(digest)`.
///
/// # Errors
///
/// `FrozenError`, `ArgumentError`, `TypeError`, what the library refuses.
pub fn initialize<C: Class>(ruby: &Ruby, this: Obj<C>, digest: Value) -> Result<(), Error> {
    error::check_frozen(ruby, this)?;
    let algorithm = algorithm::resolve(ruby, C::OFFERED, digest)?;
    this.state().fill(started::<C>(ruby, algorithm)?);
    Ok(())
}

/// `update_from(descriptor)`: feeds what is left of the regular file that is open as `descriptor`.
///
/// # Errors
///
/// `FrozenError`, `ThreadError`, what reading raises, what the library refuses.
pub fn update_from<C: Class>(ruby: &Ruby, this: Obj<C>, descriptor: RawFd) -> Result<Obj<C>, Error> {
    error::check_frozen(ruby, this)?;
    this.state().transact(ruby, |state| {
        stream::feed::<C>(ruby, state, |consume| io::read_to_end(ruby, descriptor, consume))
    })?;
    Ok(this)
}

/// `finish`.
///
/// # Errors
///
/// As [`result`].
pub fn finish<C: Class>(ruby: &Ruby, this: Obj<C>) -> Result<RString, Error> {
    this.state().with(ruby, |state| finalize::<C, Binary>(ruby, state))?
}

/// `digest(data = nil)`: the digest so far; with an argument the digest of that alone, which leaves the object reset, as
/// `::Digest` does.
///
/// # Errors
///
/// `ThreadError`, and as [`stream::update`].
pub fn result<C: Class, F: Form>(ruby: &Ruby, this: Obj<C>, arguments: &[Value]) -> Result<RString, Error> {
    let data = match arguments {
        [] => return this.state().with(ruby, |state| finalize::<C, F>(ruby, state))?,
        [data] => *data,
        more => {
            return Err(error::argument(
                ruby,
                format!("wrong number of arguments (given {}, expected 0..1)", more.len()),
            ));
        }
    };
    stream::reset(ruby, this)?;
    stream::update(ruby, this, data)?;
    let result = this.state().with(ruby, |state| finalize::<C, F>(ruby, state))?;
    stream::reset(ruby, this)?;
    result
}

/// `digest_length`.
///
/// # Errors
///
/// `ThreadError`.
pub fn digest_length<C: Class>(ruby: &Ruby, this: Obj<C>) -> Result<usize, Error> {
    this.state().with(ruby, |state| C::output_size(state))
}

/// `block_length`.
///
/// # Errors
///
/// `ThreadError`.
pub fn block_length<C: Class>(ruby: &Ruby, this: Obj<C>) -> Result<usize, Error> {
    this.state().with(ruby, |state| C::algorithm(state).block_size())
}

/// The digest of all that was fed so far, as `F`.
///
/// # Errors
///
/// What the library refuses.
pub fn finalize<C: Class, F: Form>(ruby: &Ruby, state: &C::State) -> Result<RString, Error> {
    error::guard(ruby, || {
        let mut short = [0; 64];
        let mut long = Vec::new();
        let size = C::output_size(state);
        let output = if size <= short.len() {
            &mut short[..size]
        } else {
            long.resize(size, 0);
            &mut long[..]
        };
        C::finalize_into(state, output).map_err(|refusal| C::raise(ruby, refusal))?;
        Ok(F::write(ruby, output))
    })
}

/// The digest of `data`, as `F`.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn once<C: Class, F: Form>(ruby: &Ruby, algorithm: Algorithm, data: Value) -> Result<RString, Error> {
    let data = bytes::string(ruby, "data", data)?;
    if data.len() >= gvl::WORTH_RELEASING {
        let mut state = started::<C>(ruby, algorithm)?;
        stream::feed::<C>(ruby, &mut state, |consume| gvl::feed(ruby, data, consume))?;
        return finalize::<C, F>(ruby, &state);
    }
    let output = bytes::read([data], |[data]| C::once(algorithm, data));
    Ok(F::write(ruby, &output.map_err(|refusal| C::raise(ruby, refusal))?))
}

/// `Digest.digest(digest, data)`.
///
/// # Errors
///
/// `ArgumentError`, `TypeError`, what the library refuses.
pub fn once_by_name<C: Class, F: Form>(ruby: &Ruby, digest: Value, data: Value) -> Result<RString, Error> {
    error::guard(ruby, || once::<C, F>(ruby, algorithm::resolve(ruby, C::OFFERED, digest)?, data))
}

/// The singleton method of a class that writes its digest as `F`.
pub struct OfClass<C, F>(PhantomData<(C, F)>);

impl<C: Class, F: Form> Numbered<1> for OfClass<C, F> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [data]: [Value; 1]) -> Result<Value, Error> {
        once::<C, F>(ruby, nth(number), data).map(ReprValue::as_value)
    }
}

/// The initializer of a class.
pub struct Initialize<C>(PhantomData<C>);

impl<C: Class> Numbered<0> for Initialize<C> {
    fn call(ruby: &Ruby, number: u8, this: Value, []: [Value; 0]) -> Result<Value, Error> {
        error::check_frozen(ruby, this)?;
        <Obj<C>>::try_convert(this)?.state().fill(started::<C>(ruby, nth(number))?);
        Ok(this)
    }
}

/// `::Digest::Class`, which is loaded if it has to be.
///
/// # Panics
///
/// Where it is something else.
#[must_use]
pub fn parent() -> RClass {
    define::require(c"digest");
    let standard = RModule::from_value(define::lookup(define::object(), c"Digest")).expect("a module");
    RClass::from_value(define::lookup(standard, c"Class")).expect("a class")
}

/// Defines the methods of a class that implements [`Class`](crate::digest::Class).
#[macro_export]
macro_rules! define_digest {
    ($class:expr, $kind:ty) => {{
        use $crate::magnus::{function, method};
        use $crate::oxisalt_ruby::bytes::{Base64, Binary, Hex};
        use $crate::oxisalt_ruby::define;
        use $crate::{algorithm, digest, stream};
        let class = $class;
        define::allocator::<$kind>(class);
        define::instance(
            class,
            &[
                define::method(c"initialize", method!(digest::initialize::<$kind>, 1)),
                define::method(c"initialize_copy", method!(stream::initialize_copy::<$kind>, 1)),
                define::method(c"update", method!(stream::update::<$kind>, 1)),
                define::method(c"<<", method!(stream::update::<$kind>, 1)),
                define::method(c"reset", method!(stream::reset::<$kind>, 0)),
                define::method(c"digest", method!(digest::result::<$kind, Binary>, -1)),
                define::method(c"hexdigest", method!(digest::result::<$kind, Hex>, -1)),
                define::method(c"base64digest", method!(digest::result::<$kind, Base64>, -1)),
                define::method(c"name", method!(stream::name::<$kind>, 0)),
                define::method(c"digest_length", method!(digest::digest_length::<$kind>, 0)),
                define::method(c"block_length", method!(digest::block_length::<$kind>, 0)),
            ],
        );
        define::private(
            class,
            &[
                define::method(c"update_from", method!(digest::update_from::<$kind>, 1)),
                define::method(c"finish", method!(digest::finish::<$kind>, 0)),
            ],
        );
        define::singleton(
            class,
            &[
                define::method(c"digest", function!(digest::once_by_name::<$kind, Binary>, 2)),
                define::method(c"hexdigest", function!(digest::once_by_name::<$kind, Hex>, 2)),
                define::method(c"base64digest", function!(digest::once_by_name::<$kind, Base64>, 2)),
                define::method(
                    c"names",
                    function!(|| algorithm::names(<$kind as digest::Class>::OFFERED), 0),
                ),
            ],
        );
    }};
}

/// Defines the classes of single algorithms below one that [`define_digest`] filled.
#[macro_export]
macro_rules! define_digests {
    ($class:expr, $kind:ty; $($variant:ident $name:literal),+) => {
        $({
            use $crate::digest::{Initialize, OfClass};
            use $crate::oxisalt_ruby::bytes::{Base64, Binary, Hex};
            use $crate::oxisalt_ruby::{define, numbered::{nullary, unary}};
            const A: u8 = $crate::oxisalt_core::digest::Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", nullary::<Initialize<$kind>, A>())]);
            define::singleton(class, &[
                define::method(c"digest", unary::<OfClass<$kind, Binary>, A>()),
                define::method(c"hexdigest", unary::<OfClass<$kind, Hex>, A>()),
                define::method(c"base64digest", unary::<OfClass<$kind, Base64>, A>()),
            ]);
        })+
    };
}
