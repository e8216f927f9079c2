//! Reads the tables of `vectors/`, which say where each of their values comes from.

#![allow(dead_code, reason = "each test file uses its own part")]

use oxisalt_core::digest::Algorithm;

/// The rows of a table, each split into its columns. Fails when there are none.
pub(crate) fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let rows: Vec<_> = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| columns(line).try_into().unwrap_or_else(|_| panic!("not {N} columns: {line}")))
        .collect();
    assert!(!rows.is_empty(), "the table has no row");
    rows
}

/// Splits at spaces, except within quotes.
fn columns(line: &str) -> Vec<&str> {
    let mut quoted = false;
    line.split(|c| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    })
    .collect()
}

/// The bytes that `"text"` or `0xhexadecimal` means, repeated where `*n` follows.
pub(crate) fn message(column: &str) -> Vec<u8> {
    let (literal, times) = match column.rsplit_once('*') {
        Some((literal, times)) => (literal, times.parse().expect("a number after the star")),
        None => (column, 1),
    };
    let bytes = match literal.strip_prefix("0x") {
        Some(digits) => unhex(digits),
        None => literal.trim_matches('"').into(),
    };
    bytes.repeat(times)
}

/// The algorithm of a name in a table.
pub(crate) fn algorithm(name: &str) -> Algorithm {
    Algorithm::from_name(name.as_bytes()).unwrap_or_else(|| panic!("no algorithm {name}"))
}

/// Bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes all");
        text
    })
}

/// The bytes of hexadecimal; `-` stands for none.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    if text == "-" {
        return Vec::new();
    }
    assert!(text.len().is_multiple_of(2), "half a byte: {text}");
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal"))
        .collect()
}

/// `len` bytes that repeat after 251, so that no block is like another.
pub(crate) fn pattern(len: usize) -> Vec<u8> {
    (0..=250).cycle().take(len).collect()
}

/// Lengths about the edges of blocks, chunks and padding.
pub(crate) const LENGTHS: &[usize] = &[
    0, 1, 3, 31, 55, 56, 63, 64, 65, 71, 72, 73, 103, 104, 105, 111, 112, 127, 128, 129, 135, 136, 137, 143,
    144, 145, 255, 256, 257, 1023, 1024, 1025, 4096, 10_000,
];

/// Where an input of `length` bytes is split: at its ends, in its middle and about the edges of blocks.
pub(crate) fn splits(length: usize) -> impl Iterator<Item = usize> {
    let edges =
        [0, 1, 63, 64, 65, 127, 128, 129, 136, 144, 1024, length / 2, length.saturating_sub(1), length];
    edges.into_iter().filter(move |&split| split <= length)
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

/// A processor that tests may run on: this one, or what it is made to be taken for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Processor {
    This,
    #[cfg(feature = "oracle")]
    WithoutAvx512,
    #[cfg(feature = "oracle")]
    Plain,
}

impl Processor {
    #[cfg(feature = "oracle")]
    pub(crate) const ALL: &[Self] = &[Self::This, Self::WithoutAvx512, Self::Plain];
    #[cfg(not(feature = "oracle"))]
    pub(crate) const ALL: &[Self] = &[Self::This];

    /// What `body` returns on it.
    pub(crate) fn run<T>(self, body: impl FnOnce() -> T) -> T {
        match self {
            Self::This => body(),
            #[cfg(feature = "oracle")]
            Self::WithoutAvx512 => oxisalt_core::engine::fast::without_avx512(body),
            #[cfg(feature = "oracle")]
            Self::Plain => oxisalt_core::engine::fast::on_a_plain_processor(body),
        }
    }
}
