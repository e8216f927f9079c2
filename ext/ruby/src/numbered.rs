//! Methods that exist once for each number: the digests of a family differ in nothing else.
//!
//! magnus writes argument handling, error handling and a catch of panics into every method. Here a method is a few
//! instructions that add its number and go on to code that all of them share: a hundred full copies would be a sixth
//! of the library, and loading it would bring them into memory.

use magnus::rb_sys::resume_error;
use magnus::{Error, Ruby, Value};

use crate::error;

/// What a method of `N` arguments does for the number that it was made with.
pub trait Numbered<const N: usize> {
    /// Called with the receiver and the arguments.
    ///
    /// # Errors
    ///
    /// Whatever the method raises.
    fn call(ruby: &Ruby, number: u8, this: Value, arguments: [Value; N]) -> Result<Value, Error>;
}

/// A [`Numbered`] without its type.
type Body<const N: usize> = fn(&Ruby, u8, Value, [Value; N]) -> Result<Value, Error>;

/// # Safety
///
/// To be called as a method by the interpreter.
#[inline(never)]
unsafe fn enter<const N: usize>(body: Body<N>, number: u8, this: Value, arguments: [Value; N]) -> Value {
    // SAFETY: the interpreter called, so that this is one of its threads.
    let ruby = unsafe { Ruby::get_unchecked() };
    match error::guard(&ruby, || body(&ruby, number, this, arguments)) {
        Ok(value) => value,
        // SAFETY: nothing is left in this frame that would have to be dropped.
        Err(error) => unsafe { resume_error(error) },
    }
}

macro_rules! arities {
    ($($count:literal $length:literal $method:ident $entry:ident ($($argument:ident: $value:ty),*);)+) => { $(
        #[doc = concat!("The method with ", $count, " for `NUMBER`, to be given to `define_method` and the like.")]
        #[must_use]
        pub fn $method<B, const NUMBER: u8>() -> unsafe extern "C" fn(Value, $($value),*) -> Value
        where
            B: Numbered<$length>,
        {
            $entry::<B, NUMBER>
        }

        unsafe extern "C" fn $entry<B, const NUMBER: u8>(this: Value, $($argument: $value),*) -> Value
        where
            B: Numbered<$length>,
        {
            // SAFETY: the interpreter calls this, as a method.
            unsafe { enter(B::call, NUMBER, this, [$($argument),*]) }
        }
    )+ };
}

arities! {
    "no argument" 0 nullary enter_nullary ();
    "one argument" 1 unary enter_unary (first: Value);
    "two arguments" 2 binary enter_binary (first: Value, second: Value);
    "three arguments" 3 ternary enter_ternary (first: Value, second: Value, third: Value);
}
