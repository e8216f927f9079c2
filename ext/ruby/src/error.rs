//! Exceptions: the gem's own classes, and the mark that every error of the gem carries.

use std::any::Any;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

use magnus::error::ErrorType;
use magnus::value::{InnerValue, Lazy, ReprValue};
use magnus::{Class, Error, ExceptionClass, Module, RClass, RModule, Ruby, Value};

use crate::define;

static OXISALT: Lazy<RModule> = Lazy::new(|ruby| ruby.class_object().const_get("Oxisalt").expect("loaded"));

static MARK: Lazy<RModule> = Lazy::new(|ruby| module(ruby).const_get("Error").expect("loaded"));

macro_rules! exceptions {
    ($($constant:ident $name:literal < $parent:ident;)+) => {
        $(static $constant: Lazy<ExceptionClass> = Lazy::new(|ruby| own(ruby, $name));)+

        /// Defines the gem's module and its exceptions, within [`define::load`].
        #[must_use]
        pub fn define(ruby: &Ruby) -> RModule {
            let oxisalt = define::module(c"Oxisalt");
            let mark = define::module_under(oxisalt, c"Error");
            $(define::include(define::class(oxisalt, $name, $parent(ruby, oxisalt)), mark);)+
            oxisalt
        }
    };
}

exceptions! {
    LENGTH_ERROR c"LengthError" < argument_error_class;
    CRYPTO_ERROR c"CryptoError" < standard_error_class;
    BAD_AUTHENTICATOR_ERROR c"BadAuthenticatorError" < crypto_error_class;
    BAD_SIGNATURE_ERROR c"BadSignatureError" < crypto_error_class;
    BAD_PROOF_ERROR c"BadProofError" < crypto_error_class;
    KEY_FORMAT_ERROR c"KeyFormatError" < crypto_error_class;
    INTERNAL_ERROR c"InternalError" < standard_error_class;
}

fn argument_error_class(ruby: &Ruby, _oxisalt: RModule) -> RClass {
    ruby.exception_arg_error().as_r_class()
}

fn standard_error_class(ruby: &Ruby, _oxisalt: RModule) -> RClass {
    ruby.exception_standard_error().as_r_class()
}

fn crypto_error_class(_ruby: &Ruby, oxisalt: RModule) -> RClass {
    RClass::from_value(define::lookup(oxisalt, c"CryptoError")).expect("defined just before")
}

/// The exception class of the gem with this name.
///
/// # Panics
///
/// Where the gem has none.
#[must_use]
pub fn own(ruby: &Ruby, name: &CStr) -> ExceptionClass {
    module(ruby).const_get(name.to_str().expect("names are ASCII")).expect("loaded")
}

/// `Oxisalt::CryptoError`.
#[must_use]
pub fn crypto_error(ruby: &Ruby) -> ExceptionClass {
    CRYPTO_ERROR.get_inner_with(ruby)
}

/// `Oxisalt::BadSignatureError`.
#[must_use]
pub fn bad_signature_error(ruby: &Ruby) -> ExceptionClass {
    BAD_SIGNATURE_ERROR.get_inner_with(ruby)
}

/// `Oxisalt::InternalError`.
#[must_use]
pub fn internal_error(ruby: &Ruby) -> ExceptionClass {
    INTERNAL_ERROR.get_inner_with(ruby)
}

/// An exception class inside `outer`, marked: made where it is not there yet.
///
/// # Errors
///
/// `TypeError` where `name` is taken by something else.
pub fn define_under(
    ruby: &Ruby,
    outer: impl Module,
    name: &str,
    parent: ExceptionClass,
) -> Result<ExceptionClass, Error> {
    let class = outer.define_error(name, parent)?;
    class.include_module(MARK.get_inner_with(ruby))?;
    Ok(class)
}

/// The module `Oxisalt`.
#[must_use]
pub fn module(ruby: &Ruby) -> RModule {
    OXISALT.get_inner_with(ruby)
}

/// An error of one of Ruby's own classes, with the gem's mark.
pub fn marked(ruby: &Ruby, class: ExceptionClass, message: impl AsRef<str>) -> Error {
    let exception = match class.new_instance((message.as_ref(),)) {
        Ok(exception) => exception,
        Err(error) => return error,
    };
    match exception.funcall::<_, _, Value>("extend", (MARK.get_inner_with(ruby),)) {
        Ok(_) => exception.into(),
        Err(error) => error,
    }
}

/// A `TypeError`: `name` must be `expected`, and `value` came.
#[must_use]
pub fn type_error(ruby: &Ruby, name: &str, expected: &str, value: Value) -> Error {
    let got = if value.is_nil() {
        "nil".into()
    } else {
        // SAFETY: the name is copied before anything can change the class.
        unsafe { value.classname() }.into_owned()
    };
    marked(ruby, ruby.exception_type_error(), format!("{name} must be {expected}, got {got}"))
}

/// An `ArgumentError`.
pub fn argument(ruby: &Ruby, message: impl AsRef<str>) -> Error {
    marked(ruby, ruby.exception_arg_error(), message)
}

/// A `LengthError`.
pub fn length(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(LENGTH_ERROR.get_inner_with(ruby), message.into())
}

/// A `BadAuthenticatorError`.
pub fn bad_authenticator(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(BAD_AUTHENTICATOR_ERROR.get_inner_with(ruby), message.into())
}

/// A `BadSignatureError`.
pub fn bad_signature(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(BAD_SIGNATURE_ERROR.get_inner_with(ruby), message.into())
}

/// A `BadProofError`.
pub fn bad_proof(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(BAD_PROOF_ERROR.get_inner_with(ruby), message.into())
}

/// A `CryptoError` of no closer kind.
pub fn crypto(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(CRYPTO_ERROR.get_inner_with(ruby), message.into())
}

/// A `KeyFormatError`.
pub fn key_format(ruby: &Ruby, message: impl Into<String>) -> Error {
    Error::new(KEY_FORMAT_ERROR.get_inner_with(ruby), message.into())
}

/// A `FrozenError`, when `object` is frozen.
///
/// # Errors
///
/// That one.
pub fn check_frozen(ruby: &Ruby, object: impl ReprValue) -> Result<(), Error> {
    if object.is_frozen() {
        let object = object.as_value();
        // SAFETY: the name is copied before anything can change the class.
        let class = unsafe { object.classname() }.into_owned();
        return Err(marked(ruby, ruby.exception_frozen_error(), format!("can't modify frozen {class}")));
    }
    Ok(())
}

/// A `TypeError`, unless `object` is to become a copy of an object of its own class.
///
/// # Errors
///
/// That one.
pub fn check_same_class(ruby: &Ruby, object: impl ReprValue, original: impl ReprValue) -> Result<(), Error> {
    if object.class().equal(original.class())? {
        return Ok(());
    }
    Err(type_error(ruby, "the original", &format!("of {}", object.class()), original.as_value()))
}

/// Runs `body`; a panic in it becomes `Oxisalt::InternalError`, for Ruby could not rescue what magnus makes of it.
///
/// # Errors
///
/// What `body` returns, or that one.
#[inline]
pub fn guard<T>(ruby: &Ruby, body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(panic) => Err(internal(ruby, panic.as_ref())),
    }
}

/// The `InternalError` that a panic becomes.
#[cold]
pub(crate) fn internal(ruby: &Ruby, panic: &(dyn Any + Send)) -> Error {
    let reason = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    Error::new(
        INTERNAL_ERROR.get_inner_with(ruby),
        format!("a fault in Oxisalt itself, please report it: {reason}"),
    )
}

/// Whether `error` is an exception, and not a jump that must go on.
#[must_use]
pub fn is_exception(error: &Error) -> bool {
    !matches!(error.error_type(), ErrorType::Jump(_))
}
