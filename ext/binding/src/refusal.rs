//! What the core refuses, as the exception that Ruby gets.

use std::convert::Infallible;

use magnus::{Error, Ruby};
use oxisalt_core::Error as Refusal;
use oxisalt_ruby::error;

use crate::algorithm;

/// The exception for `refusal`.
#[cold]
#[must_use]
pub fn raised(ruby: &Ruby, refusal: Refusal) -> Error {
    let message = refusal.to_string();
    match refusal {
        Refusal::Length { .. } | Refusal::SecretKeyLength(_) => error::length(ruby, message),
        Refusal::KeypairMismatch => error::key_format(ruby, message),
        Refusal::NoHmac(_) => algorithm::no_hmac(ruby, refusal),
        Refusal::NoKey(_)
        | Refusal::NoSalt(_)
        | Refusal::NoHexadecimal
        | Refusal::NoPasswordHash
        | Refusal::Limit { .. }
        | Refusal::Memory { .. }
        | Refusal::LineBreakInComment => error::argument(ruby, message),
        Refusal::Inauthentic | Refusal::Truncated | Refusal::Trailing => {
            error::bad_authenticator(ruby, message)
        }
        Refusal::ProofFormat
        | Refusal::ProofPlace { .. }
        | Refusal::ProofLength { .. }
        | Refusal::OtherProof { .. }
        | Refusal::OtherScheme(_)
        | Refusal::NotInTree => error::bad_proof(ruby, message),
        _ => error::crypto(ruby, message),
    }
}

/// The exception of what refuses nothing.
#[must_use]
pub fn never(_ruby: &Ruby, refusal: Infallible) -> Error {
    match refusal {}
}
