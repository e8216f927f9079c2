//! `Oxisalt::VerifyKey`.

use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RClass, RModule, RString, Ruby, TryConvert, TypedData,
    Value, method,
};
use oxisalt_core::signing::{SIGNATURE_SIZE, VerifyKey as Key};
use oxisalt_ruby::bytes::{self, Form, Hex};
use oxisalt_ruby::{error, gvl};

use crate::refusal::raised;

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

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let key = module.define_class("VerifyKey", ruby.class_object())?;
    key.undef_default_alloc_func();
    key.define_singleton_method("new", method!(VerifyKey::create, 1))?;
    key.define_method("valid?", method!(VerifyKey::valid, 2))?;
    key.define_method("verify", method!(VerifyKey::verify, 2))?;
    key.define_method("verify_attached", method!(VerifyKey::verify_attached, 1))?;
    key.define_method("to_bytes", method!(VerifyKey::to_bytes, 0))?;
    key.define_private_method("hex", method!(VerifyKey::hex, 0))?;
    key.define_private_method("curve25519_bytes", method!(VerifyKey::curve25519_bytes, 0))?;
    key.define_method("==", method!(VerifyKey::equal, 1))?;
    key.define_alias("eql?", "==")
}
