//! The opening book on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::library::OpeningView;

/// Which position, and the moves to it.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BookQuery {
    /// A board or moves; the usual start if missing.
    pub position: Option<String>,
    /// Squares that are played from there on, without blanks; passes are left out.
    pub moves: Option<String>,
}

/// What the book says something is worth: an estimate and, apart from it, what is proven.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct BookValueView {
    /// In discs, for the side to move.
    pub score: i32,
    /// How many plies the score rests on.
    pub depth: u32,
    /// The confidence of the search in per cent, if it is known.
    pub percent: Option<u8>,
    /// Whether the score is proven.
    pub exact: bool,
    /// The lowest score that is still possible.
    pub lower: i32,
    /// The highest score that is still possible.
    pub upper: i32,
}

/// A move that the book knows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookMoveView {
    /// A square.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth to the side that makes it.
    pub value: Option<BookValueView>,
    /// Whether the book goes on after it; otherwise it is the best of those that lead out of the book.
    pub in_book: bool,
    /// Games up to 2011 that went on with it.
    pub games: u32,
    /// The opening whose line ends with it.
    pub opening: Option<OpeningView>,
}

/// How many moves each side has to know to hold its value for the next plies.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ToKnowView {
    /// For so many plies.
    pub plies: u32,
    /// Replies that lose more discs than this need not be known.
    pub within: i32,
    pub black: Option<u32>,
    pub white: Option<u32>,
}

/// A move of the line that the book has something to say about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookRemarkView {
    /// How many squares were placed before it.
    pub ply: usize,
    /// The move that was played.
    #[serde(rename = "move")]
    pub played: String,
    /// The best move of the book.
    pub best: String,
    /// What that is worth to the side that moves.
    pub value: BookValueView,
    /// How many discs the move costs by the book; `null` if the book does not know the move.
    pub cost: Option<i32>,
    /// If the book does not know the move: how many discs it costs at least, if the values of the book hold.
    pub at_least: Option<i32>,
}

/// What the opening book says of a position and of the moves to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookView {
    /// How many positions the book has.
    pub positions: u64,
    /// What the position is worth; `null` if it is not in the book.
    pub value: Option<BookValueView>,
    /// Games up to 2011 that came there.
    pub games: u32,
    /// The opening.
    pub opening: Option<OpeningView>,
    /// Moves that the book knows, the best first.
    pub moves: Vec<BookMoveView>,
    /// How difficult the position is for people; `null` if it is not in the book.
    pub to_know: Option<ToKnowView>,
    /// How many squares of the line were placed before it left the book.
    pub known: usize,
    /// The move that left the book; `null` if the line does not leave it before its end or the book's.
    pub left: Option<BookRemarkView>,
    /// Moves within the book that were not the best.
    pub losses: Vec<BookRemarkView>,
}
