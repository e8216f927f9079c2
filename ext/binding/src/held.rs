//! Classes whose objects hold a key, and never change: any thread or Ractor may use one at any time.

use magnus::value::ReprValue;
use magnus::{Error, RClass, Ruby, TryConvert, TypedData, Value};
use oxisalt_ruby::error;

/// What such an object holds: `Sync`, for Ractors share it without a lock, and magnus does not ask for that.
pub trait Held: TypedData + Sync {
    /// The key.
    type Key;
    /// Why the library does not compute.
    type Refusal;

    /// An object that holds `key`.
    fn hold(key: Self::Key) -> Self;

    /// The key of an object.
    fn key(&self) -> &Self::Key;

    /// The exception for a refusal.
    fn raise(ruby: &Ruby, refusal: Self::Refusal) -> Error;

    /// Whether two keys are the same, in constant time where they are secret.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn same(one: &Self::Key, other: &Self::Key) -> Result<bool, Self::Refusal>;
}

/// An instance of `class`, frozen.
pub fn wrap<H: Held>(ruby: &Ruby, class: RClass, key: H::Key) -> Value {
    let this = ruby.obj_wrap_as(H::hold(key), class).as_value();
    this.freeze();
    this
}

/// What a library answered, or the exception for its refusal.
pub(crate) fn raised<H: Held, T>(ruby: &Ruby, answer: Result<T, H::Refusal>) -> Result<T, Error> {
    answer.map_err(|refusal| H::raise(ruby, refusal))
}

/// `==`.
///
/// # Errors
///
/// What the library refuses.
pub fn equal<H: Held>(ruby: &Ruby, this: &H, other: Value) -> Result<bool, Error> {
    let Ok(other) = <&H>::try_convert(other) else { return Ok(false) };
    error::guard(ruby, || raised::<H, _>(ruby, H::same(this.key(), other.key())))
}

/// What [`Held::same`] is for keys that Rust compares.
///
/// # Errors
///
/// None.
pub fn compared<K: PartialEq, R>(one: &K, other: &K) -> Result<bool, R> {
    Ok(one == other)
}

/// Implements [`Held`](crate::held::Held) for a type that is a tuple of the key alone.
#[macro_export]
macro_rules! held {
    ($kind:ident($key:ty), $refusal:ty, $raise:path, $same:path) => {
        impl $crate::held::Held for $kind {
            type Key = $key;
            type Refusal = $refusal;

            fn hold(key: $key) -> Self {
                Self(key)
            }

            fn key(&self) -> &$key {
                &self.0
            }

            fn raise(ruby: &$crate::magnus::Ruby, refusal: $refusal) -> $crate::magnus::Error {
                $raise(ruby, refusal)
            }

            fn same(one: &$key, other: &$key) -> Result<bool, $refusal> {
                $same(one, other)
            }
        }
    };
}
