//! The kernels against the crates that they stand in for, on this processor and on those that it can pretend to be.

mod support;

use std::thread;

use oxisalt_core::digest::{Algorithm, Digest};
use oxisalt_core::random;
use sha2::digest::DynDigest;
use support::{Processor, hex};

fn oracle(algorithm: Algorithm) -> Box<dyn DynDigest> {
    match algorithm {
        Algorithm::Md5 => Box::new(md5::Md5::default()),
        Algorithm::Sha384 => Box::new(sha2::Sha384::default()),
        Algorithm::Sha512 => Box::new(sha2::Sha512::default()),
        Algorithm::Sha512_224 => Box::new(sha2::Sha512_224::default()),
        Algorithm::Sha512_256 => Box::new(sha2::Sha512_256::default()),
        Algorithm::Sha3_224 => Box::new(sha3::Sha3_224::default()),
        Algorithm::Sha3_256 => Box::new(sha3::Sha3_256::default()),
        Algorithm::Sha3_384 => Box::new(sha3::Sha3_384::default()),
        Algorithm::Sha3_512 => Box::new(sha3::Sha3_512::default()),
        _ => panic!("no kernel for {algorithm}"),
    }
}

const WITH_KERNEL: [Algorithm; 9] = [
    Algorithm::Md5,
    Algorithm::Sha384,
    Algorithm::Sha512,
    Algorithm::Sha512_224,
    Algorithm::Sha512_256,
    Algorithm::Sha3_224,
    Algorithm::Sha3_256,
    Algorithm::Sha3_384,
    Algorithm::Sha3_512,
];

fn output(mut oracle: Box<dyn DynDigest>) -> Vec<u8> {
    let mut output = vec![0; oracle.output_size()];
    oracle.finalize_into_reset(&mut output).expect("a buffer of the right length");
    output
}

fn expected(algorithm: Algorithm, data: &[u8]) -> Vec<u8> {
    let mut oracle = oracle(algorithm);
    oracle.update(data);
    output(oracle)
}

fn finalize(digest: &Digest) -> Vec<u8> {
    let mut output = vec![0; digest.output_size()];
    digest.finalize_into(&mut output);
    output
}

fn random_bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    random::fill(&mut bytes).unwrap();
    bytes
}

#[test]
#[ignore = "slow without optimization: rake rust runs it with"]
fn every_length_to_1024_is_as_the_crates_have_it() {
    let data = random_bytes(1024);
    for algorithm in WITH_KERNEL {
        for length in 0..=data.len() {
            let data = &data[..length];
            let expected = expected(algorithm, data);
            for processor in Processor::ALL {
                let found = processor.run(|| algorithm.digest(data));
                assert_eq!(*found, *expected, "{algorithm}, {processor:?}: {}", hex(data));
            }
        }
    }
}

/// To beyond three blocks of SHA-512, so that a pair of blocks and what is left of one are met in every order.
#[test]
#[ignore = "slow without optimization: rake rust runs it with"]
fn every_split_of_a_short_message_is_as_the_crates_have_it() {
    let data = random_bytes(400);
    for algorithm in WITH_KERNEL {
        for length in (0..=data.len()).step_by(if algorithm.block_size() == 128 { 1 } else { 7 }) {
            let data = &data[..length];
            let expected = expected(algorithm, data);
            for processor in Processor::ALL {
                processor.run(|| {
                    for split in 0..=length {
                        let mut digest = Digest::new(algorithm);
                        digest.update(&data[..split]);
                        digest.update(&data[split..]);
                        assert_eq!(
                            finalize(&digest),
                            expected,
                            "{algorithm}, {processor:?}, {split}: {}",
                            hex(data)
                        );
                    }
                });
            }
        }
    }
}

/// Fed in pieces of a length that no block divides, so that each call is met by another part of a block.
#[test]
#[ignore = "slow without optimization: rake rust runs it with"]
fn a_gibibyte_is_as_the_crates_have_it() {
    const PIECE: usize = (1 << 20) - 3;
    let data = random_bytes(PIECE + 1024);
    let pieces = || (0..=(1 << 30) / PIECE).map(|index| &data[index % 1024..][..PIECE]);
    let run = |algorithm: Algorithm| {
        let mut oracle = oracle(algorithm);
        pieces().for_each(|piece| oracle.update(piece));
        let expected = output(oracle);
        // The plain processor's are the crates' own.
        for processor in [Processor::This, Processor::WithoutAvx512] {
            let mut digest = Digest::new(algorithm);
            processor.run(|| pieces().for_each(|piece| digest.update(piece)));
            assert_eq!(finalize(&digest), expected, "{algorithm}, {processor:?}");
        }
    };
    thread::scope(|scope| {
        for algorithm in [Algorithm::Md5, Algorithm::Sha512, Algorithm::Sha3_256] {
            let run = &run;
            scope.spawn(move || run(algorithm));
        }
    });
}

/// So that a machine that tests a narrower kernel twice does not go unnoticed.
#[test]
fn what_this_processor_has() {
    let features = oxisalt_core::engine::processor_features();
    let has = |feature| features.contains(&feature);
    println!(
        "kernels tested: {}{}portable",
        if has("avx512vl") { "AVX-512, " } else { "" },
        if has("avx2") && has("bmi2") { "AVX2 and BMI2, " } else { "" }
    );
}
