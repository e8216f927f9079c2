//! `Oxisalt::OpenSSL::Digest` and its classes.

use magnus::{DataTypeFunctions, RModule, TypedData};
use oxisalt_binding::digest::{Class, parent};
use oxisalt_binding::{define_digest, define_digests, fed, with_hmac};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_libcrypto::Refusal;
use oxisalt_libcrypto::digest::{Digest as State, OFFERED, digest};
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::define;

use crate::provider_error::raised;

/// A digest that is fed piece by piece.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenSSL::Digest", free_immediately, size)]
pub(crate) struct Digest(Exclusive<State>);

fed!(Digest(State), Refusal, raised, |state, data| state.update(data), |state| state.reset());

impl Class for Digest {
    const OFFERED: &'static [Algorithm] = OFFERED;

    fn start(algorithm: Algorithm) -> Result<State, Refusal> {
        State::new(algorithm)
    }

    #[inline]
    fn once(algorithm: Algorithm, data: &[u8]) -> Result<Output, Refusal> {
        digest(algorithm, data)
    }

    fn output_size(state: &State) -> usize {
        state.algorithm().output_size()
    }

    fn finalize_into(state: &State, output: &mut [u8]) -> Result<(), Refusal> {
        output.copy_from_slice(&state.finalize()?);
        Ok(())
    }
}

/// Defines the class and one below it for each algorithm, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let digest = define::class(module, c"Digest", parent());
    define_digest!(digest, Digest);

    let class = |name| define::class(digest, name, digest);
    with_hmac!(define_digests!(class, Digest));
    define_digests!(class, Digest; Blake2b c"BLAKE2b", Blake2s c"BLAKE2s");
}
