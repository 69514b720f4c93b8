//! Names of openings, in English and Japanese.
//!
//! A line is the moves that lead to a named position; a game follows the line whose position it reaches last,
//! in any order of moves and any symmetry. Names come from `data/openings_en.tsv` and `data/openings_ja.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use outflank_records::Record;
use outflank_rules::{Game, Move, Position};

const ENGLISH: &str = include_str!("../data/openings_en.tsv");
const JAPANESE: &str = include_str!("../data/openings_ja.tsv");

/// Openings of eight plies whose value is near zero, one a line as in files of the format XOT: see
/// `data/SOURCES.md` of this crate.
pub static BALANCED: &str = include_str!("../data/balanced.xot");

/// Returns the openings of [`BALANCED`].
#[must_use]
pub fn balanced() -> Vec<Game> {
    let lines = BALANCED.lines().filter(|line| !line.starts_with('%'));
    lines.filter_map(|line| Record::from_transcript(line).ok()).map(|record| record.game()).collect()
}

/// A language names are known in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

/// A named line.
#[derive(Debug)]
struct NamedLine {
    moves: &'static str,
    english: Option<&'static str>,
    japanese: Option<&'static str>,
    /// The positions on the way, by their hashes.
    way: Vec<u64>,
}

struct NamedLines {
    all: Vec<NamedLine>,
    by_position: HashMap<u64, usize>,
    by_moves: HashMap<&'static str, usize>,
    longest: usize,
}

static LINES: LazyLock<NamedLines> = LazyLock::new(NamedLines::load);

impl NamedLines {
    fn load() -> NamedLines {
        let mut lines =
            NamedLines { all: Vec::new(), by_position: HashMap::new(), by_moves: HashMap::new(), longest: 0 };
        for (text, language) in [(ENGLISH, Language::English), (JAPANESE, Language::Japanese)] {
            for row in text.lines().filter(|row| !row.starts_with('#')) {
                let mut columns = row.split('\t');
                if let (Some(moves), Some(name)) = (columns.next(), columns.next()) {
                    lines.add(moves, name, language);
                }
            }
        }
        lines
    }

    /// Adds a name. A line that cannot be played is left out; a test says that there is none.
    fn add(&mut self, moves: &'static str, name: &'static str, language: Language) {
        let Some(way) = way(moves) else { return };
        let Some(&last) = way.last() else { return };
        self.longest = self.longest.max(way.len());
        let next = self.all.len();
        let index = *self.by_position.entry(last).or_insert(next);
        if index == next {
            self.by_moves.insert(moves, index);
            self.all.push(NamedLine { moves, english: None, japanese: None, way });
        }
        let line = &mut self.all[index];
        let known = match language {
            Language::English => &mut line.english,
            Language::Japanese => &mut line.japanese,
        };
        known.get_or_insert(name);
    }
}

/// Returns the hashes of the positions after each move, or nothing if one is illegal.
fn way(moves: &str) -> Option<Vec<u64>> {
    let mut position = Position::start();
    Record::from_transcript(moves)
        .ok()?
        .moves()
        .map(|played| {
            position = position.play(played).ok()?;
            Some(position.canonical().0.hash())
        })
        .collect()
}

/// Returns the line that a game from the usual start follows; an empty text if it has no name.
pub fn line_of(moves: impl Iterator<Item = Move>) -> &'static str {
    let mut position = Position::start();
    let mut found = "";
    for played in moves.take(LINES.longest) {
        let Ok(next) = position.play(played) else { break };
        position = next;
        if let Some(&index) = LINES.by_position.get(&position.canonical().0.hash()) {
            found = LINES.all[index].moves;
        }
    }
    found
}

/// Returns the name of a line: its own, or that of the last position on its way that has one in this
/// language.
///
/// ```
/// use outflank_keep::openings::{Language, line_of, name_of};
/// use outflank_records::Record;
///
/// let record = Record::from_transcript("f5d6c3g5")?;
/// let line = line_of(record.moves());
/// assert_eq!(name_of(line, Language::English), Some("Bent Ganglion"));
/// # Ok::<(), outflank_records::RecordError>(())
/// ```
#[must_use]
pub fn name_of(line: &str, language: Language) -> Option<&'static str> {
    let line = &LINES.all[*LINES.by_moves.get(line)?];
    line.way.iter().rev().find_map(|hash| {
        let line = &LINES.all[*LINES.by_position.get(hash)?];
        match language {
            Language::English => line.english,
            Language::Japanese => line.japanese,
        }
    })
}

/// Returns the line that a game has come to: the one its last position ends or, from the usual start, the one
/// it follows; an empty text if there is none.
pub fn line_reached(start: Position, moves: impl Iterator<Item = Move> + Clone) -> &'static str {
    let last = moves.clone().try_fold(start, |position, played| position.play(played).ok());
    let on_the_way = || if start == Position::start() { line_of(moves) } else { "" };
    last.and_then(|position| line_of_position(&position)).unwrap_or_else(on_the_way)
}

/// Returns the named line that a position ends.
#[must_use]
pub fn line_of_position(position: &Position) -> Option<&'static str> {
    LINES.by_position.get(&position.canonical().0.hash()).map(|&index| LINES.all[index].moves)
}

/// Finds the lines meant by a text: a part of a name, or the first moves.
#[must_use]
pub fn find(text: &str) -> Vec<&'static str> {
    let text = text.trim().to_lowercase();
    let has = |name: Option<&str>| name.is_some_and(|name| name.to_lowercase().contains(&text));
    let meant = |line: &&NamedLine| {
        let named =
            has(name_of(line.moves, Language::English)) || has(name_of(line.moves, Language::Japanese));
        named || line.moves.starts_with(&text)
    };
    LINES.all.iter().filter(meant).map(|line| line.moves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_lists_can_be_played() {
        let rows = |text: &'static str| text.lines().filter(|row| !row.starts_with('#'));
        let bad: Vec<&str> = rows(ENGLISH)
            .chain(rows(JAPANESE))
            .filter(|row| row.split('\t').next().and_then(way).is_none_or(|way| way.is_empty()))
            .collect();
        assert!(bad.is_empty(), "{bad:?}");
        assert_eq!((rows(ENGLISH).count(), rows(JAPANESE).count()), (78, 355));
    }

    #[test]
    fn balanced_openings_have_eight_plies() {
        let lines = BALANCED.lines().filter(|line| !line.starts_with('%')).count();
        let all = balanced();
        assert!(all.len() == lines && all.iter().all(|game| game.plies().len() == 8));
    }

    #[test]
    fn a_line_is_found_in_any_symmetry() {
        let line = |text: &str| line_of(Record::from_transcript(text).unwrap().moves());
        assert_eq!(line("f5d6"), "f5d6");
        assert_eq!(line("d3c5"), "f5d6");
        assert_eq!(line_of([].into_iter()), "");
        assert_eq!(name_of("f5d6", Language::English), Some("Perpendicular Opening"));
        assert_eq!(name_of("f5d6", Language::Japanese), Some("縦取り"));
        assert_eq!(name_of("nothing", Language::English), None);
    }

    #[test]
    fn a_game_has_the_name_of_its_position_or_of_the_last_named_one_on_the_way() {
        let reached = |record: &Record| line_reached(record.start(), record.moves());
        let mut record = Record::from_transcript("f5d6").unwrap();
        assert_eq!(reached(&record), "f5d6");
        // The last of these positions has no name.
        record.push_transcript("c3g5c6").unwrap();
        assert_eq!(reached(&record), "f5d6c3g5");
        let start = Record::from_transcript("f5").unwrap().last_position();
        let mut elsewhere = Record::new(start);
        elsewhere.push_transcript("d6").unwrap();
        assert_eq!(reached(&elsewhere), "f5d6");
        elsewhere.push_transcript("c3g5c6").unwrap();
        assert_eq!(reached(&elsewhere), "");
    }

    #[test]
    fn lines_are_found_by_name_and_by_moves() {
        assert!(find("perpendicular").contains(&"f5d6"));
        assert!(find("縦取").contains(&"f5d6"));
        assert!(find("F5F4").iter().all(|line| line.starts_with("f5f4")));
        assert!(find("no such opening").is_empty());
    }
}
