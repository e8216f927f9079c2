//! `Oxisalt::Digest` and its classes.

use std::marker::PhantomData;
use std::os::fd::RawFd;

use magnus::scan_args::{get_kwargs, scan_args};
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RClass, RModule, RString, Ruby, TypedData, Value,
    function, method,
};
use oxisalt_core::digest::{Algorithm, BLAKE3_LONGEST_OUTPUT, blake3_derive_key};
use oxisalt_ruby::bytes::{self, Base64, Binary, Form, Hex};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::numbered::{Numbered, unary};
use oxisalt_ruby::{error, gvl, io};

use crate::algorithm::{self, nth};

/// A digest that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::Digest", free_immediately, size)]
pub(crate) struct Digest(Exclusive<oxisalt_core::digest::Digest>);

type This = Obj<Digest>;

impl Digest {
    fn initialize(ruby: &Ruby, this: This, digest: Value) -> Result<(), Error> {
        let algorithm = algorithm::resolve(ruby, digest)?;
        this.0.fill(oxisalt_core::digest::Digest::new(algorithm));
        Ok(())
    }

    fn initialize_as<const A: u8>(this: This) {
        this.0.fill(oxisalt_core::digest::Digest::new(nth(A)));
    }

    fn initialize_blake<const A: u8>(ruby: &Ruby, this: This, arguments: &[Value]) -> Result<(), Error> {
        this.0.fill(Options::scan::<()>(ruby, arguments)?.1.start(ruby, nth(A))?);
        Ok(())
    }

    fn initialize_copy(ruby: &Ruby, this: This, other: This) -> Result<This, Error> {
        error::check_frozen(ruby, this)?;
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

fn once_blake<F: Form, const A: u8>(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    if let [data] = arguments {
        return error::guard(ruby, || once::<F>(ruby, nth(A), *data));
    }
    let ((data,), options) = Options::scan::<(Value,)>(ruby, arguments)?;
    let data = bytes::string(ruby, "data", data)?;
    let mut state = options.start(ruby, nth(A))?;
    gvl::feed(ruby, data, |piece| state.update(piece))?;
    finalize::<F>(ruby, &state)
}

/// The keywords of a BLAKE digest.
struct Options {
    key: Option<RString>,
    size: Option<usize>,
}

impl Options {
    fn scan<Required: magnus::scan_args::ScanArgsRequired>(
        ruby: &Ruby,
        arguments: &[Value],
    ) -> Result<(Required, Self), Error> {
        let arguments = scan_args::<Required, (), (), (), _, ()>(arguments)?;
        let keywords = get_kwargs::<_, (), (Option<Value>, Option<Value>), ()>(
            arguments.keywords,
            &[],
            &["key", "digest_size"],
        )?;
        let (key, size) = keywords.optional;
        let key = key.filter(|key| !key.is_nil()).map(|key| bytes::string(ruby, "key", key)).transpose()?;
        let size = size.filter(|size| !size.is_nil()).map(|size| digest_size(ruby, size)).transpose()?;
        Ok((arguments.required, Self { key, size }))
    }

    fn start(&self, ruby: &Ruby, algorithm: Algorithm) -> Result<oxisalt_core::digest::Digest, Error> {
        let keyed = |key: Option<&[u8]>| oxisalt_core::digest::Digest::keyed(algorithm, key, self.size);
        match self.key {
            Some(key) => bytes::read([key], |[key]| keyed(Some(key))),
            None => keyed(None),
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
            let class = $class($name)?;
            class.define_method("initialize", method!(Digest::initialize_as::<A>, 0))?;
            class.define_singleton_method("digest", unary::<OfClass<Binary>, A>())?;
            class.define_singleton_method("hexdigest", unary::<OfClass<Hex>, A>())?;
            class.define_singleton_method("base64digest", unary::<OfClass<Base64>, A>())?;
        })+
    };
}

macro_rules! define_blake {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name)?;
            class.define_method("initialize", method!(Digest::initialize_blake::<A>, -1))?;
            class.define_singleton_method("digest", function!(once_blake::<Binary, A>, -1))?;
            class.define_singleton_method("hexdigest", function!(once_blake::<Hex, A>, -1))?;
            class.define_singleton_method("base64digest", function!(once_blake::<Base64, A>, -1))?;
        })+
    };
}

/// Defines the class and one below it for each algorithm.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    ruby.require("digest")?;
    let parent: RClass = ruby.class_object().const_get::<_, RModule>("Digest")?.const_get("Class")?;
    let digest = module.define_class("Digest", parent)?;
    digest.define_alloc_func::<Digest>();
    digest.define_method("initialize", method!(Digest::initialize, 1))?;
    digest.define_method("initialize_copy", method!(Digest::initialize_copy, 1))?;
    digest.define_method("update", method!(Digest::update, 1))?;
    digest.define_method("<<", method!(Digest::update, 1))?;
    digest.define_private_method("update_from", method!(Digest::update_from, 1))?;
    digest.define_method("reset", method!(Digest::reset, 0))?;
    digest.define_private_method("finish", method!(Digest::finish, 0))?;
    digest.define_method("digest", method!(Digest::result::<Binary>, -1))?;
    digest.define_method("hexdigest", method!(Digest::result::<Hex>, -1))?;
    digest.define_method("base64digest", method!(Digest::result::<Base64>, -1))?;
    digest.define_method("name", method!(Digest::name, 0))?;
    digest.define_method("digest_length", method!(Digest::digest_length, 0))?;
    digest.define_method("block_length", method!(Digest::block_length, 0))?;
    digest.define_singleton_method("digest", function!(once_by_name::<Binary>, 2))?;
    digest.define_singleton_method("hexdigest", function!(once_by_name::<Hex>, 2))?;
    digest.define_singleton_method("base64digest", function!(once_by_name::<Base64>, 2))?;

    let class = |name: &str| digest.define_class(name, digest);
    crate::algorithm::with_hmac!(define_classes!(class));
    define_classes!(class; Sha256d "SHA256d");
    define_blake!(class; Blake2b "BLAKE2b", Blake2s "BLAKE2s", Blake3 "BLAKE3");
    let blake3: RClass = digest.const_get("BLAKE3")?;
    blake3.singleton_class()?.define_private_method("derive_key_of_size", function!(derive_key, 3))?;
    digest.define_singleton_method("names", function!(|| algorithm::names(Algorithm::ALL), 0))
}
