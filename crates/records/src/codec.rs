//! The extension point: one trait, one small file per format.

use std::collections::VecDeque;
use std::io::Write;

use outflank_rules::Color;

use crate::scanner::{Location, Piece, Scanner};
use crate::{Format, NameEncoding, PieceFault, Problem, Record, RecordError};

/// One piece of a file.
///
/// The pieces of a file, written one after the other, are the file, byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The game or position; `None` for what stands between: blank lines, comments.
    pub record: Option<Record>,
    /// The bytes of the file. Empty for the second and further records of one indivisible piece.
    pub raw: Vec<u8>,
    /// Where the piece began.
    pub began: Location,
}

/// What a caller knows about some input beyond its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The side to move on boards that do not say (format `client`).
    pub side: Option<Color>,
    /// How names are encoded that are not UTF-8 (in WTHOR files: all names) [default: Latin-1]. Used where a
    /// file is opened, by [`Opened`](crate::Opened) and [`read_any`](crate::read_any).
    pub names: Option<NameEncoding>,
}

/// The pieces of a file, as they are read.
///
/// After an error about one piece the next call goes on behind it; after one that leaves no end of the piece
/// in sight, or a failure to read, the iteration ends.
pub type Items<'a> = Box<dyn Iterator<Item = Result<Item, RecordError>> + 'a>;

/// Takes records and writes them.
pub trait Sink {
    /// Writes a record, or keeps it for [`Sink::finish`].
    ///
    /// # Errors
    ///
    /// If the format cannot hold the record, or writing fails.
    fn put(&mut self, record: &Record) -> Result<(), RecordError>;

    /// Writes what is left to write. Nothing may be put afterwards.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn finish(&mut self) -> Result<(), RecordError>;
}

/// A format: how its files are read and written.
pub trait Codec: Sync {
    /// Returns the format's name.
    fn format(&self) -> Format;

    /// Reads pieces.
    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a>;

    /// Writes records.
    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a>;
}

/// Takes one piece into a scanner; leaves the scanner's piece empty at the end of the input.
pub(crate) type Frame = fn(&mut Scanner<'_>) -> Result<(), RecordError>;

/// Parses one piece into its records: none for blank space.
pub(crate) type Parse = fn(&[u8], ReadOptions) -> Result<Vec<Record>, PieceFault>;

/// Reads a format whose pieces can be told apart without knowing the ones before.
pub(crate) fn framed<'a>(
    scanner: Scanner<'a>,
    options: ReadOptions,
    frame: Frame,
    parse: Parse,
) -> Items<'a> {
    Box::new(Framed { scanner, options, frame, parse, ready: Vec::new().into_iter(), done: false })
}

struct Framed<'a> {
    scanner: Scanner<'a>,
    options: ReadOptions,
    frame: Frame,
    parse: Parse,
    ready: std::vec::IntoIter<Item>,
    done: bool,
}

impl Framed<'_> {
    fn next_piece(&mut self) -> Result<Option<Piece>, RecordError> {
        self.scanner.take_mark()?;
        if self.scanner.piece().is_empty() {
            (self.frame)(&mut self.scanner)?;
        }
        let piece = self.scanner.cut();
        Ok((!piece.raw.is_empty()).then_some(piece))
    }
}

impl Iterator for Framed<'_> {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(item) = self.ready.next() {
            return Some(Ok(item));
        }
        if self.done {
            return None;
        }
        let piece = match self.next_piece() {
            Ok(Some(piece)) => piece,
            Ok(None) => {
                self.done = true;
                return None;
            }
            Err(error) => {
                self.done = true;
                return Some(Err(error));
            }
        };
        match (self.parse)(&piece.raw, self.options) {
            Ok(records) => {
                self.ready = items_of(piece, records).into_iter();
                self.ready.next().map(Ok)
            }
            Err(fault) => Some(Err(piece.error(fault))),
        }
    }
}

/// What is to be handed out, in the order of the file.
pub(crate) type Ready = VecDeque<Result<Item, RecordError>>;

/// Reads a format whose records are spread over pieces, so that only the next piece shows where a record
/// ends.
pub(crate) trait Gather {
    /// Reads a piece: `None` at the end of the input.
    fn next_piece(&mut self) -> Result<Option<Piece>, RecordError>;

    /// Adds a piece to the open record; or closes that record and opens another, or hands the piece out.
    fn sort(&mut self, piece: Piece, ready: &mut Ready);

    /// Hands out the open record, if there is one.
    fn close(&mut self, ready: &mut Ready);
}

/// Reads all records of such a format.
pub(crate) fn gathered<'a>(gather: impl Gather + 'a) -> Items<'a> {
    Box::new(Gathered { gather, ready: Ready::new(), done: false })
}

struct Gathered<G> {
    gather: G,
    ready: Ready,
    done: bool,
}

impl<G: Gather> Iterator for Gathered<G> {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.done {
            match self.gather.next_piece() {
                Ok(Some(piece)) => self.gather.sort(piece, &mut self.ready),
                end => {
                    self.done = true;
                    self.gather.close(&mut self.ready);
                    self.ready.extend(end.err().map(Err));
                }
            }
        }
        self.ready.pop_front()
    }
}

/// Makes the items of a piece: its bytes belong to the first.
pub(crate) fn items_of(piece: Piece, records: Vec<Record>) -> Vec<Item> {
    let Piece { raw, began } = piece;
    let mut records = records.into_iter();
    let mut items = vec![Item { record: records.next(), raw, began }];
    items.extend(records.map(|record| Item { record: Some(record), raw: Vec::new(), began }));
    items
}

/// Spells one record.
pub(crate) type Spell = fn(&Record) -> Result<String, Problem>;

/// Writes a format whose records are independent texts.
pub(crate) fn texts<'a>(output: Box<dyn Write + 'a>, spell: Spell) -> Box<dyn Sink + 'a> {
    Box::new(Texts { output, spell })
}

struct Texts<'a> {
    output: Box<dyn Write + 'a>,
    spell: Spell,
}

impl Sink for Texts<'_> {
    fn put(&mut self, record: &Record) -> Result<(), RecordError> {
        let text = (self.spell)(record)?;
        Ok(self.output.write_all(text.as_bytes())?)
    }

    fn finish(&mut self) -> Result<(), RecordError> {
        Ok(self.output.flush()?)
    }
}
