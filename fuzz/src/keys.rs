//! Keys in the forms that other software writes. What is read is written and read again, and must be the same.

use oxisalt_core::key_format::jwk::{Members, public_from_jwk, public_to_jwk};
use oxisalt_core::key_format::openssh::{public_from_openssh, public_to_openssh};
use oxisalt_core::key_format::{
    Kind, Refusal, private_from_der, private_from_pem, private_to_der, private_to_pem, public_from_der,
    public_from_pem, public_to_der, public_to_pem,
};
use oxisalt_core::signing::SigningKey;

type Key = [u8; 32];

const KINDS: [Kind; 2] = [Kind::Ed25519, Kind::X25519];

/// The public key of a private one.
fn public(key: &Key) -> Key {
    *SigningKey::from_seed(key).verify_key().bytes()
}

/// What was read, after a look at the message where it was refused: it is shown to people, and so must be short text.
fn read<T>(result: Result<T, Refusal>) -> Option<T> {
    result
        .inspect_err(|refusal| {
            let message = refusal.to_string();
            assert!(message.len() < 300, "a message of {} bytes", message.len());
            assert!(!message.contains(char::is_control), "{message:?}");
        })
        .ok()
}

/// PKCS#8 and SPKI in DER.
pub fn der(data: &[u8]) {
    for kind in KINDS {
        if let Some(key) = read(private_from_der(kind, data, public)) {
            let written = private_to_der(kind, &key);
            assert_eq!(*private_from_der(kind, &written, public).unwrap(), *key);
        }
        if let Some(key) = read(public_from_der(kind, data)) {
            assert_eq!(public_to_der(kind, &key), data, "DER has one form");
        }
    }
}

/// The same in PEM.
pub fn pem(data: &[u8]) {
    for kind in KINDS {
        if let Some(key) = read(private_from_pem(kind, data, public)) {
            let written = private_to_pem(kind, &key);
            assert_eq!(*private_from_pem(kind, written.as_bytes(), public).unwrap(), *key);
        }
        if let Some(key) = read(public_from_pem(kind, data)) {
            let written = public_to_pem(kind, &key);
            assert_eq!(public_from_pem(kind, written.as_bytes()).unwrap(), key);
        }
    }
}

/// OpenSSH's public keys.
pub fn openssh(data: &[u8]) {
    if let Some(key) = read(public_from_openssh(data)) {
        let written = public_to_openssh(&key, b"comment").unwrap();
        assert_eq!(public_from_openssh(&written).unwrap(), key);
    }
    if let Ok(line) = public_to_openssh(&[7; 32], data) {
        assert_eq!(public_from_openssh(&line).unwrap(), [7; 32], "a comment changes no key");
    }
}

/// The members of a JWK: `kty`, `crv` and `x` on a line each, missing where the line begins with `-`; whatever is on a
/// fourth stands for `d`.
pub fn jwk(data: &[u8]) {
    let mut lines = data.split(|&byte| byte == b'\n');
    let mut line = || lines.next().filter(|line| !line.starts_with(b"-"));
    let members = Members { key_type: line(), curve: line(), public: line(), is_private: line().is_some() };
    for kind in KINDS {
        if let Some(key) = read(public_from_jwk(kind, members)) {
            assert_eq!(Some(public_to_jwk(&key).as_bytes()), members.public, "base64 has one form");
        }
    }
}
