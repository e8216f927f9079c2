//! The process that speaks to `GnuPG`.
//!
//! It lives as long as its standard input, a socket, is open at the other end, and ends at once when that is closed,
//! whatever gpg is doing: so that an application can break off, and leaves nothing behind when it ends.
#![deny(unsafe_code)]

mod exchange;
mod failure;
mod keyring;
mod operations;
mod output;
mod session;
mod signature;

use std::any::Any;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::mpsc::{Sender, channel};
use std::{env, thread};

use oxisalt_gpg::{CHUNK, Event, Failure, Frames, Message};

use crate::exchange::Line;
use crate::session::Session;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let outcome = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (Some("start"), Some(home), None) => start(&home),
        (Some("serve"), Some(home), None) => serve(home),
        _ => Err(io::Error::other("this program is part of the gem oxisalt, which starts it itself")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("oxisalt-gpg: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Starts the process that serves, and leaves it: it must be no child of the application, which may wait for any of
/// its own. Nor is it of its group, to which a terminal sends an interrupt that is for the application to see to.
fn start(home: &str) -> io::Result<()> {
    let program = env::current_exe()?;
    let mut command = Command::new(program);
    command.args(["serve", home]).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.spawn().map(drop)
}

fn serve(home: String) -> io::Result<()> {
    // No directory is held that somebody may want to remove.
    env::set_current_dir("/")?;
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let line_socket = socket.try_clone()?;
    let (messages, received) = channel();
    thread::Builder::new().name("gpg".to_owned()).spawn(move || {
        work(Session::new(home), &Line::new(line_socket, received));
        exit(0);
    })?;
    listen(socket, &messages)
}

/// Passes on what the application says, until it says no more. The process ends with that.
fn listen(mut socket: UnixStream, messages: &Sender<Message>) -> io::Result<()> {
    let mut frames = Frames::default();
    let mut buffer = vec![0; CHUNK];
    loop {
        let len = match socket.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        frames.push(&buffer[..len]);
        buffer[..len].fill(0);
        while let Some(message) = frames.take().map_err(io::Error::other)? {
            if messages.send(message).is_err() {
                return Ok(());
            }
        }
    }
}

/// Does what is asked for, one request after the other.
fn work(mut session: Session, line: &Line) {
    while let Some(message) = line.next() {
        let Message::Request(request) = message else { return };
        let outcome = catch_unwind(AssertUnwindSafe(|| session.run(line, request)));
        let outcome = outcome.unwrap_or_else(|panic| Err(Failure::Panic(reason(panic.as_ref()))));
        if line.tell(&Event::Done(outcome)).is_err() {
            return;
        }
    }
}

fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}
