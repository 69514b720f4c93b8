//! The engine's side of the conversation: a session answers what comes in.
//!
//! [`serve`] holds a session: one thread reads, one thinks ([`Thinker`]), and the calling one answers, so
//! that a wish to stop is heard at any moment. While the other side thinks, the engine may ponder; the next
//! line ends that. One file per protocol. Whatever comes in, a session neither panics nor plays an illegal
//! move; what it does not understand it answers as the protocol has it.

mod cassio;
mod gtp;
mod gtp_clock;
mod gtp_game;
mod nboard;
mod referee;
mod session_io;
mod thinker;
mod xboard;
mod xboard_game;

use std::io::{self, Read, Write};

use self::session_io::{Event, SessionIo};
pub use self::thinker::{
    Aim, Allowance, EngineQuestion, ScoredLine, SearchEffort, SearchFinding, Stop, Thinker,
};
use crate::Protocol;

/// Says why a session ended otherwise than it should.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Threads could not be started, or the output is closed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The other side did what ends a session of this protocol.
    #[error("{0}")]
    Protest(String),
    /// The engine failed.
    #[error("the engine has failed")]
    Lost,
}

/// Whether a session goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Flow {
    /// It does.
    On,
    /// It is over.
    Quit,
    /// The other side did what ends it.
    Protest(String),
}

/// One protocol's half of a conversation.
trait Dialogue {
    /// Answers a line.
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow;

    /// Tells what a search has found so far.
    fn report(&mut self, _finding: &SearchFinding, _io: &mut SessionIo<'_>) {}

    /// Tells what a search has found.
    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow;

    /// Returns the game in which the engine has made its move and waits for the reply, if that is so.
    fn waits(&self) -> Option<EngineQuestion> {
        None
    }

    /// Hears that nothing more will come; searches with an end still come to it.
    fn end(&mut self, _io: &mut SessionIo<'_>) {}

    /// Hears that the moment it waited for has come.
    fn late(&mut self, _io: &mut SessionIo<'_>) -> Flow {
        Flow::Quit
    }
}

/// Holds a session until the input ends or says so. `effort` is what searches may cost unless the other side
/// says otherwise.
///
/// # Errors
///
/// If the output is closed, or the other side does what the protocol does not allow.
pub fn serve(
    protocol: Protocol,
    thinker: Box<dyn Thinker>,
    effort: SearchEffort,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), SessionError> {
    let queues: Option<fn(&str) -> bool> = match protocol {
        Protocol::Gtp => Some(gtp::interrupts),
        _ => None,
    };
    let mut io = SessionIo::new(thinker, input, output, queues)?;
    let mut dialogue: Box<dyn Dialogue> = match protocol {
        Protocol::NBoard => Box::new(nboard::NBoardSession::new(effort)),
        Protocol::Gtp => Box::new(gtp::GtpSession::new(effort)),
        Protocol::Referee => Box::new(referee::RefereeSession::new(effort)),
        Protocol::Cassio => Box::new(cassio::CassioSession::default()),
        Protocol::XBoard => Box::new(xboard::XBoardSession::new(effort)),
    };
    let mut ended = false;
    loop {
        let flow = match io.next() {
            Event::Line(line) => dialogue.hear(&line, &mut io),
            Event::Report(finding) => {
                dialogue.report(&finding, &mut io);
                Flow::On
            }
            Event::Done(finding) => dialogue.done(&finding, &mut io),
            Event::Late => dialogue.late(&mut io),
            Event::Lost => return Err(SessionError::Lost),
            Event::End => {
                ended = true;
                dialogue.end(&mut io);
                Flow::On
            }
        };
        if let Some(error) = io.failure() {
            return Err(error.into());
        }
        match flow {
            Flow::Protest(reason) => return Err(SessionError::Protest(reason)),
            Flow::Quit => return Ok(()),
            Flow::On if ended && !io.is_thinking() => return Ok(()),
            Flow::On => {}
        }
        if io.may_ponder()
            && let Some(question) = dialogue.waits()
        {
            io.ponder(question);
        }
    }
}
