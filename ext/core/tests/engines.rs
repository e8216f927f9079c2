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

/// Two messages of every pair of lengths about the edges of blocks and of padding, each in one piece and in several.
#[test]
fn the_engines_hash_pairs_alike() {
    let lengths =
        [0, 1, 3, 31, 32, 54, 55, 56, 57, 63, 64, 65, 66, 102, 119, 120, 121, 127, 128, 129, 1000, 4099];
    let mut compared = 0;
    for one in lengths {
        for other in lengths {
            let mut messages = [vec![0; one], vec![0; other]];
            for message in &mut messages {
                random::fill(message).unwrap();
            }
            let expected = {
                let mut pair = rustcrypto::sha256_pair::Pair::new(true);
                pair.update(messages.each_ref().map(Vec::as_slice));
                pair.finalize()
            };
            for interleave in [true, false] {
                for split in [0, 1, 33, 34, 63, 64, 65, 500] {
                    let mut pair = fast::sha256_pair::Pair::new(interleave);
                    let halves =
                        messages.each_ref().map(|message| message.split_at(split.min(message.len())));
                    pair.update(halves.map(|(start, _)| start));
                    pair.update([halves[0].1, &[]]);
                    pair.update([&[], halves[1].1]);
                    assert_eq!(
                        pair.finalize(),
                        expected,
                        "{one} and {other} bytes, {split} first, {interleave}"
                    );
                    let mut pair = fast::sha256_pair::Pair::new(interleave);
                    pair.update(halves.map(|(start, _)| start));
                    pair.update(halves.map(|(_, rest)| rest));
                    assert_eq!(
                        pair.finalize(),
                        expected,
                        "{one} and {other} bytes, {split} first, {interleave}"
                    );
                    compared += 2;
                }
            }
        }
    }
    assert_eq!(compared, 22 * 22 * 2 * 8 * 2);
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
