//! Leaf hashes of the segments of a file, read and hashed by several threads.
//!
//! The file is read and never mapped: one that is cut short meanwhile is an error, and not a fault of the process.
//!
//! What the threads work on is theirs together, and nothing of it stands on the stack of whoever waits for them: that may
//! be a fiber's, which is never resumed and goes away without a word.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::batch::leaf_hashes;
use super::effort::named;
use super::scheme::Leaves;
use super::{Effort, Hash, NoRoom, Scheme, room};

/// How much a thread reads at a time: it fits the second-level cache, and makes a system call's cost vanish.
const CHUNK: usize = 256 << 10;

/// The longest segment that is read whole: two of them at a time.
const WHOLE: u64 = CHUNK as u64 / 2;

/// The most segments that a thread takes at a time.
const MOST_SEGMENTS: u64 = 4096;

/// Why a file was not hashed.
#[derive(Debug)]
pub enum Failure<E> {
    /// It could not be read.
    Io(io::Error),
    /// It was shortened to this place, lengthened, or written to while it was read.
    Changed(Change),
    /// There is no room for its leaf hashes.
    NoRoom,
    /// This process was forked from the one that began, and has none of its threads.
    Forked,
    /// Whoever waited gave up.
    GivenUp(E),
}

/// How a file changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has fewer bytes than the first number, which it began with; they end at the second.
    Shorter(u64, u64),
    /// It has more bytes than the number that it began with.
    Longer(u64),
    /// It has as many as before, but something was written.
    Written,
}

impl<E> From<NoRoom> for Failure<E> {
    fn from(_: NoRoom) -> Self {
        Self::NoRoom
    }
}

/// What keeps a thread from going on.
type Stopped = Failure<std::convert::Infallible>;

/// The regular file that is hashed, from a place in it to its end.
#[derive(Debug)]
pub struct Source {
    file: File,
    start: u64,
    /// Where the file ends, which may be before `start`.
    end: u64,
    modified: Option<SystemTime>,
}

impl Source {
    /// The file from `start` on, as it is now.
    ///
    /// # Errors
    ///
    /// Where the system does not tell about it.
    pub fn new(file: File, start: u64) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let (end, modified) = (metadata.len(), modified(&metadata));
        Ok(Self { file, start, end, modified })
    }

    /// How many bytes there are to hash.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `place` on.
    fn read(&self, mut buffer: &mut [u8], place: u64) -> Result<(), Stopped> {
        let mut at = self.start + place;
        while !buffer.is_empty() {
            match self.file.read_at(buffer, at) {
                Ok(0) => return Err(Failure::Changed(Change::Shorter(self.end, at))),
                Ok(len) => {
                    buffer = &mut buffer[len..];
                    at += len as u64;
                }
                Err(failure) if failure.kind() == io::ErrorKind::Interrupted => {}
                Err(failure) => return Err(Failure::Io(failure)),
            }
        }
        Ok(())
    }

    /// That it is as it was at first.
    fn check(&self) -> Result<(), Stopped> {
        let metadata = self.file.metadata().map_err(Failure::Io)?;
        let mut beyond = [0];
        let change = if metadata.len() < self.end {
            Change::Shorter(self.end, metadata.len())
        } else if metadata.len() > self.end
            || self.file.read_at(&mut beyond, self.end).map_err(Failure::Io)? > 0
        {
            Change::Longer(self.end)
        } else if modified(&metadata) == self.modified {
            return Ok(());
        } else {
            Change::Written
        };
        Err(Failure::Changed(change))
    }
}

fn modified(metadata: &Metadata) -> Option<SystemTime> {
    metadata.modified().ok()
}

/// How far the threads have come. Whoever waits for them holds it.
pub struct Progress<'a> {
    done: &'a AtomicU64,
    ended: Receiver<()>,
    process: u32,
}

impl Progress<'_> {
    /// How many bytes are hashed.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Waits until the threads have ended, or for so long; whether they have. In a forked process there are none.
    #[must_use]
    pub fn wait(&self, most: Duration) -> bool {
        self.process != process::id()
            || matches!(self.ended.recv_timeout(most), Err(RecvTimeoutError::Disconnected))
    }
}

/// The leaf hashes of the segments of `source`, each of `segment` bytes, the last as long as what is left.
///
/// `watch` is called on this thread while others work. It returns when [`Progress::wait`] says that they have ended, or
/// earlier with an error, which stops them.
///
/// # Errors
///
/// What became of the file, or what `watch` returned.
///
/// # Panics
///
/// When `segment` is zero.
pub fn hash_segments<E>(
    source: Source,
    scheme: Scheme,
    segment: u64,
    effort: Effort,
    watch: impl FnOnce(&Progress<'_>) -> Result<(), E>,
) -> Result<Vec<Hash>, Failure<E>> {
    let count = source.len().div_ceil(segment);
    let hashes = room(usize::try_from(count).map_err(|_| NoRoom)?)?;
    let batch = if segment <= WHOLE { (CHUNK as u64 / segment).min(MOST_SEGMENTS) & !1 } else { 2 };
    let (work, ended) = channel();
    let job = Arc::new(Job {
        source,
        scheme,
        segment,
        interleave: effort.interleave,
        batch,
        count,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        hashes: Mutex::new(hashes),
        failure: Mutex::new(None),
    });
    let workers = (effort.threads() as u64).min(count.div_ceil(batch)).max(1);
    let mut threads = Vec::new();
    for number in 0..workers {
        let (worker, work): (_, Sender<()>) = (Arc::clone(&job), work.clone());
        let started = named("oxisalt merkle").spawn(move || {
            worker.run();
            drop(work);
        });
        match started {
            Ok(thread) => threads.push(thread),
            // With fewer it takes longer.
            Err(_) if number > 0 => break,
            Err(failure) => job.fail(Failure::Io(failure)),
        }
    }
    drop(work);
    // Stops the threads after an error, and after a panic too.
    let stop = Stop(&job.stop);
    let process = process::id();
    let watched = watch(&Progress { done: &job.done, ended, process });
    if watched.is_ok() {
        std::mem::forget(stop);
    } else {
        drop(stop);
    }
    if process != process::id() {
        // There is nobody to be joined, and what the threads held stays as it was when they went.
        std::mem::forget((threads, job));
        return Err(watched.map_or_else(Failure::GivenUp, |()| Failure::Forked));
    }
    let panics: Vec<_> = threads.into_iter().filter_map(|thread| thread.join().err()).collect();
    if let Some(panic) = panics.into_iter().next() {
        resume_unwind(panic);
    }
    watched.map_err(Failure::GivenUp)?;
    if let Some(failure) = job.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(of(failure));
    }
    job.source.check().map_err(of)?;
    Ok(std::mem::take(&mut *job.hashes.lock().unwrap_or_else(PoisonError::into_inner)))
}

fn of<E>(failure: Stopped) -> Failure<E> {
    match failure {
        Failure::Io(failure) => Failure::Io(failure),
        Failure::Changed(change) => Failure::Changed(change),
        Failure::NoRoom => Failure::NoRoom,
        Failure::Forked => Failure::Forked,
        Failure::GivenUp(never) => match never {},
    }
}

struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the threads share.
struct Job {
    source: Source,
    scheme: Scheme,
    segment: u64,
    interleave: bool,
    /// How many segments a thread takes at a time; an even number.
    batch: u64,
    count: u64,
    next: AtomicU64,
    /// How many bytes are hashed.
    done: AtomicU64,
    stop: AtomicBool,
    hashes: Mutex<Vec<Hash>>,
    failure: Mutex<Option<Stopped>>,
}

impl Job {
    fn run(&self) {
        if let Err(failure) = self.work() {
            self.fail(failure);
        }
    }

    /// Keeps the first failure, and stops all.
    fn fail(&self, failure: Stopped) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        self.stop.store(true, Ordering::Relaxed);
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a batch is short, and the hashes have room in memory"
    )]
    fn work(&self) -> Result<(), Stopped> {
        let mut buffer = vec![0; CHUNK];
        let mut batch = vec![Hash::default(); self.batch as usize];
        while !self.stop.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(self.batch, Ordering::Relaxed);
            if first >= self.count {
                break;
            }
            let hashes = &mut batch[..self.batch.min(self.count - first) as usize];
            let place = first * self.segment;
            if self.segment <= WHOLE {
                self.whole(place, hashes, &mut buffer)?;
            } else {
                self.long(place, hashes, &mut buffer)?;
            }
            let mut all = self.hashes.lock().unwrap_or_else(PoisonError::into_inner);
            all[first as usize..][..hashes.len()].copy_from_slice(hashes);
        }
        Ok(())
    }

    /// Segments that are read at once.
    #[expect(clippy::cast_possible_truncation, reason = "a batch is short")]
    fn whole(&self, place: u64, hashes: &mut [Hash], buffer: &mut [u8]) -> Result<(), Stopped> {
        let segment = self.segment as usize;
        let len = (self.source.len() - place).min((hashes.len() * segment) as u64) as usize;
        let data = &mut buffer[..len];
        self.source.read(data, place)?;
        leaf_hashes(self.scheme, data.chunks(segment), hashes, self.interleave);
        self.done.fetch_add(len as u64, Ordering::Relaxed);
        Ok(())
    }

    /// One or two segments, in pieces: a piece of each in turn.
    #[expect(clippy::cast_possible_truncation, reason = "a piece is no longer than the buffer")]
    fn long(&self, place: u64, hashes: &mut [Hash], buffer: &mut [u8]) -> Result<(), Stopped> {
        let mut leaves = Leaves::new(self.scheme, self.interleave);
        let places = [place, place + self.segment];
        let ends = [places[1], places[1].saturating_add(self.segment)].map(|end| end.min(self.source.len()));
        let half = buffer.len() / 2;
        let mut at = 0;
        while places[0] + at < ends[0] && !self.stop.load(Ordering::Relaxed) {
            // Of a second that is shorter, or not there, nothing is left at some time.
            let lens =
                [0, 1].map(|lane| ends[lane].saturating_sub(places[lane] + at).min(half as u64) as usize);
            let (left, right) = buffer.split_at_mut(half);
            let (left, right) = (&mut left[..lens[0]], &mut right[..lens[1]]);
            self.source.read(left, places[0] + at)?;
            self.source.read(right, places[1] + at)?;
            leaves.update([left, right]);
            at += half as u64;
            self.done.fetch_add((lens[0] + lens[1]) as u64, Ordering::Relaxed);
        }
        for (hash, leaf) in hashes.iter_mut().zip(leaves.finalize()) {
            *hash = leaf;
        }
        Ok(())
    }
}
