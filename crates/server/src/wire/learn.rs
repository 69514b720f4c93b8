//! Learning on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::library::OpeningView;
use super::person::RecordView;
use super::puzzles::PuzzleStandingView;
use super::{LegalMove, PositionView, Side, words};
use crate::review::coaching::MistakeView;

/// Where the days of somebody begin.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DayQuery {
    /// How far the clock on the wall is ahead of UTC, in minutes.
    pub(crate) offset: Option<i32>,
    /// The hour at which a day begins there; 4 unless told.
    pub(crate) hour: Option<u8>,
}

/// A text in both languages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonTextView {
    pub(crate) en: String,
    pub(crate) ja: String,
}

/// A lesson in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonListed {
    pub(crate) id: String,
    pub(crate) title: LessonTextView,
    pub(crate) about: LessonTextView,
    pub(crate) minutes: u8,
    pub(crate) steps: usize,
    /// How many of them are done.
    pub(crate) done: usize,
}

/// A lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonPlanView {
    pub(crate) id: String,
    pub(crate) title: LessonTextView,
    pub(crate) end: LessonTextView,
    /// How many steps are done.
    pub(crate) done: usize,
    /// The lesson after it; null after the last.
    pub(crate) next: Option<String>,
    pub(crate) steps: Vec<LessonStepView>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonStepView {
    pub(crate) id: String,
    pub(crate) title: LessonTextView,
    pub(crate) position: PositionView,
    pub(crate) ask: LessonTextView,
    /// One sentence why.
    pub(crate) done: LessonTextView,
    /// What is said of a wrong move; `{n}` discs are turned over, `{corner}` can be taken, `{replies}` are
    /// left.
    pub(crate) miss: Option<LessonTextView>,
    /// Squares that are pointed at.
    pub(crate) marks: Vec<String>,
    /// What is shown: the positions after each move. Empty if somebody is asked.
    pub(crate) shown: Vec<LessonShownView>,
    /// What every legal move leads to, if somebody is asked.
    pub(crate) moves: Vec<LessonMoveView>,
}

/// A move that is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonShownView {
    #[serde(rename = "move")]
    pub(crate) played: String,
    pub(crate) board: String,
}

/// A move of a step and what comes of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonMoveView {
    #[serde(flatten)]
    pub(crate) played: LegalMove,
    /// The board after it.
    pub(crate) board: String,
    pub(crate) right: bool,
    /// How many moves the opponent has then.
    pub(crate) replies: usize,
    /// A corner that the opponent can take then.
    pub(crate) corner: Option<String>,
    /// What is said of this move in particular.
    pub(crate) says: Option<LessonTextView>,
}

/// How many steps of a lesson are done.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonDone {
    pub(crate) steps: usize,
}

/// A position that comes back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CardView {
    pub(crate) id: i64,
    #[schema(schema_with = words::card_kinds)]
    pub(crate) kind: String,
    pub(crate) position: PositionView,
    /// The game it comes from.
    pub(crate) game: Option<i64>,
    /// The number of the move, from 1.
    pub(crate) number: i64,
    /// What was played there; empty for an opening.
    pub(crate) played: String,
    /// What that cost, in discs.
    pub(crate) loss: i64,
    pub(crate) opponent: String,
    /// From when on it is due, in milliseconds since 1970.
    pub(crate) due: i64,
    /// How often it was seen.
    pub(crate) reviews: i64,
    /// How firmly it is remembered, 0 to 5.
    pub(crate) strength: u8,
    /// In how many days it comes back if it is answered well.
    pub(crate) days: u32,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerWish {
    /// A legal move.
    #[serde(rename = "move")]
    pub(crate) played: String,
    pub(crate) milliseconds: u64,
    #[serde(default)]
    pub(crate) hinted: bool,
}

/// What came of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CardAnswerView {
    pub(crate) right: bool,
    #[schema(schema_with = words::grades)]
    pub(crate) grade: &'static str,
    /// All right answers, the best first.
    pub(crate) answers: Vec<String>,
    /// In how many days it comes back; 0 is today.
    pub(crate) days: u32,
    /// Why the answer was wrong, with the line that shows it.
    pub(crate) mistake: Option<MistakeView>,
    /// The lesson that helps, if the kind of mistake is known.
    pub(crate) lesson: Option<String>,
}

/// A hint: the answer is one of these.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CardHintView {
    pub(crate) squares: Vec<String>,
}

/// What somebody often does wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HabitView {
    #[schema(schema_with = words::habits)]
    pub(crate) habit: &'static str,
    pub(crate) mistakes: usize,
    /// In discs.
    pub(crate) loss: u32,
    pub(crate) lesson: &'static str,
    /// A theme of puzzles.
    pub(crate) theme: &'static str,
}

/// What there is to learn today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LearnView {
    /// How many cards are due.
    pub(crate) due: usize,
    /// How many there are.
    pub(crate) cards: usize,
    /// When the next one is due, if none is now, in milliseconds since 1970.
    pub(crate) next_due: Option<i64>,
    /// The first that is due.
    pub(crate) first: Option<CardView>,
    /// How many days in a row something was learned.
    pub(crate) streak: u32,
    /// The last seven days, today last.
    pub(crate) week: Vec<LearnDayView>,
    pub(crate) lessons: Vec<LessonListed>,
    pub(crate) habits: Vec<HabitView>,
    pub(crate) repertoires: Vec<RepertoireListed>,
    pub(crate) progress: ProgressBrief,
    pub(crate) puzzles: PuzzleStandingView,
}

/// A day.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LearnDayView {
    /// 0 for Monday.
    pub(crate) weekday: u8,
    pub(crate) learned: bool,
}

/// How somebody gets on, in short.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct ProgressBrief {
    /// How many reviewed games there are.
    pub(crate) games: usize,
    pub(crate) rating: Option<i32>,
    pub(crate) accuracy: Option<f64>,
    /// The level that makes an even game.
    pub(crate) level: Option<String>,
    /// Discs lost a game in the opening, the midgame and the endgame, in the latest ten games.
    pub(crate) losses: [f64; 3],
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ProgressGameView {
    pub(crate) game: i64,
    /// In milliseconds since 1970.
    pub(crate) moment: i64,
    #[schema(value_type = Side)]
    pub(crate) side: String,
    pub(crate) opponent: String,
    /// Own discs less the opponent's.
    pub(crate) score: i64,
    pub(crate) accuracy: Option<f64>,
    /// Discs lost by phase.
    pub(crate) losses: [i64; 3],
    /// The rating after it, if the opponent has one.
    pub(crate) rating: Option<i32>,
}

/// Games against somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OpponentRecordView {
    pub(crate) opponent: String,
    pub(crate) results: RecordView,
}

/// How somebody gets on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ProgressView {
    pub(crate) brief: ProgressBrief,
    /// The first first.
    pub(crate) games: Vec<ProgressGameView>,
    pub(crate) opponents: Vec<OpponentRecordView>,
    /// Answers to cards: how many, and how many were right.
    pub(crate) answers: usize,
    pub(crate) right: usize,
    /// How many cards are remembered how firmly, from 0, new, to 5.
    pub(crate) strengths: [usize; 6],
    pub(crate) puzzles: PuzzleStandingView,
    /// The rating in puzzles after each first attempt, the first first.
    pub(crate) puzzle_curve: Vec<PuzzlePointView>,
}

/// A first attempt at a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzlePointView {
    pub(crate) puzzle: String,
    /// In milliseconds since 1970.
    pub(crate) moment: i64,
    pub(crate) solved: bool,
    /// The rating after it.
    pub(crate) rating: i32,
}

/// What was made of an endgame against perfect play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedEndgameView {
    pub(crate) puzzle: String,
    pub(crate) empties: i64,
    /// How often it was played to its end.
    pub(crate) tries: i64,
    pub(crate) won: i64,
    /// The shortest time in which it was won, in milliseconds.
    pub(crate) best: Option<i64>,
}

/// What is to be exported.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgressExportQuery {
    /// `json`, or `csv` for the games alone.
    pub(crate) format: Option<String>,
}

/// All that was learned, to be taken along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LearnExport {
    pub(crate) games: Vec<ProgressGameView>,
    pub(crate) cards: Vec<CardView>,
    pub(crate) answers: Vec<ExportedAnswer>,
    pub(crate) lessons: Vec<LessonListed>,
    pub(crate) repertoires: Vec<RepertoireListed>,
    pub(crate) puzzles: Vec<PuzzlePointView>,
    pub(crate) endgames: Vec<PlayedEndgameView>,
}

/// An answer that is taken along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportedAnswer {
    pub(crate) card: i64,
    pub(crate) moment: i64,
    /// 1 again, 2 hard, 3 good, 4 easy.
    pub(crate) grade: i64,
    pub(crate) milliseconds: i64,
    #[serde(rename = "move")]
    pub(crate) played: String,
}

/// What somebody wants to play, in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RepertoireListed {
    pub(crate) id: i64,
    pub(crate) name: String,
    #[schema(value_type = Side)]
    pub(crate) side: String,
    pub(crate) lines: Vec<String>,
    /// How many own moves it has, how many of them are known, and how many are due.
    pub(crate) moves: usize,
    pub(crate) known: usize,
    pub(crate) due: usize,
}

/// A repertoire to be made: of the moves of an opening, of lines, or of one's own games.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepertoireWish {
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) side: Side,
    /// Lines from the usual start.
    #[serde(default)]
    pub(crate) lines: Vec<String>,
    /// Whether the openings of one's own reviewed games are taken over.
    #[serde(default)]
    pub(crate) games: bool,
    /// Whether what the opening book holds with few moves to remember is taken over.
    #[serde(default)]
    pub(crate) book: bool,
    /// Whether answers to what opponents play often are added.
    #[serde(default)]
    pub(crate) grow: bool,
}

/// An own move of a repertoire.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RepertoireMoveView {
    /// The moves that lead there.
    pub(crate) way: String,
    #[serde(rename = "move")]
    pub(crate) played: String,
    pub(crate) opening: Option<OpeningView>,
    /// How firmly it is remembered, 0 to 5.
    pub(crate) strength: u8,
    pub(crate) due: bool,
}

/// How many games a repertoire has not left after so many own moves.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CoverageView {
    pub(crate) own_moves: usize,
    /// From 0 to 1.
    pub(crate) share: f64,
}

/// What somebody wants to play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RepertoireView {
    #[serde(flatten)]
    pub(crate) listed: RepertoireListed,
    pub(crate) tree: Vec<RepertoireMoveView>,
    pub(crate) coverage: Vec<CoverageView>,
}

/// A step of training: what was played so far, and what is played now.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingWish {
    /// From the usual start.
    pub(crate) moves: String,
    /// The own move; without it the trainer moves on to the first question.
    #[serde(rename = "move")]
    pub(crate) played: Option<String>,
    #[serde(default)]
    pub(crate) milliseconds: u64,
    #[serde(default)]
    pub(crate) hinted: bool,
}

/// A move with its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TrainingMoveValue {
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// The mover's, in discs.
    pub(crate) score: i32,
}

/// What came of a step.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct TrainingView {
    /// Whether the move was right; null if none was played.
    pub(crate) right: Option<bool>,
    /// What was to be played.
    pub(crate) expected: Option<String>,
    /// In how many days that comes back.
    pub(crate) days: Option<u32>,
    /// What the position after the right move is called.
    pub(crate) opening: Option<OpeningView>,
    /// What the moves of the position are worth, the best first.
    pub(crate) values: Vec<TrainingMoveValue>,
    /// Why the move was worse.
    pub(crate) mistake: Option<MistakeView>,
    /// The trainer's move, and the share of games in which it is played.
    pub(crate) reply: Option<String>,
    pub(crate) share: Option<f64>,
    /// All moves so far.
    pub(crate) moves: String,
    pub(crate) position: Option<PositionView>,
    /// Whether the line is at its end.
    pub(crate) finished: bool,
}
