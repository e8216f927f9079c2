//! What gpg found out about a signature, and whether a message may pass with it.

use std::time::{SystemTime, UNIX_EPOCH};

use gpgme::results::{self, VerificationResult};
use gpgme::{Error, Validity};

use oxisalt_gpg::{Failure, Kind, Signature, Standing};

use crate::failure::Status;

fn kind(standing: Standing) -> Kind {
    match standing {
        Standing::Valid | Standing::Bad | Standing::Unsupported => Kind::BadSignature,
        Standing::Expired => Kind::SignatureExpired,
        Standing::KeyExpired => Kind::KeyExpired,
        Standing::KeyRevoked => Kind::KeyRevoked,
        Standing::UnknownKey => Kind::KeyNotFound,
        Standing::WeakDigest => Kind::WeakDigest,
        Standing::WrongKeyUsage => Kind::WrongKeyUsage,
    }
}

fn reason(standing: Standing) -> &'static str {
    match standing {
        Standing::Valid => "the signature is good",
        Standing::Bad => "the signature does not belong to this data",
        Standing::Expired => "the signature has expired",
        Standing::KeyExpired => "the key that signed has expired",
        Standing::KeyRevoked => "the key that signed was revoked",
        Standing::UnknownKey => "the key that signed is not in this keyring",
        Standing::WeakDigest => "the signature uses a hash that protects nothing any more",
        Standing::WrongKeyUsage => "the key that signed is not made for signing",
        Standing::Unsupported => "the signature could not be checked",
    }
}

/// The signatures of a result.
pub(crate) fn read(result: &VerificationResult, statuses: &[Status]) -> Vec<Signature> {
    result.signatures().map(|signature| one(signature, statuses)).collect()
}

fn one(signature: results::Signature<'_>, statuses: &[Status]) -> Signature {
    let fingerprint = signature.fingerprint().ok().map(str::to_owned);
    let standing = standing(signature, statuses, fingerprint.as_deref());
    Signature {
        primary_fingerprint: fingerprint.as_deref().and_then(|own| primary(own, statuses)),
        user_id: fingerprint.as_deref().and_then(|own| user_id(own, statuses)),
        fingerprint,
        standing,
        time: signature.creation_time().and_then(seconds),
        expires_at: signature.expiration_time().and_then(seconds),
        digest: signature.hash_algorithm().name().ok().map(str::to_owned),
        algorithm: signature.key_algorithm().name().ok().map(str::to_owned),
        validity: validity(signature.validity()),
    }
}

fn standing(signature: results::Signature<'_>, statuses: &[Status], fingerprint: Option<&str>) -> Standing {
    // A key that is revoked and has expired is told as expired alone: what is worse goes first.
    let revoked = statuses.iter().any(|status| {
        status.keyword == "REVKEYSIG"
            && fingerprint.zip(status.word(0)).is_some_and(|(own, id)| own.ends_with(id))
    });
    match signature.status() {
        Ok(()) if revoked => Standing::KeyRevoked,
        Ok(()) if signature.is_wrong_key_usage() => Standing::WrongKeyUsage,
        Ok(()) => Standing::Valid,
        Err(error) => match Error::from_code(error.code()) {
            Error::BAD_SIGNATURE => Standing::Bad,
            Error::SIG_EXPIRED => Standing::Expired,
            Error::KEY_EXPIRED => Standing::KeyExpired,
            Error::CERT_REVOKED => Standing::KeyRevoked,
            Error::NO_PUBKEY => Standing::UnknownKey,
            Error::DIGEST_ALGO => Standing::WeakDigest,
            Error::WRONG_KEY_USAGE => Standing::WrongKeyUsage,
            _ if weak_digest(statuses, fingerprint) => Standing::WeakDigest,
            _ => Standing::Unsupported,
        },
    }
}

/// ERRSIG tells the hash and gpg's reason, which gpgme does not keep: MD5 is 1, and 5 says that the hash is refused.
fn weak_digest(statuses: &[Status], fingerprint: Option<&str>) -> bool {
    statuses.iter().any(|status| {
        let of_this = fingerprint.zip(status.word(0)).is_some_and(|(own, id)| own.ends_with(id));
        let weak = status.word(2) == Some("1") || status.word(5) == Some("5");
        status.keyword == "ERRSIG" && of_this && weak
    })
}

/// VALIDSIG ends with the fingerprint of the primary key.
fn primary(own: &str, statuses: &[Status]) -> Option<String> {
    let status =
        statuses.iter().find(|status| status.keyword == "VALIDSIG" && status.word(0) == Some(own))?;
    status.word(9).map(str::to_owned)
}

/// GOODSIG and its like name the key and its user.
fn user_id(own: &str, statuses: &[Status]) -> Option<String> {
    statuses.iter().find_map(|status| {
        let named =
            matches!(status.keyword.as_str(), "GOODSIG" | "EXPSIG" | "EXPKEYSIG" | "REVKEYSIG" | "BADSIG");
        let (id, name) = status.arguments.split_once(' ')?;
        (named && own.ends_with(id)).then(|| unescape(name))
    })
}

/// gpg writes what would break a line as %XX.
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while let Some(&byte) = bytes.get(index) {
        let code = text.get(index + 1..index + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) if byte == b'%' => {
                plain.push(code);
                index += 3;
            }
            _ => {
                plain.push(byte);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// Seconds since 1970.
pub(crate) fn seconds(time: SystemTime) -> Option<u64> {
    time.duration_since(UNIX_EPOCH).ok().map(|duration| duration.as_secs())
}

/// The Symbol for a validity.
pub(crate) fn validity(validity: Validity) -> String {
    let name = match validity {
        Validity::Unknown => "unknown",
        Validity::Undefined => "undefined",
        Validity::Never => "never",
        Validity::Marginal => "marginal",
        Validity::Full => "full",
        Validity::Ultimate => "ultimate",
    };
    name.to_owned()
}

/// Passes signatures of which one is valid and none is bad.
pub(crate) fn demand(signatures: Vec<Signature>) -> Result<Vec<Signature>, Failure> {
    let worst = refuse_bad(&signatures).or_else(|| {
        let any_valid = signatures.iter().any(|signature| signature.standing == Standing::Valid);
        if any_valid { None } else { signatures.first() }
    });
    match worst {
        Some(signature) => Err(refused(signature.standing, signature.fingerprint.clone(), signatures)),
        None if signatures.is_empty() => Err(Failure::new(Kind::NotSigned, "the message is not signed")),
        None => Ok(signatures),
    }
}

/// Passes signatures of which none is bad: a message that needs none may still not carry a wrong one.
pub(crate) fn tolerate(signatures: Vec<Signature>) -> Result<Vec<Signature>, Failure> {
    match refuse_bad(&signatures) {
        Some(signature) => Err(refused(signature.standing, signature.fingerprint.clone(), signatures)),
        None => Ok(signatures),
    }
}

/// Passes signatures of which a valid one is by one of the `wanted` primary keys.
pub(crate) fn demand_from(signatures: Vec<Signature>, wanted: &[String]) -> Result<Vec<Signature>, Failure> {
    let signatures = demand(signatures)?;
    let found = signatures.iter().any(|signature| {
        signature.standing == Standing::Valid
            && signature.primary_fingerprint.as_ref().is_some_and(|primary| wanted.contains(primary))
    });
    if found {
        return Ok(signatures);
    }
    let message = "no valid signature is by a key that was asked for".to_owned();
    Err(Failure::Refused { kind: Kind::BadSignature, message, signatures })
}

fn refuse_bad(signatures: &[Signature]) -> Option<&Signature> {
    signatures.iter().find(|signature| signature.standing == Standing::Bad)
}

fn refused(standing: Standing, fingerprint: Option<String>, signatures: Vec<Signature>) -> Failure {
    let message = match fingerprint {
        Some(fingerprint) => format!("{} (key {fingerprint})", reason(standing)),
        None => reason(standing).to_owned(),
    };
    Failure::Refused { kind: kind(standing), message, signatures }
}
