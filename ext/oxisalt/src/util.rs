//! `Oxisalt::Util`.

use magnus::encoding::EncodingCapable;
use magnus::{Error, RModule, RString, Ruby, Value, function};
use oxisalt_core::{hex, hmac};
use oxisalt_ruby::{bytes, define, error, gvl};

use crate::refusal::raised;

/// Whether two arguments are Strings of the same `length` bytes.
fn same(one: Value, other: Value, length: usize) -> bool {
    match (RString::from_value(one), RString::from_value(other)) {
        (Some(one), Some(other)) => bytes::read([one, other], |[one, other]| {
            one.len() == length && other.len() == length && hmac::equal(one, other)
        }),
        _ => false,
    }
}

fn to_hex(ruby: &Ruby, data: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let data = bytes::string(ruby, "data", data)?;
        let (text, result) = bytes::build(ruby, 2 * data.len(), |output| {
            if output.len() < gvl::WORTH_RELEASING {
                bytes::read([data], |[data]| hex::encode(data, output));
                return Ok(());
            }
            gvl::lend(ruby, [data], |[data]| hex::encode(data, output))
        })?;
        result?;
        text.enc_associate(ruby.usascii_encoding())?;
        Ok(text)
    })
}

fn from_hex(ruby: &Ruby, text: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let text = bytes::string(ruby, "hexadecimal", text)?;
        let (data, result) = bytes::build(ruby, text.len() / 2, |output| {
            if output.len() < gvl::WORTH_RELEASING {
                return Ok(bytes::read([text], |[text]| hex::decode(text, output)));
            }
            gvl::lend(ruby, [text], |[text]| hex::decode(text, output))
        })?;
        result?.map_err(|refusal| raised(ruby, refusal))?;
        Ok(data)
    })
}

/// Defines the module, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let util = define::module_under(module, c"Util");
    define::singleton(
        util,
        &[
            define::method(c"bin2hex", function!(to_hex, 1)),
            define::method(c"hex2bin", function!(from_hex, 1)),
            define::method(c"verify16", function!(|one, other| same(one, other, 16), 2)),
            define::method(c"verify32", function!(|one, other| same(one, other, 32), 2)),
            define::method(c"verify64", function!(|one, other| same(one, other, 64), 2)),
        ],
    );
}
