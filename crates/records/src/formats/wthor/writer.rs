//! Writing games with their names: one file, or a folder with one file a year.
//!
//! The tables of names beside the games are read first and extended; their numbering is kept. Everything is
//! written to drafts and takes its name at the end, the tables first, so that games never name players who
//! are not there, and a failure before that changes nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::convert::{game_of_record, year_of_record};
use super::error::{FileFault, Warning};
use super::files::{Draft, at, shared_table, table_beside};
use super::layout::{FileKind, GameRecord, Header};
use super::names::NameTable;
use super::numbering::Numbering;
use crate::{Record, RecordError, Sink};

/// Writes all records to a file or folder; see [`Writer::create`].
///
/// # Errors
///
/// If a record cannot be held by the format or a file not be written; then no file is changed.
pub fn write_path(path: &Path, records: impl IntoIterator<Item = Record>) -> Result<Written, RecordError> {
    let mut writer = Writer::create(path)?;
    for record in records {
        writer.put(&record)?;
    }
    writer.finish()?;
    Ok(writer.written)
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// How many games.
    pub games: u64,
    /// The files that were made or replaced.
    pub files: Vec<PathBuf>,
    /// The content of those that stay in memory, in the same order.
    pub contents: Vec<Vec<u8>>,
    /// What could not be kept.
    pub warnings: Vec<Warning>,
}

/// Writes games and the tables beside them. Files appear when [`Sink::finish`] is called, not before.
///
/// **Names.** Nothing that a table holds is lost or moved. A name gets the first number that fits: the one
/// the game came with, if the table has the name there; the one the name had in the table from the beginning;
/// the one the game came with, if that place is free (beyond the end, or empty); the one given to it before;
/// the next after the last. So games that carry their original numbers get them back, the places between
/// staying empty. Games without a name are by [`UNKNOWN`](super::UNKNOWN); the tournament is the record's
/// event, else its place. A name that is too long or not Latin-1 is shortened, `?` standing for strange
/// letters, kept apart from all others and told of in [`Written::warnings`].
///
/// **Header.** What all games of a file brought with them is kept. Where they disagree, or brought nothing,
/// the date of creation is today, the depth the largest, and the year 0 if there are several.
#[derive(Debug)]
pub struct Writer {
    target: DatabaseTarget,
    players: Numbering,
    tournaments: Numbering,
    /// The tables as they were found: players, then tournaments.
    found: [Option<NameTable>; 2],
    drafts: BTreeMap<u16, GamesDraft>,
    today: Header,
    is_finished: bool,
    written: Written,
}

#[derive(Debug)]
enum DatabaseTarget {
    File(PathBuf),
    Folder(PathBuf),
    /// A folder that stays in memory.
    Memory,
}

impl DatabaseTarget {
    /// Returns the file that games of a year go to, and what tells it from others.
    fn file(&self, year: u16) -> (u16, PathBuf) {
        match self {
            DatabaseTarget::File(path) => (0, path.clone()),
            DatabaseTarget::Folder(folder) => (year, folder.join(DatabaseTarget::name(year))),
            DatabaseTarget::Memory => (year, PathBuf::from(DatabaseTarget::name(year))),
        }
    }

    fn name(year: u16) -> String {
        format!("WTH_{year:04}.wtb")
    }

    /// Starts a file.
    fn draft(&self, path: &Path) -> Result<Draft, RecordError> {
        match self {
            DatabaseTarget::Memory => Ok(Draft::in_memory(path)),
            DatabaseTarget::File(_) | DatabaseTarget::Folder(_) => Draft::create(path),
        }
    }

    /// Finds a table of names beside a file.
    fn beside(&self, games: &Path, kind: FileKind) -> Result<Option<PathBuf>, RecordError> {
        match self {
            DatabaseTarget::Memory => Ok(None),
            DatabaseTarget::File(_) | DatabaseTarget::Folder(_) => table_beside(games, kind),
        }
    }

    /// Finds the table of names to extend, or names one to make.
    fn table(&self, kind: FileKind) -> Result<(PathBuf, Option<NameTable>), RecordError> {
        let games = match self {
            DatabaseTarget::File(path) => path.clone(),
            // Tables that serve single years are not looked for: the names are to be shared.
            DatabaseTarget::Folder(folder) => folder.join("WTHOR.wtb"),
            DatabaseTarget::Memory => PathBuf::from("WTHOR.wtb"),
        };
        match self.beside(&games, kind)? {
            Some(path) => NameTable::open(&path).map(|table| (path, Some(table))),
            None => Ok((shared_table(&games, kind), None)),
        }
    }
}

impl Writer {
    /// Starts writing to a folder if the path is one, or ends in a separator; to a single file otherwise.
    ///
    /// # Errors
    ///
    /// If the tables of names beside it cannot be read.
    pub fn create(path: &Path) -> Result<Writer, RecordError> {
        let is_folder = path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator);
        if is_folder { Writer::to_folder(path) } else { Writer::to_file(path) }
    }

    /// Starts writing to one file. The header has room for one year: for games of several it is 0.
    ///
    /// # Errors
    ///
    /// If the tables of names beside it cannot be read, or nothing can be written there.
    pub fn to_file(path: &Path) -> Result<Writer, RecordError> {
        let mut writer = Writer::new(DatabaseTarget::File(path.to_owned()), today())?;
        // Also without a game there is a file.
        writer.drafts.insert(0, GamesDraft::of(Draft::create(path)?)?);
        Ok(writer)
    }

    /// Starts writing to a folder, which is made if it is not there: one file `WTH_1977.wtb` a year.
    ///
    /// Games without a year go to `WTH_0000.wtb`.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made, or the tables of names in it not be read.
    pub fn to_folder(path: &Path) -> Result<Writer, RecordError> {
        at(path, std::fs::create_dir_all(path))?;
        Writer::new(DatabaseTarget::Folder(path.to_owned()), today())
    }

    /// Starts writing a folder that stays in memory, on a day, counted from 1970-01-01: its files are in
    /// [`Written::contents`] at the end. No file and no clock is needed.
    ///
    /// # Errors
    ///
    /// None; it is a result like those of the others.
    pub fn in_memory(day: u64) -> Result<Writer, RecordError> {
        Writer::new(DatabaseTarget::Memory, header_of_day(day))
    }

    fn new(target: DatabaseTarget, today: Header) -> Result<Writer, RecordError> {
        let (_, players) = target.table(FileKind::Players)?;
        let (_, tournaments) = target.table(FileKind::Tournaments)?;
        Ok(Writer {
            target,
            players: Numbering::new(players.clone().unwrap_or_else(NameTable::players)),
            tournaments: Numbering::new(tournaments.clone().unwrap_or_else(NameTable::tournaments)),
            found: [players, tournaments],
            drafts: BTreeMap::new(),
            today,
            is_finished: false,
            written: Written::default(),
        })
    }

    /// Tells what has been written; complete after [`Sink::finish`].
    #[must_use]
    pub const fn written(&self) -> &Written {
        &self.written
    }

    /// Returns the header a game wants for its file.
    fn header_for(&self, record: &Record, year: u16) -> Header {
        let depth = record.wthor.map_or(0, |fields| fields.depth);
        let made = Header { year, board_size: 8, depth, ..self.today };
        let original = record.wthor.and_then(|fields| fields.header);
        original.map_or(made, |header| Header { year, games: 0, ..header })
    }

    /// Drafts a table that has changed, or that is not there yet.
    fn draft_table(&mut self, kind: FileKind) -> Result<(PathBuf, Option<Draft>), RecordError> {
        let (path, old) = self.target.table(kind)?;
        let (numbering, found) = match kind {
            FileKind::Players => (&mut self.players, &self.found[0]),
            FileKind::Games | FileKind::Tournaments => (&mut self.tournaments, &self.found[1]),
        };
        if old != *found {
            return Err(RecordError::from(FileFault::TableChanged).in_file(path.display().to_string()));
        }
        self.written.warnings.extend(numbering.take_warnings());
        if old.is_some() && !numbering.is_changed() {
            return Ok((path, None));
        }
        let table = numbering.table_mut();
        let Header { century, year_of_century, month, day, .. } = self.today;
        table.set_header(Header { century, year_of_century, month, day, ..table.header() });
        let mut draft = self.target.draft(&path)?;
        let mut bytes = Vec::new();
        at(&path, table.write(&mut bytes))?;
        draft.write(&bytes)?;
        Ok((path, Some(draft)))
    }
}

impl Sink for Writer {
    fn put(&mut self, record: &Record) -> Result<(), RecordError> {
        let mut game = game_of_record(record)?;
        let original = record.wthor;
        let event = record.event.as_deref().or(record.place.as_deref());
        game.tournament = self.tournaments.number(event, original.map(|f| f.tournament))?;
        game.black = self.players.number(record.black.name.as_deref(), original.map(|f| f.black))?;
        game.white = self.players.number(record.white.name.as_deref(), original.map(|f| f.white))?;
        let year = year_of_record(record);
        let header = self.header_for(record, year);
        let (key, path) = self.target.file(year);
        let draft = match self.drafts.entry(key) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(GamesDraft::of(self.target.draft(&path)?)?)
            }
        };
        draft.add(&game, header, &self.today)?;
        self.written.games += 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), RecordError> {
        if std::mem::replace(&mut self.is_finished, true) {
            return Ok(());
        }
        let tables = [self.draft_table(FileKind::Players)?, self.draft_table(FileKind::Tournaments)?];
        let mut ready = Vec::new();
        for (_, games) in std::mem::take(&mut self.drafts) {
            let path = games.draft.target().to_owned();
            for (kind, (table, _)) in [FileKind::Players, FileKind::Tournaments].into_iter().zip(&tables) {
                // A table of the file's own name would be read in place of the one written here.
                if let Some(other) = self.target.beside(&path, kind)?.filter(|other| other != table) {
                    let error = RecordError::from(FileFault::OtherTable { table: other });
                    return Err(error.in_file(path.display().to_string()));
                }
            }
            if games.years_are_mixed {
                let year = games.header.map_or(0, |header| header.year);
                self.written.warnings.push(Warning::YearsMixed { file: path, year });
            }
            ready.push(games.finish(&self.today)?);
        }
        for draft in tables.into_iter().filter_map(|(_, draft)| draft).chain(ready) {
            let (path, content) = draft.place()?;
            self.written.files.push(path);
            self.written.contents.extend(content);
        }
        Ok(())
    }
}

/// A file of games being written.
#[derive(Debug)]
struct GamesDraft {
    draft: Draft,
    games: u32,
    header: Option<Header>,
    years_are_mixed: bool,
}

impl GamesDraft {
    fn of(mut draft: Draft) -> Result<GamesDraft, RecordError> {
        draft.write(&[0; Header::SIZE])?;
        Ok(GamesDraft { draft, games: 0, header: None, years_are_mixed: false })
    }

    fn add(&mut self, game: &GameRecord, header: Header, today: &Header) -> Result<(), RecordError> {
        let full = FileFault::TooMany { kind: FileKind::Games, limit: u32::MAX.into() };
        self.games = self.games.checked_add(1).ok_or(full)?;
        self.header = Some(match self.header {
            Some(agreed) if agreed != header => {
                self.years_are_mixed |= agreed.year != header.year;
                common(agreed, header, today)
            }
            _ => header,
        });
        self.draft.write(&game.to_bytes())
    }

    fn finish(mut self, today: &Header) -> Result<Draft, RecordError> {
        let header = self.header.unwrap_or(Header { board_size: 8, ..*today });
        self.draft.write_over_start(&Header { games: self.games, ..header }.to_bytes())?;
        Ok(self.draft)
    }
}

/// Makes one header of two that differ: what they agree on is kept, a new file was made today.
fn common(a: Header, b: Header, today: &Header) -> Header {
    let same = |x, y| if x == y { x } else { 0 };
    Header {
        names: 0,
        year: if a.year == b.year { a.year } else { 0 },
        board_size: 8,
        variety: same(a.variety, b.variety),
        depth: a.depth.max(b.depth),
        reserved: same(a.reserved, b.reserved),
        ..*today
    }
}

/// Returns a header with today's date and nothing else.
fn today() -> Header {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    header_of_day(seconds / 86_400)
}

/// Returns a header with the date of a day and nothing else.
fn header_of_day(day: u64) -> Header {
    let (year, month, day) = date_of_days(day);
    Header {
        century: (year / 100 % 100) as u8,
        year_of_century: (year % 100) as u8,
        month: month as u8,
        day: day as u8,
        ..Header::default()
    }
}

/// Returns year, month and day of a number of days after 1970-01-01.
const fn date_of_days(days: u64) -> (u64, u64, u64) {
    // Counted from 0000-03-01, so that the leap day is the last of its year, in cycles of 400 years.
    let days = days + 719_468;
    let (cycle, of_cycle) = (days / 146_097, days % 146_097);
    let year = (of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * cycle + year + (month <= 2) as u64, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date_of_days(0), (1970, 1, 1));
        assert_eq!(date_of_days(11_016), (2000, 2, 29));
        assert_eq!(date_of_days(11_017), (2000, 3, 1));
        assert_eq!(date_of_days(20_453), (2025, 12, 31));
    }

    #[test]
    fn headers_keep_what_they_agree_on() {
        let today = Header { century: 20, year_of_century: 26, ..Header::default() };
        let a = Header { century: 20, month: 5, year: 1977, board_size: 8, depth: 24, ..Header::default() };
        let b = Header { year: 1978, depth: 22, ..a };
        let both = Header { board_size: 8, depth: 24, ..today };
        assert_eq!(common(a, b, &today), both);
        assert_eq!(common(a, Header { month: 6, ..a }, &today), Header { year: 1977, ..both });
    }
}
