//! Work that reads from one Ruby IO and writes to another, while other threads run.
//!
//! The work has a thread of its own, which never touches the interpreter. It asks for what it needs, and the thread
//! that called serves it, with the interpreter lock for as long as the IO takes.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use magnus::value::ReprValue;
use magnus::{Error, RString, Ruby, Value};

use crate::{bytes, error, gvl};

/// How much is read and written at a time.
const CHUNK: usize = 256 << 10;

/// How long an interrupt may take to be seen.
const PATIENCE: Duration = Duration::from_millis(20);

/// How many requests may wait: with more than one, the work goes on while the IO does its part.
const WAITING: usize = 2;

enum Request {
    Read,
    Write(Vec<u8>),
}

/// What the work reads from.
pub struct Source {
    requests: SyncSender<Request>,
    pieces: Receiver<Vec<u8>>,
    piece: Vec<u8>,
    position: usize,
    asked: bool,
    ended: bool,
}

/// What the work writes to.
pub struct Sink {
    requests: SyncSender<Request>,
    pending: Vec<u8>,
}

fn given_up() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "the caller has given up")
}

impl Source {
    fn ask(&mut self) -> io::Result<()> {
        self.asked = true;
        self.requests.send(Request::Read).map_err(|_| given_up())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.piece.len() {
            if self.ended {
                return Ok(0);
            }
            if !self.asked {
                self.ask()?;
            }
            self.piece = self.pieces.recv().map_err(|_| given_up())?;
            self.position = 0;
            self.asked = false;
            self.ended = self.piece.is_empty();
            if self.ended {
                return Ok(0);
            }
            // The next piece is fetched while this one is worked on.
            self.ask()?;
        }
        let len = buffer.len().min(self.piece.len() - self.position);
        buffer[..len].copy_from_slice(&self.piece[self.position..self.position + len]);
        self.position += len;
        Ok(len)
    }
}

impl Write for Sink {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(data);
        if self.pending.len() >= CHUNK {
            self.flush()?;
        }
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.pending, Vec::with_capacity(CHUNK));
        self.requests.send(Request::Write(piece)).map_err(|_| given_up())
    }
}

/// The Ruby objects that the work is served from.
#[derive(Clone, Copy)]
pub struct Ends {
    /// Responds to `read` as an IO does.
    pub input: Value,
    /// Responds to `write` as an IO does, or nil.
    pub output: Value,
    /// Is called with the number of bytes that were read so far, or nil.
    pub progress: Value,
}

impl Ends {
    fn serve(
        &self,
        ruby: &Ruby,
        request: Request,
        pieces: &Sender<Vec<u8>>,
        done: &mut u64,
    ) -> Result<(), Error> {
        match request {
            Request::Read => {
                let piece: Value = self.input.funcall("read", (CHUNK,))?;
                let piece = if piece.is_nil() {
                    Vec::new()
                } else {
                    bytes::read([bytes::string(ruby, "what read returns", piece)?], |[piece]| piece.to_vec())
                };
                *done += piece.len() as u64;
                if !self.progress.is_nil() && !piece.is_empty() {
                    let _: Value = self.progress.funcall("call", (*done,))?;
                }
                // Where the work has ended, nobody waits for the piece.
                let _ = pieces.send(piece);
            }
            Request::Write(piece) => {
                let piece: RString = bytes::binary(ruby, &piece);
                let _: Value = self.output.funcall("write", (piece,))?;
            }
        }
        Ok(())
    }
}

/// Runs `work` in a thread of its own, which reads from and writes to `ends`.
///
/// # Errors
///
/// What an IO raises, an interrupt, or `InternalError` for a panic. The work is then told that its streams are broken,
/// and has ended when this returns.
pub fn run<T: Send + 'static>(
    ruby: &Ruby,
    ends: Ends,
    work: impl FnOnce(Source, Sink) -> T + Send + 'static,
) -> Result<T, Error> {
    let (requests, asked) = sync_channel(WAITING);
    let (pieces, given) = channel();
    let source = Source {
        requests: requests.clone(),
        pieces: given,
        piece: Vec::new(),
        position: 0,
        asked: false,
        ended: false,
    };
    let sink = Sink { requests, pending: Vec::new() };
    let worker = thread::Builder::new()
        .name("oxisalt".into())
        .spawn(move || work(source, sink))
        .map_err(|failure| error::argument(ruby, format!("no thread can be started: {failure}")))?;
    let mut done = 0;
    let served = loop {
        let request = gvl::release(ruby, || match asked.recv_timeout(PATIENCE) {
            Ok(request) => ControlFlow::Break(Some(request)),
            Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(None),
        });
        match request {
            Ok(Some(request)) => match error::guard(ruby, || ends.serve(ruby, request, &pieces, &mut done)) {
                Ok(()) => {}
                Err(error) => break Err(error),
            },
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    drop(asked);
    drop(pieces);
    let result = worker.join();
    served?;
    result.map_err(|panic| error::internal(ruby, panic.as_ref()))
}
