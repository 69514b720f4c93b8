//! The extension point: one trait for everybody who plays.

use std::time::Duration;

use outflank_engine::{Dice, Stopper};
use outflank_protocol::Fault;
use outflank_rules::{Game, Move};

/// What a player is told when it is its turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far; its current position is the one to move in, and there is a legal move.
    pub game: &'a Game,
    /// The time for this move, for players that have no limit of their own.
    pub time: Duration,
}

/// Somebody sitting at the board.
pub trait Player: Send {
    /// Makes ready for a new game: what was learned in the last one is forgotten.
    fn new_game(&mut self) {}

    /// Chooses a move.
    ///
    /// # Errors
    ///
    /// Says why there is none; the game is then lost.
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault>;

    /// Returns how many boards were visited for the last move, where that is counted.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Returns what ends a search under way from another thread; `None` if nothing does. The move is then the best so far.
    fn stopper(&self) -> Option<Stopper> {
        None
    }

    /// Returns what it found out about the last move, as far as it tells.
    fn remarks(&self) -> Remarks {
        Remarks::default()
    }
}

/// What a player found out about its last move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Remarks {
    /// What the move is worth to the player, in its own measure.
    pub value: Option<f64>,
    /// How many plies it wanted to look ahead.
    pub depth: Option<u32>,
    /// Whether its time was over before it had done so.
    pub cut_short: bool,
}

/// Says why a player has no move, or cannot take a seat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerFault {
    /// An external program misbehaved.
    #[error(transparent)]
    Program(#[from] Fault),
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] outflank_engine::TableTooLarge),
    /// A person cannot be asked here.
    #[error("a human cannot be seated here; `outflank play` has a board for one")]
    NeedsBoard,
    /// There is no legal move to choose.
    #[error("there is no legal move")]
    NoMove,
}

impl PlayerFault {
    /// Returns the word that reports use.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            PlayerFault::Program(fault) => fault.kind().name(),
            PlayerFault::Memory(_) | PlayerFault::NeedsBoard => "unusable",
            PlayerFault::NoMove => "illegal",
        }
    }

    /// Tells whether the player cannot be used at all, so that further games are pointless.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.reason() == "unusable"
    }
}
