//! Every digest against published values, and what holds for streams, names, keys and lengths.

mod support;

use oxisalt_core::Error;
use oxisalt_core::digest::{Algorithm, BLAKE3_LONGEST_OUTPUT, Digest, Tailoring, blake3_derive_key};
use support::{LENGTHS, Processor, algorithm, hex, message, pattern, rows, splits, unhex};

const BLAKES: [Algorithm; 3] = [Algorithm::Blake2b, Algorithm::Blake2s, Algorithm::Blake3];

fn finalize(digest: &Digest) -> Vec<u8> {
    let mut output = vec![0; digest.output_size()];
    digest.finalize_into(&mut output);
    output
}

fn stream(algorithm: Algorithm, pieces: &[&[u8]]) -> Vec<u8> {
    let mut digest = Digest::new(algorithm);
    for piece in pieces {
        digest.update(piece);
    }
    finalize(&digest)
}

/// A BLAKE digest of `data`, or why there is none.
fn keyed(algorithm: Algorithm, key: Option<&[u8]>, size: usize, data: &[u8]) -> Result<Vec<u8>, Error> {
    let mut digest = Digest::keyed(algorithm, key, Some(size))?;
    digest.update(data);
    Ok(finalize(&digest))
}

fn refusal(algorithm: Algorithm, key: Option<&[u8]>, size: Option<usize>) -> String {
    Digest::keyed(algorithm, key, size).map(|_| "accepted").expect_err("a refusal").to_string()
}

#[test]
fn published_values() {
    let rows = rows(include_str!("vectors/digest.txt"));
    for [name, input, expected] in &rows {
        let (algorithm, data) = (algorithm(name), message(input));
        for processor in Processor::ALL {
            processor.run(|| {
                let case = format!("{name} of {input}, {processor:?}");
                assert_eq!(hex(&algorithm.digest(&data)), *expected, "{case}, in one call");
                assert_eq!(hex(&stream(algorithm, &[&data])), *expected, "{case}, as a stream");
            });
        }
    }
    println!("digest.txt: {} run, {} passed, 0 skipped", rows.len(), rows.len());
    for algorithm in Algorithm::ALL {
        assert!(rows.iter().any(|[name, ..]| *name == algorithm.name()), "no value for {algorithm}");
    }
}

#[test]
fn blake2_with_salt_and_personalization() {
    let table = rows::<6>(include_str!("vectors/blake2_tailored.txt"));
    for [name, columns @ ..] in &table {
        let [key, salt, personal, data, expected]: [_; 5] = columns.map(unhex);
        let some = |bytes: Vec<u8>| (!bytes.is_empty()).then_some(bytes);
        let [key, salt, personal] = [key, salt, personal].map(some);
        let mut digest = tailored(name, expected.len(), key.as_deref(), salt.as_deref(), personal.as_deref());
        digest.update(&data);
        assert_eq!(finalize(&digest), expected, "{name}");
        digest.reset();
        digest.update(&data);
        assert_eq!(finalize(&digest), expected, "{name}, again after a reset");
        let tailoring = Tailoring {
            key: key.as_deref(),
            output_size: Some(expected.len()),
            salt: salt.as_deref(),
            personal: personal.as_deref(),
        };
        let once = Digest::once_tailored(algorithm(name), &tailoring, &data).unwrap();
        assert_eq!(once[..], expected, "{name} in one call");
    }
    println!("blake2_tailored.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

fn tailored(
    name: &str,
    output_size: usize,
    key: Option<&[u8]>,
    salt: Option<&[u8]>,
    personal: Option<&[u8]>,
) -> Digest {
    let tailoring = Tailoring { key, output_size: Some(output_size), salt, personal };
    Digest::tailored(algorithm(name), &tailoring).unwrap()
}

#[test]
fn a_short_salt_is_as_if_zeros_followed() {
    for (name, len) in [("BLAKE2b", 16), ("BLAKE2s", 8)] {
        let mut padded = vec![0; len];
        padded[0] = b'a';
        let digest = |salt: Option<&[u8]>, personal: Option<&[u8]>| {
            finalize(&tailored(name, 32, None, salt, personal))
        };
        assert_eq!(digest(Some(b"a"), None), digest(Some(&padded), None));
        assert_eq!(digest(None, Some(b"a")), digest(None, Some(&padded)));
        assert_eq!(digest(Some(b""), Some(b"")), digest(None, None));
        assert_ne!(digest(Some(b"a"), None), digest(None, Some(b"a")));
        assert_ne!(digest(Some(b"a"), None), digest(None, None));
        let long = vec![0; len + 1];
        for (name_of, tailoring) in [
            ("salt", Tailoring { salt: Some(&long), ..Tailoring::default() }),
            ("personal", Tailoring { personal: Some(&long), ..Tailoring::default() }),
        ] {
            let refusal = Digest::tailored(algorithm(name), &tailoring).map(|_| "accepted").unwrap_err();
            assert_eq!(refusal.to_string(), format!("{name_of} must be 0 to {len} bytes, got {}", len + 1));
        }
    }
    let tailoring = Tailoring { salt: Some(b""), ..Tailoring::default() };
    let refusal = |name| Digest::tailored(algorithm(name), &tailoring).map(|_| ()).unwrap_err();
    assert_eq!(refusal("BLAKE3"), Error::NoSalt(Algorithm::Blake3));
    assert_eq!(refusal("SHA256"), Error::NoKey(Algorithm::Sha256));
}

#[test]
fn blake3_values() {
    const KEY: &[u8] = b"whats the Elvish word for friend";
    const CONTEXT: &str = "BLAKE3 2019-12-27 16:29:52 test vectors context";
    let rows = rows(include_str!("vectors/blake3.txt"));
    for [length, hash, keyed_hash, derived] in &rows {
        let data = pattern(length.parse().expect("a length"));
        assert_eq!(hex(&Algorithm::Blake3.digest(&data)), hash[..64], "hash of {length} bytes");
        for size in [1, 31, 32, 33, 64, 65, 131] {
            let mut key = vec![0; size];
            blake3_derive_key(CONTEXT, &data, &mut key);
            assert_eq!(hex(&key), derived[..size * 2], "{size} bytes derived from {length}");
            for (key, expected) in [(None, hash), (Some(KEY), keyed_hash)] {
                let output = keyed(Algorithm::Blake3, key, size, &data).expect("in range");
                assert_eq!(
                    hex(&output),
                    expected[..size * 2],
                    "{size} bytes of {length}, key {}",
                    key.is_some()
                );
            }
        }
    }
    println!("blake3.txt: {} run, {} passed, 0 skipped", rows.len(), rows.len());
}

/// RFC 7693, appendix E: one digest over those of many lengths of input and output, with and without a key.
#[test]
fn blake2_self_test() {
    fn sequence(len: usize) -> Vec<u8> {
        let seed = u32::try_from(len).expect("a short input");
        let (mut a, mut b) = (0xdead_4bad_u32.wrapping_mul(seed), 1_u32);
        (0..len)
            .map(|_| {
                (a, b) = (b, a.wrapping_add(b));
                b.to_be_bytes()[0]
            })
            .collect()
    }
    fn grand(algorithm: Algorithm, sizes: [usize; 4], lengths: [usize; 6]) -> String {
        let mut all = Digest::keyed(algorithm, None, Some(32)).expect("in range");
        for size in sizes {
            for length in lengths {
                let data = sequence(length);
                all.update(&keyed(algorithm, None, size, &data).expect("in range"));
                all.update(&keyed(algorithm, Some(&sequence(size)), size, &data).expect("in range"));
            }
        }
        hex(&finalize(&all))
    }
    assert_eq!(
        grand(Algorithm::Blake2b, [20, 32, 48, 64], [0, 3, 128, 129, 255, 1024]),
        "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475"
    );
    assert_eq!(
        grand(Algorithm::Blake2s, [16, 20, 28, 32], [0, 3, 64, 65, 255, 1024]),
        "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe"
    );
}

#[test]
fn a_stream_does_not_depend_on_how_its_input_is_split() {
    for &algorithm in Algorithm::ALL {
        for &length in LENGTHS {
            let data = pattern(length);
            let whole = algorithm.digest(&data);
            for split in splits(length) {
                let (head, tail) = data.split_at(split);
                assert_eq!(stream(algorithm, &[head, b"", tail]), *whole, "{algorithm}: {length} at {split}");
            }
            let bytes: Vec<&[u8]> = data.chunks(1).collect();
            assert_eq!(stream(algorithm, &bytes), *whole, "{algorithm}: {length} byte by byte");
        }
    }
}

#[test]
fn finalizing_leaves_the_stream_as_it_was() {
    for &algorithm in Algorithm::ALL {
        let mut digest = Digest::new(algorithm);
        digest.update(b"a");
        assert_eq!(finalize(&digest), finalize(&digest), "{algorithm}");
        digest.update(b"bc");
        assert_eq!(finalize(&digest), *algorithm.digest(b"abc"), "{algorithm}");
    }
}

#[test]
fn a_reset_stream_is_as_new() {
    for &algorithm in Algorithm::ALL {
        let mut digest = Digest::new(algorithm);
        for length in [0, 1, 200, 5000] {
            digest.update(&pattern(length));
            digest.reset();
            assert_eq!(finalize(&digest), *algorithm.digest(b""), "{algorithm} after {length} bytes");
        }
        digest.update(b"abc");
        assert_eq!(finalize(&digest), *algorithm.digest(b"abc"), "{algorithm}");
    }
}

#[test]
fn a_reset_keeps_key_and_output_size() {
    for algorithm in BLAKES {
        let mut digest = Digest::keyed(algorithm, Some(&[7; 32]), Some(17)).expect("in range");
        digest.update(&pattern(500));
        digest.reset();
        digest.update(b"abc");
        assert_eq!(finalize(&digest), keyed(algorithm, Some(&[7; 32]), 17, b"abc").expect("in range"));
    }
}

#[test]
fn a_clone_is_independent() {
    for &algorithm in Algorithm::ALL {
        let mut one = Digest::new(algorithm);
        one.update(b"a");
        let mut other = one.clone();
        other.update(b"x");
        one.update(b"b");
        assert_eq!(finalize(&one), *algorithm.digest(b"ab"), "{algorithm}");
        assert_eq!(finalize(&other), *algorithm.digest(b"ax"), "{algorithm}");
        drop(one);
        assert_eq!(finalize(&other), *algorithm.digest(b"ax"), "{algorithm}");
    }
}

#[test]
fn an_output_is_a_plain_value() {
    let output = Algorithm::Sha256.digest(b"abc");
    let copy = output;
    assert_eq!(*copy, *output);
    assert_eq!(copy.len(), 32);
}

#[test]
fn every_algorithm_says_its_lengths() {
    for &algorithm in Algorithm::ALL {
        let digest = Digest::new(algorithm);
        assert_eq!(digest.algorithm(), algorithm);
        assert_eq!(digest.output_size(), algorithm.output_size());
        assert_eq!(algorithm.digest(b"").len(), algorithm.output_size());
        assert!(algorithm.block_size() >= 64);
    }
    // FIPS 202, table 3: the rate is what the capacity, twice the output, leaves of 200 bytes.
    for algorithm in [Algorithm::Sha3_224, Algorithm::Sha3_256, Algorithm::Sha3_384, Algorithm::Sha3_512] {
        assert_eq!(algorithm.block_size(), 200 - 2 * algorithm.output_size());
    }
}

#[test]
#[should_panic(expected = "copy_from_slice")]
fn an_output_of_another_length_is_a_fault() {
    Digest::new(Algorithm::Sha256).finalize_into(&mut [0; 31]);
}

#[test]
fn names_are_found_in_every_common_spelling() {
    for &algorithm in Algorithm::ALL {
        let name = algorithm.name();
        assert_eq!(algorithm.to_string(), name);
        for spelling in
            [name.to_lowercase(), name.to_uppercase(), name.replace('-', "_"), name.replace('-', "/")]
        {
            assert_eq!(Algorithm::from_name(spelling.as_bytes()), Some(algorithm), "{spelling}");
        }
    }
    for (spelling, name) in [
        ("md-5", "MD5"),
        ("sha-1", "SHA1"),
        ("SHA-224", "SHA224"),
        ("sha2-224", "SHA224"),
        ("SHA-256", "SHA256"),
        ("SHA2-256", "SHA256"),
        ("sha_256", "SHA256"),
        ("sha2_384", "SHA384"),
        ("sha-384", "SHA384"),
        ("SHA-512", "SHA512"),
        ("SHA2-512", "SHA512"),
        ("SHA-512/224", "SHA512-224"),
        ("SHA2-512/224", "SHA512-224"),
        ("sha512_256", "SHA512-256"),
        ("SHA2-512/256", "SHA512-256"),
        ("sha512256", "SHA512-256"),
        ("SHA3_224", "SHA3-224"),
        ("sha3256", "SHA3-256"),
        ("sha-3-384", "SHA3-384"),
        ("SHA3 512", "SHA3-512"),
        ("BLAKE2b512", "BLAKE2b"),
        ("blake2b-512", "BLAKE2b"),
        ("BLAKE2s256", "BLAKE2s"),
        ("BLAKE-3", "BLAKE3"),
        ("rmd160", "RIPEMD160"),
        ("RIPEMD-160", "RIPEMD160"),
        ("SHA-256d", "SHA256d"),
    ] {
        assert_eq!(Algorithm::from_name(spelling.as_bytes()).map(Algorithm::name), Some(name), "{spelling}");
    }
}

#[test]
fn other_names_are_not_found() {
    for name in [
        "",
        " ",
        "-",
        "SHA",
        "SHA2",
        "SHA3",
        "SHA257",
        "SHA-25",
        "SHA256\0",
        "SHA256x",
        "SHA256.",
        "MD4",
        "SM3",
        "SHAKE128",
        "BLAKE2",
        "BLAKE2b256",
        "HMAC-SHA256",
        "sha256sha256sha256",
        "SHÄ256",
        "\u{ff33}HA256",
    ] {
        assert_eq!(Algorithm::from_name(name.as_bytes()), None, "{name:?}");
    }
    assert_eq!(Algorithm::from_name(b"\xff\xfe"), None);
    assert_eq!(Algorithm::from_name(&b"a".repeat(100_000)), None);
}

#[test]
fn a_blake_key_and_output_size_may_have_every_length_in_range() {
    for (algorithm, longest) in [(Algorithm::Blake2b, 64), (Algorithm::Blake2s, 32)] {
        let mut seen = std::collections::HashSet::new();
        for length in 1..=longest {
            let key = pattern(length);
            assert!(
                seen.insert(keyed(algorithm, Some(&key), longest, b"").expect("in range")),
                "key of {length}"
            );
            assert!(
                seen.insert(keyed(algorithm, None, length, b"").expect("in range")),
                "output of {length}"
            );
        }
    }
    let longest = keyed(Algorithm::Blake3, Some(&[0; 32]), BLAKE3_LONGEST_OUTPUT, b"").expect("in range");
    assert_eq!(longest.len(), 1 << 20);
    assert_eq!(longest[..32], keyed(Algorithm::Blake3, Some(&[0; 32]), 32, b"").expect("in range"));
}

#[test]
fn a_blake_key_or_output_size_out_of_range_is_refused() {
    for (algorithm, key, size, message) in [
        (Algorithm::Blake2b, Some(0), None, "key must be 1 to 64 bytes, got 0"),
        (Algorithm::Blake2b, Some(65), None, "key must be 1 to 64 bytes, got 65"),
        (Algorithm::Blake2b, None, Some(0), "digest size must be 1 to 64 bytes, got 0"),
        (Algorithm::Blake2b, None, Some(65), "digest size must be 1 to 64 bytes, got 65"),
        (Algorithm::Blake2s, Some(0), None, "key must be 1 to 32 bytes, got 0"),
        (Algorithm::Blake2s, Some(33), None, "key must be 1 to 32 bytes, got 33"),
        (Algorithm::Blake2s, None, Some(0), "digest size must be 1 to 32 bytes, got 0"),
        (Algorithm::Blake2s, None, Some(33), "digest size must be 1 to 32 bytes, got 33"),
        (Algorithm::Blake3, Some(0), None, "key must be 32 bytes, got 0"),
        (Algorithm::Blake3, Some(31), None, "key must be 32 bytes, got 31"),
        (Algorithm::Blake3, Some(33), None, "key must be 32 bytes, got 33"),
        (Algorithm::Blake3, None, Some(0), "digest size must be 1 to 1048576 bytes, got 0"),
        (Algorithm::Blake3, None, Some((1 << 20) + 1), "digest size must be 1 to 1048576 bytes, got 1048577"),
    ] {
        let key = key.map(pattern);
        assert_eq!(refusal(algorithm, key.as_deref(), size), message);
    }
}

#[test]
fn other_digests_take_no_key() {
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !BLAKES.contains(algorithm)) {
        for key in [None, Some(&b"key"[..])] {
            assert_eq!(refusal(algorithm, key, None), format!("{algorithm} takes no key"));
            assert_eq!(Digest::keyed(algorithm, key, None).err(), Some(Error::NoKey(algorithm)));
        }
    }
}

#[test]
fn nothing_derives_from_nothing_but_has_its_length() {
    let mut none = [0; 0];
    blake3_derive_key("", b"", &mut none);
    let (mut one, mut other) = ([0; 32], [0; 32]);
    blake3_derive_key("", b"", &mut one);
    blake3_derive_key("a context", b"", &mut other);
    assert_ne!(one, other);
}
