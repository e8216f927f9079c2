//! ASCII armor (RFC 9580, section 6), strictly: what is not exactly armor is refused, so that no change of a byte goes
//! unnoticed.

use std::io::{self, BufRead, Read, Write};

use data_encoding::BASE64;

use crate::error::{Error, Kind, Result, io as io_error};

/// What an armored block says that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Message,
    Signature,
    PublicKey,
    PrivateKey,
}

impl Label {
    const ALL: [Self; 4] = [Self::Message, Self::Signature, Self::PublicKey, Self::PrivateKey];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Message => "MESSAGE",
            Self::Signature => "SIGNATURE",
            Self::PublicKey => "PUBLIC KEY BLOCK",
            Self::PrivateKey => "PRIVATE KEY BLOCK",
        }
    }
}

/// Whether `data` begins as armor does.
pub(crate) fn is_armored(data: &[u8]) -> bool {
    data.trim_ascii_start().starts_with(b"-----BEGIN PGP ")
}

fn malformed(reason: &str) -> Error {
    Error::new(Kind::MalformedData, format!("the armor is malformed: {reason}"))
}

/// Takes a line off `rest`, without its end, which may be LF or CR LF, and spaces before it.
pub(crate) fn next_line<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    if rest.is_empty() {
        return None;
    }
    let line = match rest.iter().position(|&byte| byte == b'\n') {
        Some(end) => {
            let (line, later) = rest.split_at(end);
            *rest = &later[1..];
            line
        }
        None => std::mem::take(rest),
    };
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1);
    &line[..end]
}

/// Whether `line` is a key and a value.
fn is_header(line: &[u8]) -> bool {
    let colon =
        line.windows(2).position(|pair| pair == b": ").or_else(|| line.strip_suffix(b":").map(<[u8]>::len));
    matches!(colon, Some(1..))
}

/// The bytes in the one armored block that `data` is.
pub(crate) fn decode(data: &[u8]) -> Result<(Label, Vec<u8>)> {
    let mut rest = data.trim_ascii_start();
    let first = next_line(&mut rest).map(trim_end).unwrap_or_default();
    let label = Label::ALL
        .into_iter()
        .find(|label| {
            first.strip_prefix(b"-----BEGIN PGP ").and_then(|name| name.strip_suffix(b"-----"))
                == Some(label.name().as_bytes())
        })
        .ok_or_else(|| malformed("it does not begin with a line -----BEGIN PGP ...-----"))?;
    loop {
        let line =
            next_line(&mut rest).map(trim_end).ok_or_else(|| malformed("it ends within its header"))?;
        if line.is_empty() {
            break;
        }
        if !is_header(line) {
            return Err(malformed("a blank line is missing after its header"));
        }
    }
    let mut text = Vec::with_capacity(rest.len());
    let mut sum = None;
    let last = loop {
        let line = next_line(&mut rest)
            .map(trim_end)
            .ok_or_else(|| malformed("its last line is missing: it was cut off"))?;
        if line.starts_with(b"-") {
            break line;
        }
        if sum.is_some() {
            return Err(malformed("something follows its checksum"));
        }
        match line.strip_prefix(b"=") {
            Some(encoded) => {
                sum = Some(BASE64.decode(encoded).map_err(|_| malformed("its checksum is no base64"))?);
            }
            None => text.extend_from_slice(line),
        }
    };
    if last.strip_prefix(b"-----END PGP ").and_then(|name| name.strip_suffix(b"-----"))
        != Some(label.name().as_bytes())
    {
        return Err(malformed("its last line does not belong to its first"));
    }
    if !rest.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        return Err(malformed("something follows its last line"));
    }
    let bytes = BASE64.decode(&text).map_err(|_| malformed("its body is no base64"))?;
    if sum.is_some_and(|sum| sum != crc24(CRC24_START, &bytes).to_be_bytes()[1..]) {
        return Err(malformed("its checksum is wrong: it was changed or cut off"));
    }
    Ok((label, bytes))
}

/// The bytes of `data`, which is binary, or armor with one of `labels`.
pub(crate) fn decode_if_armored<'a>(data: &'a [u8], labels: &[Label]) -> Result<std::borrow::Cow<'a, [u8]>> {
    if !is_armored(data) {
        return Ok(data.into());
    }
    let (label, bytes) = decode(data)?;
    if labels.contains(&label) {
        return Ok(bytes.into());
    }
    Err(Error::new(
        Kind::MalformedData,
        format!("a PGP {} was expected, and a PGP {} came", labels[0].name(), label.name()),
    ))
}

const CRC24_START: u32 = 0x00b7_04ce;

const CRC24_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0_u32;
    while index < 256 {
        let mut value = index << 16;
        let mut bit = 0;
        while bit < 8 {
            value <<= 1;
            if value & 0x0100_0000 != 0 {
                value ^= 0x0186_4cfb;
            }
            bit += 1;
        }
        table[index as usize] = value;
        index += 1;
    }
    table
};

fn crc24(start: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(start, |sum, &byte| {
        ((sum << 8) ^ CRC24_TABLE[((sum >> 16) ^ u32::from(byte)) as usize]) & 0x00ff_ffff
    })
}

/// Takes the armor off what it reads, as strictly as [`decode`].
pub(crate) struct Reader<R> {
    input: R,
    label: Label,
    sum: u32,
    /// Characters that are not decoded yet.
    text: Vec<u8>,
    bytes: Vec<u8>,
    position: usize,
    ended: bool,
}

/// No line of armor is longer than this.
const LONGEST_LINE: u64 = 4096;

/// So many characters are decoded at a time.
const AT_ONCE: usize = 1 << 16;

impl<R: BufRead> Reader<R> {
    /// Reads the header, which must have the label.
    pub(crate) fn new(input: R, label: Label) -> Result<Self> {
        let mut reader = Self {
            input,
            label,
            sum: CRC24_START,
            text: Vec::new(),
            bytes: Vec::new(),
            position: 0,
            ended: false,
        };
        let mut first = reader.line()?;
        while first.as_ref().is_some_and(Vec::is_empty) {
            first = reader.line()?;
        }
        let expected = format!("-----BEGIN PGP {}-----", label.name());
        if first.as_deref() != Some(expected.as_bytes()) {
            return Err(malformed(&format!("it does not begin with the line {expected}")));
        }
        loop {
            match reader.line()? {
                Some(line) if line.is_empty() => return Ok(reader),
                Some(line) if is_header(&line) => {}
                Some(_) => return Err(malformed("a blank line is missing after its header")),
                None => return Err(malformed("it ends within its header")),
            }
        }
    }

    fn line(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let len = self
            .input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(|error| io_error(&error))?;
        if len as u64 == LONGEST_LINE {
            return Err(malformed("it has a line that is too long"));
        }
        let end = trim_end(
            line.strip_suffix(b"\n").map_or(&line[..], |line| line.strip_suffix(b"\r").unwrap_or(line)),
        );
        line.truncate(end.len());
        Ok((len > 0).then_some(line))
    }

    fn decode(&mut self, len: usize) -> Result<()> {
        self.bytes = BASE64.decode(&self.text[..len]).map_err(|_| malformed("its body is no base64"))?;
        self.position = 0;
        self.sum = crc24(self.sum, &self.bytes);
        self.text.drain(..len);
        Ok(())
    }

    fn fill(&mut self) -> Result<()> {
        while self.text.len() < AT_ONCE {
            let line = self.line()?.ok_or_else(|| malformed("its last line is missing: it was cut off"))?;
            if !matches!(line.first(), Some(b'=' | b'-')) {
                self.text.extend_from_slice(&line);
                continue;
            }
            self.ended = true;
            self.decode(self.text.len())?;
            return self.finish(line);
        }
        // What is padded is the last there is, so that none of this may be.
        let len = self.text.len() / 4 * 4;
        if self.text[..len].contains(&b'=') {
            return Err(malformed("its body is no base64"));
        }
        self.decode(len)
    }

    fn finish(&mut self, mut line: Vec<u8>) -> Result<()> {
        if let Some(encoded) = line.strip_prefix(b"=") {
            let sum = BASE64.decode(encoded).map_err(|_| malformed("its checksum is no base64"))?;
            if sum != self.sum.to_be_bytes()[1..] {
                return Err(malformed("its checksum is wrong: it was changed or cut off"));
            }
            line = self.line()?.ok_or_else(|| malformed("its last line is missing: it was cut off"))?;
        }
        if line != format!("-----END PGP {}-----", self.label.name()).as_bytes() {
            return Err(malformed("its last line does not belong to its first"));
        }
        while let Some(line) = self.line()? {
            if !line.is_empty() {
                return Err(malformed("something follows its last line"));
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.position == self.bytes.len() {
            if self.ended {
                return Ok(0);
            }
            self.fill().map_err(io::Error::other)?;
        }
        let len = buffer.len().min(self.bytes.len() - self.position);
        buffer[..len].copy_from_slice(&self.bytes[self.position..self.position + len]);
        self.position += len;
        Ok(len)
    }
}

/// How many bytes go into a line of 64 characters.
const PER_LINE: usize = 48;

/// Writes armor around what is written to it.
pub(crate) struct Writer<W: Write> {
    out: W,
    label: Label,
    sum: u32,
    pending: Vec<u8>,
    text: Vec<u8>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(mut out: W, label: Label) -> io::Result<Self> {
        write!(out, "-----BEGIN PGP {}-----\n\n", label.name())?;
        Ok(Self { out, label, sum: CRC24_START, pending: Vec::with_capacity(PER_LINE), text: Vec::new() })
    }

    fn write_lines(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.text.clear();
        for line in bytes.chunks(PER_LINE) {
            let start = self.text.len();
            self.text.resize(start + BASE64.encode_len(line.len()), 0);
            BASE64.encode_mut(line, &mut self.text[start..]);
            self.text.push(b'\n');
        }
        self.out.write_all(&self.text)
    }

    /// Writes what is left, the checksum and the last line.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        let pending = std::mem::take(&mut self.pending);
        self.write_lines(&pending)?;
        let sum = BASE64.encode(&self.sum.to_be_bytes()[1..]);
        writeln!(self.out, "={sum}\n-----END PGP {}-----", self.label.name())?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sum = crc24(self.sum, bytes);
        let mut rest = bytes;
        if !self.pending.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(PER_LINE - self.pending.len()));
            self.pending.extend_from_slice(now);
            rest = later;
            if self.pending.len() == PER_LINE {
                let line = std::mem::take(&mut self.pending);
                self.write_lines(&line)?;
            }
        }
        if self.pending.is_empty() {
            let (whole, part) = rest.split_at(rest.len() - rest.len() % PER_LINE);
            self.write_lines(whole)?;
            self.pending.extend_from_slice(part);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// `bytes` in armor.
pub(crate) fn encode(label: Label, bytes: &[u8]) -> Vec<u8> {
    let out = Vec::with_capacity(bytes.len() / 3 * 4 + bytes.len() / 48 + 128);
    Writer::new(out, label)
        .and_then(|mut writer| {
            writer.write_all(bytes)?;
            writer.finish()
        })
        .expect("a Vec takes what is written to it")
}
