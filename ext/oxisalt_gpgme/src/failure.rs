//! Why an operation was refused, in words that a caller can act on.

use std::fmt::Write;

use gpgme::Error;

use crate::signature::Signature;

/// What to install where there is no gpg.
const INSTALL: &str = "install GnuPG (Debian: apt-get install gnupg gpg-agent; Homebrew: brew install gnupg)";

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident < $parent:ident;)+) => {
        /// The exception that a failure becomes: `Oxisalt::GPG` has a class of each name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Kind { $($(#[$doc])* $name),+ }

        /// The parent of an exception class.
        #[derive(Clone, Copy)]
        pub(crate) enum Parent {
            /// `Oxisalt::CryptoError`.
            Crypto,
            /// `Oxisalt::BadSignatureError`.
            Signature,
            /// Another of these classes.
            Of(Kind),
        }

        impl Kind {
            /// All of them, parents first.
            pub(crate) const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// The name of the class.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Kind::$name => stringify!($name)),+ }
            }

            /// Its parent.
            pub(crate) fn parent(self) -> Parent {
                match self { $(Kind::$name => kinds!(@parent $parent)),+ }
            }
        }
    };
    (@parent Crypto) => { Parent::Crypto };
    (@parent Signature) => { Parent::Signature };
    (@parent $kind:ident) => { Parent::Of(Kind::$kind) };
}

kinds! {
    /// GnuPG itself: it is missing, its home is not usable, its agent does not answer.
    EngineError < Crypto;
    /// No key of that pattern.
    KeyNotFound < Crypto;
    /// Several keys of that pattern.
    AmbiguousKey < Crypto;
    /// The key has expired.
    KeyExpired < Crypto;
    /// The key was revoked.
    KeyRevoked < Crypto;
    /// The key is not made for this use.
    WrongKeyUsage < Crypto;
    /// The key is disabled, or not usable for another reason.
    InvalidKey < Crypto;
    /// Nothing says that the key belongs to whom it names.
    UntrustedKey < Crypto;
    /// The passphrase is wrong, or needed and not given.
    BadPassphrase < Crypto;
    /// The message could not be opened.
    DecryptionFailed < Crypto;
    /// The message has no integrity protection.
    MissingIntegrity < DecryptionFailed;
    /// The input is not what it should be.
    MalformedData < Crypto;
    /// The input holds no OpenPGP data at all.
    NoData < MalformedData;
    /// An algorithm that this GnuPG does not have.
    UnsupportedAlgorithm < Crypto;
    /// A signature does not belong to the data.
    BadSignature < Signature;
    /// A signature has expired.
    SignatureExpired < Signature;
    /// There is no signature.
    NotSigned < Signature;
    /// A signature uses a hash that no longer protects it.
    WeakDigest < Signature;
}

/// A refusal.
#[derive(Debug)]
pub(crate) enum Failure {
    /// One of the extension's own exceptions.
    Refused {
        /// Which.
        kind: Kind,
        /// Its message.
        message: String,
        /// The signatures that were looked at, if any.
        signatures: Vec<Signature>,
    },
    /// The caller's side of the exchange has gone: nobody waits for an answer.
    Abandoned,
    /// A fault in the extension.
    Panic(String),
}

impl Failure {
    /// A refusal that is not about signatures.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self::Refused { kind, message: message.into(), signatures: Vec::new() }
    }

    /// GnuPG is not there.
    pub(crate) fn no_engine() -> Self {
        Self::new(Kind::EngineError, format!("gpg was not found or is too old: {INSTALL}"))
    }
}

/// A line of gpg's machine-readable status output.
pub(crate) struct Status {
    /// The first word.
    pub(crate) keyword: String,
    /// The rest.
    pub(crate) arguments: String,
}

impl Status {
    /// The word at `index` of the arguments.
    pub(crate) fn word(&self, index: usize) -> Option<&str> {
        self.arguments.split(' ').nth(index)
    }
}

/// What was going on when gpg refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Signing.
    Sign,
    /// Verifying a signature.
    Verify,
    /// Encrypting, or signing and encrypting.
    Encrypt,
    /// Decrypting.
    Decrypt,
    /// Reading or changing the keyring.
    Keys,
}

/// The failure that an error of gpgme stands for, told by its code and by what gpg said on the way.
pub(crate) fn explain(error: Error, doing: Doing, statuses: &[Status], passphrase: Passphrase) -> Failure {
    if let Some(failure) = from_statuses(doing, statuses) {
        return failure;
    }
    let error = Error::from_code(error.code());
    match error {
        Error::BAD_PASSPHRASE => no_passphrase(passphrase),
        Error::NO_PASSPHRASE
        | Error::NO_PIN_ENTRY
        | Error::PIN_ENTRY
        | Error::CANCELED
        | Error::FULLY_CANCELED => no_passphrase(passphrase),
        Error::NO_DATA => Failure::new(Kind::NoData, "the input holds no OpenPGP data"),
        Error::BAD_DATA if doing == Doing::Decrypt => {
            Failure::new(Kind::DecryptionFailed, "the message is damaged")
        }
        Error::BAD_DATA | Error::INV_ARMOR | Error::UNEXPECTED | Error::INV_PACKET => {
            Failure::new(Kind::MalformedData, "the input is not well-formed OpenPGP data")
        }
        Error::NO_SECKEY if doing == Doing::Decrypt => no_secret_key(statuses),
        Error::NO_SECKEY | Error::UNUSABLE_SECKEY => {
            Failure::new(Kind::KeyNotFound, "there is no usable secret key to sign with in this keyring")
        }
        Error::NO_PUBKEY => {
            Failure::new(Kind::KeyNotFound, "a public key that is needed is not in this keyring")
        }
        Error::UNUSABLE_PUBKEY => Failure::new(Kind::InvalidKey, "a recipient's key is not usable"),
        Error::INV_ENGINE | Error::ENOENT => Failure::no_engine(),
        Error::NO_AGENT | Error::AGENT | Error::ASSUAN_SERVER_FAULT => no_agent(error),
        Error::EOF => Failure::new(Kind::EngineError, format!("gpg ended without an answer: {INSTALL}")),
        Error::UNSUPPORTED_ALGORITHM | Error::PUBKEY_ALGO | Error::CIPHER_ALGO | Error::DIGEST_ALGO => {
            Failure::new(Kind::UnsupportedAlgorithm, "this GnuPG does not have the algorithm that is used")
        }
        _ if doing == Doing::Decrypt && passphrase.wanted() => decryption_refused(statuses, passphrase),
        Error::DECRYPT_FAILED | Error::BAD_KEY | Error::CHECKSUM if doing == Doing::Decrypt => {
            decryption_refused(statuses, passphrase)
        }
        other => unexpected(other, doing, statuses),
    }
}

/// How a passphrase was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passphrase {
    /// Whether there was one to give.
    pub(crate) given: bool,
    /// How often gpg asked.
    pub(crate) asked: u32,
}

impl Passphrase {
    fn wanted(self) -> bool {
        self.asked > 0
    }
}

fn no_passphrase(passphrase: Passphrase) -> Failure {
    let message = if passphrase.given {
        "the passphrase is wrong"
    } else {
        "the key needs a passphrase, and none was given"
    };
    Failure::new(Kind::BadPassphrase, message)
}

fn no_agent(error: Error) -> Failure {
    Failure::new(Kind::EngineError, format!("gpg-agent does not answer ({error}): {INSTALL}"))
}

fn no_secret_key(statuses: &[Status]) -> Failure {
    let mut message = String::from("none of the secret keys that open this message is in this keyring");
    let mut separator = ": ";
    for id in statuses.iter().filter(|status| status.keyword == "ENC_TO").filter_map(|status| status.word(0))
    {
        let _ = write!(message, "{separator}{id}");
        separator = ", ";
    }
    Failure::new(Kind::KeyNotFound, message)
}

fn decryption_refused(statuses: &[Status], passphrase: Passphrase) -> Failure {
    let said = |keyword: &str| statuses.iter().any(|status| status.keyword == keyword);
    if said("DECRYPTION_OKAY")
        || said("GOODMDC")
        || said("BADMDC")
        || said("DECRYPTION_INFO") && !said("NEED_PASSPHRASE_SYM")
    {
        return Failure::new(
            Kind::DecryptionFailed,
            "the message is damaged, or is not the one that was sent",
        );
    }
    if said("NO_SECKEY") && !passphrase.wanted() {
        return no_secret_key(statuses);
    }
    if said("NEED_PASSPHRASE_SYM") || passphrase.wanted() {
        return no_passphrase(passphrase);
    }
    Failure::new(Kind::DecryptionFailed, "the message could not be opened")
}

/// What gpg says about itself is more exact than the code that gpgme makes of it.
fn from_statuses(doing: Doing, statuses: &[Status]) -> Option<Failure> {
    statuses.iter().find_map(|status| match status.keyword.as_str() {
        "INV_RECP" | "INV_SGNR" => Some(invalid_key(status)),
        "DECRYPTION_INFO"
            if doing == Doing::Decrypt
                && status.word(0) == Some("0")
                && status.word(2).is_none_or(|aead| aead == "0") =>
        {
            Some(Failure::new(
                Kind::MissingIntegrity,
                "the message has no integrity protection: anyone could have changed it",
            ))
        }
        _ => None,
    })
}

fn invalid_key(status: &Status) -> Failure {
    let (reason, key) = status.arguments.split_once(' ').unwrap_or((&status.arguments, ""));
    let key = if key.is_empty() { "the default key" } else { key };
    let (kind, what) = match reason {
        "1" => (Kind::KeyNotFound, "no such key in this keyring"),
        "2" => (Kind::AmbiguousKey, "several keys match"),
        "3" => (Kind::WrongKeyUsage, "the key is not made for this use"),
        "4" => (Kind::KeyRevoked, "the key was revoked"),
        "5" => (Kind::KeyExpired, "the key has expired"),
        "9" => (Kind::KeyNotFound, "there is no secret key"),
        "10" => (
            Kind::UntrustedKey,
            "nothing says that the key belongs to whom it names; sign it, set its trust, or pass always_trust: true",
        ),
        "13" => (Kind::InvalidKey, "the key is disabled"),
        _ => (Kind::InvalidKey, "the key is not usable"),
    };
    Failure::new(kind, format!("{key}: {what}"))
}

fn unexpected(error: Error, doing: Doing, statuses: &[Status]) -> Failure {
    let kind = match doing {
        Doing::Decrypt => Kind::DecryptionFailed,
        Doing::Verify => Kind::MalformedData,
        Doing::Sign | Doing::Encrypt | Doing::Keys => Kind::EngineError,
    };
    let mut message = format!("gpg refused: {error}");
    // gpg's own code tells more than the one that gpgme kept: FAILURE <where> <code>.
    if let Some(code) =
        statuses.iter().find(|status| status.keyword == "FAILURE").and_then(|status| status.word(1))
    {
        if let Ok(code) = code.parse::<u32>() {
            let own = Error::new(code);
            if matches!(Error::from_code(own.code()), Error::NO_AGENT | Error::AGENT)
                || own.to_string().contains("IPC")
            {
                return no_agent(own);
            }
            let _ = write!(message, " ({own})");
        }
    }
    Failure::new(kind, message)
}
