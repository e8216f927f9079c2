//! State that one thread at a time works on, even while that thread has released the interpreter lock.

use std::cell::RefCell;

use magnus::{Error, Ruby};

use crate::error;

enum Slot<T> {
    Empty,
    Busy,
    Full(T),
}

/// The state of a Ruby object: empty until it is initialized, and taken out while work goes on without the lock.
pub struct Exclusive<T>(RefCell<Slot<T>>);

impl<T> Default for Exclusive<T> {
    fn default() -> Self {
        Self(RefCell::new(Slot::Empty))
    }
}

impl<T: Clone> Exclusive<T> {
    /// Puts the state in.
    pub fn fill(&self, state: T) {
        *self.0.borrow_mut() = Slot::Full(state);
    }

    /// Works on the state. `body` must not call Ruby.
    ///
    /// # Errors
    ///
    /// `ThreadError` while another thread works on it; `ArgumentError` when it was never initialized.
    #[inline]
    pub fn with<R>(&self, ruby: &Ruby, body: impl FnOnce(&mut T) -> R) -> Result<R, Error> {
        match &mut *self.0.borrow_mut() {
            Slot::Full(state) => Ok(body(state)),
            slot => Err(unusable(ruby, slot)),
        }
    }

    /// A copy of the state.
    ///
    /// # Errors
    ///
    /// As [`Self::with`].
    pub fn copy(&self, ruby: &Ruby) -> Result<T, Error> {
        self.with(ruby, |state| state.clone())
    }

    /// Works on a copy of the state, which takes the place of the state only if `body` succeeds. `body` may release
    /// the interpreter lock.
    ///
    /// # Errors
    ///
    /// As [`Self::with`], and what `body` returns.
    pub fn transact<R>(
        &self,
        ruby: &Ruby,
        body: impl FnOnce(&mut T) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut working = self.copy(ruby)?;
        let mut kept = Kept { home: &self.0, slot: self.0.replace(Slot::Busy) };
        let result = body(&mut working)?;
        kept.slot = Slot::Full(working);
        Ok(result)
    }
}

/// Puts a slot's content back, after an error and a panic too.
struct Kept<'a, T> {
    home: &'a RefCell<Slot<T>>,
    slot: Slot<T>,
}

impl<T> Drop for Kept<'_, T> {
    fn drop(&mut self) {
        self.home.replace(std::mem::replace(&mut self.slot, Slot::Empty));
    }
}

#[cold]
fn unusable<T>(ruby: &Ruby, slot: &Slot<T>) -> Error {
    match slot {
        Slot::Busy => error::marked(
            ruby,
            ruby.exception_thread_error(),
            "another thread is working on this object: give each its own",
        ),
        _ => error::argument(ruby, "this object was never initialized"),
    }
}
