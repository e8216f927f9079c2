//! `Oxisalt::HMAC::Key`.

use magnus::value::ReprValue;
use magnus::{DataTypeFunctions, Error, RClass, RString, Ruby, TryConvert, TypedData, Value, method};
use oxisalt_core::Output;
use oxisalt_core::hmac::Key;
use oxisalt_ruby::bytes::{self, Base64, Binary, Form, Hex};
use oxisalt_ruby::{define, error, gvl};

use crate::{algorithm, hmac};

/// A key that was hashed once. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::HMAC::Key", free_immediately, size, frozen_shareable)]
pub(crate) struct HmacKey(Key);

impl HmacKey {
    fn create(ruby: &Ruby, class: RClass, digest: Value, key: Value) -> Result<Value, Error> {
        let key = hmac::prepare(ruby, algorithm::resolve(ruby, digest)?, key)?;
        let this = ruby.obj_wrap_as(Self(key), class).as_value();
        this.freeze();
        Ok(this)
    }

    #[inline]
    fn authenticate(&self, ruby: &Ruby, data: Value) -> Result<Output, Error> {
        let data = bytes::string(ruby, "data", data)?;
        if data.len() >= gvl::WORTH_RELEASING {
            return hmac::authenticate_long(ruby, &self.0, data);
        }
        Ok(bytes::read([data], |[data]| self.0.authenticate(data)))
    }

    fn result<F: Form>(ruby: &Ruby, this: &Self, data: Value) -> Result<RString, Error> {
        error::guard(ruby, || Ok(F::write(ruby, &this.authenticate(ruby, data)?)))
    }

    fn valid(ruby: &Ruby, this: &Self, tag: Value, data: Value) -> Result<bool, Error> {
        error::guard(ruby, || Ok(hmac::matches(&this.authenticate(ruby, data)?, tag)))
    }

    fn verify(ruby: &Ruby, this: &Self, tag: Value, data: Value) -> Result<bool, Error> {
        error::guard(ruby, || hmac::demand(ruby, &this.authenticate(ruby, data)?, tag))
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }

    fn name(&self) -> &'static str {
        self.0.algorithm().name()
    }
}

/// Defines the class under `Oxisalt::HMAC`, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, hmac: RClass) {
    let key = define::class(hmac, c"Key", ruby.class_object());
    define::no_allocator(key);
    define::singleton(key, &[define::method(c"new", method!(HmacKey::create, 2))]);
    define::instance(
        key,
        &[
            define::method(c"digest", method!(HmacKey::result::<Binary>, 1)),
            define::method(c"hexdigest", method!(HmacKey::result::<Hex>, 1)),
            define::method(c"base64digest", method!(HmacKey::result::<Base64>, 1)),
            define::method(c"valid?", method!(HmacKey::valid, 2)),
            define::method(c"verify", method!(HmacKey::verify, 2)),
            define::method(c"==", method!(HmacKey::equal, 1)),
            define::method(c"name", method!(HmacKey::name, 0)),
        ],
    );
}
