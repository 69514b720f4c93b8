//! A game of a database.

use std::time::Duration;

use outflank_rules::Color;

use crate::{AccountSeat, Ending, GameInPlay, GameRights, RemotePlay, Seat};

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
    /// Whether it stays: listed among the games and, once it is over, in the library.
    pub saved: bool,
    /// The key it has in the library; `None` unless it is there.
    pub key: Option<i64>,
    /// How many of the plies a rematch begins with.
    pub opening: usize,
    /// The pause before a computer's move is shown.
    pub pace: Duration,
    /// What somebody must show to move for a side, black first; nothing in a game on one device.
    pub keys: [Option<String>; 2],
    /// When the present turn began, or the one in which the game was cut short, in milliseconds since 1970 by
    /// the clock of the database.
    pub turn_began: i64,
    /// When the flag of the side to move falls, by the clock of the database; `None` if no clock runs: the
    /// game has none, is over, or rests until somebody visits it.
    pub deadline: Option<i64>,
    /// Whose it is on a shared server.
    pub rights: GameRights,
    /// The accounts that play, black first, where the game was read for itself and not for a list.
    pub accounts: [Option<AccountSeat>; 2],
    /// What is kept of a game between people who do not sit together.
    pub remote: RemotePlay,
    /// The game.
    pub game: GameInPlay,
}

impl KeptGame {
    /// Returns the side whose first move did not come in time, if that is how the game ended.
    #[must_use]
    pub fn absent_side(&self) -> Option<Color> {
        let limit = self.game.fair_clock()?.first_move?;
        let was_aborted = self.game.result().is_some_and(|result| result.ending == Ending::Aborted);
        let side = self.game.position().side_to_move();
        let took = self.updated.saturating_sub(self.turn_began);
        let is_late = i64::try_from(limit.as_millis()).is_ok_and(|limit| took >= limit);
        (was_aborted && is_late && self.game.is_untimed(side)).then_some(side)
    }

    /// Returns the seat of a side.
    #[must_use]
    pub fn seat(&self, side: Color) -> &Seat {
        self.game.seat(side)
    }

    /// Returns how long the side to move has been at it at a moment of the database's clock; once the game is
    /// over, how long it had been at it then. Nobody is at a game that waits for somebody or is adjourned.
    #[must_use]
    pub fn waiting(&self, now: i64) -> Duration {
        if self.is_waiting_room() || self.game.is_adjourned() {
            return Duration::ZERO;
        }
        let now = if self.game.is_over() { self.updated } else { now };
        Duration::from_millis(u64::try_from(now.saturating_sub(self.turn_began)).unwrap_or(0))
    }

    /// Tells whether the flag of the side to move has fallen at a moment of the database's clock.
    #[must_use]
    pub fn has_flag_fallen(&self, now: i64) -> bool {
        self.deadline.is_some_and(|deadline| deadline < now)
    }

    /// Tells whether the game has clocks that should run and do not: it rests.
    #[must_use]
    pub fn is_clock_resting(&self) -> bool {
        self.deadline.is_none() && self.game.time_control().is_some() && self.is_on()
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
