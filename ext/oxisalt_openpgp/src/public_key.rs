//! `Oxisalt::OpenPGP::PublicKey`.

use std::sync::Arc;

use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RArray, RClass, RModule, RString, Ruby, TryConvert,
    TypedData, Value, method,
};
use oxisalt_openpgp_core::{Certificate, Seconds, SharedCertificate, now};
use oxisalt_ruby::{bytes, error, ractor};

use crate::arguments::{ascii, utf8};
use crate::exceptions::raise;

/// A certificate. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenPGP::PublicKey", free_immediately, size, frozen_shareable)]
pub(crate) struct PublicKeyObject(pub(crate) SharedCertificate);

const _: () = ractor::shareable::<PublicKeyObject>();

/// A frozen object of the class.
pub(crate) fn wrap(ruby: &Ruby, certificate: SharedCertificate) -> Value {
    let object = ruby.obj_wrap(PublicKeyObject(certificate)).as_value();
    object.freeze();
    object
}

impl PublicKeyObject {
    fn read(ruby: &Ruby, _class: RClass, data: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let data = bytes::string(ruby, "key", data)?;
            let certificate = bytes::read([data], |[data]| Certificate::read(data));
            Ok(wrap(ruby, Arc::new(certificate.map_err(|refusal| raise(ruby, &refusal))?)))
        })
    }

    fn to_armor(ruby: &Ruby, this: &Self) -> Result<RString, Error> {
        error::guard(ruby, || Ok(ruby.enc_str_new(this.0.to_armor(), ruby.usascii_encoding())))
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> Result<RString, Error> {
        error::guard(ruby, || Ok(bytes::binary(ruby, &this.0.to_bytes())))
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0.to_bytes() == other.0.to_bytes())
    }
}

macro_rules! facts {
    ($class:expr, $object:ident, $this:ident => $certificate:expr) => {{
        let class = $class;
        class.define_method(
            "fingerprint",
            method!(|ruby: &Ruby, $this: &$object| ascii(ruby, &$certificate.fingerprint()), 0),
        )?;
        class.define_method(
            "subkey_fingerprints",
            method!(|ruby: &Ruby, $this: &$object| crate::public_key::subkeys(ruby, &$certificate), 0),
        )?;
        class.define_method("version", method!(|$this: &$object| $certificate.version(), 0))?;
        class.define_method(
            "algorithm",
            method!(|ruby: &Ruby, $this: &$object| ascii(ruby, &$certificate.algorithm()), 0),
        )?;
        class.define_method(
            "user_ids",
            method!(|ruby: &Ruby, $this: &$object| crate::public_key::user_ids(ruby, &$certificate), 0),
        )?;
        class.define_private_method(
            "created",
            method!(|$this: &$object| -> Seconds { $certificate.created() }, 0),
        )?;
        class.define_private_method(
            "expires",
            method!(|$this: &$object| -> Option<Seconds> { $certificate.expires(now()) }, 0),
        )?;
        class.define_method("revoked?", method!(|$this: &$object| $certificate.is_revoked(), 0))?;
    }};
}
pub(crate) use facts;

/// The fingerprints of the subkeys.
pub(crate) fn subkeys(ruby: &Ruby, certificate: &Certificate) -> RArray {
    ruby.ary_from_iter(certificate.subkey_fingerprints().iter().map(|fingerprint| ascii(ruby, fingerprint)))
}

/// The user IDs that hold now.
pub(crate) fn user_ids(ruby: &Ruby, certificate: &Certificate) -> RArray {
    ruby.ary_from_iter(certificate.user_ids(now()).iter().map(|id| utf8(ruby, id)))
}

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let class = module.define_class("PublicKey", ruby.class_object())?;
    class.undef_default_alloc_func();
    class.singleton_class()?.define_private_method("read", method!(PublicKeyObject::read, 1))?;
    facts!(class, PublicKeyObject, this => this.0);
    class.define_method("to_armor", method!(PublicKeyObject::to_armor, 0))?;
    class.define_method("to_bytes", method!(PublicKeyObject::to_bytes, 0))?;
    class.define_method("==", method!(PublicKeyObject::equal, 1))?;
    Ok(())
}
