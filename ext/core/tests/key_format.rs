//! Key formats against the examples of RFC 8410, RFC 8037 and OpenSSH, and against everything that is no such key.

mod support;

use oxisalt_core::Error;
use oxisalt_core::key_format::jwk::{Members, public_from_jwk, public_to_jwk};
use oxisalt_core::key_format::openssh::{public_from_openssh, public_to_openssh};
use oxisalt_core::key_format::{
    Kind, Refusal, private_from_der, private_from_pem, private_to_der, private_to_pem, public_from_der,
    public_from_pem, public_to_der, public_to_pem,
};
use oxisalt_core::signing::SigningKey;
use support::{flips, unhex};

/// RFC 8410, section 10.3.
const PRIVATE: &str = "\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
";

/// The same, in version 2: with an attribute, and with the public key.
const PRIVATE_V2: &str = "\
-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
";

/// RFC 8410, section 10.1.
const PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
";

const SEED: &str = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";

fn seed() -> [u8; 32] {
    unhex(SEED).try_into().unwrap()
}

fn public(seed: &[u8; 32]) -> [u8; 32] {
    *SigningKey::from_seed(seed).verify_key().bytes()
}

fn read_private(pem: &str) -> Result<[u8; 32], Refusal> {
    private_from_pem(Kind::Ed25519, pem.as_bytes(), public).map(|key| *key)
}

fn read_public(pem: &str) -> Result<[u8; 32], Refusal> {
    public_from_pem(Kind::Ed25519, pem.as_bytes())
}

fn found<K: std::fmt::Debug>(result: Result<K, Refusal>) -> String {
    result.expect_err("another thing").found().into()
}

#[test]
fn rfc_8410() {
    assert_eq!(private_to_pem(Kind::Ed25519, &seed()).as_str(), PRIVATE);
    assert_eq!(public_to_pem(Kind::Ed25519, &public(&seed())), PUBLIC);
    assert_eq!(read_private(PRIVATE).unwrap(), seed());
    assert_eq!(read_private(PRIVATE_V2).unwrap(), seed());
    assert_eq!(read_public(PUBLIC).unwrap(), public(&seed()));
}

#[test]
fn both_kinds_both_halves_and_both_forms() {
    let key = seed();
    for (kind, other) in [(Kind::Ed25519, Kind::X25519), (Kind::X25519, Kind::Ed25519)] {
        let unasked = |_: &[u8; 32]| unreachable!("version 1 has no public key");
        let (der, pem) = (private_to_der(kind, &key), private_to_pem(kind, &key));
        assert_eq!(der.len(), 48);
        assert_eq!(*private_from_der(kind, &der, unasked).unwrap(), key);
        assert_eq!(*private_from_pem(kind, pem.as_bytes(), unasked).unwrap(), key);
        let (public_der, public_pem) = (public_to_der(kind, &key), public_to_pem(kind, &key));
        assert_eq!(public_der.len(), 44);
        assert_eq!(public_from_der(kind, &public_der).unwrap(), key);
        assert_eq!(public_from_pem(kind, public_pem.as_bytes()).unwrap(), key);

        let name = kind.name();
        let private = format!("an {name} private key");
        let public = format!("an {name} public key");
        assert_eq!(found(private_from_der(other, &der, unasked)), private);
        assert_eq!(found(private_from_pem(other, pem.as_bytes(), unasked)), private);
        assert_eq!(found(public_from_der(other, &public_der)), public);
        assert_eq!(found(public_from_pem(other, public_pem.as_bytes())), public);
        assert_eq!(found(public_from_der(kind, &der)), private);
        assert_eq!(found(public_from_pem(kind, pem.as_bytes())), private);
        assert_eq!(found(private_from_der(kind, &public_der, unasked)), public);
        assert_eq!(found(private_from_pem(kind, public_pem.as_bytes(), unasked)), public);
        assert_eq!(found(public_from_der(kind, public_pem.as_bytes())), "PEM");
        assert_eq!(found(public_from_pem(kind, &public_der)), format!("DER: {public}"));
    }
}

#[test]
fn a_refusal_says_what_was_wanted_and_what_came() {
    let refusal = read_public(PRIVATE).unwrap_err();
    assert_eq!(refusal.to_string(), "expected an Ed25519 public key in PEM, found an Ed25519 private key");
}

#[test]
fn a_public_key_in_version_2_has_to_be_the_right_one() {
    let other = private_from_pem(Kind::Ed25519, PRIVATE_V2.as_bytes(), |_| [0; 32]);
    assert_eq!(found(other), "an Ed25519 private key with a public key that is not its own");
}

#[test]
fn what_stands_around_the_block_and_between_its_lines() {
    let (head, rest) = PRIVATE.split_once('\n').unwrap();
    let (body, end) = rest.split_once('\n').unwrap();
    let (left, right) = body.split_at(30);
    for text in [
        PRIVATE.replace('\n', "\r\n"),
        PRIVATE.trim_end().to_string(),
        format!("Private-Key:\n{PRIVATE}\n{PUBLIC}"),
        format!("\u{feff}{PRIVATE}"),
        format!("  {head}\n  {body}\n  {end}"),
        format!("{head}\n{left}\n\n{right} \n{end}"),
        format!("{head}{body}{end}"),
    ] {
        assert_eq!(read_private(&text).as_ref(), Ok(&seed()), "{text}");
    }
}

#[test]
fn no_pem() {
    for (text, description) in [
        ("", "nothing"),
        (" \n", "nothing"),
        ("hello", "no PEM block (-----BEGIN)"),
        ("{\"kty\":\"OKP\"}", "JSON"),
        ("ssh-ed25519 AAAA me", "an OpenSSH Ed25519 public key"),
        ("ssh-rsa AAAA", "an OpenSSH RSA public key"),
        ("-----BEGIN ", "a PEM block whose first line is damaged"),
        ("-----BEGIN private key-----\n", "a PEM block whose first line is damaged"),
        ("-----BEGIN PRIVATE KEY-----\nMC4C", "a PEM block without its end"),
        ("-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PUBLIC KEY-----", "a PEM block without its end"),
        ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", "nothing"),
        ("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----", "a PEM block whose base64 is damaged"),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "no DER"),
    ] {
        assert_eq!(found(read_private(text)), description, "{text}");
    }
}

#[test]
fn blocks_of_other_kinds_are_named() {
    for (label, description) in [
        ("ENCRYPTED PRIVATE KEY", "an encrypted private key, which has to be decrypted first"),
        ("RSA PRIVATE KEY", "an RSA private key"),
        ("EC PRIVATE KEY", "an EC private key"),
        ("OPENSSH PRIVATE KEY", "an OpenSSH private key"),
        ("CERTIFICATE", "a certificate"),
        ("CERTIFICATE REQUEST", "a certificate request"),
        ("PGP PUBLIC KEY BLOCK", "an OpenPGP public key"),
        ("SOMETHING NEW", "a PEM block that says SOMETHING NEW"),
    ] {
        let text = format!("-----BEGIN {label}-----\nAAAA\n-----END {label}-----\n");
        assert_eq!(found(read_private(&text)), description);
        assert_eq!(found(read_public(&text)), description);
    }
}

/// A DER value with this tag.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    [&[tag, u8::try_from(content.len()).unwrap()], &*content].concat()
}

#[test]
fn der_of_other_kinds_is_named() {
    let integer = der(2, &[&[0]]);
    let octets = der(4, &[&[1, 2]]);
    let bits = der(3, &[&[0, 1]]);
    let algorithm = |identifier: &[u8]| der(0x30, &[&der(6, &[identifier]), &der(5, &[])]);
    let rsa = algorithm(&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1]);
    let unknown = algorithm(&[0x2a, 3, 4]);
    for (parts, description) in [
        (vec![&integer, &rsa, &octets], "an RSA private key"),
        (vec![&integer, &unknown, &octets], "a private key of the algorithm 1.2.3.4"),
        (vec![&integer, &octets, &octets], "an EC private key"),
        (vec![&rsa, &bits], "an RSA public key"),
        (vec![&unknown, &bits], "a public key of the algorithm 1.2.3.4"),
        (vec![&unknown, &octets], "an encrypted private key, which has to be decrypted first"),
        (vec![&rsa, &rsa, &bits], "a certificate or a request for one"),
        (vec![&integer; 2], "an RSA public key"),
        (vec![&integer; 6], "a DSA private key"),
        (vec![&integer; 9], "an RSA private key"),
        (vec![&integer; 3], "DER of another kind"),
        (vec![], "DER of another kind"),
    ] {
        let parts: Vec<_> = parts.into_iter().map(Vec::as_slice).collect();
        let input = der(0x30, &parts);
        assert_eq!(found(private_from_der(Kind::Ed25519, &input, public)), description);
        assert_eq!(found(public_from_der(Kind::Ed25519, &input)), description);
    }
    assert_eq!(found(public_from_der(Kind::Ed25519, b"")), "nothing");
    assert_eq!(found(public_from_der(Kind::Ed25519, &integer)), "DER of another kind");
}

/// The bits of the key itself make another key; those of what stands around it make none.
#[test]
fn one_bit_off() {
    let private = private_to_der(Kind::Ed25519, &seed());
    for (bit, flipped) in flips(&private).enumerate() {
        let key = private_from_der(Kind::Ed25519, &flipped, public);
        assert_eq!(key.is_ok(), bit / 8 >= 16, "bit {bit} of a private key");
    }
    let encoded = public_to_der(Kind::Ed25519, &seed());
    for (bit, flipped) in flips(&encoded).enumerate() {
        assert_eq!(
            public_from_der(Kind::Ed25519, &flipped).is_ok(),
            bit / 8 >= 12,
            "bit {bit} of a public key"
        );
    }
    assert_eq!(flips(&encoded).count(), 352);
}

#[test]
fn truncated_and_prolonged() {
    let (private, public_der) =
        (private_to_der(Kind::Ed25519, &seed()), public_to_der(Kind::Ed25519, &seed()));
    for length in 0..48 {
        assert!(private_from_der(Kind::Ed25519, &private[..length], public).is_err());
        assert!(public_from_der(Kind::Ed25519, &public_der[..length.min(43)]).is_err());
    }
    assert!(private_from_der(Kind::Ed25519, &[&private[..], &[0]].concat(), public).is_err());
    assert!(public_from_der(Kind::Ed25519, &[&public_der[..], &[0]].concat()).is_err());
    for length in 0..PRIVATE.len() - 1 {
        assert!(read_private(&PRIVATE[..length]).is_err());
    }
}

#[test]
fn the_right_algorithm_around_the_wrong_content() {
    let algorithm = der(0x30, &[&der(6, &[&[0x2b, 0x65, 0x70]])]);
    let with_null = der(0x30, &[&der(6, &[&[0x2b, 0x65, 0x70]]), &der(5, &[])]);
    let version = der(2, &[&[0]]);
    let inner = der(4, &[&der(4, &[&[7; 32]])]);
    let private = |parts: &[&[u8]]| found(private_from_der(Kind::Ed25519, &der(0x30, parts), public));
    assert_eq!(private(&[&version, &algorithm, &der(4, &[&[7; 32]])]), "a damaged Ed25519 private key");
    assert_eq!(
        private(&[&version, &algorithm, &der(4, &[&der(4, &[&[7; 31]])])]),
        "a damaged Ed25519 private key"
    );
    assert_eq!(private(&[&version, &with_null, &inner]), "a damaged Ed25519 private key");
    let public = |key: &[u8]| found(public_from_der(Kind::Ed25519, &der(0x30, &[&algorithm, key])));
    assert_eq!(public(&der(3, &[&[0], &[7; 31]])), "a damaged Ed25519 public key");
    assert_eq!(public(&der(3, &[&[4], &[0; 32]])), "a damaged Ed25519 public key");
}

/// RFC 8709: a name, and the name and the key with their lengths.
#[test]
fn openssh() {
    const LINE: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh";

    let key = public(&seed());
    assert_eq!(public_to_openssh(&key, b"").unwrap(), LINE.as_bytes());
    assert_eq!(public_to_openssh(&key, b"me @ home").unwrap(), format!("{LINE} me @ home").as_bytes());
    for comment in ["a\nb", "a\rb", "a\0b"] {
        assert_eq!(public_to_openssh(&key, comment.as_bytes()), Err(Error::LineBreakInComment));
    }
    for line in [LINE.into(), format!("{LINE}\n"), format!(" {LINE}\tme @ home\r\n"), LINE.replace(' ', "  ")]
    {
        assert_eq!(public_from_openssh(line.as_bytes()), Ok(key), "{line}");
    }
    let damaged = "a damaged OpenSSH Ed25519 public key";
    for (line, description) in [
        (String::new(), "nothing"),
        ("ssh-ed25519".into(), damaged),
        (LINE[..LINE.len() - 1].into(), damaged),
        (format!("{LINE}AAAA"), damaged),
        (LINE.replace("AAAAI", "AAAAJ"), damaged),
        (format!("{LINE} one\n{LINE} two"), "several lines"),
        (format!("no-pty {LINE}"), "a line that does not begin with ssh-ed25519"),
        ("ssh-rsa AAAAB3NzaC1yc2E".into(), "an OpenSSH RSA public key"),
        ("ecdsa-sha2-nistp256 AAAA".into(), "an OpenSSH ECDSA public key"),
        ("sk-ssh-ed25519@openssh.com AAAA".into(), "the OpenSSH public key of a security token"),
        (PRIVATE.into(), "a private key in PEM"),
        (PUBLIC.into(), "a public key in PEM"),
        (PRIVATE.replace("PRIVATE", "OPENSSH PRIVATE"), "an OpenSSH private key"),
    ] {
        assert_eq!(found(public_from_openssh(line.as_bytes())), description, "{line}");
    }
}

/// RFC 8037, appendix A.2.
#[test]
fn jwk() {
    let key: [u8; 32] =
        unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a").try_into().unwrap();
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    assert_eq!(public_to_jwk(&key), x);
    let right = Members {
        key_type: Some(b"OKP"),
        curve: Some(b"Ed25519"),
        public: Some(x.as_bytes()),
        is_private: false,
    };
    assert_eq!(public_from_jwk(Kind::Ed25519, right), Ok(key));
    assert_eq!(public_from_jwk(Kind::X25519, Members { curve: Some(b"X25519"), ..right }), Ok(key));
    for (members, description) in [
        (Members::default(), "no key type (kty)"),
        (Members { key_type: Some(b"RSA"), ..right }, "an RSA key"),
        (Members { key_type: Some(b"EC"), ..right }, "an EC key"),
        (Members { key_type: Some(b"oct"), ..right }, "a symmetric key"),
        (Members { key_type: Some(b"okp"), ..right }, "a key of an unknown type (kty)"),
        (Members { curve: None, ..right }, "no curve (crv)"),
        (Members { curve: Some(b"X25519"), ..right }, "an X25519 public key"),
        (Members { curve: Some(b"Ed448"), ..right }, "an Ed448 public key"),
        (Members { curve: Some(b"P-256"), ..right }, "a key of an unknown curve (crv)"),
        (Members { is_private: true, ..right }, "an Ed25519 private key"),
        (Members { curve: Some(b"X448"), is_private: true, ..right }, "an X448 private key"),
        (Members { public: None, ..right }, "no public key (x)"),
        (Members { public: Some(b""), ..right }, "a damaged Ed25519 public key"),
        (Members { public: Some(&x.as_bytes()[1..]), ..right }, "a damaged Ed25519 public key"),
        (Members { public: Some(format!("{x}=").as_bytes()), ..right }, "a damaged Ed25519 public key"),
        (Members { public: Some(x.replace('_', "/").as_bytes()), ..right }, "a damaged Ed25519 public key"),
        (Members { public: Some(&[b'A'; 1000]), ..right }, "a damaged Ed25519 public key"),
    ] {
        assert_eq!(found(public_from_jwk(Kind::Ed25519, members)), description);
    }
}

#[test]
fn an_openssh_comment_may_say_anything() {
    for comment in ["-----BEGIN", "-----BEGIN PUBLIC KEY-----", "a b\tc", "ssh-ed25519 AAAA"] {
        let line = public_to_openssh(&[7; 32], comment.as_bytes()).unwrap();
        assert_eq!(public_from_openssh(&line), Ok([7; 32]), "{comment}");
    }
}
