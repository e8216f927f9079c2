//! The processes that speak to `GnuPG`, and the pool that an object keeps them in.
//!
//! A process is taken for one operation and put back after it. One whose operation was broken off is not: its socket
//! is closed, with which it ends.

use std::fs;
use std::io;
use std::mem;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use oxisalt_gpg::{Failure, Frames, Kind};

/// What to install where a process does not start.
const INSTALL: &str = "install libgpgme (Debian: apt-get install libgpgme-dev gnupg; Homebrew: brew install gpgme \
                       gnupg), and then the gem again";

/// How long an interrupt may go unnoticed.
pub(crate) const PATIENCE: Duration = Duration::from_millis(10);

/// The most processes that an object keeps.
pub(crate) const MOST: usize = 8;

/// A process.
pub(crate) struct Helper {
    pub(crate) socket: UnixStream,
    pub(crate) frames: Frames,
    process: u32,
}

impl Helper {
    fn start(program: &str, home: &str) -> io::Result<Self> {
        let (socket, other) = UnixStream::pair()?;
        // The process that is started here only starts another and ends: see there.
        let status = Command::new(program)
            .args(["start", home])
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(io::Error::other(format!("it ended with {status}")));
        }
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { socket, frames: Frames::default(), process: std::process::id() })
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // A child has a copy of the socket, which does not keep the process; nor may the child end its parent's.
        if self.process == std::process::id() {
            let _ = self.socket.shutdown(Shutdown::Both);
        }
    }
}

/// `GnuPG` of one home.
pub(crate) struct Engine {
    program: String,
    home: String,
    /// Whether it is the user's own, which gpg makes itself, and knows without being told.
    default: bool,
    pool: Mutex<Pool>,
}

struct Pool {
    process: u32,
    idle: Vec<Helper>,
    busy: usize,
    most: usize,
}

impl Engine {
    /// Of the home `home`, with the executable `program`.
    pub(crate) fn new(program: String, home: String, default: bool) -> Self {
        let most = thread::available_parallelism().map_or(2, usize::from).clamp(2, MOST);
        let pool = Pool { process: std::process::id(), idle: Vec::new(), busy: 0, most };
        Self { program, home, default, pool: Mutex::new(pool) }
    }

    /// Its home.
    pub(crate) fn home(&self) -> &str {
        &self.home
    }

    /// Refuses a home that gpg could not work with, or should not.
    pub(crate) fn check_home(&self) -> Result<(), Failure> {
        let refused = |what: &str| Failure::new(Kind::EngineError, format!("home {}: {what}", self.home));
        let metadata = match fs::metadata(&self.home) {
            Ok(metadata) => metadata,
            Err(_) if self.default => return Ok(()),
            Err(error) => return Err(refused(&format!("there is no such directory ({error})"))),
        };
        if !metadata.is_dir() {
            return Err(refused("is not a directory"));
        }
        if metadata.mode() & 0o077 != 0 {
            return Err(refused(
                "is open to others, so that keys there are nobody's secret: chmod it to 0700",
            ));
        }
        Ok(())
    }

    /// A process. None where as many are at work as there are processors, unless one `must` be had.
    pub(crate) fn take(&self, must: bool) -> Result<Option<Helper>, Failure> {
        let mut pool = self.pool();
        if pool.busy >= pool.most && !must {
            return Ok(None);
        }
        let helper = if let Some(helper) = pool.idle.pop() {
            helper
        } else {
            let home = if self.default { "" } else { &self.home };
            Helper::start(&self.program, home).map_err(|error| {
                let what = format!("{} could not be started ({error}): {INSTALL}", self.program);
                Failure::new(Kind::EngineError, what)
            })?
        };
        pool.busy += 1;
        Ok(Some(helper))
    }

    /// Takes a process back, or notes that it is lost.
    pub(crate) fn put_back(&self, helper: Option<Helper>) {
        let mut pool = self.pool();
        pool.busy = pool.busy.saturating_sub(1);
        let most = pool.most;
        pool.idle.extend(helper);
        pool.idle.truncate(most);
    }

    /// Taken with the interpreter lock held and given back at once, so that no fork can happen meanwhile.
    fn pool(&self) -> MutexGuard<'_, Pool> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if pool.process != process {
            // After a fork the processes are the parent's.
            drop(mem::take(&mut pool.idle));
            pool.process = process;
            pool.busy = 0;
        }
        pool
    }
}
