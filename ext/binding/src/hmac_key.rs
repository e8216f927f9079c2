//! `HMAC::Key`.

use magnus::{Error, RClass, RString, Ruby, Value};
use oxisalt_core::Output;
use oxisalt_core::digest::Algorithm;
use oxisalt_ruby::bytes::{self, Form};
use oxisalt_ruby::{error, gvl};

use crate::held::{Held, raised, wrap};
use crate::{algorithm, hmac};

/// What computes for the class.
pub trait Class: Held<Key = <Self::Hmac as hmac::Class>::Key> {
    /// The class of HMACs that it belongs to.
    type Hmac: hmac::Class;

    /// The digest that a key is for.
    fn algorithm(key: &Self::Key) -> Algorithm;

    /// The HMAC of `data`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn authenticate(key: &Self::Key, data: &[u8]) -> Result<Output, Self::Refusal>;
}

/// `new(digest, key)`.
///
/// # Errors
///
/// `ArgumentError`, `TypeError`, what the library refuses.
pub fn create<C: Class>(ruby: &Ruby, class: RClass, digest: Value, key: Value) -> Result<Value, Error> {
    error::guard(ruby, || {
        let algorithm = algorithm::resolve(ruby, <C::Hmac as hmac::Class>::OFFERED, digest)?;
        let key = hmac::prepare::<C::Hmac>(ruby, algorithm, key)?;
        Ok(wrap::<C>(ruby, class, key))
    })
}

#[inline]
fn authenticate<C: Class>(ruby: &Ruby, this: &C, data: Value) -> Result<Output, Error> {
    let data = bytes::string(ruby, "data", data)?;
    if data.len() >= gvl::WORTH_RELEASING {
        return hmac::authenticate_long::<C::Hmac>(ruby, this.key(), data);
    }
    raised::<C, _>(ruby, bytes::read([data], |[data]| C::authenticate(this.key(), data)))
}

/// `digest(data)` and its like.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn result<C: Class, F: Form>(ruby: &Ruby, this: &C, data: Value) -> Result<RString, Error> {
    error::guard(ruby, || Ok(F::write(ruby, &authenticate(ruby, this, data)?)))
}

/// `valid?(tag, data)`.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn valid<C: Class>(ruby: &Ruby, this: &C, tag: Value, data: Value) -> Result<bool, Error> {
    error::guard(ruby, || Ok(hmac::matches(&authenticate(ruby, this, data)?, tag)))
}

/// `verify(tag, data)`.
///
/// # Errors
///
/// `BadAuthenticatorError`, `TypeError`, what the library refuses.
pub fn verify<C: Class>(ruby: &Ruby, this: &C, tag: Value, data: Value) -> Result<bool, Error> {
    error::guard(ruby, || hmac::demand(ruby, &authenticate(ruby, this, data)?, tag))
}

/// `name`.
pub fn name<C: Class>(_ruby: &Ruby, this: &C) -> &'static str {
    C::algorithm(this.key()).name()
}

/// Defines the methods of a class that implements [`Class`](crate::hmac_key::Class).
#[macro_export]
macro_rules! define_hmac_key {
    ($class:expr, $kind:ty) => {{
        use $crate::magnus::method;
        use $crate::oxisalt_ruby::bytes::{Base64, Binary, Hex};
        use $crate::oxisalt_ruby::define;
        use $crate::{held, hmac_key};
        let class = $class;
        define::no_allocator(class);
        define::singleton(class, &[define::method(c"new", method!(hmac_key::create::<$kind>, 2))]);
        define::instance(
            class,
            &[
                define::method(c"digest", method!(hmac_key::result::<$kind, Binary>, 1)),
                define::method(c"hexdigest", method!(hmac_key::result::<$kind, Hex>, 1)),
                define::method(c"base64digest", method!(hmac_key::result::<$kind, Base64>, 1)),
                define::method(c"valid?", method!(hmac_key::valid::<$kind>, 2)),
                define::method(c"verify", method!(hmac_key::verify::<$kind>, 2)),
                define::method(c"==", method!(held::equal::<$kind>, 1)),
                define::method(c"name", method!(hmac_key::name::<$kind>, 0)),
            ],
        );
    }};
}
