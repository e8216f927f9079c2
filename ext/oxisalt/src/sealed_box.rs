//! `Oxisalt::SealedBox`.

use magnus::scan_args::scan_args;
use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, method};
use oxisalt_core::agreement;
use oxisalt_core::sealed_box::{self, OVERHEAD};
use oxisalt_ruby::{bytes, define, error, ractor};

use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;
use crate::sealing;

/// A box for the owner of a public key, opened by the private one. It never changes, so that any thread or Ractor may
/// use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SealedBox", free_immediately, size, frozen_shareable)]
pub(crate) struct SealedBox {
    public: agreement::PublicKey,
    private: Option<agreement::PrivateKey>,
}

const _: () = ractor::shareable::<SealedBox>();

impl SealedBox {
    /// Either key may be nil where the other is given.
    fn create(ruby: &Ruby, class: RClass, keys: &[Value]) -> Result<Value, Error> {
        let keys = scan_args::<(Value,), (Option<Value>,), (), (), (), ()>(keys)?;
        let (public,) = keys.required;
        let private = keys.optional.0.filter(|key| !key.is_nil());
        Self::wrap(ruby, class, Some(public).filter(|key| private.is_none() || !key.is_nil()), private)
    }

    fn from_public_key(ruby: &Ruby, class: RClass, public: Value) -> Result<Value, Error> {
        Self::wrap(ruby, class, Some(public), None)
    }

    fn from_private_key(ruby: &Ruby, class: RClass, keys: &[Value]) -> Result<Value, Error> {
        let keys = scan_args::<(Value,), (Option<Value>,), (), (), (), ()>(keys)?;
        let (private,) = keys.required;
        Self::wrap(ruby, class, keys.optional.0.filter(|key| !key.is_nil()), Some(private))
    }

    fn wrap(
        ruby: &Ruby,
        class: RClass,
        public: Option<Value>,
        private: Option<Value>,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let private = private.map(|private| PrivateKey::resolve(ruby, private)).transpose()?;
            let own = private.as_ref().map(|private| *private.public_key());
            let public = match (public, own) {
                (None, Some(own)) => own,
                (public, own) => {
                    let public = PublicKey::resolve(ruby, public.unwrap_or_else(|| ruby.qnil().as_value()))?;
                    if own.is_some_and(|own| own != public) {
                        return Err(error::argument(ruby, "the public key is not that of the private key"));
                    }
                    public
                }
            };
            let this = ruby.obj_wrap_as(Self { public, private }, class).as_value();
            this.freeze();
            Ok(this)
        })
    }

    fn seal(ruby: &Ruby, this: &Self, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let message = bytes::string(ruby, "message", message)?;
            sealing::seal(ruby, message, OVERHEAD, |message, output| {
                sealed_box::seal(&this.public, message, output)
            })
        })
    }

    fn open(ruby: &Ruby, this: &Self, ciphertext: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let ciphertext = bytes::string(ruby, "ciphertext", ciphertext)?;
            let Some(private) = &this.private else {
                return Err(error::crypto(ruby, "this box has no private key: it seals, and cannot open"));
            };
            sealing::open(ruby, ciphertext, OVERHEAD, |ciphertext, output| {
                sealed_box::open(private, ciphertext, output)
            })
        })
    }
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"SealedBox", ruby.class_object());
    define::no_allocator(class);
    define::singleton(
        class,
        &[
            define::method(c"new", method!(SealedBox::create, -1)),
            define::method(c"from_public_key", method!(SealedBox::from_public_key, 1)),
            define::method(c"from_private_key", method!(SealedBox::from_private_key, -1)),
        ],
    );
    define::instance(
        class,
        &[
            define::method(c"box", method!(SealedBox::seal, 1)),
            define::method(c"encrypt", method!(SealedBox::seal, 1)),
            define::method(c"open", method!(SealedBox::open, 1)),
            define::method(c"decrypt", method!(SealedBox::open, 1)),
        ],
    );
}
