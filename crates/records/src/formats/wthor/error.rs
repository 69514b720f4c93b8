//! What can be wrong with a WTHOR file, and where.
//!
//! Records and moves are counted from 1, bytes from 0, as everywhere in messages of this project.

use std::fmt;
use std::path::PathBuf;

use outflank_rules::{IllegalMove, Square};

use super::layout::{FileKind, GameRecord, Header};
use crate::{Problem, RecordError};

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file cannot even hold a header.
    #[error("{} bytes ({}), but a WTHOR file starts with a header of {}", .bytes.0.len(), .bytes, Header::SIZE)]
    NoHeader {
        /// All the bytes of the file.
        bytes: Hex,
    },
    /// The header is not one of a WTHOR file.
    #[error("not a WTHOR file of {kind}: {fault} (header: {bytes})", kind = .kind.noun())]
    Header {
        /// What the file was taken for.
        kind: FileKind,
        /// What gives it away.
        fault: HeaderFault,
        /// The header.
        bytes: Hex,
    },
    /// Neither the name nor the length tells what the file lists.
    #[error("neither the extension (.wtb, .jou, .trn) nor the length ({length} bytes) tells what is in it")]
    UnknownKind {
        /// The file's length.
        length: u64,
    },
    /// The file ends before its last record.
    #[error(
        "truncated: the header promises {promised} {kind}, but record {record} has {left} of \
         its {size} bytes{bytes}",
        kind = .kind.noun(), left = .bytes.0.len(), size = .kind.record_size(), bytes = AndThey(.bytes)
    )]
    Truncated {
        /// What the file lists.
        kind: FileKind,
        /// How many records the header promises.
        promised: u64,
        /// The record that is not whole.
        record: u64,
        /// Where it starts.
        offset: u64,
        /// What is there of it.
        bytes: Hex,
    },
    /// The file goes on after its last record.
    #[error("oversized: the header promises {promised} {kind}, but the file goes on{extra}: {bytes}",
        kind = .kind.noun(), extra = By(*.extra))]
    Oversized {
        /// What the file lists.
        kind: FileKind,
        /// How many records the header promises.
        promised: u64,
        /// Where the surplus starts.
        offset: u64,
        /// How much there is of it, where that is known.
        extra: Option<u64>,
        /// The first bytes of the surplus.
        bytes: Hex,
    },
    /// The header is possible, the records are not.
    #[error("not a WTHOR file of games: each of the first {records} records is corrupt; {first}")]
    Garbage {
        /// How many records were looked at.
        records: usize,
        /// What is wrong with the first.
        first: RecordFault,
    },
    /// One record is corrupt; those after it can still be read.
    #[error("record {record}: {fault} (record: {bytes})")]
    Record {
        /// The record's number.
        record: u64,
        /// What is wrong with it.
        fault: RecordFault,
        /// The record's bytes.
        bytes: Hex,
    },
    /// There is no `.wtb` file in a folder.
    #[error("no .wtb file in this folder")]
    NoGames,
    /// The file lists names.
    #[error("a table of {kind} holds no games", kind = .kind.noun())]
    NotGames {
        /// What it lists.
        kind: FileKind,
    },
    /// A table of names stands in the way of the one that is written.
    #[error("{table} would be taken for the names of these games; move it away first", table = .table.display())]
    OtherTable {
        /// The table.
        table: PathBuf,
    },
    /// Somebody else wrote the table of names while games were being numbered by it.
    #[error("the table was changed by another program meanwhile; nothing was written")]
    TableChanged,
    /// The format has no room for so many.
    #[error("a WTHOR file has room for {limit} {kind} at most", kind = .kind.noun())]
    TooMany {
        /// What there are too many of.
        kind: FileKind,
        /// How many fit.
        limit: u64,
    },
}

/// What is wrong with a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// A date of creation that no calendar has.
    #[error("a date of creation with a {value} in byte {offset}")]
    Date {
        /// Which byte.
        offset: usize,
        /// Its value.
        value: u8,
    },
    /// A year that no game was played in.
    #[error("the games' year is {year}")]
    Year {
        /// The year.
        year: u16,
    },
    /// A board of another size, such as 10x10.
    #[error("a board of {size}x{size}, where only 8x8 is supported")]
    BoardSize {
        /// The size.
        size: u8,
    },
    /// A depth of the theoretical score beyond the number of squares.
    #[error("theoretical scores from {depth} empty squares on")]
    Depth {
        /// The depth.
        depth: u8,
    },
}

impl HeaderFault {
    /// Returns the offending byte's place.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        match self {
            HeaderFault::Date { offset, .. } => *offset as u64,
            HeaderFault::Year { .. } => 10,
            HeaderFault::BoardSize { .. } => 12,
            HeaderFault::Depth { .. } => 14,
        }
    }
}

/// What is wrong with a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// More final discs than squares.
    #[error("black's final discs are {value}, more than 64")]
    Discs {
        /// The byte.
        value: u8,
    },
    /// A theoretical score of more discs than squares.
    #[error("the theoretical score is {value}, more than 64")]
    Theoretical {
        /// The byte.
        value: u8,
    },
    /// A byte that stands for no square.
    #[error("move {number} is byte {byte}; moves are 10 * row + column, both from 1 to 8")]
    BadMove {
        /// The move's number.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A byte behind the zeros that end a game.
    #[error("byte {byte} in the place of move {number}, after the end of the game")]
    AfterTheEnd {
        /// The move's number.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move against the rules.
    #[error("move {number} ({square}) is illegal: {reason}")]
    Illegal {
        /// The move's number.
        number: usize,
        /// The square.
        square: Square,
        /// Why.
        reason: IllegalMove,
    },
}

impl RecordFault {
    /// Returns where in the record the offending byte is.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            RecordFault::Discs { .. } => 6,
            RecordFault::Theoretical { .. } => 7,
            RecordFault::BadMove { number, .. }
            | RecordFault::AfterTheEnd { number, .. }
            | RecordFault::Illegal { number, .. } => 7 + *number,
        }
    }
}

impl FileFault {
    /// Returns the record that the fault is in, counted from 1.
    #[must_use]
    pub const fn record(&self) -> Option<u64> {
        match self {
            FileFault::Truncated { record, .. } | FileFault::Record { record, .. } => Some(*record),
            _ => None,
        }
    }

    /// Returns the byte of the file at which the fault is, counted from 0.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        match self {
            FileFault::Truncated { offset, .. } | FileFault::Oversized { offset, .. } => Some(*offset),
            FileFault::Record { record, fault, .. } => Some(offset(*record, fault)),
            FileFault::Header { fault, .. } => Some(fault.offset()),
            _ => None,
        }
    }
}

impl From<FileFault> for RecordError {
    /// Takes the place from the fault; the file's name is for the caller to add.
    fn from(fault: FileFault) -> RecordError {
        RecordError {
            file: None,
            line: None,
            offset: fault.offset(),
            problem: Problem::Wthor(Box::new(fault)),
        }
    }
}

/// Returns where in the file the offending byte of a record is.
fn offset(record: u64, fault: &RecordFault) -> u64 {
    Header::SIZE as u64 + (record.max(1) - 1) * GameRecord::SIZE as u64 + fault.offset() as u64
}

/// Some bytes of a file, written in hexadecimal; at most the first 24 are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex(pub Vec<u8>);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().take(24).enumerate() {
            write!(f, "{}{byte:02x}", if index == 0 { "" } else { " " })?;
        }
        f.write_str(if self.0.len() > 24 { " ..." } else { "" })
    }
}

/// Adds the bytes to a message that can stand without them.
struct AndThey<'a>(&'a Hex);

impl fmt::Display for AndThey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.0.is_empty() { Ok(()) } else { write!(f, ": {}", self.0) }
    }
}

/// Adds the number of surplus bytes, where it is known.
struct By(Option<u64>);

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |extra| write!(f, " for {extra} more"))
    }
}

/// Something that was written, or read, with a loss the caller should hear of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A name had to be changed to fit the table.
    NameChanged {
        /// Whose name it is.
        kind: FileKind,
        /// The name as it was.
        name: String,
        /// The name as it was written.
        written: String,
    },
    /// Games of several years went into one file, whose header has room for one.
    YearsMixed {
        /// The file.
        file: PathBuf,
        /// The year in its header.
        year: u16,
    },
    /// There is no table of names beside the games.
    NoNames {
        /// The games.
        file: PathBuf,
        /// The missing table.
        kind: FileKind,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NameChanged { kind, name, written } => {
                let room = kind.record_size() - 1;
                write!(
                    f,
                    "{name:?} written as {written:?}: names of {} have room for {room} Latin-1 characters",
                    kind.noun()
                )
            }
            Warning::YearsMixed { file, year } => write!(
                f,
                "{}: games of several years, and the header has room for one ({year}); write to a folder to get \
                 one file a year",
                file.display()
            ),
            Warning::NoNames { file, kind } => {
                write!(
                    f,
                    "{}: no table of {} (.{}) beside it; names are left empty",
                    file.display(),
                    kind.noun(),
                    kind.extension()
                )
            }
        }
    }
}
