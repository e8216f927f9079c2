//! The protocol between the Ruby extension and the process that speaks to `GnuPG`.
//!
//! libgpgme starts a gpg for each operation, by two forks of the process that it is loaded into. What a fork costs
//! grows with the memory of that process: beside a Ruby application it is more than all that gpg does. So libgpgme is
//! loaded into a process that holds nothing else, and the application speaks to that.
//!
//! Both ends write frames: a length, and that many bytes. The application sends a [`Request`] and then answers each
//! [`Event`] that asks, until one says that the result is there.
#![deny(unsafe_code)]

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use zeroize::{Zeroize, Zeroizing};

/// How much data goes into a frame: enough that the change of processes does not count.
pub const CHUNK: usize = 256 << 10;

/// The longest frame that is read.
const LONGEST: usize = 1 << 30;

/// A passphrase, which does not stay in memory.
#[derive(Clone, Serialize, Deserialize)]
pub struct Passphrase(ByteBuf);

impl Passphrase {
    /// Takes these bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(ByteBuf::from(bytes))
    }

    /// The bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Passphrase {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// Where a passphrase comes from.
#[derive(Clone, Serialize, Deserialize)]
pub enum Secret {
    /// There is none: what needs one fails.
    None,
    /// The user's own pinentry.
    Pinentry,
    /// This one.
    Given(Passphrase),
    /// The application, which is asked when gpg asks.
    Host,
}

/// Where data comes from.
#[derive(Serialize, Deserialize)]
pub enum Input {
    /// It is here.
    Bytes(ByteBuf),
    /// The application gives the input of this number piece by piece.
    Host(u8),
}

/// Who signs.
#[derive(Serialize, Deserialize)]
pub enum Signers {
    /// The key that gpg takes when none is named.
    Default,
    /// The keys of these patterns.
    Keys(Vec<String>),
}

/// What a signature is put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Packed data.
    Normal,
    /// Text that stays readable.
    Clear,
    /// Nothing: it stands apart.
    Detached,
}

/// What gpg is asked to do.
#[derive(Serialize, Deserialize)]
pub enum Operation {
    /// To sign.
    Sign {
        /// The data.
        input: Input,
        /// How.
        mode: Mode,
        /// Who.
        signers: Signers,
        /// Whether the output is text.
        armor: bool,
        /// Whether the data is text.
        text: bool,
    },
    /// To encrypt.
    Encrypt {
        /// The data.
        input: Input,
        /// Patterns of who can decrypt.
        recipients: Vec<String>,
        /// Who signs, if anybody does.
        signers: Option<Signers>,
        /// Whether a passphrase opens it too.
        symmetric: bool,
        /// Whether keys are used that nothing says whose they are.
        always_trust: bool,
        /// Whether the output is text.
        armor: bool,
    },
    /// To decrypt.
    Decrypt {
        /// The message.
        input: Input,
        /// Patterns of whose valid signature is demanded.
        from: Option<Vec<String>>,
    },
    /// To verify.
    Verify {
        /// The message, or the data.
        input: Input,
        /// The signature, where it stands apart.
        detached: Option<Input>,
        /// Patterns of whose valid signature is demanded.
        from: Option<Vec<String>>,
    },
    /// To take keys into the keyring.
    Import {
        /// The keys.
        input: Input,
    },
    /// To write keys out.
    Export {
        /// Patterns of which.
        patterns: Vec<String>,
        /// Whether the secret parts are wanted.
        secret: bool,
        /// Whether the output is text.
        armor: bool,
    },
    /// To list keys.
    Keys {
        /// Which; all without.
        pattern: Option<String>,
        /// Only those whose secret part is there.
        secret: bool,
    },
    /// To tell gpg's version and libgpgme's.
    Versions,
}

/// What the application asks for.
#[derive(Serialize, Deserialize)]
pub struct Request {
    /// What.
    pub operation: Operation,
    /// Where a passphrase comes from.
    pub secret: Secret,
    /// Whether the output goes back piece by piece, and not with the result.
    pub to_host: bool,
    /// Whether it is told how much is done.
    pub progress: bool,
}

/// What the application is asked or told.
#[derive(Serialize, Deserialize)]
pub enum Event {
    /// For the next bytes of the input of this number.
    Read(u8),
    /// To write these bytes.
    Write(ByteBuf),
    /// For the passphrase.
    Passphrase,
    /// So many bytes of the first input are done.
    Progress(u64),
    /// This is the result.
    Done(Result<Outcome, Failure>),
}

/// What the application sends.
#[derive(Serialize, Deserialize)]
pub enum Message {
    /// It asks for something.
    Request(Request),
    /// Bytes that were read; none at the end.
    Bytes(ByteBuf),
    /// The passphrase, if there is one.
    Passphrase(Option<Passphrase>),
    /// What was to be written is written.
    Written,
}

/// A result.
#[derive(Serialize, Deserialize)]
pub enum Outcome {
    /// Of an operation on data.
    Product(Product),
    /// Of an import.
    Imported(Imported),
    /// Keys.
    Keys(Vec<Key>),
    /// The versions of gpg and libgpgme.
    Versions(String, String),
}

/// What comes of an operation on data.
#[derive(Serialize, Deserialize)]
pub struct Product {
    /// The output, unless it went elsewhere.
    pub bytes: Option<ByteBuf>,
    /// The signatures that were found.
    pub signatures: Vec<Signature>,
}

/// What comes of an import.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "named as gpgme names them")]
pub struct Imported {
    pub fingerprints: Vec<String>,
    pub considered: u32,
    pub imported: u32,
    pub unchanged: u32,
    pub secret_imported: u32,
    pub secret_unchanged: u32,
}

/// A key.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "named as gpgme names them")]
#[expect(clippy::struct_excessive_bools, reason = "a key has that many flags")]
pub struct Key {
    pub fingerprint: Option<String>,
    pub expired: bool,
    pub revoked: bool,
    pub disabled: bool,
    pub invalid: bool,
    pub secret: bool,
    pub can_sign: bool,
    pub can_encrypt: bool,
    pub owner_trust: String,
    pub users: Vec<User>,
    pub subkeys: Vec<Subkey>,
}

/// A user ID.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "named as gpgme names them")]
pub struct User {
    pub id: Option<String>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub comment: Option<String>,
    pub revoked: bool,
    pub validity: String,
}

/// A part of a key.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "named as gpgme names them")]
#[expect(clippy::struct_excessive_bools, reason = "a key has that many flags")]
pub struct Subkey {
    pub fingerprint: Option<String>,
    pub algorithm: Option<String>,
    pub length: u64,
    pub time: Option<u64>,
    pub expires_at: Option<u64>,
    pub expired: bool,
    pub revoked: bool,
    pub can_sign: bool,
    pub can_encrypt: bool,
}

/// How a signature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// Good, by a key that is good now.
    Valid,
    /// Not of this data, or not by this key.
    Bad,
    /// Good, but has expired.
    Expired,
    /// Good, but the key has expired.
    KeyExpired,
    /// Good, but the key was revoked.
    KeyRevoked,
    /// By a key that is not in the keyring.
    UnknownKey,
    /// With a hash that is refused.
    WeakDigest,
    /// By a key that is not made for signing.
    WrongKeyUsage,
    /// Not checked, for another reason.
    Unsupported,
}

impl Standing {
    /// The Symbol that Ruby knows it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Standing::Valid => "valid",
            Standing::Bad => "bad",
            Standing::Expired => "expired",
            Standing::KeyExpired => "key_expired",
            Standing::KeyRevoked => "key_revoked",
            Standing::UnknownKey => "unknown_key",
            Standing::WeakDigest => "weak_digest",
            Standing::WrongKeyUsage => "wrong_key_usage",
            Standing::Unsupported => "unsupported",
        }
    }
}

/// A signature.
#[derive(Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "named as the readers of the Ruby class")]
pub struct Signature {
    pub fingerprint: Option<String>,
    pub primary_fingerprint: Option<String>,
    pub user_id: Option<String>,
    pub standing: Standing,
    pub time: Option<u64>,
    pub expires_at: Option<u64>,
    pub digest: Option<String>,
    pub algorithm: Option<String>,
    pub validity: String,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident < $parent:ident;)+) => {
        /// The exception that a failure becomes: `Oxisalt::GPG` has a class of each name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Kind { $($(#[$doc])* $name),+ }

        /// The parent of an exception class.
        #[derive(Clone, Copy)]
        pub enum Parent {
            /// `Oxisalt::CryptoError`.
            Crypto,
            /// `Oxisalt::BadSignatureError`.
            Signature,
            /// Another of these classes.
            Of(Kind),
        }

        impl Kind {
            /// All of them, parents first.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// The name of the class.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Kind::$name => stringify!($name)),+ }
            }

            /// Its parent.
            #[must_use]
            pub fn parent(self) -> Parent {
                match self { $(Kind::$name => kinds!(@parent $parent)),+ }
            }
        }
    };
    (@parent Crypto) => { Parent::Crypto };
    (@parent Signature) => { Parent::Signature };
    (@parent $kind:ident) => { Parent::Of(Kind::$kind) };
}

kinds! {
    /// `GnuPG` itself: it is missing, its home is not usable, its agent does not answer.
    EngineError < Crypto;
    /// No key of that pattern.
    KeyNotFound < Crypto;
    /// Several keys of that pattern.
    AmbiguousKey < Crypto;
    /// The key has expired.
    KeyExpired < Crypto;
    /// The key was revoked.
    KeyRevoked < Crypto;
    /// The key is not made for this use.
    WrongKeyUsage < Crypto;
    /// The key is disabled, or not usable for another reason.
    InvalidKey < Crypto;
    /// Nothing says that the key belongs to whom it names.
    UntrustedKey < Crypto;
    /// The passphrase is wrong, or needed and not given.
    BadPassphrase < Crypto;
    /// The message could not be opened.
    DecryptionFailed < Crypto;
    /// The message has no integrity protection.
    MissingIntegrity < DecryptionFailed;
    /// The input is not what it should be.
    MalformedData < Crypto;
    /// The input holds no `OpenPGP` data at all.
    NoData < MalformedData;
    /// An algorithm that this `GnuPG` does not have.
    UnsupportedAlgorithm < Crypto;
    /// A signature does not belong to the data.
    BadSignature < Signature;
    /// A signature has expired.
    SignatureExpired < Signature;
    /// There is no signature.
    NotSigned < Signature;
    /// A signature uses a hash that no longer protects it.
    WeakDigest < Signature;
}

/// A refusal.
#[derive(Debug, Serialize, Deserialize)]
pub enum Failure {
    /// One of the exceptions of the extension.
    Refused {
        /// Which.
        kind: Kind,
        /// Its message.
        message: String,
        /// The signatures that were looked at, if any.
        signatures: Vec<Signature>,
    },
    /// A fault in the process.
    Panic(String),
}

impl Failure {
    /// A refusal that is not about signatures.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self::Refused { kind, message: message.into(), signatures: Vec::new() }
    }
}

/// A value as a frame. It may hold a passphrase, and does not stay in memory.
///
/// # Panics
///
/// Never: every type of the protocol can be written.
#[must_use]
pub fn frame(value: &impl Serialize) -> Zeroizing<Vec<u8>> {
    let mut frame = vec![0; 4];
    frame.reserve(512);
    let mut frame = postcard::to_extend(value, frame).expect("a Vec takes everything");
    let len = u32::try_from(frame.len() - 4).unwrap_or(u32::MAX);
    frame[..4].copy_from_slice(&len.to_le_bytes());
    Zeroizing::new(frame)
}

/// Bytes that arrive, as values.
#[derive(Default)]
pub struct Frames(Zeroizing<Vec<u8>>);

impl Frames {
    /// Takes bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// The next value, when all of it is there.
    ///
    /// # Errors
    ///
    /// Where it is no value of this type.
    pub fn take<T: DeserializeOwned>(&mut self) -> Result<Option<T>, postcard::Error> {
        let Some((head, rest)) = self.0.split_first_chunk::<4>() else { return Ok(None) };
        let len = usize::try_from(u32::from_le_bytes(*head)).unwrap_or(usize::MAX);
        if len > LONGEST {
            return Err(postcard::Error::DeserializeUnexpectedEnd);
        }
        let Some(body) = rest.get(..len) else { return Ok(None) };
        let value = postcard::from_bytes(body)?;
        self.0[..4 + len].zeroize();
        self.0.drain(..4 + len);
        Ok(Some(value))
    }
}
