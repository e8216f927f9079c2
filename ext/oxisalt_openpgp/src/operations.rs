//! The functions of `Oxisalt::OpenPGP`, on Strings and on streams. Keywords are taken apart in Ruby.

use std::sync::Arc;

use magnus::value::ReprValue;
use magnus::{Error, Module, Object, RArray, RModule, RString, Ruby, TryConvert, Value, function};
use oxisalt_openpgp_core::{
    Certificate, Envelope, Judge, Opener, Result as CoreResult, Seconds, SecretKey, Source, Verdict,
    clearsign, detach_sign,
};
use oxisalt_ruby::stream::{self, Ends};
use oxisalt_ruby::{bytes, error, gvl};

use crate::arguments::{Passphrase, certificates, lifetime, passphrase, plain, secret_keys, time, verdicts};
use crate::exceptions::raise;

/// Runs `body` on the bytes of `data`: without the interpreter lock where that is worth its cost.
fn work<const N: usize, T>(
    ruby: &Ruby,
    data: [RString; N],
    slow: bool,
    body: impl FnOnce([&[u8]; N]) -> CoreResult<T>,
) -> Result<T, Error> {
    let long = data.iter().any(|data| data.len() >= gvl::WORTH_RELEASING);
    let result = if slow || long { gvl::lend(ruby, data, body)? } else { bytes::read(data, body) };
    result.map_err(|refusal| raise(ruby, &refusal))
}

/// Armor is ASCII, all else is bytes.
fn written(ruby: &Ruby, armor: bool, bytes: &[u8]) -> RString {
    if armor { ruby.enc_str_new(bytes, ruby.usascii_encoding()) } else { bytes::binary(ruby, bytes) }
}

/// Takes an array of arguments apart, in place of a method of so many.
fn fixed<const N: usize>(ruby: &Ruby, arguments: &[Value]) -> Result<[Value; N], Error> {
    arguments.try_into().map_err(|_| {
        error::argument(ruby, format!("wrong number of arguments (given {}, expected {N})", arguments.len()))
    })
}

fn clear_sign(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    error::guard(ruby, || {
        let [text, keys, expires_in, at] = fixed(ruby, arguments)?;
        let text = bytes::string(ruby, "text", text)?;
        let keys = secret_keys(ruby, "sign_with", RArray::try_convert(keys)?)?;
        let at = time(ruby, Option::try_convert(at)?)?;
        let lifetime = lifetime(ruby, Option::try_convert(expires_in)?)?;
        let signed = work(ruby, [text], false, |[text]| clearsign(text, &plain(&keys), at, lifetime))?;
        Ok(bytes::binary(ruby, &signed))
    })
}

/// Who signs, and how.
struct Signing {
    keys: Vec<Arc<SecretKey>>,
    armor: bool,
    text: bool,
    lifetime: Option<Seconds>,
    at: Seconds,
}

impl Signing {
    fn take(ruby: &Ruby, [keys, armor, text, expires_in, at]: [Value; 5]) -> Result<Self, Error> {
        Ok(Self {
            keys: secret_keys(ruby, "sign_with", RArray::try_convert(keys)?)?,
            armor: armor.to_bool(),
            text: text.to_bool(),
            lifetime: lifetime(ruby, Option::try_convert(expires_in)?)?,
            at: time(ruby, Option::try_convert(at)?)?,
        })
    }

    fn detached(&self, data: impl std::io::Read) -> CoreResult<Vec<u8>> {
        detach_sign(data, &plain(&self.keys), self.text, self.armor, self.at, self.lifetime)
    }
}

fn detached(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    error::guard(ruby, || {
        let [data, how @ ..] = fixed::<6>(ruby, arguments)?;
        let data = bytes::string(ruby, "data", data)?;
        let signing = Signing::take(ruby, how)?;
        let signature = work(ruby, [data], false, |[data]| signing.detached(data))?;
        Ok(written(ruby, signing.armor, &signature))
    })
}

fn detached_stream(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    error::guard(ruby, || {
        let [input, progress, how @ ..] = fixed::<7>(ruby, arguments)?;
        let signing = Signing::take(ruby, how)?;
        let armor = signing.armor;
        let ends = Ends { input, output: ruby.qnil().as_value(), progress };
        let signature = stream::run(ruby, ends, move |source, _| signing.detached(source))?;
        Ok(written(ruby, armor, &signature.map_err(|refusal| raise(ruby, &refusal))?))
    })
}

/// What goes around data.
struct Wrapping {
    recipients: Vec<Arc<Certificate>>,
    signers: Vec<Arc<SecretKey>>,
    passphrase: Option<Passphrase>,
    armor: bool,
    lifetime: Option<Seconds>,
    at: Seconds,
}

impl Wrapping {
    fn take(
        ruby: &Ruby,
        [recipients, signers, secret, armor, expires_in, at]: [Value; 6],
    ) -> Result<Self, Error> {
        Ok(Self {
            recipients: certificates(ruby, "recipients", RArray::try_convert(recipients)?)?,
            signers: secret_keys(ruby, "sign_with", RArray::try_convert(signers)?)?,
            passphrase: passphrase(ruby, secret)?,
            armor: armor.to_bool(),
            lifetime: lifetime(ruby, Option::try_convert(expires_in)?)?,
            at: time(ruby, Option::try_convert(at)?)?,
        })
    }

    fn with<T>(&self, body: impl FnOnce(Envelope<'_>) -> T) -> T {
        body(Envelope {
            recipients: &plain(&self.recipients),
            passphrase: self.passphrase.as_deref().map(Vec::as_slice),
            signers: &plain(&self.signers),
            at: self.at,
            lifetime: self.lifetime,
            armor: self.armor,
        })
    }
}

fn wrap(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    error::guard(ruby, || {
        let [data, how @ ..] = fixed::<7>(ruby, arguments)?;
        let data = bytes::string(ruby, "data", data)?;
        let wrapping = Wrapping::take(ruby, how)?;
        let slow = wrapping.passphrase.is_some();
        let sealed = work(ruby, [data], slow, |[data]| wrapping.with(|envelope| envelope.seal(data)))?;
        Ok(written(ruby, wrapping.armor, &sealed))
    })
}

fn wrap_stream(ruby: &Ruby, arguments: &[Value]) -> Result<(), Error> {
    error::guard(ruby, || {
        let [input, output, progress, how @ ..] = fixed::<9>(ruby, arguments)?;
        let wrapping = Wrapping::take(ruby, how)?;
        let ends = Ends { input, output, progress };
        stream::run(ruby, ends, move |source, sink| {
            wrapping.with(|envelope| envelope.write(Source::Reader(source), sink))
        })?
        .map_err(|refusal| raise(ruby, &refusal))
    })
}

/// What opens a message, and who may have signed it.
struct Opening {
    keys: Vec<Arc<SecretKey>>,
    passphrase: Option<Passphrase>,
    signers: Vec<Arc<Certificate>>,
    limit: u64,
    at: Seconds,
}

impl Opening {
    fn take(ruby: &Ruby, [keys, secret, signers, limit, at]: [Value; 5]) -> Result<Self, Error> {
        Ok(Self {
            keys: secret_keys(ruby, "keys", RArray::try_convert(keys)?)?,
            passphrase: passphrase(ruby, secret)?,
            signers: certificates(ruby, "keys that verify", RArray::try_convert(signers)?)?,
            limit: u64::try_convert(limit)?,
            at: time(ruby, Option::try_convert(at)?)?,
        })
    }

    fn with<T>(&self, body: impl FnOnce(Opener<'_>) -> T) -> T {
        body(Opener {
            keys: &plain(&self.keys),
            passphrase: self.passphrase.as_deref().map(Vec::as_slice),
            judge: Judge { keys: &plain(&self.signers), at: self.at },
            limit: self.limit,
        })
    }
}

type Opened = (Vec<u8>, Vec<Verdict>);

fn open_string(
    ruby: &Ruby,
    arguments: &[Value],
    body: impl FnOnce(Opener<'_>, &[u8]) -> CoreResult<Opened>,
) -> Result<RArray, Error> {
    error::guard(ruby, || {
        let [message, how @ ..] = fixed::<6>(ruby, arguments)?;
        let message = bytes::string(ruby, "message", message)?;
        let opening = Opening::take(ruby, how)?;
        let slow = opening.passphrase.is_some();
        let (data, found) =
            work(ruby, [message], slow, |[message]| opening.with(|opener| body(opener, message)))?;
        let pair = ruby.ary_new_capa(2);
        pair.push(bytes::binary(ruby, &data))?;
        pair.push(verdicts(ruby, &found)?)?;
        Ok(pair)
    })
}

fn decrypt(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    open_string(ruby, arguments, |opener, message| opener.decrypt(message))
}

fn verify(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    open_string(ruby, arguments, |opener, message| opener.verify(message))
}

fn open_stream(
    ruby: &Ruby,
    arguments: &[Value],
    body: impl FnOnce(Opener<'_>, stream::Source, stream::Sink) -> CoreResult<Vec<Verdict>> + Send + 'static,
) -> Result<RArray, Error> {
    error::guard(ruby, || {
        let [input, output, progress, how @ ..] = fixed::<8>(ruby, arguments)?;
        let opening = Opening::take(ruby, how)?;
        let ends = Ends { input, output, progress };
        let found =
            stream::run(ruby, ends, move |source, sink| opening.with(|opener| body(opener, source, sink)))?
                .map_err(|refusal| raise(ruby, &refusal))?;
        verdicts(ruby, &found)
    })
}

fn decrypt_stream(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    open_stream(ruby, arguments, |opener, source, sink| opener.decrypt_stream(source, sink))
}

fn verify_stream(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    open_stream(ruby, arguments, |opener, source, sink| opener.verify_stream(source, sink))
}

fn verify_detached(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    error::guard(ruby, || {
        let [data, signature, keys, at] = fixed(ruby, arguments)?;
        let data = bytes::string(ruby, "data", data)?;
        let signature = bytes::string(ruby, "signature", signature)?;
        let keys = certificates(ruby, "keys", RArray::try_convert(keys)?)?;
        let at = time(ruby, Option::try_convert(at)?)?;
        let found = work(ruby, [data, signature], false, |[data, signature]| {
            Judge { keys: &plain(&keys), at }.detached(data, signature)
        })?;
        verdicts(ruby, &found)
    })
}

fn verify_detached_stream(ruby: &Ruby, arguments: &[Value]) -> Result<RArray, Error> {
    error::guard(ruby, || {
        let [input, progress, signature, keys, at] = fixed(ruby, arguments)?;
        let signature = bytes::string(ruby, "signature", signature)?;
        let signature = bytes::read([signature], |[signature]| signature.to_vec());
        let keys = certificates(ruby, "keys", RArray::try_convert(keys)?)?;
        let at = time(ruby, Option::try_convert(at)?)?;
        let ends = Ends { input, output: ruby.qnil().as_value(), progress };
        let found = stream::run(ruby, ends, move |source, _| {
            Judge { keys: &plain(&keys), at }.detached(source, &signature)
        })?
        .map_err(|refusal| raise(ruby, &refusal))?;
        verdicts(ruby, &found)
    })
}

/// Defines the functions.
pub(crate) fn define(module: RModule) -> Result<(), Error> {
    let native = module.define_module("Native")?;
    native.define_singleton_method("clearsign", function!(clear_sign, -1))?;
    native.define_singleton_method("detach_sign", function!(detached, -1))?;
    native.define_singleton_method("detach_sign_stream", function!(detached_stream, -1))?;
    native.define_singleton_method("wrap", function!(wrap, -1))?;
    native.define_singleton_method("wrap_stream", function!(wrap_stream, -1))?;
    native.define_singleton_method("decrypt", function!(decrypt, -1))?;
    native.define_singleton_method("decrypt_stream", function!(decrypt_stream, -1))?;
    native.define_singleton_method("verify", function!(verify, -1))?;
    native.define_singleton_method("verify_stream", function!(verify_stream, -1))?;
    native.define_singleton_method("verify_detached", function!(verify_detached, -1))?;
    native.define_singleton_method("verify_detached_stream", function!(verify_detached_stream, -1))
}
