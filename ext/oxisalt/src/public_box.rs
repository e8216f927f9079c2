//! `Oxisalt::Box`.

use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, method};
use oxisalt_core::public_box;
use oxisalt_core::secret_box::Key;
use oxisalt_ruby::{define, error, ractor};

use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;
use crate::refusal::raised;
use crate::secret_box;

/// A box between the owners of two keys: the key that they agreed on. It never changes, so that any thread or Ractor
/// may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::Box", free_immediately, size, frozen_shareable)]
pub(crate) struct PublicBox(pub(crate) Key);

const _: () = ractor::shareable::<PublicBox>();

impl PublicBox {
    fn create(ruby: &Ruby, class: RClass, public: Value, private: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let this = ruby.obj_wrap_as(Self(agree(ruby, public, private)?), class).as_value();
            this.freeze();
            Ok(this)
        })
    }

    fn seal(ruby: &Ruby, this: &Self, nonce: Value, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || secret_box::seal(ruby, &this.0, nonce, message))
    }

    fn open(ruby: &Ruby, this: &Self, nonce: Value, ciphertext: Value) -> Result<RString, Error> {
        error::guard(ruby, || secret_box::open(ruby, &this.0, nonce, ciphertext))
    }
}

/// The key that the owners of two keys agree on.
pub(crate) fn agree(ruby: &Ruby, public: Value, private: Value) -> Result<Key, Error> {
    let public = PublicKey::resolve(ruby, public)?;
    let private = PrivateKey::resolve(ruby, private)?;
    public_box::agree(&public, &private).map_err(|refusal| raised(ruby, refusal))
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"Box", ruby.class_object());
    define::no_allocator(class);
    define::singleton(class, &[define::method(c"new", method!(PublicBox::create, 2))]);
    define::instance(
        class,
        &[
            define::method(c"box", method!(PublicBox::seal, 2)),
            define::method(c"encrypt", method!(PublicBox::seal, 2)),
            define::method(c"open", method!(PublicBox::open, 2)),
            define::method(c"decrypt", method!(PublicBox::open, 2)),
        ],
    );
}
