//! `Oxisalt::GPG`.

use std::cell::OnceCell;
use std::sync::Arc;

use magnus::r_hash::RHash;
use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    Class, DataTypeFunctions, Error, Module, RArray, RClass, RModule, RString, Ruby, Symbol, TryConvert,
    TypedData, Value, method,
};
use oxisalt_gpg::{
    CHUNK, Imported, Input, Key, Mode, Operation, Outcome, Passphrase, Product, Request, Secret, Signature,
    Signers,
};
use oxisalt_ruby::{bytes, error};
use serde_bytes::ByteBuf;

use crate::helper::Engine;
use crate::raise;
use crate::serve::{self, Host};

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
    Given(Passphrase),
}

impl Gpg {
    fn initialize(
        ruby: &Ruby,
        this: This,
        program: String,
        home: String,
        default: bool,
        passphrase: Value,
    ) -> Result<(), Error> {
        if home.contains('\0') {
            return Err(error::argument(ruby, "home must not hold a zero byte"));
        }
        let passphrase = if passphrase.is_nil() {
            Stored::None
        } else if Symbol::from_value(passphrase).is_some() {
            Stored::Pinentry
        } else {
            Stored::Given(serve::passphrase(ruby, bytes::string(ruby, "passphrase", passphrase)?)?)
        };
        let engine = Engine::new(program, home, default);
        engine.check_home().map_err(|failure| raise::exception(ruby, failure))?;
        this.fill(ruby, State { engine: Arc::new(engine), passphrase })
    }

    fn initialize_copy(ruby: &Ruby, this: This, other: This) -> Result<This, Error> {
        this.fill(ruby, other.state(ruby)?.clone())?;
        Ok(this)
    }

    fn fill(&self, ruby: &Ruby, state: State) -> Result<(), Error> {
        self.0.set(state).map_err(|_| error::argument(ruby, "this object is initialized already"))
    }

    fn state(&self, ruby: &Ruby) -> Result<&State, Error> {
        self.0.get().ok_or_else(|| error::argument(ruby, "this object was never initialized"))
    }

    fn home(ruby: &Ruby, this: This) -> Result<String, Error> {
        Ok(this.state(ruby)?.engine.home().to_owned())
    }

    fn run(&self, ruby: &Ruby, mut host: Host, operation: Operation) -> Result<Outcome, Error> {
        let State { engine, passphrase } = self.state(ruby)?;
        let request = Request {
            operation,
            secret: secret(ruby, host.passphrase, passphrase)?,
            to_host: !host.output.is_nil(),
            progress: !host.progress.is_nil(),
        };
        serve::run(ruby, engine, &mut host, request)
    }

    fn product(&self, ruby: &Ruby, host: Host, operation: Operation) -> Result<RArray, Error> {
        match self.run(ruby, host, operation)? {
            Outcome::Product(product) => self::product(ruby, &product),
            _ => Err(strange(ruby)),
        }
    }

    fn sign(ruby: &Ruby, this: This, how: (Symbol, RArray, bool, bool), ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let (mode, signers, armor, text) = how;
            let mode = match &*mode.name()? {
                "clear" => Mode::Clear,
                "detached" => Mode::Detached,
                _ => Mode::Normal,
            };
            let signers = signers_of(signers.to_vec()?);
            let (input, host) = ends.open(ruby)?;
            this.product(ruby, host, Operation::Sign { input, mode, signers, armor, text })
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
            let signers = names(signers)?.map(signers_of);
            let (input, host) = ends.open(ruby)?;
            let operation = Operation::Encrypt { input, recipients, signers, symmetric, always_trust, armor };
            this.product(ruby, host, operation)
        })
    }

    fn decrypt(ruby: &Ruby, this: This, from: Value, ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let from = names(from)?;
            let (input, host) = ends.open(ruby)?;
            this.product(ruby, host, Operation::Decrypt { input, from })
        })
    }

    fn verify(ruby: &Ruby, this: This, detached: Value, from: Value, ends: Ends) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let from = names(from)?;
            let (input, mut host) = ends.open(ruby)?;
            let detached = if detached.is_nil() {
                None
            } else {
                let (detached, value) = source(ruby, "signature", detached, 1)?;
                host.inputs[1] = value;
                Some(detached)
            };
            this.product(ruby, host, Operation::Verify { input, detached, from })
        })
    }

    fn import(ruby: &Ruby, this: This, ends: Ends) -> Result<RHash, Error> {
        error::guard(ruby, || {
            let (input, host) = ends.open(ruby)?;
            match this.run(ruby, host, Operation::Import { input })? {
                Outcome::Imported(result) => imported(ruby, &result),
                _ => Err(strange(ruby)),
            }
        })
    }

    fn export(
        ruby: &Ruby,
        this: This,
        patterns: RArray,
        secret: bool,
        armor: bool,
        ends: Ends,
    ) -> Result<RArray, Error> {
        error::guard(ruby, || {
            let patterns = patterns.to_vec()?;
            let (_, host) = ends.open(ruby)?;
            this.product(ruby, host, Operation::Export { patterns, secret, armor })
        })
    }

    fn keys(ruby: &Ruby, this: This, pattern: Option<String>, secret: bool) -> Result<RArray, Error> {
        error::guard(ruby, || match this.run(ruby, nobody(ruby), Operation::Keys { pattern, secret })? {
            Outcome::Keys(found) => {
                let keys = ruby.ary_new_capa(found.len());
                for key in &found {
                    keys.push(key_facts(ruby, key)?)?;
                }
                Ok(keys)
            }
            _ => Err(strange(ruby)),
        })
    }

    fn versions(ruby: &Ruby, this: This) -> Result<(String, String), Error> {
        error::guard(ruby, || match this.run(ruby, nobody(ruby), Operation::Versions)? {
            Outcome::Versions(engine, library) => Ok((engine, library)),
            _ => Err(strange(ruby)),
        })
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
        let mut host = Host { output, progress, passphrase, ..nobody(ruby) };
        if data.is_nil() {
            return Ok((Input::Bytes(ByteBuf::new()), host));
        }
        let (input, value) = source(ruby, "data", data, 0)?;
        host.inputs[0] = value;
        Ok((input, host))
    }
}

fn nobody(ruby: &Ruby) -> Host {
    let nil = ruby.qnil().as_value();
    Host { inputs: [nil, nil], positions: [0, 0], output: nil, progress: nil, passphrase: nil }
}

/// A short String goes along with the request, and what is longer is asked for: a String as it is now.
fn source(ruby: &Ruby, name: &str, data: Value, number: u8) -> Result<(Input, Value), Error> {
    if RString::from_value(data).is_none() && data.respond_to("read", false)? {
        return Ok((Input::Host(number), data));
    }
    let data = bytes::string(ruby, name, data)?;
    if data.len() > CHUNK {
        return Ok((Input::Host(number), RString::new_frozen(data).as_value()));
    }
    let bytes = bytes::read([data], |[data]| data.to_vec());
    Ok((Input::Bytes(ByteBuf::from(bytes)), ruby.qnil().as_value()))
}

/// The passphrase that comes with the call stands before the object's own.
fn secret(ruby: &Ruby, passphrase: Value, stored: &Stored) -> Result<Secret, Error> {
    if passphrase.is_nil() {
        return Ok(match stored {
            Stored::None => Secret::None,
            Stored::Pinentry => Secret::Pinentry,
            Stored::Given(passphrase) => Secret::Given(passphrase.clone()),
        });
    }
    match RString::from_value(passphrase) {
        Some(passphrase) => serve::passphrase(ruby, passphrase).map(Secret::Given),
        None => Ok(Secret::Host),
    }
}

/// Patterns, or nil.
fn names(patterns: Value) -> Result<Option<Vec<String>>, Error> {
    <Option<RArray>>::try_convert(patterns)?.map(RArray::to_vec).transpose()
}

/// gpg's own choice where nobody is named.
fn signers_of(names: Vec<String>) -> Signers {
    if names.is_empty() { Signers::Default } else { Signers::Keys(names) }
}

fn strange(ruby: &Ruby) -> Error {
    Error::new(
        error::internal_error(ruby),
        "a fault in Oxisalt itself, please report it: the answer is to another question",
    )
}

fn product(ruby: &Ruby, product: &Product) -> Result<RArray, Error> {
    let bytes = product.bytes.as_ref().map(|bytes| bytes::binary(ruby, bytes.as_slice()));
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
        facts.aset(ruby.to_symbol("validity"), ruby.to_symbol(&signature.validity))?;
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
    let users = ruby.ary_new();
    for user in &key.users {
        let facts = ruby.hash_new();
        facts.aset(ruby.to_symbol("id"), user.id.as_deref())?;
        facts.aset(ruby.to_symbol("name"), user.name.as_deref())?;
        facts.aset(ruby.to_symbol("email"), user.email.as_deref())?;
        facts.aset(ruby.to_symbol("comment"), user.comment.as_deref())?;
        facts.aset(ruby.to_symbol("revoked"), user.revoked)?;
        facts.aset(ruby.to_symbol("validity"), ruby.to_symbol(&user.validity))?;
        users.push(facts)?;
    }
    let subkeys = ruby.ary_new();
    for subkey in &key.subkeys {
        let facts = ruby.hash_new();
        facts.aset(ruby.to_symbol("fingerprint"), subkey.fingerprint.as_deref())?;
        facts.aset(ruby.to_symbol("algorithm"), subkey.algorithm.as_deref())?;
        facts.aset(ruby.to_symbol("bits"), subkey.length)?;
        facts.aset(ruby.to_symbol("time"), subkey.time)?;
        facts.aset(ruby.to_symbol("expires_at"), subkey.expires_at)?;
        facts.aset(ruby.to_symbol("expired"), subkey.expired)?;
        facts.aset(ruby.to_symbol("revoked"), subkey.revoked)?;
        facts.aset(ruby.to_symbol("can_sign"), subkey.can_sign)?;
        facts.aset(ruby.to_symbol("can_encrypt"), subkey.can_encrypt)?;
        subkeys.push(facts)?;
    }
    let facts = ruby.hash_new();
    facts.aset(ruby.to_symbol("fingerprint"), key.fingerprint.as_deref())?;
    facts.aset(ruby.to_symbol("expired"), key.expired)?;
    facts.aset(ruby.to_symbol("revoked"), key.revoked)?;
    facts.aset(ruby.to_symbol("disabled"), key.disabled)?;
    facts.aset(ruby.to_symbol("invalid"), key.invalid)?;
    facts.aset(ruby.to_symbol("secret"), key.secret)?;
    facts.aset(ruby.to_symbol("can_sign"), key.can_sign)?;
    facts.aset(ruby.to_symbol("can_encrypt"), key.can_encrypt)?;
    facts.aset(ruby.to_symbol("owner_trust"), ruby.to_symbol(&key.owner_trust))?;
    facts.aset(ruby.to_symbol("user_ids"), users)?;
    facts.aset(ruby.to_symbol("subkeys"), subkeys)?;
    Ok(facts)
}

/// Defines the class. What Ruby code calls is defined in `lib`, over these.
pub(crate) fn define(ruby: &Ruby, module: RModule) -> Result<(), Error> {
    let gpg = module.define_class("GPG", ruby.class_object())?;
    gpg.define_alloc_func::<Gpg>();
    gpg.define_private_method("open_home", method!(Gpg::initialize, 4))?;
    gpg.define_method("initialize_copy", method!(Gpg::initialize_copy, 1))?;
    gpg.define_method("home", method!(Gpg::home, 0))?;
    gpg.define_private_method("versions", method!(Gpg::versions, 0))?;
    gpg.define_private_method("sign_ends", method!(Gpg::sign, 2))?;
    gpg.define_private_method("encrypt_ends", method!(Gpg::encrypt, 2))?;
    gpg.define_private_method("decrypt_ends", method!(Gpg::decrypt, 2))?;
    gpg.define_private_method("verify_ends", method!(Gpg::verify, 3))?;
    gpg.define_private_method("import_ends", method!(Gpg::import, 1))?;
    gpg.define_private_method("export_ends", method!(Gpg::export, 4))?;
    gpg.define_private_method("list_keys", method!(Gpg::keys, 2))?;
    raise::define(ruby, gpg)
}
