//! Puzzles: what people made of them, and how hard they have turned out to be.
//!
//! A first attempt is a game of Glicko-2 between somebody and the puzzle; later ones change nothing.

use std::time::Duration;

use outflank_ratings::{PlayerRating, RatedGame, RatedResult};

/// From which deviation on somebody is too little known to say how hard a puzzle is.
const UNKNOWN: f64 = 230.0;

/// The deviation of a predicted rating.
const PREDICTED_DEVIATION: f64 = 350.0;

/// The volatility of a puzzle that nobody has tried.
const PREDICTED_VOLATILITY: f64 = 0.06;

/// How somebody came to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMode {
    /// It was chosen by rating.
    Rated,
    /// It was chosen by a theme, which is half of a hint.
    Theme,
    /// It is one of a day.
    Daily,
}

impl PuzzleMode {
    /// Tells how databases write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleMode::Rated => "rated",
            PuzzleMode::Theme => "theme",
            PuzzleMode::Daily => "daily",
        }
    }

    /// Returns how much an attempt counts: with a hint, solving says less than failing.
    const fn weight(self, solved: bool) -> f64 {
        match (self, solved) {
            (PuzzleMode::Rated | PuzzleMode::Daily, _) => 1.0,
            (PuzzleMode::Theme, true) => 0.3,
            (PuzzleMode::Theme, false) => 0.7,
        }
    }
}

/// An attempt that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleAttempt {
    /// The number of the puzzle's name.
    pub puzzle: u32,
    /// What the puzzle is predicted to be rated.
    pub predicted: f64,
    /// How somebody came to it.
    pub mode: PuzzleMode,
    /// Whether all moves were found.
    pub solved: bool,
    /// How long it took, as the page says.
    pub milliseconds: Option<i64>,
}

/// What an attempt changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedAttempt {
    /// The rating before.
    pub before: PlayerRating,
    /// Where things stand after it.
    pub standing: PuzzleStanding,
    /// What the puzzle was rated before.
    pub puzzle: PlayerRating,
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleStanding {
    /// The rating at present.
    pub rating: PlayerRating,
    /// How many puzzles were tried.
    pub attempts: i64,
    /// How many of them were solved at the first attempt.
    pub solved: i64,
    /// How many in a row, up to now.
    pub streak: i64,
    /// How many in a row at best.
    pub best_streak: i64,
    /// When the last one was tried, in milliseconds since 1970.
    pub updated: i64,
}

impl PuzzleStanding {
    /// Where somebody stands who has tried none.
    pub const NEW: PuzzleStanding = PuzzleStanding {
        rating: PlayerRating::START,
        attempts: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
        updated: 0,
    };

    /// Returns where somebody stands at a moment: what is known of them fades.
    #[must_use]
    pub fn at(self, now: i64) -> PuzzleStanding {
        PuzzleStanding { rating: self.rating.aged(rested(self.attempts, self.updated, now)), ..self }
    }

    /// Counts a first attempt at a puzzle, for both.
    #[must_use]
    pub fn after(
        &self,
        attempt: &PuzzleAttempt,
        stored: &PuzzleRating,
        now: i64,
    ) -> (CountedAttempt, PuzzleRating) {
        let rests = rested(self.attempts, self.updated, now);
        let puzzle_rests = rested(stored.attempts, stored.updated, now);
        // Who has not played for a while, and what nobody has tried for a while, is known less well.
        let (player, opponent) = (self.rating.aged(rests), stored.rating.aged(puzzle_rests));
        let result = if attempt.solved { RatedResult::Won } else { RatedResult::Lost };
        let weight = attempt.mode.weight(attempt.solved);
        let rating = self.rating.after(rests, &RatedGame { opponent, result, weight });
        // Somebody of whom little is known says nothing about a puzzle.
        let puzzle_after = if player.deviation >= UNKNOWN {
            stored.rating
        } else {
            let game = RatedGame { opponent: player, result: result.reversed(), weight };
            stored.rating.after(puzzle_rests, &game)
        };
        let streak = if attempt.solved { self.streak + 1 } else { 0 };
        let standing = PuzzleStanding {
            rating,
            attempts: self.attempts + 1,
            solved: self.solved + i64::from(attempt.solved),
            streak,
            best_streak: self.best_streak.max(streak),
            updated: now,
        };
        let after = PuzzleRating { rating: puzzle_after, attempts: stored.attempts + 1, updated: now };
        (CountedAttempt { before: player, standing, puzzle: opponent }, after)
    }
}

/// How hard a puzzle has turned out to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleRating {
    /// The rating when it was tried last.
    pub rating: PlayerRating,
    /// How often it was tried.
    pub attempts: i64,
    /// When it was tried last, in milliseconds since 1970.
    pub updated: i64,
}

impl PuzzleRating {
    /// Predicts the rating of a puzzle that nobody has tried.
    #[must_use]
    pub const fn predicted(rating: f64) -> PuzzleRating {
        let (deviation, volatility) = (PREDICTED_DEVIATION, PREDICTED_VOLATILITY);
        PuzzleRating { rating: PlayerRating { rating, deviation, volatility }, attempts: 0, updated: 0 }
    }
}

/// A first attempt of somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriedPuzzle {
    /// The number of the puzzle's name.
    pub puzzle: u32,
    /// Whether it was solved.
    pub solved: bool,
    /// When, in milliseconds since 1970.
    pub moment: i64,
    /// The rating after it.
    pub rating: f64,
}

/// Returns how long something was left alone.
fn rested(attempts: i64, updated: i64, now: i64) -> Duration {
    let rested = if attempts == 0 { 0 } else { now.saturating_sub(updated) };
    Duration::from_millis(u64::try_from(rested).unwrap_or(0))
}

/// What somebody made of an endgame against perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameRecord {
    /// The number of the puzzle's name.
    pub puzzle: u32,
    /// How many squares are empty.
    pub empties: i64,
    /// How often it was played to the end.
    pub tries: i64,
    /// How often it was won.
    pub won: i64,
    /// The shortest time in which it was won, in milliseconds.
    pub best: Option<i64>,
}
