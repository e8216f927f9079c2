//! OpenSSH's public keys: one line of a `.pub` or `authorized_keys` file (RFC 4253, section 6.6; RFC 8709).

use base64ct::{Base64, Encoding};

use super::{Expected, Half, Key, Kind, Refusal, found};
use crate::Error;

const NAME: &[u8] = b"ssh-ed25519";
const HEADER: &[u8] = b"\0\0\0\x0bssh-ed25519\0\0\0\x20";
const SIZE: usize = HEADER.len() + 32;
/// The length of `SIZE` bytes in base64.
const ENCODED_SIZE: usize = SIZE.div_ceil(3) * 4;

/// The line of an Ed25519 public key, without the line break, and with the comment unless that is empty.
///
/// # Errors
///
/// `LineBreakInComment` for a comment that would end the line.
///
/// # Panics
///
/// Never: the room is enough.
pub fn public_to_openssh(key: &Key, comment: &[u8]) -> Result<Vec<u8>, Error> {
    if comment.iter().any(|byte| matches!(byte, b'\n' | b'\r' | 0)) {
        return Err(Error::LineBreakInComment);
    }
    let mut encoded = [0; ENCODED_SIZE];
    let encoded = Base64::encode(&[HEADER, key].concat(), &mut encoded).expect("there is room");
    let mut line = [NAME, b" ", encoded.as_bytes()].concat();
    if !comment.is_empty() {
        line.push(b' ');
        line.extend(comment);
    }
    Ok(line)
}

/// Reads the line of an Ed25519 public key. What follows the key is a comment.
///
/// # Errors
///
/// A refusal of anything else.
pub fn public_from_openssh(line: &[u8]) -> Result<Key, Refusal> {
    let expected = Expected::new(Kind::Ed25519, Half::Public, "as OpenSSH writes it");
    // A comment may say anything, "-----BEGIN" too.
    if !line.trim_ascii_start().starts_with(NAME)
        && let Some(block) = found::pem_block(line)
    {
        return Err(expected.refuse(block.map_or_else(Into::into, |(label, _)| match label {
            b"PRIVATE KEY" => "a private key in PEM".into(),
            b"PUBLIC KEY" => "a public key in PEM".into(),
            _ => found::under_label(label),
        })));
    }
    let line = line.trim_ascii();
    if line.contains(&b'\n') {
        return Err(expected.refuse("several lines"));
    }
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t'));
    let name = words.next().unwrap_or_default();
    if name != NAME {
        let found = found::in_openssh(name).unwrap_or_else(|| match name {
            b"" => "nothing".into(),
            _ => "a line that does not begin with ssh-ed25519".into(),
        });
        return Err(expected.refuse(found));
    }
    let damaged = || expected.refuse("a damaged OpenSSH Ed25519 public key");
    let mut decoded = [0; ENCODED_SIZE / 4 * 3];
    let encoded = words.find(|word| !word.is_empty()).ok_or_else(damaged)?;
    let decoded = Base64::decode(encoded, &mut decoded).map_err(|_| damaged())?;
    let key = decoded.strip_prefix(HEADER).ok_or_else(damaged)?;
    key.try_into().map_err(|_| damaged())
}
