//! Classes whose objects are fed piece by piece.

use magnus::typed_data::Obj;
use magnus::{Error, Ruby, TypedData, Value};
use oxisalt_core::digest::Algorithm;
use oxisalt_ruby::cell::Exclusive;
use oxisalt_ruby::{bytes, error, gvl};

/// What computes for such a class.
pub trait Stream: TypedData + Default {
    /// A digest or an HMAC, at any point of its input.
    type State: Clone;
    /// Why it does not compute.
    type Refusal;

    /// The state of an object.
    fn state(&self) -> &Exclusive<Self::State>;

    /// The exception for a refusal.
    fn raise(ruby: &Ruby, refusal: Self::Refusal) -> Error;

    /// The digest.
    fn algorithm(state: &Self::State) -> Algorithm;

    /// Feeds `data`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn feed(state: &mut Self::State, data: &[u8]) -> Result<(), Self::Refusal>;

    /// Goes back to the start.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn restart(state: &mut Self::State) -> Result<(), Self::Refusal>;
}

/// Feeds the pieces that `source` hands out, until one is refused.
pub(crate) fn feed<S: Stream>(
    ruby: &Ruby,
    state: &mut S::State,
    source: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut fed = Ok(());
    source(&mut |piece| {
        if fed.is_ok() {
            fed = S::feed(state, piece);
        }
    })?;
    fed.map_err(|refusal| S::raise(ruby, refusal))
}

/// `initialize_copy(other)`.
///
/// # Errors
///
/// `FrozenError`, or `TypeError` for an object of another class.
pub fn initialize_copy<S: Stream>(ruby: &Ruby, this: Obj<S>, other: Obj<S>) -> Result<Obj<S>, Error> {
    error::check_frozen(ruby, this)?;
    error::check_same_class(ruby, this, other)?;
    this.state().fill(other.state().copy(ruby)?);
    Ok(this)
}

/// `update(data)`.
///
/// # Errors
///
/// `FrozenError`, `TypeError`, `ThreadError`, what the library refuses.
pub fn update<S: Stream>(ruby: &Ruby, this: Obj<S>, data: Value) -> Result<Obj<S>, Error> {
    error::check_frozen(ruby, this)?;
    let data = bytes::string(ruby, "data", data)?;
    if data.len() < gvl::WORTH_RELEASING {
        error::guard(ruby, || {
            bytes::read([data], |[data]| this.state().with(ruby, |state| S::feed(state, data)))
        })?
        .map_err(|refusal| S::raise(ruby, refusal))?;
    } else {
        this.state()
            .transact(ruby, |state| feed::<S>(ruby, state, |consume| gvl::feed(ruby, data, consume)))?;
    }
    Ok(this)
}

/// `reset`.
///
/// # Errors
///
/// `FrozenError`, `ThreadError`, what the library refuses.
pub fn reset<S: Stream>(ruby: &Ruby, this: Obj<S>) -> Result<Obj<S>, Error> {
    error::check_frozen(ruby, this)?;
    error::guard(ruby, || this.state().with(ruby, S::restart))?.map_err(|refusal| S::raise(ruby, refusal))?;
    Ok(this)
}

/// `name`.
///
/// # Errors
///
/// `ThreadError`.
pub fn name<S: Stream>(ruby: &Ruby, this: Obj<S>) -> Result<&'static str, Error> {
    this.state().with(ruby, |state| S::algorithm(state).name())
}

/// Implements [`Stream`](crate::stream::Stream) for a type that is a tuple of the cell alone.
#[macro_export]
macro_rules! fed {
    (
        $kind:ident($state:ty), $refusal:ty, $raise:path,
        |$fed:ident, $data:ident| $feed:expr,
        |$restarted:ident| $restart:expr
    ) => {
        impl $crate::stream::Stream for $kind {
            type State = $state;
            type Refusal = $refusal;

            fn state(&self) -> &$crate::oxisalt_ruby::cell::Exclusive<$state> {
                &self.0
            }

            fn raise(ruby: &$crate::magnus::Ruby, refusal: $refusal) -> $crate::magnus::Error {
                $raise(ruby, refusal)
            }

            fn algorithm(state: &$state) -> $crate::oxisalt_core::digest::Algorithm {
                state.algorithm()
            }

            #[inline]
            fn feed($fed: &mut $state, $data: &[u8]) -> Result<(), $refusal> {
                $feed
            }

            fn restart($restarted: &mut $state) -> Result<(), $refusal> {
                $restart
            }
        }
    };
}
