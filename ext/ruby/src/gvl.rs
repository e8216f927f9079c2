//! Work without the interpreter lock (the GVL), so that other threads run meanwhile.

use std::any::Any;
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use magnus::{Error, RString, Ruby};

use crate::error;

/// From this many bytes on, releasing the lock is worth its cost: it takes under 0.1 us, but a busy neighbour can
/// make getting it back take a millisecond.
pub const WORTH_RELEASING: usize = 1 << 20;

/// How much is done between two looks at whether the thread is to be interrupted.
pub const STEP: usize = 1 << 20;

struct Task<'a, T> {
    step: &'a mut dyn FnMut() -> ControlFlow<T>,
    began: bool,
    interrupted: AtomicBool,
    outcome: Option<Result<T, Box<dyn Any + Send>>>,
}

impl<T> Task<'_, T> {
    fn run(&mut self) {
        let Self { step, began, interrupted, outcome } = self;
        *began = true;
        let result = catch_unwind(AssertUnwindSafe(|| {
            while !interrupted.load(Ordering::Relaxed) {
                if let ControlFlow::Break(value) = step() {
                    return Some(value);
                }
            }
            None
        }));
        *outcome = result.transpose();
    }
}

unsafe extern "C" fn run<T>(task: *mut c_void) -> *mut c_void {
    // SAFETY: `release` passes a Task that outlives the call, and lends it to nobody else but through `interrupted`.
    unsafe { &mut *task.cast::<Task<'_, T>>() }.run();
    ptr::null_mut()
}

unsafe extern "C" fn interrupt(flag: *mut c_void) {
    // SAFETY: `release` passes a flag that outlives the call.
    unsafe { &*flag.cast::<AtomicBool>() }.store(true, Ordering::Relaxed);
}

/// Calls `step` without the interpreter lock until it breaks with a value. It must not touch the interpreter.
///
/// Between two steps the thread can be interrupted (`Thread#kill`, a timeout, a signal): the exception comes back as
/// an error, and when there is none the work goes on where it was.
///
/// # Errors
///
/// The interrupt, or `InternalError` for a panic.
pub fn release<T>(ruby: &Ruby, mut step: impl FnMut() -> ControlFlow<T>) -> Result<T, Error> {
    let mut refused = false;
    loop {
        let interrupted = AtomicBool::new(false);
        let mut task = Task { step: &mut step, began: false, interrupted, outcome: None };
        let data = &raw mut task;
        // SAFETY: the pointers live until rb_nogvl returns. With RB_NOGVL_INTR_FAIL it never jumps over this frame:
        // pending interrupts are left for thread_check_ints below. `run` catches panics. `interrupt` only stores to an
        // atomic, so it is safe in a signal handler; unless told so, Ruby starts a thread for each call.
        unsafe {
            rb_sys::rb_nogvl(
                Some(run::<T>),
                data.cast(),
                Some(interrupt),
                (&raw mut (*data).interrupted).cast(),
                (rb_sys::RB_NOGVL_INTR_FAIL | rb_sys::RB_NOGVL_UBF_ASYNC_SAFE).cast_signed(),
            );
        }
        match task.outcome {
            Some(Ok(value)) => return Ok(value),
            Some(Err(panic)) => return Err(error::internal(ruby, panic.as_ref())),
            None => ruby.thread_check_ints()?,
        }
        // Another thread's turn is an interrupt as well, after which rb_nogvl does what it is asked. But a masked one
        // stays pending, and it would refuse for ever: one step with the lock is progress.
        let again = refused && !task.began;
        refused = !task.began && !again;
        if again && let ControlFlow::Break(value) = step() {
            return Ok(value);
        }
    }
}

/// Feeds all of `string` to `consume` without the interpreter lock. It is not copied, and may change meanwhile.
///
/// # Errors
///
/// As [`release`].
pub fn feed(ruby: &Ruby, string: RString, mut consume: impl FnMut(&[u8])) -> Result<(), Error> {
    // Shares the bytes, so that another thread's change to the original goes to a copy.
    let held = RString::new_frozen(string);
    // SAFETY: the held string is frozen, is no other code's to change, and is kept until after the last use.
    let mut rest = unsafe { held.as_slice() };
    let result = release(ruby, || {
        let (now, later) = rest.split_at(rest.len().min(STEP));
        consume(now);
        rest = later;
        if rest.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    std::hint::black_box(held);
    result
}

/// Lends the bytes of `strings` to `body`, which runs without the interpreter lock and must not touch the interpreter.
/// They are not copied, and the originals may change meanwhile.
///
/// # Errors
///
/// As [`release`].
pub fn lend<const N: usize, T>(
    ruby: &Ruby,
    strings: [RString; N],
    body: impl FnOnce([&[u8]; N]) -> T,
) -> Result<T, Error> {
    let held = strings.map(RString::new_frozen);
    // SAFETY: the held strings are frozen, are no other code's to change, and are kept until after the last use.
    let bytes = held.each_ref().map(|string| unsafe { string.as_slice() });
    let mut body = Some(body);
    let result = release(ruby, || match body.take() {
        Some(body) => ControlFlow::Break(body(bytes)),
        None => ControlFlow::Continue(()),
    });
    std::hint::black_box(held);
    result
}

/// Hands the bytes of `string` to `work` without the interpreter lock, for what cannot be done piece by piece and so
/// cannot be interrupted. They are not copied, and may change meanwhile.
///
/// # Errors
///
/// `InternalError` for a panic.
pub fn read<T>(ruby: &Ruby, string: RString, mut work: impl FnMut(&[u8]) -> T) -> Result<T, Error> {
    let held = RString::new_frozen(string);
    // SAFETY: as in `feed`.
    let bytes = unsafe { held.as_slice() };
    let result = release(ruby, || ControlFlow::Break(work(bytes)));
    std::hint::black_box(held);
    result
}
