//! `Oxisalt::SecretBox`.

use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TypedData, Value, method};
use oxisalt_core::secret_box::{self, Key, Nonce, TAG_LEN};
use oxisalt_ruby::{bytes, define, error, ractor};

use crate::refusal::raised;
use crate::sealing;

/// A box under a secret key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::SecretBox", free_immediately, size, frozen_shareable)]
pub(crate) struct SecretBox(pub(crate) Key);

const _: () = ractor::shareable::<SecretBox>();

impl SecretBox {
    fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let this = ruby.obj_wrap_as(Self(read_key(ruby, key)?), class).as_value();
            this.freeze();
            Ok(this)
        })
    }

    fn seal(ruby: &Ruby, this: &Self, nonce: Value, message: Value) -> Result<RString, Error> {
        error::guard(ruby, || seal(ruby, &this.0, nonce, message))
    }

    fn open(ruby: &Ruby, this: &Self, nonce: Value, ciphertext: Value) -> Result<RString, Error> {
        error::guard(ruby, || open(ruby, &this.0, nonce, ciphertext))
    }
}

/// A copy of the key in the Ruby String `key`.
pub(crate) fn read_key(ruby: &Ruby, key: Value) -> Result<Key, Error> {
    let key = bytes::string(ruby, "secret key", key)?;
    bytes::read([key], |[key]| Key::new(key)).map_err(|refusal| raised(ruby, refusal))
}

fn read_nonce(ruby: &Ruby, nonce: RString) -> Result<Nonce, Error> {
    bytes::read([nonce], |[nonce]| secret_box::nonce(nonce)).map_err(|refusal| raised(ruby, refusal))
}

/// A message sealed under a key, whether that was given or agreed.
#[inline]
pub(crate) fn seal(ruby: &Ruby, key: &Key, nonce: Value, message: Value) -> Result<RString, Error> {
    let nonce = bytes::string(ruby, "nonce", nonce)?;
    let message = bytes::string(ruby, "message", message)?;
    let nonce = read_nonce(ruby, nonce)?;
    sealing::seal(ruby, message, TAG_LEN, |message, output| {
        key.seal(&nonce, message, output);
        Ok(())
    })
}

/// The message of a ciphertext under a key, whether that was given or agreed.
#[inline]
pub(crate) fn open(ruby: &Ruby, key: &Key, nonce: Value, ciphertext: Value) -> Result<RString, Error> {
    let nonce = bytes::string(ruby, "nonce", nonce)?;
    let ciphertext = bytes::string(ruby, "ciphertext", ciphertext)?;
    let nonce = read_nonce(ruby, nonce)?;
    sealing::open(ruby, ciphertext, TAG_LEN, |ciphertext, output| key.open(&nonce, ciphertext, output))
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"SecretBox", ruby.class_object());
    define::no_allocator(class);
    define::singleton(class, &[define::method(c"new", method!(SecretBox::create, 1))]);
    define::instance(
        class,
        &[
            define::method(c"box", method!(SecretBox::seal, 2)),
            define::method(c"encrypt", method!(SecretBox::seal, 2)),
            define::method(c"open", method!(SecretBox::open, 2)),
            define::method(c"decrypt", method!(SecretBox::open, 2)),
        ],
    );
}
