//! Why an operation was refused, in words that a caller can act on.

use std::fmt::Write;

use gpgme::Error;
use oxisalt_gpg::{Failure, Kind};

/// What to install where there is no gpg.
const INSTALL: &str = "install GnuPG (Debian: apt-get install gnupg gpg-agent; Homebrew: brew install gnupg)";

/// gpg is not there.
pub(crate) fn no_engine() -> Failure {
    Failure::new(Kind::EngineError, format!("gpg was not found or is too old: {INSTALL}"))
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
pub(crate) fn explain(error: Error, doing: Doing, statuses: &[Status], asked: Asked) -> Failure {
    if let Some(failure) = from_statuses(doing, statuses) {
        return failure;
    }
    let error = Error::from_code(error.code());
    match error {
        Error::BAD_PASSPHRASE
        | Error::NO_PASSPHRASE
        | Error::NO_PIN_ENTRY
        | Error::PIN_ENTRY
        | Error::CANCELED
        | Error::FULLY_CANCELED => no_passphrase(asked),
        Error::NO_DATA => Failure::new(Kind::NoData, "the input holds no OpenPGP data, or is damaged"),
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
        Error::INV_ENGINE | Error::ENOENT => no_engine(),
        Error::NO_AGENT | Error::AGENT | Error::ASSUAN_SERVER_FAULT => no_agent(error),
        Error::EOF => Failure::new(Kind::EngineError, format!("gpg ended without an answer: {INSTALL}")),
        Error::UNSUPPORTED_ALGORITHM | Error::PUBKEY_ALGO | Error::CIPHER_ALGO | Error::DIGEST_ALGO => {
            Failure::new(Kind::UnsupportedAlgorithm, "this GnuPG does not have the algorithm that is used")
        }
        _ if doing == Doing::Decrypt && asked.wanted() => decryption_refused(statuses, asked),
        Error::DECRYPT_FAILED | Error::BAD_KEY | Error::CHECKSUM if doing == Doing::Decrypt => {
            decryption_refused(statuses, asked)
        }
        other => unexpected(other, doing, statuses),
    }
}

/// How a passphrase was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether there was one to give.
    pub(crate) given: bool,
    /// How often gpg asked.
    pub(crate) times: u32,
}

impl Asked {
    fn wanted(self) -> bool {
        self.times > 0
    }
}

fn no_passphrase(asked: Asked) -> Failure {
    let message =
        if asked.given { "the passphrase is wrong" } else { "a passphrase is needed, and none was given" };
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

fn decryption_refused(statuses: &[Status], asked: Asked) -> Failure {
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
    if said("NO_SECKEY") && !asked.wanted() {
        return no_secret_key(statuses);
    }
    if said("NEED_PASSPHRASE_SYM") || asked.wanted() {
        return no_passphrase(asked);
    }
    Failure::new(Kind::DecryptionFailed, "the message could not be opened")
}

/// What gpg says about itself is more exact than the code that gpgme makes of it.
fn from_statuses(doing: Doing, statuses: &[Status]) -> Option<Failure> {
    statuses.iter().find_map(|status| match status.keyword.as_str() {
        "INV_RECP" | "INV_SGNR" => Some(invalid_key(status)),
        // GnuPG 2.4's word for a message without a signature. 2.2 has none, and gpgme then finds no signatures.
        "NODATA" if doing == Doing::Verify && status.word(0) == Some("4") => {
            Some(Failure::new(Kind::NotSigned, "the message is not signed"))
        }
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
    let code = statuses.iter().find(|status| status.keyword == "FAILURE").and_then(|status| status.word(1));
    if let Some(own) = code.and_then(|code| code.parse().ok()).map(Error::new) {
        if matches!(Error::from_code(own.code()), Error::NO_AGENT | Error::AGENT)
            || own.to_string().contains("IPC")
        {
            return no_agent(own);
        }
        let _ = write!(message, " ({own})");
    }
    Failure::new(kind, message)
}
