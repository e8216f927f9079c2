//! `Oxisalt::SimpleBox`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::secret_box::{Key, NONCED_OVERHEAD};
use oxisalt_ruby::{bytes, define, error, ractor};

use crate::public_box::{self, PublicBox};
use crate::sealing;
use crate::secret_box::{self, SecretBox};

/// A box that chooses its nonces. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SimpleBox", free_immediately, size, frozen_shareable)]
pub(crate) struct SimpleBox {
    key: Key,
    origin: Origin,
}

const _: () = ractor::shareable::<SimpleBox>();

/// Where the key of a box comes from.
#[derive(Clone, Copy)]
enum Origin {
    Secret,
    Agreed,
}

impl SimpleBox {
    fn wrap(ruby: &Ruby, class: RClass, key: Key, origin: Origin) -> Value {
        let this = ruby.obj_wrap_as(Self { key, origin }, class).as_value();
        this.freeze();
        this
    }

    fn create(ruby: &Ruby, class: RClass, other: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            if let Ok(other) = <&PublicBox>::try_convert(other) {
                return Ok(Self::wrap(ruby, class, other.0.clone(), Origin::Agreed));
            }
            if let Ok(other) = <&SecretBox>::try_convert(other) {
                return Ok(Self::wrap(ruby, class, other.0.clone(), Origin::Secret));
            }
            Err(error::type_error(ruby, "box", "an Oxisalt::Box or an Oxisalt::SecretBox", other))
        })
    }

    fn from_keypair(ruby: &Ruby, class: RClass, public: Value, private: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = public_box::agree(ruby, public, private)?;
            Ok(Self::wrap(ruby, class, key, Origin::Agreed))
        })
    }

    fn from_secret_key(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = secret_box::read_key(ruby, key)?;
            Ok(Self::wrap(ruby, class, key, Origin::Secret))
        })
    }

    fn seal(ruby: &Ruby, this: &Self, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let message = bytes::string(ruby, "message", message)?;
            sealing::seal(ruby, message, NONCED_OVERHEAD, |message, output| {
                this.key.seal_nonced(message, output)
            })
        })
    }

    fn open(ruby: &Ruby, this: &Self, ciphertext: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let ciphertext = bytes::string(ruby, "ciphertext", ciphertext)?;
            sealing::open(ruby, ciphertext, NONCED_OVERHEAD, |ciphertext, output| {
                this.key.open_nonced(ciphertext, output)
            })
        })
    }

    fn is_agreed(&self) -> bool {
        matches!(self.origin, Origin::Agreed)
    }
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"SimpleBox", ruby.class_object());
    define::no_allocator(class);
    define::singleton(
        class,
        &[
            define::method(c"new", method!(SimpleBox::create, 1)),
            define::method(c"from_keypair", method!(SimpleBox::from_keypair, 2)),
            define::method(c"from_secret_key", method!(SimpleBox::from_secret_key, 1)),
        ],
    );
    define::instance(
        class,
        &[
            define::method(c"box", method!(SimpleBox::seal, 1)),
            define::method(c"encrypt", method!(SimpleBox::seal, 1)),
            define::method(c"open", method!(SimpleBox::open, 1)),
            define::method(c"decrypt", method!(SimpleBox::open, 1)),
        ],
    );
    define::private(class, &[define::method(c"agreed?", method!(SimpleBox::is_agreed, 0))]);
}
