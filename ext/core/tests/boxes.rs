//! Boxes, secret boxes and sealed boxes against NaCl and libsodium.

mod support;

use oxisalt_core::agreement::{PrivateKey, PublicKey};
use oxisalt_core::secret_box::{self, Key, NONCED_OVERHEAD, TAG_LEN};
use oxisalt_core::{Error, public_box, sealed_box};
use support::{flips, rows, unhex};

fn seal(key: &Key, nonce: &[u8], message: &[u8]) -> Vec<u8> {
    let mut ciphertext = vec![0; message.len() + TAG_LEN];
    key.seal(&secret_box::nonce(nonce).unwrap(), message, &mut ciphertext);
    ciphertext
}

fn open(key: &Key, nonce: &[u8], ciphertext: &[u8]) -> Result<Vec<u8>, Error> {
    let mut message = vec![0; ciphertext.len().saturating_sub(TAG_LEN)];
    let result = key.open(&secret_box::nonce(nonce).unwrap(), ciphertext, &mut message);
    if result.is_err() {
        assert!(
            message.iter().all(|&byte| byte == 0),
            "nothing is written before the tag is known to be right"
        );
    }
    result.map(|()| message)
}

#[test]
fn nacl() {
    for row in rows(include_str!("vectors/nacl_box.txt")) {
        let [private, public, agreed, nonce, message, ciphertext] = row.map(unhex);
        let (private, public) = (PrivateKey::new(&private).unwrap(), PublicKey::new(&public).unwrap());
        let key = Key::new(&agreed).unwrap();
        assert!(public_box::agree(&public, &private).unwrap() == key);
        assert_eq!(seal(&key, &nonce, &message), ciphertext);
        assert_eq!(open(&key, &nonce, &ciphertext).unwrap(), message);
    }
}

#[test]
fn what_was_changed_does_not_open() {
    let (key, nonce) = (Key::from(&[7; 32]), [9; 24]);
    for message in [&b""[..], b"message", &[5; 100]] {
        let ciphertext = seal(&key, &nonce, message);
        assert_eq!(open(&key, &nonce, &ciphertext).unwrap(), message);
        for changed in flips(&ciphertext) {
            assert_eq!(open(&key, &nonce, &changed), Err(Error::Inauthentic));
        }
        for changed in flips(&nonce) {
            assert_eq!(open(&key, &changed, &ciphertext), Err(Error::Inauthentic));
        }
        for changed in flips(&[7; 32]) {
            assert_eq!(open(&Key::new(&changed).unwrap(), &nonce, &ciphertext), Err(Error::Inauthentic));
        }
        for len in 0..ciphertext.len() {
            assert_eq!(open(&key, &nonce, &ciphertext[..len]), Err(Error::Inauthentic));
            assert_eq!(open(&key, &nonce, &ciphertext[ciphertext.len() - len..]), Err(Error::Inauthentic));
        }
        assert_eq!(open(&key, &nonce, &[&ciphertext[..], &[0]].concat()), Err(Error::Inauthentic));
    }
}

#[test]
fn with_a_nonce() {
    let key = Key::from(&[7; 32]);
    let mut sealed = [0; 7 + NONCED_OVERHEAD];
    key.seal_nonced(b"message", &mut sealed).unwrap();
    let opened = |sealed: &[u8]| {
        let mut message = vec![0; sealed.len().saturating_sub(NONCED_OVERHEAD)];
        key.open_nonced(sealed, &mut message).map(|()| message)
    };
    assert_eq!(opened(&sealed).unwrap(), b"message");
    assert_eq!(open(&key, &sealed[..24], &sealed[24..]).unwrap(), b"message");
    for changed in flips(&sealed) {
        assert_eq!(opened(&changed), Err(Error::Inauthentic));
    }
    for len in 0..sealed.len() {
        assert_eq!(opened(&sealed[..len]), Err(Error::Inauthentic));
    }
    let mut other = sealed;
    key.seal_nonced(b"message", &mut other).unwrap();
    assert_ne!(sealed[..24], other[..24]);
}

#[test]
fn lengths() {
    for got in [0, 23, 25, 32] {
        let refusal = Error::Length { name: "nonce", least: 24, most: 24, got };
        assert_eq!(secret_box::nonce(&vec![0; got]), Err(refusal));
    }
    for got in [0, 31, 33] {
        let refusal = Error::Length { name: "secret key", least: 32, most: 32, got };
        assert_eq!(Key::new(&vec![0; got]).err(), Some(refusal));
    }
}

fn unseal(key: &PrivateKey, sealed: &[u8]) -> Result<Vec<u8>, Error> {
    let mut message = vec![0; sealed.len().saturating_sub(sealed_box::OVERHEAD)];
    sealed_box::open(key, sealed, &mut message).map(|()| message)
}

#[test]
fn sealed_by_libsodium() {
    for row in rows(include_str!("vectors/sealed_box.txt")) {
        let [private, message, sealed] = row.map(unhex);
        let key = PrivateKey::new(&private).unwrap();
        assert_eq!(unseal(&key, &sealed).unwrap(), message);
        // X25519 takes no notice of the highest bit of a public key, but the nonce is made of it as well.
        for changed in flips(&sealed) {
            assert_eq!(unseal(&key, &changed), Err(Error::Inauthentic));
        }
        for len in 0..sealed.len() {
            assert_eq!(unseal(&key, &sealed[..len]), Err(Error::Inauthentic));
        }
    }
}

#[test]
fn sealed_for_a_key() {
    let key = PrivateKey::generate().unwrap();
    let seal = || {
        let mut sealed = vec![0; 7 + sealed_box::OVERHEAD];
        sealed_box::seal(key.public_key(), b"message", &mut sealed).unwrap();
        sealed
    };
    let sealed = seal();
    assert_eq!(unseal(&key, &sealed).unwrap(), b"message");
    assert_eq!(unseal(&PrivateKey::generate().unwrap(), &sealed), Err(Error::Inauthentic));
    assert_ne!(sealed[..32], seal()[..32]);
}

#[test]
fn points_of_low_order() {
    let (key, low) = (PrivateKey::generate().unwrap(), PublicKey::from([0; 32]));
    assert_eq!(public_box::agree(&low, &key).err(), Some(Error::LowOrder));
    assert_eq!(sealed_box::seal(&low, b"", &mut [0; 48]), Err(Error::LowOrder));
    assert_eq!(unseal(&key, &[0; 50]), Err(Error::Inauthentic));
}
