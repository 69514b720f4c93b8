//! The referee's side of NBoard.
//!
//! The whole game is set before every move, which needs no knowledge of what the program has kept. Nothing is
//! sent while it thinks: some programs take any input for a wish to stop.

use std::time::{Duration, Instant};

use outflank_rules::{Game, Move};

use super::{Driver, Limits};
use crate::fault::shorten;
use crate::nboard::{FromEngine, ToEngine};
use crate::{Fault, Launch, Program};

/// A conversation with an NBoard engine.
pub(super) struct NBoard {
    program: Option<Program>,
    pings: u32,
}

impl NBoard {
    pub(super) fn start(launch: &Launch, limits: Limits, wait: Duration) -> Result<NBoard, Fault> {
        if limits.time.is_some() {
            return Err(Fault::Unspeakable { protocol: "nboard", what: "a time for each move".to_owned() });
        }
        let mut engine = NBoard { program: Some(Program::start(launch)?), pings: 0 };
        engine.send(&ToEngine::Hello)?;
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
    fn synchronize(&mut self, wait: Duration) -> Result<(), Fault> {
        self.pings += 1;
        let number = self.pings;
        let ping = ToEngine::Ping(number).to_string();
        let started = Instant::now();
        self.send(&ToEngine::Ping(number))?;
        loop {
            let line = self.program()?.line(&ping, started, wait)?;
            if FromEngine::from(line.as_str()) == FromEngine::Pong(number) {
                return Ok(());
            }
        }
    }
}

impl Driver for NBoard {
    fn choose(&mut self, game: &Game, wait: Duration) -> Result<Move, Fault> {
        let started = Instant::now();
        self.send(&ToEngine::SetGame(Box::new(game.clone())))?;
        self.synchronize(wait)?;
        self.send(&ToEngine::Go)?;
        loop {
            let line = self.program()?.line("go", started, wait)?;
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
}

impl Drop for NBoard {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss(&ToEngine::Quit.to_string());
        }
    }
}
