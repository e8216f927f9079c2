//! How keys are written for other software: PKCS#8 and SPKI (RFC 8410, 5958 and 5280) as DER and as PEM, OpenSSH's
//! public keys, JWK (RFC 8037).
//!
//! One set of functions serves Ed25519 and X25519 keys, whose forms differ in one number: see [`Kind`]. Reading takes
//! what it is told to expect and nothing else; a [`Refusal`] names both what was wanted and what came.

use std::borrow::Cow;
use std::fmt;

use base64ct::{Base64, Encoding};
use pem_rfc7468::LineEnding;
use pkcs8::der::asn1::{BitStringRef, OctetStringRef};
use pkcs8::der::{Decode, Encode};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};
use zeroize::Zeroizing;

mod found;
pub mod jwk;
pub mod openssh;

/// A key of either kind, or of either half, in bytes.
type Key = [u8; 32];

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Signatures.
    Ed25519,
    /// Key agreement.
    X25519,
}

impl Kind {
    const fn identifier(self) -> ObjectIdentifier {
        match self {
            Self::Ed25519 => found::ED25519,
            Self::X25519 => found::X25519,
        }
    }

    const fn algorithm(self) -> AlgorithmIdentifierRef<'static> {
        AlgorithmIdentifierRef { oid: self.identifier(), parameters: None }
    }

    /// As JWK calls it, and everybody else.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ed25519 => "Ed25519",
            Self::X25519 => "X25519",
        }
    }
}

/// Which half of a key pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Private,
    Public,
}

impl Half {
    const fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
        }
    }

    /// What stands after BEGIN and END.
    const fn label(self) -> &'static str {
        match self {
            Self::Private => "PRIVATE KEY",
            Self::Public => "PUBLIC KEY",
        }
    }
}

/// Another thing was found than the key that was to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    kind: Kind,
    half: Half,
    form: &'static str,
    found: Cow<'static, str>,
}

impl Refusal {
    /// What was found, with its article: "an RSA private key".
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, half, form, found } = self;
        write!(f, "expected an {} {} key {form}, found {found}", kind.name(), half.name())
    }
}

impl std::error::Error for Refusal {}

/// What is to be read, and out of what.
#[derive(Clone, Copy)]
struct Expected {
    kind: Kind,
    half: Half,
    form: &'static str,
}

impl Expected {
    fn new(kind: Kind, half: Half, form: &'static str) -> Self {
        Self { kind, half, form }
    }

    #[cold]
    fn refuse(self, found: impl Into<Cow<'static, str>>) -> Refusal {
        let Self { kind, half, form } = self;
        Refusal { kind, half, form, found: found.into() }
    }

    /// Says what `der` is instead.
    #[cold]
    fn refuse_der(self, der: &[u8]) -> Refusal {
        let found = found::in_der(der);
        let wanted = found::key(self.kind.identifier(), self.half);
        self.refuse(if found == wanted { found::damaged(&found) } else { found })
    }
}

/// The PKCS#8 form of a private key: version 1, which everybody reads.
///
/// # Panics
///
/// Never: a key of this length has such a form.
#[must_use]
pub fn private_to_der(kind: Kind, key: &Key) -> Zeroizing<Vec<u8>> {
    // An OCTET STRING within the OCTET STRING (RFC 8410, section 7).
    let mut inner = Zeroizing::new([0; 34]);
    inner[..2].copy_from_slice(&[4, 32]);
    inner[2..].copy_from_slice(key);
    let inner = OctetStringRef::new(&*inner).expect("34 bytes fit an OCTET STRING");
    let info = PrivateKeyInfoRef::new(kind.algorithm(), inner);
    Zeroizing::new(info.to_der().expect("PKCS#8 of a few bytes"))
}

/// The PKCS#8 form of a private key, in PEM.
#[must_use]
pub fn private_to_pem(kind: Kind, key: &Key) -> Zeroizing<String> {
    Zeroizing::new(pem(Half::Private, &private_to_der(kind, key)))
}

/// The SPKI form of a public key.
///
/// # Panics
///
/// Never: a key of this length has such a form.
#[must_use]
pub fn public_to_der(kind: Kind, key: &Key) -> Vec<u8> {
    let key = BitStringRef::from_bytes(key).expect("32 bytes fit a BIT STRING");
    let info = SubjectPublicKeyInfoRef { algorithm: kind.algorithm(), subject_public_key: key };
    info.to_der().expect("SPKI of a few bytes")
}

/// The SPKI form of a public key, in PEM.
#[must_use]
pub fn public_to_pem(kind: Kind, key: &Key) -> String {
    pem(Half::Public, &public_to_der(kind, key))
}

/// Reads a private key out of PKCS#8 of either version. `public` computes the public key of a private one, with which
/// a public key in version 2 has to agree.
///
/// # Errors
///
/// A refusal of anything else.
pub fn private_from_der(
    kind: Kind,
    der: &[u8],
    public: impl FnOnce(&Key) -> Key,
) -> Result<Zeroizing<Key>, Refusal> {
    read_private(Expected::new(kind, Half::Private, "in DER"), der, public)
}

/// As [`private_from_der`], in PEM: the first block of `text`, whatever stands around it.
///
/// # Errors
///
/// A refusal of anything else.
pub fn private_from_pem(
    kind: Kind,
    text: &[u8],
    public: impl FnOnce(&Key) -> Key,
) -> Result<Zeroizing<Key>, Refusal> {
    let expected = Expected::new(kind, Half::Private, "in PEM");
    read_private(expected, &unwrap_pem(expected, text)?, public)
}

/// Reads a public key out of SPKI.
///
/// # Errors
///
/// A refusal of anything else.
pub fn public_from_der(kind: Kind, der: &[u8]) -> Result<Key, Refusal> {
    read_public(Expected::new(kind, Half::Public, "in DER"), der)
}

/// As [`public_from_der`], in PEM: the first block of `text`, whatever stands around it.
///
/// # Errors
///
/// A refusal of anything else.
pub fn public_from_pem(kind: Kind, text: &[u8]) -> Result<Key, Refusal> {
    let expected = Expected::new(kind, Half::Public, "in PEM");
    read_public(expected, &unwrap_pem(expected, text)?)
}

fn read_private(
    expected: Expected,
    der: &[u8],
    public: impl FnOnce(&Key) -> Key,
) -> Result<Zeroizing<Key>, Refusal> {
    let read = || {
        let info = PrivateKeyInfoRef::from_der(der).ok()?;
        let inner = <&OctetStringRef>::from_der(info.private_key.as_bytes()).ok()?;
        let key: &Key = inner.as_bytes().try_into().ok()?;
        (info.algorithm == expected.kind.algorithm()).then(|| (Zeroizing::new(*key), info.public_key))
    };
    let (key, alleged) = read().ok_or_else(|| expected.refuse_der(der))?;
    if alleged.is_some_and(|alleged| alleged.as_bytes() != Some(&public(&key))) {
        let kind = expected.kind.name();
        return Err(expected.refuse(format!("an {kind} private key with a public key that is not its own")));
    }
    Ok(key)
}

fn read_public(expected: Expected, der: &[u8]) -> Result<Key, Refusal> {
    let read = || {
        let info = SubjectPublicKeyInfoRef::from_der(der).ok()?;
        let key = info.subject_public_key.as_bytes()?.try_into().ok()?;
        (info.algorithm == expected.kind.algorithm()).then_some(key)
    };
    read().ok_or_else(|| expected.refuse_der(der))
}

fn pem(half: Half, der: &[u8]) -> String {
    pem_rfc7468::encode_string(half.label(), LineEnding::LF, der).expect("PEM of a few bytes")
}

/// The DER in the first PEM block of `text`, where its label is that of the expected half.
///
/// Line breaks and blanks may stand anywhere in the base64, as they do in files that went through YAML or an editor.
fn unwrap_pem(expected: Expected, text: &[u8]) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let block = found::pem_block(text).ok_or_else(|| expected.refuse(found::without_pem(text)))?;
    let (label, body) = block.map_err(|damaged| expected.refuse(damaged))?;
    let own = [Half::Private, Half::Public].iter().any(|half| half.label().as_bytes() == label);
    if !own {
        return Err(expected.refuse(found::under_label(label)));
    }
    let mut base64 = Zeroizing::new(Vec::with_capacity(body.len()));
    base64.extend(body.iter().filter(|byte| !byte.is_ascii_whitespace()));
    let mut der = Zeroizing::new(vec![0; base64.len() / 4 * 3]);
    let length = Base64::decode(&*base64, &mut der)
        .map_err(|_| expected.refuse("a PEM block whose base64 is damaged"))?
        .len();
    der.truncate(length);
    if label != expected.half.label().as_bytes() {
        return Err(expected.refuse_der(&der));
    }
    Ok(der)
}
