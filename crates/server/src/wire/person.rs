//! Ratings on the wire, and the pages of people with an account.

use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::library::OpeningView;
use crate::wire::{GameSummary, Side};

/// How strong somebody is believed to be.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// The rating in points; of a player of a game that has counted, before it.
    pub(crate) rating: i32,
    /// Whether too few games are known for the rating to say much: it is shown with a question mark.
    pub(crate) provisional: bool,
    /// What the game has changed the rating by; null unless it has counted.
    pub(crate) change: Option<i32>,
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct RecordView {
    pub(crate) won: i64,
    pub(crate) drawn: i64,
    pub(crate) lost: i64,
}

/// A point of the curve of a rating.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct RatingPointView {
    /// The game that led there.
    pub(crate) game: i64,
    /// When it ended, in milliseconds since 1970.
    pub(crate) moment: i64,
    pub(crate) rating: i32,
}

/// What became of games against somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OpponentView {
    /// The name of the account; null if it is none, or is gone.
    pub(crate) account: Option<String>,
    /// The computer player; null if it is a person.
    pub(crate) computer: Option<String>,
    pub(crate) results: RecordView,
}

/// What became of games with an opening.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedOpeningView {
    pub(crate) opening: OpeningView,
    pub(crate) results: RecordView,
}

/// A rated game in the list of one of its players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PersonGameView {
    pub(crate) game: GameSummary,
    /// The side of the player.
    pub(crate) side: Side,
    /// What it changed their rating by; null while it is on, and if it did not count.
    pub(crate) change: Option<i32>,
}

/// What everybody may know of somebody with an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PersonView {
    pub(crate) name: String,
    /// When the account was made, in milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) rating: RatingView,
    /// How many games count.
    pub(crate) games: i64,
    /// How the rating came there, the first point first; the latest 500.
    pub(crate) curve: Vec<RatingPointView>,
    pub(crate) black: RecordView,
    pub(crate) white: RecordView,
    /// The opponents met most often.
    pub(crate) opponents: Vec<OpponentView>,
    /// The openings played most often.
    pub(crate) openings: Vec<PlayedOpeningView>,
    /// The latest rated games, the last one first.
    pub(crate) latest: Vec<PersonGameView>,
}
