//! A context of gpgme, and the keys that are known in it.

use std::ffi::CStr;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::panic::UnwindSafe;
use std::path::PathBuf;
use std::{env, fs};

use gpgme::{Context, Error, PassphraseProvider, PassphraseRequest, PinentryMode, Protocol, StatusHandler};
use oxisalt_gpg::{Event, Failure, Message, Outcome, Request, Secret};

use crate::exchange::Line;
use crate::failure::{Asked, Doing, Status, explain, no_engine};
use crate::keyring::Keyring;
use crate::operations::Call;

/// As much as gpg says before it is cut: a message can make it say any amount.
const MOST_STATUSES: usize = 4096;

/// What is kept from one request to the next.
pub(crate) struct Session {
    home: Option<String>,
    context: Option<Context>,
    keyring: Keyring,
}

/// What came of an operation: its result, and what gpg said on the way.
pub(crate) struct Performed<T> {
    pub(crate) result: T,
    pub(crate) statuses: Vec<Status>,
}

impl Session {
    /// Of the home `home`, or the user's own where that is empty.
    pub(crate) fn new(home: String) -> Self {
        let home = Some(home).filter(|home| !home.is_empty());
        let directory = home.as_ref().map_or_else(
            || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".gnupg"),
            PathBuf::from,
        );
        Self { keyring: Keyring::new(directory), home, context: None }
    }

    /// Does what is asked for.
    pub(crate) fn run(&mut self, line: &Line, request: Request) -> Result<Outcome, Failure> {
        let Request { operation, secret, to_host, progress } = request;
        Call { session: self, line, secret: &secret, to_host, progress }.run(operation)
    }

    /// The context, which is made at the first call, and the keys.
    pub(crate) fn parts(&mut self) -> Result<(&mut Context, &mut Keyring), Failure> {
        if self.context.is_none() {
            self.context = Some(open(self.home.as_deref()).map_err(opening)?);
        }
        let context = self.context.as_mut().ok_or_else(no_engine)?;
        check_engine(context)?;
        Ok((context, &mut self.keyring))
    }

    /// The context.
    pub(crate) fn context(&mut self) -> Result<&mut Context, Failure> {
        self.parts().map(|(context, _)| context)
    }

    /// Lets gpg work.
    pub(crate) fn perform<T>(
        &mut self,
        doing: Doing,
        line: &Line,
        secret: &Secret,
        body: impl FnOnce(&mut Context) -> gpgme::Result<T>,
    ) -> Result<Performed<T>, Failure> {
        let context = self.context()?;
        let mode = match secret {
            Secret::None => PinentryMode::Error,
            Secret::Pinentry => PinentryMode::Default,
            Secret::Given(_) | Secret::Host => PinentryMode::Loopback,
        };
        context.set_pinentry_mode(mode).map_err(opening)?;
        let mut statuses = Vec::new();
        let given = matches!(secret, Secret::Given(_) | Secret::Host);
        let mut asked = Asked { given, times: 0 };
        let result = context.with_status_handler(Listener { statuses: &mut statuses }, |context| {
            context.with_passphrase_provider(Asker { line, secret, asked: &mut asked }, body)
        });
        match result {
            Ok(result) => Ok(Performed { result, statuses }),
            Err(error) => Err(explain(error, doing, &statuses, asked)),
        }
    }
}

/// Without a gpg, gpgme finds no keys, or something that is not supported.
fn check_engine(context: &Context) -> Result<(), Failure> {
    let info = context.engine_info();
    let program = info.path().ok().and_then(|path| fs::metadata(path).ok());
    let runs = program.is_some_and(|program| program.is_file() && program.mode() & 0o111 != 0);
    if runs && info.version().is_ok() { Ok(()) } else { Err(no_engine()) }
}

fn opening(error: Error) -> Failure {
    explain(error, Doing::Keys, &[], Asked::default())
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
    statuses: &'a mut Vec<Status>,
}

impl UnwindSafe for Listener<'_> {}

impl StatusHandler for Listener<'_> {
    // The crate hands over the two words in the opposite order of their names.
    fn handle(&mut self, arguments: Option<&CStr>, keyword: Option<&CStr>) -> gpgme::Result<()> {
        let keyword = keyword.map(CStr::to_string_lossy).unwrap_or_default();
        if keyword != "PROGRESS" && self.statuses.len() < MOST_STATUSES {
            let arguments = arguments.map(CStr::to_string_lossy).unwrap_or_default();
            self.statuses.push(Status { keyword: keyword.into_owned(), arguments: arguments.into_owned() });
        }
        Ok(())
    }
}

struct Asker<'a> {
    line: &'a Line,
    secret: &'a Secret,
    asked: &'a mut Asked,
}

impl UnwindSafe for Asker<'_> {}

impl PassphraseProvider for Asker<'_> {
    fn get_passphrase(&mut self, request: PassphraseRequest<'_>, out: &mut dyn Write) -> gpgme::Result<()> {
        self.asked.times += 1;
        // The same one again would be as wrong as before.
        if request.prev_attempt_failed {
            return Err(Error::BAD_PASSPHRASE);
        }
        match self.secret {
            Secret::None | Secret::Pinentry => Err(Error::NO_PASSPHRASE),
            Secret::Given(passphrase) => out.write_all(passphrase.as_slice()).map_err(Error::from),
            Secret::Host => match self.line.ask(&Event::Passphrase)? {
                Message::Passphrase(Some(passphrase)) => {
                    out.write_all(passphrase.as_slice()).map_err(Error::from)
                }
                _ => Err(Error::NO_PASSPHRASE),
            },
        }
    }
}
