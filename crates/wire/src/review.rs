//! What a review says and hears.

use outflank_rules::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::coaching::{ExplainedView, LessonView};
use crate::library::OpeningView;
use crate::story::StoryView;
use crate::study::{StudyTreeView, StudyView};
use crate::{PositionView, Side, words};

/// A position to be valued.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub text: String,
    /// How many of the best moves are valued side by side; 1 if missing.
    pub best: Option<u8>,
    /// The deepest search, in plies.
    pub depth: Option<u32>,
    /// The longest search, 0.01 to 60; 1 if missing.
    pub seconds: Option<f64>,
}

/// What a position is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalyzeView {
    /// 64 squares and the side to move.
    pub position: String,
    /// A square or `pass`; null when the game is over.
    pub best: Option<String>,
    /// For the side to move, in discs.
    pub score: i32,
    #[schema(schema_with = words::move_value_kinds)]
    pub kind: String,
    /// The plies searched.
    pub depth: u32,
    pub nodes: u64,
    /// The moves that were valued, best first.
    pub moves: Vec<ValueView>,
}

impl AnalyzeView {
    /// Shows a position in which nobody can move.
    pub fn over(position: Position, score: i32) -> AnalyzeView {
        let (position, kind) = (position.to_string(), "exact".to_owned());
        AnalyzeView { position, best: None, score, kind, depth: 0, nodes: 0, moves: Vec::new() }
    }
}

/// What a move is worth to the mover.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValueView {
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    pub score: i32,
    /// Whether the score is proven, an upper bound, or expected.
    #[schema(schema_with = words::move_value_kinds)]
    pub kind: String,
    /// What it loses against the best, in discs.
    pub loss: i32,
    #[schema(schema_with = words::labels)]
    pub label: String,
    /// The expected play, the move itself first.
    pub line: Vec<String>,
}

/// Moves to be followed from a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
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

/// What a page says.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum ReviewWish {
    /// Opens a game or a position in any text format, a game of the studio or of the library, or a study: one
    /// of the four.
    Open {
        /// The game as a text.
        text: Option<String>,
        /// The number of the game: one that is played here, or one of the library.
        game: Option<i64>,
        /// The key of a game of the library.
        entry: Option<i64>,
        /// What links call the study.
        study: Option<String>,
    },
    /// Looks at a position: the moves that lead to it from the start of the game.
    Look {
        /// Squares and `pass`.
        moves: Vec<String>,
    },
    /// Searches the position on screen until it is solved, however long that takes.
    Solve,
    /// Stops all searches, or goes on.
    Pause {
        /// Whether to stop.
        paused: bool,
    },
    /// Sets how searches are done.
    Set {
        /// From how many empty squares on the position on screen is searched until it is solved.
        exact_from: Option<u32>,
        /// How many threads search it.
        threads: Option<u16>,
    },
}

/// What a review says.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReviewMessage {
    /// The game that was opened.
    Game(Box<GameOpened>),
    /// The position that was looked at.
    Position {
        /// The moves that lead to it.
        moves: Vec<String>,
        /// The position.
        position: PositionView,
    },
    /// What is known of a position.
    Value(PositionValue),
    /// What is known of the game.
    Summary(Box<SummaryView>),
    /// Why a move of the game was a mistake.
    Explained(ExplainedView),
    /// Something cannot be done.
    Refused {
        /// A word for programs.
        code: &'static str,
        /// A sentence for people.
        message: String,
    },
}

/// A game that was opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameOpened {
    pub black: Option<String>,
    pub white: Option<String>,
    /// What of the game goes into a link: its moves, with another start than the usual one GGF; a position as
    /// a board.
    pub transcript: String,
    pub plies: Vec<String>,
    /// One more than there are plies.
    pub positions: Vec<PositionView>,
    /// The opening that the game follows.
    pub opening: Option<OpeningView>,
    /// The smallest loss that is explained, in discs.
    pub significant: i32,
    /// The tournament or match, or what its study is called.
    pub event: Option<String>,
    /// The study of the game, if one is kept.
    pub study: Option<StudyView>,
    /// The variations and comments of the text that was opened, if it has any.
    pub tree: Option<StudyTreeView>,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionValue {
    /// 64 squares and the side to move.
    pub board: String,
    pub depth: u32,
    /// The confidence of the search in per cent.
    pub percent: u8,
    /// Whether every move is exact.
    pub exact: bool,
    /// Whether nothing more will be found without being asked.
    pub done: bool,
    pub nodes: u64,
    pub milliseconds: u64,
    /// Best first.
    pub moves: Vec<ValueView>,
    /// What the review says where a deeper analysis says more: what labels, graph and sentences speak of.
    pub review: Option<ReviewedValue>,
}

/// What the review of a game says of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedValue {
    pub depth: u32,
    /// The confidence of the search in per cent.
    pub percent: u8,
    /// Whether every move is exact.
    pub exact: bool,
    /// Best first.
    pub moves: Vec<ValueView>,
}

/// A point of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ScoreView {
    /// Black's, in discs.
    pub score: i32,
    pub exact: bool,
}

/// What a move of the game cost.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlyJudged {
    pub side: Side,
    /// The mover's, in discs.
    pub score: i32,
    pub best: String,
    pub best_score: i32,
    pub loss: i32,
    pub exact: bool,
    /// The plies searched for all moves of the position.
    pub depth: u32,
    #[schema(schema_with = words::labels)]
    pub label: &'static str,
    /// The mover's chance to win with this move and with the best, 0 to 1.
    pub chance: f64,
    pub best_chance: f64,
}

/// What a side lost.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SideView {
    pub moves: usize,
    pub loss: i32,
    pub accuracy: Option<f64>,
    /// In the opening, the midgame and the endgame.
    pub phases: [Option<f64>; 3],
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    /// What cost most, the dearest first.
    pub lessons: Vec<LessonView>,
}

/// What is known of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SummaryView {
    /// One for each position; null where nothing is known yet.
    pub scores: Vec<Option<ScoreView>>,
    /// One for each ply; null for passes and where nothing is known yet.
    pub plies: Vec<Option<PlyJudged>>,
    pub black: SideView,
    pub white: SideView,
    pub story: StoryView,
    /// From which ply on every score is exact.
    pub exact_from: Option<usize>,
    /// How many positions are reviewed, of how many.
    pub done: usize,
    pub total: usize,
}
