//! Whether it takes longer to compare a secret with what is nearly right than with what is wrong from the first byte on:
//! dudect's method, Welch's t-test over two classes of inputs, at all of the percentiles where the slowest may be cropped.
//!
//! `early_exit` compares as nobody should, and must be found out: otherwise the measurement shows nothing.

use std::hint::black_box;

use dudect_bencher::rand::{Rng, RngExt};
use dudect_bencher::{BenchRng, Class, CtRunner, ctbench_main};
use oxisalt_core::agreement::PrivateKey;
use oxisalt_core::digest::Algorithm;
use oxisalt_core::signing::SigningKey;
use oxisalt_core::{hmac, secret_box};

/// How many measurements are made.
const MEASUREMENTS: usize = 100_000;

/// How often one measurement compares: a comparison alone is shorter than the clock is fine.
const REPEATED: usize = 20;

type Bytes = [u8; 32];

/// Measures `compare` with copies of `right` that are wrong in their last byte (left) or in their first one (right), as
/// often the one as the other, each in a place of its own that `prepare` makes.
fn measure<T>(
    (runner, rng): (&mut CtRunner, &mut BenchRng),
    right: &[u8],
    prepare: impl Fn(&[u8]) -> T,
    compare: impl Fn(&T) -> bool,
) {
    let inputs: Vec<(Class, T)> = (0..MEASUREMENTS)
        .map(|_| {
            let late = rng.random::<bool>();
            let mut wrong = right.to_vec();
            wrong[if late { right.len() - 1 } else { 0 }] ^= 1 << rng.random_range(0..8u32);
            (if late { Class::Left } else { Class::Right }, prepare(&wrong))
        })
        .collect();
    for (class, input) in inputs {
        runner.run_one(class, || (0..REPEATED).filter(|_| compare(black_box(&input))).count());
    }
}

fn random<const N: usize>(rng: &mut BenchRng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// The control: what the others must not be.
fn early_exit(runner: &mut CtRunner, rng: &mut BenchRng) {
    let right: Bytes = random(rng);
    measure((runner, rng), &right, <[u8]>::to_vec, |wrong| {
        right.iter().zip(wrong).all(|(one, other)| black_box(one) == other)
    });
}

/// What every tag is compared with.
fn hmac_tag(runner: &mut CtRunner, rng: &mut BenchRng) {
    let right: Bytes = random(rng);
    measure((runner, rng), &right, <[u8]>::to_vec, |wrong| hmac::equal(&right, wrong));
}

/// `HMAC::Key#valid?`: the tag is computed, and compared.
fn hmac_valid(runner: &mut CtRunner, rng: &mut BenchRng) {
    let key = hmac::Key::new(Algorithm::Sha256, &random::<32>(rng)).expect("HMAC takes SHA-256");
    let right = key.authenticate(b"message");
    measure((runner, rng), &right, <[u8]>::to_vec, |wrong| hmac::equal(&key.authenticate(b"message"), wrong));
}

/// `PrivateKey#==`.
fn private_key(runner: &mut CtRunner, rng: &mut BenchRng) {
    let right: Bytes = random(rng);
    let key = PrivateKey::new(&right).expect("32 bytes");
    measure((runner, rng), &right, |wrong| PrivateKey::new(wrong).expect("32 bytes"), |wrong| key == *wrong);
}

/// `SigningKey#==`.
fn signing_key(runner: &mut CtRunner, rng: &mut BenchRng) {
    let right: Bytes = random(rng);
    let key = SigningKey::from_seed(&right);
    measure(
        (runner, rng),
        &right,
        |wrong| SigningKey::from_seed(wrong.try_into().expect("32 bytes")),
        |wrong| key == *wrong,
    );
}

/// The keys of `SecretBox` and `Box`.
fn secret_key(runner: &mut CtRunner, rng: &mut BenchRng) {
    let right: Bytes = random(rng);
    let key = secret_box::Key::new(&right).expect("32 bytes");
    measure(
        (runner, rng),
        &right,
        |wrong| secret_box::Key::new(wrong).expect("32 bytes"),
        |wrong| key == *wrong,
    );
}

/// The tag of a box, Poly1305.
fn box_tag(runner: &mut CtRunner, rng: &mut BenchRng) {
    let key = secret_box::Key::new(&random::<32>(rng)).expect("32 bytes");
    let nonce = random(rng);
    let mut sealed = vec![0; 16 + secret_box::TAG_LEN];
    key.seal(&nonce, &[7; 16], &mut sealed);
    let (tag, ciphertext) = sealed.split_at(secret_box::TAG_LEN);
    let whole = |tag: &[u8]| [tag, ciphertext].concat();
    measure((runner, rng), tag, whole, |wrong| key.open(&nonce, wrong, &mut [0; 16]).is_ok());
}

ctbench_main!(early_exit, hmac_tag, hmac_valid, private_key, signing_key, secret_key, box_tag);
