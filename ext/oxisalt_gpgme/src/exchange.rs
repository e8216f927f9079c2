//! How a worker, which never touches Ruby, gets what only Ruby can give: bytes of an IO, a passphrase, and a place for
//! its output. It asks over a channel and waits; the Ruby thread answers between two waits of its own.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use zeroize::Zeroizing;

/// How much goes over the channel at a time: enough that the change of threads does not count.
pub(crate) const CHUNK: usize = 256 << 10;

/// The error that breaks off gpgme's work. Its number is the same on every system, and is not 0.
const EIO: i32 = 5;

/// What a worker asks for or tells.
pub(crate) enum Event {
    /// The next bytes of the input of this number.
    Read(usize),
    /// Bytes for the output.
    Write(Vec<u8>),
    /// The passphrase.
    Passphrase,
    /// So many bytes of the first input are done.
    Progress(u64),
    /// The result is there.
    Done,
}

/// The answer to an event that asks.
pub(crate) enum Reply {
    /// Bytes that were read; none at the end.
    Bytes(Vec<u8>),
    /// The passphrase, if there is one.
    Passphrase(Option<Zeroizing<Vec<u8>>>),
    /// Bytes were written.
    Written,
}

/// The worker's end of the line.
pub(crate) struct Line {
    events: SyncSender<Event>,
    replies: Mutex<Receiver<Reply>>,
    progress: bool,
    abandoned: Arc<AtomicBool>,
}

/// The end of the line that the Ruby thread holds. When it is dropped, the worker gives up.
pub(crate) struct Desk {
    /// What the worker asks.
    pub(crate) events: Receiver<Event>,
    /// What it is answered.
    pub(crate) replies: Sender<Reply>,
    abandoned: Arc<AtomicBool>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// A new line, on which progress is told if `progress`.
pub(crate) fn line(progress: bool) -> (Line, Desk) {
    let (events, asked) = sync_channel(4);
    let (replies, answered) = channel();
    let abandoned = Arc::new(AtomicBool::new(false));
    let line = Line { events, replies: Mutex::new(answered), progress, abandoned: Arc::clone(&abandoned) };
    (line, Desk { events: asked, replies, abandoned })
}

impl Line {
    /// Whether nobody waits for an answer any more.
    pub(crate) fn abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Tells; where nobody listens any more, the error says to stop.
    pub(crate) fn tell(&self, event: Event) -> io::Result<()> {
        self.events.send(event).map_err(|_| gone())
    }

    /// Tells and waits for the answer.
    pub(crate) fn ask(&self, event: Event) -> io::Result<Reply> {
        self.tell(event)?;
        self.replies.lock().unwrap_or_else(PoisonError::into_inner).recv().map_err(|_| gone())
    }
}

fn gone() -> io::Error {
    io::Error::from_raw_os_error(EIO)
}

/// Where an input comes from.
pub(crate) enum Input {
    /// From memory.
    Bytes(Vec<u8>),
    /// From the Ruby object of this number, through its `read`.
    Ruby(usize),
}

/// An input, as gpgme reads it.
pub(crate) struct Source<'a> {
    line: &'a Line,
    ruby: Option<usize>,
    held: Vec<u8>,
    position: usize,
    done: u64,
    told: u64,
    counted: bool,
}

impl<'a> Source<'a> {
    /// Reads `input`; progress is told of it if it is `counted`.
    pub(crate) fn new(line: &'a Line, input: Input, counted: bool) -> Self {
        let (ruby, held) = match input {
            Input::Bytes(bytes) => (None, bytes),
            Input::Ruby(number) => (Some(number), Vec::new()),
        };
        Self { line, ruby, held, position: 0, done: 0, told: 0, counted: counted && line.progress }
    }

    fn refill(&mut self) -> io::Result<()> {
        let Some(number) = self.ruby else { return Ok(()) };
        match self.line.ask(Event::Read(number))? {
            Reply::Bytes(bytes) => {
                self.held = bytes;
                self.position = 0;
                Ok(())
            }
            _ => Err(gone()),
        }
    }

    /// Progress is told when a chunk is through, and at the end.
    fn report(&mut self, len: usize) -> io::Result<()> {
        self.done += len as u64;
        if self.counted && (self.done - self.told >= CHUNK as u64 || len == 0 && self.done != self.told) {
            self.told = self.done;
            self.line.tell(Event::Progress(self.done))?;
        }
        Ok(())
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.held.len() {
            self.refill()?;
        }
        let rest = self.held.get(self.position..).unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.position += len;
        self.report(len)?;
        Ok(len)
    }
}

/// Output that goes to a Ruby object, through its `write`.
pub(crate) struct Pipe<'a> {
    line: &'a Line,
    held: Vec<u8>,
}

impl<'a> Pipe<'a> {
    /// An empty one.
    pub(crate) fn new(line: &'a Line) -> Self {
        Self { line, held: Vec::with_capacity(CHUNK) }
    }
}

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.held.is_empty() {
            let held = std::mem::replace(&mut self.held, Vec::with_capacity(CHUNK));
            self.line.ask(Event::Write(held))?;
        }
        Ok(())
    }
}
