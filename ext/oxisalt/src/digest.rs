//! `Oxisalt::Digest` and its classes.

use std::convert::Infallible;

use magnus::scan_args::{get_kwargs, scan_args};
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, function, method};
use oxisalt_binding::algorithm::nth;
use oxisalt_binding::digest::{Class, finalize, once, parent};
use oxisalt_binding::refusal::never;
use oxisalt_binding::{define_digest, define_digests, fed, with_hmac};
use oxisalt_core::Output;
use oxisalt_core::digest::{Algorithm, BLAKE3_LONGEST_OUTPUT, blake3_derive_key};
use oxisalt_ruby::bytes::{self, Base64, Binary, Form, Hex};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::{define, error, gvl};

/// A digest that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::Digest", free_immediately, size)]
pub(crate) struct Digest(Exclusive<oxisalt_core::digest::Digest>);

fed!(
    Digest(oxisalt_core::digest::Digest),
    Infallible,
    never,
    |state, data| {
        state.update(data);
        Ok(())
    },
    |state| {
        state.reset();
        Ok(())
    }
);

impl Class for Digest {
    const OFFERED: &'static [Algorithm] = Algorithm::ALL;

    fn start(algorithm: Algorithm) -> Result<Self::State, Infallible> {
        Ok(oxisalt_core::digest::Digest::new(algorithm))
    }

    #[inline]
    fn once(algorithm: Algorithm, data: &[u8]) -> Result<Output, Infallible> {
        Ok(algorithm.digest(data))
    }

    fn output_size(state: &Self::State) -> usize {
        state.output_size()
    }

    fn finalize_into(state: &Self::State, output: &mut [u8]) -> Result<(), Infallible> {
        state.finalize_into(output);
        Ok(())
    }
}

fn initialize_blake<const A: u8>(ruby: &Ruby, this: Obj<Digest>, arguments: &[Value]) -> Result<(), Error> {
    error::check_frozen(ruby, this)?;
    this.0.fill(Options::scan::<()>(ruby, arguments)?.1.start(ruby, nth(A))?);
    Ok(())
}

fn once_blake<F: Form, const A: u8>(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    if let [data] = arguments {
        return error::guard(ruby, || once::<Digest, F>(ruby, nth(A), *data));
    }
    let ((data,), options) = Options::scan::<(Value,)>(ruby, arguments)?;
    let data = bytes::string(ruby, "data", data)?;
    let mut state = options.start(ruby, nth(A))?;
    gvl::feed(ruby, data, |piece| state.update(piece))?;
    finalize::<Digest, F>(ruby, &state)
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

macro_rules! define_blake {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", method!(initialize_blake::<A>, -1))]);
            define::singleton(class, &[
                define::method(c"digest", function!(once_blake::<Binary, A>, -1)),
                define::method(c"hexdigest", function!(once_blake::<Hex, A>, -1)),
                define::method(c"base64digest", function!(once_blake::<Base64, A>, -1)),
            ]);
        })+
    };
}

/// Defines the class and one below it for each algorithm, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let digest = define::class(module, c"Digest", parent());
    define_digest!(digest, Digest);

    let class = |name| define::class(digest, name, digest);
    with_hmac!(define_digests!(class, Digest));
    define_digests!(class, Digest; Sha256d c"SHA256d");
    define_blake!(class; Blake2b c"BLAKE2b", Blake2s c"BLAKE2s", Blake3 c"BLAKE3");
    let blake3 = RClass::from_value(define::lookup(digest, c"BLAKE3")).expect("defined just before");
    define::private_singleton(blake3, &[define::method(c"derive_key_of_size", function!(derive_key, 3))]);
}
