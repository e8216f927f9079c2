//! The two ends of `Oxisalt::SealedStream`, chunk by chunk.

use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, method};
use oxisalt_core::Error as Refusal;
use oxisalt_core::sealed_stream::{self, OVERHEAD};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::{bytes, define, error};

use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;
use crate::refusal::raised;

/// A stream that is being sealed.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SealedStream::Sealer", free_immediately, size)]
struct Sealer {
    start: Vec<u8>,
    state: Exclusive<sealed_stream::Sealer>,
}

impl Sealer {
    fn wrap<const N: usize>(
        ruby: &Ruby,
        class: RClass,
        started: Result<(sealed_stream::Sealer, [u8; N]), Refusal>,
    ) -> Result<Value, Error> {
        let (state, start) = started.map_err(|refusal| raised(ruby, refusal))?;
        let this = Self { start: start.to_vec(), state: Exclusive::default() };
        this.state.fill(state);
        Ok(ruby.obj_wrap_as(this, class).as_value())
    }

    fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = bytes::string(ruby, "secret key", key)?;
            Self::wrap(ruby, class, bytes::read([key], |[key]| sealed_stream::Sealer::new(key)))
        })
    }

    fn for_recipient(ruby: &Ruby, class: RClass, recipient: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let recipient = PublicKey::resolve(ruby, recipient)?;
            Self::wrap(ruby, class, sealed_stream::Sealer::for_recipient(&recipient))
        })
    }

    /// What comes before the first chunk.
    fn start(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &this.start)
    }

    fn chunk(ruby: &Ruby, this: &Self, message: Value, last: bool) -> Result<RString, Error> {
        error::guard(ruby, || {
            let message = bytes::string(ruby, "message", message)?;
            this.state.with(ruby, |state| {
                let (sealed, ()) = bytes::build(ruby, message.len() + OVERHEAD, |output| {
                    bytes::read([message], |[message]| state.chunk(message, last, output));
                })?;
                Ok(sealed)
            })?
        })
    }
}

/// A stream that is being opened.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SealedStream::Opener", free_immediately, size)]
struct Opener(Exclusive<(sealed_stream::Opener, bool)>);

impl Opener {
    fn wrap(
        ruby: &Ruby,
        class: RClass,
        started: Result<sealed_stream::Opener, Refusal>,
    ) -> Result<Value, Error> {
        let state = started.map_err(|refusal| raised(ruby, refusal))?;
        let this = Self(Exclusive::default());
        this.0.fill((state, false));
        Ok(ruby.obj_wrap_as(this, class).as_value())
    }

    fn create(ruby: &Ruby, class: RClass, key: Value, start: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = bytes::string(ruby, "secret key", key)?;
            let start = bytes::string(ruby, "header", start)?;
            let started = bytes::read([key, start], |[key, start]| sealed_stream::Opener::new(key, start));
            Self::wrap(ruby, class, started)
        })
    }

    fn for_recipient(ruby: &Ruby, class: RClass, recipient: Value, start: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let recipient = PrivateKey::resolve(ruby, recipient)?;
            let start = bytes::string(ruby, "header", start)?;
            let started =
                bytes::read([start], |[start]| sealed_stream::Opener::for_recipient(&recipient, start));
            Self::wrap(ruby, class, started)
        })
    }

    /// The message of the next chunk.
    fn chunk(ruby: &Ruby, this: &Self, sealed: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let sealed = bytes::string(ruby, "ciphertext", sealed)?;
            let refused = |refusal| raised(ruby, refusal);
            this.0.with(ruby, |(state, is_last)| {
                if *is_last {
                    return Err(refused(Refusal::Trailing));
                }
                let len = sealed.len().checked_sub(OVERHEAD).ok_or_else(|| refused(Refusal::Truncated))?;
                let (message, result) = bytes::build(ruby, len, |output| {
                    bytes::read([sealed], |[sealed]| state.chunk(sealed, output))
                })?;
                *is_last = result.map_err(refused)?;
                Ok(message)
            })?
        })
    }

    /// Whether the last chunk was the last.
    fn is_finished(ruby: &Ruby, this: &Self) -> Result<bool, Error> {
        this.0.with(ruby, |(_, is_last)| *is_last)
    }
}

/// Defines the module and its classes, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let stream = define::module_under(module, c"SealedStream");

    let sealer = define::class(stream, c"Sealer", ruby.class_object());
    define::no_allocator(sealer);
    define::singleton(
        sealer,
        &[
            define::method(c"new", method!(Sealer::create, 1)),
            define::method(c"for_recipient", method!(Sealer::for_recipient, 1)),
        ],
    );
    define::instance(
        sealer,
        &[
            define::method(c"start", method!(Sealer::start, 0)),
            define::method(c"chunk", method!(Sealer::chunk, 2)),
        ],
    );

    let opener = define::class(stream, c"Opener", ruby.class_object());
    define::no_allocator(opener);
    define::singleton(
        opener,
        &[
            define::method(c"new", method!(Opener::create, 2)),
            define::method(c"for_recipient", method!(Opener::for_recipient, 2)),
        ],
    );
    define::instance(
        opener,
        &[
            define::method(c"chunk", method!(Opener::chunk, 1)),
            define::method(c"finished?", method!(Opener::is_finished, 0)),
        ],
    );
}
