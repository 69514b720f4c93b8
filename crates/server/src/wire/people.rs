//! People on the wire: who one is, accounts, sessions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::person::RatingPointView;

pub(crate) use outflank_wire::person::MeView;

/// What is to change about oneself.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeWish {
    /// What a guest is called; accounts keep their name.
    pub(crate) name: Option<String>,
    /// The address of an account; empty to take it away.
    pub(crate) email: Option<String>,
}

/// An account that is to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountWish {
    /// 1 to 30 letters that nobody else has.
    pub(crate) name: String,
    /// 8 letters or more.
    pub(crate) password: String,
    /// Never needed.
    pub(crate) email: Option<String>,
}

/// Who wants to log in.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionWish {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// A new password.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordWish {
    /// The present one.
    pub(crate) old: String,
    pub(crate) new: String,
}

/// Somebody who wants to leave.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeletionWish {
    /// The password, so that nobody else does this.
    pub(crate) password: String,
}

/// What lets others look at a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ShareView {
    /// What the link to the game has in it.
    pub(crate) key: String,
}

/// All that is stored of somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AccountExport {
    pub(crate) name: String,
    pub(crate) email: Option<String>,
    pub(crate) admin: bool,
    /// When the account was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Games one owns or has played, each as GGF.
    pub(crate) games: Vec<ExportedThing>,
    /// Studies, each as SGF.
    pub(crate) studies: Vec<ExportedThing>,
    /// Club tournaments one has made or entered, each by its name.
    pub(crate) club_tournaments: Vec<ExportedThing>,
    /// The rating after every rated game, the first first.
    pub(crate) ratings: Vec<RatingPointView>,
    /// What one has said in games.
    pub(crate) messages: Vec<SaidMessage>,
    /// The first attempt at every puzzle one has tried, the first first.
    pub(crate) puzzles: Vec<ExportedAttempt>,
}

/// A first attempt at a puzzle that goes along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportedAttempt {
    /// The name of the puzzle.
    pub(crate) puzzle: String,
    pub(crate) solved: bool,
    /// When, in milliseconds since 1970.
    pub(crate) moment: i64,
    /// The rating after it.
    pub(crate) rating: i32,
}

/// Something that was said in a game, and goes along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SaidMessage {
    /// The number of the game.
    pub(crate) game: i64,
    pub(crate) text: String,
    /// When, in milliseconds since 1970.
    pub(crate) said: i64,
}

/// A game or a study that goes along.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportedThing {
    /// Its number, or what links call it.
    pub(crate) id: String,
    pub(crate) text: String,
}
