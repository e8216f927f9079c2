//! `Oxisalt::VerifyKey`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RHash, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::key_format::openssh::{public_from_openssh, public_to_openssh};
use oxisalt_core::key_format::{Kind, public_from_der, public_from_pem, public_to_der};
use oxisalt_core::signing::{SIGNATURE_SIZE, VerifyKey as Key};
use oxisalt_ruby::bytes::{self, Form, Hex};
use oxisalt_ruby::{define, error, gvl};

use crate::key_format::{public_from_jwk, public_to_jwk, public_to_pem, read};
use crate::refusal::raised;

const KIND: Kind = Kind::Ed25519;

/// A public key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::VerifyKey", free_immediately, size, frozen_shareable)]
pub(crate) struct VerifyKey(Key);

impl VerifyKey {
    /// An instance of `class`.
    pub(crate) fn wrap(ruby: &Ruby, class: RClass, key: Key) -> Value {
        let this = ruby.obj_wrap_as(Self(key), class).as_value();
        this.freeze();
        this
    }

    fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
        let key = bytes::string(ruby, "verify key", key)?;
        let key = bytes::read([key], |[key]| Key::from_bytes(key));
        Ok(Self::wrap(ruby, class, key.map_err(|refusal| raised(ruby, refusal))?))
    }

    fn from_pem(ruby: &Ruby, class: RClass, pem: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = read(ruby, "PEM", pem, |pem| public_from_pem(KIND, pem))?;
            Ok(Self::wrap(ruby, class, Key::new(key)))
        })
    }

    fn from_der(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = read(ruby, "DER", der, |der| public_from_der(KIND, der))?;
            Ok(Self::wrap(ruby, class, Key::new(key)))
        })
    }

    fn from_openssh(ruby: &Ruby, class: RClass, line: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let key = read(ruby, "OpenSSH key", line, public_from_openssh)?;
            Ok(Self::wrap(ruby, class, Key::new(key)))
        })
    }

    fn from_jwk(ruby: &Ruby, class: RClass, members: Value) -> Result<Value, Error> {
        error::guard(ruby, || Ok(Self::wrap(ruby, class, Key::new(public_from_jwk(ruby, KIND, members)?))))
    }

    fn to_pem(ruby: &Ruby, this: &Self) -> RString {
        public_to_pem(ruby, KIND, this.0.bytes())
    }

    fn to_der(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &public_to_der(KIND, this.0.bytes()))
    }

    fn to_openssh(ruby: &Ruby, this: &Self, comment: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let comment = bytes::string(ruby, "comment", comment)?;
            let line = bytes::read([comment], |[comment]| public_to_openssh(this.0.bytes(), comment));
            Ok(ruby.enc_str_new(&*line.map_err(|refusal| raised(ruby, refusal))?, ruby.utf8_encoding()))
        })
    }

    fn to_jwk(ruby: &Ruby, this: &Self) -> Result<RHash, Error> {
        public_to_jwk(ruby, KIND, this.0.bytes())
    }

    #[inline]
    fn check(&self, ruby: &Ruby, signature: RString, message: RString) -> Result<bool, Error> {
        if message.len() < gvl::WORTH_RELEASING {
            return Ok(bytes::read([signature, message], |[signature, message]| {
                self.0.verify(signature, message)
            }));
        }
        let signature = bytes::read([signature], |[signature]| <[u8; SIGNATURE_SIZE]>::try_from(signature));
        let Ok(signature) = signature else { return Ok(false) };
        gvl::read(ruby, message, |message| self.0.verify(&signature, message))
    }

    fn check_attached(&self, ruby: &Ruby, signed: RString) -> Result<bool, Error> {
        if signed.len() < gvl::WORTH_RELEASING {
            return Ok(bytes::read([signed], |[signed]| self.0.verify_attached(signed)));
        }
        gvl::read(ruby, signed, |signed| self.0.verify_attached(signed))
    }

    fn valid(ruby: &Ruby, this: &Self, signature: Value, message: Value) -> Result<bool, Error> {
        error::guard(ruby, || {
            let message = bytes::string(ruby, "message", message)?;
            // What is no String at all is no signature, and no reason to raise.
            RString::from_value(signature).map_or(Ok(false), |signature| this.check(ruby, signature, message))
        })
    }

    fn verify(ruby: &Ruby, this: &Self, signature: Value, message: Value) -> Result<bool, Error> {
        error::guard(ruby, || {
            let signature = bytes::string(ruby, "signature", signature)?;
            let message = bytes::string(ruby, "message", message)?;
            demand(ruby, this.check(ruby, signature, message)?)
        })
    }

    fn verify_attached(ruby: &Ruby, this: &Self, signed: Value) -> Result<bool, Error> {
        error::guard(ruby, || {
            let signed = bytes::string(ruby, "signed message", signed)?;
            demand(ruby, this.check_attached(ruby, signed)?)
        })
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, this.0.bytes())
    }

    fn hex(ruby: &Ruby, this: &Self) -> RString {
        Hex::write(ruby, this.0.bytes())
    }

    fn curve25519_bytes(ruby: &Ruby, this: &Self) -> Result<RString, Error> {
        error::guard(ruby, || {
            let key = this.0.to_curve25519().map_err(|refusal| raised(ruby, refusal))?;
            Ok(bytes::binary(ruby, &key))
        })
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

fn demand(ruby: &Ruby, valid: bool) -> Result<bool, Error> {
    if valid {
        return Ok(true);
    }
    Err(error::bad_signature(ruby, "the signature is not one of this message under this key"))
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let key = define::class(module, c"VerifyKey", ruby.class_object());
    define::no_allocator(key);
    define::singleton(
        key,
        &[
            define::method(c"new", method!(VerifyKey::create, 1)),
            define::method(c"from_pem", method!(VerifyKey::from_pem, 1)),
            define::method(c"from_der", method!(VerifyKey::from_der, 1)),
            define::method(c"from_openssh", method!(VerifyKey::from_openssh, 1)),
        ],
    );
    define::private_singleton(key, &[define::method(c"from_jwk_members", method!(VerifyKey::from_jwk, 1))]);
    define::instance(
        key,
        &[
            define::method(c"to_pem", method!(VerifyKey::to_pem, 0)),
            define::method(c"to_der", method!(VerifyKey::to_der, 0)),
            define::method(c"to_jwk", method!(VerifyKey::to_jwk, 0)),
            define::method(c"valid?", method!(VerifyKey::valid, 2)),
            define::method(c"verify", method!(VerifyKey::verify, 2)),
            define::method(c"verify_attached", method!(VerifyKey::verify_attached, 1)),
            define::method(c"to_bytes", method!(VerifyKey::to_bytes, 0)),
            define::method(c"==", method!(VerifyKey::equal, 1)),
            define::method(c"eql?", method!(VerifyKey::equal, 1)),
        ],
    );
    define::private(
        key,
        &[
            define::method(c"to_openssh_with", method!(VerifyKey::to_openssh, 1)),
            define::method(c"hex", method!(VerifyKey::hex, 0)),
            define::method(c"curve25519_bytes", method!(VerifyKey::curve25519_bytes, 0)),
        ],
    );
}
