//! What can be refused, and why, in words that a caller can act on.

use std::{fmt, io};

/// Which rule refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An argument that makes no sense.
    Argument,
    /// A key whose time is over.
    KeyExpired,
    /// A key that its owner revoked.
    KeyRevoked,
    /// A key that was made in the future.
    KeyNotYetValid,
    /// None of the keys is the one that is needed.
    KeyNotFound,
    /// A key that its owner made for another use.
    WrongKeyUsage,
    /// A key without a valid self-signature, or one that is too short.
    InvalidKey,
    /// A passphrase that is wrong or missing.
    BadPassphrase,
    /// A signature that does not belong to the data and the key.
    BadSignature,
    /// A signature whose time is over.
    SignatureExpired,
    /// A signature that was made in the future.
    SignatureNotYetValid,
    /// A signature was demanded, and there is none.
    NotSigned,
    /// A signature over a digest that is broken.
    WeakDigest,
    /// A ciphertext that nothing protects against changes.
    MissingIntegrity,
    /// A ciphertext that was changed, or that another key belongs to.
    DecryptionFailed,
    /// Bytes that are not what they should be.
    MalformedData,
    /// An algorithm or a format that is not offered.
    UnsupportedAlgorithm,
    /// A message that would unpack to more than is allowed.
    TooLarge,
    /// Reading or writing failed, for a reason outside of this crate.
    Io,
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
}

/// What operations return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Which rule refused.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The error of ours that `error` carries, or one of `kind` that begins with `context`.
    pub(crate) fn from_io(error: &io::Error, kind: Kind, context: &str) -> Self {
        let mut source: Option<&(dyn std::error::Error + 'static)> = error.get_ref().map(|inner| inner as _);
        while let Some(cause) = source {
            if let Some(ours) = cause.downcast_ref::<Self>() {
                return ours.clone();
            }
            source = match cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
                Some(inner) => Some(inner),
                None => cause.source(),
            };
        }
        if error.raw_os_error().is_some() {
            return Self::new(Kind::Io, format!("input or output failed: {error}"));
        }
        Self::new(kind, format!("{context}: {}", brief(error)))
    }

    /// The same refusal without what caused it, where telling the cause would help an attacker.
    pub(crate) fn without_cause(self, message: &str) -> Self {
        match self.kind {
            Kind::DecryptionFailed => Self::new(self.kind, message),
            _ => self,
        }
    }

    /// The error of ours that `error` carries, or one of `kind` that begins with `context`.
    pub(crate) fn from_pgp(error: &pgp::errors::Error, kind: Kind, context: &str) -> Self {
        match error {
            pgp::errors::Error::IO { source, .. } => Self::from_io(source, kind, context),
            other => Self::new(kind, format!("{context}: {}", brief(other))),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What `error` says, without the insides that errors of the crate pgp may print.
pub(crate) fn brief(error: &impl fmt::Display) -> String {
    let text = error.to_string();
    let end = ["\n", " { ", ": `(", " backtrace"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()
        .unwrap_or(text.len());
    text[..end].trim_end_matches([':', ' ', ',']).to_string()
}

/// A failed read or write of the caller's own streams.
pub(crate) fn io(error: &io::Error) -> Error {
    Error::from_io(error, Kind::Io, "input or output failed")
}

/// Runs `body` on data that anybody may have written: a panic in it becomes a refusal of that data.
pub(crate) fn contain<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|_| {
        Err(Error::new(Kind::MalformedData, "the OpenPGP data is malformed: it could not be parsed"))
    })
}
