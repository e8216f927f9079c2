//! Exceptions.

use magnus::value::ReprValue;
use magnus::{Class, Error, ExceptionClass, Module, RClass, RModule, Ruby, Value};
use oxisalt_gpg::{Failure, Kind, Parent};
use oxisalt_ruby::error;

use crate::gpg;

/// The exception that a failure is raised as.
pub(crate) fn exception(ruby: &Ruby, failure: Failure) -> Error {
    match failure {
        Failure::Panic(reason) => Error::new(
            error::internal_error(ruby),
            format!("a fault in Oxisalt itself, please report it: {reason}"),
        ),
        Failure::Refused { kind, message, signatures } => {
            let made = class(ruby, kind).and_then(|class| {
                let exception = class.new_instance((message,))?;
                let signatures = gpg::signatures(ruby, &signatures)?;
                exception
                    .as_value()
                    .funcall::<_, _, Value>("instance_variable_set", ("@signatures", signatures))?;
                Ok(exception)
            });
            made.map_or_else(|error| error, Into::into)
        }
    }
}

fn class(ruby: &Ruby, kind: Kind) -> Result<ExceptionClass, Error> {
    error::module(ruby).const_get::<_, RClass>("GPG")?.const_get(kind.name())
}

/// Defines the exceptions, below `outer`.
pub(crate) fn define(ruby: &Ruby, outer: RClass) -> Result<(), Error> {
    let refusal: RModule = outer.define_module("Refusal")?;
    for kind in Kind::ALL {
        let parent = match kind.parent() {
            Parent::Crypto => error::crypto_error(ruby),
            Parent::Signature => error::bad_signature_error(ruby),
            Parent::Of(kind) => outer.const_get(kind.name())?,
        };
        let class = error::define_under(ruby, outer, kind.name(), parent)?;
        class.include_module(refusal)?;
    }
    Ok(())
}
