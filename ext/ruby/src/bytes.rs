//! Bytes in from Ruby strings without a copy, and out as binary, hexadecimal or base64 strings.

use std::ffi::c_long;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::{ptr, slice};

use data_encoding::{BASE64, HEXLOWER};
use magnus::rb_sys::{FromRawValue, protect};
use magnus::value::ReprValue;
use magnus::{Error, RString, Ruby, TryConvert, Value};

use rb_sys::VALUE;

use crate::{error, gvl};

/// The String that `value` is, or converts to by `to_str`. `name` is what the user calls this argument.
///
/// # Errors
///
/// `TypeError` where it is neither.
#[inline]
pub fn string(ruby: &Ruby, name: &str, value: Value) -> Result<RString, Error> {
    RString::from_value(value).map_or_else(|| converted(ruby, name, value), Ok)
}

#[cold]
fn converted(ruby: &Ruby, name: &str, value: Value) -> Result<RString, Error> {
    if value.respond_to("to_str", false)? {
        return RString::try_convert(value);
    }
    Err(error::type_error(ruby, name, "a String", value))
}

/// Reads the bytes of `strings`.
///
/// All arguments are converted before any is read: a conversion runs Ruby code, which could change a string that is
/// being read.
#[inline]
pub fn read<const N: usize, T>(strings: [RString; N], body: impl FnOnce([&[u8]; N]) -> T) -> T {
    // SAFETY: the strings are arguments or locals of the caller and so marked while `body` runs; `body` gets plain
    // bytes and no handle on the interpreter, and holds its lock, so that nothing changes them meanwhile.
    body(strings.each_ref().map(|string| unsafe { string.as_slice() }))
}

/// A binary String.
#[inline]
#[must_use]
pub fn binary(ruby: &Ruby, bytes: &[u8]) -> RString {
    ruby.str_from_slice(bytes)
}

/// A String of `text`, which is ASCII, in US-ASCII.
#[inline]
#[must_use]
pub fn ascii(ruby: &Ruby, text: &[u8]) -> RString {
    ruby.enc_str_new(text, ruby.usascii_encoding())
}

/// A binary String of `len` bytes that `fill` writes, and what `fill` returns. `fill` finds zeros in it, must not call
/// Ruby, and may release the interpreter lock where `len` is [`gvl::WORTH_RELEASING`] or more.
///
/// # Errors
///
/// `NoMemoryError` where there is no room for a long one.
#[inline]
#[expect(clippy::missing_panics_doc, reason = "it is a String")]
pub fn build<T>(ruby: &Ruby, len: usize, fill: impl FnOnce(&mut [u8]) -> T) -> Result<(RString, T), Error> {
    let string = if len < gvl::WORTH_RELEASING { room(len) } else { hidden_room(len)? };
    // SAFETY: the String was made with room for `len` bytes. Nothing else writes or reads them: a short one is not
    // handed out while the lock is held, a long one is hidden from ObjectSpace as well. They stay where they are: a
    // long String keeps its bytes outside its slot, a short one is not moved, for the stack refers to it (and is made
    // to until after the last use) and no collection runs in `fill`. They are zeroed before a slice is made of them.
    let result = unsafe {
        let start = rb_sys::RSTRING_PTR(string).cast_mut().cast::<u8>();
        if len < gvl::WORTH_RELEASING {
            ptr::write_bytes(start, 0, len);
        } else {
            // To touch so many pages takes as long as to fill them.
            gvl::release(ruby, || {
                ptr::write_bytes(start, 0, len);
                ControlFlow::Break(())
            })?;
        }
        fill(slice::from_raw_parts_mut(start, len))
    };
    if len >= gvl::WORTH_RELEASING {
        // SAFETY: gives back the class that `hidden_room` took.
        unsafe { rb_sys::rb_obj_reveal(string, rb_sys::rb_cString) };
    }
    // SAFETY: it is a value, and kept on the stack until here.
    let string = RString::from_value(unsafe { Value::from_raw(black_box(string)) });
    Ok((string.expect("it was made as a String"), result))
}

/// A String of `len` bytes that are not written yet.
#[inline]
fn room(len: usize) -> VALUE {
    // SAFETY: without a source the bytes are left as they are. An object has at most isize::MAX bytes, and what callers
    // add to the length of one stays far below a long's limit; beyond it Ruby raises.
    unsafe { rb_sys::rb_str_new(ptr::null(), len.cast_signed() as c_long) }
}

#[cold]
fn hidden_room(len: usize) -> Result<VALUE, Error> {
    let string = protect(|| room(len))?;
    // SAFETY: the String is new, and this is the only reference to it.
    Ok(unsafe { rb_sys::rb_obj_hide(string) })
}

/// A binary String of `head` and then the bytes of `tail`.
#[must_use]
pub fn joined(ruby: &Ruby, head: &[u8], tail: RString) -> RString {
    let result = ruby.str_buf_new(head.len() + tail.len());
    result.cat(head);
    // SAFETY: `result` is another string and has room, so that nothing changes or moves the bytes while they are copied.
    result.cat(unsafe { tail.as_slice() });
    result
}

/// How a result is written out.
pub trait Form {
    /// A String of `bytes` in this form.
    fn write(ruby: &Ruby, bytes: &[u8]) -> RString;
}

/// The bytes themselves, ASCII-8BIT.
pub enum Binary {}

/// Lower-case hexadecimal, US-ASCII.
pub enum Hex {}

/// Base64 with padding and without line breaks (RFC 4648, section 4), US-ASCII.
pub enum Base64 {}

impl Form for Binary {
    #[inline]
    fn write(ruby: &Ruby, bytes: &[u8]) -> RString {
        binary(ruby, bytes)
    }
}

impl Form for Hex {
    #[inline]
    fn write(ruby: &Ruby, bytes: &[u8]) -> RString {
        encoded(ruby, &HEXLOWER, bytes)
    }
}

impl Form for Base64 {
    #[inline]
    fn write(ruby: &Ruby, bytes: &[u8]) -> RString {
        encoded(ruby, &BASE64, bytes)
    }
}

#[inline]
fn encoded(ruby: &Ruby, encoding: &data_encoding::Encoding, bytes: &[u8]) -> RString {
    let len = encoding.encode_len(bytes.len());
    let mut short = [0; 128];
    if let Some(text) = short.get_mut(..len) {
        encoding.encode_mut(bytes, text);
        return ascii(ruby, text);
    }
    let mut text = vec![0; len];
    encoding.encode_mut(bytes, &mut text);
    ascii(ruby, &text)
}
