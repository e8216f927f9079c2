//! Certificates: a public key with all that its owner signed about it, checked once, and asked at any time afterwards.

use std::sync::Arc;

use pgp::composed::{Deserializable, SignedPublicKey};
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::public_key::PublicKeyAlgorithm;
use pgp::errors::Result as PgpResult;
use pgp::packet::{PublicKey, PublicSubkey, Signature, SignatureType, SubpacketData};
use pgp::ser::Serialize;
use pgp::types::{
    Duration, EncryptionKey, EskType, Fingerprint, KeyDetails, KeyId, KeyVersion, PkeskBytes, PublicParams,
    SignatureBytes, Tag, Timestamp, VerifyingKey,
};
use rsa::traits::PublicKeyParts;

use crate::armor::{self, Label};
use crate::clock::{self, Seconds};
use crate::engine::Verifier;
use crate::error::{Error, Kind, Result, brief, contain};

/// The shortest modulus that is accepted, in bits.
const SHORTEST_MODULUS: usize = 2048;

/// What a key is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Sign,
    Encrypt,
}

/// What the owner allows a key to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags {
    sign: bool,
    encrypt: bool,
}

impl Flags {
    fn allow(self, usage: Use) -> bool {
        match usage {
            Use::Sign => self.sign,
            Use::Encrypt => self.encrypt,
        }
    }
}

/// A self-signature that was checked: what it says, and from when to when.
#[derive(Clone, Debug)]
struct Statement {
    created: Seconds,
    expires: Option<Seconds>,
    /// For how long after its creation the key is valid.
    key_lifetime: Option<Seconds>,
    flags: Option<Flags>,
    is_primary_user: bool,
    /// Whether the key takes authenticated encryption in chunks (version 2 of the protected data packet).
    takes_aead: bool,
    /// Whether a subkey that signs agreed to belong to this primary key.
    cross_signed: bool,
}

impl Statement {
    fn is_live(&self, at: Seconds) -> bool {
        !clock::is_future(self.created, at) && self.expires.is_none_or(|end| at < end)
    }
}

fn newest_live(statements: &[Statement], at: Seconds) -> Option<&Statement> {
    statements.iter().filter(|statement| statement.is_live(at)).max_by_key(|statement| statement.created)
}

#[derive(Debug)]
struct User {
    id: Vec<u8>,
    certifications: Vec<Statement>,
    /// When it was revoked.
    revocations: Vec<Seconds>,
}

impl User {
    fn statement(&self, at: Seconds) -> Option<&Statement> {
        let statement = newest_live(&self.certifications, at)?;
        // An identity, unlike a key, can come back: a newer certification undoes the revocation.
        let revoked = self.revocations.iter().any(|&revoked| revoked >= statement.created);
        (!revoked).then_some(statement)
    }
}

/// The packet of a primary key or a subkey.
#[derive(Clone, Debug)]
pub(crate) enum PublicPart {
    Primary(PublicKey),
    Subkey(PublicSubkey),
}

macro_rules! each {
    ($part:expr, $key:ident => $body:expr) => {
        match $part {
            PublicPart::Primary($key) => $body,
            PublicPart::Subkey($key) => $body,
        }
    };
}

impl KeyDetails for PublicPart {
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

impl VerifyingKey for PublicPart {
    fn verify(&self, hash: HashAlgorithm, data: &[u8], sig: &SignatureBytes) -> PgpResult<()> {
        each!(self, key => key.verify(hash, data, sig))
    }
}

impl EncryptionKey for PublicPart {
    fn encrypt<R: rand::CryptoRng + rand::Rng>(
        &self,
        rng: R,
        plain: &[u8],
        typ: EskType,
    ) -> PgpResult<PkeskBytes> {
        each!(self, key => key.encrypt(rng, plain, typ))
    }
}

/// One key of a certificate.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) key: PublicPart,
    /// A faster way to verify, where there is one.
    quick: Option<Verifier>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) id: KeyId,
    created: Seconds,
    /// For a subkey: what binds it. The primary key is bound by its user IDs and direct signatures.
    bindings: Vec<Statement>,
    /// A revocation counts once it is known, whatever its reason and time: who has it knows that the key is not to be
    /// used. A weak digest does not excuse the key.
    revoked: bool,
}

impl Part {
    fn new(key: PublicPart) -> Self {
        Self {
            fingerprint: key.fingerprint(),
            id: key.legacy_key_id(),
            created: key.created_at().as_secs(),
            quick: Verifier::new(key.public_params()),
            key,
            bindings: Vec::new(),
            revoked: false,
        }
    }

    /// Whether `signature` is one over `digest`.
    pub(crate) fn verifies(&self, hash: HashAlgorithm, digest: &[u8], signature: &SignatureBytes) -> bool {
        self.quick
            .as_ref()
            .and_then(|quick| quick.verify(hash, digest, signature))
            .unwrap_or_else(|| self.key.verify(hash, digest, signature).is_ok())
    }

    pub(crate) fn created(&self) -> Seconds {
        self.created
    }
}

/// A public key with its user IDs and subkeys.
#[derive(Debug)]
pub struct Certificate {
    /// The primary key is the first.
    parts: Vec<Part>,
    users: Vec<User>,
    direct: Vec<Statement>,
    signed: SignedPublicKey,
}

/// Hexadecimal in capitals, as fingerprints are written.
pub(crate) fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXUPPER.encode(bytes)
}

fn is_weak(hash: HashAlgorithm) -> bool {
    !matches!(
        hash,
        HashAlgorithm::Sha224
            | HashAlgorithm::Sha256
            | HashAlgorithm::Sha384
            | HashAlgorithm::Sha512
            | HashAlgorithm::Sha3_256
            | HashAlgorithm::Sha3_512
    )
}

/// Whether the digest under `signature` is one that forgers can work with.
pub(crate) fn has_weak_digest(signature: &Signature) -> bool {
    signature.hash_alg().is_none_or(is_weak)
}

/// Whether `signature` has something that it must not be understood without, and that is not understood here.
pub(crate) fn has_unknown_critical(signature: &Signature) -> bool {
    signature.config().is_none_or(|config| {
        config.hashed_subpackets().any(|subpacket| {
            subpacket.is_critical
                && matches!(
                    subpacket.data,
                    SubpacketData::Other(..) | SubpacketData::Experimental(..) | SubpacketData::Notation(_)
                )
        })
    })
}

fn absolute(created: Seconds, lifetime: Option<Seconds>) -> Option<Seconds> {
    lifetime.filter(|&lifetime| lifetime > 0).map(|lifetime| created.saturating_add(lifetime))
}

/// What `signature` says, if its form is one that is believed. That it is genuine is for the caller to check.
fn statement(signature: &Signature) -> Option<Statement> {
    if has_weak_digest(signature) || has_unknown_critical(signature) {
        return None;
    }
    let created = signature.created()?.as_secs();
    let flags = signature
        .config()?
        .hashed_subpackets()
        .any(|subpacket| matches!(subpacket.data, SubpacketData::KeyFlags(_)))
        .then(|| signature.key_flags())
        .map(|flags| Flags { sign: flags.sign(), encrypt: flags.encrypt_comms() || flags.encrypt_storage() });
    Some(Statement {
        created,
        expires: absolute(created, signature.signature_expiration_time().map(Duration::as_secs)),
        key_lifetime: signature.key_expiration_time().map(Duration::as_secs).filter(|&time| time > 0),
        flags,
        is_primary_user: signature.is_primary(),
        takes_aead: signature.features().is_some_and(pgp::packet::Features::seipd_v2),
        cross_signed: false,
    })
}

fn can_encrypt(algorithm: PublicKeyAlgorithm) -> bool {
    matches!(
        algorithm,
        PublicKeyAlgorithm::RSA
            | PublicKeyAlgorithm::RSAEncrypt
            | PublicKeyAlgorithm::ECDH
            | PublicKeyAlgorithm::X25519
            | PublicKeyAlgorithm::X448
    )
}

fn can_sign(algorithm: PublicKeyAlgorithm) -> bool {
    matches!(
        algorithm,
        PublicKeyAlgorithm::RSA
            | PublicKeyAlgorithm::RSASign
            | PublicKeyAlgorithm::ECDSA
            | PublicKeyAlgorithm::EdDSALegacy
            | PublicKeyAlgorithm::Ed25519
            | PublicKeyAlgorithm::Ed448
            | PublicKeyAlgorithm::DSA
    )
}

fn modulus_bits(params: &PublicParams) -> Option<usize> {
    match params {
        PublicParams::RSA(params) => Some(params.key.n().bits()),
        PublicParams::DSA(params) => Some(params.key.components().p().bits()),
        _ => None,
    }
}

impl Certificate {
    /// Reads the one certificate in `data`, armored or binary. A secret key is not taken for one.
    ///
    /// # Errors
    ///
    /// [`Kind::MalformedData`] where it holds no certificate or several; [`Kind::InvalidKey`] where no self-signature
    /// is valid.
    pub fn read(data: &[u8]) -> Result<Self> {
        contain(|| {
            let bytes = armor::decode_if_armored(data, &[Label::PublicKey])?;
            Self::new(read_one::<SignedPublicKey>(&bytes, "public")?)
        })
    }

    /// Checks every self-signature of `signed`.
    pub(crate) fn new(signed: SignedPublicKey) -> Result<Self> {
        let primary = &signed.primary_key;
        if !matches!(primary.version(), KeyVersion::V4 | KeyVersion::V6) {
            return Err(Error::new(Kind::UnsupportedAlgorithm, "keys are offered in version 4 and 6 only"));
        }
        let mut first = Part::new(PublicPart::Primary(primary.clone()));
        first.revoked = signed
            .details
            .revocation_signatures
            .iter()
            .any(|signature| signature.verify_key(primary).is_ok());
        let direct = signed
            .details
            .direct_signatures
            .iter()
            .filter(|signature| signature.typ() == Some(SignatureType::Key))
            .filter(|signature| signature.verify_key(primary).is_ok())
            .filter_map(statement)
            .collect();
        let users = signed.details.users.iter().map(|user| read_user(user, primary)).collect::<Vec<_>>();
        let mut parts = vec![first];
        parts.extend(signed.public_subkeys.iter().filter_map(|subkey| read_subkey(subkey, primary)));
        let certificate = Self { parts, users, direct, signed };
        if certificate.direct.is_empty()
            && certificate.users.iter().all(|user| user.certifications.is_empty())
        {
            let weak = certificate.self_signatures().any(has_weak_digest);
            return Err(Error::new(
                if weak { Kind::WeakDigest } else { Kind::InvalidKey },
                format!(
                    "key {} is not valid: {}",
                    certificate.fingerprint(),
                    if weak {
                        "its self-signatures rest on a broken digest"
                    } else {
                        "it has no valid self-signature"
                    }
                ),
            ));
        }
        Ok(certificate)
    }

    fn self_signatures(&self) -> impl Iterator<Item = &Signature> {
        let details = &self.signed.details;
        details.direct_signatures.iter().chain(details.users.iter().flat_map(|user| &user.signatures))
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(crate) fn primary(&self) -> &Part {
        &self.parts[0]
    }

    /// The fingerprint of the primary key, in hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        hex(self.primary().fingerprint.as_bytes())
    }

    /// The fingerprint of every subkey that is bound.
    #[must_use]
    pub fn subkey_fingerprints(&self) -> Vec<String> {
        self.parts[1..].iter().map(|part| hex(part.fingerprint.as_bytes())).collect()
    }

    /// The version of the key's format, 4 or 6.
    #[must_use]
    pub fn version(&self) -> u8 {
        self.primary().key.version().into()
    }

    /// The algorithm of the primary key.
    #[must_use]
    pub fn algorithm(&self) -> String {
        algorithm_name(&self.primary().key)
    }

    /// When the primary key was made.
    #[must_use]
    pub fn created(&self) -> Seconds {
        self.primary().created
    }

    /// When the primary key ceases to be valid, by what is known `at` that time.
    #[must_use]
    pub fn expires(&self, at: Seconds) -> Option<Seconds> {
        self.primary_fact(at, |statement| statement.key_lifetime)
            .and_then(|lifetime| absolute(self.created(), Some(lifetime)))
    }

    /// Whether the primary key was revoked.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        self.primary().revoked
    }

    /// The user IDs that hold `at` that time, the primary one first.
    #[must_use]
    pub fn user_ids(&self, at: Seconds) -> Vec<&[u8]> {
        let mut users = self
            .users
            .iter()
            .filter_map(|user| user.statement(at).map(|statement| (user, statement)))
            .collect::<Vec<_>>();
        users.sort_by_key(|(_, statement)| std::cmp::Reverse((statement.is_primary_user, statement.created)));
        users.into_iter().map(|(user, _)| &user.id[..]).collect()
    }

    /// The statement of the primary user ID.
    fn user_statement(&self, at: Seconds) -> Option<&Statement> {
        self.users
            .iter()
            .filter_map(|user| user.statement(at))
            .max_by_key(|statement| (statement.is_primary_user, statement.created))
    }

    /// What the owner says about the primary key: version 6 says it in direct signatures, version 4 with the user ID.
    fn primary_statements(&self, at: Seconds) -> [Option<&Statement>; 2] {
        let direct = newest_live(&self.direct, at);
        let user = self.user_statement(at);
        if self.version() == 6 { [direct, user] } else { [user, direct] }
    }

    fn primary_fact<T>(&self, at: Seconds, fact: impl Fn(&Statement) -> Option<T>) -> Option<T> {
        self.primary_statements(at).into_iter().flatten().find_map(fact)
    }

    /// Whether every key of the certificate takes version 2 of the protected data packet.
    pub(crate) fn takes_aead(&self, at: Seconds) -> bool {
        self.primary_statements(at).into_iter().flatten().any(|statement| statement.takes_aead)
    }

    fn describe(&self, index: usize) -> String {
        let fingerprint = hex(self.parts[index].fingerprint.as_bytes());
        if index == 0 { format!("key {fingerprint}") } else { format!("subkey {fingerprint}") }
    }

    fn refuse<T>(&self, index: usize, kind: Kind, reason: &str) -> Result<T> {
        Err(Error::new(kind, format!("{} {reason}", self.describe(index))))
    }

    /// Demands that the key at `index` may be used for `usage`, at that time.
    pub(crate) fn check(&self, index: usize, usage: Use, at: Seconds) -> Result<()> {
        self.check_life(0, at)?;
        if self.primary_statements(at).iter().all(Option::is_none) {
            return self.refuse(
                0,
                Kind::InvalidKey,
                "is not valid: no self-signature of it holds at that time",
            );
        }
        let part = &self.parts[index];
        let flags = if index == 0 {
            self.primary_fact(at, |statement| statement.flags)
                .unwrap_or(Flags { sign: can_sign(part.key.algorithm()), encrypt: false })
        } else {
            self.check_life(index, at)?;
            let Some(binding) = newest_live(&part.bindings, at) else {
                return self.refuse(
                    index,
                    Kind::InvalidKey,
                    "is not valid: nothing binds it to its primary key",
                );
            };
            let flags =
                binding.flags.unwrap_or(Flags { sign: false, encrypt: can_encrypt(part.key.algorithm()) });
            if usage == Use::Sign && flags.sign && !binding.cross_signed {
                return self.refuse(
                    index,
                    Kind::InvalidKey,
                    "must not sign: it did not sign its primary key in return (0x19)",
                );
            }
            flags
        };
        let (able, verb) = match usage {
            Use::Sign => (can_sign(part.key.algorithm()), "sign"),
            Use::Encrypt => (can_encrypt(part.key.algorithm()), "be encrypted to"),
        };
        if !able || !flags.allow(usage) {
            return self.refuse(
                index,
                Kind::WrongKeyUsage,
                &format!("must not {verb}: its key flags do not allow it"),
            );
        }
        match modulus_bits(part.key.public_params()) {
            Some(bits) if bits < SHORTEST_MODULUS => self.refuse(
                index,
                Kind::InvalidKey,
                &format!("is too short: {bits} bits, and {SHORTEST_MODULUS} are the least"),
            ),
            _ => Ok(()),
        }
    }

    /// Whether the owner ever let the key at `index` be encrypted to. What was encrypted while it held stays readable.
    pub(crate) fn may_decrypt(&self, index: usize) -> bool {
        let part = &self.parts[index];
        let allows = |statement: &Statement| statement.flags.map_or(index > 0, |flags| flags.encrypt);
        let mut statements = part
            .bindings
            .iter()
            .chain(self.direct.iter().filter(|_| index == 0))
            .chain(self.users.iter().filter(|_| index == 0).flat_map(|user| &user.certifications));
        can_encrypt(part.key.algorithm()) && statements.any(allows)
    }

    /// Demands that the key at `index` exists, is not over and not revoked, at that time.
    fn check_life(&self, index: usize, at: Seconds) -> Result<()> {
        let part = &self.parts[index];
        if part.revoked {
            return self.refuse(index, Kind::KeyRevoked, "was revoked");
        }
        if clock::is_future(part.created, at) {
            let reason = format!("is not valid before {}", clock::written(part.created));
            return self.refuse(index, Kind::KeyNotYetValid, &reason);
        }
        let lifetime = if index == 0 {
            self.primary_fact(at, |statement| statement.key_lifetime)
        } else {
            newest_live(&part.bindings, at).and_then(|binding| binding.key_lifetime)
        };
        match absolute(part.created, lifetime) {
            Some(end) if end <= at => {
                self.refuse(index, Kind::KeyExpired, &format!("expired at {}", clock::written(end)))
            }
            _ => Ok(()),
        }
    }

    /// The key that is to be used for `usage`, at that time: the newest subkey that may, or the primary key. `has`
    /// says which are at hand.
    pub(crate) fn choose(&self, usage: Use, at: Seconds, has: impl Fn(usize) -> bool) -> Result<usize> {
        let mut refusal = None;
        let mut candidates = (1..self.parts.len()).filter(|&index| has(index)).collect::<Vec<_>>();
        candidates.sort_by_key(|&index| std::cmp::Reverse(self.parts[index].created));
        candidates.extend(has(0).then_some(0));
        for index in candidates {
            match self.check(index, usage, at) {
                Ok(()) => return Ok(index),
                // That a key is for something else matters less than that the right one is over or revoked.
                Err(error) if error.kind() == Kind::WrongKeyUsage => {}
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        let verb = if usage == Use::Sign { "may sign" } else { "may be encrypted to" };
        Err(refusal.unwrap_or_else(|| {
            Error::new(Kind::WrongKeyUsage, format!("key {} has no part that {verb}", self.fingerprint()))
        }))
    }

    /// The index of the key that has this fingerprint.
    pub(crate) fn position(&self, fingerprint: &Fingerprint) -> Option<usize> {
        self.parts.iter().position(|part| part.fingerprint == *fingerprint)
    }

    /// The certificate, armored.
    #[must_use]
    pub fn to_armor(&self) -> Vec<u8> {
        armor::encode(Label::PublicKey, &self.to_bytes())
    }

    /// The certificate, binary.
    ///
    /// # Panics
    ///
    /// Never: what was read can be written.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.signed.to_bytes().expect("a certificate that was read can be written")
    }
}

/// Reads the one key in `bytes`.
pub(crate) fn read_one<T: Deserializable>(bytes: &[u8], kind: &str) -> Result<T> {
    let refuse =
        |reason: String| Error::new(Kind::MalformedData, format!("no {kind} key can be read: {reason}"));
    let mut keys = T::from_bytes_many(bytes).map_err(|error| refuse(brief(&error)))?;
    let key = match keys.next() {
        Some(Ok(key)) => key,
        Some(Err(error)) => return Err(refuse(brief(&error))),
        None => return Err(refuse("there is none in the data".into())),
    };
    match keys.next() {
        None => Ok(key),
        Some(Ok(_)) => Err(refuse("the data holds more than one".into())),
        Some(Err(error)) => Err(refuse(brief(&error))),
    }
}

fn read_user(user: &pgp::types::SignedUser, primary: &PublicKey) -> User {
    let mut read = User { id: user.id.id().to_vec(), certifications: Vec::new(), revocations: Vec::new() };
    for signature in &user.signatures {
        if signature.verify_certification(primary, Tag::UserId, &user.id).is_err() {
            continue;
        }
        if signature.typ() == Some(SignatureType::CertRevocation) {
            read.revocations.push(signature.created().map_or(Seconds::MAX, Timestamp::as_secs));
        } else {
            read.certifications.extend(statement(signature));
        }
    }
    read
}

/// A subkey with what binds it, or nothing where nothing does.
fn read_subkey(subkey: &pgp::composed::SignedPublicSubKey, primary: &PublicKey) -> Option<Part> {
    let mut part = Part::new(PublicPart::Subkey(subkey.key.clone()));
    for signature in &subkey.signatures {
        if signature.verify_subkey_binding(primary, &subkey.key).is_err() {
            continue;
        }
        if signature.typ() == Some(SignatureType::SubkeyRevocation) {
            part.revoked = true;
        } else if let Some(mut statement) = statement(signature) {
            // Nothing but a binding that lets the subkey sign needs the subkey's consent.
            statement.cross_signed = signature.embedded_signature().is_some_and(|consent| {
                !has_weak_digest(consent) && consent.verify_primary_key_binding(&subkey.key, primary).is_ok()
            });
            part.bindings.push(statement);
        }
    }
    (!part.bindings.is_empty()).then_some(part)
}

/// The algorithm of `key`, with its size or curve where that is open.
pub(crate) fn algorithm_name(key: &impl KeyDetails) -> String {
    match key.public_params() {
        PublicParams::RSA(params) => format!("RSA-{}", params.key.n().bits()),
        PublicParams::ECDSA(params) => format!("ECDSA {}", params.curve().name()),
        PublicParams::ECDH(params) => format!("ECDH {}", params.curve().name()),
        PublicParams::EdDSALegacy(_) | PublicParams::Ed25519(_) => "Ed25519".into(),
        PublicParams::X25519(_) => "X25519".into(),
        PublicParams::Ed448(_) => "Ed448".into(),
        PublicParams::X448(_) => "X448".into(),
        PublicParams::DSA(_) => "DSA".into(),
        PublicParams::Elgamal(_) => "ElGamal".into(),
        PublicParams::Unknown { .. } => format!("algorithm {}", u8::from(key.algorithm())),
    }
}

/// A certificate that several own.
pub type SharedCertificate = Arc<Certificate>;
