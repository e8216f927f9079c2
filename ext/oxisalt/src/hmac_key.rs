//! `Oxisalt::HMAC::Key`.

use std::convert::Infallible;

use magnus::{DataTypeFunctions, RClass, Ruby, TypedData};
use oxisalt_binding::held::compared;
use oxisalt_binding::hmac_key::Class;
use oxisalt_binding::refusal::never;
use oxisalt_binding::{define_hmac_key, held};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::Key;
use oxisalt_ruby::define;

use crate::hmac::Hmac;

/// A key that was hashed once. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::HMAC::Key", free_immediately, size, frozen_shareable)]
pub(crate) struct HmacKey(Key);

held!(HmacKey(Key), Infallible, never, compared);

impl Class for HmacKey {
    type Hmac = Hmac;

    fn algorithm(key: &Key) -> Algorithm {
        key.algorithm()
    }

    #[inline]
    fn authenticate(key: &Key, data: &[u8]) -> Result<Output, Infallible> {
        Ok(key.authenticate(data))
    }
}

/// Defines the class under `Oxisalt::HMAC`, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, hmac: RClass) {
    let key = define::class(hmac, c"Key", ruby.class_object());
    define_hmac_key!(key, HmacKey);
}
