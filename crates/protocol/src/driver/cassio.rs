//! The referee's side of the Othello engine protocol of Cassio.
//!
//! The engine is asked for searches of a given depth. With a time for each move it is asked for deeper and
//! deeper ones, and stopped when the time is over. An answer comes before the first `ready.` after a `stop`,
//! or never.

use std::time::Instant;

use outflank_rules::{Game, Move, Position};

use super::{Driver, ProgramLimits, STOPS_WITHIN};
use crate::cassio::{CassioAnswer, CassioCommand, CassioSearch};
use crate::fault::shorten;
use crate::{Fault, Launch, Program, Wait};

/// The default depth of searches.
const DEPTH: u32 = 10;

/// From so many empty squares on the rest is searched to the end at the least.
const SOLVED: u32 = 10;

/// A conversation with an engine that speaks to Cassio.
pub(super) struct CassioDriver {
    program: Option<Program>,
    limits: ProgramLimits,
    /// Searches that were stopped: one that ended just then was ready twice.
    stopped: u32,
    /// Whether the last search was stopped and the engine has not said yet that it is ready.
    is_stopping: bool,
}

/// How a search ended.
enum SearchEnd {
    /// With an answer.
    Found(Option<Move>),
    /// Because its time was over.
    Late,
}

impl CassioDriver {
    pub(super) fn start(
        launch: &Launch,
        limits: ProgramLimits,
        wait: &Wait<'_>,
    ) -> Result<CassioDriver, Fault> {
        let program = Some(Program::start(launch)?);
        let mut engine = CassioDriver { program, limits, stopped: 0, is_stopping: false };
        engine.demand(&CassioCommand::Init, wait)?;
        for line in &launch.init {
            engine.program()?.send(line)?;
            engine.hear_ready(line, &wait.anew())?;
        }
        Ok(engine)
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let gone = || Fault::Crash { asked: String::new(), how: "dismissed".to_owned() };
        self.program.as_mut().ok_or_else(gone)
    }

    /// Sends a command and waits until the engine is ready again.
    fn demand(&mut self, command: &CassioCommand, wait: &Wait<'_>) -> Result<(), Fault> {
        let asked = command.to_string();
        self.program()?.send(&asked)?;
        self.hear_ready(&asked, &wait.anew())
    }

    fn hear_ready(&mut self, asked: &str, wait: &Wait<'_>) -> Result<(), Fault> {
        while self.program()?.line(asked, wait)?.trim() != "ready." {}
        self.is_stopping = false;
        Ok(())
    }

    /// Lets the engine search to a depth, until `end` at the latest.
    fn search(
        &mut self,
        position: Position,
        depth: u32,
        wait: &Wait<'_>,
        end: Option<Instant>,
    ) -> Result<SearchEnd, Fault> {
        let empties = position.empty().len();
        let depth = (depth < empties).then_some(depth);
        let precision = 100;
        let search =
            CassioCommand::Search(CassioSearch { position, alpha: -64.0, beta: 64.0, depth, precision });
        let asked = search.to_string();
        let wait = wait.anew();
        let own_time = end.map(|end| end.saturating_duration_since(Instant::now()));
        let until_end = own_time.map_or(wait, |time| wait.at_most(time));
        self.program()?.send(&asked)?;
        let mut found = None;
        loop {
            let line = match self.program()?.line(&asked, &until_end) {
                Err(Fault::Hang { .. }) if !wait.left().is_zero() => {
                    self.stopped += 1;
                    self.demand(&CassioCommand::Stop, &wait.rest())?;
                    return Ok(SearchEnd::Late);
                }
                line => line?,
            };
            if line.trim() == "ready." {
                if found.is_none() && self.stopped > 0 {
                    self.stopped -= 1;
                    continue;
                }
                return found
                    .map(SearchEnd::Found)
                    .ok_or_else(|| Fault::Garbage { asked: shorten(&asked), answer: "ready.".to_owned() });
            }
            if line.trim_start().starts_with("ERROR") {
                return Err(Fault::Refused { asked: shorten(&asked), answer: shorten(&line) });
            }
            if let Some(outcome) = CassioAnswer::parse(&line)
                && outcome.position == position
            {
                found = Some(outcome.best);
            } else if line.contains(", move ") {
                return Err(Fault::Garbage { asked: shorten(&asked), answer: shorten(&line) });
            }
        }
    }
}

impl Driver for CassioDriver {
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault> {
        if self.is_stopping {
            self.hear_ready(&CassioCommand::Stop.to_string(), &wait.anew().at_most(STOPS_WITHIN))?;
        }
        let position = game.position();
        let started = Instant::now();
        let empties = position.empty().len();
        let deepest =
            self.limits.depth.unwrap_or(if self.limits.time.is_some() { 60 } else { DEPTH.max(SOLVED) });
        let deepest = deepest.min(empties);
        let mut best = None;
        match self.limits.time {
            None => {
                if let SearchEnd::Found(found) = self.search(position, deepest, wait, None)? {
                    best = found;
                }
            }
            Some(time) => {
                for depth in 1..=deepest {
                    let rest = wait.rest();
                    // The first search is always waited for: without it there is no move.
                    let end = (depth > 1).then_some(started + time);
                    match self.search(position, depth, &rest, end)? {
                        SearchEnd::Found(found) => best = found,
                        SearchEnd::Late => break,
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

    fn interrupt(&mut self) -> bool {
        if !self.is_stopping {
            self.stopped += 1;
            let told = self.program().and_then(|program| program.send(&CassioCommand::Stop.to_string()));
            self.is_stopping = told.is_ok();
        }
        self.is_stopping
    }
}

impl Drop for CassioDriver {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss(&CassioCommand::Quit.to_string());
        }
    }
}
