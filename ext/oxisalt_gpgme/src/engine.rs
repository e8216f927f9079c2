//! gpg of one home, and the threads that work with it.
//!
//! A context of gpgme belongs to the thread that made it, and Ruby's threads come and go: each context has a worker, a
//! thread of its own that never touches Ruby. A worker is taken for one operation and put back after it. One whose
//! caller was interrupted is not: it ends by itself as soon as gpg lets it.

use std::mem;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gpgme::{Context, Error, PinentryMode, Protocol};
use zeroize::Zeroizing;

use crate::exchange::{Event, Line, Reply};
use crate::failure::{Doing, Failure, Kind, Passphrase, Status, explain};
use crate::keyring::Keyring;

/// A worker's stack: gpgme's own frames are small.
const STACK: usize = 512 << 10;

/// As much as gpg says before it is cut: a message can make it say any amount.
const MOST_STATUSES: usize = 4096;

/// Where a passphrase comes from.
pub(crate) enum Secret {
    /// There is none: what needs one fails.
    None,
    /// The user's own pinentry.
    Pinentry,
    /// This one.
    Bytes(Zeroizing<Vec<u8>>),
    /// A Ruby object, which is asked when gpg asks.
    Ruby,
}

impl Secret {
    fn mode(&self) -> PinentryMode {
        match self {
            Secret::None => PinentryMode::Error,
            Secret::Pinentry => PinentryMode::Default,
            Secret::Bytes(_) | Secret::Ruby => PinentryMode::Loopback,
        }
    }

    fn given(&self) -> bool {
        matches!(self, Secret::Bytes(_) | Secret::Ruby)
    }
}

/// gpg of one home.
pub(crate) struct Engine {
    /// The home, where it is not the user's default one.
    explicit_home: Option<String>,
    /// Its keys.
    pub(crate) keyring: Keyring,
    pool: Mutex<Pool>,
}

struct Pool {
    process: u32,
    idle: Vec<Worker>,
    busy: usize,
    most: usize,
}

type Job = Box<dyn FnOnce(&mut Session) + Send>;

/// A thread with a context.
pub(crate) struct Worker(Sender<Job>);

impl Engine {
    /// Of the GnuPG home `home`, which is passed on to gpg where it is not the `default` one.
    pub(crate) fn new(home: String, default: bool) -> Self {
        let most = thread::available_parallelism().map_or(2, usize::from).clamp(2, 8);
        Self {
            keyring: Keyring::new(PathBuf::from(&home)),
            explicit_home: (!default).then_some(home),
            pool: Mutex::new(Pool { process: std::process::id(), idle: Vec::new(), busy: 0, most }),
        }
    }

    /// Refuses a home that gpg could not work with, or should not.
    pub(crate) fn check_home(&self) -> Result<(), Failure> {
        let home = self.keyring.home();
        let refused =
            |what: &str| Failure::new(Kind::EngineError, format!("home {}: {what}", home.display()));
        let metadata = match home.metadata() {
            Ok(metadata) => metadata,
            // gpg makes the default one itself.
            Err(_) if self.explicit_home.is_none() => return Ok(()),
            Err(error) => return Err(refused(&format!("there is no such directory ({error})"))),
        };
        if !metadata.is_dir() {
            return Err(refused("is not a directory"));
        }
        if metadata.mode() & 0o077 != 0 {
            return Err(refused("is open to others: keys there would be nobody's secret; chmod it to 0700"));
        }
        Ok(())
    }

    /// A worker. None where as many work as there are processors, unless one `must` be had.
    pub(crate) fn take(self: &Arc<Self>, must: bool) -> Result<Option<Worker>, Failure> {
        let mut pool = self.pool();
        if pool.busy >= pool.most && !must {
            return Ok(None);
        }
        let worker = match pool.idle.pop() {
            Some(worker) => worker,
            None => Worker::start(Arc::clone(self))?,
        };
        pool.busy += 1;
        Ok(Some(worker))
    }

    /// Takes a worker back, or notes that it is lost.
    pub(crate) fn put_back(&self, worker: Option<Worker>) {
        let mut pool = self.pool();
        pool.busy = pool.busy.saturating_sub(1);
        if let Some(worker) = worker {
            if pool.idle.len() < pool.most {
                pool.idle.push(worker);
            }
        }
    }

    fn pool(&self) -> std::sync::MutexGuard<'_, Pool> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if pool.process != process {
            // After a fork the threads are the parent's: their channels must not even be closed here.
            mem::forget(mem::take(&mut pool.idle));
            pool.process = process;
            pool.busy = 0;
        }
        pool
    }
}

impl Worker {
    fn start(engine: Arc<Engine>) -> Result<Self, Failure> {
        let (jobs, queue) = channel::<Job>();
        let home = engine.explicit_home.clone();
        // The thread must not keep the engine: it ends when the engine, and with it the channel, is dropped.
        drop(engine);
        thread::Builder::new()
            .name("oxisalt-gpg".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let mut session = Session { home, context: None };
                for job in queue {
                    job(&mut session);
                }
            })
            .map_err(|error| {
                Failure::new(Kind::EngineError, format!("no thread could be started: {error}"))
            })?;
        Ok(Self(jobs))
    }

    /// Gives it something to do. False where its thread has ended.
    pub(crate) fn give(&self, job: impl FnOnce(&mut Session) + Send + 'static) -> bool {
        self.0.send(Box::new(job)).is_ok()
    }
}

/// What a worker works with.
pub(crate) struct Session {
    home: Option<String>,
    context: Option<Context>,
}

/// What came of an operation: its result, and what gpg said on the way.
pub(crate) struct Performed<T> {
    pub(crate) result: T,
    pub(crate) statuses: Vec<Status>,
}

impl Session {
    /// The context: made at the first call.
    pub(crate) fn context(&mut self) -> Result<&mut Context, Failure> {
        if self.context.is_none() {
            self.context = Some(open(self.home.as_deref()).map_err(|error| opening(error))?);
        }
        self.context.as_mut().ok_or_else(Failure::no_engine)
    }

    /// gpg's version.
    pub(crate) fn version(&mut self) -> Result<String, Failure> {
        let info = self.context()?.engine_info();
        info.version().map(str::to_owned).map_err(|_| Failure::no_engine())
    }

    /// Lets gpg work. It is told to stop when nobody is at the other end of `line`.
    pub(crate) fn perform<T>(
        &mut self,
        doing: Doing,
        line: &Line,
        secret: &Secret,
        body: impl FnOnce(&mut Context) -> gpgme::Result<T>,
    ) -> Result<Performed<T>, Failure> {
        let context = self.context()?;
        context.set_pinentry_mode(secret.mode()).map_err(opening)?;
        let mut statuses = Vec::new();
        let mut asked = 0;
        let result = context.with_status_handler(Listener { line, statuses: &mut statuses }, |context| {
            context.with_passphrase_provider(Asker { line, secret, asked: &mut asked }, body)
        });
        if line.abandoned() {
            return Err(Failure::Abandoned);
        }
        match result {
            Ok(result) => Ok(Performed { result, statuses }),
            Err(error) => Err(explain(error, doing, &statuses, Passphrase { given: secret.given(), asked })),
        }
    }
}

fn opening(error: Error) -> Failure {
    explain(error, Doing::Keys, &[], Passphrase { given: false, asked: 0 })
}

fn open(home: Option<&str>) -> gpgme::Result<Context> {
    let mut context = Context::from_protocol(Protocol::OpenPgp)?;
    if let Some(home) = home {
        context.set_engine_home_dir(home)?;
    }
    context.set_offline(true);
    // Every line of gpg's status output is shown to the handler.
    context.set_flag("full-status", "1")?;
    // The agent would remember the passphrase of a message, and open it for a wrong one.
    context.set_flag("no-symkey-cache", "1")?;
    Ok(context)
}

struct Listener<'a> {
    line: &'a Line,
    statuses: &'a mut Vec<Status>,
}

impl std::panic::UnwindSafe for Listener<'_> {}

impl gpgme::StatusHandler for Listener<'_> {
    // The crate hands over the two words in the opposite order of their names.
    fn handle(
        &mut self,
        arguments: Option<&std::ffi::CStr>,
        keyword: Option<&std::ffi::CStr>,
    ) -> gpgme::Result<()> {
        if self.line.abandoned() {
            return Err(Error::CANCELED);
        }
        let keyword = keyword.map(std::ffi::CStr::to_string_lossy).unwrap_or_default();
        if keyword != "PROGRESS" && self.statuses.len() < MOST_STATUSES {
            let arguments = arguments.map(std::ffi::CStr::to_string_lossy).unwrap_or_default();
            self.statuses.push(Status { keyword: keyword.into_owned(), arguments: arguments.into_owned() });
        }
        Ok(())
    }
}

struct Asker<'a> {
    line: &'a Line,
    secret: &'a Secret,
    asked: &'a mut u32,
}

impl std::panic::UnwindSafe for Asker<'_> {}

impl gpgme::PassphraseProvider for Asker<'_> {
    fn get_passphrase(
        &mut self,
        request: gpgme::PassphraseRequest<'_>,
        out: &mut dyn std::io::Write,
    ) -> gpgme::Result<()> {
        *self.asked += 1;
        // The same one again would be as wrong as before.
        if request.prev_attempt_failed {
            return Err(Error::BAD_PASSPHRASE);
        }
        match self.secret {
            Secret::None | Secret::Pinentry => Err(Error::NO_PASSPHRASE),
            Secret::Bytes(bytes) => out.write_all(bytes).map_err(Error::from),
            Secret::Ruby => match self.line.ask(Event::Passphrase)? {
                Reply::Passphrase(Some(bytes)) => out.write_all(&bytes).map_err(Error::from),
                _ => Err(Error::NO_PASSPHRASE),
            },
        }
    }
}
