//! Games to learn from: WTHOR files of the years up to [`LAST_YEAR`], and no others.
//!
//! Later years are kept for judging the finished engine. A single file of a later year among the input stops
//! the training: leaving it out silently would hide a mistake in the set-up. Only the final report reads
//! them, by [`read_test_games`]; nothing may be learned or chosen by what it shows.

use std::path::{Path, PathBuf};

use outflank_records::RecordError;
use outflank_records::wthor::{FileKind, GameRecord, Header, ReplayEnd, WthorReader, replay};
use outflank_rules::{Board, Isa, Routine, Tier};

/// The last year whose games may be learned from.
pub const LAST_YEAR: u16 = 2011;

/// The last year of the games kept for the final report.
pub const LAST_TEST_YEAR: u16 = 2025;

/// Says why games cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GamesError {
    /// A file holds games that are kept for judging.
    #[error("{file}: games of {year} are kept for judging, only those up to {LAST_YEAR} may be learned from")]
    Year {
        /// The file.
        file: String,
        /// Its year.
        year: u16,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A folder cannot be read.
    #[error("{folder}: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// There is nothing to learn from.
    #[error("{folder}: no legal game in any .wtb file")]
    Nothing {
        /// The folder.
        folder: String,
    },
}

/// A legal game and what its file says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The record.
    pub record: GameRecord,
    /// How many squares were empty where the theoretical score was computed.
    pub depth: u8,
}

/// Refuses a file whose games must not be learned from.
///
/// # Errors
///
/// [`GamesError::Year`] if the header's year is after [`LAST_YEAR`].
pub fn guard(file: &Path, header: &Header) -> Result<(), GamesError> {
    if header.year > LAST_YEAR {
        return Err(GamesError::Year { file: file.display().to_string(), year: header.year });
    }
    Ok(())
}

/// Reads all legal games of the `.wtb` files of a folder, in the order of the files' names.
///
/// # Errors
///
/// Says which file or folder cannot be used, and why.
pub fn read_folder(folder: &Path) -> Result<Vec<TrainingGame>, GamesError> {
    read_files(folder, |file, header| guard(file, header).map(|()| true))
}

/// Reads the legal games of the years after [`LAST_YEAR`] up to [`LAST_TEST_YEAR`], and no others.
///
/// They are for the final report alone.
///
/// # Errors
///
/// Says which file or folder cannot be used, and why.
pub fn read_test_games(folder: &Path) -> Result<Vec<TrainingGame>, GamesError> {
    read_files(folder, |_, header| Ok((LAST_YEAR + 1..=LAST_TEST_YEAR).contains(&header.year)))
}

/// Reads the legal games of all files that `wanted` lets through.
fn read_files(
    folder: &Path,
    wanted: impl Fn(&Path, &Header) -> Result<bool, GamesError>,
) -> Result<Vec<TrainingGame>, GamesError> {
    let named = || folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| GamesError::Folder { folder: named(), error })?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| FileKind::of_extension(path) == Some(FileKind::Games));
    files.sort();
    let mut games = Vec::new();
    for file in &files {
        let reader = WthorReader::open(file)?;
        let header = *reader.header();
        if !wanted(file, &header)? {
            continue;
        }
        let records = reader.flatten().filter(|record| replay(record).ending != ReplayEnd::Illegal);
        games.extend(records.map(|record| TrainingGame { record, depth: header.depth }));
    }
    if games.is_empty() { Err(GamesError::Nothing { folder: named() }) } else { Ok(games) }
}

/// A board of a game, the side to move having a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameBoard {
    /// The discs as the mover sees them.
    pub board: Board,
    /// Whether black moves.
    pub black: bool,
}

/// The standard start as black sees it.
pub const START: Board = Board::from_words(0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

/// Returns the boards before each move of a game, and the one after the last if it can be played on.
#[must_use]
pub fn moments(record: &GameRecord) -> Vec<GameBoard> {
    Tier::best().run(Moments(record))
}

struct Moments<'a>(&'a GameRecord);

impl Routine for Moments<'_> {
    type Output = Vec<GameBoard>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<GameBoard> {
        let mut found = Vec::with_capacity(61);
        let (mut board, mut black) = (START, true);
        let mut squares = self.0.squares();
        loop {
            if board.legal_moves(isa).is_empty() {
                (board, black) = (board.swapped(), !black);
                if board.legal_moves(isa).is_empty() {
                    return found;
                }
            }
            found.push(GameBoard { board, black });
            let Some(square) = squares.next() else { return found };
            let flips = board.flips(isa, square);
            if flips.is_empty() {
                return found;
            }
            (board, black) = (board.after(square, flips), !black);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_after_the_last_are_refused_by_name() {
        let file = Path::new("WTH_2012.wtb");
        assert!(guard(file, &Header { year: 2011, ..Header::default() }).is_ok());
        let refused = guard(file, &Header { year: 2012, ..Header::default() }).unwrap_err().to_string();
        assert!(refused.starts_with("WTH_2012.wtb: games of 2012"), "{refused}");
    }

    #[test]
    fn one_file_of_a_later_year_stops_the_reading_of_a_folder_but_for_the_final_report() {
        let folder = tempfile::tempdir().unwrap();
        for year in [2011, 2012] {
            let header = Header { games: 1, year, board_size: 8, depth: 24, ..Header::default() };
            let mut bytes = header.to_bytes().to_vec();
            let mut record = [0; GameRecord::SIZE];
            record[8] = 56;
            bytes.extend(record);
            std::fs::write(folder.path().join(format!("WTH_{year}.wtb")), bytes).unwrap();
            match read_folder(folder.path()) {
                Ok(games) => assert_eq!((year, games.len()), (2011, 1)),
                Err(error) => assert!(matches!(error, GamesError::Year { year: 2012, .. }), "{error}"),
            }
            match read_test_games(folder.path()) {
                Ok(games) => assert_eq!((year, games.len()), (2012, 1)),
                Err(error) => assert!(matches!(error, GamesError::Nothing { .. }) && year == 2011, "{error}"),
            }
        }
    }

    #[test]
    fn moments_start_with_the_start_and_take_turns() {
        let mut bytes = [0; GameRecord::SIZE];
        bytes[8..10].copy_from_slice(&[56, 64]);
        let found = moments(&GameRecord::from_bytes(&bytes));
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], GameBoard { board: START, black: true });
        assert_eq!(found[2].board.empty().len(), 58);
        assert!(!found[1].black);
    }
}
