//! Agreement and sealing: each engine is the other's oracle, and the fast one falls back on a processor that lacks what
//! it needs.

mod support;

use std::env;

use oxisalt_core::engine::{fast, rustcrypto};
use oxisalt_core::random;
use oxisalt_core::sealed_stream::{CHUNK_LEN, OVERHEAD};
use sha2::{Digest, Sha256};
use support::{rows, unhex};

/// How many random cases are compared: `OXISALT_CASES`, or 100,000.
fn cases() -> usize {
    env::var("OXISALT_CASES").map_or(100_000, |cases| cases.parse().expect("OXISALT_CASES is a number"))
}

fn random_below(limit: usize) -> usize {
    usize::from(u16::from_le_bytes(random::public().unwrap())) % limit
}

/// Most are short, and some are long enough for the widest vector code.
fn random_message() -> Vec<u8> {
    let limit = if random_below(20) == 0 { 5000 } else { 300 };
    let mut message = vec![0; random_below(limit)];
    random::fill(&mut message).unwrap();
    message
}

#[test]
fn they_agree_on_keys() {
    for _ in 0..cases() {
        let (secret, public) = (random::public().unwrap(), random::public().unwrap());
        assert_eq!(
            fast::agreement::public_key(&secret),
            rustcrypto::agreement::public_key(&secret),
            "{secret:?}"
        );
        let shared = fast::agreement::agree(&secret, &public);
        assert_eq!(shared, rustcrypto::agreement::agree(&secret, &public), "{secret:?} {public:?}");
        assert_eq!(fast::sealing::derive(&shared), rustcrypto::sealing::derive(&shared), "{shared:?}");
    }
}

#[test]
fn they_seal_alike() {
    for _ in 0..cases() {
        let (key, nonce) = (random::public().unwrap(), random::public().unwrap());
        let message = random_message();
        let len = message.len();
        let case = || format!("{key:?} {nonce:?} {message:?}");
        let (mut one, mut other) = (vec![0; len], vec![0; len]);
        let tag = fast::sealing::seal(&key, &nonce, &message, &mut one);
        assert_eq!(tag, rustcrypto::sealing::seal(&key, &nonce, &message, &mut other), "{}", case());
        assert_eq!(one, other, "{}", case());

        let mut opened = vec![0; len];
        assert!(fast::sealing::open(&key, &nonce, &tag, &one, &mut opened), "{}", case());
        assert_eq!(opened, message);
        opened.fill(0);
        assert!(rustcrypto::sealing::open(&key, &nonce, &tag, &one, &mut opened), "{}", case());
        assert_eq!(opened, message);

        let mut changed = [&tag[..], &one].concat();
        let index = random_below(changed.len());
        changed[index] ^= 1 << random_below(8);
        let (tag, changed) = changed.split_first_chunk().unwrap();
        opened.fill(0);
        assert!(!fast::sealing::open(&key, &nonce, tag, changed, &mut opened), "{}", case());
        assert!(!rustcrypto::sealing::open(&key, &nonce, tag, changed, &mut opened), "{}", case());
        assert!(opened.iter().all(|&byte| byte == 0), "{}", case());
    }
}

/// From key pairs to ciphertext, with the whole of `crypto_box`, whose curve25519-dalek is another release.
#[test]
fn crypto_box_seals_alike() {
    use crypto_box::aead::AeadInPlace;
    use crypto_box::{PublicKey, SalsaBox, SecretKey};

    for _ in 0..cases() / 100 {
        let (ours, theirs) = (random::public().unwrap(), random::public().unwrap());
        let (nonce, message) = (random::public().unwrap(), random_message());
        let public = rustcrypto::agreement::public_key(&theirs);
        assert_eq!(public, *SecretKey::from(theirs).public_key().as_bytes());

        let key = rustcrypto::sealing::derive(&rustcrypto::agreement::agree(&ours, &public));
        let (mut one, mut other) = (vec![0; message.len()], message.clone());
        let tag = rustcrypto::sealing::seal(&key, &nonce, &message, &mut one);
        let whole = SalsaBox::new(&PublicKey::from(public), &SecretKey::from(ours));
        let its = whole.encrypt_in_place_detached(&nonce.into(), &[], &mut other).unwrap();
        assert_eq!((&tag[..], one), (&its[..], other), "{ours:?} {theirs:?} {nonce:?} {message:?}");
    }
}

#[test]
fn their_streams_are_alike() {
    // A stream is as long as it takes for its state to have been through every kind of chunk.
    for _ in 0..cases() / 100 {
        let (key, header) = (random::public().unwrap(), random::public().unwrap());
        let mut fast = (fast::sealing::Stream::new(&key, &header), fast::sealing::Stream::new(&key, &header));
        let mut other = (
            rustcrypto::sealing::Stream::new(&key, &header),
            rustcrypto::sealing::Stream::new(&key, &header),
        );
        for _ in 0..100 {
            let (message, mark) = (random_message(), u8::try_from(random_below(4)).unwrap());
            let len = message.len();
            let (mut one, mut two) = (vec![0; len + OVERHEAD], vec![0; len + OVERHEAD]);
            fast.0.push(mark, &message, &mut one);
            other.0.push(mark, &message, &mut two);
            assert_eq!(one, two, "{key:?} {header:?}");

            let (mut opened, index) = (vec![0; len], random_below(two.len()));
            two[index] ^= 1;
            assert_eq!(fast.1.pull(&two, &mut opened), None);
            assert_eq!(other.1.pull(&two, &mut opened), None);
            assert_eq!(fast.1.pull(&one, &mut opened), Some(mark));
            assert_eq!(opened, message);
            opened.fill(0);
            assert_eq!(other.1.pull(&one, &mut opened), Some(mark));
            assert_eq!(opened, message);
        }
    }
}

#[test]
fn a_plain_processor_is_served() {
    for _ in 0..1000 {
        let (secret, public) = (random::public().unwrap(), random::public().unwrap());
        let (own, shared) = (fast::agreement::public_key(&secret), fast::agreement::agree(&secret, &public));
        fast::on_a_plain_processor(|| {
            assert!(!fast::accelerated());
            assert_eq!(fast::agreement::public_key(&secret), own);
            assert_eq!(fast::agreement::agree(&secret, &public), shared);
        });
    }
    for secret in [fast::agreement::agree, rustcrypto::agreement::agree] {
        assert_eq!(*secret(&[7; 32], &[0; 32]), [0; 32]);
        fast::on_a_plain_processor(|| assert_eq!(*secret(&[7; 32], &[0; 32]), [0; 32]));
    }
}

/// Calls a macro's body once with each engine's `Stream`.
macro_rules! with_each_stream {
    ($stream:ident => $body:block) => {{
        {
            use oxisalt_core::engine::fast::sealing::Stream as $stream;
            $body
        }
        {
            use oxisalt_core::engine::rustcrypto::sealing::Stream as $stream;
            $body
        }
    }};
}

#[test]
fn chunks_of_libsodium() {
    let rows = rows::<5>(include_str!("vectors/secretstream_chunks.txt"));
    with_each_stream!(Stream => {
        let mut stream: Option<(Vec<u8>, Stream)> = None;
        for [key, header, mark, message, sealed] in &rows {
            let header = unhex(header);
            if stream.as_ref().is_none_or(|(of, _)| *of != header) {
                let start = Stream::new(&unhex(key).try_into().unwrap(), header[..].try_into().unwrap());
                stream = Some((header, start));
            }
            let message = unhex(message);
            let mut ours = vec![0; message.len() + OVERHEAD];
            stream.as_mut().unwrap().1.push(mark.parse().unwrap(), &message, &mut ours);
            assert_eq!(ours, unhex(sealed));
        }
    });
}

#[test]
fn files_of_libsodium() {
    for [key, len, header, digest] in rows(include_str!("vectors/secretstream_files.txt")) {
        let len = len.parse::<usize>().unwrap();
        let message: Vec<u8> = (0..len).map(|index| (7 * index + 3).to_le_bytes()[0]).collect();
        with_each_stream!(Stream => {
            let mut sealed = unhex(header);
            let mut stream =
                Stream::new(&unhex(key).try_into().unwrap(), sealed[..].try_into().unwrap());
            let count = len.div_ceil(CHUNK_LEN).max(1);
            for number in 1..=count {
                let chunk = &message[(number - 1) * CHUNK_LEN..len.min(number * CHUNK_LEN)];
                let start = sealed.len();
                sealed.resize(start + chunk.len() + OVERHEAD, 0);
                stream.push(if number == count { 3 } else { 0 }, chunk, &mut sealed[start..]);
            }
            assert_eq!(Sha256::digest(&sealed)[..], unhex(digest), "{len}");
        });
    }
}
