//! `Oxisalt::GPG`: the user's `GnuPG`, through libgpgme, which is spoken to in a process of its own.

#![expect(missing_docs, reason = "the only public item is the entry point that magnus writes")]
#![deny(unsafe_code)]

mod gpg;
mod helper;
mod raise;
mod serve;

use magnus::{Error, Ruby};
use oxisalt_ruby::{error, ractor};

/// Defines everything when the extension is loaded: nothing appears on first use.
#[magnus::init(name = "oxisalt_gpgme")]
fn init(ruby: &Ruby) -> Result<(), Error> {
    ractor::declare_safe();
    gpg::define(ruby, error::module(ruby))
}
