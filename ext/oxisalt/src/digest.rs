//! `Oxisalt::Digest` and its classes.

use std::marker::PhantomData;
use std::os::fd::RawFd;

use magnus::scan_args::{get_kwargs, scan_args};
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, function, method,
};
use oxisalt_core::digest::{Algorithm, BLAKE3_LONGEST_OUTPUT, Tailoring, blake3_derive_key};
use oxisalt_ruby::bytes::{self, Base64, Binary, Form, Hex};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::numbered::{Numbered, nullary, unary};
use oxisalt_ruby::{define, error, gvl, io};

use crate::algorithm::{self, nth};

/// A digest that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::Digest", free_immediately, size)]
pub(crate) struct Digest(Exclusive<oxisalt_core::digest::Digest>);

type This = Obj<Digest>;

impl Digest {
    fn initialize(ruby: &Ruby, this: This, digest: Value) -> Result<(), Error> {
        error::check_frozen(ruby, this)?;
        let algorithm = algorithm::resolve(ruby, digest)?;
        this.0.fill(oxisalt_core::digest::Digest::new(algorithm));
        Ok(())
    }

    fn initialize_blake<const A: u8>(ruby: &Ruby, this: This, arguments: &[Value]) -> Result<(), Error> {
        error::check_frozen(ruby, this)?;
        this.0.fill(Options::scan::<()>(ruby, nth(A), arguments)?.1.start(ruby, nth(A))?);
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

    /// Feeds what is left of the regular file that is open as `descriptor`.
    fn update_from(ruby: &Ruby, this: This, descriptor: RawFd) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
        this.0.transact(ruby, |state| io::read_to_end(ruby, descriptor, |piece| state.update(piece)))?;
        Ok(this)
    }

    fn reset(ruby: &Ruby, this: This) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
        this.0.with(ruby, oxisalt_core::digest::Digest::reset)?;
        Ok(this)
    }

    fn finish(ruby: &Ruby, this: This) -> Result<RString, Error> {
        this.0.with(ruby, |state| finalize::<Binary>(ruby, state))?
    }

    /// The digest so far; with an argument the digest of that alone, which leaves the object reset, as `::Digest` does.
    fn result<F: Form>(ruby: &Ruby, this: This, arguments: &[Value]) -> Result<RString, Error> {
        let data = match arguments {
            [] => return this.0.with(ruby, |state| finalize::<F>(ruby, state))?,
            [data] => *data,
            more => {
                return Err(error::argument(
                    ruby,
                    format!("wrong number of arguments (given {}, expected 0..1)", more.len()),
                ));
            }
        };
        Self::reset(ruby, this)?;
        Self::update(ruby, this, data)?;
        let result = this.0.with(ruby, |state| finalize::<F>(ruby, state))?;
        Self::reset(ruby, this)?;
        result
    }

    fn name(ruby: &Ruby, this: This) -> Result<&'static str, Error> {
        this.0.with(ruby, |state| state.algorithm().name())
    }

    fn digest_length(ruby: &Ruby, this: This) -> Result<usize, Error> {
        this.0.with(ruby, |state| state.output_size())
    }

    fn block_length(ruby: &Ruby, this: This) -> Result<usize, Error> {
        this.0.with(ruby, |state| state.algorithm().block_size())
    }
}

fn finalize<F: Form>(ruby: &Ruby, state: &oxisalt_core::digest::Digest) -> Result<RString, Error> {
    error::guard(ruby, || {
        let mut short = [0; 64];
        let mut long = Vec::new();
        let size = state.output_size();
        let output = if size <= short.len() {
            &mut short[..size]
        } else {
            long.resize(size, 0);
            &mut long[..]
        };
        state.finalize_into(output);
        Ok(F::write(ruby, output))
    })
}

fn once<F: Form>(ruby: &Ruby, algorithm: Algorithm, data: Value) -> Result<RString, Error> {
    let data = bytes::string(ruby, "data", data)?;
    if data.len() >= gvl::WORTH_RELEASING {
        let mut state = oxisalt_core::digest::Digest::new(algorithm);
        gvl::feed(ruby, data, |piece| state.update(piece))?;
        return finalize::<F>(ruby, &state);
    }
    Ok(F::write(ruby, &bytes::read([data], |[data]| algorithm.digest(data))))
}

fn once_by_name<F: Form>(ruby: &Ruby, digest: Value, data: Value) -> Result<RString, Error> {
    error::guard(ruby, || once::<F>(ruby, algorithm::resolve(ruby, digest)?, data))
}

/// The singleton method of a class that writes its digest as `F`.
struct OfClass<F>(PhantomData<F>);

impl<F: Form> Numbered<1> for OfClass<F> {
    fn call(ruby: &Ruby, number: u8, _class: Value, [data]: [Value; 1]) -> Result<Value, Error> {
        once::<F>(ruby, nth(number), data).map(ReprValue::as_value)
    }
}

const BLAKE3: u8 = Algorithm::Blake3 as u8;

fn once_blake3<F: Form>(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    if let [data] = arguments {
        return error::guard(ruby, || once::<F>(ruby, Algorithm::Blake3, *data));
    }
    let ((data,), options) = Options::scan::<(Value,)>(ruby, Algorithm::Blake3, arguments)?;
    let data = bytes::string(ruby, "data", data)?;
    let mut state = options.start(ruby, Algorithm::Blake3)?;
    gvl::feed(ruby, data, |piece| state.update(piece))?;
    finalize::<F>(ruby, &state)
}

/// The digest of a BLAKE2, whose keywords Ruby has parsed.
fn once_tailored<F: Form, const A: u8>(
    ruby: &Ruby,
    data: Value,
    key: Value,
    size: Value,
    salt: Value,
    personal: Value,
) -> Result<RString, Error> {
    error::guard(ruby, || {
        let data = bytes::string(ruby, "data", data)?;
        let options = Options::new(ruby, [key, size, salt, personal].map(Some))?;
        if data.len() >= gvl::WORTH_RELEASING {
            let mut state = options.start(ruby, nth(A))?;
            gvl::feed(ruby, data, |piece| state.update(piece))?;
            return finalize::<F>(ruby, &state);
        }
        let output = options.with(data, |tailoring, data| {
            oxisalt_core::digest::Digest::once_tailored(nth(A), tailoring, data)
        });
        Ok(F::write(ruby, &output.map_err(|refusal| error::length(ruby, refusal.to_string()))?))
    })
}

/// The initializer of a class.
enum Initialize {}

impl Numbered<0> for Initialize {
    fn call(ruby: &Ruby, number: u8, this: Value, []: [Value; 0]) -> Result<Value, Error> {
        error::check_frozen(ruby, this)?;
        This::try_convert(this)?.0.fill(oxisalt_core::digest::Digest::new(nth(number)));
        Ok(this)
    }
}

/// The keywords of a BLAKE digest.
struct Options {
    key: Option<RString>,
    size: Option<usize>,
    salt: Option<RString>,
    personal: Option<RString>,
}

impl Options {
    fn scan<Required: magnus::scan_args::ScanArgsRequired>(
        ruby: &Ruby,
        algorithm: Algorithm,
        arguments: &[Value],
    ) -> Result<(Required, Self), Error> {
        let arguments = scan_args::<Required, (), (), (), _, ()>(arguments)?;
        let (key, size, salt, personal) = if algorithm == Algorithm::Blake3 {
            let names = ["key", "digest_size"];
            let (key, size) =
                get_kwargs::<_, (), (Option<Value>, Option<Value>), ()>(arguments.keywords, &[], &names)?
                    .optional;
            (key, size, None, None)
        } else {
            let names = ["key", "digest_size", "salt", "personal"];
            get_kwargs::<_, (), (Option<Value>, Option<Value>, Option<Value>, Option<Value>), ()>(
                arguments.keywords,
                &[],
                &names,
            )?
            .optional
        };
        Ok((arguments.required, Self::new(ruby, [key, size, salt, personal])?))
    }

    /// What is given as nil is not given.
    #[inline]
    fn new(ruby: &Ruby, values: [Option<Value>; 4]) -> Result<Self, Error> {
        let [key, size, salt, personal] = values.map(|value| value.filter(|value| !value.is_nil()));
        let string =
            |name, value: Option<Value>| value.map(|value| bytes::string(ruby, name, value)).transpose();
        Ok(Self {
            size: size.map(|size| digest_size(ruby, size)).transpose()?,
            key: string("key", key)?,
            salt: string("salt", salt)?,
            personal: string("personal", personal)?,
        })
    }

    /// Reads `data` and the options. Of those that are not given `data` is read instead, and left out.
    #[inline]
    fn with<T>(&self, data: RString, body: impl FnOnce(&Tailoring<'_>, &[u8]) -> T) -> T {
        let given = [self.key, self.salt, self.personal];
        let [key, salt, personal] = given.map(|string| string.unwrap_or(data));
        bytes::read([data, key, salt, personal], |[data, key, salt, personal]| {
            let tailoring = Tailoring {
                key: self.key.map(|_| key),
                output_size: self.size,
                salt: self.salt.map(|_| salt),
                personal: self.personal.map(|_| personal),
            };
            body(&tailoring, data)
        })
    }

    fn start(&self, ruby: &Ruby, algorithm: Algorithm) -> Result<oxisalt_core::digest::Digest, Error> {
        let tailored =
            |tailoring: &Tailoring<'_>| oxisalt_core::digest::Digest::tailored(algorithm, tailoring);
        match self.key.or(self.salt).or(self.personal) {
            Some(any) => self.with(any, |tailoring, _| tailored(tailoring)),
            None => tailored(&Tailoring { output_size: self.size, ..Tailoring::default() }),
        }
        .map_err(|refusal| error::length(ruby, refusal.to_string()))
    }
}

fn digest_size(ruby: &Ruby, size: Value) -> Result<usize, Error> {
    let Some(integer) = magnus::Integer::from_value(size) else {
        return Err(error::type_error(ruby, "digest size", "an Integer", size));
    };
    integer.to_usize().map_err(|_| {
        error::length(ruby, format!("digest size must be a positive number of bytes, got {integer}"))
    })
}

fn derive_key(ruby: &Ruby, context: Value, key_material: Value, size: Value) -> Result<RString, Error> {
    let context = bytes::string(ruby, "context", context)?;
    let key_material = bytes::string(ruby, "key material", key_material)?;
    let size = digest_size(ruby, size)?;
    if !(1..=BLAKE3_LONGEST_OUTPUT).contains(&size) {
        return Err(error::length(
            ruby,
            format!("digest size must be 1 to {BLAKE3_LONGEST_OUTPUT} bytes, got {size}"),
        ));
    }
    let mut output = vec![0; size];
    let derived = bytes::read([context, key_material], |[context, key_material]| {
        str::from_utf8(context).map(|context| blake3_derive_key(context, key_material, &mut output))
    });
    match derived {
        Ok(()) => Ok(bytes::binary(ruby, &output)),
        Err(_) => Err(error::argument(ruby, "context must be valid UTF-8")),
    }
}

macro_rules! define_classes {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", nullary::<Initialize, A>())]);
            define::singleton(class, &[
                define::method(c"digest", unary::<OfClass<Binary>, A>()),
                define::method(c"hexdigest", unary::<OfClass<Hex>, A>()),
                define::method(c"base64digest", unary::<OfClass<Base64>, A>()),
            ]);
        })+
    };
}

macro_rules! define_blake2 {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", method!(Digest::initialize_blake::<A>, -1))]);
            define::private_singleton(class, &[
                define::method(c"digest_with", function!(once_tailored::<Binary, A>, 5)),
                define::method(c"hexdigest_with", function!(once_tailored::<Hex, A>, 5)),
                define::method(c"base64digest_with", function!(once_tailored::<Base64, A>, 5)),
            ]);
        })+
    };
}

/// Defines the class and one below it for each algorithm, within [`define::load`].
pub(crate) fn define(module: RModule) {
    define::require(c"digest");
    let standard = RModule::from_value(define::lookup(define::object(), c"Digest")).expect("a module");
    let parent = RClass::from_value(define::lookup(standard, c"Class")).expect("a class");
    let digest = define::class(module, c"Digest", parent);
    define::allocator::<Digest>(digest);
    define::instance(
        digest,
        &[
            define::method(c"initialize", method!(Digest::initialize, 1)),
            define::method(c"initialize_copy", method!(Digest::initialize_copy, 1)),
            define::method(c"update", method!(Digest::update, 1)),
            define::method(c"<<", method!(Digest::update, 1)),
            define::method(c"reset", method!(Digest::reset, 0)),
            define::method(c"digest", method!(Digest::result::<Binary>, -1)),
            define::method(c"hexdigest", method!(Digest::result::<Hex>, -1)),
            define::method(c"base64digest", method!(Digest::result::<Base64>, -1)),
            define::method(c"name", method!(Digest::name, 0)),
            define::method(c"digest_length", method!(Digest::digest_length, 0)),
            define::method(c"block_length", method!(Digest::block_length, 0)),
        ],
    );
    define::private(
        digest,
        &[
            define::method(c"update_from", method!(Digest::update_from, 1)),
            define::method(c"finish", method!(Digest::finish, 0)),
        ],
    );
    define::singleton(
        digest,
        &[
            define::method(c"digest", function!(once_by_name::<Binary>, 2)),
            define::method(c"hexdigest", function!(once_by_name::<Hex>, 2)),
            define::method(c"base64digest", function!(once_by_name::<Base64>, 2)),
            define::method(c"names", function!(|| algorithm::names(Algorithm::ALL), 0)),
        ],
    );

    let class = |name| define::class(digest, name, digest);
    algorithm::with_hmac!(define_classes!(class));
    define_classes!(class; Sha256d c"SHA256d");
    define_blake2!(class; Blake2b c"BLAKE2b", Blake2s c"BLAKE2s");
    let blake3 = class(c"BLAKE3");
    define::instance(
        blake3,
        &[define::method(c"initialize", method!(Digest::initialize_blake::<BLAKE3>, -1))],
    );
    define::singleton(
        blake3,
        &[
            define::method(c"digest", function!(once_blake3::<Binary>, -1)),
            define::method(c"hexdigest", function!(once_blake3::<Hex>, -1)),
            define::method(c"base64digest", function!(once_blake3::<Base64>, -1)),
        ],
    );
    define::private_singleton(blake3, &[define::method(c"derive_key_of_size", function!(derive_key, 3))]);
}
