//! The Ruby thread's side of an operation: it waits without the interpreter lock, and takes it to answer the worker.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use magnus::value::ReprValue;
use magnus::{Error, RString, Ruby, Value};
use oxisalt_ruby::{bytes, error, gvl};
use zeroize::Zeroizing;

use crate::engine::{Engine, Session, Worker};
use crate::exchange::{self, CHUNK, Desk, Event, Line, Reply};
use crate::failure::Failure;
use crate::raise;

/// How long an interrupt may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(10);

/// How long an operation waits for others to end before it goes on beside them. They may be waiting for it: the IO that
/// one reads can be what another writes.
const TURNS: u32 = 50;

/// The Ruby objects of an operation, each nil where there is none.
pub(crate) struct Host {
    /// What is read.
    pub(crate) inputs: [Value; 2],
    /// What is written.
    pub(crate) output: Value,
    /// What is told how much is done.
    pub(crate) progress: Value,
    /// What is asked for the passphrase.
    pub(crate) passphrase: Value,
}

/// Runs `body` on a worker of `engine`.
///
/// When the thread is interrupted, or `host` raises, the worker is left to itself: whatever it asks next is refused, so
/// that gpgme breaks off.
pub(crate) fn run<T: Send + 'static>(
    ruby: &Ruby,
    engine: &Arc<Engine>,
    host: &Host,
    body: impl FnOnce(&mut Session, &Line) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Error> {
    engine.check_home().map_err(|failure| raise::exception(ruby, failure))?;
    let (line, desk) = exchange::line(!host.progress.is_nil());
    let (results, result) = channel();
    let mut lent = Lent { engine, worker: Some(take(ruby, engine)?), returned: false };
    let given = lent.worker.as_ref().is_some_and(|worker| {
        worker.give(move |session| {
            let outcome = catch_unwind(AssertUnwindSafe(|| body(session, &line)));
            let outcome = outcome.unwrap_or_else(|panic| Err(Failure::Panic(reason(panic.as_ref()))));
            // Nobody may be there any more.
            let _ = results.send(outcome);
            let _ = line.tell(Event::Done);
        })
    });
    if !given {
        return Err(raise::exception(ruby, Failure::no_engine()));
    }
    serve(ruby, &desk, host)?;
    let outcome = result.recv().unwrap_or(Err(Failure::Abandoned));
    lent.returned = !matches!(outcome, Err(Failure::Abandoned | Failure::Panic(_)));
    drop(lent);
    outcome.map_err(|failure| raise::exception(ruby, failure))
}

fn reason(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}

/// A worker that goes back to its engine if it is `returned`.
struct Lent<'a> {
    engine: &'a Engine,
    worker: Option<Worker>,
    returned: bool,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let worker = self.worker.take();
        self.engine.put_back(if self.returned { worker } else { None });
    }
}

fn take(ruby: &Ruby, engine: &Arc<Engine>) -> Result<Worker, Error> {
    for turn in 0.. {
        let worker = engine.take(turn >= TURNS).map_err(|failure| raise::exception(ruby, failure))?;
        if let Some(worker) = worker {
            return Ok(worker);
        }
        gvl::release(ruby, || {
            thread::sleep(PATIENCE);
            ControlFlow::Break(())
        })?;
    }
    Err(raise::exception(ruby, Failure::no_engine()))
}

fn serve(ruby: &Ruby, desk: &Desk, host: &Host) -> Result<(), Error> {
    loop {
        let event = gvl::release(ruby, || match desk.events.recv_timeout(PATIENCE) {
            Ok(event) => ControlFlow::Break(event),
            Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(Event::Done),
        })?;
        let reply = match event {
            Event::Done => return Ok(()),
            Event::Read(number) => Reply::Bytes(read(ruby, host.inputs[number.min(1)])?),
            Event::Write(piece) => {
                let _: Value = host.output.funcall("write", (bytes::binary(ruby, &piece),))?;
                Reply::Written
            }
            Event::Passphrase => Reply::Passphrase(passphrase(ruby, host.passphrase)?),
            Event::Progress(done) => {
                let _: Value = host.progress.funcall("call", (done,))?;
                continue;
            }
        };
        // A worker that no longer waits has told the reason, or will.
        let _ = desk.replies.send(reply);
    }
}

fn read(ruby: &Ruby, input: Value) -> Result<Vec<u8>, Error> {
    let piece: Value = input.funcall("read", (CHUNK,))?;
    if piece.is_nil() {
        return Ok(Vec::new());
    }
    let piece = bytes::string(ruby, "what read returns", piece)?;
    Ok(bytes::read([piece], |[piece]| piece.to_vec()))
}

fn passphrase(ruby: &Ruby, callable: Value) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let answer: Value = callable.funcall("call", ())?;
    if answer.is_nil() {
        return Ok(None);
    }
    secret(ruby, bytes::string(ruby, "passphrase", answer)?).map(Some)
}

/// A passphrase as gpg takes it.
pub(crate) fn secret(ruby: &Ruby, passphrase: RString) -> Result<Zeroizing<Vec<u8>>, Error> {
    let bytes = bytes::read([passphrase], |[bytes]| Zeroizing::new(bytes.to_vec()));
    if bytes.contains(&b'\n') || bytes.contains(&0) {
        return Err(error::argument(ruby, "passphrase must not hold a line break or a zero byte"));
    }
    Ok(bytes)
}
