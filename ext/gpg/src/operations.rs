//! What gpg is asked to do.

use gpgme::{Data, DecryptFlags, EncryptFlags, ExportMode, SignMode};
use oxisalt_gpg::{
    CHUNK, Failure, Imported, Input, Key, Kind, Mode, Operation, Outcome, Product, Secret, Signature,
    Signers, Subkey, User,
};
use serde_bytes::ByteBuf;

use crate::exchange::{Line, Source};
use crate::failure::{Doing, no_engine};
use crate::keyring::{self, Use};
use crate::output::Output;
use crate::session::Session;
use crate::signature::{self, seconds, validity};

/// What every operation needs.
pub(crate) struct Call<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) line: &'a Line,
    pub(crate) secret: &'a Secret,
    pub(crate) to_host: bool,
    pub(crate) progress: bool,
}

/// What is encrypted, and how.
struct Encrypting {
    input: Input,
    recipients: Vec<String>,
    signers: Option<Signers>,
    flags: EncryptFlags,
    armor: bool,
}

impl Call<'_> {
    /// Does it.
    pub(crate) fn run(self, operation: Operation) -> Result<Outcome, Failure> {
        match operation {
            Operation::Sign { input, mode, signers, armor, text } => {
                self.sign(input, mode, &signers, armor, text).map(Outcome::Product)
            }
            Operation::Encrypt { input, recipients, signers, symmetric, always_trust, armor } => {
                let mut flags = EncryptFlags::empty();
                flags.set(EncryptFlags::SYMMETRIC, symmetric);
                flags.set(EncryptFlags::ALWAYS_TRUST, always_trust);
                self.encrypt(Encrypting { input, recipients, signers, flags, armor }).map(Outcome::Product)
            }
            Operation::Decrypt { input, from } => self.decrypt(input, from.as_deref()).map(Outcome::Product),
            Operation::Verify { input, detached, from } => {
                self.verify(input, detached, from.as_deref()).map(Outcome::Product)
            }
            Operation::Import { input } => self.import(input).map(Outcome::Imported),
            Operation::Export { patterns, secret, armor } => {
                self.export(&patterns, secret, armor).map(Outcome::Product)
            }
            Operation::Keys { pattern, secret } => self.keys(pattern.as_deref(), secret).map(Outcome::Keys),
            Operation::Versions => self.versions(),
        }
    }

    /// Sets all that could be left from the operation before.
    fn set_up(&mut self, armor: bool, text: bool, signers: Option<&Signers>) -> Result<(), Failure> {
        let (context, keyring) = self.session.parts()?;
        context.set_armor(armor);
        context.set_text_mode(text);
        context.clear_signers();
        if let Some(Signers::Keys(patterns)) = signers {
            for pattern in patterns {
                let key = keyring.resolve(context, Use::Sign, pattern)?;
                context.add_signer(&key).map_err(|_| unusable(pattern))?;
            }
        }
        Ok(())
    }

    fn sign(
        mut self,
        input: Input,
        mode: Mode,
        signers: &Signers,
        armor: bool,
        text: bool,
    ) -> Result<Product, Failure> {
        self.set_up(armor, text, Some(signers))?;
        let mode = match mode {
            Mode::Normal => SignMode::Normal,
            Mode::Clear => SignMode::Clear,
            Mode::Detached => SignMode::Detached,
        };
        let mut output = Output::direct(self.line, self.to_host);
        let source = Source::new(self.line, input, self.progress);
        self.session.perform(Doing::Sign, self.line, self.secret, |context| {
            context.sign(mode, reader(source)?, writer(&mut output)?).map(drop)
        })?;
        product(output, Vec::new())
    }

    fn encrypt(mut self, encrypting: Encrypting) -> Result<Product, Failure> {
        let Encrypting { input, recipients, signers, flags, armor } = encrypting;
        self.set_up(armor, false, signers.as_ref())?;
        let (context, keyring) = self.session.parts()?;
        let keys: Result<Vec<_>, _> =
            recipients.iter().map(|pattern| keyring.resolve(context, Use::Encrypt, pattern)).collect();
        let keys = keys?;
        let mut output = Output::direct(self.line, self.to_host);
        let source = Source::new(self.line, input, self.progress);
        self.session.perform(Doing::Encrypt, self.line, self.secret, |context| {
            let (plain, cipher) = (reader(source)?, writer(&mut output)?);
            if signers.is_some() {
                context.sign_and_encrypt_with_flags(&keys, plain, cipher, flags).map(drop)
            } else {
                context.encrypt_with_flags(&keys, plain, cipher, flags).map(drop)
            }
        })?;
        product(output, Vec::new())
    }

    /// Decrypts. Nothing is handed on before all of it is known to be authentic.
    fn decrypt(mut self, input: Input, from: Option<&[String]>) -> Result<Product, Failure> {
        self.set_up(false, false, None)?;
        let wanted = from.map(|patterns| self.fingerprints(patterns)).transpose()?;
        let mut output = Output::held(self.line, self.to_host);
        let source = Source::new(self.line, input, self.progress);
        let performed = self.session.perform(Doing::Decrypt, self.line, self.secret, |context| {
            context.decrypt_and_verify_with_flags(reader(source)?, writer(&mut output)?, DecryptFlags::VERIFY)
        })?;
        let said = |keyword: &str| performed.statuses.iter().any(|status| status.keyword == keyword);
        let (decryption, verification) = performed.result;
        if decryption.is_legacy_cipher_no_mdc() || !said("DECRYPTION_OKAY") || !said("GOODMDC") {
            let what = "the message has no integrity protection: anyone could have changed it";
            return Err(Failure::new(Kind::MissingIntegrity, what));
        }
        let signatures = signature::read(&verification, &performed.statuses);
        let signatures = match wanted {
            Some(wanted) => signature::demand_from(signatures, &wanted)?,
            None => signature::tolerate(signatures)?,
        };
        product(output, signatures)
    }

    /// Verifies a message that holds its signature, and hands on what was signed, or a signature that stands apart.
    fn verify(
        mut self,
        input: Input,
        detached: Option<Input>,
        from: Option<&[String]>,
    ) -> Result<Product, Failure> {
        self.set_up(false, false, None)?;
        let wanted = from.map(|patterns| self.fingerprints(patterns)).transpose()?;
        let apart = detached.is_some();
        let mut output = Output::held(self.line, self.to_host && !apart);
        let source = Source::new(self.line, input, self.progress);
        let detached = detached.map(|detached| Source::new(self.line, detached, false));
        let performed =
            self.session.perform(Doing::Verify, self.line, self.secret, |context| match detached {
                Some(detached) => context.verify_detached(reader(detached)?, reader(source)?),
                None => context.verify_opaque(reader(source)?, writer(&mut output)?),
            })?;
        let signatures = signature::read(&performed.result, &performed.statuses);
        let signatures = match wanted {
            Some(wanted) => signature::demand_from(signatures, &wanted)?,
            None => signature::demand(signatures)?,
        };
        if apart { Ok(Product { bytes: None, signatures }) } else { product(output, signatures) }
    }

    fn fingerprints(&mut self, patterns: &[String]) -> Result<Vec<String>, Failure> {
        let (context, keyring) = self.session.parts()?;
        patterns
            .iter()
            .map(|pattern| {
                let key = keyring.resolve(context, Use::Recognise, pattern)?;
                key.fingerprint().map(str::to_owned).map_err(|_| unusable(pattern))
            })
            .collect()
    }

    /// Takes keys into the keyring.
    fn import(mut self, input: Input) -> Result<Imported, Failure> {
        self.set_up(false, false, None)?;
        let source = Source::new(self.line, input, self.progress);
        let performed = self
            .session
            .perform(Doing::Keys, self.line, self.secret, |context| context.import(&mut reader(source)?));
        self.session.parts()?.1.forget();
        let result = performed?.result;
        if result.considered() == 0 {
            return Err(Failure::new(Kind::NoData, "the input holds no OpenPGP key"));
        }
        let mut fingerprints: Vec<String> = Vec::new();
        for import in result.imports() {
            if let (Ok(fingerprint), Ok(())) = (import.fingerprint(), import.result())
                && !fingerprints.iter().any(|known| known == fingerprint)
            {
                fingerprints.push(fingerprint.to_owned());
            }
        }
        Ok(Imported {
            fingerprints,
            considered: result.considered(),
            imported: result.imported(),
            unchanged: result.unchanged(),
            secret_imported: result.secret_imported(),
            secret_unchanged: result.secret_unchanged(),
        })
    }

    /// Writes keys out.
    fn export(mut self, patterns: &[String], secret: bool, armor: bool) -> Result<Product, Failure> {
        self.set_up(armor, false, None)?;
        let mode = if secret { ExportMode::SECRET } else { ExportMode::empty() };
        let mut output = Output::direct(self.line, false);
        let (session, line) = (self.session, self.line);
        session.perform(Doing::Keys, line, self.secret, |context| {
            let mut data = writer(&mut output)?;
            if patterns.is_empty() {
                context.export_all(mode, &mut data)
            } else {
                context.export(patterns.iter().map(String::as_str), mode, &mut data)
            }
        })?;
        let bytes = output.finish().ok().flatten().unwrap_or_default();
        if bytes.is_empty() {
            let what = if patterns.is_empty() { "the keyring is empty".into() } else { patterns.join(", ") };
            return Err(Failure::new(Kind::KeyNotFound, format!("{what}: no such key in this keyring")));
        }
        Ok(Product { bytes: Some(ByteBuf::from(bytes)), signatures: Vec::new() })
    }

    fn keys(self, pattern: Option<&str>, secret: bool) -> Result<Vec<Key>, Failure> {
        Ok(keyring::list(self.session.context()?, pattern, secret)?.iter().map(key).collect())
    }

    fn versions(self) -> Result<Outcome, Failure> {
        let info = self.session.context()?.engine_info();
        let engine = info.version().map(str::to_owned).map_err(|_| no_engine())?;
        Ok(Outcome::Versions(engine, gpgme::init().version().to_owned()))
    }
}

fn product(output: Output<'_>, signatures: Vec<Signature>) -> Result<Product, Failure> {
    let bytes = output
        .finish()
        .map_err(|error| Failure::new(Kind::EngineError, format!("the output could not be kept: {error}")))?;
    Ok(Product { bytes: bytes.map(ByteBuf::from), signatures })
}

fn key(key: &gpgme::Key) -> Key {
    Key {
        fingerprint: key.fingerprint().ok().map(str::to_owned),
        expired: key.is_expired(),
        revoked: key.is_revoked(),
        disabled: key.is_disabled(),
        invalid: key.is_invalid(),
        secret: key.has_secret(),
        can_sign: key.can_sign(),
        can_encrypt: key.can_encrypt(),
        owner_trust: validity(key.owner_trust()),
        users: key.user_ids().map(user).collect(),
        subkeys: key.subkeys().map(subkey).collect(),
    }
}

fn user(user: gpgme::UserId<'_>) -> User {
    User {
        id: user.id().ok().map(str::to_owned),
        name: user.name().ok().map(str::to_owned),
        email: user.email().ok().map(str::to_owned),
        comment: user.comment().ok().map(str::to_owned),
        revoked: user.is_revoked(),
        validity: validity(user.validity()),
    }
}

fn subkey(subkey: gpgme::Subkey<'_>) -> Subkey {
    Subkey {
        fingerprint: subkey.fingerprint().ok().map(str::to_owned),
        algorithm: subkey.algorithm_name().ok(),
        length: subkey.length() as u64,
        time: subkey.creation_time().and_then(seconds),
        expires_at: subkey.expiration_time().and_then(seconds),
        expired: subkey.is_expired(),
        revoked: subkey.is_revoked(),
        can_sign: subkey.can_sign(),
        can_encrypt: subkey.can_encrypt(),
    }
}

fn unusable(pattern: &str) -> Failure {
    Failure::new(Kind::InvalidKey, format!("{pattern}: the key is not usable"))
}

fn reader(source: Source<'_>) -> gpgme::Result<Data<'_>> {
    wide(Data::from_reader(source).map_err(|refused| refused.error())?)
}

fn writer<'a>(output: &'a mut Output<'_>) -> gpgme::Result<Data<'a>> {
    wide(Data::from_writer(output).map_err(|refused| refused.error())?)
}

/// gpgme moves 4 KiB at a time unless told otherwise.
fn wide(mut data: Data<'_>) -> gpgme::Result<Data<'_>> {
    const SIZE: &str = "65536";
    const { assert!(CHUNK >= 65536) };
    data.set_flag("io-buffer-size", SIZE)?;
    Ok(data)
}
