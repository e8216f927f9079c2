//! JSON Web Keys: the members that an octet key pair (OKP, RFC 8037) has. JSON itself is the caller's.

use base64ct::{Base64UrlUnpadded, Encoding};

use super::{Expected, Half, Key, Kind, Refusal};

/// The member `kty` of these keys.
pub const KEY_TYPE: &str = "OKP";

/// The length of a key in base64.
const ENCODED_SIZE: usize = 43;

/// The members of a JWK that are looked at: `None` for one that is not there, or is no string.
#[derive(Clone, Copy, Default)]
pub struct Members<'a> {
    /// `kty`, the type of the key.
    pub key_type: Option<&'a [u8]>,
    /// `crv`, the curve.
    pub curve: Option<&'a [u8]>,
    /// `x`, the public key.
    pub public: Option<&'a [u8]>,
    /// Whether there is a `d`, a private key.
    pub is_private: bool,
}

/// The member `x` for a public key.
///
/// # Panics
///
/// Never: the room is enough.
#[must_use]
pub fn public_to_jwk(key: &Key) -> String {
    let mut encoded = [0; ENCODED_SIZE];
    Base64UrlUnpadded::encode(key, &mut encoded).expect("there is room").into()
}

/// Reads a public key.
///
/// # Errors
///
/// A refusal of anything else, and of a private key, lest one is taken for what may be shown.
pub fn public_from_jwk(kind: Kind, members: Members<'_>) -> Result<Key, Refusal> {
    let expected = Expected::new(kind, Half::Public, "in a JWK");
    match members.key_type {
        Some(b"OKP") => {}
        Some(b"RSA") => return Err(expected.refuse("an RSA key")),
        Some(b"EC") => return Err(expected.refuse("an EC key")),
        Some(b"oct") => return Err(expected.refuse("a symmetric key")),
        Some(b"AKP") => return Err(expected.refuse("a key of the type AKP")),
        Some(_) => return Err(expected.refuse("a key of an unknown type (kty)")),
        None => return Err(expected.refuse("no key type (kty)")),
    }
    let half = if members.is_private { "private" } else { "public" };
    let curve = match members.curve {
        Some(b"Ed25519") => Kind::Ed25519.name(),
        Some(b"X25519") => Kind::X25519.name(),
        Some(b"Ed448") => "Ed448",
        Some(b"X448") => "X448",
        Some(_) => return Err(expected.refuse("a key of an unknown curve (crv)")),
        None => return Err(expected.refuse("no curve (crv)")),
    };
    if curve != kind.name() || members.is_private {
        return Err(expected.refuse(format!("an {curve} {half} key")));
    }
    let Some(public) = members.public else { return Err(expected.refuse("no public key (x)")) };
    let mut decoded = [0; 33];
    match Base64UrlUnpadded::decode(public, &mut decoded) {
        Ok(key) => key.try_into().ok(),
        Err(_) => None,
    }
    .ok_or_else(|| expected.refuse(format!("a damaged {curve} public key")))
}
