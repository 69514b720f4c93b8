//! Games of people: a sample of a WTHOR database, up to the last year that may be learned from.

use std::path::{Path, PathBuf};

use outflank_players::Dice;
use outflank_records::RecordError;
use outflank_records::wthor::{FileKind, ReplayEnd, WthorReader, replay};
use outflank_rules::{Game, Move, Position};

/// The last year whose games are looked at; later ones are kept for judging the finished engine.
pub const LAST_YEAR: u16 = 2011;

/// Says why there are no games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeopleError {
    /// A folder cannot be read.
    #[error("{0}: {1}")]
    Folder(String, std::io::Error),
    /// A file cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// There is nothing to look at.
    #[error("{0}: no finished game of {LAST_YEAR} or earlier in any .wtb file")]
    Nothing(String),
}

/// Returns finished games of a folder of WTHOR files, chosen by a seed.
///
/// # Errors
///
/// If there are none, or a file cannot be read.
pub fn sample(folder: &Path, count: usize, seed: u64) -> Result<Vec<Game>, PeopleError> {
    let named = || folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| PeopleError::Folder(named(), error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| FileKind::of_extension(path) == Some(FileKind::Games));
    files.sort();
    let mut records = Vec::new();
    for file in &files {
        let reader = WthorReader::open(file)?;
        if reader.header().year <= LAST_YEAR {
            records.extend(reader.flatten());
        }
    }
    Dice::of_words(&[seed, 0x9e09]).shuffle(&mut records);
    let finished = records.iter().filter(|record| replay(record).ending == ReplayEnd::Finished);
    let games: Vec<Game> = finished
        .filter_map(|record| Game::replay(Position::start(), record.squares().map(Move::Place)).ok())
        .take(count)
        .collect();
    if games.is_empty() { Err(PeopleError::Nothing(named())) } else { Ok(games) }
}
