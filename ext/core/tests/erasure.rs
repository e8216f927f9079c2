//! No memory that is freed holds a secret. The allocator of this test looks at each block that comes back to it.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::slice;

use oxisalt_core::aead::{self, Cipher};
use oxisalt_core::agreement::PrivateKey;
use oxisalt_core::digest::{Algorithm, Digest};
use oxisalt_core::group_element::GroupElement;
use oxisalt_core::key_format::{Kind, private_from_pem, private_to_pem};
use oxisalt_core::password_hash::{Cost, Function, matches};
use oxisalt_core::sealed_stream::{Opener, Sealer};
use oxisalt_core::secret_box::Key;
use oxisalt_core::signing::SigningKey;
use oxisalt_core::{auth, hkdf, hmac, one_time_auth, public_box, sealed_box};
use sha2::{Digest as _, Sha512};
use support::Processor;

/// How much of a secret is enough to know it by.
const MARK: usize = 12;

thread_local! {
    static WATCHED: Cell<[Option<[u8; MARK]>; 4]> = const { Cell::new([None; 4]) };
    static FOUND: Cell<usize> = const { Cell::new(0) };
}

struct Watching;

// SAFETY: every block is the system allocator's; `realloc` is the default one, which frees the old block through here.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises. Zeroed, so that no byte that is read below was never written.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is as long as its layout says and was zeroed when it was made.
        let bytes = unsafe { slice::from_raw_parts(block, layout.size()) };
        for mark in WATCHED.get().iter().flatten() {
            if bytes.windows(MARK).any(|window| window == mark) {
                FOUND.set(FOUND.get() + 1);
            }
        }
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// How many blocks `body` frees that hold one of `secrets`.
fn leaks(secrets: &[&[u8]], body: impl FnOnce()) -> usize {
    let mut watched = [None; 4];
    for (mark, secret) in watched.iter_mut().zip(secrets) {
        *mark = Some(secret[..MARK].try_into().unwrap());
    }
    FOUND.set(0);
    WATCHED.set(watched);
    body();
    WATCHED.set([None; 4]);
    FOUND.get()
}

#[test]
fn the_allocator_sees_what_is_left_behind() {
    let secret = [7; 32];
    assert_eq!(leaks(&[&secret], || drop(secret.to_vec())), 1);
    assert_eq!(leaks(&[&secret], || drop([8; 32].to_vec())), 0);
}

fn use_a_signing_key(seed: &[u8; 32]) {
    let key = SigningKey::from_seed(seed);
    let twin = SigningKey::from_bytes(&*key.keypair()).unwrap();
    assert!(key == twin);
    assert!(key.verify_key().verify(&key.sign(b"message"), b"message"));
    assert_ne!(*key.to_curve25519(), *key.seed());
    let pem = private_to_pem(Kind::Ed25519, &key.seed());
    let public = |_: &[u8; 32]| *key.verify_key().bytes();
    let read = private_from_pem(Kind::Ed25519, pem.as_bytes(), public).unwrap();
    assert_eq!(read, key.seed());
}

#[test]
fn a_signing_key_leaves_nothing() {
    let seed: [u8; 32] = std::array::from_fn(|index| 0xa0 + u8::try_from(index).unwrap());
    let expanded = Sha512::digest(seed);
    let mut scalar: [u8; 32] = expanded[..32].try_into().unwrap();
    scalar[0] &= 0b1111_1000;
    // As it stands in the base64 of PEM, from where a group of three bytes begins.
    let in_pem = data_encoding::BASE64.encode(&seed[2..]);
    let secrets = [&seed[..], &scalar, &expanded[32..], in_pem.as_bytes()];
    assert_eq!(leaks(&secrets, || use_a_signing_key(&seed)), 0);
    #[cfg(feature = "oracle")]
    assert_eq!(
        leaks(&secrets, || {
            oxisalt_core::engine::fast::on_a_plain_processor(|| use_a_signing_key(&seed));
        }),
        0
    );
}

/// Boxed, so that each of them is a block that is freed.
fn use_boxes(secret: &[u8; 32]) {
    let private = Box::new(PrivateKey::new(secret).unwrap());
    let twin = private.clone();
    let agreed = Box::new(public_box::agree(private.public_key(), &twin).unwrap());
    let (mut ciphertext, mut message) = (vec![0; 7 + 48], vec![0; 7]);
    agreed.seal(&[0; 24], b"message", &mut ciphertext[..7 + 16]);
    agreed.clone().open(&[0; 24], &ciphertext[..7 + 16], &mut message).unwrap();
    sealed_box::seal(private.public_key(), b"message", &mut ciphertext).unwrap();
    sealed_box::open(&private, &ciphertext, &mut message).unwrap();

    let key = Box::new(Key::new(secret).unwrap());
    assert!(*key != *agreed);
    let (sealer, header) = Sealer::new(secret).unwrap();
    let (mut sealer, mut opener) = (Box::new(sealer), Box::new(Opener::new(secret, &header).unwrap()));
    sealer.chunk(b"message", true, &mut ciphertext[..7 + 17]);
    opener.chunk(&ciphertext[..7 + 17], &mut message).unwrap();
    let (sealer, start) = Sealer::for_recipient(private.public_key()).unwrap();
    drop((Box::new(sealer), Box::new(Opener::for_recipient(&private, &start).unwrap())));
    assert_eq!(message, b"message");
}

#[test]
fn boxes_leave_nothing() {
    let secret: [u8; 32] = std::array::from_fn(|index| 0xb0 + u8::try_from(index).unwrap());
    let private = PrivateKey::from(&secret);
    let shared = private.agree(private.public_key()).unwrap();
    #[cfg(feature = "fast")]
    let agreed = oxisalt_core::engine::fast::sealing::derive(&shared);
    #[cfg(not(feature = "fast"))]
    let agreed = oxisalt_core::engine::rustcrypto::sealing::derive(&shared);
    let secrets = [&secret[..], &*shared, &*agreed];
    // A key that is forgotten and not dropped is what the allocator would see.
    let left = || {
        let mut key = Box::new(std::mem::ManuallyDrop::new(Key::from(&secret)));
        assert!(key.clone() == key);
        std::hint::black_box(&mut key);
    };
    assert!(leaks(&secrets, left) > 0);
    assert_eq!(leaks(&secrets, || use_boxes(&secret)), 0);
    #[cfg(feature = "oracle")]
    assert_eq!(
        leaks(&secrets, || oxisalt_core::engine::fast::on_a_plain_processor(|| use_boxes(&secret))),
        0
    );
}

/// What a digest holds of a message that is one block and a tail: the block's effect, as the crates compute it.
fn after_a_block(algorithm: Algorithm, block: &[u8]) -> Vec<u8> {
    match algorithm {
        Algorithm::Md5 => {
            // RFC 1321, section 3.3.
            let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
            md5::block_api::compress(&mut state, &[block.try_into().unwrap()]);
            state.iter().flat_map(|word| word.to_ne_bytes()).collect()
        }
        Algorithm::Sha512 => {
            // FIPS 180-4, section 5.3.5.
            let mut state = [
                0x6a09_e667_f3bc_c908,
                0xbb67_ae85_84ca_a73b,
                0x3c6e_f372_fe94_f82b,
                0xa54f_f53a_5f1d_36f1,
                0x510e_527f_ade6_82d1,
                0x9b05_688c_2b3e_6c1f,
                0x1f83_d9ab_fb41_bd6b,
                0x5be0_cd19_137e_2179,
            ];
            sha2::block_api::compress512(&mut state, &[block.try_into().unwrap()]);
            state.iter().flat_map(|word| word.to_ne_bytes()).collect()
        }
        _ => {
            let mut state = [0; 25];
            for (lane, word) in state.iter_mut().zip(block.as_chunks().0) {
                *lane ^= u64::from_le_bytes(*word);
            }
            keccak::Keccak::new().with_f1600(|f1600| f1600(&mut state));
            state.iter().flat_map(|word| word.to_ne_bytes()).collect()
        }
    }
}

#[test]
fn a_digest_leaves_nothing() {
    // The crate sha3 mixes a tail into the state at once, so that neither is there as it would be known by.
    let known = &[Algorithm::Md5, Algorithm::Sha512, Algorithm::Sha3_256];
    for &algorithm in if cfg!(feature = "fast") { &known[..] } else { &known[..2] } {
        let message: Vec<u8> = (0x20..).take(algorithm.block_size() + 20).collect();
        let (block, tail) = message.split_at(algorithm.block_size());
        let state = after_a_block(algorithm, block);
        let secrets = [&state[..], tail];
        let fed = || {
            let mut digest = Box::new(Digest::new(algorithm));
            digest.update(&message);
            digest
        };
        // A digest that is forgotten and not dropped is what the allocator would see.
        let left = || {
            let mut digest = Box::new(std::mem::ManuallyDrop::new(Digest::new(algorithm)));
            digest.update(&message);
            std::hint::black_box(&mut *digest);
        };
        assert_eq!(leaks(&secrets, left), 2, "{algorithm}");
        for processor in Processor::ALL {
            let left = processor.run(|| leaks(&secrets, || drop(fed())));
            assert_eq!(left, 0, "{algorithm}, {processor:?}");
        }
    }
}

/// Boxed, so that each of them is a block that is freed.
fn use_an_hmac_key(algorithm: Algorithm, secret: &[u8]) {
    let key = Box::new(hmac::Key::new(algorithm, secret).unwrap());
    let twin = key.clone();
    let mut stream = Box::new(key.stream());
    stream.update(b"message");
    assert_eq!(stream.finalize().as_ref(), twin.authenticate(b"message").as_ref());
    stream.reset();
    assert_eq!(stream.finalize().as_ref(), hmac::authenticate(algorithm, secret, b"").unwrap().as_ref());
}

#[test]
fn an_hmac_key_leaves_nothing() {
    let secret: [u8; 32] = std::array::from_fn(|index| 0xc0 + u8::try_from(index).unwrap());
    let [inner, outer] = [0x36, 0x5c].map(|pad| secret.map(|byte| byte ^ pad));
    for &algorithm in Algorithm::WITH_HMAC {
        let secrets = [&secret[..], &inner, &outer];
        let left = leaks(&secrets, || use_an_hmac_key(algorithm, &secret));
        assert_eq!(left, 0, "{algorithm}");
    }
}

/// Boxed, so that each of them is a block that is freed.
fn use_primitives(secret: &[u8; 32]) {
    let cipher = Cipher::XChaCha20Poly1305Ietf;
    let nonce = cipher.nonce(&[0; 24]).unwrap();
    let key = Box::new(aead::Key::new(secret).unwrap());
    let mut sealed = vec![0; 7 + aead::TAG_LEN];
    key.seal(&nonce, b"data", b"message", &mut sealed).unwrap();
    key.clone().open(&nonce, b"data", &sealed, &mut [0; 7]).unwrap();

    let key = Box::new(one_time_auth::Key::new(secret).unwrap());
    assert_eq!(key.authenticate(b"message"), key.clone().authenticate(b"message"));
    let key = Box::new(auth::Key::new(secret).unwrap());
    assert_eq!(key.authenticate(b"message"), key.clone().authenticate(b"message"));

    let point = Box::new(GroupElement::new(secret).unwrap());
    assert!(*Box::new(point.multiply(secret).unwrap()) != *point);
    hkdf::derive(Algorithm::Sha3_256, secret, secret, secret, &mut [0; 100]).unwrap();

    let cost = Cost { operations: 1, memory: 8 << 10 };
    let encoded = Function::Argon2id.encode(secret, cost).unwrap();
    assert_eq!(matches(encoded.as_bytes(), secret), Ok(true));
    let salt = [0; 32];
    let hash =
        Function::Scrypt.hash(secret, &salt, Cost { operations: 32_768, memory: 64 << 10 }, 32).unwrap();
    assert_ne!(hash[..], secret[..]);
}

#[test]
fn primitives_leave_nothing() {
    let secret: [u8; 32] = std::array::from_fn(|index| 0xc0 + u8::try_from(index).unwrap());
    let point = GroupElement::new(&secret).unwrap();
    let product = point.multiply(&secret).unwrap();
    let secrets = [&secret[..], product.as_bytes()];
    assert_eq!(leaks(&secrets, || use_primitives(&secret)), 0);
}
