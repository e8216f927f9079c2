//! Hexadecimal against RFC 4648, section 10.

use oxisalt_core::Error;
use oxisalt_core::hex::{decode, encode};

fn decoded(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; text.len() / 2];
    decode(text, &mut bytes).map(|()| bytes)
}

#[test]
fn there_and_back() {
    for (bytes, upper) in [
        ("", ""),
        ("f", "66"),
        ("fo", "666F"),
        ("foo", "666F6F"),
        ("foob", "666F6F62"),
        ("fooba", "666F6F6261"),
        ("foobar", "666F6F626172"),
    ] {
        let mut text = vec![0; upper.len()];
        encode(bytes.as_bytes(), &mut text);
        assert_eq!(text, upper.to_lowercase().as_bytes());
        assert_eq!(decoded(&text), Ok(bytes.into()));
        assert_eq!(decoded(upper.as_bytes()), Ok(bytes.into()));
    }
    let all: Vec<u8> = (0..=255).collect();
    let mut text = vec![0; 512];
    encode(&all, &mut text);
    assert_eq!(decoded(&text), Ok(all));
}

#[test]
fn what_is_none_is_refused() {
    let digits = b"0123456789abcdefABCDEF";
    for byte in (0..=255).filter(|byte| !digits.contains(byte)) {
        for text in [[byte, b'0'], [b'0', byte]] {
            assert_eq!(decoded(&text), Err(Error::NoHexadecimal), "{byte}");
        }
    }
    for text in [&b"0"[..], b"000", b"0x00", b"00 00", b"00\n"] {
        assert_eq!(decoded(text), Err(Error::NoHexadecimal));
    }
}
