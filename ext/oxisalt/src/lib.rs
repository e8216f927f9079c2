//! The Ruby binding: one file per Ruby class, each of which converts arguments, calls the core and converts the
//! result.

#![expect(missing_docs, reason = "the only public item is the entry point that magnus writes")]

mod aead;
mod auth;
mod authenticator;
mod build_info;
mod digest;
mod group_element;
mod hkdf;
mod hmac;
mod hmac_key;
mod merkle_tree;
mod one_time_auth;
mod password_hash;
mod private_key;
mod public_box;
mod public_key;
mod random;
mod sealed_box;
mod sealed_stream;
mod sealing;
mod secret_box;
mod signing_key;
mod simple_box;
mod util;
mod verify_key;

use magnus::{Error, Ruby};
use oxisalt_binding::{key_format, refusal};
use oxisalt_ruby::allocator::Mapping;
use oxisalt_ruby::{define, error, ractor};

#[global_allocator]
static ALLOCATOR: Mapping = Mapping;

/// Defines everything when the gem is loaded: nothing appears on first use.
#[magnus::init(name = "oxisalt")]
fn init(ruby: &Ruby) -> Result<(), Error> {
    ractor::declare_safe();
    define::load(|| {
        let module = error::define(ruby);
        define::constant(module, c"VERSION", ruby.str_new(env!("CARGO_PKG_VERSION")));
        build_info::define(module);
        digest::define(module);
        let hmac = hmac::define(ruby, module);
        hmac_key::define(ruby, hmac);
        signing_key::define(ruby, module);
        verify_key::define(ruby, module);
        random::define(module);
        public_key::define(ruby, module);
        private_key::define(ruby, module);
        secret_box::define(ruby, module);
        public_box::define(ruby, module);
        simple_box::define(ruby, module);
        sealed_box::define(ruby, module);
        sealed_stream::define(ruby, module);
        merkle_tree::define(ruby, module);
        aead::define(ruby, module);
        one_time_auth::define(ruby, module);
        auth::define(ruby, module);
        group_element::define(ruby, module);
        hkdf::define(module);
        password_hash::define(module);
        util::define(module);
    })
}
