//! The cleartext signature framework (RFC 9580, section 7).
//!
//! Lines are signed without the spaces and tabs at their ends, joined by CR LF, and without the end of the last. What
//! is returned as the text is what was signed, with LF for every line end.

use pgp::packet::SignatureType;

use crate::armor::{self, Label, next_line};
use crate::clock::Seconds;
use crate::error::{Error, Kind, Result, contain};
use crate::secret_key::SecretKey;
use crate::signature::{self, Judge, Signer, Verdict};

const BEGIN: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";
const BEGIN_SIGNATURE: &[u8] = b"-----BEGIN PGP SIGNATURE-----";

/// Whether `data` begins as a clear-signed text does.
pub(crate) fn is_clear(data: &[u8]) -> bool {
    data.trim_ascii_start().starts_with(BEGIN)
}

fn malformed(reason: &str) -> Error {
    Error::new(Kind::MalformedData, format!("the clear-signed text is malformed: {reason}"))
}

/// `line` as it is signed. GnuPG takes CR for a space, too.
fn signed_part(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).map_or(0, |last| last + 1);
    &line[..end]
}

/// Signs `text` for people to read.
///
/// # Errors
///
/// As a key refuses.
pub fn clearsign(
    text: &[u8],
    keys: &[&SecretKey],
    at: Seconds,
    lifetime: Option<Seconds>,
) -> Result<Vec<u8>> {
    let signers = Signer::all(keys, at, lifetime)?;
    let mut canonical = Vec::with_capacity(text.len() + text.len() / 32 + 64);
    let mut out = Vec::with_capacity(text.len() + text.len() / 32 + 512);
    out.extend_from_slice(BEGIN);
    let mut hashes = Vec::new();
    // A signature of version 6 has a salt, which the header could not tell: it then names no digest.
    if signers.iter().all(|signer| !is_version_6(signer)) {
        for signer in &signers {
            if !hashes.contains(&signer.hash()) {
                hashes.push(signer.hash());
                out.extend_from_slice(format!("\nHash: {}", signer.hash()).as_bytes());
            }
        }
    }
    out.extend_from_slice(b"\n\n");
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = signed_part(line);
        if number > 0 {
            canonical.extend_from_slice(b"\r\n");
        }
        canonical.extend_from_slice(line);
        if line.starts_with(b"-") || line.starts_with(b"From ") {
            out.extend_from_slice(b"- ");
        }
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    let signatures = signature::make(&canonical[..], &signers, SignatureType::Text)?;
    out.extend(armor::encode(Label::Signature, &signatures));
    Ok(out)
}

fn is_version_6(signer: &Signer<'_>) -> bool {
    use pgp::types::KeyDetails;
    signer.part.version() == pgp::types::KeyVersion::V6
}

/// A clear-signed text, taken apart.
struct Parsed {
    text: Vec<u8>,
    canonical: Vec<u8>,
    hashes: Vec<String>,
    signatures: Vec<pgp::packet::Signature>,
}

fn parse(data: &[u8]) -> Result<Parsed> {
    let mut rest = data.trim_ascii_start();
    if next_line(&mut rest).map(signed_part) != Some(BEGIN) {
        return Err(malformed("it does not begin with its own line"));
    }
    let mut hashes = Vec::new();
    loop {
        let line =
            next_line(&mut rest).map(signed_part).ok_or_else(|| malformed("it ends within its header"))?;
        if line.is_empty() {
            break;
        }
        let names = line.strip_prefix(b"Hash: ").and_then(|names| std::str::from_utf8(names).ok());
        let names = names.ok_or_else(|| malformed("its header holds something else than the digests"))?;
        hashes.extend(names.split(',').map(|name| name.trim().to_string()));
    }
    let mut text = Vec::with_capacity(rest.len());
    let mut canonical = Vec::with_capacity(rest.len());
    let mut number = 0;
    loop {
        let before = rest;
        let line =
            next_line(&mut rest).ok_or_else(|| malformed("its signature is missing: it was cut off"))?;
        let line = signed_part(line);
        if line == BEGIN_SIGNATURE {
            rest = before;
            break;
        }
        let line = match line.strip_prefix(b"-") {
            // A line that is "- " alone has lost its space to the trimming.
            Some(escaped) => match (escaped, escaped.strip_prefix(b" ")) {
                (_, Some(line)) => line,
                ([], None) => escaped,
                _ => return Err(malformed("a line begins with a dash that is not escaped")),
            },
            None => line,
        };
        if number > 0 {
            text.push(b'\n');
            canonical.extend_from_slice(b"\r\n");
        }
        text.extend_from_slice(line);
        canonical.extend_from_slice(line);
        number += 1;
    }
    let (label, signatures) = armor::decode(rest)?;
    if label != Label::Signature {
        return Err(malformed("no signature follows its text"));
    }
    Ok(Parsed { text, canonical, hashes, signatures: signature::read(&signatures)? })
}

/// The text of a clear-signed message and what its signatures turned out to be.
///
/// # Errors
///
/// [`Kind::MalformedData`] for what is none.
pub(crate) fn verify(data: &[u8], judge: Judge<'_>) -> Result<(Vec<u8>, Vec<Verdict>)> {
    contain(|| {
        let parsed = parse(data)?;
        let mut verdicts = Vec::with_capacity(parsed.signatures.len());
        for signature in &parsed.signatures {
            let mut verdict = judge.over(&[&parsed.canonical], signature);
            if verdict.is_valid() && !parsed.hashes.is_empty() && !parsed.hashes.contains(&verdict.digest) {
                verdict.status = signature::Status::Bad;
                verdict.reason = "the digest of the signature is not the one in the header".into();
            }
            verdicts.push(verdict);
        }
        Ok((parsed.text, verdicts))
    })
}
