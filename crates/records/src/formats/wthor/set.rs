//! Reading games with their names: a file and the tables beside it, or a whole folder.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::convert::record_of_game;
use super::error::{FileFault, Warning};
use super::files::{at, games_in, table_beside};
use super::layout::{FileKind, GameRecord, Header};
use super::names::NameTable;
use super::reader::{WthorReader, open_file, read_header};
use crate::codec::{Codec, Items, ReadOptions, Sink};
use crate::{Format, Item, Location, NameEncoding, Problem, Record, RecordError, Scanner};

/// Reads a file of games, or all `.wtb` files of a folder in the order of their names.
///
/// The names come from the tables beside each file: of the same name, else `WTHOR.JOU` and `WTHOR.TRN`, in
/// any case. Without a table the names stay empty, which [`Games::warnings`] tells; the numbers are kept.
///
/// # Errors
///
/// If there are no games at the path, or it is a single file and that or its tables cannot be read. What is
/// wrong with a file of a folder is an item in its place.
pub fn read_path(path: &Path) -> Result<Games, RecordError> {
    read_names(path, None)
}

/// Reads as [`read_path`] does, the names in another encoding than Latin-1.
///
/// # Errors
///
/// As for [`read_path`].
pub fn read_names(path: &Path, names: Option<NameEncoding>) -> Result<Games, RecordError> {
    let is_folder = path.is_dir();
    let files = if is_folder { games_in(path)? } else { vec![path.to_owned()] };
    if files.is_empty() {
        return Err(RecordError::from(FileFault::NoGames).in_file(path.display().to_string()));
    }
    let mut games = Games {
        files: files.into_iter(),
        names,
        open: None,
        tables: HashMap::new(),
        warnings: Vec::new(),
        refused: None,
    };
    match games.open_next() {
        Err(error) if is_folder => games.refused = Some(error),
        result => result?,
    }
    Ok(games)
}

/// Counts the games at a path by the lengths of its files, without reading them: as many as [`read_path`]
/// gives, if all is well.
///
/// # Errors
///
/// If the folder or file cannot be looked at.
pub fn count_games(path: &Path) -> Result<u64, RecordError> {
    let files = if path.is_dir() { games_in(path)? } else { vec![path.to_owned()] };
    let count = |file: &PathBuf| {
        let length = at(file, fs::metadata(file))?.len();
        Ok(length.saturating_sub(Header::SIZE as u64) / GameRecord::SIZE as u64)
    };
    files.iter().map(count).sum()
}

/// The games of one or many files, with the bytes they were read from.
///
/// A corrupt game, or in a folder a corrupt file, is an error in its place; the iteration goes on behind it.
#[derive(Debug)]
pub struct Games {
    files: std::vec::IntoIter<PathBuf>,
    names: Option<NameEncoding>,
    open: Option<Pieces<File>>,
    tables: HashMap<PathBuf, Arc<NameTable>>,
    warnings: Vec<Warning>,
    /// What is wrong with the first file of a folder.
    refused: Option<RecordError>,
}

impl Games {
    /// Tells what was amiss with the files opened so far.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Leaves the bytes aside.
    pub fn records(self) -> impl Iterator<Item = Result<Record, RecordError>> {
        self.filter_map(|item| item.map(|item| item.record).transpose())
    }

    /// Opens the next file, if there is one.
    fn open_next(&mut self) -> Result<(), RecordError> {
        let Some(path) = self.files.next() else { return Ok(()) };
        check_kind(&path)?;
        let players = self.table(&path, FileKind::Players)?;
        let tournaments = self.table(&path, FileKind::Tournaments)?;
        let reader = WthorReader::open(&path)?;
        self.open = Some(Pieces { reader, header_is_next: true, players, tournaments });
        Ok(())
    }

    fn table(&mut self, games: &Path, kind: FileKind) -> Result<Option<Arc<NameTable>>, RecordError> {
        let Some(path) = table_beside(games, kind)? else {
            self.warnings.push(Warning::NoNames { file: games.to_owned(), kind });
            return Ok(None);
        };
        if let Some(table) = self.tables.get(&path) {
            return Ok(Some(Arc::clone(table)));
        }
        let table = Arc::new(NameTable::open(&path)?.with_encoding(self.names));
        self.tables.insert(path, Arc::clone(&table));
        Ok(Some(table))
    }
}

impl Iterator for Games {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.refused.take() {
            return Some(Err(error));
        }
        loop {
            if let Some(pieces) = &mut self.open {
                if let Some(item) = pieces.next() {
                    return Some(item);
                }
                self.open = None;
            }
            if self.files.len() == 0 {
                return None;
            }
            if let Err(error) = self.open_next() {
                return Some(Err(error));
            }
        }
    }
}

/// Refuses tables of names, told by extension or, without a telling one, by length; the rest is for the
/// reader.
fn check_kind(path: &Path) -> Result<(), RecordError> {
    let kind = match FileKind::of_extension(path) {
        // A pipe can be read only once, and has no length to look at.
        None if at(path, fs::metadata(path))?.is_file() => {
            let (mut input, length) = at(path, open_file(path))?;
            let header = read_header(&mut input);
            let header = header.map_err(|error| error.in_file(path.display().to_string()))?;
            length.and_then(|length| FileKind::of_length(&header, length))
        }
        kind => kind,
    };
    match kind {
        None | Some(FileKind::Games) => Ok(()),
        Some(kind) => {
            Err(RecordError::from(FileFault::NotGames { kind }).in_file(path.display().to_string()))
        }
    }
}

/// The pieces of one file: the header, then the games.
#[derive(Debug)]
struct Pieces<R> {
    reader: WthorReader<R>,
    header_is_next: bool,
    players: Option<Arc<NameTable>>,
    tournaments: Option<Arc<NameTable>>,
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let header = *self.reader.header();
        if std::mem::take(&mut self.header_is_next) {
            let began = Location { offset: 0, line: 1 };
            return Some(Ok(Item { record: None, raw: header.to_bytes().to_vec(), began }));
        }
        Some(self.reader.next_numbered()?.and_then(|(number, game)| {
            let (players, tournaments) = (self.players.as_deref(), self.tournaments.as_deref());
            let record = record_of_game(&game, &header, players, tournaments)
                .map_err(|fault| self.reader.corrupt(number, &game, fault))?;
            let offset = Header::SIZE as u64 + (number - 1) * GameRecord::SIZE as u64;
            let began = Location { offset, line: 1 };
            Ok(Item { record: Some(record), raw: game.to_bytes().to_vec(), began })
        }))
    }
}

/// The format `wthor`, as far as a single stream can be: games without names can be read from one, but
/// writing takes three files (see [`Writer`](super::Writer)).
pub(crate) struct Wthor;

impl Codec for Wthor {
    fn format(&self) -> Format {
        Format::Wthor
    }

    fn items<'a>(&self, scanner: Scanner<'a>, _: ReadOptions) -> Items<'a> {
        match WthorReader::new(Scanned(scanner), "", None) {
            Ok(reader) => Box::new(
                Pieces { reader, header_is_next: true, players: None, tournaments: None }.map(without_file),
            ),
            Err(error) => Box::new(std::iter::once(without_file(Err(error)))),
        }
    }

    fn sink<'a>(&self, _: Box<dyn io::Write + 'a>) -> Box<dyn Sink + 'a> {
        Box::new(NoSink)
    }
}

/// Takes out the name that a stream has not.
fn without_file(item: Result<Item, RecordError>) -> Result<Item, RecordError> {
    item.map_err(|error| RecordError { file: None, ..error })
}

/// Bytes of a scanner.
struct Scanned<'a>(Scanner<'a>);

impl Read for Scanned<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let plain = |error: RecordError| match error.problem {
            Problem::Io(error) => error,
            problem => io::Error::other(problem.to_string()),
        };
        let ahead = self.0.ahead().map_err(plain)?;
        let count = ahead.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ahead[..count]);
        self.0.take(count, "a WTHOR file").map_err(plain)?;
        self.0.cut();
        Ok(count)
    }
}

/// Refuses all records, saying why.
struct NoSink;

impl Sink for NoSink {
    fn put(&mut self, _: &Record) -> Result<(), RecordError> {
        let reason = "games, players and tournaments are three files, so the output has to be a path";
        Err(Problem::Unavailable { format: Format::Wthor, reason }.into())
    }

    fn finish(&mut self) -> Result<(), RecordError> {
        Ok(())
    }
}
