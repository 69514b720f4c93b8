//! What is said over a live connection to a game.

use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{GameView, Side};

/// A thought of a player who is thinking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Thought)]
pub(crate) struct ThoughtView {
    pub(crate) side: Side,
    pub(crate) depth: u32,
    pub(crate) exact: bool,
    /// For the side to move, in discs.
    pub(crate) score: i32,
    pub(crate) best: Option<String>,
    pub(crate) milliseconds: u64,
}

/// Why games cannot be stored at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StorageTrouble {
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
pub(crate) enum LiveMessage {
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
    /// Whether games can be stored: said when that changes, and at first if they cannot.
    Storage {
        /// Why they cannot; null if they can.
        trouble: Option<StorageTrouble>,
    },
    /// The game was deleted.
    Gone,
}
