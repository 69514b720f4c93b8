//! A puzzle and its proof.

use outflank_engine::{Truth, Value};
use outflank_rules::{Color, Move, Position, Square};

use crate::{PuzzleGoal, PuzzleId, ThemeSet};

/// A legal move and what is proven of it, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveProof {
    /// The square.
    pub square: Square,
    /// What it is worth: exact, or a bound.
    pub value: Value,
}

impl MoveProof {
    /// Returns the least and the most the move can be worth.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        let score = self.value.score;
        match self.value.truth {
            Truth::Exact => (score, score),
            Truth::AtLeast => (score, 64),
            Truth::AtMost => (-64, score),
            Truth::Estimate { .. } => (-64, 64),
        }
    }
}

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleSource {
    /// A game between people.
    People,
    /// A game of the engine's levels against each other.
    SelfPlay,
}

impl PuzzleSource {
    /// Tells what the source is called in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleSource::People => "people",
            PuzzleSource::SelfPlay => "self-play",
        }
    }
}

/// A position in which exactly one move is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name.
    pub id: PuzzleId,
    /// The position, as it was played.
    pub position: Position,
    /// What is to be reached.
    pub goal: PuzzleGoal,
    /// All legal moves with what they are proven to be worth, the right one first.
    pub moves: Vec<MoveProof>,
    /// The solver's moves and the best replies, passes included; begins and ends with a move of the solver.
    pub line: Vec<Move>,
    /// What it is about.
    pub themes: ThemeSet,
    /// How hard it is expected to be, on the scale of players' ratings.
    pub rating: u16,
    /// Where the position comes from.
    pub source: PuzzleSource,
}

impl Puzzle {
    /// Returns whose turn it is.
    #[must_use]
    pub fn solver(&self) -> Color {
        self.position.side_to_move()
    }

    /// Returns how many squares are empty.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.position.empty().len()
    }

    /// Returns what the right move is worth.
    #[must_use]
    pub fn best(&self) -> Option<Value> {
        self.moves.first().map(|proof| proof.value)
    }

    /// Returns the positions of the line: before the first move, and after each.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.position];
        for &played in &self.line {
            match positions.last().map(|last| last.play(played)) {
                Some(Ok(next)) => positions.push(next),
                _ => break,
            }
        }
        positions
    }

    /// Returns the solver's moves of the line, each with the position it is found in; passes are not among
    /// them, since nobody has to find those.
    #[must_use]
    pub fn questions(&self) -> Vec<(Position, Square)> {
        let places = self.positions().into_iter().zip(&self.line);
        let own = places.filter(|(position, _)| position.side_to_move() == self.solver());
        own.filter_map(|(position, played)| Some((position, played.square()?))).collect()
    }
}
