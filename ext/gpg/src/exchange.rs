//! How gpgme gets what only the application can give: the bytes of an IO, a passphrase, and a place for its output.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

use oxisalt_gpg::{CHUNK, Event, Input, Message, frame};
use serde_bytes::ByteBuf;

/// The error that breaks off gpgme's work. Its number is the same on every system, and is not 0.
const EIO: i32 = 5;

/// The way to the application.
pub(crate) struct Line {
    socket: UnixStream,
    // gpgme wants to send what it calls back to between threads, though it never does.
    messages: Mutex<Receiver<Message>>,
}

impl Line {
    /// Writes to `socket`, and takes what was read from it out of `messages`.
    pub(crate) fn new(socket: UnixStream, messages: Receiver<Message>) -> Self {
        Self { socket, messages: Mutex::new(messages) }
    }

    /// The next message; none when there will be no more.
    pub(crate) fn next(&self) -> Option<Message> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }

    /// Tells.
    pub(crate) fn tell(&self, event: &Event) -> io::Result<()> {
        (&self.socket).write_all(&frame(event))
    }

    /// Tells and waits for the answer.
    pub(crate) fn ask(&self, event: &Event) -> io::Result<Message> {
        self.tell(event)?;
        self.next().ok_or_else(broken)
    }
}

fn broken() -> io::Error {
    io::Error::from_raw_os_error(EIO)
}

/// An input, as gpgme reads it.
pub(crate) struct Source<'a> {
    line: &'a Line,
    host: Option<u8>,
    held: ByteBuf,
    position: usize,
    done: u64,
    told: u64,
    counted: bool,
}

impl<'a> Source<'a> {
    /// Reads `input`; the application is told of its progress if it is `counted`.
    pub(crate) fn new(line: &'a Line, input: Input, counted: bool) -> Self {
        let (host, held) = match input {
            Input::Bytes(bytes) => (None, bytes),
            Input::Host(number) => (Some(number), ByteBuf::new()),
        };
        Self { line, host, held, position: 0, done: 0, told: 0, counted }
    }

    fn refill(&mut self) -> io::Result<()> {
        let Some(number) = self.host else { return Ok(()) };
        match self.line.ask(&Event::Read(number))? {
            Message::Bytes(bytes) => {
                self.held = bytes;
                self.position = 0;
                Ok(())
            }
            _ => Err(broken()),
        }
    }

    /// Progress is told when a chunk is through, and at the end.
    fn report(&mut self, len: usize) -> io::Result<()> {
        self.done += len as u64;
        if self.counted && (self.done - self.told >= CHUNK as u64 || len == 0 && self.done != self.told) {
            self.told = self.done;
            self.line.tell(&Event::Progress(self.done))?;
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

/// Output that goes to the application piece by piece.
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
        let len = bytes.len().min(CHUNK - self.held.len());
        self.held.extend_from_slice(&bytes[..len]);
        if self.held.len() == CHUNK {
            self.flush()?;
        }
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.held.is_empty() {
            let held = std::mem::replace(&mut self.held, Vec::with_capacity(CHUNK));
            self.line.ask(&Event::Write(ByteBuf::from(held)))?;
        }
        Ok(())
    }
}
