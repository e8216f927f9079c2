//! Faster ways to do what the crate pgp does, for the keys that most people have. Where there is none, or the processor
//! lacks what it takes, the crate does it.

use pgp::composed::{PlainSessionKey, RawSessionKey};
use pgp::crypto::ecc_curve::ECCCurve;
use pgp::crypto::ecdh;
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::sym::SymmetricKeyAlgorithm;
use pgp::types::{
    EcdhPublicParams, EskType, Mpi, PkeskBytes, PlainSecretParams, PublicParams, SignatureBytes,
};
use rand::RngCore;
use rand::rngs::OsRng;
use zeroize::Zeroizing;

use crate::rsa::{Private, Public};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod curve25519 {
    use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};
    use graviola::signing::eddsa::Ed25519SigningKey;

    fn is_supported() -> bool {
        graviola::util::is_cpu_supported()
    }

    pub(crate) struct Signing(Ed25519SigningKey);

    impl Signing {
        pub(crate) fn new(seed: &[u8; 32]) -> Option<Self> {
            is_supported().then(|| Ed25519SigningKey::from_bytes(seed).ok().map(Self)).flatten()
        }

        pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
            self.0.sign(message)
        }
    }

    pub(crate) struct Agreeing(StaticPrivateKey);

    impl Agreeing {
        pub(crate) fn new(secret: &[u8; 32]) -> Option<Self> {
            is_supported().then(|| Self(StaticPrivateKey::from_array(secret)))
        }

        /// Nothing where the other's point is of low order.
        pub(crate) fn agree(&self, point: &[u8; 32]) -> Option<[u8; 32]> {
            self.0.diffie_hellman(&PublicKey::from_array(point)).ok().map(|shared| shared.0)
        }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod curve25519 {
    pub(crate) enum Signing {}

    impl Signing {
        pub(crate) fn new(_seed: &[u8; 32]) -> Option<Self> {
            None
        }

        pub(crate) fn sign(&self, _message: &[u8]) -> [u8; 64] {
            match *self {}
        }
    }

    pub(crate) enum Agreeing {}

    impl Agreeing {
        pub(crate) fn new(_secret: &[u8; 32]) -> Option<Self> {
            None
        }

        pub(crate) fn agree(&self, _point: &[u8; 32]) -> Option<[u8; 32]> {
            match *self {}
        }
    }
}

/// What was encrypted is no session key.
pub(crate) struct Unreadable;

/// A secret key, made ready for a faster way.
pub(crate) enum Secret {
    Ed25519 { key: curve25519::Signing, legacy: bool },
    X25519(curve25519::Agreeing),
    Rsa(Private),
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    pub(crate) fn new(public: &PublicParams, secret: &PlainSecretParams) -> Option<Self> {
        match (public, secret) {
            (PublicParams::RSA(public), PlainSecretParams::RSA(secret)) => {
                Private::new(&public.key, secret).map(Self::Rsa)
            }
            (_, PlainSecretParams::Ed25519(secret)) => {
                curve25519::Signing::new(secret.as_bytes()).map(|key| Self::Ed25519 { key, legacy: false })
            }
            (_, PlainSecretParams::EdDSALegacy(pgp::crypto::eddsa_legacy::SecretKey::Ed25519(secret))) => {
                curve25519::Signing::new(secret.as_bytes()).map(|key| Self::Ed25519 { key, legacy: true })
            }
            (_, PlainSecretParams::ECDH(ecdh::SecretKey::Curve25519Legacy(secret))) => {
                curve25519::Agreeing::new(secret.as_bytes()).map(Self::X25519)
            }
            _ => None,
        }
    }

    /// The signature over a digest of at least 256 bits.
    pub(crate) fn sign(&self, hash: HashAlgorithm, digest: &[u8]) -> Option<SignatureBytes> {
        match self {
            Self::Ed25519 { key, legacy } if digest.len() >= 32 => {
                let bytes = key.sign(digest);
                Some(if *legacy {
                    SignatureBytes::Mpis(vec![Mpi::from_slice(&bytes[..32]), Mpi::from_slice(&bytes[32..])])
                } else {
                    SignatureBytes::Native(bytes.to_vec().into())
                })
            }
            Self::Rsa(key) => Some(SignatureBytes::Mpis(vec![Mpi::from_slice(&key.sign(hash, digest)?)])),
            _ => None,
        }
    }

    /// The session key in `values`; nothing where this is not the way.
    pub(crate) fn decrypt(
        &self,
        public: &PublicParams,
        fingerprint: &[u8],
        values: &PkeskBytes,
        kind: EskType,
    ) -> Option<Result<PlainSessionKey, Unreadable>> {
        match (self, public, values) {
            (
                Self::X25519(key),
                PublicParams::ECDH(EcdhPublicParams::Curve25519Legacy { hash, alg_sym, .. }),
                PkeskBytes::Ecdh { public_point, encrypted_session_key },
            ) => {
                let Some((0x40, point)) = public_point.as_ref().split_first() else {
                    return Some(Err(Unreadable));
                };
                let Some(shared) = point.try_into().ok().and_then(|point| key.agree(point)) else {
                    return Some(Err(Unreadable));
                };
                let shared = Zeroizing::new(shared);
                let plain = ecdh::derive_session_key(
                    &shared[..],
                    encrypted_session_key,
                    encrypted_session_key.len(),
                    ECCCurve::Curve25519Legacy,
                    *hash,
                    *alg_sym,
                    fingerprint,
                );
                Some(plain.ok().and_then(|plain| session_key(&plain, kind)).ok_or(Unreadable))
            }
            (Self::Rsa(key), _, PkeskBytes::Rsa { mpi }) if matches!(kind, EskType::V3_4) => {
                let mut instead = Zeroizing::new(vec![0; 35]);
                instead[0] = SymmetricKeyAlgorithm::AES256.into();
                OsRng.fill_bytes(&mut instead[1..33]);
                let sum = checksum(&instead[1..33]);
                instead[33..].copy_from_slice(&sum);
                // Keys of 128, 192 and 256 bits, with their cipher before and their checksum behind them.
                let plain = key.decrypt(mpi.as_ref(), &[19, 27, 35], &instead);
                Some(plain.and_then(|plain| session_key(&plain, kind)).ok_or(Unreadable))
            }
            _ => None,
        }
    }
}

fn checksum(key: &[u8]) -> [u8; 2] {
    key.iter().fold(0_u16, |sum, &byte| sum.wrapping_add(byte.into())).to_be_bytes()
}

/// Takes apart what was encrypted to a key (RFC 9580, section 5.1.3).
fn session_key(plain: &[u8], kind: EskType) -> Option<PlainSessionKey> {
    let (rest, sum) = plain.split_at_checked(plain.len().checked_sub(2)?)?;
    match kind {
        EskType::V3_4 => {
            let (&algorithm, key) = rest.split_first()?;
            let sym_alg = SymmetricKeyAlgorithm::from(algorithm);
            let right = sym_alg != SymmetricKeyAlgorithm::Plaintext && sym_alg.key_size() == key.len();
            (right && checksum(key) == sum)
                .then(|| PlainSessionKey::V3_4 { sym_alg, key: RawSessionKey::from(key) })
        }
        EskType::V6 => {
            (checksum(rest) == sum).then(|| PlainSessionKey::V6 { key: RawSessionKey::from(rest) })
        }
    }
}

/// A public key, made ready for a faster way.
pub(crate) struct Verifier(Public);

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verifier(..)")
    }
}

impl Verifier {
    pub(crate) fn new(public: &PublicParams) -> Option<Self> {
        match public {
            PublicParams::RSA(public) => Public::new(&public.key).map(Self),
            _ => None,
        }
    }

    /// Whether `signature` is one over `digest`; nothing where this is not the way.
    pub(crate) fn verify(
        &self,
        hash: HashAlgorithm,
        digest: &[u8],
        signature: &SignatureBytes,
    ) -> Option<bool> {
        match signature {
            SignatureBytes::Mpis(numbers) => match &numbers[..] {
                [number] => self.0.verify(hash, digest, number.as_ref()),
                _ => Some(false),
            },
            SignatureBytes::Native(_) => None,
        }
    }
}
