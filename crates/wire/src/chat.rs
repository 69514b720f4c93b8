//! Chats and reports on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Side;

/// Something to say.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatWish {
    /// 1 to 200 letters.
    pub text: String,
}

/// Whether one wants to chat.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatSwitch {
    pub on: bool,
}

/// Something that was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatMessageView {
    pub id: i64,
    /// The side of whoever said it.
    pub side: Side,
    /// Plain text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub said: i64,
}

/// What the players of a game say to each other.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatView {
    /// The first first.
    pub messages: Vec<ChatMessageView>,
    /// Whether black wants to chat.
    pub black_on: bool,
    /// Whether white wants to chat.
    pub white_on: bool,
    /// Whether something can be said: both want to, and the game has not been over for long.
    pub open: bool,
}

/// A chat that somebody complains about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReportView {
    pub id: i64,
    /// The game; it may have been deleted since.
    pub game: i64,
    /// What the one who complains is called.
    pub reporter: String,
    /// What the one is called who is complained about, and their side.
    pub reported: String,
    pub side: Side,
    pub messages: Vec<ChatMessageView>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// Null while it is open.
    pub closed: Option<i64>,
}
