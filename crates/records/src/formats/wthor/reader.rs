//! Reading games as a stream: memory stays small however long the file is.
//!
//! A file is refused at once if its header is impossible, if it holds no whole record, or if its first
//! [`TRIED`] records are all corrupt. Everything else is reported record by record: the good ones are kept.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::{FileFault, Hex, RecordFault};
use super::layout::{FileKind, GameRecord, Header};
use crate::RecordError;

/// How many records are held in memory at a time.
const BLOCK: usize = 1024;

/// After so many corrupt records at the beginning, and no good one, a file is taken for something else.
pub const TRIED: usize = 8;

/// The games of one `.wtb` file, one after the other.
///
/// As an iterator it yields each record, or what is wrong with it, and goes on after corrupt ones. A file
/// that is too short or too long yields that as its last item.
#[derive(Debug)]
pub struct WthorReader<R> {
    file: String,
    input: R,
    length: Option<u64>,
    header: Header,
    block: Vec<GameRecord>,
    /// How many records of the block have been handed out.
    taken: usize,
    /// How many records have been read, the block included.
    read: u64,
    /// What to report after the block; nothing follows it.
    last: Option<RecordError>,
    ended: bool,
}

impl WthorReader<File> {
    /// Opens a file of games.
    ///
    /// # Errors
    ///
    /// Says why the file cannot be opened or is no file of games.
    pub fn open(path: &Path) -> Result<WthorReader<File>, RecordError> {
        let file = path.display().to_string();
        let (input, length) =
            open_file(path).map_err(|error| RecordError::from(error).in_file(file.as_str()))?;
        WthorReader::new(input, file, length)
    }
}

impl<R: Read> WthorReader<R> {
    /// Reads games from anything; `file` names it in messages, `length` is its length where that is known.
    ///
    /// # Errors
    ///
    /// Says why the bytes are no file of games.
    pub fn new(
        mut input: R,
        file: impl Into<String>,
        length: Option<u64>,
    ) -> Result<WthorReader<R>, RecordError> {
        let file = file.into();
        let header = match read_header(&mut input).and_then(|header| checked(header, FileKind::Games)) {
            Ok(header) => header,
            Err(fault) => return Err(fault.in_file(file)),
        };
        let mut reader = WthorReader {
            file,
            input,
            length,
            header,
            block: Vec::with_capacity(BLOCK),
            taken: 0,
            read: 0,
            last: None,
            ended: false,
        };
        reader.fill();
        match reader.refusal() {
            Some(fault) => Err(fault.in_file(reader.file)),
            None => Ok(reader),
        }
    }

    /// Returns the file's header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the file's name, as it appears in messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Hands out the next records as they are, unchecked, and the number of the first; `None` at the end.
    ///
    /// # Errors
    ///
    /// Says, after the last record, that the file is too short or too long.
    pub fn next_block(&mut self) -> Option<Result<(u64, &[GameRecord]), RecordError>> {
        if self.taken == self.block.len() {
            self.fill();
        }
        if self.block.is_empty() {
            return self.last.take().map(|fault| Err(fault.in_file(self.file.as_str())));
        }
        let first = self.read - (self.block.len() - self.taken) as u64 + 1;
        let from = std::mem::replace(&mut self.taken, self.block.len());
        Some(Ok((first, &self.block[from..])))
    }

    /// Hands out the next record with its number, or what is wrong with it.
    pub(super) fn next_numbered(&mut self) -> Option<Result<(u64, GameRecord), RecordError>> {
        if self.taken == self.block.len() {
            self.fill();
        }
        let Some(&game) = self.block.get(self.taken) else {
            return self.last.take().map(|fault| Err(fault.in_file(self.file.as_str())));
        };
        self.taken += 1;
        let record = self.read - (self.block.len() - self.taken) as u64;
        Some(game.check().map(|()| (record, game)).map_err(|fault| self.corrupt(record, &game, fault)))
    }

    /// Makes the error about a corrupt record.
    pub(super) fn corrupt(&self, record: u64, game: &GameRecord, fault: RecordFault) -> RecordError {
        let bytes = Hex(game.to_bytes().to_vec());
        RecordError::from(FileFault::Record { record, fault, bytes }).in_file(self.file.as_str())
    }

    /// Reads the next block; it stays empty at the end.
    fn fill(&mut self) {
        self.block.clear();
        self.taken = 0;
        if self.ended {
            return;
        }
        let promised = u64::from(self.header.games);
        let wanted = (promised - self.read).min(BLOCK as u64) as usize * GameRecord::SIZE;
        if wanted == 0 {
            self.ended = true;
            self.last = self.surplus();
            return;
        }
        let mut bytes = Vec::with_capacity(wanted);
        let result = self.input.by_ref().take(wanted as u64).read_to_end(&mut bytes);
        let (records, rest) = bytes.as_chunks::<{ GameRecord::SIZE }>();
        self.block.extend(records.iter().map(GameRecord::from_bytes));
        self.read += records.len() as u64;
        self.last = match result {
            Err(error) => Some(RecordError::from(error)),
            Ok(_) if bytes.len() == wanted => None,
            Ok(_) => {
                let offset = Header::SIZE as u64 + self.read * GameRecord::SIZE as u64;
                let (kind, bytes) = (FileKind::Games, Hex(rest.to_vec()));
                Some(FileFault::Truncated { kind, promised, record: self.read + 1, offset, bytes }.into())
            }
        };
        self.ended = self.last.is_some();
    }

    /// Looks for bytes after the last record.
    fn surplus(&mut self) -> Option<RecordError> {
        surplus(&mut self.input, &self.header, FileKind::Games, self.length)
    }

    /// Decides on the first block whether this is a file of games at all.
    fn refusal(&mut self) -> Option<RecordError> {
        if self.block.is_empty() {
            return self.last.take();
        }
        let mut first = None;
        for record in self.block.iter().take(TRIED) {
            match record.check() {
                Ok(()) => return None,
                Err(fault) => first = first.or(Some(fault)),
            }
        }
        first
            .filter(|_| self.block.len() >= TRIED)
            .map(|first| FileFault::Garbage { records: TRIED, first }.into())
    }
}

impl<R: Read> Iterator for WthorReader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_numbered()?.map(|(_, game)| game))
    }
}

/// Opens a file and finds its length, which devices and pipes have not.
pub(super) fn open_file(path: &Path) -> io::Result<(File, Option<u64>)> {
    let input = File::open(path)?;
    let about = input.metadata()?;
    if about.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    Ok((input, about.is_file().then_some(about.len())))
}

/// Reads the 16 bytes at the beginning of a file.
pub(super) fn read_header(input: &mut impl Read) -> Result<Header, RecordError> {
    let mut bytes = Vec::with_capacity(Header::SIZE);
    input.take(Header::SIZE as u64).read_to_end(&mut bytes)?;
    match bytes.as_slice().try_into() {
        Ok(header) => Ok(Header::from_bytes(header)),
        Err(_) => Err(FileFault::NoHeader { bytes: Hex(bytes) }.into()),
    }
}

/// Passes on a header that a file of the given kind can have.
pub(super) fn checked(header: Header, kind: FileKind) -> Result<Header, RecordError> {
    match header.check(kind) {
        Ok(()) => Ok(header),
        Err(fault) => Err(FileFault::Header { kind, fault, bytes: Hex(header.to_bytes().to_vec()) }.into()),
    }
}

/// Looks for bytes after the last record.
pub(super) fn surplus(
    input: &mut impl Read,
    header: &Header,
    kind: FileKind,
    length: Option<u64>,
) -> Option<RecordError> {
    let mut bytes = Vec::new();
    if let Err(error) = input.take(24).read_to_end(&mut bytes) {
        return Some(RecordError::from(error));
    }
    let offset = header.expected_length(kind);
    let extra = length.and_then(|length| length.checked_sub(offset));
    let promised = header.count(kind);
    (!bytes.is_empty())
        .then(|| FileFault::Oversized { kind, promised, offset, extra, bytes: Hex(bytes) }.into())
}
