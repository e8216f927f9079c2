//! What the core refuses, as the exception that Ruby gets.

use magnus::{Error, Ruby};
use oxisalt_core::Error as Refusal;
use oxisalt_ruby::error;

/// The exception for `refusal`.
#[cold]
pub(crate) fn raised(ruby: &Ruby, refusal: Refusal) -> Error {
    let message = refusal.to_string();
    match refusal {
        Refusal::Length { .. } | Refusal::SecretKeyLength(_) => error::length(ruby, message),
        Refusal::KeypairMismatch => error::key_format(ruby, message),
        Refusal::NoHmac(_)
        | Refusal::NoKey(_)
        | Refusal::NoSalt(_)
        | Refusal::NoHexadecimal
        | Refusal::NoPasswordHash
        | Refusal::Limit { .. }
        | Refusal::Memory { .. }
        | Refusal::LineBreakInComment => error::argument(ruby, message),
        Refusal::Inauthentic | Refusal::Truncated | Refusal::Trailing => {
            error::bad_authenticator(ruby, message)
        }
        _ => error::crypto(ruby, message),
    }
}
