//! Encoded hashes of passwords.

use oxisalt_core::Error;
use oxisalt_core::password_hash::{Cost, Function, function, matches, needs_rehash};

/// How strings begin that cost next to nothing. No other is hashed: each says itself what it costs.
const CHEAP: [&[u8]; 5] = [
    b"$argon2i$v=19$m=8,t=3,p=1$",
    b"$argon2i$m=8,t=1,p=1$",
    b"$argon2id$v=19$m=8,t=1,p=1$",
    b"$argon2id$v=19$m=32,t=1,p=4$",
    b"$7$//..../....",
];

/// The least that each function costs.
const LEAST: [(Function, Cost); 3] = [
    (Function::Argon2i, Cost { operations: 3, memory: 8 << 10 }),
    (Function::Argon2id, Cost { operations: 1, memory: 8 << 10 }),
    (Function::Scrypt, Cost { operations: 1 << 15, memory: 2 << 10 }),
];

/// An encoded hash. All who read it agree on what it is, and what is none is a hash of nothing.
pub fn encoded(data: &[u8]) {
    let found = function(data);
    for (wanted, cost) in LEAST {
        let outdated = needs_rehash(data, wanted, cost);
        match found {
            None => assert_eq!(outdated, Err(Error::NoPasswordHash)),
            Some(found) if found != wanted => assert_eq!(outdated, Ok(true)),
            Some(_) => assert!(outdated.is_ok()),
        }
    }
    if found.is_none() {
        assert_eq!(matches(data, b"data"), Ok(false));
    } else if CHEAP.iter().any(|start| data.starts_with(start)) {
        let right = matches(data, b"data").unwrap();
        assert_eq!(matches(data, b"data"), Ok(right));
        assert!(!right || matches(data, b"date") == Ok(false), "a hash of two passwords");
    }
}
