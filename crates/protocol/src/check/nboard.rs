//! The checks of NBoard, version 2.

use std::thread;

use outflank_rules::{Game, Move, Position};

use super::{CheckFailure, Checked, Exam, PASS_LINE, PROMPT, SHORT_GAME, THINKING, Talk, game, legal, wrong};
use crate::Fault;
use crate::nboard::{FromEngine, ToEngine};

/// The depth of the searches.
const DEPTH: u32 = 4;

pub(super) fn greet(talk: &mut Talk, init: &[String]) -> Checked {
    talk.send(&ToEngine::Hello.to_string())?;
    talk.send_all(init)?;
    talk.send(&ToEngine::SetDepth(DEPTH).to_string())?;
    sync(talk, 1)
}

/// Waits until the program has heard everything.
fn sync(talk: &mut Talk, number: u32) -> Checked {
    let ping = ToEngine::Ping(number);
    talk.send(&ping.to_string())?;
    Ok(talk.until(&ping.to_string(), |line| {
        (FromEngine::from(line) == FromEngine::Pong(number)).then_some(())
    })?)
}

fn set(talk: &mut Talk, game: &Game) -> Checked {
    talk.send(&ToEngine::SetGame(Box::new(game.clone())).to_string())?;
    sync(talk, 2)
}

/// Expects a move, legal or not.
fn answer(talk: &mut Talk) -> Result<Move, CheckFailure> {
    let found = talk.until("go", |line| match FromEngine::from(line) {
        FromEngine::Move { played, .. } => Some(Ok(played)),
        FromEngine::BadMove(text) => Some(Err(text)),
        _ => None,
    })?;
    found.or_else(|text| wrong(format!("{text:?} is not a move")))
}

fn go(talk: &mut Talk, position: Position) -> Result<Move, CheckFailure> {
    talk.send(&ToEngine::Go.to_string())?;
    let played = answer(talk)?;
    legal(position, played)?;
    Ok(played)
}

pub(super) fn run(exam: &mut Exam<'_>) {
    exam.must("ping", "is answered by pong with the same number", |talk| {
        sync(talk, 71)?;
        sync(talk, 72)
    });
    exam.must("unknown lines", "are ignored", |talk| {
        talk.send("no such command")?;
        talk.send("")?;
        sync(talk, 3)
    });
    exam.must("set contempt", "is accepted", |talk| {
        talk.send(&ToEngine::SetContempt(0).to_string())?;
        sync(talk, 4)
    });
    exam.must("go", "answers a legal move at the start", |talk| {
        set(talk, &game(""))?;
        go(talk, Position::start()).map(|_| ())
    });
    exam.must("go", "does not make the move", |talk| {
        set(talk, &game("f5d6c3"))?;
        go(talk, game("f5d6c3").position())?;
        go(talk, game("f5d6c3").position()).map(|_| ())
    });
    moves(exam);
    searches(exam);
    exam.must("learn", "is answered by learned", |talk| {
        set(talk, &game(SHORT_GAME))?;
        talk.send(&ToEngine::Learn.to_string())?;
        Ok(talk.until("learn", |line| (FromEngine::from(line) == FromEngine::Learned).then_some(()))?)
    });
    exam.must("quit", "ends the program", |talk| {
        talk.send("quit")?;
        talk.ends("quit").map(|_| ())
    });
}

fn moves(exam: &mut Exam<'_>) {
    exam.must("set game", "knows boards other than the start", |talk| {
        let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
        let start = board.parse().unwrap_or_else(|_| Position::start());
        set(talk, &Game::new(start))?;
        go(talk, start).map(|_| ())
    });
    exam.must("move", "makes a move, with or without value and time", |talk| {
        set(talk, &game(""))?;
        for text in ["move F5", "move D6/1.50/2.0", "move C3//0.5"] {
            talk.send(text)?;
        }
        sync(talk, 5)?;
        go(talk, game("f5d6c3").position()).map(|_| ())
    });
    exam.must("move", "makes a pass", |talk| {
        set(talk, &game(PASS_LINE))?;
        talk.send(&ToEngine::Move(Move::Pass).to_string())?;
        sync(talk, 6)?;
        let position = game(PASS_LINE).position();
        go(talk, position.play(Move::Pass).unwrap_or(position)).map(|_| ())
    });
    exam.must("go", "passes when it must", |talk| {
        set(talk, &game(PASS_LINE))?;
        go(talk, game(PASS_LINE).position()).map(|_| ())
    });
    exam.must("go", "places no disc after the end of the game", |talk| {
        set(talk, &game(SHORT_GAME))?;
        talk.send(&ToEngine::Go.to_string())?;
        talk.send(&ToEngine::Ping(8).to_string())?;
        let placed = talk.until("ping 8", |line| match FromEngine::from(line) {
            FromEngine::Move { played: Move::Place(square), .. } => Some(Some(square)),
            FromEngine::Pong(8) => Some(None),
            _ => None,
        })?;
        placed.map_or(Ok(()), |square| wrong(format!("it plays {square}")))
    });
}

fn searches(exam: &mut Exam<'_>) {
    exam.must("hint", "values a legal move", |talk| {
        set(talk, &game("f5"))?;
        talk.send(&ToEngine::Hint(2).to_string())?;
        let line = talk.until("hint 2", |line| match FromEngine::from(line) {
            FromEngine::Hint { line, .. } => Some(line),
            _ => None,
        })?;
        let first = line.get(..2).and_then(|text| text.parse().ok());
        match first {
            Some(played) => legal(game("f5").position(), played)?,
            None => return wrong(format!("{line:?} is not a line")),
        }
        sync(talk, 9)
    });
    exam.may("analyze", "values every position of the game", |talk| {
        set(talk, &game("f5d6c3"))?;
        talk.send(&ToEngine::Analyze.to_string())?;
        let mut found = [false; 4];
        let heard = talk.until("analyze", |line| {
            if let FromEngine::Analysis { made, .. } = FromEngine::from(line)
                && let Some(place) = found.get_mut(made)
            {
                *place = true;
            }
            found.iter().all(|found| *found).then_some(())
        });
        match heard {
            Err(Fault::Hang { .. }) if found == [false; 4] => {
                sync(talk, 10)?;
                Err(CheckFailure::Unknown)
            }
            Err(fault) => Err(fault.into()),
            Ok(()) => sync(talk, 11),
        }
    });
    exam.must("ping", "is answered at once while it thinks", |talk| {
        talk.send(&ToEngine::SetDepth(40).to_string())?;
        set(talk, &game("f5d6c3d3c4"))?;
        talk.send(&ToEngine::Go.to_string())?;
        thread::sleep(THINKING);
        talk.send(&ToEngine::Ping(12).to_string())?;
        talk.within("ping", PROMPT, |line| (FromEngine::from(line) == FromEngine::Pong(12)).then_some(()))?;
        talk.send(&ToEngine::SetDepth(DEPTH).to_string())?;
        // What is said of the search that was ended must not be taken for an answer.
        talk.is_quiet_about_moves()?;
        set(talk, &game("f5"))?;
        go(talk, game("f5").position()).map(|_| ())
    });
}

impl Talk {
    /// Expects that no move is answered for a while.
    fn is_quiet_about_moves(&mut self) -> Checked {
        let late = self.within("ping", THINKING, |line| {
            matches!(FromEngine::from(line), FromEngine::Move { .. }).then(|| line.to_owned())
        });
        match late {
            Err(Fault::Hang { .. }) => Ok(()),
            Ok(line) => wrong(format!("it answers {line:?} after pong")),
            Err(fault) => Err(fault.into()),
        }
    }
}
