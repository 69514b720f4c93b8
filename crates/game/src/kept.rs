//! A game of a database.

use std::time::Duration;

use outflank_rules::Color;

use crate::{GameInPlay, Seat};

/// A game of a database, parsed: what is known of it beside the game itself.
///
/// The store makes it when it reads a game, and nobody else parses one: whoever changes or shows the game
/// works on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its number, counted up by the database and never given twice.
    pub id: i64,
    /// A name for people to read; may be empty.
    pub name: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it changed last, in milliseconds since 1970.
    pub updated: i64,
    /// Grows by one with every change.
    pub revision: i64,
    /// How many of the plies a rematch begins with.
    pub opening: usize,
    /// The pause before a computer's move is shown.
    pub pace: Duration,
    /// What somebody must show to move for a side, black first; nothing in a game on one device.
    pub keys: [Option<String>; 2],
    /// The game.
    pub game: GameInPlay,
}

impl KeptGame {
    /// Returns the seat of a side.
    #[must_use]
    pub fn seat(&self, side: Color) -> &Seat {
        self.game.seat(side)
    }

    /// Returns the key of a side.
    #[must_use]
    pub fn key(&self, side: Color) -> Option<&str> {
        self.keys[side as usize].as_deref()
    }

    /// Tells whether two people play who do not sit together: each seat has a key.
    #[must_use]
    pub fn is_by_invitation(&self) -> bool {
        self.keys.iter().all(Option::is_some)
    }
}
