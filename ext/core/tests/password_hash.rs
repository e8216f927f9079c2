//! Argon2 and scrypt against their RFCs, the reference implementation and libsodium.

mod support;

use argon2::{Algorithm, Argon2, AssociatedData, ParamsBuilder};
use oxisalt_core::Error;
use oxisalt_core::password_hash::argon2::{self as argon2_, Kind, Version};
use oxisalt_core::password_hash::scrypt::{self as scrypt_};
use oxisalt_core::password_hash::{Cost, Function, Level, function, matches, needs_rehash};
use support::{hex, rows, unhex};

const FUNCTIONS: [Function; 3] = [Function::Argon2i, Function::Argon2id, Function::Scrypt];

/// The least that a function may cost.
fn least(function: Function) -> Cost {
    Cost { operations: *function.operations().start(), memory: *function.memory().start() }
}

/// RFC 9106, sections 5.2 and 5.3, which have a secret and associated data, as this library has not: what computes here
/// is held against them.
#[test]
fn rfc_9106() {
    let data = AssociatedData::new(&[4; 12]).unwrap();
    let params =
        ParamsBuilder::new().m_cost(32).t_cost(3).p_cost(4).output_len(32).data(data).build().unwrap();
    for (algorithm, expected) in [
        (Algorithm::Argon2i, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
        (Algorithm::Argon2id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
    ] {
        let hasher =
            Argon2::new_with_secret(&[3; 8], algorithm, argon2::Version::V0x13, params.clone()).unwrap();
        let mut blocks = vec![argon2::Block::new(); params.block_count()];
        let mut output = [0; 32];
        hasher.hash_password_into_with_memory(&[1; 32], &[2; 16], &mut output, &mut blocks[..]).unwrap();
        assert_eq!(hex(&output), expected);
    }
}

#[test]
fn argon2_of_the_reference_implementation() {
    let table = rows::<8>(include_str!("vectors/argon2.txt"));
    for [kind, version, passes, memory, lanes, password, salt, expected] in &table {
        let kind = if *kind == "i" { Kind::I } else { Kind::Id };
        let version = if *version == "16" { Version::V16 } else { Version::V19 };
        let [passes, memory, lanes] = [passes, memory, lanes].map(|number| number.parse().unwrap());
        let cost = argon2_::Cost { passes, memory, lanes };
        let expected = unhex(expected);
        let mut output = vec![0; expected.len()];
        argon2_::hash(kind, version, cost, &unhex(password), &unhex(salt), &mut output).unwrap();
        assert_eq!(output, expected, "{kind:?} {version:?} {cost:?}");
    }
    println!("argon2.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

#[test]
fn scrypt_of_rfc_7914() {
    let table = rows::<6>(include_str!("vectors/scrypt.txt"));
    for [password, salt, log_n, block_size, parallelism, expected] in &table {
        let cost = scrypt_::Cost {
            log_n: log_n.parse().unwrap(),
            block_size: block_size.parse().unwrap(),
            parallelism: parallelism.parse().unwrap(),
        };
        let mut output = [0; 64];
        match scrypt_::hash(cost, &unhex(password), &unhex(salt), &mut output) {
            // The last of them takes 1 GiB.
            Err(Error::Memory { wanted, .. }) if wanted > 1 << 30 => {
                println!("scrypt.txt: N = 2^{log_n} skipped, for there are no {wanted} bytes of memory");
                continue;
            }
            result => result.unwrap(),
        }
        assert_eq!(hex(&output), *expected, "{cost:?}");
    }
    println!("scrypt.txt: {} rows", table.len());
    assert_eq!(table.len(), 4);
}

#[test]
fn encoded_by_others() {
    let table = rows::<2>(include_str!("vectors/password_hash.txt"));
    for [password, encoded] in &table {
        let password = unhex(password);
        assert!(function(encoded.as_bytes()).is_some(), "{encoded}");
        assert_eq!(matches(encoded.as_bytes(), &password), Ok(true), "{encoded}");
        let other = [&password[..], b"x"].concat();
        assert_eq!(matches(encoded.as_bytes(), &other), Ok(false), "{encoded}");
    }
    println!("password_hash.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

#[test]
fn encoded_here() {
    for function in FUNCTIONS {
        let cost = least(function);
        let encoded = function.encode(b"password", cost).unwrap();
        let start = match function {
            Function::Argon2i => "$argon2i$v=19$m=8,t=3,p=1$",
            Function::Argon2id => "$argon2id$v=19$m=8,t=1,p=1$",
            Function::Scrypt => "$7$/6..../....",
        };
        if function != Function::Scrypt {
            assert!(encoded.starts_with(start), "{encoded}");
        }
        assert_eq!(oxisalt_core::password_hash::function(encoded.as_bytes()), Some(function));
        assert_eq!(matches(encoded.as_bytes(), b"password"), Ok(true));
        assert_eq!(matches(encoded.as_bytes(), b"Password"), Ok(false));
        assert_eq!(matches(encoded.as_bytes(), b""), Ok(false));
        assert_ne!(function.encode(b"password", cost).unwrap(), encoded, "the salt is random");
        assert_eq!(needs_rehash(encoded.as_bytes(), function, cost), Ok(false));
    }
}

/// No byte of a string can be changed, and the password still match.
#[test]
fn every_byte_of_a_string_counts() {
    for function in FUNCTIONS {
        let encoded = function.encode(b"password", least(function)).unwrap();
        for at in 0..encoded.len() {
            for byte in [b'.', b'/', b'0', b'1', b'A', b'b', b'$', b',', b' ', 0, 0xff] {
                let mut changed = encoded.clone().into_bytes();
                if changed[at] == byte {
                    continue;
                }
                changed[at] = byte;
                // Where a number becomes one that is too large, or takes long, nothing can be said of the password.
                if !cheap(&changed) {
                    continue;
                }
                assert_ne!(matches(&changed, b"password"), Ok(true), "{}", String::from_utf8_lossy(&changed));
            }
        }
        for len in 0..encoded.len() {
            assert_eq!(matches(&encoded.as_bytes()[..len], b"password"), Ok(false), "{len}");
        }
        for longer in
            [format!("{encoded}$"), format!("{encoded}A"), format!(" {encoded}"), format!("{encoded}\n")]
        {
            assert_eq!(matches(longer.as_bytes(), b"password"), Ok(false), "{longer}");
        }
    }
}

/// Whether a changed string's cost still is one that a test can pay.
fn cheap(encoded: &[u8]) -> bool {
    let text = String::from_utf8_lossy(encoded);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    match text.strip_prefix("$7$") {
        Some(rest) => {
            rest.as_bytes()[0] < b'A' && rest.get(2..6) == Some("....") && rest.get(7..11) == Some("....")
        }
        None => digits < 200,
    }
}

#[test]
fn what_is_no_encoded_hash_matches_nothing() {
    let (salt, hash) = ("c29tZXNhbHRzb21lc2FsdA", "wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA");
    let good = format!("$argon2id$v=19$m=8,t=1,p=1${salt}${hash}");
    assert!(function(good.as_bytes()).is_some());
    for bad in [
        String::new(),
        "$".into(),
        "$7$".into(),
        "$7$/".into(),
        "password".into(),
        good.replace("argon2id", "argon2d"),
        good.replace("argon2id", "argon2"),
        good.replace("v=19", "v=20"),
        good.replace("v=19", "v=019"),
        good.replace("m=8", "m=7"),
        good.replace("m=8", "m=08"),
        good.replace("m=8", "m=+8"),
        good.replace("m=8", "m=-8"),
        good.replace("m=8", "m=4294967296"),
        good.replace("m=8", "m="),
        good.replace("t=1", "t=0"),
        good.replace("p=1", "p=0"),
        good.replace("p=1", "p=2"),
        good.replace("p=1", "p=16777216"),
        good.replace("m=8,t=1", "t=1,m=8"),
        good.replace("p=1", "p=1,keyid=Zm9v"),
        good.replace(salt, "c29tZXM"),
        good.replace(salt, "c29tZXNhbHRzb21lc2FsdA=="),
        good.replace(salt, "c29tZXNhbHRzb21lc2FsdB"),
        good.replace(hash, "wWKI"),
        good.replace(hash, "wWKIMhR9lyDFvRz9YTZweHKfbftvj-qf-YFY4NeBbtA"),
        good.replace(hash, ""),
        format!("{good}$"),
        format!("$7$.6..../....{}${}", "a".repeat(43), "b".repeat(43)),
        format!("$7$z6..../....{}${}", "a".repeat(43), "b".repeat(43)),
        format!("$7$/...../....{}${}", "a".repeat(43), "b".repeat(43)),
        format!("$7$/6.........{}${}", "a".repeat(43), "b".repeat(43)),
        format!("$7$/zzzzz0....{}${}", "a".repeat(43), "b".repeat(43)),
        format!("$7$/6..../....{}${}", "a".repeat(43), "b".repeat(42)),
        format!("$7$/6..../....{}${}!", "a".repeat(43), "b".repeat(42)),
        format!("$7$/é..../....{}${}", "a".repeat(43), "b".repeat(43)),
        "$argon2id$v=19$m=8,t=1,p=1$".repeat(100),
    ] {
        assert_eq!(matches(bad.as_bytes(), b"password"), Ok(false), "{bad}");
        assert_eq!(function(bad.as_bytes()), None, "{bad}");
        let asked = needs_rehash(bad.as_bytes(), Function::Argon2id, least(Function::Argon2id));
        assert_eq!(asked, Err(Error::NoPasswordHash), "{bad}");
    }
    assert_eq!(matches(&[0xff; 50], b""), Ok(false));
}

#[test]
fn a_string_of_another_cost_needs_a_new_hash() {
    for made in FUNCTIONS {
        let cost = least(made);
        let encoded = made.encode(b"password", cost).unwrap();
        for asked in FUNCTIONS {
            let same = needs_rehash(encoded.as_bytes(), asked, least(asked));
            assert_eq!(same, Ok(made != asked), "{made:?} {asked:?}");
        }
        let dearer = Cost { memory: cost.memory * 4, operations: cost.operations * 4 };
        assert_eq!(needs_rehash(encoded.as_bytes(), made, dearer), Ok(true), "{made:?}");
    }
    let old = "$argon2i$m=65536,t=4,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ";
    let cost = Cost { operations: 4, memory: 64 << 20 };
    assert_eq!(needs_rehash(old.as_bytes(), Function::Argon2i, cost), Ok(true), "an older version");
}

#[test]
fn limits() {
    for function in FUNCTIONS {
        let (cost, salt) = (least(function), vec![0; function.salt_len()]);
        let hash =
            |salt: &[u8], cost, len| function.hash(b"password", salt, cost, len).map(|hash| hash.to_vec());
        assert_eq!(hash(&salt, cost, 16).unwrap().len(), 16);
        for (cost, name, range) in [
            (Cost { operations: cost.operations - 1, ..cost }, "operations limit", function.operations()),
            (Cost { operations: 1 << 32, ..cost }, "operations limit", function.operations()),
            (Cost { memory: cost.memory - 1, ..cost }, "memory limit", function.memory()),
            (Cost { memory: u64::MAX, ..cost }, "memory limit", function.memory()),
        ] {
            let got = if name == "memory limit" { cost.memory } else { cost.operations };
            let refusal = Error::Limit { name, least: *range.start(), most: *range.end(), got };
            assert_eq!(hash(&salt, cost, 16), Err(refusal));
            assert_eq!(function.encode(b"password", cost), Err(refusal));
            assert_eq!(needs_rehash(b"", function, cost), Err(refusal));
            assert!(refusal.to_string().contains(name));
        }
        for len in [0, 8, function.salt_len() - 1, function.salt_len() + 1] {
            assert!(matches!(hash(&vec![0; len], cost, 16), Err(Error::Length { name: "salt", .. })));
        }
        for len in [0, 15] {
            assert!(matches!(hash(&salt, cost, len), Err(Error::Length { name: "digest size", .. })));
        }
    }
}

/// The most memory that may be asked for is more than any machine has that this is tested on.
#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_there_is_is_refused() {
    for function in [Function::Argon2i, Function::Argon2id] {
        let cost = Cost { operations: 3, memory: *function.memory().end() };
        let refusal = function.hash(b"password", &[0; 16], cost, 32).err().unwrap();
        assert!(matches!(refusal, Error::Memory { wanted, available: Some(_) } if wanted == cost.memory));
        assert!(
            refusal
                .to_string()
                .starts_with("the memory limit asks for 4398046510080 bytes, and no more than")
        );
    }
    let encoded =
        "$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    assert!(matches!(matches(encoded.as_bytes(), b"password"), Err(Error::Memory { .. })));
    let encoded = format!("$7$d6..../....{}${}", "a".repeat(43), "b".repeat(43));
    assert!(matches!(matches(encoded.as_bytes(), b"password"), Err(Error::Memory { .. })));
}

/// libsodium's `crypto_pwhash.h` and `crypto_pwhash_scryptsalsa208sha256.h`.
#[test]
fn levels() {
    let cost = |operations, mebibytes: u64| Some(Cost { operations, memory: mebibytes << 20 });
    let levels = [Level::Interactive, Level::Moderate, Level::Sensitive];
    let of = |function: Function| levels.map(|level| function.level(level));
    assert_eq!(of(Function::Argon2id), [cost(2, 64), cost(3, 256), cost(4, 1024)]);
    assert_eq!(of(Function::Argon2i), [cost(4, 32), cost(6, 128), cost(8, 512)]);
    assert_eq!(of(Function::Scrypt), [cost(524_288, 16), None, cost(33_554_432, 1024)]);
}
