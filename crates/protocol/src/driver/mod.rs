//! Driving a program through a protocol: one trait, one file per protocol.

mod cassio;
mod gtp;
mod nboard;
mod referee;
mod xboard;

use std::time::Duration;

use outflank_rules::{Game, Move};

pub(crate) use self::referee::listen;
pub(crate) use self::xboard::Features;
use crate::{Fault, Launch, Protocol};

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

impl Protocol {
    /// Starts a program and the conversation with it, waiting for it at most so long.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, does not answer, or cannot be limited in this way.
    pub fn start(self, launch: &Launch, limits: Limits, wait: Duration) -> Result<Box<dyn Driver>, Fault> {
        Ok(match self {
            Protocol::NBoard => Box::new(nboard::NBoard::start(launch, limits, wait)?),
            Protocol::Gtp => Box::new(gtp::Gtp::start(launch, limits, wait)?),
            Protocol::Referee => Box::new(referee::Referee::start(launch, limits, wait)?),
            Protocol::Cassio => Box::new(cassio::Cassio::start(launch, limits, wait)?),
            Protocol::XBoard => Box::new(xboard::XBoard::start(launch, limits, wait)?),
        })
    }
}
