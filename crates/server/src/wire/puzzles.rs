//! Puzzles on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::wire::{PositionView, words};

/// Which puzzle is wanted next.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NextPuzzle {
    /// `rated` (by one's rating), `theme`, or `endgame`; `rated` unless told.
    #[serde(default)]
    #[param(schema_with = words::puzzle_choices)]
    pub(crate) mode: Option<String>,
    /// The theme, where the mode is one.
    #[serde(default)]
    #[param(schema_with = words::puzzle_themes)]
    pub(crate) theme: Option<String>,
    /// How many squares are empty, where an endgame is wanted.
    #[serde(default)]
    pub(crate) empties: Option<u32>,
    /// The puzzle that was shown last: another one is wanted.
    #[serde(default)]
    pub(crate) after: Option<String>,
}

/// A puzzle, without its answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    pub(crate) id: String,
    pub(crate) position: PositionView,
    /// What the right move reaches and no other does.
    #[schema(schema_with = words::puzzle_goals)]
    pub(crate) goal: &'static str,
    /// By how many discs at least the right move is ahead, where the goal is discs.
    pub(crate) margin: Option<u8>,
    /// How many moves are to be found.
    pub(crate) questions: usize,
    /// Whether the one who asks has tried it: then nothing counts any more.
    pub(crate) tried: bool,
}

/// A move in a puzzle.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleTry {
    /// The moves made so far, replies and passes included.
    #[serde(default)]
    pub(crate) line: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// How one came to the puzzle: `rated` unless told.
    #[serde(default)]
    #[schema(schema_with = words::puzzle_modes)]
    pub(crate) mode: Option<String>,
    /// How long it has taken so far.
    #[serde(default)]
    pub(crate) milliseconds: Option<i64>,
}

/// What a move in a puzzle was.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleVerdictView {
    pub(crate) right: bool,
    /// Whether the puzzle is over: all moves were found, or one was wrong.
    pub(crate) over: bool,
    /// What the opponent answers, passes included; none when it is over.
    pub(crate) reply: Vec<String>,
    /// The positions after the move and after each move of the reply.
    pub(crate) positions: Vec<PositionView>,
    /// What is known once it is over.
    pub(crate) answer: Option<PuzzleAnswerView>,
    /// What the attempt changed; null while it goes on, and if it did not count.
    pub(crate) counted: Option<CountedAttemptView>,
}

/// What is known of a puzzle once it is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleAnswerView {
    /// The solver's moves and the replies.
    pub(crate) line: Vec<String>,
    /// All legal moves of the first position, best first.
    pub(crate) moves: Vec<PuzzleMoveView>,
    #[schema(schema_with = words::list_of_puzzle_themes)]
    pub(crate) themes: Vec<&'static str>,
    /// How hard it is by now, on the scale of players' ratings.
    pub(crate) rating: i32,
    /// The position in which the last question was asked.
    pub(crate) asked: String,
    /// The right move there.
    pub(crate) best: String,
}

/// A move and what it is proven to be worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleMoveView {
    pub(crate) square: String,
    pub(crate) score: i32,
    /// `exact`, `lower` (this or more), or `upper` (this or less).
    #[schema(schema_with = words::value_kinds)]
    pub(crate) kind: &'static str,
}

/// What an attempt changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CountedAttemptView {
    pub(crate) before: i32,
    pub(crate) rating: i32,
    pub(crate) provisional: bool,
    /// How many were solved in a row.
    pub(crate) streak: i64,
}

/// Where somebody stands, and what there is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzlesView {
    /// How many puzzles there are.
    pub(crate) puzzles: usize,
    pub(crate) me: PuzzleStandingView,
    pub(crate) themes: Vec<ThemeCountView>,
    pub(crate) daily: DailyPuzzlesView,
    pub(crate) endgames: Vec<EndgameCountView>,
}

/// Where somebody stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleStandingView {
    pub(crate) rating: i32,
    pub(crate) provisional: bool,
    pub(crate) attempts: i64,
    pub(crate) solved: i64,
    pub(crate) streak: i64,
    pub(crate) best_streak: i64,
    /// How many were tried since midnight, Greenwich.
    pub(crate) today: usize,
}

/// A theme, and what one has made of its puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ThemeCountView {
    #[schema(schema_with = words::puzzle_themes)]
    pub(crate) theme: &'static str,
    pub(crate) puzzles: usize,
    pub(crate) tried: usize,
    pub(crate) solved: usize,
}

/// The puzzles of today, the easiest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DailyPuzzlesView {
    /// The day, in days since 1970.
    pub(crate) day: i64,
    pub(crate) puzzles: Vec<DailyPuzzleView>,
}

/// A puzzle of today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DailyPuzzleView {
    pub(crate) id: String,
    pub(crate) tried: bool,
    pub(crate) solved: bool,
}

/// Endgames with so many empty squares, and what one has made of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EndgameCountView {
    pub(crate) empties: u32,
    pub(crate) puzzles: usize,
    /// How often one has played one to the end.
    pub(crate) tries: i64,
    pub(crate) won: i64,
    /// The shortest time, in milliseconds.
    pub(crate) best: Option<i64>,
}

/// The moves of an endgame so far.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndgameTry {
    /// All moves since the puzzle's position, one's own last; none to begin, or to begin again.
    pub(crate) moves: Vec<String>,
}

/// How an endgame goes on.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct EndgameView {
    /// What is answered, passes included.
    pub(crate) reply: Vec<String>,
    /// The positions after one's own move and after each move of the reply.
    pub(crate) positions: Vec<PositionView>,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// Whether one has won, once it is over.
    pub(crate) won: bool,
    /// What perfect play would end in from here, for oneself.
    pub(crate) score: i32,
    /// Whether all replies so far are those that were given: only then it counts.
    pub(crate) proven: bool,
    /// How long it took, once it is over and has counted.
    pub(crate) milliseconds: Option<i64>,
}
