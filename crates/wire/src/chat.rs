//! Chats and reports on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Side;

/// A chat message to send.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatWish {
    /// The message, 1 to 200 characters.
    pub text: String,
}

/// Whether to take part in the chat.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatSwitch {
    pub on: bool,
}

/// A chat message.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatMessageView {
    pub id: i64,
    /// The side of the sender.
    pub side: Side,
    /// Plain text.
    pub text: String,
    /// When it was sent, in milliseconds since 1970.
    pub said: i64,
}

/// The chat between the players of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatView {
    /// The messages, oldest first.
    pub messages: Vec<ChatMessageView>,
    /// Whether Black has the chat switched on.
    pub black_on: bool,
    /// Whether White has the chat switched on.
    pub white_on: bool,
    /// Whether messages can be sent: both players have the chat on, and the game is running or ended
    /// recently.
    pub open: bool,
}

/// A reported chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReportView {
    pub id: i64,
    /// The game; it may have been deleted since.
    pub game: i64,
    /// The name of the player who made the report.
    pub reporter: String,
    /// The name of the reported player, and their side.
    pub reported: String,
    pub side: Side,
    pub messages: Vec<ChatMessageView>,
    /// When the report was made, in milliseconds since 1970.
    pub created: i64,
    /// When the report was closed; null while it is open.
    pub closed: Option<i64>,
}
