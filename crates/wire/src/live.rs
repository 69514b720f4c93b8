//! What is said over a live connection to a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chat::ChatView;
use crate::remote::PresenceView;
use crate::{GameView, Side};

/// The search progress of a computer player that is thinking.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Thought)]
pub struct ThoughtView {
    pub side: Side,
    pub depth: u32,
    pub exact: bool,
    /// Disc difference for the side to move.
    pub score: i32,
    pub best: Option<String>,
    pub milliseconds: u64,
}

/// Why games cannot be stored at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StorageTrouble {
    /// The disk is full.
    DiskFull,
    /// The database is read-only.
    ReadOnly,
    /// The database does not respond.
    Unreachable,
}

/// A message of a live connection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LiveMessage {
    /// The current state of the game.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// What the computer player is thinking.
    Thought {
        /// The search progress.
        thought: ThoughtView,
    },
    /// The rematch: the same players with sides swapped.
    Rematch {
        /// The new game.
        id: i64,
        /// The key of the caller's seat there, if it needs one.
        key: Option<String>,
    },
    /// Who is present in a remote game between people. Sent on connecting and whenever someone comes or goes.
    Presence {
        /// Whether Black is present.
        black: PresenceView,
        /// Whether White is present.
        white: PresenceView,
        /// The number of spectators.
        spectators: usize,
    },
    /// The chat of a remote game between people. Sent to the players only, on connecting and with every new
    /// message.
    Chat {
        /// The chat.
        chat: ChatView,
    },
    /// Whether games can be stored. Sent whenever that changes, and on connecting if they cannot.
    Storage {
        /// Why games cannot be stored; null if they can.
        trouble: Option<StorageTrouble>,
    },
    /// The game was deleted.
    Gone,
}
