//! Where games begin.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use outflank_keep::openings::BALANCED;
use outflank_players::Dice;
use outflank_records::{Format, Problem, ReadOptions, Record, RecordError, did_you_mean, open, read};
use outflank_rules::{Game, Move, Position};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// The shipped set of balanced openings of eight plies.
    Balanced,
    /// The start itself, every time.
    None,
    /// So many random plies.
    Random(u32),
    /// The games or positions of a file, after so many plies if told.
    File(PathBuf, Option<usize>),
}

/// Why openings cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadOpeningsError {
    /// `random:` with something that is no sensible number.
    #[error("{0:?} is not a number of random plies from 1 to 50")]
    Plies(String),
    /// The file cannot be opened.
    #[error("openings: {0}: {1} (there are also balanced, none, random:N{meant})", meant = did_you_mean(.0, ["balanced", "none", "random:8"]))]
    Open(String, std::io::Error),
    /// The file cannot be read.
    #[error("openings: {0}")]
    Read(Box<RecordError>),
    /// Nothing in the file can be played on.
    #[error("openings: {0}: no game or position that can be played on{1}")]
    Nothing(String, &'static str),
    /// The openings begin at the standard start, the match elsewhere.
    #[error("openings: these begin at the standard start; with another start use none or random:N")]
    OtherStart,
}

impl FromStr for OpeningSource {
    type Err = LoadOpeningsError;

    /// Parses `balanced`, `none`, `random:N`, `FILE` or `FILE@PLY`.
    fn from_str(text: &str) -> Result<OpeningSource, LoadOpeningsError> {
        if let Some(count) = text.strip_prefix("random:") {
            let plies = count.parse().ok().filter(|plies| (1..=50).contains(plies));
            return plies
                .map(OpeningSource::Random)
                .ok_or_else(|| LoadOpeningsError::Plies(count.to_owned()));
        }
        Ok(match text {
            "balanced" => OpeningSource::Balanced,
            "none" => OpeningSource::None,
            _ => match text.rsplit_once('@') {
                Some((path, ply)) if !Path::new(text).exists() && ply.parse::<usize>().is_ok() => {
                    OpeningSource::File(path.into(), ply.parse().ok())
                }
                _ => OpeningSource::File(text.into(), None),
            },
        })
    }
}

impl OpeningSource {
    /// Returns a source whose file, if its name begins with `files/`, is in a folder.
    #[must_use]
    pub(crate) fn in_folder(self, folder: Option<&Path>) -> OpeningSource {
        match (self, folder) {
            (OpeningSource::File(path, ply), Some(folder)) if path.starts_with("files") => {
                OpeningSource::File(folder.join(path), ply)
            }
            (source, _) => source,
        }
    }
}

/// Openings to be played, each a game whose current position is where the players begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// These, in this order, and again from the first.
    List(Vec<Game>),
    /// Random plies from a start.
    Random {
        /// The start.
        start: Game,
        /// How many plies.
        plies: u32,
        /// The seed.
        seed: u64,
    },
}

impl Openings {
    /// Reads openings and puts them into an order that depends on the seed. `start` is where the match begins
    /// if not at the standard start.
    ///
    /// # Errors
    ///
    /// Says which file holds none, or why it cannot be read.
    pub fn load(
        source: &OpeningSource,
        start: Option<&Game>,
        seed: u64,
    ) -> Result<Openings, LoadOpeningsError> {
        let start_game = || start.cloned().unwrap_or_else(|| Game::new(Position::start()));
        if start.is_some() && matches!(source, OpeningSource::Balanced | OpeningSource::File(..)) {
            return Err(LoadOpeningsError::OtherStart);
        }
        let mut list = match source {
            OpeningSource::None => return Ok(Openings::List(vec![start_game()])),
            OpeningSource::Random(plies) => {
                return Ok(Openings::Random { start: start_game(), plies: *plies, seed });
            }
            OpeningSource::Balanced => balanced(),
            OpeningSource::File(path, ply) => of_file(path, *ply)?,
        };
        Dice::of_words(&[seed, 0x09e1]).shuffle(&mut list);
        Ok(Openings::List(list))
    }

    /// Returns the opening with a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Game {
        match self {
            Openings::List(list) => match list.len() {
                0 => Game::new(Position::start()),
                count => list[number % count].clone(),
            },
            Openings::Random { start, plies, seed } => {
                let mut dice = Dice::of_words(&[*seed, number as u64, 0x09e2]);
                random(start, *plies, &mut dice)
            }
        }
    }

    /// Returns how many different openings there are; `None` if there is no telling.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match self {
            Openings::List(list) => Some(list.len()),
            Openings::Random { .. } => None,
        }
    }
}

/// Makes random plies; a game that ends before them is begun again, a few times.
fn random(start: &Game, plies: u32, dice: &mut Dice) -> Game {
    for _ in 0..20 {
        let mut game = start.clone();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let played =
                moves.squares().nth(dice.below(moves.len()) as usize).map_or(Move::Pass, Move::Place);
            if game.play(played).is_err() {
                break;
            }
        }
        if !game.position().is_finished() {
            return game;
        }
    }
    start.clone()
}

/// Returns the shipped openings.
fn balanced() -> Vec<Game> {
    let records = read(BALANCED.as_bytes(), Format::Xot, ReadOptions::default());
    records.flatten().filter_map(|item| opening(&item.record?, None)).collect()
}

/// Reads the openings of a file.
fn of_file(path: &Path, ply: Option<usize>) -> Result<Vec<Game>, LoadOpeningsError> {
    let name = || path.display().to_string();
    let bad = |error| LoadOpeningsError::Read(Box::new(error));
    let (_, items) = open(path).map_err(|error| match error.problem {
        Problem::Io(error) => LoadOpeningsError::Open(name(), error),
        _ => bad(error),
    })?;
    let mut list = Vec::new();
    let mut finished = false;
    for item in items {
        let Some(record) = item.map_err(bad)?.record else { continue };
        match opening(&record, ply) {
            Some(game) => list.push(game),
            None => finished = true,
        }
    }
    if list.is_empty() {
        let hint = if finished && ply.is_none() { "; FILE@PLY begins after PLY plies" } else { "" };
        return Err(LoadOpeningsError::Nothing(name(), hint));
    }
    Ok(list)
}

/// Returns the game of a record up to a ply, or all of it; `None` if it is over or has fewer plies.
fn opening(record: &Record, ply: Option<usize>) -> Option<Game> {
    let plies = ply.unwrap_or(record.plies().len());
    if plies > record.plies().len() {
        return None;
    }
    let game = Game::replay(record.start(), record.moves().take(plies)).ok()?;
    (!game.position().is_finished()).then_some(game)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn sources_are_read_from_their_names() {
        let source = |text: &str| text.parse::<OpeningSource>().unwrap();
        assert_eq!(source("balanced"), OpeningSource::Balanced);
        assert_eq!(source("none"), OpeningSource::None);
        assert_eq!(source("random:8"), OpeningSource::Random(8));
        assert_eq!(source("games.ggf@20"), OpeningSource::File("games.ggf".into(), Some(20)));
        assert_eq!(source("me@home"), OpeningSource::File("me@home".into(), None));
        for text in ["random:", "random:0", "random:99", "random:x"] {
            assert!(text.parse::<OpeningSource>().is_err(), "{text}");
        }
    }

    #[test]
    fn shipped_openings_have_eight_plies_and_differ_modulo_symmetry() {
        let list = balanced();
        assert_eq!(list.len(), BALANCED.lines().filter(|line| !line.starts_with('%')).count());
        assert!(list.len() > 1000, "{}", list.len());
        assert!(list.iter().all(|game| game.plies().len() == 8));
        let distinct: HashSet<_> = list.iter().map(|game| game.position().canonical().0).collect();
        assert_eq!(distinct.len(), list.len());
    }

    #[test]
    fn a_seed_fixes_order_and_random_plies() {
        for source in [OpeningSource::Balanced, OpeningSource::Random(10)] {
            let load = |seed| Openings::load(&source, None, seed).unwrap();
            assert_eq!(load(1).get(5), load(1).get(5));
            assert_ne!(load(1).get(5), load(2).get(5));
            assert_ne!(load(1).get(5), load(1).get(6));
        }
        let random = Openings::load(&OpeningSource::Random(10), None, 3).unwrap();
        assert!((0..50).all(|number| random.get(number).plies().len() == 10));
    }

    #[test]
    fn files_of_games_begin_where_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.txt");
        std::fs::write(&path, "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
        let load = |ply| Openings::load(&OpeningSource::File(path.clone(), ply), None, 1);
        assert_eq!(load(None).unwrap().count(), Some(2));
        let cut = load(Some(3)).unwrap();
        assert!((0..2).all(|number| cut.get(number).plies().len() == 3));
        assert_eq!(load(Some(5)).unwrap().count(), Some(1));
        assert!(load(Some(9)).is_err());
        let error = Openings::load(&OpeningSource::File("/no/such/file".into(), None), None, 1).unwrap_err();
        assert!(error.to_string().contains("/no/such/file"), "{error}");
    }

    #[test]
    fn another_start_goes_with_random_plies_only() {
        let start = Game::replay(Position::start(), ["f5", "d6"].map(|text| text.parse().unwrap())).unwrap();
        assert!(Openings::load(&OpeningSource::Balanced, Some(&start), 1).is_err());
        let random = Openings::load(&OpeningSource::Random(4), Some(&start), 1).unwrap();
        assert!(random.get(0).transcript().starts_with("f5d6"));
        assert_eq!(Openings::load(&OpeningSource::None, Some(&start), 1).unwrap().get(7), start);
    }
}
