//! How much of the processor a tree may take.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most threads that may work on one tree.
pub const MOST_THREADS: usize = 256;

/// How a tree is computed. It makes no difference to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many threads work: at least one, and no more than [`MOST_THREADS`], whatever stands here.
    pub threads: usize,
    /// Whether each thread computes two hashes at once where that is quicker.
    pub interleave: bool,
}

impl Default for Effort {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Self { threads, interleave: true }
    }
}

impl Effort {
    /// How many threads work.
    pub(super) fn threads(self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    /// Calls `work` for each `chunk` of `items`, with the place of its first item, on the threads that there are. Where
    /// the system gives no more threads, on fewer.
    pub(super) fn share<T: Send>(self, items: &mut [T], chunk: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        let helpers = self.threads().min(items.len().div_ceil(chunk)).saturating_sub(1);
        let chunks = Mutex::new(items.chunks_mut(chunk).enumerate());
        let take = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let worker = || {
            while let Some((number, items)) = take() {
                work(number * chunk, items);
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                if named("oxisalt merkle").spawn_scoped(scope, worker).is_err() {
                    break;
                }
            }
            worker();
        });
    }
}

/// A thread to be started.
pub(super) fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}
