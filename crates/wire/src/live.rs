//! What is said over a live connection to a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chat::ChatView;
use crate::remote::PresenceView;
use crate::{GameView, Side};

/// A thought of a player who is thinking.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Thought)]
pub struct ThoughtView {
    pub side: Side,
    pub depth: u32,
    pub exact: bool,
    /// For the side to move, in discs.
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
    /// The database may not be written to.
    ReadOnly,
    /// The database does not answer.
    Unreachable,
}

/// A message of a live connection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LiveMessage {
    /// The game as it is now.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// What the computer thinks.
    Thought {
        /// The thought.
        thought: ThoughtView,
    },
    /// The same players meet again, colours exchanged.
    Rematch {
        /// The new game.
        id: i64,
        /// The key of one's seat there, if it needs one.
        key: Option<String>,
    },
    /// Who is at the board of a game between people: said at first, and when somebody comes or goes.
    Presence {
        /// Whether black is there.
        black: PresenceView,
        /// Whether white is there.
        white: PresenceView,
        /// How many look on.
        spectators: usize,
    },
    /// What the players of a game between people say to each other: said to them, at first and whenever
    /// something is said.
    Chat {
        /// The chat.
        chat: ChatView,
    },
    /// Whether games can be stored: said when that changes, and at first if they cannot.
    Storage {
        /// Why they cannot; null if they can.
        trouble: Option<StorageTrouble>,
    },
    /// The game was deleted.
    Gone,
}
