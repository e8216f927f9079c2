//! The Ruby binding of OpenPGP: one file per Ruby class, each of which converts arguments, calls the core and converts
//! the result.

#![expect(missing_docs, reason = "the only public item is the entry point that magnus writes")]

mod arguments;
mod exceptions;
mod operations;
mod public_key;
mod secret_key;

use magnus::{Error, Module, Ruby};
use oxisalt_ruby::{error, ractor};

/// Defines everything when the extension is loaded, after the gem's own: nothing appears on first use.
#[magnus::init(name = "oxisalt_openpgp")]
fn init(ruby: &Ruby) -> Result<(), Error> {
    ractor::declare_safe();
    let module = error::module(ruby).define_module("OpenPGP")?;
    exceptions::define(ruby);
    public_key::define(ruby, module)?;
    secret_key::define(ruby, module)?;
    operations::define(module)
}
