//! Files that are read without the interpreter lock.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::os::fd::{BorrowedFd, RawFd};

use magnus::{Error, Ruby};

use crate::{error, gvl};

/// How much is read at a time: it fits the second-level cache, and makes a system call's cost vanish.
const CHUNK: usize = 256 << 10;

/// Reads the file that is open as `descriptor`, from where it stands to its end, and hands each piece to `consume`.
///
/// # Errors
///
/// `ArgumentError` where nothing is open as `descriptor`, the Errno of a failed read, and as [`gvl::release`].
pub fn read_to_end(ruby: &Ruby, descriptor: RawFd, mut consume: impl FnMut(&[u8])) -> Result<(), Error> {
    let mut file = file(ruby, descriptor)?;
    let mut buffer = vec![0; CHUNK];
    gvl::release(ruby, || match file.read(&mut buffer) {
        Ok(0) => ControlFlow::Break(Ok(())),
        Ok(len) => {
            consume(&buffer[..len]);
            ControlFlow::Continue(())
        }
        Err(failure) if failure.kind() == ErrorKind::Interrupted => ControlFlow::Continue(()),
        Err(failure) => ControlFlow::Break(Err(failure)),
    })?
    .map_err(|failure| errno(ruby, &failure))
}

/// The file that is open as `descriptor`, for oneself.
///
/// # Errors
///
/// `ArgumentError` or an Errno where nothing is open as `descriptor`.
pub fn file(ruby: &Ruby, descriptor: RawFd) -> Result<File, Error> {
    if descriptor < 0 {
        return Err(error::argument(ruby, format!("file descriptor must not be negative, got {descriptor}")));
    }
    // SAFETY: the descriptor is not -1, and is only borrowed to duplicate it, which fails where nothing is open.
    let duplicate = unsafe { BorrowedFd::borrow_raw(descriptor) }.try_clone_to_owned();
    duplicate.map(File::from).map_err(|failure| errno(ruby, &failure))
}

/// The exception under `Errno` for a failed system call.
#[must_use]
pub fn errno(ruby: &Ruby, failure: &std::io::Error) -> Error {
    let code = failure.raw_os_error().unwrap_or_default();
    let class = ruby.exception_system_call_error();
    match magnus::Class::new_instance(class, (ruby.qnil(), code)) {
        Ok(exception) => exception.into(),
        Err(error) => error,
    }
}
