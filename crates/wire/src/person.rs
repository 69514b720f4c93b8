//! Ratings on the wire, and the pages of people with an account.

use serde::Serialize;
use utoipa::ToSchema;

use crate::library::OpeningView;
use crate::{GameSummary, Side};

/// Who one is here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeView {
    /// Whether the server is one for anybody: people have names, and things have owners.
    pub shared: bool,
    /// What one is called; empty for a guest who has not said.
    pub name: String,
    /// Whether one is logged in.
    pub account: bool,
    /// Whether one may change what concerns all.
    pub admin: bool,
    /// The address of the account, if one was given.
    pub email: Option<String>,
}

/// How strong somebody is believed to be.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The rating in points; of a player of a game that has counted, before it.
    pub rating: i32,
    /// Whether too few games are known for the rating to say much: it is shown with a question mark.
    pub provisional: bool,
    /// What the game has changed the rating by; null unless it has counted.
    pub change: Option<i32>,
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RecordView {
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// A point of the curve of a rating.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RatingPointView {
    /// The game that led there.
    pub game: i64,
    /// When it ended, in milliseconds since 1970.
    pub moment: i64,
    pub rating: i32,
}

/// What became of games against somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentView {
    /// The name of the account; null if it is none, or is gone.
    pub account: Option<String>,
    /// The computer player; null if it is a person.
    pub computer: Option<String>,
    pub results: RecordView,
}

/// What became of games with an opening.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedOpeningView {
    pub opening: OpeningView,
    pub results: RecordView,
}

/// A rated game in the list of one of its players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonGameView {
    pub game: GameSummary,
    /// The side of the player.
    pub side: Side,
    /// What it changed their rating by; null while it is on, and if it did not count.
    pub change: Option<i32>,
}

/// What everybody may know of somebody with an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonView {
    pub name: String,
    /// When the account was made, in milliseconds since 1970.
    pub created: i64,
    pub rating: RatingView,
    /// How many games count.
    pub games: i64,
    /// How the rating came there, the first point first; the latest 500.
    pub curve: Vec<RatingPointView>,
    pub black: RecordView,
    pub white: RecordView,
    /// The opponents met most often.
    pub opponents: Vec<OpponentView>,
    /// The openings played most often.
    pub openings: Vec<PlayedOpeningView>,
    /// The latest rated games, the last one first.
    pub latest: Vec<PersonGameView>,
}
