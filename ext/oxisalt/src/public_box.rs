//! `Oxisalt::Box`.

use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RClass, RModule, RString, Ruby, TypedData, Value, method,
};
use oxisalt_core::public_box;
use oxisalt_core::secret_box::Key;
use oxisalt_ruby::error;

use crate::private_key::PrivateKey;
use crate::public_key::PublicKey;
use crate::refusal::raised;
use crate::secret_box;

/// A box between the owners of two keys: the key that they agreed on. It never changes, so that any thread or Ractor
/// may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::Box", free_immediately, size, frozen_shareable)]
pub(crate) struct PublicBox(pub(crate) Key);

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

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let class = module.define_class("Box", ruby.class_object())?;
    class.undef_default_alloc_func();
    class.define_singleton_method("new", method!(PublicBox::create, 2))?;
    class.define_method("box", method!(PublicBox::seal, 2))?;
    class.define_method("open", method!(PublicBox::open, 2))?;
    class.define_alias("encrypt", "box")?;
    class.define_alias("decrypt", "open")
}
