//! `Oxisalt::OpenSSL::ProviderError`.

use magnus::value::{InnerValue, Lazy};
use magnus::{Error, ExceptionClass, Module, RModule, Ruby};
use oxisalt_binding::refusal;
use oxisalt_libcrypto::Refusal;
use oxisalt_ruby::error;

static PROVIDER_ERROR: Lazy<ExceptionClass> = Lazy::new(|ruby| {
    let module: RModule = error::module(ruby).const_get("OpenSSL").expect("defined when it is loaded");
    module.const_get("ProviderError").expect("defined when it is loaded")
});

/// The exception for `refused`.
#[cold]
pub(crate) fn raised(ruby: &Ruby, refused: Refusal) -> Error {
    match refused {
        Refusal::Argument(argument) => refusal::raised(ruby, argument),
        other => Error::new(PROVIDER_ERROR.get_inner_with(ruby), other.to_string()),
    }
}

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, oxisalt: RModule) -> Result<(), Error> {
    let module = oxisalt.define_module("OpenSSL")?;
    error::define_under(ruby, module, "ProviderError", error::crypto_error(ruby)).map(drop)
}
