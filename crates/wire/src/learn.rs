//! Learning on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::coaching::MistakeView;
use crate::person::RecordView;
use crate::puzzles::PuzzleStandingView;
use crate::{LegalMove, PositionView, Side, words};

pub use crate::repertoire::*;

/// Where the days of somebody begin.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct DayQuery {
    /// How far the clock on the wall is ahead of UTC, in minutes.
    pub offset: Option<i32>,
    /// The hour at which a day begins there; 4 unless told.
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
    /// How many of them are done.
    pub done: usize,
}

/// A lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonPlanView {
    pub id: String,
    pub title: LessonTextView,
    pub end: LessonTextView,
    /// How many steps are done.
    pub done: usize,
    /// The lesson after it; null after the last.
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
    /// One sentence why.
    pub done: LessonTextView,
    /// What is said of a wrong move; `{n}` discs are turned over, `{corner}` can be taken, `{replies}` are
    /// left.
    pub miss: Option<LessonTextView>,
    /// Squares that are pointed at.
    pub marks: Vec<String>,
    /// What is shown: the positions after each move. Empty if somebody is asked.
    pub shown: Vec<LessonShownView>,
    /// What every legal move leads to, if somebody is asked.
    pub moves: Vec<LessonMoveView>,
}

/// A move that is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonShownView {
    #[serde(rename = "move")]
    pub played: String,
    pub board: String,
}

/// A move of a step and what comes of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonMoveView {
    #[serde(flatten)]
    pub played: LegalMove,
    /// The board after it.
    pub board: String,
    pub right: bool,
    /// How many moves the opponent has then.
    pub replies: usize,
    /// A corner that the opponent can take then.
    pub corner: Option<String>,
    /// What is said of this move in particular.
    pub says: Option<LessonTextView>,
}

/// How many steps of a lesson are done.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonDone {
    pub steps: usize,
}

/// A position that comes back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardView {
    pub id: i64,
    #[schema(schema_with = words::card_kinds)]
    pub kind: String,
    pub position: PositionView,
    /// The game it comes from.
    pub game: Option<i64>,
    /// The number of the move, from 1.
    pub number: i64,
    /// What was played there; empty for an opening.
    pub played: String,
    /// What that cost, in discs.
    pub loss: i64,
    pub opponent: String,
    /// From when on it is due, in milliseconds since 1970.
    pub due: i64,
    /// How often it was seen.
    pub reviews: i64,
    /// How firmly it is remembered, 0 to 5.
    pub strength: u8,
    /// In how many days it comes back if it is answered well.
    pub days: u32,
}

/// An answer.
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

/// What came of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardAnswerView {
    pub right: bool,
    #[schema(schema_with = words::grades)]
    pub grade: &'static str,
    /// All right answers, the best first.
    pub answers: Vec<String>,
    /// In how many days it comes back; 0 is today.
    pub days: u32,
    /// Why the answer was wrong, with the line that shows it.
    pub mistake: Option<MistakeView>,
    /// The lesson that helps, if the kind of mistake is known.
    pub lesson: Option<String>,
}

/// A hint: the answer is one of these.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardHintView {
    pub squares: Vec<String>,
}

/// What somebody often does wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HabitView {
    #[schema(schema_with = words::habits)]
    pub habit: &'static str,
    pub mistakes: usize,
    /// In discs.
    pub loss: u32,
    pub lesson: &'static str,
    /// A theme of puzzles.
    pub theme: &'static str,
}

/// What there is to learn today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LearnView {
    /// How many cards are due.
    pub due: usize,
    /// How many there are.
    pub cards: usize,
    /// When the next one is due, if none is now, in milliseconds since 1970.
    pub next_due: Option<i64>,
    /// The first that is due.
    pub first: Option<CardView>,
    /// How many days in a row something was learned.
    pub streak: u32,
    /// The last seven days, today last.
    pub week: Vec<LearnDayView>,
    pub lessons: Vec<LessonListed>,
    pub habits: Vec<HabitView>,
    pub repertoires: Vec<RepertoireListed>,
    pub progress: ProgressBrief,
    pub puzzles: PuzzleStandingView,
}

/// A day.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct LearnDayView {
    /// 0 for Monday.
    pub weekday: u8,
    pub learned: bool,
}

/// How somebody gets on, in short.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ProgressBrief {
    /// How many reviewed games there are.
    pub games: usize,
    pub rating: Option<i32>,
    pub accuracy: Option<f64>,
    /// The level that makes an even game.
    pub level: Option<String>,
    /// Discs lost a game in the opening, the midgame and the endgame, in the latest ten games.
    pub losses: [f64; 3],
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProgressGameView {
    pub game: i64,
    /// In milliseconds since 1970.
    pub moment: i64,
    #[schema(value_type = Side)]
    pub side: String,
    pub opponent: String,
    /// Own discs less the opponent's.
    pub score: i64,
    pub accuracy: Option<f64>,
    /// Discs lost by phase.
    pub losses: [i64; 3],
    /// The rating after it, if the opponent has one.
    pub rating: Option<i32>,
}

/// Games against somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentRecordView {
    pub opponent: String,
    pub results: RecordView,
}

/// How somebody gets on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProgressView {
    pub brief: ProgressBrief,
    /// The first first.
    pub games: Vec<ProgressGameView>,
    pub opponents: Vec<OpponentRecordView>,
    /// Answers to cards: how many, and how many were right.
    pub answers: usize,
    pub right: usize,
    /// How many cards are remembered how firmly, from 0, new, to 5.
    pub strengths: [usize; 6],
    pub puzzles: PuzzleStandingView,
    /// The rating in puzzles after each first attempt, the first first.
    pub puzzle_curve: Vec<PuzzlePointView>,
}

/// A first attempt at a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzlePointView {
    pub puzzle: String,
    /// In milliseconds since 1970.
    pub moment: i64,
    pub solved: bool,
    /// The rating after it.
    pub rating: i32,
}

/// What was made of an endgame against perfect play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedEndgameView {
    pub puzzle: String,
    pub empties: i64,
    /// How often it was played to its end.
    pub tries: i64,
    pub won: i64,
    /// The shortest time in which it was won, in milliseconds.
    pub best: Option<i64>,
}

/// What is to be exported.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ProgressExportQuery {
    /// `json`, or `csv` for the games alone.
    pub format: Option<String>,
}

/// All that was learned, to be taken along.
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

/// An answer that is taken along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportedAnswer {
    pub card: i64,
    pub moment: i64,
    /// 1 again, 2 hard, 3 good, 4 easy.
    pub grade: i64,
    pub milliseconds: i64,
    #[serde(rename = "move")]
    pub played: String,
}
