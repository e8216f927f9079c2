//! Leaf hashes of the segments of files and of what is read as an IO is.

use std::ops::ControlFlow;
use std::os::fd::RawFd;
use std::time::Duration;

use magnus::value::ReprValue;
use magnus::{Error, Ruby, Value};
use oxisalt_core::merkle::file::{self, Change, Failure, Source};
use oxisalt_core::merkle::{Effort, Hash, NoRoom, Scheme, Segmenter};
use oxisalt_ruby::{bytes, error, gvl, io};

use super::no_room;
use super::progress::Progress;

/// How long an interrupt may take to be seen, and how often progress is told.
const PATIENCE: Duration = Duration::from_millis(20);

/// About how much is read from an IO at a time.
const PIECE: u64 = 4 << 20;

/// Of the regular file that is open as `descriptor`, from `start` on.
pub(super) fn of_file(
    ruby: &Ruby,
    scheme: Scheme,
    segment: u64,
    effort: Effort,
    (descriptor, start): (RawFd, u64),
    block: Value,
) -> Result<Vec<Hash>, Error> {
    let source =
        Source::new(io::file(ruby, descriptor)?, start).map_err(|failure| io::errno(ruby, &failure))?;
    let mut progress = Progress::new(block, Some(source.len()));
    let hashes = file::hash_segments(source, scheme, segment, effort, |work| {
        loop {
            let has_ended = gvl::release(ruby, || match work.wait(PATIENCE) {
                true => ControlFlow::Break(true),
                false if progress.is_wanted() => ControlFlow::Break(false),
                false => ControlFlow::Continue(()),
            })?;
            progress.tell(ruby, work.done())?;
            if has_ended {
                return Ok(());
            }
        }
    });
    hashes.map_err(|failure| match failure {
        Failure::Io(failure) => io::errno(ruby, &failure),
        Failure::Changed(change) => changed(ruby, change),
        Failure::NoRoom => no_room(ruby, NoRoom),
        Failure::Forked => {
            let message = "the process was forked while the file was read: only its parent goes on";
            error::marked(ruby, ruby.exception_thread_error(), message)
        }
        Failure::GivenUp(error) => error,
    })
}

#[cold]
fn changed(ruby: &Ruby, change: Change) -> Error {
    let how = match change {
        Change::Shorter(before, now) => format!("it had {before} bytes, and ends after {now}"),
        Change::Longer(before) => format!("it had {before} bytes, and has more"),
        Change::Written => "it was written to".into(),
    };
    error::marked(ruby, ruby.exception_io_error(), format!("the file changed while it was read: {how}"))
}

/// Of what `source.read` returns, until it returns nothing.
pub(super) fn of_io(
    ruby: &Ruby,
    scheme: Scheme,
    segment: u64,
    effort: Effort,
    source: Value,
    mut progress: Progress,
) -> Result<Vec<Hash>, Error> {
    // Whole segments, for those that lie within a piece are shared out between threads.
    let piece = if segment <= PIECE { PIECE / segment * segment } else { PIECE };
    let mut segmenter = Segmenter::new(scheme, usize::try_from(segment).unwrap_or(usize::MAX), effort);
    let mut done = 0;
    loop {
        let read: Value = source.funcall("read", (piece,))?;
        if read.is_nil() {
            break;
        }
        let read = bytes::string(ruby, "what read returns", read)?;
        if read.is_empty() {
            break;
        }
        done += read.len() as u64;
        gvl::lend(ruby, [read], |[piece]| segmenter.update(piece))?
            .map_err(|failure| no_room(ruby, failure))?;
        progress.tell(ruby, done)?;
    }
    progress.tell(ruby, done)?;
    segmenter.finish().map_err(|failure| no_room(ruby, failure))
}
