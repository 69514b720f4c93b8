//! The referee's side of the university tournament protocol, for one of the two programs.
//!
//! A program plays one game: for the next it is started again. The protocol knows the standard start only,
//! and no moves that the program has not chosen itself: openings cannot be played.

use outflank_rules::{Color, Game, Move, Position};

use super::{Driver, ProgramLimits};
use crate::fault::shorten;
use crate::referee::RefereeMessage;
use crate::{Fault, Launch, Program, Wait};

/// A conversation with a program that expects a referee.
pub(super) struct RefereeDriver {
    launch: Launch,
    /// The program, the colour it plays and the plies it knows; `None` between games.
    seat: Option<RefereeSeat>,
    /// A program that has been started but does not know its colour yet.
    fresh: Option<Program>,
}

struct RefereeSeat {
    program: Program,
    side: Color,
    told: Vec<Move>,
}

impl RefereeDriver {
    pub(super) fn start(
        launch: &Launch,
        limits: ProgramLimits,
        _wait: &Wait<'_>,
    ) -> Result<RefereeDriver, Fault> {
        if let ProgramLimits { depth: Some(_), .. } | ProgramLimits { time: Some(_), .. } = limits {
            let what = "a limit of depth or time; give it to the program's own command".to_owned();
            return Err(Fault::Unspeakable { protocol: "referee", what });
        }
        Ok(RefereeDriver { launch: launch.clone(), seat: None, fresh: Some(Program::start(launch)?) })
    }

    /// Starts a game in which the program plays a side.
    fn sit_down(&mut self, side: Color, wait: &Wait<'_>) -> Result<RefereeSeat, Fault> {
        let mut program = match self.fresh.take() {
            Some(program) => program,
            None => Program::start(&self.launch)?,
        };
        for line in &self.launch.init {
            program.send(line)?;
        }
        let mut seat = RefereeSeat { program, side, told: Vec::new() };
        seat.introduce(wait)?;
        Ok(seat)
    }
}

impl RefereeSeat {
    /// Tells the program its colour and waits until it is ready.
    fn introduce(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        let asked = RefereeMessage::Colour(self.side).to_string();
        self.program.send(&asked)?;
        match listen(&mut self.program, &asked, &wait.anew())? {
            RefereeMessage::Ready(side) if side == self.side => Ok(()),
            other => Err(Fault::Garbage { asked, answer: other.to_string() }),
        }
    }

    /// Waits for a move of the program.
    fn hear_move(&mut self, wait: &Wait<'_>) -> Result<Move, Fault> {
        let asked = match self.told.last() {
            Some(&played) => RefereeMessage::Move(!self.side, played).to_string(),
            None => RefereeMessage::Colour(self.side).to_string(),
        };
        match listen(&mut self.program, &asked, wait)? {
            RefereeMessage::Move(side, played) if side == self.side => Ok(played),
            other => Err(Fault::Garbage { asked, answer: other.to_string() }),
        }
    }
}

/// Waits for a line that is no comment.
pub(crate) fn listen(program: &mut Program, asked: &str, wait: &Wait<'_>) -> Result<RefereeMessage, Fault> {
    loop {
        let line = program.line(asked, wait)?;
        match RefereeMessage::parse(&line) {
            Ok(RefereeMessage::Comment(_)) => {}
            Ok(message) => return Ok(message),
            Err(_) => return Err(Fault::Garbage { asked: shorten(asked), answer: shorten(&line) }),
        }
    }
}

impl Driver for RefereeDriver {
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault> {
        if game.start() != Position::start() {
            let what = format!("the start {}", game.start());
            return Err(Fault::Unspeakable { protocol: "referee", what });
        }
        let side = game.position().side_to_move();
        let known = |seat: &RefereeSeat| seat.side == side && game.plies().starts_with(&seat.told);
        let mut seat = match self.seat.take().filter(known) {
            Some(seat) => seat,
            None => self.sit_down(side, wait)?,
        };
        let mut position = Position::start();
        for (ply, &played) in game.plies().iter().enumerate() {
            let mover = position.side_to_move();
            position = position.play(played)?;
            if ply < seat.told.len() {
                continue;
            }
            if mover != side {
                seat.program.send(&RefereeMessage::Move(mover, played).to_string())?;
            } else if played.is_pass() {
                // It has to pass, and says so.
                let answer = seat.hear_move(wait)?;
                if answer != played {
                    return Err(Fault::Garbage { asked: "a pass".to_owned(), answer: answer.to_string() });
                }
            } else {
                let what = format!("the move {played} of an opening; use --openings none");
                return Err(Fault::Unspeakable { protocol: "referee", what });
            }
            seat.told.push(played);
        }
        let played = seat.hear_move(wait)?;
        game.position().play(played)?;
        seat.told.push(played);
        self.seat = Some(seat);
        Ok(played)
    }

    /// The protocol has no word for it: a program whose move was not waited for has been killed with its
    /// seat.
    fn interrupt(&mut self) -> bool {
        false
    }
}
