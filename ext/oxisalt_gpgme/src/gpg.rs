//! `Oxisalt::GPG`.

use std::cell::OnceCell;
use std::sync::Arc;

use gpgme::{Key, SignMode};
use magnus::r_hash::RHash;
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, Object, RArray, RClass, RModule, RString, Ruby, Symbol,
    TryConvert, TypedData, Value, function, method,
};
use oxisalt_ruby::{bytes, error};
use zeroize::Zeroizing;

use crate::engine::{Engine, Secret, Session};
use crate::exchange::{Input, Line};
use crate::failure::Failure;
use crate::operations::{Call, Encrypting, Imported, Product, Signers, Signing};
use crate::raise;
use crate::serve::{self, Host};
use crate::signature::{self, Signature};

/// gpg of one home, with the passphrase to use there.
#[derive(Default, TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::GPG", free_immediately, size)]
pub(crate) struct Gpg(OnceCell<State>);

type This = Obj<Gpg>;

#[derive(Clone)]
struct State {
    engine: Arc<Engine>,
    passphrase: Stored,
}

/// A passphrase that is kept. One that a Ruby object gives is not: the object comes with each call.
#[derive(Clone)]
enum Stored {
    None,
    Pinentry,
    Bytes(Zeroizing<Vec<u8>>),
}

impl Gpg {
    fn initialize(
        ruby: &Ruby,
        this: This,
        home: RString,
        default: bool,
        passphrase: Value,
    ) -> Result<(), Error> {
        let home = home.to_string()?;
        if home.contains('\0') {
            return Err(error::argument(ruby, "home must not hold a zero byte"));
        }
        let passphrase = if passphrase.is_nil() {
            Stored::None
        } else if Symbol::from_value(passphrase).is_some() {
            Stored::Pinentry
        } else {
            Stored::Bytes(serve::secret(ruby, bytes::string(ruby, "passphrase", passphrase)?)?)
        };
        let engine = Engine::new(home, default);
        engine.check_home().map_err(|failure| raise::exception(ruby, failure))?;
        let state = State { engine: Arc::new(engine), passphrase };
        this.0.set(state).map_err(|_| error::argument(ruby, "this object is initialized already"))
    }

    fn initialize_copy(ruby: &Ruby, this: This, other: This) -> Result<This, Error> {
        let state = other.state(ruby)?.clone();
        this.0.set(state).map_err(|_| error::argument(ruby, "this object is initialized already"))?;
        Ok(this)
    }

    fn state(&self, ruby: &Ruby) -> Result<&State, Error> {
        self.0.get().ok_or_else(|| error::argument(ruby, "this object was never initialized"))
    }

    fn home(ruby: &Ruby, this: This) -> Result<String, Error> {
        Ok(this.state(ruby)?.engine.keyring.home().to_string_lossy().into_owned())
    }

    /// Runs an operation. `passphrase` stands before the object's own.
    fn run<T: Send + 'static>(
        &self,
        ruby: &Ruby,
        host: &Host,
        body: impl FnOnce(Call<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Error> {
        let state = self.state(ruby)?;
        let secret = secret(ruby, host.passphrase, &state.passphrase)?;
        let to_ruby = !host.output.is_nil();
        let engine = Arc::clone(&state.engine);
        serve::run(ruby, &state.engine, host, move |session: &mut Session, line: &Line| {
            body(Call { engine: &engine, session, line, secret: &secret, to_ruby })
        })
    }

    fn sign(ruby: &Ruby, this: This, how: (Symbol, Value, bool, bool), ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let (mode, signers, armor, text) = how;
            let mode = match &*mode.name()? {
                "clear" => SignMode::Clear,
                "detached" => SignMode::Detached,
                _ => SignMode::Normal,
            };
            let signing =
                Signing { mode, signers: signers_of(signers)?.unwrap_or(Signers::Default), armor, text };
            let (input, host) = ends.open(ruby)?;
            product(ruby, &this.run(ruby, &host, move |call| call.sign(input, &signing))?)
        })
    }

    fn encrypt(
        ruby: &Ruby,
        this: This,
        how: (RArray, Value, bool, bool, bool),
        ends: Ends,
    ) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let (recipients, signers, symmetric, always_trust, armor) = how;
            let recipients = recipients.to_vec()?;
            let signers = signers_of(signers)?;
            let encrypting = Encrypting { recipients, signers, symmetric, always_trust, armor };
            let (input, host) = ends.open(ruby)?;
            product(ruby, &this.run(ruby, &host, move |call| call.encrypt(input, &encrypting))?)
        })
    }

    fn decrypt(ruby: &Ruby, this: This, from: Value, ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let from = names(from)?;
            let (input, host) = ends.open(ruby)?;
            product(ruby, &this.run(ruby, &host, move |call| call.decrypt(input, from.as_deref()))?)
        })
    }

    fn verify(ruby: &Ruby, this: This, detached: Value, from: Value, ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let from = names(from)?;
            let (input, mut host) = ends.open(ruby)?;
            if detached.is_nil() {
                return product(
                    ruby,
                    &this.run(ruby, &host, move |call| call.verify(input, from.as_deref()))?,
                );
            }
            host.inputs[1] = detached;
            let detached = source(ruby, detached, 1)?;
            product(
                ruby,
                &this.run(ruby, &host, move |call| call.verify_detached(input, detached, from.as_deref()))?,
            )
        })
    }

    fn import(ruby: &Ruby, this: This, ends: Ends) -> Result<RHash, Error> {
        error::guard(ruby, || {
            let (input, host) = ends.open(ruby)?;
            imported(ruby, &this.run(ruby, &host, move |call| call.import(input))?)
        })
    }

    fn export(
        ruby: &Ruby,
        this: This,
        patterns: Value,
        secret: bool,
        armor: bool,
        ends: Ends,
    ) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let patterns = names(patterns)?.unwrap_or_default();
            let (_, host) = ends.open(ruby)?;
            product(ruby, &this.run(ruby, &host, move |call| call.export(&patterns, secret, armor))?)
        })
    }

    fn keys(ruby: &Ruby, this: This, pattern: Option<String>, secret: bool) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let found = this.run(ruby, &nothing(ruby), move |call| call.keys(pattern.as_deref(), secret))?;
            let keys = ruby.ary_new();
            for key in &found {
                keys.push(key_facts(ruby, key)?)?;
            }
            Ok(keys)
        })
    }

    fn version(ruby: &Ruby, this: This) -> Result<String, Error> {
        error::guard(ruby, || this.run(ruby, &nothing(ruby), |call| call.session.version()))
    }
}

/// An operation's data, output, progress and passphrase, as Ruby passes them.
#[derive(Clone, Copy)]
struct Ends(Value, Value, Value, Value);

impl TryConvert for Ends {
    fn try_convert(value: Value) -> Result<Self, Error> {
        let (data, output, progress, passphrase) = <(Value, Value, Value, Value)>::try_convert(value)?;
        Ok(Self(data, output, progress, passphrase))
    }
}

impl Ends {
    fn open(self, ruby: &Ruby) -> Result<(Input, Host), Error> {
        let Self(data, output, progress, passphrase) = self;
        let input = if data.is_nil() { Input::Bytes(Vec::new()) } else { source(ruby, data, 0)? };
        Ok((input, Host { inputs: [data, ruby.qnil().as_value()], output, progress, passphrase }))
    }
}

fn nothing(ruby: &Ruby) -> Host {
    let nil = ruby.qnil().as_value();
    Host { inputs: [nil, nil], output: nil, progress: nil, passphrase: nil }
}

/// A String's bytes are copied, for gpg works on them without the interpreter lock and may outlive the call.
fn source(ruby: &Ruby, data: Value, number: usize) -> Result<Input, Error> {
    if RString::from_value(data).is_none() && data.respond_to("read", false)? {
        return Ok(Input::Ruby(number));
    }
    let data = bytes::string(ruby, "data", data)?;
    Ok(Input::Bytes(bytes::read([data], |[data]| data.to_vec())))
}

fn secret(ruby: &Ruby, passphrase: Value, stored: &Stored) -> Result<Secret, Error> {
    if passphrase.is_nil() {
        return Ok(match stored {
            Stored::None => Secret::None,
            Stored::Pinentry => Secret::Pinentry,
            Stored::Bytes(bytes) => Secret::Bytes(bytes.clone()),
        });
    }
    match RString::from_value(passphrase) {
        Some(passphrase) => serve::secret(ruby, passphrase).map(Secret::Bytes),
        None => Ok(Secret::Ruby),
    }
}

/// Patterns, or nil.
fn names(patterns: Value) -> Result<Option<Vec<String>>, Error> {
    <Option<RArray>>::try_convert(patterns)?.map(|patterns| patterns.to_vec()).transpose()
}

/// nil for nobody, an empty Array for gpg's own choice, or patterns.
fn signers_of(signers: Value) -> Result<Option<Signers>, Error> {
    Ok(names(signers)?.map(|names| if names.is_empty() { Signers::Default } else { Signers::Keys(names) }))
}

fn product(ruby: &Ruby, product: &Product) -> Result<RArray, Error> {
    let bytes = product.bytes.as_ref().map(|bytes| bytes::binary(ruby, bytes));
    Ok(ruby.ary_new_from_values(&[ruby.into_value(bytes), signatures(ruby, &product.signatures)?.as_value()]))
}

/// `Oxisalt::GPG::Signature`s.
pub(crate) fn signatures(ruby: &Ruby, signatures: &[Signature]) -> Result<RArray, Error> {
    let class: RClass = error::module(ruby).const_get::<_, RClass>("GPG")?.const_get("Signature")?;
    let array = ruby.ary_new();
    for signature in signatures {
        let facts = ruby.hash_new();
        facts.aset(ruby.to_symbol("fingerprint"), signature.fingerprint.as_deref())?;
        facts.aset(ruby.to_symbol("primary_fingerprint"), signature.primary_fingerprint.as_deref())?;
        facts.aset(ruby.to_symbol("user_id"), signature.user_id.as_deref())?;
        facts.aset(ruby.to_symbol("status"), ruby.to_symbol(signature.standing.name()))?;
        facts.aset(ruby.to_symbol("time"), signature.time)?;
        facts.aset(ruby.to_symbol("expires_at"), signature.expires_at)?;
        facts.aset(ruby.to_symbol("digest"), signature.digest.as_deref())?;
        facts.aset(ruby.to_symbol("algorithm"), signature.algorithm.as_deref())?;
        facts.aset(ruby.to_symbol("validity"), ruby.to_symbol(signature.validity))?;
        array.push(class.new_instance((facts,))?)?;
    }
    array.freeze();
    Ok(array)
}

fn imported(ruby: &Ruby, imported: &Imported) -> Result<RHash, Error> {
    let facts = ruby.hash_new();
    let fingerprints = ruby.ary_from_iter(imported.fingerprints.iter().map(String::as_str));
    facts.aset(ruby.to_symbol("fingerprints"), fingerprints)?;
    facts.aset(ruby.to_symbol("considered"), imported.considered)?;
    facts.aset(ruby.to_symbol("imported"), imported.imported)?;
    facts.aset(ruby.to_symbol("unchanged"), imported.unchanged)?;
    facts.aset(ruby.to_symbol("secret_imported"), imported.secret_imported)?;
    facts.aset(ruby.to_symbol("secret_unchanged"), imported.secret_unchanged)?;
    Ok(facts)
}

fn key_facts(ruby: &Ruby, key: &Key) -> Result<RHash, Error> {
    let facts = ruby.hash_new();
    facts.aset(ruby.to_symbol("fingerprint"), key.fingerprint().ok())?;
    facts.aset(ruby.to_symbol("expired"), key.is_expired())?;
    facts.aset(ruby.to_symbol("revoked"), key.is_revoked())?;
    facts.aset(ruby.to_symbol("disabled"), key.is_disabled())?;
    facts.aset(ruby.to_symbol("invalid"), key.is_invalid())?;
    facts.aset(ruby.to_symbol("secret"), key.has_secret())?;
    facts.aset(ruby.to_symbol("can_sign"), key.can_sign())?;
    facts.aset(ruby.to_symbol("can_encrypt"), key.can_encrypt())?;
    let trust = ruby.to_symbol(signature::validity(key.owner_trust()));
    facts.aset(ruby.to_symbol("owner_trust"), trust)?;
    let users = ruby.ary_new();
    for user in key.user_ids() {
        let one = ruby.hash_new();
        one.aset(ruby.to_symbol("id"), user.id().ok())?;
        one.aset(ruby.to_symbol("name"), user.name().ok())?;
        one.aset(ruby.to_symbol("email"), user.email().ok())?;
        one.aset(ruby.to_symbol("comment"), user.comment().ok())?;
        one.aset(ruby.to_symbol("revoked"), user.is_revoked())?;
        one.aset(ruby.to_symbol("validity"), ruby.to_symbol(signature::validity(user.validity())))?;
        users.push(one)?;
    }
    facts.aset(ruby.to_symbol("user_ids"), users)?;
    let subkeys = ruby.ary_new();
    for subkey in key.subkeys() {
        let one = ruby.hash_new();
        one.aset(ruby.to_symbol("fingerprint"), subkey.fingerprint().ok())?;
        one.aset(ruby.to_symbol("algorithm"), subkey.algorithm_name().ok())?;
        one.aset(ruby.to_symbol("length"), subkey.length())?;
        one.aset(ruby.to_symbol("time"), subkey.creation_time().and_then(signature::seconds))?;
        one.aset(ruby.to_symbol("expires_at"), subkey.expiration_time().and_then(signature::seconds))?;
        one.aset(ruby.to_symbol("expired"), subkey.is_expired())?;
        one.aset(ruby.to_symbol("revoked"), subkey.is_revoked())?;
        one.aset(ruby.to_symbol("can_sign"), subkey.can_sign())?;
        one.aset(ruby.to_symbol("can_encrypt"), subkey.can_encrypt())?;
        subkeys.push(one)?;
    }
    facts.aset(ruby.to_symbol("subkeys"), subkeys)?;
    Ok(facts)
}

/// Defines the class. What Ruby code calls is defined in `lib`, over these.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let gpg = module.define_class("GPG", ruby.class_object())?;
    gpg.define_alloc_func::<Gpg>();
    gpg.define_private_method("open_home", method!(Gpg::initialize, 3))?;
    gpg.define_method("initialize_copy", method!(Gpg::initialize_copy, 1))?;
    gpg.define_method("home", method!(Gpg::home, 0))?;
    gpg.define_method("version", method!(Gpg::version, 0))?;
    gpg.define_private_method("sign_ends", method!(Gpg::sign, 2))?;
    gpg.define_private_method("encrypt_ends", method!(Gpg::encrypt, 2))?;
    gpg.define_private_method("decrypt_ends", method!(Gpg::decrypt, 2))?;
    gpg.define_private_method("verify_ends", method!(Gpg::verify, 3))?;
    gpg.define_private_method("import_ends", method!(Gpg::import, 1))?;
    gpg.define_private_method("export_ends", method!(Gpg::export, 4))?;
    gpg.define_private_method("list_keys", method!(Gpg::keys, 2))?;
    gpg.define_singleton_method("library_version", function!(|| gpgme::init().version(), 0))?;
    raise::define(ruby, gpg)
}
