//! What a review says and hears.

use outflank_engine::Stopper;
use outflank_review::{JobEnd, JobMail, JobReport, Pass, ReportMail, ReviewJob, ReviewResult};
use outflank_rules::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::coaching::{ExplainedView, LessonView};
use crate::library::OpeningView;
use crate::story::StoryView;
use crate::study::{StudyTreeView, StudyView};
use crate::{PositionView, Side, words};

/// A position to analyze.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeWish {
    /// A board, a list of moves, or a game in any text format; its last position is used.
    pub text: String,
    /// The number of best moves to evaluate side by side; 1 if missing.
    pub best: Option<u8>,
    /// The maximum search depth, in plies.
    pub depth: Option<u32>,
    /// The search time limit in seconds, 0.01 to 60; 1 if missing.
    pub seconds: Option<f64>,
}

/// The value of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalyzeView {
    /// 64 squares, followed by the side to move.
    pub position: String,
    /// A square or `pass`; null if the game is over.
    pub best: Option<String>,
    /// Disc difference for the side to move.
    pub score: i32,
    #[schema(schema_with = words::move_value_kinds)]
    pub kind: String,
    /// The search depth, in plies.
    pub depth: u32,
    pub nodes: u64,
    /// The evaluated moves, best first.
    pub moves: Vec<ValueView>,
}

impl AnalyzeView {
    /// Converts a position in which neither side can move.
    pub fn over(position: Position, score: i32) -> AnalyzeView {
        let (position, kind) = (position.to_string(), "exact".to_owned());
        AnalyzeView { position, best: None, score, kind, depth: 0, nodes: 0, moves: Vec::new() }
    }
}

/// The value of a move for the mover.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValueView {
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    pub score: i32,
    /// Whether the score is proven, an upper bound, or an estimate.
    #[schema(schema_with = words::move_value_kinds)]
    pub kind: String,
    /// The loss against the best move, in discs.
    pub loss: i32,
    #[schema(schema_with = words::labels)]
    pub label: String,
    /// The principal variation, starting with the move itself.
    pub line: Vec<String>,
}

/// A line of moves to play from a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineWish {
    /// A board, a list of moves, or a game in any text format; its last position is used.
    pub text: String,
    /// Squares and `pass`.
    pub moves: Vec<String>,
}

/// The positions of a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// One more than there are moves.
    pub positions: Vec<PositionView>,
}

/// A message from the page.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum ReviewWish {
    /// Opens a game or a position in any text format, a game of the studio or of the library, or a study;
    /// give exactly one of the four.
    Open {
        /// The game as text.
        text: Option<String>,
        /// The number of the game: one played in the studio, or one of the library.
        game: Option<i64>,
        /// The key of a library game.
        entry: Option<i64>,
        /// The study's identifier in links.
        study: Option<String>,
    },
    /// Selects the position reached by these moves from the start of the game.
    Look {
        /// Squares and `pass`.
        moves: Vec<String>,
    },
    /// Searches the selected position until it is solved, however long that takes.
    Solve,
    /// Pauses or resumes all searches.
    Pause {
        /// Whether to pause.
        paused: bool,
    },
    /// Changes the search settings.
    Set {
        /// The number of empty squares from which the selected position is searched until it is solved.
        exact_from: Option<u32>,
        /// The number of threads that search it.
        threads: Option<u16>,
        /// Whether a device that reviews beside a server sends what it finds as `found`, so that it can be
        /// shared. Servers ignore it.
        reports: Option<bool>,
    },
    /// Shares what the visitor's own device has found in the opened game. It is used as if the server had
    /// found it: the player's mistakes are collected, and a studio for one person saves the results. Other
    /// people never see it.
    Share(FindingView),
}

/// What a search of a review has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingView {
    /// 64 squares, followed by the side to move.
    pub position: String,
    /// `quick`, `standard`, `solve`, or `explain` with the move played and the better one.
    pub pass: String,
    /// What was known of the moves.
    pub known: String,
    /// The results, in the notation of `outflank-review`.
    pub results: Vec<String>,
}

impl FindingView {
    /// Converts what a job has found; `None` for what cannot be shared: analyses, and searches that ended
    /// early.
    pub fn of(job: &ReviewJob, report: &JobReport) -> Option<FindingView> {
        let is_shared = report.end == JobEnd::Done && !matches!(job.pass, Pass::Analysis { .. });
        is_shared.then(|| {
            let JobMail { position, pass, known, .. } = job.mail();
            FindingView { position, pass, known, results: report.mail().results }
        })
    }

    /// Reads it; `None` if it makes no sense.
    pub fn read(&self) -> Option<(ReviewJob, Vec<ReviewResult>)> {
        let FindingView { position, pass, known, results } = self.clone();
        let mail = JobMail { id: 0, position, pass, known, milliseconds: None, threads: 1 };
        let job = ReviewJob::of_mail(&mail, &Stopper::new())?;
        let mail = ReportMail { id: 0, results, end: "done".to_owned(), nodes: 0 };
        let report = JobReport::of_mail(&mail, job.position)?;
        Some((job, report.results))
    }
}

/// A message from the review.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReviewMessage {
    /// The opened game.
    Game(Box<GameOpened>),
    /// The selected position.
    Position {
        /// The moves that lead to it.
        moves: Vec<String>,
        /// The position.
        position: PositionView,
    },
    /// The analysis of a position.
    Value(PositionValue),
    /// The analysis of the game.
    Summary(Box<SummaryView>),
    /// Why a move of the game was a mistake.
    Explained(ExplainedView),
    /// What a search has found, for the page to share it; only devices send it, if they are asked to.
    Found(FindingView),
    /// A request was refused.
    Refused {
        /// A machine-readable code.
        code: &'static str,
        /// A message for people.
        message: String,
    },
}

/// An opened game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameOpened {
    pub black: Option<String>,
    pub white: Option<String>,
    /// The form of the game used in links: its moves; GGF if it does not begin from the standard starting
    /// position; a board for a bare position.
    pub transcript: String,
    pub plies: Vec<String>,
    /// One more than there are plies.
    pub positions: Vec<PositionView>,
    /// The named opening the game follows.
    pub opening: Option<OpeningView>,
    /// The smallest loss that is explained, in discs.
    pub significant: i32,
    /// The tournament or match, or the name of the study.
    pub event: Option<String>,
    /// The saved study of the game, if there is one.
    pub study: Option<StudyView>,
    /// The variations and comments of the opened text, if it has any.
    pub tree: Option<StudyTreeView>,
}

/// The analysis of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionValue {
    /// 64 squares, followed by the side to move.
    pub board: String,
    pub depth: u32,
    /// The confidence level of the search in per cent.
    pub percent: u8,
    /// Whether the scores of all moves are exact.
    pub exact: bool,
    /// Whether the analysis is complete unless a further search is requested.
    pub done: bool,
    pub nodes: u64,
    pub milliseconds: u64,
    /// The moves, best first.
    pub moves: Vec<ValueView>,
    /// The review's own values where a deeper analysis has gone further; labels, graph and comments refer to
    /// them.
    pub review: Option<ReviewedValue>,
}

/// The review's values of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedValue {
    pub depth: u32,
    /// The confidence level of the search in per cent.
    pub percent: u8,
    /// Whether the scores of all moves are exact.
    pub exact: bool,
    /// The moves, best first.
    pub moves: Vec<ValueView>,
}

/// A point of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ScoreView {
    /// Disc difference for Black.
    pub score: i32,
    pub exact: bool,
}

/// The evaluation of a move of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlyJudged {
    pub side: Side,
    /// Disc difference for the mover.
    pub score: i32,
    pub best: String,
    pub best_score: i32,
    pub loss: i32,
    pub exact: bool,
    /// The depth to which all moves of the position were searched, in plies.
    pub depth: u32,
    #[schema(schema_with = words::labels)]
    pub label: &'static str,
    /// The mover's chance of winning with this move and with the best move, 0 to 1.
    pub chance: f64,
    pub best_chance: f64,
}

/// The losses of one side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SideView {
    pub moves: usize,
    pub loss: i32,
    pub accuracy: Option<f64>,
    /// In the opening, midgame and endgame.
    pub phases: [Option<f64>; 3],
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    /// The lessons, most costly first.
    pub lessons: Vec<LessonView>,
}

/// The analysis of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SummaryView {
    /// One score per position; null where none is known yet.
    pub scores: Vec<Option<ScoreView>>,
    /// One entry per ply; null for passes and where nothing is known yet.
    pub plies: Vec<Option<PlyJudged>>,
    pub black: SideView,
    pub white: SideView,
    pub story: StoryView,
    /// The ply from which every score is exact.
    pub exact_from: Option<usize>,
    /// The number of positions reviewed, and their total number.
    pub done: usize,
    pub total: usize,
}
