//! Messages that carry their data: signed, encrypted, or both.

use std::fmt::Debug;
use std::io::{self, BufRead, BufReader, Read, Write};

use pgp::composed::{
    DecryptionOptions, Edata, Encryption, Esk, FullSignaturePacket, Message, MessageBuilder, PlainSessionKey,
    SubpacketConfig, TheRing, decrypt_session_key_with_password,
};
use pgp::crypto::aead::{AeadAlgorithm, ChunkSize};
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::sym::SymmetricKeyAlgorithm;
use pgp::packet::{
    OpsVersionSpecific, ProtectedDataConfig, PublicKeyEncryptedSessionKey, SymEncryptedProtectedDataConfig,
    SymKeyEncryptedSessionKey,
};
use pgp::ser::Serialize;
use pgp::types::{
    DecryptionKey, EskType, Password, PkeskBytes, PkeskVersion, Seipdv1ReadMode, StringToKey, Tag,
};
use rand::rngs::OsRng;

use crate::armor::{self, Label};
use crate::certificate::{Certificate, Use, hex};
use crate::clear;
use crate::clock::Seconds;
use crate::error::{Error, Kind, Result, contain, io as io_error};
use crate::packet;
use crate::secret_key::SecretKey;
use crate::signature::{self, Judge, Signer, Status, Verdict};

/// How much is held at a time.
const CHUNK: usize = 1 << 16;

/// Compressed data within compressed data, this often: more is an attack.
const DEEPEST: usize = 4;

/// So many passphrases are tried on one message: each try is slow on purpose.
const MOST_PASSPHRASE_TRIES: usize = 16;

/// The iterations of a passphrase, as RFC 9580 codes them: 65,011,712 bytes are hashed, the most there is.
const PASSPHRASE_ITERATIONS: u8 = 255;

/// Argon2 may take no more than this: passes, and the power of two of the memory in KiB.
const ARGON2_MOST: (u8, u8) = (10, 20);

/// A text that is clear-signed is held in memory; one that comes as a stream must not be longer than this.
const LONGEST_CLEAR_TEXT: u64 = 1 << 28;

/// Where data comes from.
#[derive(Debug)]
pub enum Source<R> {
    /// It is in memory.
    Bytes(Vec<u8>),
    /// It is read piece by piece.
    Reader(R),
}

/// What a message is to be made of.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// Who is to be able to read it. With none of them and no passphrase, it is not encrypted.
    pub recipients: &'a [&'a Certificate],
    /// A passphrase that opens it.
    pub passphrase: Option<&'a [u8]>,
    /// Who signs it.
    pub signers: &'a [&'a SecretKey],
    /// The time of the signatures, at which every key is to be valid.
    pub at: Seconds,
    /// How long the signatures are valid, in seconds.
    pub lifetime: Option<Seconds>,
    /// Whether it is armored.
    pub armor: bool,
}

type Keys<'a> = Vec<&'a crate::certificate::Part>;

impl Envelope<'_> {
    /// Writes the message to `out`.
    ///
    /// # Errors
    ///
    /// As a key refuses, or as reading and writing fail.
    pub fn write<R: Read>(&self, source: Source<R>, mut out: impl Write) -> Result<()> {
        let signers = Signer::all(self.signers, self.at, self.lifetime)?;
        let keys = self
            .recipients
            .iter()
            .map(|recipient| Ok(&recipient.parts()[recipient.choose(Use::Encrypt, self.at, |_| true)?]))
            .collect::<Result<Keys<'_>>>()?;
        if self.armor {
            let mut writer = armor::Writer::new(out, Label::Message).map_err(|error| io_error(&error))?;
            self.write_packets(source, &signers, &keys, &mut writer)?;
            out = writer.finish().map_err(|error| io_error(&error))?;
        } else {
            self.write_packets(source, &signers, &keys, &mut out)?;
        }
        out.flush().map_err(|error| io_error(&error))
    }

    /// [`Self::write`], in memory.
    ///
    /// # Errors
    ///
    /// As [`Self::write`].
    pub fn seal(&self, data: &[u8]) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(data.len() + data.len() / 2 + 1024);
        self.write(Source::<io::Empty>::Bytes(data.to_vec()), &mut out)?;
        Ok(out)
    }

    fn write_packets<R: Read>(
        &self,
        source: Source<R>,
        signers: &[Signer<'_>],
        keys: &Keys<'_>,
        out: impl Write,
    ) -> Result<()> {
        match source {
            Source::Bytes(bytes) => self.build(MessageBuilder::from_bytes("", bytes), signers, keys, out),
            Source::Reader(reader) => self.build(MessageBuilder::from_reader("", reader), signers, keys, out),
        }
    }

    fn build<'b, R: Read>(
        &self,
        mut builder: MessageBuilder<'b, R>,
        signers: &'b [Signer<'b>],
        keys: &Keys<'_>,
        out: impl Write,
    ) -> Result<()> {
        let sealing = |error: pgp::errors::Error| {
            Error::from_pgp(&error, Kind::UnsupportedAlgorithm, "the message cannot be made")
        };
        for signer in signers {
            let (hashed, unhashed) = signer.subpackets().map_err(sealing)?;
            let subpackets = SubpacketConfig::UserDefined { hashed, unhashed };
            builder.sign_with_subpackets(signer.part, Password::empty(), signer.hash(), subpackets);
        }
        if keys.is_empty() && self.passphrase.is_none() {
            return write_out(builder, out);
        }
        let takes_aead = !self.recipients.is_empty()
            && self.recipients.iter().all(|recipient| recipient.takes_aead(self.at));
        let stretching = || StringToKey::new_iterated(OsRng, HashAlgorithm::Sha256, PASSPHRASE_ITERATIONS);
        if takes_aead {
            let chunk = ChunkSize::default();
            let mut builder =
                builder.seipd_v2(OsRng, SymmetricKeyAlgorithm::AES256, AeadAlgorithm::Ocb, chunk);
            for part in keys {
                builder.encrypt_to_key(OsRng, &part.key).map_err(sealing)?;
            }
            if let Some(passphrase) = self.passphrase {
                builder
                    .encrypt_with_password(OsRng, stretching(), &Password::from(passphrase))
                    .map_err(sealing)?;
            }
            write_out(builder, out)
        } else {
            let mut builder = builder.seipd_v1(OsRng, SymmetricKeyAlgorithm::AES256);
            for part in keys {
                builder.encrypt_to_key(OsRng, &part.key).map_err(sealing)?;
            }
            if let Some(passphrase) = self.passphrase {
                builder.encrypt_with_password(stretching(), &Password::from(passphrase)).map_err(sealing)?;
            }
            write_out(builder, out)
        }
    }
}

fn write_out<R: Read, E: Encryption>(builder: MessageBuilder<'_, R, E>, out: impl Write) -> Result<()> {
    builder
        .to_writer(OsRng, out)
        .map_err(|error| Error::from_pgp(&error, Kind::Io, "the message cannot be written"))
}

/// What a message is opened with.
#[derive(Clone, Copy, Debug)]
pub struct Opener<'a> {
    /// The keys that may decrypt it.
    pub keys: &'a [&'a SecretKey],
    /// The passphrase that may.
    pub passphrase: Option<&'a [u8]>,
    /// The keys that may have signed it, and when everything is to be valid.
    pub judge: Judge<'a>,
    /// The most that it may hold, in bytes.
    pub limit: u64,
}

fn too_large(limit: u64) -> Error {
    Error::new(
        Kind::TooLarge,
        format!("the message holds more than {limit} bytes: set a higher limit if it may"),
    )
}

impl Opener<'_> {
    /// Decrypts `message`, which is in memory. Nothing comes out unless all of it is authentic.
    ///
    /// # Errors
    ///
    /// The rule that it breaks.
    pub fn decrypt(&self, message: &[u8]) -> Result<(Vec<u8>, Vec<Verdict>)> {
        contain(|| {
            let bytes = armor::decode_if_armored(message, &[Label::Message])?;
            let mut data = Vec::with_capacity(bytes.len());
            let parsed = parse(&bytes[..])?;
            let verdicts = self.open(parsed, &bytes, true, false, &mut data)?;
            Ok((data, verdicts))
        })
    }

    /// Decrypts what `message` yields. What is written to `out` is authentic only once this returns.
    ///
    /// # Errors
    ///
    /// The rule that the message breaks, or as reading and writing fail.
    pub fn decrypt_stream(&self, message: impl Read + Send, out: impl Write) -> Result<Vec<Verdict>> {
        contain(|| with_packets(message, |parsed, start| self.open(parsed, start, true, true, out)))
    }

    /// The data of `message`, which is signed, and what its signatures turned out to be.
    ///
    /// # Errors
    ///
    /// [`Kind::NotSigned`] and [`Kind::MalformedData`].
    pub fn verify(&self, message: &[u8]) -> Result<(Vec<u8>, Vec<Verdict>)> {
        if clear::is_clear(message) {
            return clear::verify(message, self.judge);
        }
        contain(|| {
            let bytes = armor::decode_if_armored(message, &[Label::Message])?;
            let mut data = Vec::with_capacity(bytes.len());
            let verdicts = self.open(parse(&bytes[..])?, &bytes, false, false, &mut data)?;
            Ok((data, verdicts))
        })
    }

    /// [`Self::verify`], piece by piece. What is written to `out` is authentic only once this returns. A clear-signed
    /// text is held in memory all the same.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`], or as reading and writing fail.
    pub fn verify_stream(&self, message: impl Read + Send, mut out: impl Write) -> Result<Vec<Verdict>> {
        let mut message = BufReader::with_capacity(CHUNK, Filling::new(message));
        let start = message.fill_buf().map_err(|error| io_error(&error))?;
        if !clear::is_clear(start) {
            return contain(|| {
                with_packets(message, |parsed, start| self.open(parsed, start, false, true, out))
            });
        }
        let mut text = Vec::new();
        let longest = LONGEST_CLEAR_TEXT.min(self.limit);
        message.take(longest + 1).read_to_end(&mut text).map_err(|error| io_error(&error))?;
        if text.len() as u64 > longest {
            return Err(too_large(longest));
        }
        let (text, verdicts) = clear::verify(&text, self.judge)?;
        out.write_all(&text).and_then(|()| out.flush()).map_err(|error| io_error(&error))?;
        Ok(verdicts)
    }

    fn open(
        &self,
        mut message: Message<'_>,
        start: &[u8],
        encrypted: bool,
        streaming: bool,
        out: impl Write,
    ) -> Result<Vec<Verdict>> {
        if encrypted != message.is_encrypted() {
            let reason = if encrypted { "is not encrypted" } else { "is encrypted: decrypt it" };
            return Err(Error::new(Kind::MalformedData, format!("the message {reason}")));
        }
        let mut by_passphrase = false;
        if encrypted {
            (message, by_passphrase) = self.unlock(message, start, streaming)?;
        }
        let raw = (!encrypted && !streaming).then_some(start);
        self.unpack(message, encrypted, raw, out).map_err(|error| match error.kind() {
            // A passphrase that is wrong, and a message that was changed, often look alike.
            Kind::DecryptionFailed if by_passphrase => {
                Error::new(Kind::BadPassphrase, "the passphrase is wrong, or the message was changed")
            }
            _ => error,
        })
    }

    /// Takes the layers off that are not encrypted, and hands on what is in them.
    fn unpack(
        &self,
        mut message: Message<'_>,
        encrypted: bool,
        raw: Option<&[u8]>,
        mut out: impl Write,
    ) -> Result<Vec<Verdict>> {
        // Within an encrypted message everything that is wrong is one and the same, so that nobody learns from it.
        let (kind, context) = if encrypted {
            (Kind::DecryptionFailed, "the message was changed, or does not belong to the key")
        } else {
            (Kind::MalformedData, "the message is malformed")
        };
        let failed = |error: &pgp::errors::Error| {
            if encrypted {
                Error::from_pgp(error, kind, context).without_cause(context)
            } else {
                Error::from_pgp(error, kind, context)
            }
        };
        let mut depth = 0;
        loop {
            let inner = match &message {
                Message::Signed { reader, .. } => reader.get_ref(),
                other => other,
            };
            match inner {
                Message::Literal { .. } => break,
                Message::Compressed { .. } if depth < DEEPEST => depth += 1,
                Message::Compressed { .. } => {
                    return Err(Error::new(Kind::TooLarge, "the message is compressed over and over again"));
                }
                Message::Signed { .. } | Message::Encrypted { .. } => {
                    return Err(Error::new(
                        Kind::UnsupportedAlgorithm,
                        "messages that are signed or encrypted layer by layer are not offered",
                    ));
                }
            }
            message = message.decompress().map_err(|error| failed(&error))?;
        }
        let mut total = 0;
        let mut buffer = vec![0; CHUNK];
        loop {
            let len = match message.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(failed(&pgp::errors::Error::from(error))),
            };
            total += len as u64;
            if total > self.limit {
                return Err(too_large(self.limit));
            }
            out.write_all(&buffer[..len]).map_err(|error| io_error(&error))?;
        }
        out.flush().map_err(|error| io_error(&error))?;
        let Message::Signed { reader, .. } = &message else { return Ok(Vec::new()) };
        let found = reader.signatures().ok_or_else(|| Error::new(kind, context))?;
        // The last announcement, and no other, says that it is the last.
        let announcements = found.iter().filter_map(|found| match found {
            FullSignaturePacket::Ops { ops, .. } => Some(ops.is_nested()),
            FullSignaturePacket::Signature { .. } => None,
        });
        let lasts = announcements.clone().filter(|is_nested| !is_nested).count();
        let ends_once = lasts == usize::from(announcements.count() > 0);
        // Within a compressed packet the signatures cannot be seen as they were written.
        let raw = raw.filter(|_| depth == 0);
        let judge = |(index, found): (usize, &FullSignaturePacket)| {
            let mut verdict = self.judge.judge(found.signature(), || reader.hash(index).map(Into::into));
            if !is_announced(found, &verdict) || !ends_once {
                verdict.status = Status::Bad;
                verdict.reason = "the signature is not the one that the message announces".into();
            }
            if raw.is_some_and(|raw| !is_verbatim(raw, found)) {
                verdict.status = Status::Bad;
                verdict.reason = "the signature is not written in its one proper form".into();
            }
            verdict
        };
        Ok(found.iter().enumerate().map(judge).collect())
    }

    /// Finds the session key and begins to decrypt. Says whether it came from a passphrase.
    fn unlock<'m>(&self, message: Message<'m>, start: &[u8], streaming: bool) -> Result<(Message<'m>, bool)> {
        let Message::Encrypted { esk, edata, .. } = &message else {
            return Err(Error::new(Kind::MalformedData, "the message is not encrypted"));
        };
        if matches!(edata, Edata::SymEncryptedData { .. }) || edata.tag() == Tag::SymEncryptedData {
            return Err(Error::new(
                Kind::MissingIntegrity,
                "nothing protects the message against changes (it has no MDC and no AEAD): it is not decrypted",
            ));
        }
        let (session_key, by_passphrase) = self.session_key(esk)?;
        // Nothing authenticates the packets that the session key is in.
        if !packet::begins_with(start, esk.iter().map(body)) || esk.iter().any(has_free_bit) {
            return Err(Error::new(
                Kind::DecryptionFailed,
                "the message was changed, or does not belong to the key",
            ));
        }
        if !has_fitting_length(edata, &session_key) {
            return Err(Error::new(
                Kind::DecryptionFailed,
                "the message was changed, or does not belong to the key",
            ));
        }
        let mode = if streaming {
            Seipdv1ReadMode::Streaming
        } else {
            Seipdv1ReadMode::CheckFirst {
                max_message_size: usize::try_from(self.limit).unwrap_or(usize::MAX),
            }
        };
        let ring = TheRing {
            session_keys: vec![session_key],
            decrypt_options: DecryptionOptions::new().enable_gnupg_aead().set_seipdv1_read_mode(mode),
            ..TheRing::default()
        };
        match message.decrypt_the_ring(ring, true) {
            Ok((message, _)) => Ok((message, by_passphrase)),
            Err(_) if by_passphrase => {
                Err(Error::new(Kind::BadPassphrase, "the passphrase is wrong, or the message was changed"))
            }
            Err(error) => {
                let context = "the message was changed, or does not belong to the key";
                Err(Error::from_pgp(&error, Kind::DecryptionFailed, context).without_cause(context))
            }
        }
    }

    fn session_key(&self, esk: &[Esk]) -> Result<(PlainSessionKey, bool)> {
        let mut refusal = None;
        let mut wanted = Vec::new();
        let mut locks = Vec::new();
        for esk in esk {
            match esk {
                Esk::PublicKeyEncryptedSessionKey(packet) => match self.by_key(packet) {
                    Ok(Some(session_key)) => return Ok((session_key, false)),
                    Ok(None) => wanted.push(addressee(packet)),
                    Err(error) => refusal = refusal.or(Some(error)),
                },
                Esk::SymKeyEncryptedSessionKey(packet) => locks.push(packet),
            }
        }
        if let Some(passphrase) = self.passphrase.filter(|_| !locks.is_empty()) {
            return by_passphrase(&locks, passphrase).map(|session_key| (session_key, true));
        }
        Err(refusal.unwrap_or_else(|| match (&wanted[..], &locks[..]) {
            ([], []) => Error::new(Kind::MalformedData, "the message says nothing about who can decrypt it"),
            ([], _) => Error::new(Kind::BadPassphrase, "the message is locked, and no passphrase was given"),
            (wanted, _) => Error::new(
                Kind::KeyNotFound,
                format!("none of the keys decrypts the message: it is encrypted to {}", wanted.join(", ")),
            ),
        }))
    }

    /// The session key in `packet`, if one of the keys is its addressee.
    fn by_key(&self, packet: &PublicKeyEncryptedSessionKey) -> Result<Option<PlainSessionKey>> {
        let kind = match packet.version() {
            PkeskVersion::V3 => EskType::V3_4,
            PkeskVersion::V6 => EskType::V6,
            PkeskVersion::Other(_) => return Ok(None),
        };
        let Ok(values) = packet.values() else { return Ok(None) };
        let mut refusal = None;
        for key in self.keys {
            for (index, part) in key.parts() {
                if !packet.match_identity(part) {
                    continue;
                }
                if !key.certificate().may_decrypt(*index) {
                    refusal = Some(Error::new(
                        Kind::WrongKeyUsage,
                        format!(
                            "key {} must not decrypt: its key flags do not allow it",
                            hex(key.certificate().parts()[*index].fingerprint.as_bytes())
                        ),
                    ));
                    continue;
                }
                match part.decrypt(&Password::empty(), values, kind) {
                    Ok(Ok(session_key)) => return Ok(Some(session_key)),
                    _ => {
                        refusal = refusal.or(Some(Error::new(
                            Kind::DecryptionFailed,
                            "the message was changed, or does not belong to the key",
                        )));
                    }
                }
            }
        }
        refusal.map_or(Ok(None), Err)
    }
}

/// The body of a packet as it would be written.
fn body(esk: &Esk) -> Option<Vec<u8>> {
    match esk {
        Esk::PublicKeyEncryptedSessionKey(packet) => packet.to_bytes().ok(),
        Esk::SymKeyEncryptedSessionKey(packet) => packet.to_bytes().ok(),
    }
}

/// Whether a message's cipher and mode are known, and a session key has the length that they want: the crate takes all
/// of that for granted.
fn has_fitting_length(edata: &Edata<'_>, session_key: &PlainSessionKey) -> bool {
    let (Edata::SymEncryptedProtectedData { reader } | Edata::GnupgAeadData { reader }) = edata else {
        return true;
    };
    let (cipher, mode) = match reader.config() {
        ProtectedDataConfig::Seipd(SymEncryptedProtectedDataConfig::V1) => return true,
        ProtectedDataConfig::Seipd(SymEncryptedProtectedDataConfig::V2 { sym_alg, aead, .. }) => {
            (*sym_alg, *aead)
        }
        ProtectedDataConfig::GnupgAead(config) => (config.sym_alg, config.aead),
    };
    let (PlainSessionKey::V3_4 { key, .. } | PlainSessionKey::V5 { key } | PlainSessionKey::V6 { key }) =
        session_key;
    matches!(mode, AeadAlgorithm::Eax | AeadAlgorithm::Ocb | AeadAlgorithm::Gcm)
        && key.len() == cipher.key_size()
}

/// Whether the bit of a point on Curve25519 is set that its arithmetic ignores.
fn has_free_bit(esk: &Esk) -> bool {
    let Esk::PublicKeyEncryptedSessionKey(packet) = esk else { return false };
    let point = match packet.values() {
        Ok(PkeskBytes::Ecdh { public_point, .. }) => match public_point.as_ref() {
            [0x40, point @ ..] if point.len() == 32 => point,
            _ => return false,
        },
        Ok(PkeskBytes::X25519 { ephemeral, .. }) => &ephemeral[..],
        _ => return false,
    };
    point[31] & 0x80 != 0
}

/// Whether a signature stands in `raw`, at its start or its end, as it would be written.
fn is_verbatim(raw: &[u8], found: &FullSignaturePacket) -> bool {
    let Ok(body) = found.signature().to_bytes() else { return false };
    let near = CHUNK.min(raw.len());
    [&raw[..near], &raw[raw.len() - near..]]
        .iter()
        .any(|part| part.windows(body.len()).any(|window| window == body))
}

/// Whether what stands before the data announces this very signature.
fn is_announced(found: &FullSignaturePacket, verdict: &Verdict) -> bool {
    let FullSignaturePacket::Ops { ops, signature } = found else { return true };
    let names_issuer = match ops.version_specific() {
        OpsVersionSpecific::V3 { key_id } => {
            verdict.key_id.as_ref().is_none_or(|id| *id == hex(key_id.as_ref()))
        }
        OpsVersionSpecific::V6 { fingerprint, .. } => {
            verdict.fingerprint.as_ref().is_none_or(|known| *known == hex(fingerprint))
        }
        OpsVersionSpecific::Unknown { .. } => false,
    };
    names_issuer && ops.matches(signature)
}

fn addressee(packet: &PublicKeyEncryptedSessionKey) -> String {
    match (packet.fingerprint(), packet.id()) {
        (Ok(Some(fingerprint)), _) => hex(fingerprint.as_bytes()),
        (_, Ok(id)) if id.as_ref().iter().any(|&byte| byte != 0) => hex(id.as_ref()),
        _ => "somebody who is not named".into(),
    }
}

fn by_passphrase(locks: &[&SymKeyEncryptedSessionKey], passphrase: &[u8]) -> Result<PlainSessionKey> {
    let password = Password::from(passphrase);
    for lock in locks.iter().take(MOST_PASSPHRASE_TRIES) {
        if let Some(StringToKey::Argon2 { t, m_enc, .. }) = lock.s2k()
            && (*t > ARGON2_MOST.0 || *m_enc > ARGON2_MOST.1)
        {
            return Err(Error::new(
                Kind::TooLarge,
                "the message's passphrase would take too much memory or time",
            ));
        }
        if let Ok(session_key) = decrypt_session_key_with_password(lock, &password) {
            return Ok(session_key);
        }
    }
    Err(Error::new(Kind::BadPassphrase, "the passphrase is wrong, or the message was changed"))
}

/// A reader that fills what it is to fill, in however small pieces the data comes: the first bytes of a message are
/// looked at before it is read. It says nothing about itself: the crate pgp demands that readers can be printed.
struct Filling<R> {
    reader: R,
    failure: Option<io::Error>,
}

impl<R> Filling<R> {
    fn new(reader: R) -> Self {
        Self { reader, failure: None }
    }
}

impl<R> Debug for Filling<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a reader")
    }
}

impl<R: Read> Read for Filling<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let mut len = 0;
        while len < buffer.len() {
            match self.reader.read(&mut buffer[len..]) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(failure) if failure.kind() == io::ErrorKind::Interrupted => {}
                Err(failure) if len == 0 => return Err(failure),
                Err(failure) => {
                    self.failure = Some(failure);
                    break;
                }
            }
        }
        Ok(len)
    }
}

fn parse<'a>(packets: impl BufRead + Debug + Send + 'a) -> Result<Message<'a>> {
    Message::from_bytes(packets)
        .map_err(|error| Error::from_pgp(&error, Kind::MalformedData, "this is no OpenPGP message"))
}

/// Parses what `message` yields, armored or not. `body` gets the first bytes of it, too.
fn with_packets<T>(
    message: impl Read + Send,
    body: impl FnOnce(Message<'_>, &[u8]) -> Result<T>,
) -> Result<T> {
    let mut message = BufReader::with_capacity(CHUNK, Filling::new(message));
    let start = message.fill_buf().map_err(|error| io_error(&error))?;
    if armor::is_armored(start) {
        let plain = Filling::new(armor::Reader::new(message, Label::Message)?);
        return with_start(BufReader::with_capacity(CHUNK, plain), body);
    }
    with_start(message, body)
}

fn with_start<T>(
    mut packets: impl BufRead + Debug + Send,
    body: impl FnOnce(Message<'_>, &[u8]) -> Result<T>,
) -> Result<T> {
    let start = packets.fill_buf().map_err(|error| io_error(&error))?.to_vec();
    body(parse(packets)?, &start)
}

/// Signs `data` apart from it.
///
/// # Errors
///
/// As a key refuses, or as reading fails.
pub fn detach_sign(
    data: impl Read,
    keys: &[&SecretKey],
    text: bool,
    armored: bool,
    at: Seconds,
    lifetime: Option<Seconds>,
) -> Result<Vec<u8>> {
    let kind = if text { pgp::packet::SignatureType::Text } else { pgp::packet::SignatureType::Binary };
    let signatures = signature::make(data, &Signer::all(keys, at, lifetime)?, kind)?;
    Ok(if armored { armor::encode(Label::Signature, &signatures) } else { signatures })
}
