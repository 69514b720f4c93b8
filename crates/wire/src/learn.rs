//! Learning on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::coaching::MistakeView;
use crate::person::RecordView;
use crate::puzzles::PuzzleStandingView;
use crate::{LegalMove, PositionView, Side, words};

pub use crate::repertoire::*;

/// When the caller's days begin.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct DayQuery {
    /// The offset of local time from UTC, in minutes; positive if local time is ahead.
    pub offset: Option<i32>,
    /// The local hour at which a day begins; 4 if missing.
    pub hour: Option<u8>,
}

/// A text in both languages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonTextView {
    pub en: String,
    pub ja: String,
}

/// A lesson in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonListed {
    pub id: String,
    pub title: LessonTextView,
    pub about: LessonTextView,
    pub minutes: u8,
    pub steps: usize,
    /// The number of completed steps.
    pub done: usize,
}

/// A lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonPlanView {
    pub id: String,
    pub title: LessonTextView,
    pub end: LessonTextView,
    /// The number of completed steps.
    pub done: usize,
    /// The next lesson; null after the last one.
    pub next: Option<String>,
    pub steps: Vec<LessonStepView>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonStepView {
    pub id: String,
    pub title: LessonTextView,
    pub position: PositionView,
    pub ask: LessonTextView,
    /// One sentence explaining why.
    pub done: LessonTextView,
    /// The comment on a wrong move. Placeholders: `{n}` discs flipped, `{corner}` the corner that can be
    /// taken, `{replies}` the moves the opponent has left.
    pub miss: Option<LessonTextView>,
    /// The highlighted squares.
    pub marks: Vec<String>,
    /// The positions after each demonstrated move; empty if the step asks for a move.
    pub shown: Vec<LessonShownView>,
    /// The result of every legal move, if the step asks for a move.
    pub moves: Vec<LessonMoveView>,
}

/// A demonstrated move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonShownView {
    #[serde(rename = "move")]
    pub played: String,
    pub board: String,
}

/// A move of a step and its result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonMoveView {
    #[serde(flatten)]
    pub played: LegalMove,
    /// The board after the move.
    pub board: String,
    pub right: bool,
    /// The number of moves the opponent then has.
    pub replies: usize,
    /// A corner the opponent can then take.
    pub corner: Option<String>,
    /// A comment on this particular move.
    pub says: Option<LessonTextView>,
}

/// The number of completed steps of a lesson.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonDone {
    pub steps: usize,
}

/// A position to be reviewed by spaced repetition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardView {
    pub id: i64,
    #[schema(schema_with = words::card_kinds)]
    pub kind: String,
    pub position: PositionView,
    /// The game it comes from.
    pub game: Option<i64>,
    /// The move number, counted from 1.
    pub number: i64,
    /// The move played there; empty for an opening.
    pub played: String,
    /// The loss of that move, in discs.
    pub loss: i64,
    pub opponent: String,
    /// When the card falls due, in milliseconds since 1970.
    pub due: i64,
    /// The number of reviews so far.
    pub reviews: i64,
    /// How firmly it is remembered, 0 to 5.
    pub strength: u8,
    /// The number of days until it comes back after a good answer.
    pub days: u32,
}

/// An answer to a card.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerWish {
    /// A legal move.
    #[serde(rename = "move")]
    pub played: String,
    pub milliseconds: u64,
    #[serde(default)]
    pub hinted: bool,
}

/// The result of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardAnswerView {
    pub right: bool,
    #[schema(schema_with = words::grades)]
    pub grade: &'static str,
    /// All correct answers, best first.
    pub answers: Vec<String>,
    /// The number of days until the card comes back; 0 is today.
    pub days: u32,
    /// Why the answer was wrong, with the line that shows it.
    pub mistake: Option<MistakeView>,
    /// The lesson that helps, if the kind of mistake is known.
    pub lesson: Option<String>,
}

/// A hint: the answer is one of these squares.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardHintView {
    pub squares: Vec<String>,
}

/// A frequent mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HabitView {
    #[schema(schema_with = words::habits)]
    pub habit: &'static str,
    pub mistakes: usize,
    /// The loss, in discs.
    pub loss: u32,
    pub lesson: &'static str,
    /// A puzzle theme.
    pub theme: &'static str,
}

/// What is due for learning today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LearnView {
    /// The number of cards due.
    pub due: usize,
    /// The total number of cards.
    pub cards: usize,
    /// When the next card falls due, in milliseconds since 1970; null if one is due now.
    pub next_due: Option<i64>,
    /// The first card due.
    pub first: Option<CardView>,
    /// The number of consecutive days with learning activity.
    pub streak: u32,
    /// The last seven days, today last.
    pub week: Vec<LearnDayView>,
    pub lessons: Vec<LessonListed>,
    pub habits: Vec<HabitView>,
    pub repertoires: Vec<RepertoireListed>,
    pub progress: ProgressBrief,
    pub puzzles: PuzzleStandingView,
}

/// A day of learning.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct LearnDayView {
    /// The day of the week; 0 is Monday.
    pub weekday: u8,
    pub learned: bool,
}

/// A summary of the learner's progress.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ProgressBrief {
    /// The number of reviewed games.
    pub games: usize,
    pub rating: Option<i32>,
    pub accuracy: Option<f64>,
    /// The computer level that would make an even game.
    pub level: Option<String>,
    /// Average loss per game in the opening, midgame and endgame over the latest ten games, in discs.
    pub losses: [f64; 3],
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProgressGameView {
    pub game: i64,
    /// When it was played, in milliseconds since 1970.
    pub moment: i64,
    #[schema(value_type = Side)]
    pub side: String,
    pub opponent: String,
    /// The learner's discs minus the opponent's.
    pub score: i64,
    pub accuracy: Option<f64>,
    /// Discs lost in each phase.
    pub losses: [i64; 3],
    /// The rating after the game, if the opponent has one.
    pub rating: Option<i32>,
}

/// The record against one opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentRecordView {
    pub opponent: String,
    pub results: RecordView,
}

/// The learner's progress.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProgressView {
    pub brief: ProgressBrief,
    /// The reviewed games, oldest first.
    pub games: Vec<ProgressGameView>,
    pub opponents: Vec<OpponentRecordView>,
    /// The number of answers to cards, and the number that were correct.
    pub answers: usize,
    pub right: usize,
    /// The number of cards at each strength, from 0 (new) to 5.
    pub strengths: [usize; 6],
    pub puzzles: PuzzleStandingView,
    /// The puzzle rating after each first attempt, oldest first.
    pub puzzle_curve: Vec<PuzzlePointView>,
}

/// A first attempt at a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzlePointView {
    pub puzzle: String,
    /// When it was made, in milliseconds since 1970.
    pub moment: i64,
    pub solved: bool,
    /// The rating after the attempt.
    pub rating: i32,
}

/// The results of an endgame played against perfect play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedEndgameView {
    pub puzzle: String,
    pub empties: i64,
    /// How often it was played to the end.
    pub tries: i64,
    pub won: i64,
    /// The fastest win, in milliseconds.
    pub best: Option<i64>,
}

/// The export format.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ProgressExportQuery {
    /// `json`, or `csv` for the games alone.
    pub format: Option<String>,
}

/// An export of everything learned.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LearnExport {
    pub games: Vec<ProgressGameView>,
    pub cards: Vec<CardView>,
    pub answers: Vec<ExportedAnswer>,
    pub lessons: Vec<LessonListed>,
    pub repertoires: Vec<RepertoireListed>,
    pub puzzles: Vec<PuzzlePointView>,
    pub endgames: Vec<PlayedEndgameView>,
}

/// An exported answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportedAnswer {
    pub card: i64,
    pub moment: i64,
    /// The grade: 1 again, 2 hard, 3 good, 4 easy.
    pub grade: i64,
    pub milliseconds: i64,
    #[serde(rename = "move")]
    pub played: String,
}
