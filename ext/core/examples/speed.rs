//! The core without Ruby, asked line by line, for `rake bench:speed`:
//!
//! ```text
//! answer digest SHA256 1024        the digest of 1024 bytes of "x", in hexadecimal
//! time digest SHA256 1024 5000 3   5000 digests, three times over: what Python's timeit would print
//! ```
//!
//! The other jobs are `hmac SHA256 1024` under [`KEY`], `sign - 20` and `verify - 20` of as many bytes, and `agree - 0`.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use oxisalt_core::agreement::{PrivateKey, PublicKey};
use oxisalt_core::digest::Algorithm;
use oxisalt_core::hmac;
use oxisalt_core::signing::SigningKey;

/// The key of every HMAC.
const KEY: &[u8] = b"secretkey";

/// The seeds of the signer's key, of one's own private key and of the other's.
const SEEDS: [[u8; 32]; 3] = [[1; 32], [2; 32], [3; 32]];

type Refusal = &'static str;

/// A job, ready to be done once and again.
struct Job(Box<dyn Fn() -> Vec<u8>>, Box<dyn Fn(u32) -> f64>);

impl Job {
    /// `once` does the job, `bytes` says what came of it. The loop calls `once` itself, not through a pointer.
    fn new<T: 'static>(
        once: impl Fn() -> T + Copy + 'static,
        bytes: impl Fn(T) -> Vec<u8> + 'static,
    ) -> Self {
        Self(
            Box::new(move || bytes(once())),
            Box::new(move |passes| {
                let started = Instant::now();
                for _ in 0..passes {
                    black_box(once());
                }
                started.elapsed().as_secs_f64()
            }),
        )
    }
}

fn algorithm(name: &str) -> Result<Algorithm, Refusal> {
    Algorithm::from_name(name.as_bytes()).ok_or("no such digest")
}

/// What one measures lives as long as the program.
fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn job(kind: &str, name: &str, size: usize) -> Result<Job, Refusal> {
    let data: &'static [u8] = keep(vec![b'x'; size]);
    match kind {
        "digest" => {
            let algorithm = algorithm(name)?;
            Ok(Job::new(move || black_box(algorithm).digest(black_box(data)), |digest| digest.to_vec()))
        }
        "hmac" => {
            let key = keep(hmac::Key::new(algorithm(name)?, KEY).map_err(|_| "no such HMAC")?);
            Ok(Job::new(move || key.authenticate(black_box(data)), |tag| tag.to_vec()))
        }
        "sign" => {
            let key = keep(SigningKey::from_seed(&SEEDS[0]));
            Ok(Job::new(move || key.sign(black_box(data)), |signature| signature.to_vec()))
        }
        "verify" => {
            let key = SigningKey::from_seed(&SEEDS[0]);
            let signature = keep(key.sign(data));
            let key = keep(key.verify_key().clone());
            Ok(Job::new(
                move || key.verify(black_box(signature), black_box(data)),
                |valid| vec![valid.into()],
            ))
        }
        "agree" => {
            let own = keep(PrivateKey::from(&SEEDS[1]));
            let other: &PublicKey = keep(*PrivateKey::from(&SEEDS[2]).public_key());
            Ok(Job::new(
                move || own.agree(black_box(other)),
                |secret| secret.expect("no key of low order").to_vec(),
            ))
        }
        _ => Err("no such job"),
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Refusal> {
    word.parse().map_err(|_| "not a number")
}

fn answer(request: &str) -> Result<String, Refusal> {
    let words: Vec<_> = request.split_whitespace().collect();
    match words[..] {
        ["answer", kind, name, size] => {
            let Job(answer, _) = job(kind, name, number(size)?)?;
            Ok(answer().iter().map(|byte| format!("{byte:02x}")).collect())
        }
        ["time", kind, name, size, passes, repeats] => {
            let (passes, repeats): (u32, u32) = (number(passes)?, number(repeats)?);
            let Job(_, seconds) = job(kind, name, number(size)?)?;
            let best = (0..repeats).map(|_| seconds(passes)).fold(f64::INFINITY, f64::min);
            let usec = best / f64::from(passes) * 1e6;
            Ok(format!("{passes} loops, best of {repeats}: {usec:.6} usec per loop"))
        }
        _ => Err("neither `answer JOB NAME SIZE` nor `time JOB NAME SIZE PASSES REPEATS`"),
    }
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let text = answer(&line?).unwrap_or_else(|refusal| format!("error: {refusal}"));
        writeln!(output, "{text}")?;
        output.flush()?;
    }
    Ok(())
}
