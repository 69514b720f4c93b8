//! A collection of puzzles, and which one comes next.

use std::collections::HashMap;
use std::sync::OnceLock;

use outflank_engine::Dice;

use crate::{PackError, Puzzle, PuzzleGoal, PuzzleId, PuzzleTheme, unpack};

/// How many puzzles a day has.
pub const DAILY_PUZZLES: usize = 5;

/// The puzzles of the project: positions and what is proven of them. A page fetches them as a file of their
/// own, when it needs them first ([`PuzzleSet::provide`]).
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
const SHIPPED: &[u8] = include_bytes!("../data/puzzles.bin");

/// The puzzles that are shipped, unpacked.
static SET: OnceLock<PuzzleSet> = OnceLock::new();

/// A collection of puzzles.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSet {
    /// Easiest first.
    puzzles: Vec<Puzzle>,
    places: HashMap<PuzzleId, usize>,
}

impl PuzzleSet {
    /// Makes a set of puzzles; of two with one name the first is kept.
    #[must_use]
    pub fn new(puzzles: impl IntoIterator<Item = Puzzle>) -> PuzzleSet {
        let mut set = PuzzleSet::default();
        for puzzle in puzzles {
            if set.places.insert(puzzle.id, 0).is_none() {
                set.puzzles.push(puzzle);
            }
        }
        set.puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
        set.places = set.puzzles.iter().enumerate().map(|(place, puzzle)| (puzzle.id, place)).collect();
        set
    }

    /// Returns the puzzles that are shipped, unpacked once.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    #[must_use]
    pub fn shipped() -> &'static PuzzleSet {
        // A test unpacks what is embedded: it cannot fail here.
        SET.get_or_init(|| PuzzleSet::new(unpack(SHIPPED).unwrap_or_default()))
    }

    /// Returns the puzzles that are shipped; none before they were provided.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    #[must_use]
    pub fn shipped() -> &'static PuzzleSet {
        static NONE: OnceLock<PuzzleSet> = OnceLock::new();
        SET.get().unwrap_or_else(|| NONE.get_or_init(PuzzleSet::default))
    }

    /// Tells whether the shipped puzzles are there: always, but in a page only once they were provided.
    #[must_use]
    pub fn is_provided() -> bool {
        cfg!(not(all(target_family = "wasm", target_os = "unknown"))) || SET.get().is_some()
    }

    /// Takes the file of the shipped puzzles. Where they are part of the program, and once there are some,
    /// nothing is taken.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn provide(file: &[u8]) -> Result<(), PackError> {
        if !PuzzleSet::is_provided() {
            let set = PuzzleSet::new(unpack(file)?);
            SET.get_or_init(|| set);
        }
        Ok(())
    }

    /// Returns all puzzles, those expected to be easiest first.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns a puzzle by its name.
    #[must_use]
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.puzzles.get(*self.places.get(&id)?)
    }

    /// Counts the puzzles of a theme.
    #[must_use]
    pub fn count(&self, theme: PuzzleTheme) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.themes.contains(theme)).count()
    }

    /// Returns the puzzle whose predicted rating is nearest to `rating` among those accepted.
    #[must_use]
    pub fn nearest(&self, rating: f64, accept: impl Fn(&Puzzle) -> bool) -> Option<&Puzzle> {
        let rated = |puzzle: &Puzzle| accept(puzzle).then_some(f64::from(puzzle.rating));
        self.around(rating, 1, rated).first().copied()
    }

    /// Returns the puzzles nearest to a rating, at most `count`, nearest first; `rated` says how a puzzle is
    /// rated by now, or that it is not wanted.
    #[must_use]
    pub fn around(&self, rating: f64, count: usize, rated: impl Fn(&Puzzle) -> Option<f64>) -> Vec<&Puzzle> {
        let distance = |puzzle| Some(((rated(puzzle)? - rating).abs(), puzzle));
        let mut near: Vec<(f64, &Puzzle)> = self.puzzles.iter().filter_map(distance).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.into_iter().take(count).map(|(_, puzzle)| puzzle).collect()
    }

    /// Returns the puzzles of a day, easy ones first: one of each fifth of the set by predicted rating.
    #[must_use]
    pub fn daily(&self, day: u32) -> Vec<&Puzzle> {
        let size = self.puzzles.len() / DAILY_PUZZLES;
        let one = |part: usize| {
            let mut dice = Dice::of_words(&[u64::from(day), part as u64, 0xda11]);
            self.puzzles.get(part * size + dice.below(size as u32) as usize)
        };
        if size == 0 { self.puzzles.iter().collect() } else { (0..DAILY_PUZZLES).filter_map(one).collect() }
    }

    /// Returns the positions with so many empty squares that one move alone wins: endgames to be won against
    /// perfect play.
    pub fn endgames(&self, empties: u32) -> impl Iterator<Item = &Puzzle> {
        let fits = move |puzzle: &&Puzzle| puzzle.goal == PuzzleGoal::Win && puzzle.empties() == empties;
        self.puzzles.iter().filter(fits)
    }
}
