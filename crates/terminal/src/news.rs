//! What the threads in the background have to tell.

use std::time::Duration;

use outflank_review::{JobReport, PositionNotes};
use outflank_rules::Move;
use ratatui::crossterm::event::Event;

use crate::archive::{ArchivedGame, SavedGame};

/// A message to the screen.
#[derive(Debug)]
pub(crate) enum News {
    /// A key, a click, another size of the screen.
    Event(Event),
    /// The terminal has gone away.
    NoTerminal,
    /// How the analysis with this number gets on.
    Analysis(u64, PositionNotes),
    /// A search of the review has ended.
    Searched(Box<JobReport>),
    /// A player chose a move.
    Chosen {
        /// The number of the question.
        ticket: u64,
        /// The move.
        played: Move,
        /// What it took.
        took: Duration,
    },
    /// A player has no move, or cannot take its seat.
    NoMove {
        /// The number of the question.
        ticket: u64,
        /// Why.
        reason: String,
    },
    /// A player resigned.
    Resigned {
        /// The number of the question.
        ticket: u64,
    },
    /// A game is on disk under this number.
    Saved {
        /// The game's number in this run of the program.
        serial: u64,
        /// What it is called there.
        saved: SavedGame,
    },
    /// The stored games, the last changed first.
    Stored(Vec<ArchivedGame>),
    /// Something failed; the game goes on.
    Failed(String),
}
