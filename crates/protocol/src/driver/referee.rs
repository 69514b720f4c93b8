//! The referee's side of the university tournament protocol, for one of the two programs.
//!
//! A program plays one game: for the next it is started again. The protocol knows the standard start only,
//! and no moves that the program has not chosen itself: openings cannot be played.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Move, Position};

use super::{Driver, Limits};
use crate::fault::shorten;
use crate::referee::Message;
use crate::{Fault, Launch, Program};

/// A conversation with a program that expects a referee.
pub(super) struct Referee {
    launch: Launch,
    /// The program, the colour it plays and the plies it knows; `None` between games.
    seat: Option<Seat>,
    /// A program that has been started but does not know its colour yet.
    fresh: Option<Program>,
}

struct Seat {
    program: Program,
    side: Color,
    told: Vec<Move>,
}

impl Referee {
    pub(super) fn start(launch: &Launch, limits: Limits, _wait: Duration) -> Result<Referee, Fault> {
        if let Limits { depth: Some(_), .. } | Limits { time: Some(_), .. } = limits {
            let what = "a limit of depth or time; give it to the program's own command".to_owned();
            return Err(Fault::Unspeakable { protocol: "referee", what });
        }
        Ok(Referee { launch: launch.clone(), seat: None, fresh: Some(Program::start(launch)?) })
    }

    /// Starts a game in which the program plays a side.
    fn sit_down(&mut self, side: Color, wait: Duration) -> Result<Seat, Fault> {
        let program = match self.fresh.take() {
            Some(program) => program,
            None => Program::start(&self.launch)?,
        };
        let mut seat = Seat { program, side, told: Vec::new() };
        seat.introduce(wait)?;
        Ok(seat)
    }
}

impl Seat {
    /// Tells the program its colour and waits until it is ready.
    fn introduce(&mut self, wait: Duration) -> Result<(), Fault> {
        let asked = Message::Colour(self.side).to_string();
        let started = Instant::now();
        self.program.send(&asked)?;
        match listen(&mut self.program, &asked, started, wait)? {
            Message::Ready(side) if side == self.side => Ok(()),
            other => Err(Fault::Garbage { asked, answer: other.to_string() }),
        }
    }

    /// Waits for a move of the program.
    fn hear_move(&mut self, started: Instant, wait: Duration) -> Result<Move, Fault> {
        let asked = match self.told.last() {
            Some(&played) => Message::Move(!self.side, played).to_string(),
            None => Message::Colour(self.side).to_string(),
        };
        match listen(&mut self.program, &asked, started, wait)? {
            Message::Move(side, played) if side == self.side => Ok(played),
            other => Err(Fault::Garbage { asked, answer: other.to_string() }),
        }
    }
}

/// Waits for a line that is no comment.
pub(crate) fn listen(
    program: &mut Program,
    asked: &str,
    started: Instant,
    wait: Duration,
) -> Result<Message, Fault> {
    loop {
        let line = program.line(asked, started, wait)?;
        match Message::parse(&line) {
            Ok(Message::Comment(_)) => {}
            Ok(message) => return Ok(message),
            Err(_) => return Err(Fault::Garbage { asked: shorten(asked), answer: shorten(&line) }),
        }
    }
}

impl Driver for Referee {
    fn choose(&mut self, game: &Game, wait: Duration) -> Result<Move, Fault> {
        if game.start() != Position::start() {
            let what = format!("the start {}", game.start());
            return Err(Fault::Unspeakable { protocol: "referee", what });
        }
        let started = Instant::now();
        let side = game.position().side_to_move();
        let known = |seat: &Seat| seat.side == side && game.plies().starts_with(&seat.told);
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
                seat.program.send(&Message::Move(mover, played).to_string())?;
            } else if played.is_pass() {
                // It has to pass, and says so.
                let answer = seat.hear_move(started, wait)?;
                if answer != played {
                    return Err(Fault::Garbage { asked: "a pass".to_owned(), answer: answer.to_string() });
                }
            } else {
                let what = format!("the move {played} of an opening; use --openings none");
                return Err(Fault::Unspeakable { protocol: "referee", what });
            }
            seat.told.push(played);
        }
        let played = seat.hear_move(started, wait)?;
        game.position().play(played)?;
        seat.told.push(played);
        self.seat = Some(seat);
        Ok(played)
    }
}
