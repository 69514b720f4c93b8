//! People on the wire: who one is, accounts, sessions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::person::RatingPointView;

pub(crate) use outflank_wire::person::MeView;

/// Changes to the caller's name or email address.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeWish {
    /// The name of a guest. The name of an account cannot be changed.
    pub(crate) name: Option<String>,
    /// The email address of an account; empty to remove it.
    pub(crate) email: Option<String>,
}

/// An account to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountWish {
    /// 1 to 30 characters; must not be the name of another account.
    pub(crate) name: String,
    /// At least 8 characters.
    pub(crate) password: String,
    /// An email address; always optional.
    pub(crate) email: Option<String>,
}

/// The credentials of a login.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionWish {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// A password change.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordWish {
    /// The current password.
    pub(crate) old: String,
    pub(crate) new: String,
}

/// A request to delete the account.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeletionWish {
    /// The password, so that nobody else can do this.
    pub(crate) password: String,
}

/// The key that lets others watch a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ShareView {
    /// The key in the link to the game.
    pub(crate) key: String,
}

/// Everything stored about an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AccountExport {
    pub(crate) name: String,
    pub(crate) email: Option<String>,
    pub(crate) admin: bool,
    /// When the account was created, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Games the caller owns or has played, each as GGF.
    pub(crate) games: Vec<ExportedThing>,
    /// Studies, each as SGF.
    pub(crate) studies: Vec<ExportedThing>,
    /// Club tournaments the caller created or entered; `text` is the name.
    pub(crate) club_tournaments: Vec<ExportedThing>,
    /// The rating after every rated game, oldest first.
    pub(crate) ratings: Vec<RatingPointView>,
    /// Chat messages the caller sent in games.
    pub(crate) messages: Vec<SaidMessage>,
    /// The first attempt at every puzzle the caller tried, oldest first.
    pub(crate) puzzles: Vec<ExportedAttempt>,
}

/// An exported first attempt at a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportedAttempt {
    /// The identifier of the puzzle.
    pub(crate) puzzle: String,
    pub(crate) solved: bool,
    /// When the attempt was made, in milliseconds since 1970.
    pub(crate) moment: i64,
    /// The puzzle rating after it.
    pub(crate) rating: i32,
}

/// An exported chat message of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SaidMessage {
    /// The number of the game.
    pub(crate) game: i64,
    pub(crate) text: String,
    /// When it was sent, in milliseconds since 1970.
    pub(crate) said: i64,
}

/// An exported game, study or tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportedThing {
    /// Its number, or its identifier in links.
    pub(crate) id: String,
    pub(crate) text: String,
}
