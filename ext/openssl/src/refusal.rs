//! Why libcrypto did not do what it was asked for.

use std::fmt;

use oxisalt_core::Error;
use oxisalt_core::digest::Algorithm;

/// Why an operation was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// An argument is none that this operation takes, whichever provider is asked.
    Argument(Error),
    /// The provider does not offer it, or refuses the key.
    Provider {
        /// What was wanted: "MD5", "a key of 4 bytes for HMAC over SHA256".
        what: String,
        /// libcrypto's own reason, where it gave one.
        reason: String,
    },
}

impl Refusal {
    /// HMAC over a digest that it is not offered over.
    pub(crate) fn no_hmac(algorithm: Algorithm) -> Self {
        Self::Argument(Error::NoHmac(algorithm))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(error) => error.fmt(f),
            Self::Provider { what, reason } if reason.is_empty() => write!(f, "OpenSSL refuses {what}"),
            Self::Provider { what, reason } => write!(f, "OpenSSL refuses {what}: {reason}"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Argument(error)
    }
}
