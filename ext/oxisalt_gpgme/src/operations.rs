//! What gpg is asked to do. Everything here runs on a worker's thread.

use gpgme::{Data, DecryptFlags, EncryptFlags, ExportMode, Key, SignMode};

use crate::engine::{Engine, Secret, Session};
use crate::exchange::{CHUNK, Input, Line, Source};
use crate::failure::{Doing, Failure, Kind};
use crate::keyring::{self, Use};
use crate::output::Output;
use crate::signature::{self, Signature};

/// What comes of an operation.
pub(crate) struct Product {
    /// The output, unless it went elsewhere.
    pub(crate) bytes: Option<Vec<u8>>,
    /// The signatures that were found.
    pub(crate) signatures: Vec<Signature>,
}

/// Who signs.
pub(crate) enum Signers {
    /// The key that gpg takes when none is named.
    Default,
    /// These keys.
    Keys(Vec<String>),
}

/// How a message is signed.
pub(crate) struct Signing {
    pub(crate) mode: SignMode,
    pub(crate) signers: Signers,
    pub(crate) armor: bool,
    pub(crate) text: bool,
}

/// How a message is encrypted.
pub(crate) struct Encrypting {
    pub(crate) recipients: Vec<String>,
    pub(crate) signers: Option<Signers>,
    pub(crate) symmetric: bool,
    pub(crate) always_trust: bool,
    pub(crate) armor: bool,
}

/// What every operation needs.
pub(crate) struct Call<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) session: &'a mut Session,
    pub(crate) line: &'a Line,
    pub(crate) secret: &'a Secret,
    pub(crate) to_ruby: bool,
}

impl Call<'_> {
    fn set_up(&mut self, armor: bool, text: bool, signers: Option<&Signers>) -> Result<(), Failure> {
        let context = self.session.context()?;
        context.set_armor(armor);
        context.set_text_mode(text);
        context.clear_signers();
        if let Some(Signers::Keys(patterns)) = signers {
            for pattern in patterns {
                let key = self.engine.keyring.resolve(context, Use::Sign, pattern)?;
                context.add_signer(&key).map_err(|_| unusable(pattern))?;
            }
        }
        Ok(())
    }

    fn product(&self, output: Output<'_>, signatures: Vec<Signature>) -> Result<Product, Failure> {
        let bytes = output.finish().map_err(|error| {
            if self.line.abandoned() {
                Failure::Abandoned
            } else {
                Failure::new(Kind::EngineError, format!("the output could not be kept: {error}"))
            }
        })?;
        Ok(Product { bytes, signatures })
    }

    /// Signs.
    pub(crate) fn sign(mut self, input: Input, signing: &Signing) -> Result<Product, Failure> {
        self.set_up(signing.armor, signing.text, Some(&signing.signers))?;
        let mut output = Output::direct(self.line, self.to_ruby);
        let source = Source::new(self.line, input, true);
        self.session.perform(Doing::Sign, self.line, self.secret, |context| {
            context.sign(signing.mode, reader(source)?, writer(&mut output)?).map(drop)
        })?;
        self.product(output, Vec::new())
    }

    /// Encrypts, and signs where signers are named.
    pub(crate) fn encrypt(mut self, input: Input, encrypting: &Encrypting) -> Result<Product, Failure> {
        self.set_up(encrypting.armor, false, encrypting.signers.as_ref())?;
        let keys = self.recipients(&encrypting.recipients)?;
        let mut flags = EncryptFlags::empty();
        flags.set(EncryptFlags::SYMMETRIC, encrypting.symmetric);
        flags.set(EncryptFlags::ALWAYS_TRUST, encrypting.always_trust);
        let mut output = Output::direct(self.line, self.to_ruby);
        let source = Source::new(self.line, input, true);
        let signed = encrypting.signers.is_some();
        self.session.perform(Doing::Encrypt, self.line, self.secret, |context| {
            let (plain, cipher) = (reader(source)?, writer(&mut output)?);
            if signed {
                context.sign_and_encrypt_with_flags(&keys, plain, cipher, flags).map(drop)
            } else {
                context.encrypt_with_flags(&keys, plain, cipher, flags).map(drop)
            }
        })?;
        self.product(output, Vec::new())
    }

    fn recipients(&mut self, patterns: &[String]) -> Result<Vec<Key>, Failure> {
        let context = self.session.context()?;
        patterns.iter().map(|pattern| self.engine.keyring.resolve(context, Use::Encrypt, pattern)).collect()
    }

    /// Decrypts. Nothing is handed on before all of it is known to be authentic.
    pub(crate) fn decrypt(mut self, input: Input, from: Option<&[String]>) -> Result<Product, Failure> {
        self.set_up(false, false, None)?;
        let wanted = from.map(|patterns| self.fingerprints(patterns)).transpose()?;
        let mut output = Output::held(self.line, self.to_ruby);
        let source = Source::new(self.line, input, true);
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
        self.product(output, signatures)
    }

    /// Verifies a message that holds its signature, and hands on what was signed.
    pub(crate) fn verify(mut self, input: Input, from: Option<&[String]>) -> Result<Product, Failure> {
        self.set_up(false, false, None)?;
        let wanted = from.map(|patterns| self.fingerprints(patterns)).transpose()?;
        let mut output = Output::held(self.line, self.to_ruby);
        let source = Source::new(self.line, input, true);
        let performed = self.session.perform(Doing::Verify, self.line, self.secret, |context| {
            context.verify_opaque(reader(source)?, writer(&mut output)?)
        })?;
        let signatures = signature::read(&performed.result, &performed.statuses);
        let signatures = accept(signatures, wanted.as_deref())?;
        self.product(output, signatures)
    }

    /// Verifies a signature that stands apart from its data.
    pub(crate) fn verify_detached(
        mut self,
        input: Input,
        detached: Input,
        from: Option<&[String]>,
    ) -> Result<Product, Failure> {
        self.set_up(false, false, None)?;
        let wanted = from.map(|patterns| self.fingerprints(patterns)).transpose()?;
        let source = Source::new(self.line, input, true);
        let detached = Source::new(self.line, detached, false);
        let performed = self.session.perform(Doing::Verify, self.line, self.secret, |context| {
            context.verify_detached(reader(detached)?, reader(source)?)
        })?;
        let signatures = signature::read(&performed.result, &performed.statuses);
        Ok(Product { bytes: None, signatures: accept(signatures, wanted.as_deref())? })
    }

    fn fingerprints(&mut self, patterns: &[String]) -> Result<Vec<String>, Failure> {
        let context = self.session.context()?;
        patterns
            .iter()
            .map(|pattern| {
                let key = self.engine.keyring.resolve(context, Use::Recognise, pattern)?;
                key.fingerprint().map(str::to_owned).map_err(|_| unusable(pattern))
            })
            .collect()
    }

    /// Takes keys into the keyring.
    pub(crate) fn import(mut self, input: Input) -> Result<Imported, Failure> {
        self.set_up(false, false, None)?;
        let source = Source::new(self.line, input, true);
        let performed = self
            .session
            .perform(Doing::Keys, self.line, self.secret, |context| context.import(&mut reader(source)?));
        self.engine.keyring.forget();
        let result = performed?.result;
        if result.considered() == 0 {
            return Err(Failure::new(Kind::NoData, "the input holds no OpenPGP key"));
        }
        let mut fingerprints: Vec<String> = Vec::new();
        for import in result.imports() {
            if let (Ok(fingerprint), Ok(())) = (import.fingerprint(), import.result()) {
                if !fingerprints.iter().any(|known| known == fingerprint) {
                    fingerprints.push(fingerprint.to_owned());
                }
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
    pub(crate) fn export(
        mut self,
        patterns: &[String],
        secret: bool,
        armor: bool,
    ) -> Result<Product, Failure> {
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
        Ok(Product { bytes: Some(bytes), signatures: Vec::new() })
    }

    /// The keys that match.
    pub(crate) fn keys(self, pattern: Option<&str>, secret: bool) -> Result<Vec<Key>, Failure> {
        keyring::list(self.session.context()?, pattern, secret)
    }
}

/// What came of an import.
pub(crate) struct Imported {
    pub(crate) fingerprints: Vec<String>,
    pub(crate) considered: u32,
    pub(crate) imported: u32,
    pub(crate) unchanged: u32,
    pub(crate) secret_imported: u32,
    pub(crate) secret_unchanged: u32,
}

fn accept(signatures: Vec<Signature>, wanted: Option<&[String]>) -> Result<Vec<Signature>, Failure> {
    match wanted {
        Some(wanted) => signature::demand_from(signatures, wanted),
        None => signature::demand(signatures),
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
