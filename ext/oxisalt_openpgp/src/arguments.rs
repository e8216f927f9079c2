//! What arguments mean: keys, times, passphrases; and what is handed back about signatures.

use std::sync::Arc;

use magnus::value::ReprValue;
use magnus::{Error, IntoValue, RArray, RString, Ruby, TryConvert, Value};
use oxisalt_openpgp_core::{Certificate, Seconds, SecretKey, Verdict, now};
use oxisalt_ruby::{bytes, error};

use crate::public_key::PublicKeyObject;
use crate::secret_key::SecretKeyObject;

/// The certificates that `keys` are or belong to. `name` is what the user calls this argument.
pub(crate) fn certificates(ruby: &Ruby, name: &str, keys: RArray) -> Result<Vec<Arc<Certificate>>, Error> {
    keys.into_iter()
        .map(|key| {
            if let Ok(public) = <&PublicKeyObject>::try_convert(key) {
                return Ok(public.0.clone());
            }
            match <&SecretKeyObject>::try_convert(key) {
                Ok(secret) => Ok(secret.0.certificate().clone()),
                Err(_) => {
                    Err(error::type_error(ruby, name, "of Oxisalt::OpenPGP::PublicKey or SecretKey", key))
                }
            }
        })
        .collect()
}

/// The secret keys that `keys` are.
pub(crate) fn secret_keys(ruby: &Ruby, name: &str, keys: RArray) -> Result<Vec<Arc<SecretKey>>, Error> {
    keys.into_iter()
        .map(|key| match <&SecretKeyObject>::try_convert(key) {
            Ok(secret) => Ok(secret.0.clone()),
            Err(_) => Err(error::type_error(ruby, name, "of Oxisalt::OpenPGP::SecretKey", key)),
        })
        .collect()
}

/// Plain references to what several own.
pub(crate) fn plain<T>(owned: &[Arc<T>]) -> Vec<&T> {
    owned.iter().map(AsRef::as_ref).collect()
}

/// A point in time, or now.
pub(crate) fn time(ruby: &Ruby, at: Option<i64>) -> Result<Seconds, Error> {
    match at {
        None => Ok(now()),
        Some(at) => Seconds::try_from(at)
            .map_err(|_| error::argument(ruby, "OpenPGP counts time from 1970 until 2106: this is outside")),
    }
}

/// How long something is valid, if not for ever.
pub(crate) fn lifetime(ruby: &Ruby, seconds: Option<i64>) -> Result<Option<Seconds>, Error> {
    seconds
        .map(|seconds| match Seconds::try_from(seconds) {
            Ok(seconds) if seconds > 0 => Ok(seconds),
            _ => Err(error::argument(
                ruby,
                format!("expires_in must be 1 to 4294967295 seconds, got {seconds}"),
            )),
        })
        .transpose()
}

/// A passphrase, copied so that it can be used without the interpreter lock.
pub(crate) fn passphrase(ruby: &Ruby, passphrase: Value) -> Result<Option<Passphrase>, Error> {
    if passphrase.is_nil() {
        return Ok(None);
    }
    let string = bytes::string(ruby, "passphrase", passphrase)?;
    Ok(Some(Passphrase::new(bytes::read([string], |[bytes]| bytes.to_vec()))))
}

/// Bytes that are erased when they are dropped.
pub(crate) type Passphrase = oxisalt_openpgp_core::Zeroizing<Vec<u8>>;

/// A String of characters that are certainly ASCII.
pub(crate) fn ascii(ruby: &Ruby, text: &str) -> RString {
    ruby.enc_str_new(text, ruby.usascii_encoding())
}

/// A String as OpenPGP holds it: UTF-8, if whoever wrote it kept to that.
pub(crate) fn utf8(ruby: &Ruby, text: &[u8]) -> RString {
    ruby.enc_str_new(text, ruby.utf8_encoding())
}

/// What a signature turned out to be, as the Ruby class takes it.
pub(crate) fn verdicts(ruby: &Ruby, verdicts: &[Verdict]) -> Result<RArray, Error> {
    let list = ruby.ary_new_capa(verdicts.len());
    for verdict in verdicts {
        let text = |text: &Option<String>| text.as_ref().map(|text| ascii(ruby, text)).into_value_with(ruby);
        let fields = ruby.ary_new_from_values(&[
            ruby.to_symbol(verdict.status.name()).as_value(),
            utf8(ruby, verdict.reason.as_bytes()).as_value(),
            text(&verdict.fingerprint),
            text(&verdict.primary_fingerprint),
            text(&verdict.key_id),
            verdict.created.into_value_with(ruby),
            verdict.expires.into_value_with(ruby),
            ascii(ruby, &verdict.digest).as_value(),
            text(&verdict.algorithm),
            verdict.user_id.as_ref().map(|id| utf8(ruby, id)).into_value_with(ruby),
        ]);
        list.push(fields)?;
    }
    Ok(list)
}
