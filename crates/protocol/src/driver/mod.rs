//! Driving a program through a protocol: one trait, one file per protocol.

mod gtp;
mod nboard;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::{Game, Move};

use crate::{Fault, Launch};

/// A conversation with a program that plays.
///
/// After a fault the conversation is over: drop the driver, which ends the program, and start another.
pub trait Driver: Send {
    /// Asks for a move in the current position of a game, waiting at most so long. The answer is legal.
    ///
    /// # Errors
    ///
    /// Says what the program did wrong.
    fn choose(&mut self, game: &Game, wait: Duration) -> Result<Move, Fault>;
}

/// What a program is told about its strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The depth, or the level of a program that has levels.
    pub depth: Option<u32>,
    /// The time for each move.
    pub time: Option<Duration>,
}

/// The protocols that can be driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// NBoard, version 2.
    NBoard,
    /// The Go Text Protocol for Othello.
    Gtp,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 2] = [Protocol::NBoard, Protocol::Gtp];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::NBoard => "nboard",
            Protocol::Gtp => "gtp",
        }
    }

    /// Starts a program and the conversation with it, waiting for it at most so long.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, does not answer, or cannot be limited in this way.
    pub fn start(self, launch: &Launch, limits: Limits, wait: Duration) -> Result<Box<dyn Driver>, Fault> {
        Ok(match self {
            Protocol::NBoard => Box::new(nboard::NBoard::start(launch, limits, wait)?),
            Protocol::Gtp => Box::new(gtp::Gtp::start(launch, limits, wait)?),
        })
    }
}

/// Says that there is no such protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no protocol {0:?}; there are {known}", known = Protocol::ALL.map(Protocol::name).join(", "))]
pub struct UnknownProtocol(pub String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        let known = Protocol::ALL.into_iter().find(|protocol| protocol.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownProtocol(text.to_owned()))
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
