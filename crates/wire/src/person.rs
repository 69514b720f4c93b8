//! Ratings on the wire, and the pages of people with an account.

use serde::Serialize;
use utoipa::ToSchema;

use crate::library::OpeningView;
use crate::{GameSummary, Side};

/// The identity of the caller on this server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeView {
    /// Whether the server is public: people have names, and data has owners.
    pub shared: bool,
    /// The caller's name; empty for a guest who has not given one.
    pub name: String,
    /// Whether the caller is logged in.
    pub account: bool,
    /// Whether the caller may change settings that affect everyone.
    pub admin: bool,
    /// The email address of the account, if one was given.
    pub email: Option<String>,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The rating in points; for a player of a game that has been rated, the rating before that game.
    pub rating: i32,
    /// Whether the rating rests on too few games to be reliable: it is shown with a question mark.
    pub provisional: bool,
    /// The rating change from the game; null unless the game has been rated.
    pub change: Option<i32>,
}

/// The number of games won, drawn and lost.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RecordView {
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
}

/// A point of a rating curve.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RatingPointView {
    /// The game after which the rating applied.
    pub game: i64,
    /// When it ended, in milliseconds since 1970.
    pub moment: i64,
    pub rating: i32,
}

/// The record against one opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentView {
    /// The opponent's account name; null if there is no account, or it has been deleted.
    pub account: Option<String>,
    /// The computer player; null if the opponent is a person.
    pub computer: Option<String>,
    pub results: RecordView,
}

/// The record with one opening.
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
    /// The player's rating change; null while the game is running, and if it did not count.
    pub change: Option<i32>,
}

/// The public profile of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonView {
    pub name: String,
    /// When the account was created, in milliseconds since 1970.
    pub created: i64,
    pub rating: RatingView,
    /// The number of rated games.
    pub games: i64,
    /// The rating curve, oldest point first; the latest 500 points.
    pub curve: Vec<RatingPointView>,
    pub black: RecordView,
    pub white: RecordView,
    /// The most frequent opponents.
    pub opponents: Vec<OpponentView>,
    /// The most frequent openings.
    pub openings: Vec<PlayedOpeningView>,
    /// The latest rated games, most recent first.
    pub latest: Vec<PersonGameView>,
}
