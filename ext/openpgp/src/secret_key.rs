//! Secret keys: unlocked once, kept with the certificate that says what each part may do.

use std::sync::Arc;

use pgp::composed::{PlainSessionKey, SignedSecretKey};
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::public_key::PublicKeyAlgorithm;
use pgp::errors::Result as PgpResult;
use pgp::packet;
use pgp::ser::Serialize;
use pgp::types::{
    DecryptionKey, EskType, Fingerprint, KeyDetails, KeyId, KeyVersion, Password, PkeskBytes, PublicParams,
    S2kParams, SecretParams, SignatureBytes, SigningKey, StringToKey, Timestamp,
};
use rand::rngs::OsRng;

use crate::armor::{self, Label};
use crate::certificate::{Certificate, SharedCertificate, read_one};
use crate::engine::{Secret, Unreadable};
use crate::error::{Error, Kind, Result, contain};

/// The packet of a primary key or a subkey, unlocked.
#[derive(Debug)]
enum SecretPacket {
    Primary(packet::SecretKey),
    Subkey(packet::SecretSubkey),
}

/// A key that is ready to sign or to decrypt.
#[derive(Debug)]
pub(crate) struct SecretPart {
    packet: SecretPacket,
    /// A faster way, where there is one.
    quick: Option<Secret>,
}

impl SecretPart {
    fn new(packet: SecretPacket) -> Self {
        let params = match &packet {
            SecretPacket::Primary(key) => (key.public_params(), key.secret_params()),
            SecretPacket::Subkey(key) => (key.public_params(), key.secret_params()),
        };
        let quick = match params {
            (public, SecretParams::Plain(secret)) => Secret::new(public, secret),
            (_, SecretParams::Encrypted(_)) => None,
        };
        Self { packet, quick }
    }
}

macro_rules! each {
    ($part:expr, $key:ident => $body:expr) => {
        match &$part.packet {
            SecretPacket::Primary($key) => $body,
            SecretPacket::Subkey($key) => $body,
        }
    };
}

impl KeyDetails for SecretPart {
    fn version(&self) -> KeyVersion {
        each!(self, key => key.version())
    }

    fn legacy_key_id(&self) -> KeyId {
        each!(self, key => key.legacy_key_id())
    }

    fn fingerprint(&self) -> Fingerprint {
        each!(self, key => key.fingerprint())
    }

    fn algorithm(&self) -> PublicKeyAlgorithm {
        each!(self, key => key.algorithm())
    }

    fn created_at(&self) -> Timestamp {
        each!(self, key => key.created_at())
    }

    fn legacy_v3_expiration_days(&self) -> Option<u16> {
        each!(self, key => key.legacy_v3_expiration_days())
    }

    fn public_params(&self) -> &PublicParams {
        each!(self, key => key.public_params())
    }
}

impl SigningKey for SecretPart {
    fn sign(&self, password: &Password, hash: HashAlgorithm, data: &[u8]) -> PgpResult<SignatureBytes> {
        match self.quick.as_ref().and_then(|quick| quick.sign(hash, data)) {
            Some(signature) => Ok(signature),
            None => each!(self, key => SigningKey::sign(key, password, hash, data)),
        }
    }

    fn hash_alg(&self) -> HashAlgorithm {
        each!(self, key => key.hash_alg())
    }
}

impl DecryptionKey for SecretPart {
    fn decrypt(
        &self,
        password: &Password,
        values: &PkeskBytes,
        typ: EskType,
    ) -> PgpResult<PgpResult<PlainSessionKey>> {
        let quick = self.quick.as_ref().and_then(|quick| {
            quick.decrypt(self.public_params(), self.fingerprint().as_bytes(), values, typ)
        });
        match quick {
            Some(Ok(session_key)) => Ok(Ok(session_key)),
            Some(Err(Unreadable)) => Ok(Err(pgp::errors::Error::MissingKey)),
            None => each!(self, key => key.decrypt(password, values, typ)),
        }
    }
}

/// A secret key with its subkeys.
#[derive(Debug)]
pub struct SecretKey {
    certificate: SharedCertificate,
    /// As they were read, locked or not: this is what is exported.
    stored: SignedSecretKey,
    /// The unlocked parts, each with its place in the certificate.
    parts: Vec<(usize, SecretPart)>,
}

fn is_gnu_stub(params: &SecretParams) -> bool {
    let SecretParams::Encrypted(locked) = params else { return false };
    match locked.string_to_key_params() {
        S2kParams::Cfb { s2k, .. } | S2kParams::MalleableCfb { s2k, .. } | S2kParams::Aead { s2k, .. } => {
            matches!(
                s2k,
                StringToKey::Private { .. } | StringToKey::Reserved { .. } | StringToKey::Other { .. }
            )
        }
        S2kParams::Unprotected | S2kParams::LegacyCfb { .. } => false,
    }
}

impl SecretKey {
    /// Reads the one secret key in `data`, armored or binary, and unlocks it.
    ///
    /// # Errors
    ///
    /// [`Kind::BadPassphrase`] where the passphrase is wrong, or none was given and one is needed;
    /// [`Kind::MalformedData`] and [`Kind::InvalidKey`] as [`Certificate::read`].
    pub fn read(data: &[u8], passphrase: Option<&[u8]>) -> Result<Self> {
        contain(|| {
            let bytes = armor::decode_if_armored(data, &[Label::PrivateKey])?;
            Self::new(read_one::<SignedSecretKey>(&bytes, "secret")?, passphrase)
        })
    }

    pub(crate) fn new(stored: SignedSecretKey, passphrase: Option<&[u8]>) -> Result<Self> {
        let certificate = Certificate::new(stored.to_public_key())?;
        let password = passphrase.map_or_else(Password::empty, Password::from);
        let refuse = |params: &SecretParams, fingerprint: &Fingerprint| {
            let fingerprint = crate::certificate::hex(fingerprint.as_bytes());
            if params.is_encrypted() && passphrase.is_none() {
                Error::new(
                    Kind::BadPassphrase,
                    format!("key {fingerprint} is locked, and no passphrase was given"),
                )
            } else {
                Error::new(Kind::BadPassphrase, format!("the passphrase of key {fingerprint} is wrong"))
            }
        };
        let mut parts = Vec::new();
        // A part whose secret is kept elsewhere (on a card, or left out of the export) is passed over.
        if !is_gnu_stub(stored.primary_key.secret_params()) {
            let mut key = stored.primary_key.clone();
            key.remove_password(&password)
                .map_err(|_| refuse(stored.primary_key.secret_params(), &stored.primary_key.fingerprint()))?;
            parts.push((0, SecretPart::new(SecretPacket::Primary(key))));
        }
        for subkey in &stored.secret_subkeys {
            let Some(index) = certificate.position(&subkey.key.fingerprint()) else { continue };
            if is_gnu_stub(subkey.key.secret_params()) {
                continue;
            }
            let mut key = subkey.key.clone();
            key.remove_password(&password)
                .map_err(|_| refuse(subkey.key.secret_params(), &subkey.key.fingerprint()))?;
            parts.push((index, SecretPart::new(SecretPacket::Subkey(key))));
        }
        Ok(Self { certificate: Arc::new(certificate), stored, parts })
    }

    /// The public half.
    #[must_use]
    pub fn certificate(&self) -> &SharedCertificate {
        &self.certificate
    }

    pub(crate) fn parts(&self) -> &[(usize, SecretPart)] {
        &self.parts
    }

    pub(crate) fn part(&self, index: usize) -> Option<&SecretPart> {
        self.parts.iter().find_map(|(place, part)| (*place == index).then_some(part))
    }

    /// Whether a passphrase is needed to read what is exported.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.stored.primary_key.secret_params().is_encrypted()
            || self.stored.secret_subkeys.iter().any(|subkey| subkey.key.secret_params().is_encrypted())
    }

    /// The key as it was read or made, binary.
    ///
    /// # Errors
    ///
    /// [`Kind::MalformedData`] for a key that cannot be written.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.stored.to_bytes().map_err(|error| unwritable(&error))
    }

    /// The key as it was read or made, armored.
    ///
    /// # Errors
    ///
    /// As [`Self::to_bytes`].
    pub fn to_armor(&self) -> Result<Vec<u8>> {
        Ok(armor::encode(Label::PrivateKey, &self.to_bytes()?))
    }

    /// The key, binary, locked by another passphrase or by none.
    ///
    /// # Errors
    ///
    /// As [`Self::to_bytes`].
    pub fn relocked(&self, passphrase: Option<&[u8]>) -> Result<Vec<u8>> {
        self.stored_with(passphrase)?.to_bytes().map_err(|error| unwritable(&error))
    }

    /// The same key, stored with another lock.
    pub(crate) fn lock_stored(mut self, passphrase: Option<&[u8]>) -> Result<Self> {
        self.stored = self.stored_with(passphrase)?;
        Ok(self)
    }

    fn stored_with(&self, passphrase: Option<&[u8]>) -> Result<SignedSecretKey> {
        let mut stored = self.stored.clone();
        for (index, part) in &self.parts {
            match &part.packet {
                SecretPacket::Primary(key) => stored.primary_key = lock(key.clone(), passphrase)?,
                SecretPacket::Subkey(key) => {
                    let fingerprint = &self.certificate.parts()[*index].fingerprint;
                    for subkey in &mut stored.secret_subkeys {
                        if subkey.key.fingerprint() == *fingerprint {
                            subkey.key = lock_subkey(key.clone(), passphrase)?;
                        }
                    }
                }
            }
        }
        Ok(stored)
    }

    /// [`Self::relocked`], armored.
    ///
    /// # Errors
    ///
    /// As [`Self::to_bytes`].
    pub fn relocked_armor(&self, passphrase: Option<&[u8]>) -> Result<Vec<u8>> {
        Ok(armor::encode(Label::PrivateKey, &self.relocked(passphrase)?))
    }
}

fn unwritable(error: &pgp::errors::Error) -> Error {
    Error::from_pgp(error, Kind::MalformedData, "the key cannot be written")
}

fn unlockable(error: &pgp::errors::Error) -> Error {
    Error::from_pgp(error, Kind::UnsupportedAlgorithm, "the key cannot be locked")
}

/// How a passphrase becomes a key: what every implementation reads for version 4, Argon2 for version 6.
fn protection(version: KeyVersion) -> S2kParams {
    S2kParams::new_default(OsRng, version)
}

pub(crate) fn lock(mut key: packet::SecretKey, passphrase: Option<&[u8]>) -> Result<packet::SecretKey> {
    if let Some(passphrase) = passphrase {
        let parameters = protection(key.version());
        key.set_password_with_s2k(&Password::from(passphrase), parameters)
            .map_err(|error| unlockable(&error))?;
    }
    Ok(key)
}

pub(crate) fn lock_subkey(
    mut key: packet::SecretSubkey,
    passphrase: Option<&[u8]>,
) -> Result<packet::SecretSubkey> {
    if let Some(passphrase) = passphrase {
        let parameters = protection(key.version());
        key.set_password_with_s2k(&Password::from(passphrase), parameters)
            .map_err(|error| unlockable(&error))?;
    }
    Ok(key)
}
