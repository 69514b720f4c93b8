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
use crate::{Fault, Launch, Protocol, Wait};

/// A conversation with a program that plays.
///
/// After a fault the conversation is over: drop the driver, which ends the program, and start another. The
/// exception is [`Fault::Stopped`]: then [`Driver::interrupt`] says whether it can go on.
pub trait Driver: Send {
    /// Asks for a move in the current position of a game, waiting at most so long. The answer is legal, and
    /// never one to an earlier question.
    ///
    /// # Errors
    ///
    /// Says what the program did wrong; [`Fault::Stopped`] if the end was asked for before it had answered.
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault>;

    /// Tells the program that its answer is not wanted any more, without waiting for it, and returns whether
    /// the conversation can go on. `nboard`, `xboard` with `ping`, and `cassio` programs are told to stop;
    /// what they still say is passed over at the next question. The other protocols have no word for it: the
    /// program is killed.
    fn interrupt(&mut self) -> bool;
}

/// How long a program may take to stop when its next move is wanted already. One that thinks on is a fault
/// then.
const STOPS_WITHIN: Duration = Duration::from_secs(1);

/// What a program is told about its strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProgramLimits {
    /// The depth, or the level of a program that has levels.
    pub depth: Option<u32>,
    /// The time for each move.
    pub time: Option<Duration>,
    /// Whether it may think on the opponent's time.
    pub ponder: bool,
}

impl Protocol {
    /// Starts a program and the conversation with it, waiting for it at most so long.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, does not answer, or cannot be limited in this way.
    pub fn start(
        self,
        launch: &Launch,
        limits: ProgramLimits,
        wait: &Wait<'_>,
    ) -> Result<Box<dyn Driver>, Fault> {
        if limits.ponder && self != Protocol::XBoard {
            let what = "pondering; give it to the program's own command".to_owned();
            return Err(Fault::Unspeakable { protocol: self.name(), what });
        }
        Ok(match self {
            Protocol::NBoard => Box::new(nboard::NBoardDriver::start(launch, limits, wait)?),
            Protocol::Gtp => Box::new(gtp::GtpDriver::start(launch, limits, wait)?),
            Protocol::Referee => Box::new(referee::RefereeDriver::start(launch, limits, wait)?),
            Protocol::Cassio => Box::new(cassio::CassioDriver::start(launch, limits, wait)?),
            Protocol::XBoard => Box::new(xboard::XBoardDriver::start(launch, limits, wait)?),
        })
    }
}
