//! What a review says and hears.

use outflank_rules::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::coaching::{ExplainedView, LessonView};
use super::story::StoryView;
use crate::wire::library::OpeningView;
use crate::wire::study::{StudyTreeView, StudyView};
use crate::wire::{PositionView, Side, words};

/// A position to be valued.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyzeWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub(crate) text: String,
    /// How many of the best moves are valued side by side; 1 if missing.
    pub(crate) best: Option<u8>,
    /// The deepest search, in plies.
    pub(crate) depth: Option<u32>,
    /// The longest search, 0.01 to 60; 1 if missing.
    pub(crate) seconds: Option<f64>,
}

/// What a position is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AnalyzeView {
    /// 64 squares and the side to move.
    pub(crate) position: String,
    /// A square or `pass`; null when the game is over.
    pub(crate) best: Option<String>,
    /// For the side to move, in discs.
    pub(crate) score: i32,
    #[schema(schema_with = words::move_value_kinds)]
    pub(crate) kind: String,
    /// The plies searched.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// The moves that were valued, best first.
    pub(crate) moves: Vec<ValueView>,
}

impl AnalyzeView {
    /// Shows a position in which nobody can move.
    pub(crate) fn over(position: Position, score: i32) -> AnalyzeView {
        let (position, kind) = (position.to_string(), "exact".to_owned());
        AnalyzeView { position, best: None, score, kind, depth: 0, nodes: 0, moves: Vec::new() }
    }
}

/// What a move is worth to the mover.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ValueView {
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub(crate) played: String,
    pub(crate) score: i32,
    /// Whether the score is proven, an upper bound, or expected.
    #[schema(schema_with = words::move_value_kinds)]
    pub(crate) kind: String,
    /// What it loses against the best, in discs.
    pub(crate) loss: i32,
    #[schema(schema_with = words::labels)]
    pub(crate) label: String,
    /// The expected play, the move itself first.
    pub(crate) line: Vec<String>,
}

/// Moves to be followed from a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub(crate) text: String,
    /// Squares and `pass`.
    pub(crate) moves: Vec<String>,
}

/// The positions of a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LineView {
    /// One more than there are moves.
    pub(crate) positions: Vec<PositionView>,
}

/// What a page says.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ReviewWish {
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
pub(crate) enum ReviewMessage {
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
pub(crate) struct GameOpened {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    /// What of the game goes into a link: its moves, with another start than the usual one GGF; a position as
    /// a board.
    pub(crate) transcript: String,
    pub(crate) plies: Vec<String>,
    /// One more than there are plies.
    pub(crate) positions: Vec<PositionView>,
    /// The opening that the game follows.
    pub(crate) opening: Option<OpeningView>,
    /// The smallest loss that is explained, in discs.
    pub(crate) significant: i32,
    /// The tournament or match, or what its study is called.
    pub(crate) event: Option<String>,
    /// The study of the game, if one is kept.
    pub(crate) study: Option<StudyView>,
    /// The variations and comments of the text that was opened, if it has any.
    pub(crate) tree: Option<StudyTreeView>,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionValue {
    /// 64 squares and the side to move.
    pub(crate) board: String,
    pub(crate) depth: u32,
    /// The confidence of the search in per cent.
    pub(crate) percent: u8,
    /// Whether every move is exact.
    pub(crate) exact: bool,
    /// Whether nothing more will be found without being asked.
    pub(crate) done: bool,
    pub(crate) nodes: u64,
    pub(crate) milliseconds: u64,
    /// Best first.
    pub(crate) moves: Vec<ValueView>,
    /// What the review says where a deeper analysis says more: what labels, graph and sentences speak of.
    pub(crate) review: Option<ReviewedValue>,
}

/// What the review of a game says of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewedValue {
    pub(crate) depth: u32,
    /// The confidence of the search in per cent.
    pub(crate) percent: u8,
    /// Whether every move is exact.
    pub(crate) exact: bool,
    /// Best first.
    pub(crate) moves: Vec<ValueView>,
}

/// A point of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ScoreView {
    /// Black's, in discs.
    pub(crate) score: i32,
    pub(crate) exact: bool,
}

/// What a move of the game cost.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct PlyJudged {
    pub(crate) side: Side,
    /// The mover's, in discs.
    pub(crate) score: i32,
    pub(crate) best: String,
    pub(crate) best_score: i32,
    pub(crate) loss: i32,
    pub(crate) exact: bool,
    /// The plies searched for all moves of the position.
    pub(crate) depth: u32,
    #[schema(schema_with = words::labels)]
    pub(crate) label: &'static str,
    /// The mover's chance to win with this move and with the best, 0 to 1.
    pub(crate) chance: f64,
    pub(crate) best_chance: f64,
}

/// What a side lost.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct SideView {
    pub(crate) moves: usize,
    pub(crate) loss: i32,
    pub(crate) accuracy: Option<f64>,
    /// In the opening, the midgame and the endgame.
    pub(crate) phases: [Option<f64>; 3],
    pub(crate) inaccuracies: usize,
    pub(crate) mistakes: usize,
    pub(crate) blunders: usize,
    /// What cost most, the dearest first.
    pub(crate) lessons: Vec<LessonView>,
}

/// What is known of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct SummaryView {
    /// One for each position; null where nothing is known yet.
    pub(crate) scores: Vec<Option<ScoreView>>,
    /// One for each ply; null for passes and where nothing is known yet.
    pub(crate) plies: Vec<Option<PlyJudged>>,
    pub(crate) black: SideView,
    pub(crate) white: SideView,
    pub(crate) story: StoryView,
    /// From which ply on every score is exact.
    pub(crate) exact_from: Option<usize>,
    /// How many positions are reviewed, of how many.
    pub(crate) done: usize,
    pub(crate) total: usize,
}
