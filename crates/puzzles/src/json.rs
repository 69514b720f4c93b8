//! A puzzle as a line of JSON: what files hold that grow, and what other programs read.

use outflank_engine::{Truth, Value};
use outflank_rules::{Move, Position, Square};
use serde::{Deserialize, Serialize};

use crate::{MoveProof, Puzzle, PuzzleGoal, PuzzleId, PuzzleSource, PuzzleTheme, ThemeSet};

/// A puzzle in the words of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleLine {
    /// Its name.
    pub id: String,
    /// The board: 64 squares, then whose turn it is.
    pub position: String,
    /// `black` or `white`.
    pub side: String,
    /// How many squares are empty.
    pub empties: u32,
    /// `win`, `draw` or `discs`.
    pub goal: String,
    /// By how many discs at least the best move is ahead, where the goal is discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u8>,
    /// The right move.
    pub best: String,
    /// What it is worth.
    pub score: i32,
    /// Whether that is exact.
    pub exact: bool,
    /// All legal moves, best first.
    pub moves: Vec<ProofLine>,
    /// The solver's moves and the replies.
    pub line: Vec<String>,
    /// What it is about.
    pub themes: Vec<String>,
    /// How hard it is expected to be.
    pub rating: u16,
    /// `people` or `self-play`.
    pub source: String,
    /// Which game of a run it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// A move and what it is worth in the words of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofLine {
    /// The square.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth to the side to move.
    pub score: i32,
    /// `exact`, `lower` (this or more) or `upper` (this or less).
    pub bound: String,
}

/// Says why a line is no puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleJsonError {
    /// It is not the JSON of a puzzle.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A field has a value that makes no sense.
    #[error("{field}: {value:?} makes no sense")]
    Field {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
    },
}

impl From<&Puzzle> for PuzzleLine {
    fn from(puzzle: &Puzzle) -> PuzzleLine {
        let proof = |proof: &MoveProof| ProofLine {
            played: proof.square.to_string(),
            score: proof.value.score,
            bound: bound_name(proof.value.truth).to_owned(),
        };
        let best = puzzle.best();
        PuzzleLine {
            id: puzzle.id.to_string(),
            position: puzzle.position.to_string(),
            side: puzzle.solver().to_string().to_lowercase(),
            empties: puzzle.empties(),
            goal: puzzle.goal.name().to_owned(),
            margin: if let PuzzleGoal::Discs(margin) = puzzle.goal { Some(margin) } else { None },
            best: puzzle.line.first().map(ToString::to_string).unwrap_or_default(),
            score: best.map_or(0, |value| value.score),
            exact: best.is_some_and(|value| value.is_exact()),
            moves: puzzle.moves.iter().map(proof).collect(),
            line: puzzle.line.iter().map(ToString::to_string).collect(),
            themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            rating: puzzle.rating,
            source: puzzle.source.name().to_owned(),
            step: None,
        }
    }
}

impl PuzzleLine {
    /// Reads a line of JSON.
    ///
    /// # Errors
    ///
    /// If it is none of a puzzle.
    pub fn parse(text: &str) -> Result<PuzzleLine, PuzzleJsonError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Writes the line, without an end of line.
    ///
    /// # Errors
    ///
    /// If memory is short.
    pub fn to_text(&self) -> Result<String, PuzzleJsonError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Returns the puzzle. Nothing is proven by that.
    ///
    /// # Errors
    ///
    /// Names the field that makes no sense.
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleJsonError> {
        let refused = |field, value: &str| PuzzleJsonError::Field { field, value: value.to_owned() };
        let position: Position = self.position.parse().map_err(|_| refused("position", &self.position))?;
        let goal = match (self.goal.as_str(), self.margin) {
            ("win", None) => PuzzleGoal::Win,
            ("draw", None) => PuzzleGoal::Draw,
            ("discs", Some(margin @ 1..=64)) => PuzzleGoal::Discs(margin),
            _ => return Err(refused("goal", &self.goal)),
        };
        let source = match self.source.as_str() {
            "people" => PuzzleSource::People,
            "self-play" => PuzzleSource::SelfPlay,
            other => return Err(refused("source", other)),
        };
        let proof = |one: &ProofLine| {
            let square: Square = one.played.parse().map_err(|_| refused("move", &one.played))?;
            let truth = truth_of(&one.bound).ok_or_else(|| refused("bound", &one.bound))?;
            if !(-64..=64).contains(&one.score) {
                return Err(refused("score", &one.score.to_string()));
            }
            Ok(MoveProof { square, value: Value { score: one.score, truth } })
        };
        let played = |text: &String| text.parse::<Move>().map_err(|_| refused("line", text));
        let theme = |name: &String| PuzzleTheme::of_name(name).ok_or_else(|| refused("themes", name));
        Ok(Puzzle {
            id: self.id.parse::<PuzzleId>().map_err(|_| refused("id", &self.id))?,
            position,
            goal,
            moves: self.moves.iter().map(proof).collect::<Result<_, _>>()?,
            line: self.line.iter().map(played).collect::<Result<_, _>>()?,
            themes: self.themes.iter().map(theme).collect::<Result<ThemeSet, _>>()?,
            rating: self.rating,
            source,
        })
    }
}

fn bound_name(truth: Truth) -> &'static str {
    match truth {
        Truth::AtLeast => "lower",
        Truth::AtMost => "upper",
        Truth::Exact | Truth::Estimate { .. } => "exact",
    }
}

fn truth_of(name: &str) -> Option<Truth> {
    match name {
        "exact" => Some(Truth::Exact),
        "lower" => Some(Truth::AtLeast),
        "upper" => Some(Truth::AtMost),
        _ => None,
    }
}
