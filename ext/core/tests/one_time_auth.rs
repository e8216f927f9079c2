//! Poly1305 against RFC 8439, and HMAC-SHA-512-256 against HMAC.

mod support;

use oxisalt_core::digest::Algorithm;
use oxisalt_core::{Error, auth, hmac, one_time_auth};
use support::{flips, hex, pattern, rows, unhex};

#[test]
fn published_values() {
    let table = rows::<4>(include_str!("vectors/one_time_auth.txt"));
    for [section, columns @ ..] in &table {
        let [key, message, tag]: [_; 3] = columns.map(unhex);
        assert_eq!(one_time_auth::Key::new(&key).unwrap().authenticate(&message)[..], tag, "{section}");
    }
    println!("one_time_auth.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

#[test]
fn another_key_or_message_has_another_tag() {
    let key = [7; 32];
    let tag = |key: &[u8], message: &[u8]| one_time_auth::Key::new(key).unwrap().authenticate(message);
    let message = pattern(33);
    let right = tag(&key, &message);
    assert!(flips(&message).all(|changed| tag(&key, &changed) != right));
    assert!((0..33).all(|len| tag(&key, &message[..len]) != right));
    // Poly1305 clears 22 bits of the first half of a key.
    let same = flips(&key).filter(|changed| tag(changed, &message) == right).count();
    assert_eq!(same, 22);
    for got in [0, 31, 33] {
        let refusal = Error::Length { name: "key", least: 32, most: 32, got };
        assert_eq!(one_time_auth::Key::new(&vec![0; got]).err(), Some(refusal));
    }
}

/// RFC 4231, test case 2, of which NaCl's test auth.c has the first half.
#[test]
fn nacl_s_auth_is_half_an_hmac() {
    let expected = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554";
    let mut padded = [0; auth::KEY_LEN];
    padded[..4].copy_from_slice(b"Jefe");
    for key in [&b"Jefe"[..], &padded] {
        let tag = auth::Key::new(key).unwrap().authenticate(b"what do ya want for nothing?");
        assert_eq!(hex(&tag), expected);
    }
    for len in [1, 32, 128, 129, 1000] {
        let (key, message) = (pattern(len), pattern(2 * len));
        let whole = hmac::authenticate(Algorithm::Sha512, &key, &message).unwrap();
        let other = hmac::authenticate(Algorithm::Sha512_256, &key, &message).unwrap();
        let ours = auth::Key::new(&key).unwrap().authenticate(&message);
        assert_eq!(ours[..], whole[..32]);
        assert_ne!(ours[..], other[..]);
    }
    let refusal = auth::Key::new(b"").err().unwrap();
    assert_eq!(refusal.to_string(), "key must be at least 1 bytes, got 0");
}
