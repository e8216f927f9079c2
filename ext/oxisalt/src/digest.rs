//! `Oxisalt::Digest` and its classes.

use std::convert::Infallible;

use magnus::scan_args::{get_kwargs, scan_args};
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RModule, RString, Ruby, TypedData, Value, function, method};
use oxisalt_binding::algorithm::nth;
use oxisalt_binding::digest::{Class, finalize, once, parent};
use oxisalt_binding::refusal::never;
use oxisalt_binding::{define_digest, define_digests, fed, with_hmac};
use oxisalt_core::Output;
use oxisalt_core::digest::{Algorithm, BLAKE3_LONGEST_OUTPUT, Tailoring, blake3_derive_key};
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
    this.0.fill(Options::scan::<()>(ruby, nth(A), arguments)?.1.start(ruby, nth(A))?);
    Ok(())
}

const BLAKE3: u8 = Algorithm::Blake3 as u8;

fn once_blake3<F: Form>(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    if let [data] = arguments {
        return error::guard(ruby, || once::<Digest, F>(ruby, Algorithm::Blake3, *data));
    }
    let ((data,), options) = Options::scan::<(Value,)>(ruby, Algorithm::Blake3, arguments)?;
    let data = bytes::string(ruby, "data", data)?;
    let mut state = options.start(ruby, Algorithm::Blake3)?;
    gvl::feed(ruby, data, |piece| state.update(piece))?;
    finalize::<Digest, F>(ruby, &state)
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
            return finalize::<Digest, F>(ruby, &state);
        }
        let output = options.with(data, |tailoring, data| {
            oxisalt_core::digest::Digest::once_tailored(nth(A), tailoring, data)
        });
        Ok(F::write(ruby, &output.map_err(|refusal| error::length(ruby, refusal.to_string()))?))
    })
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

macro_rules! define_blake2 {
    ($class:expr; $($variant:ident $name:literal),+) => {
        $({
            const A: u8 = Algorithm::$variant as u8;
            let class = $class($name);
            define::instance(class, &[define::method(c"initialize", method!(initialize_blake::<A>, -1))]);
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
    let digest = define::class(module, c"Digest", parent());
    define_digest!(digest, Digest);

    let class = |name| define::class(digest, name, digest);
    with_hmac!(define_digests!(class, Digest));
    define_digests!(class, Digest; Sha256d c"SHA256d");
    define_blake2!(class; Blake2b c"BLAKE2b", Blake2s c"BLAKE2s");
    let blake3 = class(c"BLAKE3");
    define::instance(blake3, &[define::method(c"initialize", method!(initialize_blake::<BLAKE3>, -1))]);
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
