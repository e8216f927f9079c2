//! New keys.

use pgp::composed::{KeyType, SignedKeyDetails, SignedSecretKey, SignedSecretSubKey};
use pgp::crypto::aead::AeadAlgorithm;
use pgp::crypto::ecc_curve::ECCCurve;
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::sym::SymmetricKeyAlgorithm;
use pgp::errors::Result as PgpResult;
use pgp::packet::{
    Features, KeyFlags, PubKeyInner, PublicKey, PublicSubkey, SecretKey as SecretKeyPacket, SecretSubkey,
    Signature, SignatureConfig, SignatureType, Subpacket, SubpacketData, UserId,
};
use pgp::types::{
    CompressionAlgorithm, Duration, KeyDetails, KeyVersion, Password, SignedUser, SigningKey, Tag, Timestamp,
};
use rand::rngs::OsRng;

use crate::clock::Seconds;
use crate::error::{Error, Kind, Result};
use crate::secret_key::SecretKey;

/// What a new key is made of: one algorithm to sign, and one that belongs to it to encrypt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Ed25519 and X25519.
    Ed25519,
    /// Ed448 and X448; version 6 only.
    Ed448,
    /// ECDSA and ECDH over NIST P-256.
    P256,
    /// ECDSA and ECDH over NIST P-384.
    P384,
    /// ECDSA and ECDH over NIST P-521.
    P521,
    /// RSA with a modulus of 2048 bits.
    Rsa2048,
    /// RSA with a modulus of 3072 bits.
    Rsa3072,
    /// RSA with a modulus of 4096 bits.
    Rsa4096,
}

impl Algorithm {
    /// All of them, with their names.
    pub const ALL: [(&str, Self); 8] = [
        ("ed25519", Self::Ed25519),
        ("ed448", Self::Ed448),
        ("p256", Self::P256),
        ("p384", Self::P384),
        ("p521", Self::P521),
        ("rsa2048", Self::Rsa2048),
        ("rsa3072", Self::Rsa3072),
        ("rsa4096", Self::Rsa4096),
    ];

    /// The algorithm of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(known, algorithm)| (known == name).then_some(algorithm))
    }

    /// What signs, and what encrypts. Version 4 has older forms of the same curves, which every implementation reads.
    fn types(self, version: KeyVersion) -> (KeyType, KeyType) {
        let nist = |curve: ECCCurve| (KeyType::ECDSA(curve.clone()), KeyType::ECDH(curve));
        match self {
            Self::Ed25519 if version == KeyVersion::V6 => (KeyType::Ed25519, KeyType::X25519),
            Self::Ed25519 => (KeyType::Ed25519Legacy, KeyType::ECDH(ECCCurve::Curve25519Legacy)),
            Self::Ed448 => (KeyType::Ed448, KeyType::X448),
            Self::P256 => nist(ECCCurve::P256),
            Self::P384 => nist(ECCCurve::P384),
            Self::P521 => nist(ECCCurve::P521),
            Self::Rsa2048 => (KeyType::Rsa(2048), KeyType::Rsa(2048)),
            Self::Rsa3072 => (KeyType::Rsa(3072), KeyType::Rsa(3072)),
            Self::Rsa4096 => (KeyType::Rsa(4096), KeyType::Rsa(4096)),
        }
    }
}

/// What a new key is to be.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Whose it is: usually `Name <address>`.
    pub user_id: &'a str,
    /// What it is made of.
    pub algorithm: Algorithm,
    /// 4, which every implementation reads, or 6 (RFC 9580).
    pub version: u8,
    /// What locks it when it is exported.
    pub passphrase: Option<&'a [u8]>,
    /// When it is said to have been made.
    pub created: Seconds,
    /// How long it is valid, in seconds.
    pub lifetime: Option<Seconds>,
}

impl Plan<'_> {
    /// Makes the key: a primary key that certifies and signs, and a subkey that is encrypted to.
    ///
    /// # Errors
    ///
    /// [`Kind::Argument`] for what makes no sense.
    pub fn make(&self) -> Result<SecretKey> {
        let version = match (self.version, self.algorithm) {
            (4, Algorithm::Ed448) => {
                return Err(Error::new(Kind::Argument, "a key of version 4 cannot be Ed448: take version 6"));
            }
            (4, _) => KeyVersion::V4,
            (6, _) => KeyVersion::V6,
            (other, _) => {
                return Err(Error::new(Kind::Argument, format!("version must be 4 or 6, got {other}")));
            }
        };
        if self.user_id.trim().is_empty() {
            return Err(Error::new(Kind::Argument, "user ID must not be empty"));
        }
        let stored = self
            .sign(version)
            .map_err(|error| Error::from_pgp(&error, Kind::UnsupportedAlgorithm, "the key cannot be made"))?;
        self.lock(stored)
    }

    fn sign(&self, version: KeyVersion) -> PgpResult<SignedSecretKey> {
        let (signing, encrypting) = self.algorithm.types(version);
        let created = Timestamp::from_secs(self.created);
        let none = Password::empty();

        let (public, secret) = signing.generate(OsRng)?;
        let public =
            PublicKey::from_inner(PubKeyInner::new(version, signing.to_alg(), created, None, public)?)?;
        let primary = SecretKeyPacket::new(public, secret)?;

        let mut flags = KeyFlags::default();
        flags.set_certify(true);
        flags.set_sign(true);
        let mut facts = self.lifetime_fact()?;
        facts.extend(preferences(version)?);
        facts.push(Subpacket::critical(SubpacketData::KeyFlags(flags))?);

        // Version 6 states what holds for the key in a direct signature, version 4 with the user ID.
        let id = UserId::from_str(pgp::types::PacketHeaderVersion::New, self.user_id)?;
        let (direct, with_user) =
            if version == KeyVersion::V6 { (facts, Vec::new()) } else { (Vec::new(), facts) };
        let mut config = self.config(&primary, SignatureType::CertPositive, with_user)?;
        config.hashed_subpackets.push(Subpacket::regular(SubpacketData::IsPrimary(true))?);
        let certification =
            config.sign_certification(&primary, primary.public_key(), &none, Tag::UserId, &id)?;
        let mut direct_signatures = Vec::new();
        if !direct.is_empty() {
            let config = self.config(&primary, SignatureType::Key, direct)?;
            direct_signatures.push(config.sign_key(&primary, &none, primary.public_key())?);
        }

        let subkey = self.subkey(&primary, version, &encrypting)?;
        let users = vec![SignedUser::new(id, vec![certification])];
        let details = SignedKeyDetails::new(Vec::new(), direct_signatures, users, Vec::new());
        Ok(SignedSecretKey::new(primary, details, Vec::new(), vec![subkey]))
    }

    fn subkey(
        &self,
        primary: &SecretKeyPacket,
        version: KeyVersion,
        kind: &KeyType,
    ) -> PgpResult<SignedSecretSubKey> {
        let created = Timestamp::from_secs(self.created);
        let (public, secret) = kind.generate(OsRng)?;
        let public =
            PublicSubkey::from_inner(PubKeyInner::new(version, kind.to_alg(), created, None, public)?)?;
        let subkey = SecretSubkey::new(public, secret)?;
        let mut flags = KeyFlags::default();
        flags.set_encrypt_comms(true);
        flags.set_encrypt_storage(true);
        let mut facts = self.lifetime_fact()?;
        facts.push(Subpacket::critical(SubpacketData::KeyFlags(flags))?);
        let binding: Signature = self
            .config(primary, SignatureType::SubkeyBinding, facts)?
            .sign_subkey_binding(primary, primary.public_key(), &Password::empty(), subkey.public_key())?;
        Ok(SignedSecretSubKey::new(subkey, vec![binding]))
    }

    fn lifetime_fact(&self) -> PgpResult<Vec<Subpacket>> {
        self.lifetime
            .map(|lifetime| {
                Subpacket::critical(SubpacketData::KeyExpirationTime(Duration::from_secs(lifetime)))
            })
            .into_iter()
            .collect()
    }

    fn config(
        &self,
        signer: &impl SigningKey,
        kind: SignatureType,
        facts: Vec<Subpacket>,
    ) -> PgpResult<SignatureConfig> {
        let mut config = SignatureConfig::from_key(OsRng, signer, kind)?;
        config.hashed_subpackets = issuer(signer, self.created)?;
        config.hashed_subpackets.extend(facts);
        config.unhashed_subpackets = unhashed_issuer(signer)?;
        Ok(config)
    }

    fn lock(&self, stored: SignedSecretKey) -> Result<SecretKey> {
        let unlocked = SecretKey::new(stored, None)?;
        match self.passphrase {
            Some(_) => unlocked.lock_stored(self.passphrase),
            None => Ok(unlocked),
        }
    }
}

/// Who signed and when: what every signature has under its digest.
pub(crate) fn issuer(signer: &impl KeyDetails, created: Seconds) -> PgpResult<Vec<Subpacket>> {
    Ok(vec![
        Subpacket::critical(SubpacketData::SignatureCreationTime(Timestamp::from_secs(created)))?,
        Subpacket::regular(SubpacketData::IssuerFingerprint(signer.fingerprint()))?,
    ])
}

/// The key ID, for implementations that know no fingerprints. Version 6 forbids it.
pub(crate) fn unhashed_issuer(signer: &impl KeyDetails) -> PgpResult<Vec<Subpacket>> {
    if signer.version() == KeyVersion::V6 {
        return Ok(Vec::new());
    }
    Ok(vec![Subpacket::regular(SubpacketData::IssuerKeyId(signer.legacy_key_id()))?])
}

fn preferences(version: KeyVersion) -> PgpResult<Vec<Subpacket>> {
    let mut features = Features::new();
    features.set_seipd_v1(true);
    // GnuPG cannot read it: a key of version 4 may be imported there.
    features.set_seipd_v2(version == KeyVersion::V6);
    let ciphers =
        [SymmetricKeyAlgorithm::AES256, SymmetricKeyAlgorithm::AES192, SymmetricKeyAlgorithm::AES128];
    let mut facts = vec![
        Subpacket::regular(SubpacketData::Features(features))?,
        Subpacket::regular(SubpacketData::PreferredSymmetricAlgorithms(ciphers.into_iter().collect()))?,
        Subpacket::regular(SubpacketData::PreferredHashAlgorithms(
            [HashAlgorithm::Sha512, HashAlgorithm::Sha384, HashAlgorithm::Sha256].into_iter().collect(),
        ))?,
        Subpacket::regular(SubpacketData::PreferredCompressionAlgorithms(
            [CompressionAlgorithm::ZLIB, CompressionAlgorithm::ZIP].into_iter().collect(),
        ))?,
    ];
    if version == KeyVersion::V6 {
        facts.push(Subpacket::regular(SubpacketData::PreferredAeadAlgorithms(
            [(SymmetricKeyAlgorithm::AES256, AeadAlgorithm::Ocb)].into_iter().collect(),
        ))?);
    }
    Ok(facts)
}
