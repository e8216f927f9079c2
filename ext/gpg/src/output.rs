//! Where output goes: into memory or to the application, at once or when it is known to be authentic.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use oxisalt_gpg::CHUNK;

use crate::exchange::{Line, Pipe};

/// What is held back in memory before it goes to a temporary file.
const IN_MEMORY: usize = 8 << 20;

/// An output.
pub(crate) enum Output<'a> {
    /// It goes with the result.
    Bytes(Vec<u8>),
    /// It goes to the application at once.
    Pipe(Pipe<'a>),
    /// It goes to the application when it is known to be authentic, in memory of a constant size: what is more waits in
    /// a file that has no name, so that it is gone with the process, however that ends.
    Held(Vec<u8>, Option<File>, &'a Line),
}

impl<'a> Output<'a> {
    /// Where text goes that needs no authentication.
    pub(crate) fn direct(line: &'a Line, to_host: bool) -> Self {
        if to_host { Self::Pipe(Pipe::new(line)) } else { Self::Bytes(Vec::new()) }
    }

    /// Where text goes that is nobody's until it is authenticated.
    pub(crate) fn held(line: &'a Line, to_host: bool) -> Self {
        if to_host { Self::Held(Vec::new(), None, line) } else { Self::Bytes(Vec::new()) }
    }

    /// Passes on what is left. The bytes, that go with the result.
    pub(crate) fn finish(self) -> io::Result<Option<Vec<u8>>> {
        match self {
            Self::Bytes(bytes) => Ok(Some(bytes)),
            Self::Pipe(mut pipe) => pipe.flush().map(|()| None),
            Self::Held(bytes, file, line) => {
                let mut pipe = Pipe::new(line);
                if let Some(mut file) = file {
                    file.seek(SeekFrom::Start(0))?;
                    copy(&mut file, &mut pipe)?;
                }
                pipe.write_all(&bytes)?;
                pipe.flush().map(|()| None)
            }
        }
    }
}

fn copy(file: &mut File, pipe: &mut Pipe<'_>) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            len => pipe.write_all(&buffer[..len])?,
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(held) => held.extend_from_slice(bytes),
            Self::Pipe(pipe) => pipe.write_all(bytes)?,
            Self::Held(held, file, _) => {
                held.extend_from_slice(bytes);
                if held.len() >= IN_MEMORY {
                    let file = match file {
                        Some(file) => file,
                        None => file.insert(tempfile::tempfile()?),
                    };
                    file.write_all(held)?;
                    held.clear();
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
