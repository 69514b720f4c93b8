//! The referee's side of the Othello engine protocol of Cassio.
//!
//! The engine is asked for searches of a given depth. With a time for each move it is asked for deeper and
//! deeper ones, and stopped when the time is over.

use std::time::{Duration, Instant};

use outflank_rules::{Game, Move, Position};

use super::{Driver, Limits};
use crate::cassio::{Command, Outcome, Search};
use crate::fault::shorten;
use crate::{Fault, Launch, Program};

/// The depth of searches unless told.
const DEPTH: u32 = 10;

/// From so many empty squares on the rest is searched to the end at the least.
const SOLVED: u32 = 10;

/// A conversation with an engine that speaks to Cassio.
pub(super) struct Cassio {
    program: Option<Program>,
    limits: Limits,
    /// Searches that were stopped: one that ended just then was ready twice.
    stopped: u32,
}

/// How a search ended.
enum Ended {
    /// With an answer.
    Found(Option<Move>),
    /// Because its time was over.
    Late,
}

impl Cassio {
    pub(super) fn start(launch: &Launch, limits: Limits, wait: Duration) -> Result<Cassio, Fault> {
        let mut engine = Cassio { program: Some(Program::start(launch)?), limits, stopped: 0 };
        engine.demand(&Command::Init, wait)?;
        Ok(engine)
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let gone = || Fault::Crash { asked: String::new(), how: "dismissed".to_owned() };
        self.program.as_mut().ok_or_else(gone)
    }

    /// Sends a command and waits until the engine is ready again.
    fn demand(&mut self, command: &Command, wait: Duration) -> Result<(), Fault> {
        let asked = command.to_string();
        let started = Instant::now();
        let program = self.program()?;
        program.send(&asked)?;
        while program.line(&asked, started, wait)?.trim() != "ready." {}
        Ok(())
    }

    /// Lets the engine search to a depth, until `end` at the latest.
    fn search(
        &mut self,
        position: Position,
        depth: u32,
        wait: Duration,
        end: Option<Instant>,
    ) -> Result<Ended, Fault> {
        let empties = position.empty().len();
        let depth = (depth < empties).then_some(depth);
        let precision = 100;
        let search = Command::Search(Search { position, alpha: -64.0, beta: 64.0, depth, precision });
        let asked = search.to_string();
        let started = Instant::now();
        self.program()?.send(&asked)?;
        let mut found = None;
        loop {
            let left = end.map(|end| end.saturating_duration_since(started).min(wait));
            let line = match (self.program()?.line(&asked, started, left.unwrap_or(wait)), left) {
                (Err(Fault::Hang { .. }), Some(left)) if left < wait => {
                    self.stopped += 1;
                    self.demand(&Command::Stop, wait.saturating_sub(left))?;
                    return Ok(Ended::Late);
                }
                (line, _) => line?,
            };
            if line.trim() == "ready." {
                if found.is_none() && self.stopped > 0 {
                    self.stopped -= 1;
                    continue;
                }
                return found
                    .map(Ended::Found)
                    .ok_or_else(|| Fault::Garbage { asked: shorten(&asked), answer: "ready.".to_owned() });
            }
            if line.trim_start().starts_with("ERROR") {
                return Err(Fault::Refused { asked: shorten(&asked), answer: shorten(&line) });
            }
            if let Some(outcome) = Outcome::parse(&line)
                && outcome.position == position
            {
                found = Some(outcome.best);
            } else if line.contains(", move ") {
                return Err(Fault::Garbage { asked: shorten(&asked), answer: shorten(&line) });
            }
        }
    }
}

impl Driver for Cassio {
    fn choose(&mut self, game: &Game, wait: Duration) -> Result<Move, Fault> {
        let position = game.position();
        let started = Instant::now();
        let empties = position.empty().len();
        let deepest =
            self.limits.depth.unwrap_or(if self.limits.time.is_some() { 60 } else { DEPTH.max(SOLVED) });
        let deepest = deepest.min(empties);
        let mut best = None;
        match self.limits.time {
            None => {
                if let Ended::Found(found) = self.search(position, deepest, wait, None)? {
                    best = found;
                }
            }
            Some(time) => {
                for depth in 1..=deepest {
                    let rest = wait.saturating_sub(started.elapsed());
                    // The first search is always waited for: without it there is no move.
                    let end = (depth > 1).then_some(started + time);
                    match self.search(position, depth, rest, end)? {
                        Ended::Found(found) => best = found,
                        Ended::Late => break,
                    }
                    if started.elapsed() >= time / 2 {
                        break;
                    }
                }
            }
        }
        let nothing = || Fault::Garbage { asked: "a search".to_owned(), answer: "no move".to_owned() };
        let played = best.ok_or_else(nothing)?;
        position.play(played)?;
        Ok(played)
    }
}

impl Drop for Cassio {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss(&Command::Quit.to_string());
        }
    }
}
