//! `Oxisalt::OpenSSL::HMAC` and its classes.

use magnus::{DataTypeFunctions, RClass, RModule, Ruby, TypedData};
use oxisalt_binding::hmac::Class;
use oxisalt_binding::{define_hmac, define_hmacs, fed, with_hmac};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_libcrypto::Refusal;
use oxisalt_libcrypto::digest::OFFERED;
use oxisalt_libcrypto::hmac::{Key, Stream, authenticate};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::define;

use crate::provider_error::raised;

/// An HMAC that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenSSL::HMAC", free_immediately, size)]
pub(crate) struct Hmac(Exclusive<Stream>);

fed!(Hmac(Stream), Refusal, raised, |state, data| state.update(data), |state| {
    state.reset();
    Ok(())
});

impl Class for Hmac {
    type Key = Key;
    const OFFERED: &'static [Algorithm] = OFFERED;

    fn prepare(algorithm: Algorithm, key: &[u8]) -> Result<Key, Refusal> {
        Key::new(algorithm, key)
    }

    fn start(key: &Key) -> Stream {
        key.stream()
    }

    #[inline]
    fn once(algorithm: Algorithm, key: &[u8], data: &[u8]) -> Result<Output, Refusal> {
        authenticate(algorithm, key, data)
    }

    #[inline]
    fn finalize(state: &Stream) -> Result<Output, Refusal> {
        state.finalize()
    }
}

/// Defines the class and one below it for each algorithm, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) -> RClass {
    let hmac = define::class(module, c"HMAC", ruby.class_object());
    define_hmac!(hmac, Hmac);

    let class = |name| define::class(hmac, name, hmac);
    with_hmac!(define_hmacs!(class, Hmac));
    hmac
}
