//! OpenPGP: keys, messages, clear-signed texts and detached signatures, armored or not.
//!
//! The crate `pgp` may panic over what it cannot read; that is contained, and becomes a refusal. So these targets watch
//! what comes out, and that nothing takes the process down. No passphrase is given: to stretch one takes seconds and
//! up to a GiB, as the sender likes, within limits that the specs check.

use std::sync::{LazyLock, Once};

use oxisalt_openpgp_core::{Certificate, Error, Judge, Opener, SecretKey, Verdict};

/// RFC 9580, A.4: Ed25519 and X25519, version 6.
const VERSION_6: &[u8] = include_bytes!("../keys/rfc9580.asc");
/// Made by this gem: Ed25519 and X25519, version 4.
const VERSION_4: &[u8] = include_bytes!("../keys/version4.asc");

/// 2026-01-01: after every key was made.
const AT: u32 = 1_767_225_600;

/// The most that a message may hold.
const LIMIT: u64 = 1 << 20;

/// The text that the detached signatures are of.
pub const SIGNED: &[u8] = b"data\n";

/// Whom everything is encrypted to and signed by.
pub static KEYS: LazyLock<[SecretKey; 2]> =
    LazyLock::new(|| [VERSION_6, VERSION_4].map(|key| SecretKey::read(key, None).unwrap()));

/// Lets panics that are contained pass in silence, and without libFuzzer's hook, which would end the process at once.
fn contained_panics_are_no_crashes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.location().is_some_and(|place| place.file().contains("fuzz")) {
                before(info);
            }
        }));
    });
}

fn opener<T>(body: impl FnOnce(Opener<'_>) -> T) -> T {
    contained_panics_are_no_crashes();
    let [one, other] = &*KEYS;
    let keys: [&Certificate; 2] = [one.certificate(), other.certificate()];
    let judge = Judge { keys: &keys, at: AT };
    body(Opener { keys: &[one, other], passphrase: None, judge, limit: LIMIT })
}

/// What was taken, after a look at the refusal: it is shown to people.
fn read<T>(result: Result<T, Error>) -> Option<T> {
    result
        .inspect_err(|refusal| {
            let message = refusal.to_string();
            assert!(!message.is_empty());
            assert!(message.len() < 2000, "a message of {} bytes", message.len());
        })
        .ok()
}

/// Data is no longer than is allowed.
fn check(opened: Option<(Vec<u8>, Vec<Verdict>)>) {
    if let Some((data, _)) = opened {
        assert!(data.len() as u64 <= LIMIT);
    }
}

/// A certificate. What is read is written, read again, and the same.
pub fn certificate(data: &[u8]) {
    contained_panics_are_no_crashes();
    let Some(certificate) = read(Certificate::read(data)) else { return };
    let again = Certificate::read(&certificate.to_bytes()).unwrap();
    assert_eq!(again.to_bytes(), certificate.to_bytes());
    assert_eq!(again.fingerprint(), certificate.fingerprint());
    assert_eq!(Certificate::read(&certificate.to_armor()).unwrap().to_bytes(), certificate.to_bytes());
    let _ = (
        certificate.algorithm(),
        certificate.user_ids(AT),
        certificate.expires(AT),
        certificate.is_revoked(),
    );
    let _ = (certificate.version(), certificate.created(), certificate.subkey_fingerprints());
}

/// A secret key, which is read, written and read again as well.
pub fn secret_key(data: &[u8]) {
    contained_panics_are_no_crashes();
    let Some(key) = read(SecretKey::read(data, None)) else { return };
    assert!(!key.is_locked());
    let written = key.to_bytes().unwrap();
    assert_eq!(SecretKey::read(&written, None).unwrap().to_bytes().unwrap(), written);
}

/// A message that is encrypted.
pub fn message(data: &[u8]) {
    check(opener(|opener| read(opener.decrypt(data))));
}

/// A message that is signed.
pub fn signed(data: &[u8]) {
    check(opener(|opener| read(opener.verify(data))));
}

/// A text that is clear-signed. Its first line is put before the input where that lacks it.
pub fn clearsigned(data: &[u8]) {
    const BEGIN: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----\n";
    let text = if data.starts_with(b"-----BEGIN") { data.to_vec() } else { [BEGIN, data].concat() };
    check(opener(|opener| read(opener.verify(&text))));
}

/// Detached signatures of [`SIGNED`].
pub fn detached(data: &[u8]) {
    opener(|opener| {
        read(opener.judge.detached(SIGNED, data));
    });
}

/// Messages as streams, which are read in pieces of 1 to 256 bytes, as the first byte says. The result is that of the
/// whole.
pub fn stream(data: &[u8]) {
    let Some((&size, message)) = data.split_first() else { return };
    let pieces = || Pieces { rest: message, size: usize::from(size) + 1 };
    opener(|opener| {
        let mut out = Vec::new();
        let streamed = read(opener.decrypt_stream(pieces(), &mut out)).map(|_| out);
        assert_eq!(
            streamed,
            read(opener.decrypt(message)).map(|(data, _)| data),
            "decrypted otherwise in pieces"
        );
        let mut out = Vec::new();
        let streamed = read(opener.verify_stream(pieces(), &mut out)).map(|_| out);
        assert_eq!(
            streamed,
            read(opener.verify(message)).map(|(data, _)| data),
            "verified otherwise in pieces"
        );
    });
}

/// Reads a few bytes at a time.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
}

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = buffer.len().min(self.size).min(self.rest.len());
        let (now, later) = self.rest.split_at(len);
        buffer[..len].copy_from_slice(now);
        self.rest = later;
        Ok(len)
    }
}
