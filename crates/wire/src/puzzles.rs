//! Puzzles on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{PositionView, words};

/// Which puzzle is wanted next.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NextPuzzle {
    /// `rated` (by one's rating), `theme`, or `endgame`; `rated` unless told.
    #[serde(default)]
    #[param(schema_with = words::puzzle_choices)]
    pub mode: Option<String>,
    /// The theme, where the mode is one.
    #[serde(default)]
    #[param(schema_with = words::puzzle_themes)]
    pub theme: Option<String>,
    /// How many squares are empty, where an endgame is wanted.
    #[serde(default)]
    pub empties: Option<u32>,
    /// The puzzle that was shown last: another one is wanted.
    #[serde(default)]
    pub after: Option<String>,
}

/// A puzzle, without its answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    pub id: String,
    pub position: PositionView,
    /// What the right move reaches and no other does.
    #[schema(schema_with = words::puzzle_goals)]
    pub goal: &'static str,
    /// By how many discs at least the right move is ahead, where the goal is discs.
    pub margin: Option<u8>,
    /// How many moves are to be found.
    pub questions: usize,
    /// Whether the one who asks has tried it: then nothing counts any more.
    pub tried: bool,
}

/// A move in a puzzle.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// The moves made so far, replies and passes included.
    #[serde(default)]
    pub line: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// How one came to the puzzle: `rated` unless told.
    #[serde(default)]
    #[schema(schema_with = words::puzzle_modes)]
    pub mode: Option<String>,
    /// How long it has taken so far.
    #[serde(default)]
    pub milliseconds: Option<i64>,
}

/// What a move in a puzzle was.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleVerdictView {
    pub right: bool,
    /// Whether the puzzle is over: all moves were found, or one was wrong.
    pub over: bool,
    /// What the opponent answers, passes included; none when it is over.
    pub reply: Vec<String>,
    /// The positions after the move and after each move of the reply.
    pub positions: Vec<PositionView>,
    /// What is known once it is over.
    pub answer: Option<PuzzleAnswerView>,
    /// What the attempt changed; null while it goes on, and if it did not count.
    pub counted: Option<CountedAttemptView>,
}

/// What is known of a puzzle once it is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleAnswerView {
    /// The solver's moves and the replies.
    pub line: Vec<String>,
    /// All legal moves of the first position, best first.
    pub moves: Vec<PuzzleMoveView>,
    #[schema(schema_with = words::list_of_puzzle_themes)]
    pub themes: Vec<&'static str>,
    /// How hard it is by now, on the scale of players' ratings.
    pub rating: i32,
    /// The position in which the last question was asked.
    pub asked: String,
    /// The right move there.
    pub best: String,
}

/// A move and what it is proven to be worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleMoveView {
    pub square: String,
    pub score: i32,
    /// `exact`, `lower` (this or more), or `upper` (this or less).
    #[schema(schema_with = words::value_kinds)]
    pub kind: &'static str,
}

/// What an attempt changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedAttemptView {
    pub before: i32,
    pub rating: i32,
    pub provisional: bool,
    /// How many were solved in a row.
    pub streak: i64,
}

/// Where somebody stands, and what there is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzlesView {
    /// How many puzzles there are.
    pub puzzles: usize,
    pub me: PuzzleStandingView,
    pub themes: Vec<ThemeCountView>,
    pub daily: DailyPuzzlesView,
    pub endgames: Vec<EndgameCountView>,
}

/// Where somebody stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleStandingView {
    pub rating: i32,
    pub provisional: bool,
    pub attempts: i64,
    pub solved: i64,
    pub streak: i64,
    pub best_streak: i64,
    /// How many were tried since midnight, Greenwich.
    pub today: usize,
}

/// A theme, and what one has made of its puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThemeCountView {
    #[schema(schema_with = words::puzzle_themes)]
    pub theme: &'static str,
    pub puzzles: usize,
    pub tried: usize,
    pub solved: usize,
}

/// The puzzles of today, the easiest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyPuzzlesView {
    /// The day, in days since 1970.
    pub day: i64,
    pub puzzles: Vec<DailyPuzzleView>,
}

/// A puzzle of today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyPuzzleView {
    pub id: String,
    pub tried: bool,
    pub solved: bool,
}

/// Endgames with so many empty squares, and what one has made of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndgameCountView {
    pub empties: u32,
    pub puzzles: usize,
    /// How often one has played one to the end.
    pub tries: i64,
    pub won: i64,
    /// The shortest time, in milliseconds.
    pub best: Option<i64>,
}

/// The moves of an endgame so far.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndgameTry {
    /// All moves since the puzzle's position, one's own last; none to begin, or to begin again.
    pub moves: Vec<String>,
}

/// How an endgame goes on.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct EndgameView {
    /// What is answered, passes included.
    pub reply: Vec<String>,
    /// The positions after one's own move and after each move of the reply.
    pub positions: Vec<PositionView>,
    /// Whether the game is over.
    pub over: bool,
    /// Whether one has won, once it is over.
    pub won: bool,
    /// What perfect play would end in from here, for oneself.
    pub score: i32,
    /// Whether all replies so far are those that were given: only then it counts.
    pub proven: bool,
    /// How long it took, once it is over and has counted.
    pub milliseconds: Option<i64>,
}
