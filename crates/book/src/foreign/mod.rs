//! Books of other programs: read and written, with what a conversion loses.

mod edax;
mod egaroucid;
mod zebra;

use std::fmt;
use std::io::{Read, Write};

use crate::{Book, BookError, BookEstimate, BookLeaf, BookRecord, Confidence};

/// A file format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForeignFormat {
    /// Edax, `book.dat`.
    Edax,
    /// Egaroucid, `.egbk3`.
    Egbk3,
    /// Egaroucid up to 6.5, `.egbk2`.
    Egbk2,
    /// Egaroucid up to 6.2, `.egbk`.
    Egbk,
    /// Zebra, `.bin`, the same as text, and the compact `.cmp`; they are only read.
    Zebra,
}

impl ForeignFormat {
    /// All formats.
    pub const ALL: [ForeignFormat; 5] = [
        ForeignFormat::Edax,
        ForeignFormat::Egbk3,
        ForeignFormat::Egbk2,
        ForeignFormat::Egbk,
        ForeignFormat::Zebra,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForeignFormat::Edax => "edax",
            ForeignFormat::Egbk3 => "egbk3",
            ForeignFormat::Egbk2 => "egbk2",
            ForeignFormat::Egbk => "egbk",
            ForeignFormat::Zebra => "zebra",
        }
    }

    /// Returns the format that the name of a file tells.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<ForeignFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "dat" => Some(ForeignFormat::Edax),
            "cmp" | "bin" => Some(ForeignFormat::Zebra),
            other => ForeignFormat::ALL.into_iter().find(|format| format.name() == other),
        }
    }

    /// Tells whether books can be written in this format, not only read.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, ForeignFormat::Zebra)
    }

    /// Reads a book: its records, which are not derived yet, and what was lost on the way.
    ///
    /// # Errors
    ///
    /// Says at which byte the file is wrong and why.
    pub fn read(self, input: &mut dyn Read) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
        let mut input = CountedInput { input, offset: 0 };
        match self {
            ForeignFormat::Edax => edax::read(&mut input),
            ForeignFormat::Egbk3 => egaroucid::read_egbk3(&mut input),
            ForeignFormat::Egbk2 => egaroucid::read_egbk2(&mut input),
            ForeignFormat::Egbk => egaroucid::read_egbk(&mut input),
            ForeignFormat::Zebra => zebra::read(&mut input),
        }
    }

    /// Writes a book and returns what was lost on the way.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, has more positions than the format can count, or cannot be written; and
    /// always for a format that is only read.
    pub fn write(self, book: &Book, output: &mut dyn Write) -> Result<ConversionLosses, BookError> {
        match self {
            ForeignFormat::Edax => edax::write(book, output),
            ForeignFormat::Egbk3 => egaroucid::write(book, output, egaroucid::Generation::Third),
            ForeignFormat::Egbk2 => egaroucid::write(book, output, egaroucid::Generation::Second),
            ForeignFormat::Egbk => egaroucid::write(book, output, egaroucid::Generation::First),
            ForeignFormat::Zebra => {
                let reason =
                    "books of Zebra are only read; Edax and Egaroucid have formats to write".to_owned();
                Err(BookError::Foreign { offset: 0, reason })
            }
        }
    }
}

impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a conversion could not keep: a number and what it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversionLosses(Vec<(u64, &'static str)>);

impl ConversionLosses {
    /// Counts one more of something.
    fn add(&mut self, what: &'static str) {
        match self.0.iter_mut().find(|(_, known)| *known == what) {
            Some((count, _)) => *count += 1,
            None => self.0.push((1, what)),
        }
    }

    /// Counts one more of something if it is so.
    fn add_if(&mut self, is_lost: bool, what: &'static str) {
        if is_lost {
            self.add(what);
        }
    }

    /// Returns the numbers with what they count.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &'static str)> + '_ {
        self.0.iter().copied()
    }

    /// Returns how often something was lost.
    #[must_use]
    pub fn count(&self, what: &str) -> u64 {
        self.iter().find(|(_, known)| *known == what).map_or(0, |(count, _)| count)
    }
}

/// The byte order and the place of what is read.
struct CountedInput<'i> {
    input: &'i mut dyn Read,
    offset: u64,
}

impl CountedInput<'_> {
    /// Reads bytes; `None` at the end of the file.
    fn bytes_or_end<const N: usize>(&mut self) -> Result<Option<[u8; N]>, BookError> {
        let mut bytes = [0; N];
        let mut read = 0;
        while read < N {
            match self.input.read(&mut bytes[read..]) {
                Ok(0) if read == 0 => return Ok(None),
                Ok(0) => return Err(self.wrong("the file ends in the middle of a position")),
                Ok(count) => read += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.wrong(error.to_string())),
            }
        }
        self.offset += N as u64;
        Ok(Some(bytes))
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        self.bytes_or_end()?.ok_or_else(|| self.wrong("the file ends too early"))
    }

    /// Reads all that is left.
    fn rest_as_text(&mut self) -> Result<String, BookError> {
        let mut text = String::new();
        let read = self.input.read_to_string(&mut text).map_err(|error| self.wrong(error.to_string()))?;
        self.offset += read as u64;
        Ok(text)
    }

    fn wrong(&self, reason: impl Into<String>) -> BookError {
        BookError::Foreign { offset: self.offset, reason: reason.into() }
    }
}

/// Reports a failure to write.
fn unwritten(error: std::io::Error) -> BookError {
    BookError::Foreign { offset: 0, reason: format!("it cannot be written: {error}") }
}

/// Returns a score of another program, or `None` if it is none.
fn score(value: i32) -> Option<i8> {
    (-64..=64).contains(&value).then_some(value as i8)
}

/// Returns an estimate of another program: its level stands for the depth, and how it cut is not known.
fn estimate(value: i8, level: u8, empties: u32) -> BookEstimate {
    let depth = u32::from(level).min(empties).min(60) as u8;
    BookEstimate { value, depth, confidence: Confidence::Unknown }
}

/// Returns the value, the level and the leaf that other programs want; `None` if there is no value.
fn value_and_level(record: &BookRecord) -> Option<(i8, u8)> {
    let estimate = record.estimate?;
    let level = if estimate.confidence == Confidence::Hand { HAND_LEVEL } else { estimate.depth };
    Some((estimate.value, level))
}

/// The level that Egaroucid gives to what a person entered.
const HAND_LEVEL: u8 = 70;

/// The number of a move that is not there, in all of these formats.
const NO_MOVE: u8 = 65;

/// Returns a leaf for a value of a whole position.
fn leaf_without_move(estimate: BookEstimate) -> BookLeaf {
    BookLeaf { square: None, estimate }
}
