//! `VerifyKey`.

use magnus::{Error, RClass, RHash, RString, Ruby, Value};
use oxisalt_core::key_format::openssh::{public_from_openssh, public_to_openssh};
use oxisalt_core::key_format::{Kind, Refusal, public_from_der, public_from_pem, public_to_der};
use oxisalt_core::signing::{PUBLIC_SIZE, SIGNATURE_SIZE};
use oxisalt_ruby::bytes::{self, Form, Hex};
use oxisalt_ruby::{error, gvl};

use crate::held::{Held, raised, wrap};
use crate::key_format::{public_from_jwk, public_to_jwk, public_to_pem, read};
use crate::refusal;

const KIND: Kind = Kind::Ed25519;

/// What computes for the class.
pub trait Class: Held {
    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn of(bytes: [u8; PUBLIC_SIZE]) -> Result<Self::Key, Self::Refusal>;

    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// What the library refuses, and another length.
    fn of_bytes(bytes: &[u8]) -> Result<Self::Key, Self::Refusal>;

    /// The bytes of a key.
    fn bytes(key: &Self::Key) -> &[u8; PUBLIC_SIZE];

    /// Whether `signature` is one of `message`; one of another length is none.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn verifies(key: &Self::Key, signature: &[u8], message: &[u8]) -> Result<bool, Self::Refusal>;

    /// Whether `signed` is a valid signature followed by its message.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn verifies_attached(key: &Self::Key, signed: &[u8]) -> Result<bool, Self::Refusal>;
}

/// `new(verify_key)`.
///
/// # Errors
///
/// `TypeError`, `LengthError`, what the library refuses.
pub fn create<C: Class>(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
    error::guard(ruby, || {
        let key = bytes::string(ruby, "verify key", key)?;
        let key = raised::<C, _>(ruby, bytes::read([key], |[key]| C::of_bytes(key)))?;
        Ok(wrap::<C>(ruby, class, key))
    })
}

fn from<C: Class>(
    ruby: &Ruby,
    class: RClass,
    name: &str,
    text: Value,
    reader: impl FnOnce(&[u8]) -> Result<[u8; PUBLIC_SIZE], Refusal>,
) -> Result<Value, Error> {
    error::guard(ruby, || {
        let key = read(ruby, name, text, reader)?;
        Ok(wrap::<C>(ruby, class, raised::<C, _>(ruby, C::of(key))?))
    })
}

/// `from_pem(pem)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_pem<C: Class>(ruby: &Ruby, class: RClass, pem: Value) -> Result<Value, Error> {
    from::<C>(ruby, class, "PEM", pem, |pem| public_from_pem(KIND, pem))
}

/// `from_der(der)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_der<C: Class>(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
    from::<C>(ruby, class, "DER", der, |der| public_from_der(KIND, der))
}

/// `from_openssh(line)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_openssh<C: Class>(ruby: &Ruby, class: RClass, line: Value) -> Result<Value, Error> {
    from::<C>(ruby, class, "OpenSSH key", line, public_from_openssh)
}

/// `from_jwk_members(members)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_jwk<C: Class>(ruby: &Ruby, class: RClass, members: Value) -> Result<Value, Error> {
    error::guard(ruby, || {
        let key = public_from_jwk(ruby, KIND, members)?;
        Ok(wrap::<C>(ruby, class, raised::<C, _>(ruby, C::of(key))?))
    })
}

/// `to_pem`.
pub fn to_pem<C: Class>(ruby: &Ruby, this: &C) -> RString {
    public_to_pem(ruby, KIND, C::bytes(this.key()))
}

/// `to_der`.
pub fn to_der<C: Class>(ruby: &Ruby, this: &C) -> RString {
    bytes::binary(ruby, &public_to_der(KIND, C::bytes(this.key())))
}

/// `to_openssh_with(comment)`.
///
/// # Errors
///
/// `TypeError`, or `ArgumentError` for a comment with a line break.
pub fn to_openssh<C: Class>(ruby: &Ruby, this: &C, comment: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let comment = bytes::string(ruby, "comment", comment)?;
        let line = bytes::read([comment], |[comment]| public_to_openssh(C::bytes(this.key()), comment));
        Ok(ruby.enc_str_new(&*line.map_err(|refused| refusal::raised(ruby, refused))?, ruby.utf8_encoding()))
    })
}

/// `to_jwk`.
///
/// # Errors
///
/// `NoMemoryError`.
pub fn to_jwk<C: Class>(ruby: &Ruby, this: &C) -> Result<RHash, Error> {
    public_to_jwk(ruby, KIND, C::bytes(this.key()))
}

#[inline]
fn check<C: Class>(ruby: &Ruby, this: &C, signature: RString, message: RString) -> Result<bool, Error> {
    let verdict = if message.len() < gvl::WORTH_RELEASING {
        bytes::read([signature, message], |[signature, message]| C::verifies(this.key(), signature, message))
    } else {
        let signature = bytes::read([signature], |[signature]| <[u8; SIGNATURE_SIZE]>::try_from(signature));
        let Ok(signature) = signature else { return Ok(false) };
        gvl::read(ruby, message, |message| C::verifies(this.key(), &signature, message))?
    };
    raised::<C, _>(ruby, verdict)
}

fn check_attached<C: Class>(ruby: &Ruby, this: &C, signed: RString) -> Result<bool, Error> {
    let verdict = if signed.len() < gvl::WORTH_RELEASING {
        bytes::read([signed], |[signed]| C::verifies_attached(this.key(), signed))
    } else {
        gvl::read(ruby, signed, |signed| C::verifies_attached(this.key(), signed))?
    };
    raised::<C, _>(ruby, verdict)
}

/// `valid?(signature, message)`.
///
/// # Errors
///
/// `TypeError` for a message that is no String, what the library refuses.
pub fn valid<C: Class>(ruby: &Ruby, this: &C, signature: Value, message: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let message = bytes::string(ruby, "message", message)?;
        // What is no String at all is no signature, and no reason to raise.
        RString::from_value(signature).map_or(Ok(false), |signature| check(ruby, this, signature, message))
    })
}

/// `verify(signature, message)`.
///
/// # Errors
///
/// `BadSignatureError`, `TypeError`, what the library refuses.
pub fn verify<C: Class>(ruby: &Ruby, this: &C, signature: Value, message: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let signature = bytes::string(ruby, "signature", signature)?;
        let message = bytes::string(ruby, "message", message)?;
        demand(ruby, check(ruby, this, signature, message)?)
    })
}

/// `verify_attached(signed_message)`.
///
/// # Errors
///
/// As [`verify`].
pub fn verify_attached<C: Class>(ruby: &Ruby, this: &C, signed: Value) -> Result<bool, Error> {
    error::guard(ruby, || {
        let signed = bytes::string(ruby, "signed message", signed)?;
        demand(ruby, check_attached(ruby, this, signed)?)
    })
}

/// `to_bytes`.
pub fn to_bytes<C: Class>(ruby: &Ruby, this: &C) -> RString {
    bytes::binary(ruby, C::bytes(this.key()))
}

/// `hex`.
pub fn hex<C: Class>(ruby: &Ruby, this: &C) -> RString {
    Hex::write(ruby, C::bytes(this.key()))
}

fn demand(ruby: &Ruby, valid: bool) -> Result<bool, Error> {
    if valid {
        return Ok(true);
    }
    Err(error::bad_signature(ruby, "the signature is not one of this message under this key"))
}

/// Defines the methods of a class that implements [`Class`](crate::verify_key::Class).
#[macro_export]
macro_rules! define_verify_key {
    ($class:expr, $kind:ty) => {{
        use $crate::magnus::method;
        use $crate::oxisalt_ruby::define;
        use $crate::{held, verify_key};
        let class = $class;
        define::no_allocator(class);
        define::singleton(
            class,
            &[
                define::method(c"new", method!(verify_key::create::<$kind>, 1)),
                define::method(c"from_pem", method!(verify_key::from_pem::<$kind>, 1)),
                define::method(c"from_der", method!(verify_key::from_der::<$kind>, 1)),
                define::method(c"from_openssh", method!(verify_key::from_openssh::<$kind>, 1)),
            ],
        );
        define::private_singleton(
            class,
            &[define::method(c"from_jwk_members", method!(verify_key::from_jwk::<$kind>, 1))],
        );
        define::instance(
            class,
            &[
                define::method(c"to_pem", method!(verify_key::to_pem::<$kind>, 0)),
                define::method(c"to_der", method!(verify_key::to_der::<$kind>, 0)),
                define::method(c"to_jwk", method!(verify_key::to_jwk::<$kind>, 0)),
                define::method(c"valid?", method!(verify_key::valid::<$kind>, 2)),
                define::method(c"verify", method!(verify_key::verify::<$kind>, 2)),
                define::method(c"verify_attached", method!(verify_key::verify_attached::<$kind>, 1)),
                define::method(c"to_bytes", method!(verify_key::to_bytes::<$kind>, 0)),
                define::method(c"==", method!(held::equal::<$kind>, 1)),
                define::method(c"eql?", method!(held::equal::<$kind>, 1)),
            ],
        );
        define::private(
            class,
            &[
                define::method(c"to_openssh_with", method!(verify_key::to_openssh::<$kind>, 1)),
                define::method(c"hex", method!(verify_key::hex::<$kind>, 0)),
            ],
        );
    }};
}
