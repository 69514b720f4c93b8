//! Cuts a stream into pieces, in bounded memory, without losing a byte.

use std::io::{self, BufRead};

use crate::{Excerpt, PieceFault, Problem, RecordError, text};

/// The most bytes a game or a line may have.
pub const ITEM_LIMIT: usize = 1 << 20;

/// A stream of which a growing piece is held until [`Scanner::cut`] hands it out.
pub struct Scanner<'a> {
    input: Box<dyn BufRead + 'a>,
    piece: Vec<u8>,
    began: Location,
    here: Location,
    limit: usize,
    /// The last byte that was taken.
    last: u8,
}

/// A place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The byte, counted from 0.
    pub offset: u64,
    /// The line, counted from 1.
    pub line: u64,
}

/// Some bytes of the input and where they began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes.
    pub raw: Vec<u8>,
    /// Where they began.
    pub began: Location,
}

impl Piece {
    /// Turns a fault inside the piece into an error that names line and byte of the input.
    #[must_use]
    pub fn error(&self, fault: PieceFault) -> RecordError {
        let at = fault.at.min(self.raw.len());
        RecordError {
            file: None,
            line: Some(self.began.line + line_ends(0, &self.raw[..at])),
            offset: Some(self.began.offset + at as u64),
            problem: fault.problem,
        }
    }
}

/// Counts the line ends in some bytes that follow the byte `before`: `\n`, `\r` and `\r\n`.
#[must_use]
pub fn line_ends(before: u8, bytes: &[u8]) -> u64 {
    let mut last = before;
    let mut count = 0;
    for &byte in bytes {
        count += u64::from(byte == b'\r' || (byte == b'\n' && last != b'\r'));
        last = byte;
    }
    count
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of a stream.
    pub fn new(input: impl BufRead + 'a) -> Scanner<'a> {
        let start = Location { offset: 0, line: 1 };
        let (input, piece) = (Box::new(input), Vec::new());
        Scanner { input, piece, began: start, here: start, limit: ITEM_LIMIT, last: 0 }
    }

    /// Changes how long a piece may become.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Returns the piece so far.
    #[must_use]
    pub fn piece(&self) -> &[u8] {
        &self.piece
    }

    /// Returns the bytes that can be seen without taking them: none at the end of the input.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn ahead(&mut self) -> Result<&[u8], RecordError> {
        // The borrow of a returned buffer cannot be kept across the loop, so the buffer is asked for twice.
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
                Ok(_) => break,
            }
        }
        Ok(self.input.fill_buf()?)
    }

    /// Returns the next byte without taking it.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn peek(&mut self) -> Result<Option<u8>, RecordError> {
        Ok(self.ahead()?.first().copied())
    }

    /// Takes `count` bytes that [`Scanner::ahead`] has shown into the piece.
    ///
    /// # Errors
    ///
    /// If the piece becomes too long.
    pub fn take(&mut self, count: usize, what: &'static str) -> Result<(), RecordError> {
        let buffer = self.input.fill_buf()?;
        let count = count.min(buffer.len());
        if self.piece.len() + count > self.limit {
            let room = self.limit - self.piece.len();
            self.piece.extend_from_slice(&buffer[..room]);
            let problem = Problem::TooLong { what, limit: self.limit, begins: Excerpt::of(&self.piece) };
            return Err(self.error(problem));
        }
        self.here.line += line_ends(self.last, &buffer[..count]);
        self.last = buffer[..count].last().copied().unwrap_or(self.last);
        self.here.offset += count as u64;
        self.piece.extend_from_slice(&buffer[..count]);
        self.input.consume(count);
        Ok(())
    }

    /// Takes the next byte into the piece.
    ///
    /// # Errors
    ///
    /// If reading fails or the piece becomes too long.
    pub fn next(&mut self, what: &'static str) -> Result<Option<u8>, RecordError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.take(1, what)?;
        }
        Ok(byte)
    }

    /// Takes all through the first byte for which `ends` holds; tells whether there was one before the input
    /// ended.
    ///
    /// # Errors
    ///
    /// If reading fails or the piece becomes too long.
    pub fn take_through(
        &mut self,
        mut ends: impl FnMut(u8) -> bool,
        what: &'static str,
    ) -> Result<bool, RecordError> {
        loop {
            let ahead = self.ahead()?;
            if ahead.is_empty() {
                return Ok(false);
            }
            match ahead.iter().position(|&byte| ends(byte)) {
                Some(at) => {
                    self.take(at + 1, what)?;
                    return Ok(true);
                }
                None => {
                    let all = ahead.len();
                    self.take(all, what)?;
                }
            }
        }
    }

    /// Takes all through the next line end (`\n`, `\r\n`, or `\r` as old programs write it), or through the
    /// end of the input.
    ///
    /// # Errors
    ///
    /// If reading fails or the piece becomes too long.
    pub fn take_line(&mut self, what: &'static str) -> Result<(), RecordError> {
        let ended = self.take_through(|byte| matches!(byte, b'\n' | b'\r'), what)?;
        if ended && self.last == b'\r' && self.peek()? == Some(b'\n') {
            self.next(what)?;
        }
        Ok(())
    }

    /// Takes blanks, newlines and what has no width; stops early once some thousands are held, so that memory
    /// stays bounded.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn take_blanks(&mut self) -> Result<(), RecordError> {
        while self.piece.len() < 1 << 16 {
            let room = (1 << 16) - self.piece.len();
            let ahead = self.ahead()?;
            let blanks = ahead.iter().take(room).take_while(|byte| byte.is_ascii_whitespace()).count();
            let count = if blanks > 0 { blanks } else { text::invisible_prefix(ahead).unwrap_or(0) };
            if count == 0 {
                break;
            }
            self.take(count, "blank space")?;
        }
        Ok(())
    }

    /// Takes a byte order mark at the very beginning, refusing those of UTF-16.
    ///
    /// # Errors
    ///
    /// If the text is UTF-16, or reading fails.
    pub fn take_mark(&mut self) -> Result<(), RecordError> {
        if self.here.offset != 0 {
            return Ok(());
        }
        let ahead = self.ahead()?;
        if ahead.starts_with(b"\xff\xfe") || ahead.starts_with(b"\xfe\xff") {
            let problem =
                Problem::Encoding { bytes: Excerpt::of(&ahead[..2]), hint: " (this looks like UTF-16)" };
            return Err(self.error(problem));
        }
        if ahead.starts_with(b"\xef\xbb\xbf") {
            self.take(3, "a byte order mark")?;
        }
        Ok(())
    }

    /// Hands out the piece and begins a new one.
    pub fn cut(&mut self) -> Piece {
        let began = std::mem::replace(&mut self.began, self.here);
        Piece { raw: std::mem::take(&mut self.piece), began }
    }

    /// Makes an error about the place where the piece began.
    #[must_use]
    pub fn error(&self, problem: Problem) -> RecordError {
        RecordError { file: None, line: Some(self.began.line), offset: Some(self.began.offset), problem }
    }
}
