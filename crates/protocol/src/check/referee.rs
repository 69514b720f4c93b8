//! The checks of the university tournament protocol.

use outflank_rules::{Color, Game, Move, Position};

use super::{CheckFailure, Checked, Exam, Talk, legal, wrong};
use crate::Wait;
use crate::driver::listen;
use crate::referee::RefereeMessage;

/// Tells the program the lines it is to hear first.
pub(super) fn greet(talk: &mut Talk, init: &[String]) -> Checked {
    Ok(talk.send_all(init)?)
}

fn hear(talk: &mut Talk, asked: &str) -> Result<RefereeMessage, CheckFailure> {
    let wait = if talk.awake { talk.wait } else { talk.wait + super::START };
    let message = listen(&mut talk.program, asked, &Wait::new(wait))?;
    talk.awake = true;
    Ok(message)
}

/// Tells the program its colour.
fn seat(talk: &mut Talk, side: Color) -> Checked {
    let asked = RefereeMessage::Colour(side).to_string();
    talk.send(&asked)?;
    match hear(talk, &asked)? {
        RefereeMessage::Ready(ready) if ready == side => Ok(()),
        other => wrong(format!("it answers {:?} to {asked:?}", other.to_string())),
    }
}

/// Expects a legal move of a side.
fn own_move(talk: &mut Talk, position: Position) -> Result<Move, CheckFailure> {
    match hear(talk, "its turn")? {
        RefereeMessage::Move(side, played) if side == position.side_to_move() => {
            legal(position, played)?;
            Ok(played)
        }
        other => wrong(format!("it says {:?} when it has to move", other.to_string())),
    }
}

/// Plays a whole game against the first legal move of every position.
fn whole_game(talk: &mut Talk, side: Color) -> Result<Position, CheckFailure> {
    seat(talk, side)?;
    let mut game = Game::new(Position::start());
    while !game.position().is_finished() {
        let position = game.position();
        let mover = position.side_to_move();
        let played = if mover == side {
            own_move(talk, position)?
        } else {
            let played = position.legal_moves().first().map_or(Move::Pass, Move::Place);
            talk.send(&RefereeMessage::Move(mover, played).to_string())?;
            played
        };
        if let Err(reason) = game.play(played) {
            return wrong(format!("illegal move {played}: {reason}"));
        }
    }
    Ok(game.position())
}

pub(super) fn run(exam: &mut Exam<'_>) {
    exam.must("I B", "is answered by R B, then by a first move", |talk| {
        seat(talk, Color::Black)?;
        own_move(talk, Position::start()).map(|_| ())
    });
    exam.afresh();
    exam.must("I W", "is answered by R W; it waits for black", |talk| {
        seat(talk, Color::White)?;
        talk.is_silent("I W")?;
        talk.send("B f 5")?;
        own_move(talk, super::game("f5").position()).map(|_| ())
    });
    exam.afresh();
    exam.must("C", "comments are ignored", |talk| {
        talk.send("C a comment")?;
        seat(talk, Color::White)?;
        talk.send("C B d 3")?;
        talk.send("B f 5")?;
        own_move(talk, super::game("f5").position()).map(|_| ())
    });
    exam.afresh();
    for (command, side) in [("a whole game as black", Color::Black), ("a whole game as white", Color::White)]
    {
        exam.must(command, "is played to its end with legal moves and passes", |talk| {
            whole_game(talk, side).map(|_| ())
        });
        exam.afresh();
    }
    exam.may("the count", "of black's discs is told at the end", |talk| {
        let position = whole_game(talk, Color::White)?;
        let black = i64::from(position.discs(Color::Black).len());
        match listen(&mut talk.program, "the end", &Wait::new(super::PROMPT)) {
            Ok(RefereeMessage::Count(Some(count))) if count == black => Ok(()),
            Ok(RefereeMessage::Count(Some(count))) => wrong(format!("it counts {count}, not {black}")),
            _ => Err(CheckFailure::Unknown),
        }
    });
    exam.afresh();
    exam.must("an illegal move", "ends it with a failure", |talk| {
        seat(talk, Color::White)?;
        talk.send("B a 1")?;
        match talk.ends("B a 1")? {
            true => wrong("it calls that a success"),
            false => Ok(()),
        }
    });
    exam.afresh();
    exam.must("end of input", "ends it", |talk| {
        seat(talk, Color::White)?;
        talk.program.close();
        talk.ends("the end of its input").map(|_| ())
    });
}
