//! The referee's side of the Go Text Protocol: one command, then its answer, before the next.

use outflank_rules::{Color, Game, Move, Position};

use super::{Driver, ProgramLimits};
use crate::fault::shorten;
use crate::gtp::{GtpCommand, Response};
use crate::{Fault, Launch, Program, Wait};

/// A conversation with a GTP engine.
pub(super) struct GtpDriver {
    program: Option<Program>,
    /// The plies on the program's board; `None` before the board is set up.
    told: Option<Vec<Move>>,
}

impl GtpDriver {
    pub(super) fn start(launch: &Launch, limits: ProgramLimits, wait: &Wait<'_>) -> Result<GtpDriver, Fault> {
        let mut engine = GtpDriver { program: Some(Program::start(launch)?), told: None };
        for line in &launch.init {
            engine.ask(line, wait)?;
        }
        engine.demand(&GtpCommand::BoardSize, wait)?;
        if let Some(depth) = limits.depth {
            let mut knows = |word: &str| -> Result<bool, Fault> {
                let answer = engine.demand(&GtpCommand::KnownCommand(word.to_owned()), wait)?;
                Ok(answer.eq_ignore_ascii_case("true"))
            };
            let command = if knows("depth")? {
                GtpCommand::Depth(depth)
            } else if knows("level")? {
                GtpCommand::Level(depth)
            } else {
                let what = format!("depth {depth}, as the program knows no command for it");
                return Err(Fault::Unspeakable { protocol: "gtp", what });
            };
            engine.demand(&command, wait)?;
        }
        if let Some(time) = limits.time {
            let settings = GtpCommand::TimeSettings { main: 0.0, byo_yomi: time.as_secs_f64(), stones: 1 };
            engine.demand(&settings, wait)?;
        }
        Ok(engine)
    }

    /// Sends a command and returns the text of the answer, the first line of it, if it is a success.
    fn demand(&mut self, command: &GtpCommand, wait: &Wait<'_>) -> Result<String, Fault> {
        self.ask(&command.to_string(), wait)
    }

    /// Sends a line, as [`GtpDriver::demand`] does with a command.
    fn ask(&mut self, asked: &str, wait: &Wait<'_>) -> Result<String, Fault> {
        let gone = || Fault::Crash { asked: asked.to_owned(), how: "dismissed".to_owned() };
        let program = self.program.as_mut().ok_or_else(gone)?;
        let wait = wait.anew();
        program.send(asked)?;
        let first = loop {
            let line = program.line(asked, &wait)?;
            if let Some(response) = Response::parse(&line) {
                break response;
            }
            // Blank lines, and greetings that belong to no command, come before the answer.
        };
        while !program.line(asked, &wait)?.trim().is_empty() {}
        if first.good {
            Ok(first.text)
        } else {
            Err(Fault::Refused { asked: shorten(asked), answer: shorten(&first.text) })
        }
    }

    /// Brings the program's board to the current position of a game.
    fn follow(&mut self, game: &Game, wait: &Wait<'_>) -> Result<(), Fault> {
        if game.start() != Position::start() {
            let what = format!("the start {}", game.start());
            return Err(Fault::Unspeakable { protocol: "gtp", what });
        }
        let known = match &self.told {
            Some(told) if game.plies().starts_with(told) => told.len(),
            _ => {
                self.demand(&GtpCommand::ClearBoard, wait)?;
                0
            }
        };
        let mut told = game.plies()[..known].to_vec();
        let mut side = side_after(game, known);
        for &played in &game.plies()[known..] {
            self.demand(&GtpCommand::Play(side, played), wait)?;
            told.push(played);
            side = !side;
        }
        self.told = Some(told);
        Ok(())
    }
}

/// Returns the side to move after so many plies: every ply changes it, a pass too.
fn side_after(game: &Game, plies: usize) -> Color {
    let first = game.start().side_to_move();
    if plies.is_multiple_of(2) { first } else { !first }
}

impl Driver for GtpDriver {
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault> {
        self.follow(game, wait)?;
        let command = GtpCommand::GenerateMove(game.position().side_to_move());
        let answer = self.demand(&command, wait)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let played: Move = answer
            .parse()
            .map_err(|_| Fault::Garbage { asked: command.to_string(), answer: shorten(&answer) })?;
        game.position().play(played)?;
        if let Some(told) = &mut self.told {
            told.push(played);
        }
        Ok(played)
    }

    /// The protocol has no command that is heard during another: the program is killed.
    fn interrupt(&mut self) -> bool {
        self.program = None;
        false
    }
}

impl Drop for GtpDriver {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss(&GtpCommand::Quit.to_string());
        }
    }
}
