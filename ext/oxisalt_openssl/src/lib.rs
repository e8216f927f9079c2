//! `Oxisalt::OpenSSL`: digests, HMAC and signatures by the system's libcrypto. One file per Ruby class, each of which says
//! what computes; what the classes take, return and raise is the gem's own, and stands in `ext/binding`.

#![expect(missing_docs, reason = "the only public item is the entry point that magnus writes")]
#![deny(unsafe_code)]

mod digest;
mod hmac;
mod hmac_key;
mod library;
mod provider_error;
mod signing_key;
mod verify_key;

use magnus::{Error, Ruby};
use oxisalt_ruby::{define, error, ractor};

/// Defines everything when the extension is loaded, after the gem's own: nothing appears on first use.
#[magnus::init(name = "oxisalt_openssl")]
fn init(ruby: &Ruby) -> Result<(), Error> {
    ractor::declare_safe();
    let oxisalt = error::module(ruby);
    provider_error::define(ruby, oxisalt)?;
    define::load(|| {
        let module = define::module_under(oxisalt, c"OpenSSL");
        library::define(module);
        digest::define(module);
        let hmac = hmac::define(ruby, module);
        hmac_key::define(ruby, hmac);
        signing_key::define(ruby, module);
        verify_key::define(ruby, module);
    })
}
