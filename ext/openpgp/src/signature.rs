//! Signatures: made, and judged by what the crate checks and by policy.

use std::io::{self, Read, Write};

use digest::DynDigest;
use pgp::crypto::hash::HashAlgorithm;
use pgp::errors::Result as PgpResult;
use pgp::packet::{
    Packet, PacketParser, PacketTrait, Signature, SignatureConfig, SignatureType, SignatureVersionSpecific,
    Subpacket, SubpacketData,
};
use pgp::ser::Serialize;
use pgp::types::{Duration, KeyDetails, KeyVersion, Password, SigningKey};
use rand::rngs::OsRng;

use crate::certificate::{Certificate, Use, algorithm_name, has_unknown_critical, has_weak_digest, hex};
use crate::clock::{self, Seconds};
use crate::error::{Error, Kind, Result, brief, contain, io as io_error};
use crate::generate::{issuer, unhashed_issuer};
use crate::packet;
use crate::secret_key::{SecretKey, SecretPart};

/// More signatures than this on one message are an attack.
const MOST_SIGNATURES: usize = 100;

/// What a signature turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Genuine, and allowed by every rule.
    Valid,
    /// It does not belong to the data and the key.
    Bad,
    /// Its time is over.
    Expired,
    /// It was made in the future.
    NotYetValid,
    /// The time of its key is over.
    KeyExpired,
    /// Its key was revoked.
    KeyRevoked,
    /// Its key was made in the future, or after the signature.
    KeyNotYetValid,
    /// Its key has no valid self-signature, or is too short.
    InvalidKey,
    /// None of the given keys made it.
    UnknownKey,
    /// It rests on a digest that is broken.
    WeakDigest,
    /// Its key is for another use.
    WrongKeyUsage,
    /// Its format or algorithm is not offered.
    Unsupported,
}

impl Status {
    /// The name of the status.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Bad => "bad",
            Self::Expired => "expired",
            Self::NotYetValid => "not_yet_valid",
            Self::KeyExpired => "key_expired",
            Self::KeyRevoked => "key_revoked",
            Self::KeyNotYetValid => "key_not_yet_valid",
            Self::InvalidKey => "invalid_key",
            Self::UnknownKey => "unknown_key",
            Self::WeakDigest => "weak_digest",
            Self::WrongKeyUsage => "wrong_key_usage",
            Self::Unsupported => "unsupported",
        }
    }

    /// The rule that refuses a signature of this status.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Valid | Self::Bad => Kind::BadSignature,
            Self::Expired => Kind::SignatureExpired,
            Self::NotYetValid => Kind::SignatureNotYetValid,
            Self::KeyExpired => Kind::KeyExpired,
            Self::KeyRevoked => Kind::KeyRevoked,
            Self::KeyNotYetValid => Kind::KeyNotYetValid,
            Self::InvalidKey => Kind::InvalidKey,
            Self::UnknownKey => Kind::KeyNotFound,
            Self::WeakDigest => Kind::WeakDigest,
            Self::WrongKeyUsage => Kind::WrongKeyUsage,
            Self::Unsupported => Kind::UnsupportedAlgorithm,
        }
    }

    fn of_refusal(error: &Error) -> Self {
        match error.kind() {
            Kind::KeyExpired => Self::KeyExpired,
            Kind::KeyRevoked => Self::KeyRevoked,
            Kind::KeyNotYetValid => Self::KeyNotYetValid,
            Kind::WrongKeyUsage => Self::WrongKeyUsage,
            _ => Self::InvalidKey,
        }
    }
}

/// A signature, and what it turned out to be.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What it turned out to be.
    pub status: Status,
    /// Why, in a sentence.
    pub reason: String,
    /// The fingerprint of the key or subkey that signed: the one found, else the one that the signature names.
    pub fingerprint: Option<String>,
    /// The fingerprint of the primary key, where the key was found.
    pub primary_fingerprint: Option<String>,
    /// The key ID that the signature names.
    pub key_id: Option<String>,
    /// When it was made, by its own account.
    pub created: Option<Seconds>,
    /// When it ceases to be valid.
    pub expires: Option<Seconds>,
    /// The digest under it.
    pub digest: String,
    /// The algorithm of the key, where that was found.
    pub algorithm: Option<String>,
    /// The primary user ID of the key, where that was found.
    pub user_id: Option<Vec<u8>>,
}

impl Verdict {
    /// Whether the signature is genuine and allowed by every rule.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.status == Status::Valid
    }
}

/// A digest that is fed what is signed.
pub(crate) struct Digesting {
    digest: Box<dyn DynDigest + Send>,
    /// Whether line ends are brought into one form.
    text: bool,
    after_cr: bool,
}

impl Digesting {
    pub(crate) fn new(config: &SignatureConfig) -> Result<Self> {
        let unsupported = || {
            Error::new(
                Kind::UnsupportedAlgorithm,
                format!("signatures over {} are not offered", config.hash_alg),
            )
        };
        let mut digest = config.hash_alg.new_hasher().map_err(|_| unsupported())?;
        if let SignatureVersionSpecific::V6 { salt } = &config.version_specific {
            if config.hash_alg.salt_len() != Some(salt.len()) {
                return Err(Error::new(Kind::BadSignature, "the salt of the signature has a wrong length"));
            }
            digest.update(salt);
        }
        Ok(Self { digest, text: config.typ == SignatureType::Text, after_cr: false })
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        if !self.text {
            return self.digest.update(data);
        }
        for line in data.split_inclusive(|&byte| byte == b'\n') {
            if let Some(content) = line.strip_suffix(b"\n") {
                self.digest.update(content);
                let has_cr = content.last().map_or(self.after_cr, |&last| last == b'\r');
                self.digest.update(if has_cr { b"\n" } else { b"\r\n" });
                self.after_cr = false;
            } else {
                self.digest.update(line);
                self.after_cr = line.last() == Some(&b'\r');
            }
        }
    }

    fn finish(mut self, config: &SignatureConfig) -> PgpResult<Box<[u8]>> {
        let len = config.hash_signature_data(&mut self.digest)?;
        self.digest.update(&config.trailer(len)?);
        Ok(self.digest.finalize())
    }
}

impl Write for Digesting {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The digest of what was signed and of the signature's own hashed part.
pub(crate) fn finish(digesting: Digesting, signature: &Signature) -> Option<Box<[u8]>> {
    digesting.finish(signature.config()?).ok()
}

/// Keys that verify, and the time at which they are asked.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The keys that are known.
    pub keys: &'a [&'a Certificate],
    /// The time at which everything is to be valid.
    pub at: Seconds,
}

/// The issuers that a signature names.
fn names(signature: &Signature, certificate: &Certificate, index: usize) -> Option<bool> {
    let part = &certificate.parts()[index];
    let fingerprints = signature.issuer_fingerprint();
    let ids = signature.issuer_key_id();
    if fingerprints.is_empty() && ids.is_empty() {
        return None;
    }
    Some(
        fingerprints.iter().all(|fingerprint| **fingerprint == part.fingerprint)
            && ids.iter().all(|id| **id == part.id),
    )
}

impl<'a> Judge<'a> {
    /// Every key that `signature` may be of.
    fn candidates(&self, signature: &Signature) -> Vec<(&'a Certificate, usize)> {
        let all = || {
            self.keys.iter().flat_map(|&certificate| {
                (0..certificate.parts().len()).map(move |index| (certificate, index))
            })
        };
        all().filter(|(certificate, index)| names(signature, certificate, *index) != Some(false)).collect()
    }

    /// Judges `signature`; `digest` gives the digest under it.
    pub(crate) fn judge(&self, signature: &Signature, digest: impl FnOnce() -> Option<Box<[u8]>>) -> Verdict {
        let mut verdict = describe(signature);
        let (status, reason) = match self.status(signature, digest, &mut verdict) {
            Ok(()) => (Status::Valid, "the signature is valid".into()),
            Err(refusal) => refusal,
        };
        verdict.status = status;
        verdict.reason = reason;
        verdict
    }

    fn status(
        &self,
        signature: &Signature,
        digest: impl FnOnce() -> Option<Box<[u8]>>,
        verdict: &mut Verdict,
    ) -> std::result::Result<(), (Status, String)> {
        let refuse = |status, reason: &str| Err((status, reason.to_string()));
        let Some(config) = signature.config() else {
            return refuse(Status::Unsupported, "the signature has a version that is not offered");
        };
        if !matches!(
            config.version_specific,
            SignatureVersionSpecific::V4 | SignatureVersionSpecific::V6 { .. }
        ) {
            return refuse(Status::Unsupported, "signatures are offered in version 4 and 6 only");
        }
        if !matches!(config.typ, SignatureType::Binary | SignatureType::Text) {
            return refuse(Status::Bad, "the signature is not over data");
        }
        let Some(created) = verdict.created else {
            return refuse(Status::Bad, "the signature does not say when it was made");
        };
        if has_weak_digest(signature) {
            let reason = format!("the signature rests on {}, which is broken", verdict.digest);
            return Err((Status::WeakDigest, reason));
        }
        if has_unknown_critical(signature) {
            return refuse(Status::Unsupported, "the signature demands that something unknown be understood");
        }
        if config.unhashed_subpackets().any(is_misplaced) {
            return refuse(Status::Bad, "the signature holds something that it does not cover");
        }
        let candidates = self.candidates(signature);
        let [first, ..] = candidates[..] else {
            return Err((
                Status::UnknownKey,
                format!("none of the keys made the signature: {}", issued_by(verdict)),
            ));
        };
        let bad = || Err((Status::Bad, "the signature does not belong to the data and the key".to_string()));
        identify(verdict, first, self.at);
        let Some(digest) = digest() else { return bad() };
        if signature.signed_hash_value().is_none_or(|start| digest[..2] != start) {
            return bad();
        }
        let Some(bytes) = signature.signature() else { return bad() };
        let Some((certificate, index)) = candidates.into_iter().find(|(certificate, index)| {
            let part = &certificate.parts()[*index];
            let version_6 = matches!(config.version_specific, SignatureVersionSpecific::V6 { .. });
            (part.key.version() == KeyVersion::V6) == version_6
                && part.verifies(config.hash_alg, &digest, bytes)
        }) else {
            return bad();
        };
        identify(verdict, (certificate, index), self.at);
        if clock::is_future(created, self.at) {
            let reason = format!("the signature is not valid before {}", clock::written(created));
            return Err((Status::NotYetValid, reason));
        }
        if let Some(end) = verdict.expires.filter(|&end| end <= self.at) {
            return Err((Status::Expired, format!("the signature expired at {}", clock::written(end))));
        }
        if created < certificate.parts()[index].created() {
            return refuse(Status::KeyNotYetValid, "the signature is older than its key");
        }
        certificate
            .check(index, Use::Sign, self.at)
            .map_err(|refusal| (Status::of_refusal(&refusal), refusal.to_string()))
    }

    /// Judges every signature in `signatures` over `data`.
    ///
    /// # Errors
    ///
    /// [`Kind::MalformedData`] where it holds something else, or nothing.
    pub fn detached(&self, data: impl Read, signatures: &[u8]) -> Result<Vec<Verdict>> {
        contain(|| {
            let bytes = crate::armor::decode_if_armored(signatures, &[crate::armor::Label::Signature])?;
            let signatures = read(&bytes)?;
            self.streamed(data, &signatures)
        })
    }

    fn streamed(&self, mut data: impl Read, signatures: &[Signature]) -> Result<Vec<Verdict>> {
        let mut digests = signatures
            .iter()
            .map(|signature| signature.config().and_then(|config| Digesting::new(config).ok()))
            .collect::<Vec<_>>();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let len = match data.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(io_error(&error)),
            };
            for digest in digests.iter_mut().flatten() {
                digest.update(&buffer[..len]);
            }
        }
        Ok(signatures
            .iter()
            .zip(digests)
            .map(|(signature, digest)| self.judge(signature, || finish(digest?, signature)))
            .collect())
    }

    /// [`Self::detached`], over data that is in memory.
    pub(crate) fn over(&self, pieces: &[&[u8]], signature: &Signature) -> Verdict {
        self.judge(signature, || {
            let mut digest = Digesting::new(signature.config()?).ok()?;
            for piece in pieces {
                digest.update(piece);
            }
            finish(digest, signature)
        })
    }
}

/// Nothing covers the unhashed part of a signature, so that nothing but a hint at the issuer belongs there.
fn is_misplaced(subpacket: &Subpacket) -> bool {
    subpacket.is_critical
        || !matches!(subpacket.data, SubpacketData::IssuerKeyId(_) | SubpacketData::IssuerFingerprint(_))
}

fn issued_by(verdict: &Verdict) -> String {
    match (&verdict.fingerprint, &verdict.key_id) {
        (Some(fingerprint), _) => format!("it names {fingerprint}"),
        (None, Some(id)) => format!("it names {id}"),
        (None, None) => "it names none".into(),
    }
}

fn identify(verdict: &mut Verdict, (certificate, index): (&Certificate, usize), at: Seconds) {
    let part = &certificate.parts()[index];
    verdict.fingerprint = Some(hex(part.fingerprint.as_bytes()));
    verdict.primary_fingerprint = Some(certificate.fingerprint());
    verdict.algorithm = Some(algorithm_name(&part.key));
    verdict.user_id = certificate.user_ids(at).first().map(|id| id.to_vec());
    verdict.key_id = Some(hex(part.id.as_ref()));
}

fn describe(signature: &Signature) -> Verdict {
    let created = signature.created().map(pgp::types::Timestamp::as_secs);
    let lifetime = signature.signature_expiration_time().map(Duration::as_secs).filter(|&time| time > 0);
    Verdict {
        status: Status::Bad,
        reason: String::new(),
        fingerprint: signature.issuer_fingerprint().first().map(|fingerprint| hex(fingerprint.as_bytes())),
        primary_fingerprint: None,
        key_id: signature.issuer_key_id().first().map(|id| hex(id.as_ref())),
        created,
        expires: created.zip(lifetime).map(|(created, lifetime)| created.saturating_add(lifetime)),
        digest: signature.hash_alg().map_or_else(|| "none".into(), |hash| hash.to_string()),
        algorithm: None,
        user_id: None,
    }
}

/// The signatures that `bytes` are, in the one form in which they can be written.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Signature>> {
    let malformed =
        |reason: &str| Error::new(Kind::MalformedData, format!("the signature is malformed: {reason}"));
    let mut signatures = Vec::new();
    for packet in PacketParser::new(bytes) {
        match packet {
            Ok(Packet::Signature(signature)) => signatures.push(signature),
            Ok(other) => {
                return Err(malformed(&format!("it holds a packet {:?}", other.packet_header().tag())));
            }
            Err(error) => return Err(malformed(&brief(&error))),
        }
        if signatures.len() > MOST_SIGNATURES {
            return Err(Error::new(
                Kind::TooLarge,
                format!("more than {MOST_SIGNATURES} signatures are not read"),
            ));
        }
    }
    if signatures.is_empty() {
        return Err(malformed("there is none"));
    }
    if !packet::begins_with(bytes, signatures.iter().map(|signature| signature.to_bytes().ok())) {
        return Err(malformed("it is not written in its one proper form"));
    }
    Ok(signatures)
}

/// A key that signs, and what its signatures say.
pub(crate) struct Signer<'a> {
    pub(crate) part: &'a SecretPart,
    at: Seconds,
    lifetime: Option<Seconds>,
}

impl<'a> Signer<'a> {
    /// The part of `key` that signs at that time.
    pub(crate) fn new(key: &'a SecretKey, at: Seconds, lifetime: Option<Seconds>) -> Result<Self> {
        let certificate = key.certificate();
        let index = certificate.choose(Use::Sign, at, |index| key.part(index).is_some())?;
        let part = key.part(index).ok_or_else(|| {
            Error::new(
                Kind::KeyNotFound,
                format!("the secret of key {} is not there", certificate.fingerprint()),
            )
        })?;
        Ok(Self { part, at, lifetime })
    }

    /// All of `keys`, of which there must be one.
    pub(crate) fn all(keys: &[&'a SecretKey], at: Seconds, lifetime: Option<Seconds>) -> Result<Vec<Self>> {
        keys.iter().map(|key| Self::new(key, at, lifetime)).collect()
    }

    pub(crate) fn hash(&self) -> HashAlgorithm {
        self.part.hash_alg()
    }

    /// What goes under the signature's digest, and what beside it.
    pub(crate) fn subpackets(&self) -> PgpResult<(Vec<Subpacket>, Vec<Subpacket>)> {
        let mut hashed = issuer(self.part, self.at)?;
        if let Some(lifetime) = self.lifetime {
            hashed.push(Subpacket::critical(SubpacketData::SignatureExpirationTime(Duration::from_secs(
                lifetime,
            )))?);
        }
        Ok((hashed, unhashed_issuer(self.part)?))
    }

    fn config(&self, kind: SignatureType) -> PgpResult<SignatureConfig> {
        let mut config = SignatureConfig::from_key(OsRng, self.part, kind)?;
        (config.hashed_subpackets, config.unhashed_subpackets) = self.subpackets()?;
        Ok(config)
    }
}

fn unsigned(error: &pgp::errors::Error) -> Error {
    Error::from_pgp(error, Kind::UnsupportedAlgorithm, "the data cannot be signed")
}

/// The signatures of `signers` over what `data` yields, one after the other.
pub(crate) fn make(mut data: impl Read, signers: &[Signer<'_>], kind: SignatureType) -> Result<Vec<u8>> {
    let mut hashers = signers
        .iter()
        .map(|signer| signer.config(kind)?.into_hasher())
        .collect::<PgpResult<Vec<_>>>()
        .map_err(|error| unsigned(&error))?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let len = match data.read(&mut buffer) {
            Ok(0) => break,
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(io_error(&error)),
        };
        for hasher in &mut hashers {
            hasher.write_all(&buffer[..len]).map_err(|error| io_error(&error))?;
        }
    }
    let mut out = Vec::with_capacity(128);
    for (hasher, signer) in hashers.into_iter().zip(signers) {
        let signature = hasher.sign(signer.part, &Password::empty()).map_err(|error| unsigned(&error))?;
        signature.to_writer_with_header(&mut out).map_err(|error| unsigned(&error))?;
    }
    Ok(out)
}
