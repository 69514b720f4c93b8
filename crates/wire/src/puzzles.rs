//! Puzzles on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{PositionView, words};

/// Which puzzle to show next.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NextPuzzle {
    /// `rated` (near the caller's rating), `theme` or `endgame`; `rated` if missing.
    #[serde(default)]
    #[param(schema_with = words::puzzle_choices)]
    pub mode: Option<String>,
    /// The theme, if the mode is `theme`.
    #[serde(default)]
    #[param(schema_with = words::puzzle_themes)]
    pub theme: Option<String>,
    /// The number of empty squares, if the mode is `endgame`.
    #[serde(default)]
    pub empties: Option<u32>,
    /// The puzzle shown last; a different one is chosen.
    #[serde(default)]
    pub after: Option<String>,
}

/// A puzzle without its solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    pub id: String,
    pub position: PositionView,
    /// What the right move achieves and no other move does.
    #[schema(schema_with = words::puzzle_goals)]
    pub goal: &'static str,
    /// The minimum lead of the right move in discs, if the goal is discs.
    pub margin: Option<u8>,
    /// The number of moves to find.
    pub questions: usize,
    /// Whether the caller has already tried it, so that further attempts do not count.
    pub tried: bool,
}

/// A move in a puzzle.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// The moves so far, replies and passes included.
    #[serde(default)]
    pub line: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// How the caller came to the puzzle; `rated` if missing.
    #[serde(default)]
    #[schema(schema_with = words::puzzle_modes)]
    pub mode: Option<String>,
    /// The time taken so far.
    #[serde(default)]
    pub milliseconds: Option<i64>,
}

/// The verdict on a move in a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleVerdictView {
    pub right: bool,
    /// Whether the puzzle is over: all moves have been found, or one was wrong.
    pub over: bool,
    /// The opponent's reply, passes included; empty when the puzzle is over.
    pub reply: Vec<String>,
    /// The positions after the move and after each move of the reply.
    pub positions: Vec<PositionView>,
    /// The solution, once the puzzle is over.
    pub answer: Option<PuzzleAnswerView>,
    /// What the attempt changed; null while the puzzle is in progress, and if the attempt did not count.
    pub counted: Option<CountedAttemptView>,
}

/// The solution of a puzzle, available once it is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleAnswerView {
    /// The solver's moves and the replies.
    pub line: Vec<String>,
    /// All legal moves in the first position, best first.
    pub moves: Vec<PuzzleMoveView>,
    #[schema(schema_with = words::list_of_puzzle_themes)]
    pub themes: Vec<&'static str>,
    /// The current difficulty, on the same scale as player ratings.
    pub rating: i32,
    /// The position of the last question.
    pub asked: String,
    /// The right move in that position.
    pub best: String,
}

/// A move and its proven value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleMoveView {
    pub square: String,
    pub score: i32,
    /// `exact`, `lower` (at least this score) or `upper` (at most this score).
    #[schema(schema_with = words::value_kinds)]
    pub kind: &'static str,
}

/// What an attempt changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedAttemptView {
    pub before: i32,
    pub rating: i32,
    pub provisional: bool,
    /// The number of puzzles solved in a row.
    pub streak: i64,
}

/// The caller's standing and the available puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzlesView {
    /// The number of puzzles.
    pub puzzles: usize,
    pub me: PuzzleStandingView,
    pub themes: Vec<ThemeCountView>,
    pub daily: DailyPuzzlesView,
    pub endgames: Vec<EndgameCountView>,
}

/// A person's standing in puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleStandingView {
    pub rating: i32,
    pub provisional: bool,
    pub attempts: i64,
    pub solved: i64,
    pub streak: i64,
    pub best_streak: i64,
    /// The number of puzzles tried since midnight UTC.
    pub today: usize,
}

/// A theme and the caller's results in its puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThemeCountView {
    #[schema(schema_with = words::puzzle_themes)]
    pub theme: &'static str,
    pub puzzles: usize,
    pub tried: usize,
    pub solved: usize,
}

/// Today's puzzles, easiest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyPuzzlesView {
    /// The day, in days since 1970.
    pub day: i64,
    pub puzzles: Vec<DailyPuzzleView>,
}

/// One of today's puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyPuzzleView {
    pub id: String,
    pub tried: bool,
    pub solved: bool,
}

/// Endgames with a given number of empty squares, and the caller's results.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndgameCountView {
    pub empties: u32,
    pub puzzles: usize,
    /// How often the caller has played one to the end.
    pub tries: i64,
    pub won: i64,
    /// The shortest time, in milliseconds.
    pub best: Option<i64>,
}

/// The moves of an endgame so far.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndgameTry {
    /// All moves since the puzzle's position, ending with the caller's; empty to start or restart.
    pub moves: Vec<String>,
}

/// The state of an endgame.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct EndgameView {
    /// The reply, passes included.
    pub reply: Vec<String>,
    /// The positions after the caller's move and after each move of the reply.
    pub positions: Vec<PositionView>,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the caller has won, once the game is over.
    pub won: bool,
    /// The result of perfect play from here, for the caller.
    pub score: i32,
    /// Whether all replies so far are the ones that were given: only then does the attempt count.
    pub proven: bool,
    /// The time taken, once the game is over and has counted.
    pub milliseconds: Option<i64>,
}
