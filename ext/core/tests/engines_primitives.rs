//! Authenticated encryption, Poly1305 and Argon2: each engine is the other's oracle.

use std::env;

use oxisalt_core::aead::{Cipher, Nonce};
use oxisalt_core::engine::{fast, rustcrypto};
use oxisalt_core::password_hash::argon2::{Cost, Kind, Version};
use oxisalt_core::random;

/// How many random cases are compared: `OXISALT_CASES`, or 20,000.
fn cases() -> usize {
    env::var("OXISALT_CASES").map_or(20_000, |cases| cases.parse().expect("OXISALT_CASES is a number"))
}

fn random_below(limit: usize) -> usize {
    usize::from(u16::from_le_bytes(random::public().unwrap())) % limit
}

/// Most are short, and some are long enough for the widest vector code.
fn random_bytes() -> Vec<u8> {
    let limit = if random_below(20) == 0 { 5000 } else { 300 };
    let mut bytes = vec![0; random_below(limit)];
    random::fill(&mut bytes).unwrap();
    bytes
}

fn random_nonce() -> Nonce {
    let bytes: [u8; 24] = random::public().unwrap();
    let cipher = Cipher::ALL[random_below(3)];
    cipher.nonce(&bytes[..cipher.nonce_len()]).unwrap()
}

#[test]
fn they_seal_alike() {
    for _ in 0..cases() {
        let (key, nonce) = (random::public().unwrap(), random_nonce());
        let (additional, message) = (random_bytes(), random_bytes());
        let len = message.len();
        let case = || format!("{key:?} {nonce:?} {additional:?} {message:?}");
        let (mut one, mut other) = (vec![0; len], vec![0; len]);
        let tag = fast::aead::seal(&key, &nonce, &additional, &message, &mut one);
        assert_eq!(
            tag,
            rustcrypto::aead::seal(&key, &nonce, &additional, &message, &mut other),
            "{}",
            case()
        );
        assert_eq!(one, other, "{}", case());

        let mut opened = vec![0; len];
        assert!(fast::aead::open(&key, &nonce, &additional, &tag, &one, &mut opened), "{}", case());
        assert_eq!(opened, message);
        opened.fill(0);
        assert!(rustcrypto::aead::open(&key, &nonce, &additional, &tag, &one, &mut opened), "{}", case());
        assert_eq!(opened, message);

        let mut changed = [&tag[..], &one].concat();
        let index = random_below(changed.len());
        changed[index] ^= 1 << random_below(8);
        let (tag, changed) = changed.split_first_chunk().unwrap();
        opened.fill(0);
        assert!(!fast::aead::open(&key, &nonce, &additional, tag, changed, &mut opened), "{}", case());
        assert!(!rustcrypto::aead::open(&key, &nonce, &additional, tag, changed, &mut opened), "{}", case());
        assert!(opened.iter().all(|&byte| byte == 0), "{}", case());
    }
}

#[test]
fn they_authenticate_alike() {
    for _ in 0..cases() {
        let (key, message) = (random::public().unwrap(), random_bytes());
        assert_eq!(
            fast::one_time_auth::authenticate(&key, &message),
            rustcrypto::one_time_auth::authenticate(&key, &message),
            "{key:?} {message:?}"
        );
    }
}

#[test]
fn they_hash_passwords_alike() {
    for _ in 0..cases() / 500 {
        let cost = Cost {
            passes: 1 + u32::try_from(random_below(4)).unwrap(),
            memory: 32 + u32::try_from(random_below(200)).unwrap(),
            lanes: 1 + u32::try_from(random_below(4) / 3).unwrap(),
        };
        let kind = if random_below(2) == 0 { Kind::I } else { Kind::Id };
        let password = random_bytes();
        let mut salt = vec![0; if random_below(3) == 0 { 8 + random_below(30) } else { 16 }];
        random::fill(&mut salt).unwrap();
        let len = 4 + random_below(100);
        let (mut one, mut other) = (vec![0; len], vec![0; len]);
        assert!(fast::password_hash::argon2(kind, Version::V19, cost, &password, &salt, &mut one));
        assert!(rustcrypto::password_hash::argon2(kind, Version::V19, cost, &password, &salt, &mut other));
        assert_eq!(one, other, "{kind:?} {cost:?} {password:?} {salt:?}");
    }
}
