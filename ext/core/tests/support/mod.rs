//! What the tests of several nouns share.

#![allow(dead_code, reason = "no test uses all of it")]

use std::fs;
use std::path::Path;

use data_encoding::HEXLOWER;

/// The bytes of a hexadecimal string; `-` stands for none.
pub(crate) fn hex(text: &str) -> Vec<u8> {
    if text == "-" {
        return Vec::new();
    }
    HEXLOWER.decode(text.as_bytes()).expect("hexadecimal")
}

/// The columns of each line of a file in spec/vectors that is no comment. There is at least one.
pub(crate) fn vectors<const COLUMNS: usize>(name: &str) -> Vec<[String; COLUMNS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors").join(name);
    let text = fs::read_to_string(path).expect("a file of vectors");
    let rows: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            line.split(' ').map(String::from).collect::<Vec<_>>().try_into().expect("as many columns")
        })
        .collect();
    assert!(!rows.is_empty());
    println!("{name}: {} vectors", rows.len());
    rows
}

/// Every way to flip one bit of `bytes`.
pub(crate) fn flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (0..bytes.len() * 8).map(move |bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(flipped, bytes);
        flipped
    })
}
