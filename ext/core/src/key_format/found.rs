//! What some bytes are that are not the key which was expected, in words.

use std::borrow::Cow;

use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::AnyRef;
use pkcs8::der::{Decode, Reader, SliceReader, Tag, Tagged};

use super::Half;

pub(super) const ED25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");
pub(super) const X25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.110");

const ALGORITHMS: &[(ObjectIdentifier, &str)] = &[
    (ED25519, "an Ed25519"),
    (X25519, "an X25519"),
    (ObjectIdentifier::new_unwrap("1.3.101.113"), "an Ed448"),
    (ObjectIdentifier::new_unwrap("1.3.101.111"), "an X448"),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1"), "an RSA"),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10"), "an RSA-PSS"),
    (ObjectIdentifier::new_unwrap("1.2.840.10045.2.1"), "an EC"),
    (ObjectIdentifier::new_unwrap("1.2.840.10040.4.1"), "a DSA"),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.1.3.1"), "a Diffie-Hellman"),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.3.17"), "an ML-DSA"),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.3.18"), "an ML-DSA"),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.3.19"), "an ML-DSA"),
];

/// By the label of a PEM block, what is in it.
const LABELS: &[(&str, &str)] = &[
    ("ENCRYPTED PRIVATE KEY", "an encrypted private key, which has to be decrypted first"),
    ("RSA PRIVATE KEY", "an RSA private key"),
    ("RSA PUBLIC KEY", "an RSA public key"),
    ("EC PRIVATE KEY", "an EC private key"),
    ("EC PARAMETERS", "the parameters of an EC key"),
    ("DSA PRIVATE KEY", "a DSA private key"),
    ("DH PARAMETERS", "Diffie-Hellman parameters"),
    ("OPENSSH PRIVATE KEY", "an OpenSSH private key"),
    ("SSH2 PUBLIC KEY", "an SSH2 public key"),
    ("CERTIFICATE", "a certificate"),
    ("TRUSTED CERTIFICATE", "a certificate"),
    ("CERTIFICATE REQUEST", "a certificate request"),
    ("NEW CERTIFICATE REQUEST", "a certificate request"),
    ("X509 CRL", "a certificate revocation list"),
    ("PGP PUBLIC KEY BLOCK", "an OpenPGP public key"),
    ("PGP PRIVATE KEY BLOCK", "an OpenPGP private key"),
    ("PGP MESSAGE", "an OpenPGP message"),
];

/// By the word that an OpenSSH public key begins with, what it is.
const OPENSSH: &[(&str, &str)] = &[
    ("ssh-ed25519", "an OpenSSH Ed25519 public key"),
    ("ssh-rsa", "an OpenSSH RSA public key"),
    ("ssh-dss", "an OpenSSH DSA public key"),
    ("ecdsa-sha2-nistp256", "an OpenSSH ECDSA public key"),
    ("ecdsa-sha2-nistp384", "an OpenSSH ECDSA public key"),
    ("ecdsa-sha2-nistp521", "an OpenSSH ECDSA public key"),
    ("sk-ssh-ed25519@openssh.com", "the OpenSSH public key of a security token"),
    ("sk-ecdsa-sha2-nistp256@openssh.com", "the OpenSSH public key of a security token"),
    ("ssh-ed25519-cert-v01@openssh.com", "an OpenSSH certificate"),
    ("ssh-rsa-cert-v01@openssh.com", "an OpenSSH certificate"),
];

fn look_up(table: &[(&str, &'static str)], name: &[u8]) -> Option<Cow<'static, str>> {
    table.iter().find(|(known, _)| known.as_bytes() == name).map(|&(_, description)| description.into())
}

/// A key of the algorithm with this number.
pub(super) fn key(algorithm: ObjectIdentifier, half: Half) -> Cow<'static, str> {
    let half = half.name();
    match ALGORITHMS.iter().find(|(known, _)| *known == algorithm) {
        Some((_, name)) => format!("{name} {half} key").into(),
        None => format!("a {half} key of the algorithm {algorithm}").into(),
    }
}

/// The same, where what is inside is not as it should be.
pub(super) fn damaged(key: &str) -> Cow<'static, str> {
    let (_article, name) = key.split_once(' ').unwrap_or_default();
    format!("a damaged {name}").into()
}

/// What stands under this label of PEM.
pub(super) fn under_label(label: &[u8]) -> Cow<'static, str> {
    look_up(LABELS, label)
        .unwrap_or_else(|| format!("a PEM block that says {}", String::from_utf8_lossy(label)).into())
}

/// What begins with this word as OpenSSH's public keys do.
pub(super) fn in_openssh(word: &[u8]) -> Option<Cow<'static, str>> {
    look_up(OPENSSH, word)
}

/// The label and the body of the first PEM block, or what is wrong with it.
type Block<'a> = Result<(&'a [u8], &'a [u8]), &'static str>;

/// The first PEM block: `None` where none begins.
pub(super) fn pem_block(text: &[u8]) -> Option<Block<'_>> {
    const BEGIN: &[u8] = b"-----BEGIN ";
    const DASHES: &[u8] = b"-----";

    let rest = &text[position(text, BEGIN)? + BEGIN.len()..];
    let label = position(rest, DASHES).map(|end| &rest[..end]).filter(|label| is_label(label));
    let Some(label) = label else { return Some(Err("a PEM block whose first line is damaged")) };
    let rest = &rest[label.len() + DASHES.len()..];
    let end = [b"-----END ", label, DASHES].concat();
    Some(match position(rest, &end) {
        Some(length) => Ok((label, &rest[..length])),
        None => Err("a PEM block without its end"),
    })
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn is_label(label: &[u8]) -> bool {
    label.len() <= 64 && label.iter().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b' '))
}

/// What a text is that has no PEM block.
pub(super) fn without_pem(text: &[u8]) -> Cow<'static, str> {
    let text = text.trim_ascii();
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    match text.first() {
        None => "nothing".into(),
        Some(b'{') => "JSON".into(),
        Some(0x30) if AnyRef::from_der(text).is_ok() => format!("DER: {}", in_der(text)).into(),
        _ => in_openssh(word).unwrap_or_else(|| "no PEM block (-----BEGIN)".into()),
    }
}

/// What some DER is.
pub(super) fn in_der(der: &[u8]) -> Cow<'static, str> {
    if pem_block(der).is_some() {
        return "PEM".into();
    }
    if der.is_empty() {
        return "nothing".into();
    }
    let Ok(outer) = AnyRef::from_der(der) else { return "no DER".into() };
    let parts = parts(outer);
    let tags: Vec<Tag> = parts.iter().map(Tagged::tag).collect();
    match tags[..] {
        [Tag::Integer, Tag::Sequence, Tag::OctetString, ..] => keyed(parts[1], Half::Private),
        [Tag::Sequence, Tag::BitString] => keyed(parts[0], Half::Public),
        [Tag::Sequence, Tag::OctetString] => {
            "an encrypted private key, which has to be decrypted first".into()
        }
        [Tag::Sequence, Tag::Sequence, Tag::BitString] => "a certificate or a request for one".into(),
        [Tag::Integer, Tag::OctetString, ..] => "an EC private key".into(),
        [Tag::Integer, Tag::Integer] => "an RSA public key".into(),
        _ if tags == [Tag::Integer; 6] => "a DSA private key".into(),
        _ if tags == [Tag::Integer; 9] => "an RSA private key".into(),
        _ => "DER of another kind".into(),
    }
}

/// A key of the algorithm that `identifier`, an `AlgorithmIdentifier`, names.
fn keyed(identifier: AnyRef<'_>, half: Half) -> Cow<'static, str> {
    match parts(identifier).first().map(|first| first.decode_as()) {
        Some(Ok(algorithm)) => key(algorithm, half),
        _ => "DER of another kind".into(),
    }
}

/// What a SEQUENCE consists of: nothing where it is none. The longest that is looked for has nine parts.
fn parts(sequence: AnyRef<'_>) -> Vec<AnyRef<'_>> {
    const MOST: usize = 10;

    let mut parts = Vec::new();
    let Ok(mut reader) = SliceReader::new(sequence.value()) else { return parts };
    while parts.len() < MOST && !reader.is_finished() {
        let Ok(part) = reader.decode() else { break };
        parts.push(part);
    }
    parts
}
