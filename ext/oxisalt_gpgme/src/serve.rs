//! An operation, seen from Ruby: the process is asked for it, and the thread waits without the interpreter lock and
//! takes it to answer.

use std::io::{ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::thread;

use magnus::value::ReprValue;
use magnus::{Error, RString, Ruby, Value};
use oxisalt_gpg::{CHUNK, Event, Failure, Kind, Message, Outcome, Passphrase, Request, frame};
use oxisalt_ruby::{bytes, error, gvl};
use serde_bytes::ByteBuf;

use crate::helper::{Engine, Helper, MOST, PATIENCE};
use crate::raise;

/// How long an operation waits for others to end before it goes on beside them. They may be waiting for it: the IO that
/// one reads can be what another writes.
const TURNS: u32 = 50;

/// The Ruby objects of an operation, each nil where there is none.
pub(crate) struct Host {
    /// What is read.
    pub(crate) inputs: [Value; 2],
    /// How much of an input that is a String was read.
    pub(crate) positions: [usize; 2],
    /// What is written.
    pub(crate) output: Value,
    /// What is told how much is done.
    pub(crate) progress: Value,
    /// What is asked for the passphrase.
    pub(crate) passphrase: Value,
}

/// Runs an operation. When the thread is interrupted, or an object of `host` raises, the process is ended.
pub(crate) fn run(ruby: &Ruby, engine: &Engine, host: &mut Host, request: Request) -> Result<Outcome, Error> {
    engine.check_home().map_err(|failure| raise::exception(ruby, failure))?;
    let request = frame(&Message::Request(request));
    let mut lent = ask_one(ruby, engine, &request)?;
    let Some(helper) = lent.helper.as_mut() else { return Err(lost(ruby)) };
    let outcome = serve(ruby, helper, host)?;
    lent.returned = !matches!(outcome, Err(Failure::Panic(_)));
    drop(lent);
    outcome.map_err(|failure| raise::exception(ruby, failure))
}

/// A process that has been asked. One that was idle may have been killed meanwhile, as others may have been.
fn ask_one<'a>(ruby: &Ruby, engine: &'a Engine, request: &[u8]) -> Result<Lent<'a>, Error> {
    for _ in 0..=MOST {
        let lent = Lent { engine, helper: Some(take(ruby, engine)?), returned: false };
        if let Some(helper) = &lent.helper
            && send(ruby, helper, request)?
        {
            return Ok(lent);
        }
    }
    Err(lost(ruby))
}

/// A process that goes back to its engine if it is `returned`.
struct Lent<'a> {
    engine: &'a Engine,
    helper: Option<Helper>,
    returned: bool,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let helper = self.helper.take();
        self.engine.put_back(if self.returned { helper } else { None });
    }
}

fn take(ruby: &Ruby, engine: &Engine) -> Result<Helper, Error> {
    let mut turns = 0;
    loop {
        let helper = engine.take(turns >= TURNS).map_err(|failure| raise::exception(ruby, failure))?;
        if let Some(helper) = helper {
            return Ok(helper);
        }
        turns += 1;
        gvl::release(ruby, || {
            thread::sleep(PATIENCE);
            ControlFlow::Break(())
        })?;
    }
}

fn serve(ruby: &Ruby, helper: &mut Helper, host: &mut Host) -> Result<Result<Outcome, Failure>, Error> {
    loop {
        let answer = match receive(ruby, helper)? {
            Event::Done(outcome) => return Ok(outcome),
            Event::Read(number) => Message::Bytes(ByteBuf::from(read(ruby, host, usize::from(number & 1))?)),
            Event::Write(piece) => {
                let _: Value = host.output.funcall("write", (bytes::binary(ruby, &piece),))?;
                Message::Written
            }
            Event::Passphrase => Message::Passphrase(ask(ruby, host.passphrase)?),
            Event::Progress(done) => {
                let _: Value = host.progress.funcall("call", (done,))?;
                continue;
            }
        };
        if !send(ruby, helper, &frame(&answer))? {
            return Err(lost(ruby));
        }
    }
}

/// Whether all of it could be sent.
fn send(ruby: &Ruby, helper: &Helper, frame: &[u8]) -> Result<bool, Error> {
    let mut rest = frame;
    gvl::release(ruby, || {
        while !rest.is_empty() {
            match (&helper.socket).write(rest) {
                Ok(len) => rest = &rest[len..],
                Err(error) if waits(error.kind()) => return ControlFlow::Continue(()),
                Err(_) => return ControlFlow::Break(false),
            }
        }
        ControlFlow::Break(true)
    })
}

fn receive(ruby: &Ruby, helper: &mut Helper) -> Result<Event, Error> {
    let Helper { socket, frames, .. } = helper;
    let mut buffer = vec![0; CHUNK];
    let event = gvl::release(ruby, || {
        loop {
            match frames.take::<Event>() {
                Ok(Some(event)) => return ControlFlow::Break(Some(event)),
                Ok(None) => {}
                Err(_) => return ControlFlow::Break(None),
            }
            match socket.read(&mut buffer) {
                Ok(0) => return ControlFlow::Break(None),
                Ok(len) => frames.push(&buffer[..len]),
                Err(error) if waits(error.kind()) => return ControlFlow::Continue(()),
                Err(_) => return ControlFlow::Break(None),
            }
        }
    })?;
    event.ok_or_else(|| lost(ruby))
}

fn waits(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn lost(ruby: &Ruby) -> Error {
    let what = "the process that speaks to GnuPG has ended";
    raise::exception(ruby, Failure::new(Kind::EngineError, what))
}

fn read(ruby: &Ruby, host: &mut Host, number: usize) -> Result<Vec<u8>, Error> {
    let input = host.inputs[number];
    if let Some(string) = RString::from_value(input) {
        let position = &mut host.positions[number];
        let piece = bytes::read([string], |[bytes]| {
            let rest = bytes.get(*position..).unwrap_or_default();
            rest[..rest.len().min(CHUNK)].to_vec()
        });
        *position += piece.len();
        return Ok(piece);
    }
    let piece: Value = input.funcall("read", (CHUNK,))?;
    if piece.is_nil() {
        return Ok(Vec::new());
    }
    let piece = bytes::string(ruby, "what read returns", piece)?;
    Ok(bytes::read([piece], |[piece]| piece.to_vec()))
}

fn ask(ruby: &Ruby, callable: Value) -> Result<Option<Passphrase>, Error> {
    let answer: Value = callable.funcall("call", ())?;
    if answer.is_nil() {
        return Ok(None);
    }
    passphrase(ruby, bytes::string(ruby, "passphrase", answer)?).map(Some)
}

/// A passphrase as gpg takes it.
pub(crate) fn passphrase(ruby: &Ruby, passphrase: RString) -> Result<Passphrase, Error> {
    let bytes = bytes::read([passphrase], |[bytes]| bytes.to_vec());
    if bytes.contains(&b'\n') || bytes.contains(&0) {
        return Err(error::argument(ruby, "passphrase must not hold a line break or a zero byte"));
    }
    Ok(Passphrase::new(bytes))
}
