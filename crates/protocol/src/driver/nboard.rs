//! The referee's side of NBoard.
//!
//! The whole game is set before every move, which needs no knowledge of what the program has kept. Nothing is
//! sent while it thinks: some programs take any input for a wish to stop. A `ping` therefore is one, and what
//! comes before its `pong` belongs to the search that was stopped.

use outflank_rules::{Game, Move};

use super::{Driver, ProgramLimits, STOPS_WITHIN};
use crate::fault::shorten;
use crate::nboard::{FromEngine, ToEngine};
use crate::{Fault, Launch, Program, Wait};

/// A conversation with an NBoard engine.
pub(super) struct NBoardDriver {
    program: Option<Program>,
    pings: u32,
    /// Whether the last search was stopped and the program has not said yet that it has heard so.
    is_stopping: bool,
}

impl NBoardDriver {
    pub(super) fn start(
        launch: &Launch,
        limits: ProgramLimits,
        wait: &Wait<'_>,
    ) -> Result<NBoardDriver, Fault> {
        if limits.time.is_some() {
            return Err(Fault::Unspeakable { protocol: "nboard", what: "a time for each move".to_owned() });
        }
        let mut engine =
            NBoardDriver { program: Some(Program::start(launch)?), pings: 0, is_stopping: false };
        engine.send(&ToEngine::Hello)?;
        for line in &launch.init {
            engine.program()?.send(line)?;
        }
        if let Some(depth) = limits.depth {
            engine.send(&ToEngine::SetDepth(depth))?;
        }
        engine.send(&ToEngine::SetContempt(0))?;
        engine.synchronize(wait)?;
        Ok(engine)
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let gone = || Fault::Crash { asked: String::new(), how: "dismissed".to_owned() };
        self.program.as_mut().ok_or_else(gone)
    }

    fn send(&mut self, message: &ToEngine) -> Result<(), Fault> {
        self.program()?.send(&message.to_string())
    }

    /// Waits until the program has heard everything sent so far.
    fn synchronize(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        self.ping()?;
        self.hear_pong(&wait.anew())
    }

    fn ping(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        self.send(&ToEngine::Ping(self.pings))
    }

    /// Waits for the answer to the last ping, whatever comes before.
    fn hear_pong(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        let (number, ping) = (self.pings, ToEngine::Ping(self.pings).to_string());
        loop {
            let line = self.program()?.line(&ping, wait)?;
            if FromEngine::from(line.as_str()) == FromEngine::Pong(number) {
                self.is_stopping = false;
                return Ok(());
            }
        }
    }
}

impl Driver for NBoardDriver {
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault> {
        if self.is_stopping {
            self.hear_pong(&wait.anew().at_most(STOPS_WITHIN))?;
        }
        self.send(&ToEngine::SetGame(Box::new(game.clone())))?;
        self.synchronize(wait)?;
        self.send(&ToEngine::Go)?;
        loop {
            let line = self.program()?.line("go", wait)?;
            match FromEngine::from(line.as_str()) {
                FromEngine::Move { played, .. } => {
                    game.position().play(played)?;
                    return Ok(played);
                }
                FromEngine::BadMove(answer) => {
                    return Err(Fault::Garbage { asked: "go".to_owned(), answer: shorten(&answer) });
                }
                _ => {}
            }
        }
    }

    fn interrupt(&mut self) -> bool {
        // A program that is still to answer a ping of ours needs no second one.
        self.is_stopping = self.is_stopping || self.ping().is_ok();
        self.is_stopping
    }
}

impl Drop for NBoardDriver {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss(&ToEngine::Quit.to_string());
        }
    }
}
