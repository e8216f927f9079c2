//! What holds a secret, and leaves none where it stood.
#![allow(unsafe_code)]

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::{ptr, slice};

use zeroize::Zeroize;

/// A value of whose memory all is zeros once it is dropped, the gaps between its fields as well: a move copies those
/// too, with what stood there before.
#[derive(Clone)]
pub(crate) struct Erased<T>(ManuallyDrop<T>);

impl<T> From<T> for Erased<T> {
    fn from(value: T) -> Self {
        Self(ManuallyDrop::new(value))
    }
}

impl<T> Deref for Erased<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Erased<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> Drop for Erased<T> {
    fn drop(&mut self) {
        // SAFETY: this is the only place that drops the value, and nothing reads it afterwards.
        unsafe { ManuallyDrop::drop(&mut self.0) };
        let start = ptr::from_mut(&mut self.0).cast::<MaybeUninit<u8>>();
        // SAFETY: these are the bytes of the field, which is borrowed for as long as the slice lives; `MaybeUninit` may
        // hold any byte, and `ManuallyDrop` is never looked into again.
        unsafe { slice::from_raw_parts_mut(start, size_of::<T>()) }.zeroize();
    }
}
