//! Each engine is the other's oracle, and the fast one falls back on a processor that lacks what it needs.

use std::env;

use data_encoding::HEXLOWER;
use oxisalt_core::engine::{fast, rustcrypto};
use oxisalt_core::random;

/// How many random cases are compared: `OXISALT_CASES`, or 100,000.
fn cases() -> usize {
    env::var("OXISALT_CASES").map_or(100_000, |cases| cases.parse().expect("OXISALT_CASES is a number"))
}

fn random_below(limit: usize) -> usize {
    usize::from(u16::from_le_bytes(random::public().unwrap())) % limit
}

fn random_message() -> Vec<u8> {
    let mut message = vec![0; random_below(300)];
    random::fill(&mut message).unwrap();
    message
}

#[test]
fn the_engines_sign_alike() {
    for _ in 0..cases() {
        let seed = random::public().unwrap();
        let message = random_message();
        let (one, other) =
            (fast::signing::Signer::from_seed(&seed), rustcrypto::signing::Signer::from_seed(&seed));
        let case = || format!("seed {}, message {}", HEXLOWER.encode(&seed), HEXLOWER.encode(&message));
        let signature = one.sign(&message);
        assert_eq!(one.public(), other.public(), "{}", case());
        assert_eq!(signature, other.sign(&message), "{}", case());
        assert_eq!(one.seed(), other.seed());
        assert!(rustcrypto::signing::Verifier::new(&other.public()).unwrap().verify(&signature, &message));
    }
}

/// Both engines verify with ed25519-dalek, so that its oracle is graviola's own verification, which differs for points
/// of small order only.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn graviola_verifies_alike() {
    use graviola::signing::eddsa::Ed25519VerifyingKey;

    assert!(fast::accelerated(), "this test needs a processor that graviola runs on");
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..cases() {
        let message = random_message();
        let signer = fast::signing::Signer::from_seed(&random::public().unwrap());
        let mut input = [&signer.public()[..], &signer.sign(&message)].concat();
        if random_below(2) == 0 {
            input[random_below(96)] ^= 1 << random_below(8);
        }
        let (public, signature) = input.split_first_chunk::<32>().unwrap();
        let ours = fast::signing::Verifier::new(public)
            .is_some_and(|key| key.verify(signature.try_into().unwrap(), &message));
        let theirs =
            Ed25519VerifyingKey::from_bytes(public).is_ok_and(|key| key.verify(signature, &message).is_ok());
        assert_eq!(ours, theirs, "{} {}", HEXLOWER.encode(&input), HEXLOWER.encode(&message));
        *(if ours { &mut valid } else { &mut invalid }) += 1;
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(valid > 0 && invalid > 0);
}

#[test]
fn a_plain_processor_is_served() {
    for _ in 0..1000 {
        let seed = random::public().unwrap();
        let message = random_message();
        let signer = fast::signing::Signer::from_seed(&seed);
        let plain = fast::on_a_plain_processor(|| {
            assert!(!fast::accelerated());
            let signer = fast::signing::Signer::from_seed(&seed);
            assert_eq!(signer.seed(), seed);
            (signer.public(), signer.sign(&message))
        });
        assert_eq!(plain, (signer.public(), signer.sign(&message)));
    }
}
