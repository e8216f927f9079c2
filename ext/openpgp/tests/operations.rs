//! The samples of RFC 9580, appendix A, and what is not OpenPGP.

use oxisalt_openpgp_core::{
    Algorithm, Certificate, Envelope, Judge, Kind, Opener, Plan, SecretKey, Status, clearsign, detach_sign,
    now,
};

/// A.3: a certificate of version 6.
const CERTIFICATE: &str = "-----BEGIN PGP PUBLIC KEY BLOCK-----

xioGY4d/4xsAAAAg+U2nu0jWCmHlZ3BqZYfQMxmZu52JGggkLq2EVD34laPCsQYf
GwoAAABCBYJjh3/jAwsJBwUVCg4IDAIWAAKbAwIeCSIhBssYbE8GCaaX5NUt+mxy
KwwfHifBilZwj2Ul7Ce62azJBScJAgcCAAAAAK0oIBA+LX0ifsDm185Ecds2v8lw
gyU2kCcUmKfvBXbAf6rhRYWzuQOwEn7E/aLwIwRaLsdry0+VcallHhSu4RN6HWaE
QsiPlR4zxP/TP7mhfVEe7XWPxtnMUMtf15OyA51YBM4qBmOHf+MZAAAAIIaTJINn
+eUBXbki+PSAld2nhJh/LVmFsS+60WyvXkQ1wpsGGBsKAAAALAWCY4d/4wKbDCIh
BssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce62azJAAAAAAQBIKbpGG2dWTX8
j+VjFM21J0hqWlEg+bdiojWnKfA5AQpWUWtnNwDEM0g12vYxoWM8Y81W+bHBw805
I8kWVkXU6vFOi+HWvv/ira7ofJu16NnoUkhclkUrk0mXubZvyl4GBg==
-----END PGP PUBLIC KEY BLOCK-----";

/// A.4: its secret key.
const SECRET_KEY: &str = "-----BEGIN PGP PRIVATE KEY BLOCK-----

xUsGY4d/4xsAAAAg+U2nu0jWCmHlZ3BqZYfQMxmZu52JGggkLq2EVD34laMAGXKB
exK+cH6NX1hs5hNhIB00TrJmosgv3mg1ditlsLfCsQYfGwoAAABCBYJjh3/jAwsJ
BwUVCg4IDAIWAAKbAwIeCSIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce6
2azJBScJAgcCAAAAAK0oIBA+LX0ifsDm185Ecds2v8lwgyU2kCcUmKfvBXbAf6rh
RYWzuQOwEn7E/aLwIwRaLsdry0+VcallHhSu4RN6HWaEQsiPlR4zxP/TP7mhfVEe
7XWPxtnMUMtf15OyA51YBMdLBmOHf+MZAAAAIIaTJINn+eUBXbki+PSAld2nhJh/
LVmFsS+60WyvXkQ1AE1gCk95TUR3XFeibg/u/tVY6a//1q0NWC1X+yui3O24wpsG
GBsKAAAALAWCY4d/4wKbDCIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce6
2azJAAAAAAQBIKbpGG2dWTX8j+VjFM21J0hqWlEg+bdiojWnKfA5AQpWUWtnNwDE
M0g12vYxoWM8Y81W+bHBw805I8kWVkXU6vFOi+HWvv/ira7ofJu16NnoUkhclkUr
k0mXubZvyl4GBg==
-----END PGP PRIVATE KEY BLOCK-----";

/// A.6: a text that it clear-signed.
const CLEAR_SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----

What we need from the grocery store:

- - tofu
- - vegetables
- - noodles

-----BEGIN PGP SIGNATURE-----

wpgGARsKAAAAKQWCY5ijYyIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce6
2azJAAAAAGk2IHZJX1AhiJD39eLuPBgiUU9wUA9VHYblySHkBONKU/usJ9BvuAqo
/FvLFuGWMbKAdA+epq7V4HOtAPlBWmU8QOd6aud+aSunHQaaEJ+iTFjP2OMW0KBr
NK2ay45cX1IVAQ==
-----END PGP SIGNATURE-----";

/// A.7: the same text, signed inline.
const INLINE_SIGNED: &str = "-----BEGIN PGP MESSAGE-----

xEYGAQobIHZJX1AhiJD39eLuPBgiUU9wUA9VHYblySHkBONKU/usyxhsTwYJppfk
1S36bHIrDB8eJ8GKVnCPZSXsJ7rZrMkBy0p1AAAAAABXaGF0IHdlIG5lZWQgZnJv
bSB0aGUgZ3JvY2VyeSBzdG9yZToKCi0gdG9mdQotIHZlZ2V0YWJsZXMKLSBub29k
bGVzCsKYBgEbCgAAACkFgmOYo2MiIQbLGGxPBgmml+TVLfpscisMHx4nwYpWcI9l
JewnutmsyQAAAABpNiB2SV9QIYiQ9/Xi7jwYIlFPcFAPVR2G5ckh5ATjSlP7rCfQ
b7gKqPxbyxbhljGygHQPnqau1eBzrQD5QVplPEDnemrnfmkrpx0GmhCfokxYz9jj
FtCgazStmsuOXF9SFQE=
-----END PGP MESSAGE-----";

/// What both of them say.
const TEXT: &str = "What we need from the grocery store:\n\n- tofu\n- vegetables\n- noodles\n";

/// When the key was made: 30 November 2022.
const MADE: u32 = 1_669_759_459;

fn made(algorithm: Algorithm) -> SecretKey {
    let plan =
        Plan { user_id: "Test", algorithm, version: 4, passphrase: None, created: now(), lifetime: None };
    plan.make().unwrap()
}

fn opener<'a>(keys: &'a [&'a SecretKey], signers: &'a [&'a Certificate]) -> Opener<'a> {
    Opener { keys, passphrase: None, judge: Judge { keys: signers, at: now() }, limit: 1 << 20 }
}

#[test]
fn the_sample_certificate_is_read() {
    let certificate = Certificate::read(CERTIFICATE.as_bytes()).unwrap();
    assert_eq!(certificate.fingerprint(), "CB186C4F0609A697E4D52DFA6C722B0C1F1E27C18A56708F6525EC27BAD9ACC9");
    assert_eq!(
        certificate.subkey_fingerprints(),
        ["12C83F1E706F6308FE151A417743A1F033790E93E9978488D1DB378DA9930885"]
    );
    assert_eq!(certificate.version(), 6);
    assert_eq!(certificate.algorithm(), "Ed25519");
    let secret = SecretKey::read(SECRET_KEY.as_bytes(), None).unwrap();
    assert_eq!(secret.certificate().to_bytes(), certificate.to_bytes());
}

#[test]
fn the_sample_signatures_are_valid() {
    let certificate = Certificate::read(CERTIFICATE.as_bytes()).unwrap();
    let signers = [&certificate];
    for message in [CLEAR_SIGNED, INLINE_SIGNED] {
        let (data, verdicts) = opener(&[], &signers).verify(message.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(data).unwrap().replace("\r\n", "\n").trim_end(), TEXT.trim_end());
        assert_eq!(verdicts.iter().map(|verdict| verdict.status).collect::<Vec<_>>(), [Status::Valid]);
    }
}

#[test]
fn the_sample_key_signs_and_decrypts() {
    let secret = SecretKey::read(SECRET_KEY.as_bytes(), None).unwrap();
    let certificate = secret.certificate();
    let envelope = Envelope {
        recipients: &[certificate],
        passphrase: None,
        signers: &[&secret],
        at: now(),
        lifetime: None,
        armor: true,
    };
    let sealed = envelope.seal(TEXT.as_bytes()).unwrap();
    let (data, verdicts) = opener(&[&secret], &[certificate]).decrypt(&sealed).unwrap();
    assert_eq!(data, TEXT.as_bytes());
    assert!(verdicts[0].is_valid());
    let early = Envelope { at: MADE - 86_400, ..envelope };
    assert_eq!(early.seal(b"").unwrap_err().kind(), Kind::KeyNotYetValid);
}

#[test]
fn every_algorithm_goes_round() {
    for algorithm in [Algorithm::Ed25519, Algorithm::P256, Algorithm::P384, Algorithm::P521] {
        let key = made(algorithm);
        let certificate = key.certificate();
        let signed = clearsign(TEXT.as_bytes(), &[&key], now(), None).unwrap();
        let (data, verdicts) = opener(&[], &[certificate]).verify(&signed).unwrap();
        assert_eq!(data, TEXT.as_bytes());
        assert!(verdicts[0].is_valid(), "{verdicts:?}");
        for text in [true, false] {
            let signature = detach_sign(TEXT.as_bytes(), &[&key], text, true, now(), None).unwrap();
            let judge = Judge { keys: &[certificate], at: now() };
            assert!(judge.detached(TEXT.as_bytes(), &signature).unwrap()[0].is_valid());
            assert_eq!(judge.detached(&b"else"[..], &signature).unwrap()[0].status, Status::Bad);
            // Text survives other line ends, bytes do not.
            let other = TEXT.replace('\n', "\r\n");
            assert_eq!(judge.detached(other.as_bytes(), &signature).unwrap()[0].is_valid(), text);
        }
    }
}

#[test]
fn what_is_not_openpgp_is_refused() {
    let key = made(Algorithm::Ed25519);
    for data in ["", "x", "\u{80}", "-----BEGIN PGP MESSAGE-----", "-----BEGIN PGP MESSAGE-----\n\nAAAA\n"] {
        assert_eq!(
            opener(&[&key], &[]).decrypt(data.as_bytes()).unwrap_err().kind(),
            Kind::MalformedData,
            "{data}"
        );
        assert_eq!(
            opener(&[], &[]).verify(data.as_bytes()).unwrap_err().kind(),
            Kind::MalformedData,
            "{data}"
        );
        assert_eq!(Certificate::read(data.as_bytes()).unwrap_err().kind(), Kind::MalformedData, "{data}");
        assert_eq!(SecretKey::read(data.as_bytes(), None).unwrap_err().kind(), Kind::MalformedData, "{data}");
    }
}

#[test]
fn a_passphrase_opens_what_it_locked() {
    let envelope = Envelope {
        recipients: &[],
        passphrase: Some(b"right"),
        signers: &[],
        at: now(),
        lifetime: None,
        armor: false,
    };
    let sealed = envelope.seal(b"data").unwrap();
    let with = |passphrase| Opener { passphrase, ..opener(&[], &[]) };
    assert_eq!(with(Some(&b"right"[..])).decrypt(&sealed).unwrap().0, b"data");
    for wrong in [None, Some(&b"wrong"[..])] {
        assert_eq!(with(wrong).decrypt(&sealed).unwrap_err().kind(), Kind::BadPassphrase);
    }
}

#[test]
fn no_change_of_a_byte_makes_it_panic() {
    let secret = SecretKey::read(SECRET_KEY.as_bytes(), None).unwrap();
    let envelope = Envelope {
        recipients: &[secret.certificate()],
        passphrase: None,
        signers: &[],
        at: now(),
        lifetime: None,
        armor: false,
    };
    let sealed = envelope.seal(b"data").unwrap();
    // A panic is contained, but says so: it would be a MalformedData about parsing.
    for index in 0..sealed.len() {
        for bits in [1, 3, 8, 0x80, 0xff] {
            let mut changed = sealed.clone();
            changed[index] ^= bits;
            let refusal = opener(&[&secret], &[]).decrypt(&changed).unwrap_err();
            assert!(!refusal.to_string().contains("could not be parsed"), "byte {index} ^ {bits}");
        }
    }
}

/// Hands out no more than some bytes at a time, as a socket may.
struct Pieces<'a>(&'a [u8], usize);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let (now, later) = self.0.split_at(self.0.len().min(self.1).min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

#[test]
fn a_message_may_come_in_pieces_of_any_size() {
    let secret = SecretKey::read(SECRET_KEY.as_bytes(), None).unwrap();
    let signers = [&**secret.certificate()];
    let keys = [&secret];
    let clear = clearsign(b"text", &keys, now(), None).unwrap();
    let sealed = [true, false].map(|armor| {
        let envelope = Envelope {
            recipients: &signers,
            passphrase: None,
            signers: &keys,
            at: now(),
            lifetime: None,
            armor,
        };
        envelope.seal(b"text").unwrap()
    });
    let signed = Envelope {
        recipients: &[],
        passphrase: None,
        signers: &keys,
        at: now(),
        lifetime: None,
        armor: false,
    }
    .seal(b"text")
    .unwrap();
    for size in 1..=100 {
        for message in [&clear, &signed] {
            let mut out = Vec::new();
            let verdicts = opener(&[], &signers).verify_stream(Pieces(message, size), &mut out).unwrap();
            assert_eq!((out.as_slice(), verdicts[0].status), (&b"text"[..], Status::Valid), "{size}");
        }
        for message in &sealed {
            let mut out = Vec::new();
            let verdicts = opener(&keys, &signers).decrypt_stream(Pieces(message, size), &mut out).unwrap();
            assert_eq!((out.as_slice(), verdicts[0].status), (&b"text"[..], Status::Valid), "{size}");
        }
    }
}
