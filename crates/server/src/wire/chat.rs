//! Chats and reports on the wire.

use outflank_store::PlayerMessage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Side;

/// Something to say.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatWish {
    /// 1 to 200 letters.
    pub(crate) text: String,
}

/// Whether one wants to chat.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatSwitch {
    pub(crate) on: bool,
}

/// Something that was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ChatMessageView {
    pub(crate) id: i64,
    /// The side of whoever said it.
    pub(crate) side: Side,
    /// Plain text.
    pub(crate) text: String,
    /// When, in milliseconds since 1970.
    pub(crate) said: i64,
}

impl From<PlayerMessage> for ChatMessageView {
    fn from(message: PlayerMessage) -> ChatMessageView {
        let PlayerMessage { id, side, text, said } = message;
        ChatMessageView { id, side: side.into(), text, said }
    }
}

/// What the players of a game say to each other.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ChatView {
    /// The first first.
    pub(crate) messages: Vec<ChatMessageView>,
    /// Whether black wants to chat.
    pub(crate) black_on: bool,
    /// Whether white wants to chat.
    pub(crate) white_on: bool,
    /// Whether something can be said: both want to, and the game has not been over for long.
    pub(crate) open: bool,
}

/// A chat that somebody complains about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReportView {
    pub(crate) id: i64,
    /// The game; it may have been deleted since.
    pub(crate) game: i64,
    /// What the one who complains is called.
    pub(crate) reporter: String,
    /// What the one is called who is complained about, and their side.
    pub(crate) reported: String,
    pub(crate) side: Side,
    pub(crate) messages: Vec<ChatMessageView>,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// Null while it is open.
    pub(crate) closed: Option<i64>,
}
