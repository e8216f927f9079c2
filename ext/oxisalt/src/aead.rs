//! `Oxisalt::AEAD` and its classes.

use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, method};
use oxisalt_core::Error as Refusal;
use oxisalt_core::aead::{Cipher, Key, TAG_LEN};
use oxisalt_ruby::numbered::{Numbered, unary};
use oxisalt_ruby::{bytes, define, error, gvl, ractor};

use crate::refusal::raised;

/// A cipher and its key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::AEAD", free_immediately, size, frozen_shareable)]
pub(crate) struct Aead {
    cipher: Cipher,
    key: Key,
}

const _: () = ractor::shareable::<Aead>();

/// The `new` of a class.
enum Create {}

impl Numbered<1> for Create {
    fn call(ruby: &Ruby, number: u8, class: Value, [key]: [Value; 1]) -> Result<Value, Error> {
        let key = bytes::string(ruby, "secret key", key)?;
        let key = bytes::read([key], |[key]| Key::new(key)).map_err(|refusal| raised(ruby, refusal))?;
        let class = RClass::from_value(class).expect("`new` is a class's method");
        let this = ruby.obj_wrap_as(Aead { cipher: Cipher::ALL[usize::from(number)], key }, class).as_value();
        this.freeze();
        Ok(this)
    }
}

impl Aead {
    fn encrypt(ruby: &Ruby, this: &Self, arguments: &[Value]) -> Result<RString, Error> {
        error::guard(ruby, || {
            let Arguments { nonce, input, additional } = Arguments::scan(ruby, "message", arguments)?;
            let nonce = this.nonce(ruby, nonce)?;
            transform(ruby, input, additional, input.len() + TAG_LEN, |message, additional, output| {
                this.key.seal(&nonce, additional, message, output)
            })
        })
    }

    fn decrypt(ruby: &Ruby, this: &Self, arguments: &[Value]) -> Result<RString, Error> {
        error::guard(ruby, || {
            let Arguments { nonce, input, additional } = Arguments::scan(ruby, "ciphertext", arguments)?;
            let nonce = this.nonce(ruby, nonce)?;
            let len = input.len().checked_sub(TAG_LEN).ok_or_else(|| raised(ruby, Refusal::Inauthentic))?;
            transform(ruby, input, additional, len, |ciphertext, additional, output| {
                this.key.open(&nonce, additional, ciphertext, output)
            })
        })
    }

    fn nonce(&self, ruby: &Ruby, nonce: RString) -> Result<oxisalt_core::aead::Nonce, Error> {
        bytes::read([nonce], |[nonce]| self.cipher.nonce(nonce)).map_err(|refusal| raised(ruby, refusal))
    }
}

/// What both directions take: a nonce, what goes in, and additional data or nil.
struct Arguments {
    nonce: RString,
    input: RString,
    additional: Option<RString>,
}

impl Arguments {
    #[inline]
    fn scan(ruby: &Ruby, input_name: &str, arguments: &[Value]) -> Result<Self, Error> {
        let (nonce, input, additional) = match *arguments {
            [nonce, input] => (nonce, input, None),
            [nonce, input, additional] => (nonce, input, Some(additional).filter(|data| !data.is_nil())),
            _ => {
                return Err(error::argument(
                    ruby,
                    format!("wrong number of arguments (given {}, expected 2..3)", arguments.len()),
                ));
            }
        };
        Ok(Self {
            nonce: bytes::string(ruby, "nonce", nonce)?,
            input: bytes::string(ruby, input_name, input)?,
            additional: additional.map(|data| bytes::string(ruby, "additional data", data)).transpose()?,
        })
    }
}

/// Writes straight into the String that is returned, and without the interpreter lock where that is long.
#[inline]
fn transform(
    ruby: &Ruby,
    input: RString,
    additional: Option<RString>,
    len: usize,
    work: impl FnOnce(&[u8], &[u8], &mut [u8]) -> Result<(), Refusal>,
) -> Result<RString, Error> {
    // Without additional data the input is read twice, and once left out.
    let inputs = [input, additional.unwrap_or(input)];
    let work = |[input, data]: [&[u8]; 2], output: &mut [u8]| {
        work(input, if additional.is_some() { data } else { b"" }, output)
    };
    let (output, result) = bytes::build(ruby, len, |output| {
        if output.len() < gvl::WORTH_RELEASING {
            return Ok(bytes::read(inputs, |inputs| work(inputs, output)));
        }
        gvl::lend(ruby, inputs, |inputs| work(inputs, output))
    })?;
    result?.map_err(|refusal| raised(ruby, refusal))?;
    Ok(output)
}

/// Defines the class and those below it, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    const IETF: u8 = Cipher::ChaCha20Poly1305Ietf as u8;
    const LEGACY: u8 = Cipher::ChaCha20Poly1305Legacy as u8;
    const EXTENDED: u8 = Cipher::XChaCha20Poly1305Ietf as u8;

    let aead = define::class(module, c"AEAD", ruby.class_object());
    define::no_allocator(aead);
    define::instance(
        aead,
        &[
            define::method(c"encrypt", method!(Aead::encrypt, -1)),
            define::method(c"decrypt", method!(Aead::decrypt, -1)),
        ],
    );
    for (name, create) in [
        (c"ChaCha20Poly1305IETF", define::method(c"new", unary::<Create, IETF>())),
        (c"ChaCha20Poly1305Legacy", define::method(c"new", unary::<Create, LEGACY>())),
        (c"XChaCha20Poly1305IETF", define::method(c"new", unary::<Create, EXTENDED>())),
    ] {
        define::singleton(define::class(aead, name, aead), &[create]);
    }
}
