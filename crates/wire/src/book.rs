//! The opening book on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::library::OpeningView;

/// A position in the opening book, and the moves that lead to it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BookQuery {
    /// A board or a list of moves; the standard starting position if missing.
    pub position: Option<String>,
    /// Squares played from `position` on, without separators and without passes.
    pub moves: Option<String>,
}

/// The book's value of a position or move: an estimate, and separately the proven bounds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct BookValueView {
    /// Disc difference for the side to move.
    pub score: i32,
    /// The search depth behind the score, in plies.
    pub depth: u32,
    /// The confidence level of the search in per cent, if known.
    pub percent: Option<u8>,
    /// Whether the score is proven.
    pub exact: bool,
    /// The proven lower bound of the score.
    pub lower: i32,
    /// The proven upper bound of the score.
    pub upper: i32,
}

/// A book move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookMoveView {
    /// The square played.
    #[serde(rename = "move")]
    pub played: String,
    /// Its value for the side that plays it.
    pub value: Option<BookValueView>,
    /// Whether the move leads to a position in the book. If not, it is the best move that leaves the book.
    pub in_book: bool,
    /// The number of games up to 2011 that continued with this move.
    pub games: u32,
    /// The named opening whose line ends with this move.
    pub opening: Option<OpeningView>,
}

/// How many moves each side must know to keep its value over the next plies.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ToKnowView {
    /// The number of plies this covers.
    pub plies: u32,
    /// Replies that lose more discs than this need not be known.
    pub within: i32,
    pub black: Option<u32>,
    pub white: Option<u32>,
}

/// A move of the line on which the book has a comment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookRemarkView {
    /// The number of discs placed before the move.
    pub ply: usize,
    /// The move that was played.
    #[serde(rename = "move")]
    pub played: String,
    /// The book's best move.
    pub best: String,
    /// The value of the best move for the side to move.
    pub value: BookValueView,
    /// How many discs the move loses according to the book; `null` if the book does not contain the move.
    pub cost: Option<i32>,
    /// If the book does not contain the move: the minimum loss in discs, assuming the book's values hold.
    pub at_least: Option<i32>,
}

/// What the opening book contains for a position and the moves that lead to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookView {
    /// The number of positions in the book.
    pub positions: u64,
    /// The value of the position; `null` if it is not in the book.
    pub value: Option<BookValueView>,
    /// The number of games up to 2011 that reached the position.
    pub games: u32,
    /// The named opening.
    pub opening: Option<OpeningView>,
    /// The book moves, best first.
    pub moves: Vec<BookMoveView>,
    /// How difficult the position is for human players; `null` if it is not in the book.
    pub to_know: Option<ToKnowView>,
    /// The number of discs placed before the line left the book.
    pub known: usize,
    /// The move that left the book; `null` if the line stays in the book until the line or the book ends.
    pub left: Option<BookRemarkView>,
    /// Moves within the book that were not the best.
    pub losses: Vec<BookRemarkView>,
}
