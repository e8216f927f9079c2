//! `Oxisalt::OpenPGP::SecretKey`.

use std::ops::ControlFlow;
use std::sync::Arc;

use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RClass, RModule, RString, Ruby, TryConvert, TypedData,
    Value, method,
};
use oxisalt_openpgp_core::{Algorithm, Plan, Seconds, SecretKey, now};
use oxisalt_ruby::{bytes, error, gvl, ractor};

use crate::arguments::{ascii, lifetime, passphrase, time};
use crate::exceptions::raise;
use crate::public_key::{self, facts};

/// An unlocked secret key. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::OpenPGP::SecretKey", free_immediately, size, frozen_shareable)]
pub(crate) struct SecretKeyObject(pub(crate) Arc<SecretKey>);

const _: () = ractor::shareable::<SecretKeyObject>();

fn wrap(ruby: &Ruby, key: SecretKey) -> Value {
    let object = ruby.obj_wrap(SecretKeyObject(Arc::new(key))).as_value();
    object.freeze();
    object
}

impl SecretKeyObject {
    fn make(ruby: &Ruby, _class: RClass, arguments: &[Value]) -> Result<Value, Error> {
        error::guard(ruby, || {
            let [user_id, algorithm, version, secret, created, expires_in] = arguments else {
                return Err(error::argument(ruby, "wrong number of arguments"));
            };
            let user_id = bytes::string(ruby, "user ID", *user_id)?;
            let user_id = bytes::read([user_id], |[user_id]| String::from_utf8(user_id.to_vec()))
                .map_err(|_| error::argument(ruby, "user ID must be valid UTF-8"))?;
            let name = String::try_convert(*algorithm)?;
            let algorithm = Algorithm::from_name(&name).ok_or_else(|| {
                let known = Algorithm::ALL.map(|(name, _)| name).join(", ");
                error::argument(ruby, format!("unknown algorithm {name:?}: the names are {known}"))
            })?;
            let version =
                u8::try_convert(*version).map_err(|_| error::argument(ruby, "version must be 4 or 6"))?;
            let secret = passphrase(ruby, *secret)?;
            let created = time(ruby, Option::try_convert(*created)?)?;
            let lifetime = lifetime(ruby, Option::try_convert(*expires_in)?)?;
            let made = gvl::release(ruby, || {
                let passphrase = secret.as_deref().map(Vec::as_slice);
                let plan = Plan { user_id: &user_id, algorithm, version, passphrase, created, lifetime };
                ControlFlow::Break(plan.make())
            })?;
            Ok(wrap(ruby, made.map_err(|refusal| raise(ruby, &refusal))?))
        })
    }

    fn read(ruby: &Ruby, _class: RClass, data: Value, secret: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let data = bytes::string(ruby, "key", data)?;
            let secret = passphrase(ruby, secret)?;
            let read = gvl::lend(ruby, [data], |[data]| {
                SecretKey::read(data, secret.as_deref().map(Vec::as_slice))
            })?;
            Ok(wrap(ruby, read.map_err(|refusal| raise(ruby, &refusal))?))
        })
    }

    fn public_key(ruby: &Ruby, this: &Self) -> Value {
        public_key::wrap(ruby, this.0.certificate().clone())
    }

    fn export(ruby: &Ruby, this: &Self, armor: bool) -> Result<RString, Error> {
        error::guard(ruby, || {
            let written = if armor { this.0.to_armor() } else { this.0.to_bytes() };
            Self::exported(ruby, armor, written)
        })
    }

    fn export_locked(ruby: &Ruby, this: &Self, armor: bool, secret: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let secret = passphrase(ruby, secret)?;
            let key = this.0.clone();
            let written = gvl::release(ruby, || {
                let passphrase = secret.as_deref().map(Vec::as_slice);
                ControlFlow::Break(if armor {
                    key.relocked_armor(passphrase)
                } else {
                    key.relocked(passphrase)
                })
            })?;
            Self::exported(ruby, armor, written)
        })
    }

    fn exported(
        ruby: &Ruby,
        armor: bool,
        written: oxisalt_openpgp_core::Result<Vec<u8>>,
    ) -> Result<RString, Error> {
        let written = oxisalt_openpgp_core::Zeroizing::new(written.map_err(|refusal| raise(ruby, &refusal))?);
        Ok(if armor {
            ruby.enc_str_new(&written[..], ruby.usascii_encoding())
        } else {
            bytes::binary(ruby, &written)
        })
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other)
            .is_ok_and(|other| self.0.certificate().to_bytes() == other.0.certificate().to_bytes())
    }
}

/// Defines the class.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let class = module.define_class("SecretKey", ruby.class_object())?;
    class.undef_default_alloc_func();
    class.singleton_class()?.define_private_method("make", method!(SecretKeyObject::make, -1))?;
    class.singleton_class()?.define_private_method("read", method!(SecretKeyObject::read, 2))?;
    facts!(class, SecretKeyObject, this => this.0.certificate());
    class.define_method("public_key", method!(SecretKeyObject::public_key, 0))?;
    class.define_private_method("export", method!(SecretKeyObject::export, 1))?;
    class.define_private_method("export_locked", method!(SecretKeyObject::export_locked, 2))?;
    class.define_method("locked?", method!(|this: &SecretKeyObject| this.0.is_locked(), 0))?;
    class.define_method("==", method!(SecretKeyObject::equal, 1))?;
    Ok(())
}
