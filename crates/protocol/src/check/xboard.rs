//! The checks of the protocol of `XBoard`, variant reversi.

use std::thread;
use std::time::{Duration, Instant};

use outflank_rules::{Game, Move, Position};

use super::{CheckFailure, Checked, Exam, PASS_LINE, PROMPT, SHORT_GAME, THINKING, Talk, game, legal, wrong};
use crate::driver::Features;
use crate::xboard::{read, spell, spell_board};

pub(super) fn greet(talk: &mut Talk, init: &[String]) -> Checked {
    features(talk)?;
    Ok(talk.send_all(init)?)
}

fn features(talk: &mut Talk) -> Result<Features, CheckFailure> {
    talk.send("xboard")?;
    talk.send("protover 2")?;
    let mut features = Features::default();
    talk.until("protover 2", |line| {
        features.read(line);
        features.done.then_some(())
    })?;
    Ok(features)
}

/// Waits until the program has heard everything; complaints are wrong.
fn sync(talk: &mut Talk, number: u32) -> Checked {
    talk.send(&format!("ping {number}"))?;
    let pong = format!("pong {number}");
    let complaint = talk.until("ping", |line| {
        let complains =
            line.starts_with("Illegal") || line.starts_with("Error") || line.starts_with("tellusererror");
        if complains { Some(Some(line.to_owned())) } else { (line.trim() == pong).then_some(None) }
    })?;
    complaint.map_or(Ok(()), |line| wrong(format!("it complains: {line}")))
}

/// Sets up the position after a game, in force mode.
fn follow(talk: &mut Talk, game: &Game) -> Checked {
    for line in ["new", "variant reversi", "force", "sd 4"] {
        talk.send(line)?;
    }
    for &played in game.plies() {
        talk.send(&format!("usermove {}", spell(played)))?;
    }
    sync(talk, 2)
}

/// Expects a legal move.
fn own_move(talk: &mut Talk, asked: &str, position: Position) -> Result<Move, CheckFailure> {
    let word =
        talk.until(asked, |line| line.trim().strip_prefix("move ").map(|word| word.trim().to_owned()))?;
    match read(&word) {
        Some(played) => legal(position, played).map(|()| played),
        None => wrong(format!("{word:?} is not a move")),
    }
}

fn go(talk: &mut Talk, position: Position) -> Result<Move, CheckFailure> {
    talk.send("go")?;
    own_move(talk, "go", position)
}

/// Expects a complaint that begins with a word.
fn complains(talk: &mut Talk, line: &str, start: &str) -> Checked {
    talk.send(line)?;
    talk.send("ping 3")?;
    let heard = talk.until(line, |answer| {
        if answer.starts_with(start) { Some(true) } else { (answer.trim() == "pong 3").then_some(false) }
    })?;
    if !heard {
        return wrong(format!("it accepts {line:?}"));
    }
    Ok(talk.until("ping 3", |answer| (answer.trim() == "pong 3").then_some(()))?)
}

pub(super) fn run(exam: &mut Exam<'_>) {
    exam.must("protover", "is answered by features with done=1 and the variant reversi", |talk| {
        let features = features(talk)?;
        match features.variants {
            Some(names) if names.contains("reversi") => Ok(()),
            other => wrong(format!("the variants are {other:?}")),
        }
    });
    exam.must("ping", "is answered by pong with the same number", |talk| {
        sync(talk, 71)?;
        sync(talk, 72)
    });
    exam.must("go", "makes a legal move", |talk| {
        follow(talk, &game(""))?;
        go(talk, Position::start()).map(|_| ())
    });
    exam.must("usermove", "is answered by a move", |talk| {
        follow(talk, &game(""))?;
        let mut position = Position::start();
        let played = go(talk, position)?;
        position = position.play(played).unwrap_or(position);
        let reply = position.legal_moves().first().map_or(Move::Pass, Move::Place);
        talk.send(&format!("usermove {}", spell(reply)))?;
        position = position.play(reply).unwrap_or(position);
        own_move(talk, "usermove", position).map(|_| ())
    });
    exam.must("new", "lets the engine play white", |talk| {
        for line in ["new", "variant reversi", "sd 4", "usermove P@f5"] {
            talk.send(line)?;
        }
        own_move(talk, "usermove P@f5", game("f5").position()).map(|_| ())
    });
    exam.must("force", "keeps it from moving", |talk| {
        follow(talk, &game("f5"))?;
        talk.is_silent("force")
    });
    exam.must("usermove", "refuses illegal moves", |talk| {
        follow(talk, &game(""))?;
        for word in ["P@a1", "P@d4", "@@@@", "P@z9"] {
            complains(talk, &format!("usermove {word}"), "Illegal move")?;
        }
        go(talk, Position::start()).map(|_| ())
    });
    rest(exam);
    searches(exam);
    exam.must("unknown commands", "are named as errors", |talk| complains(talk, "nosuchcommand 1", "Error"));
    exam.must("quit", "ends the program", |talk| {
        talk.send("quit")?;
        talk.ends("quit").map(|_| ())
    });
}

fn rest(exam: &mut Exam<'_>) {
    exam.must("undo", "takes back one ply, remove two", |talk| {
        follow(talk, &game("f5d6c3d3"))?;
        talk.send("undo")?;
        talk.send("remove")?;
        sync(talk, 4)?;
        go(talk, game("f5").position()).map(|_| ())
    });
    exam.may("setboard", "knows other boards", |talk| {
        let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
        let start = board.parse().unwrap_or_else(|_| Position::start());
        follow(talk, &game(""))?;
        talk.send(&format!("setboard {}", spell_board(start)))?;
        sync(talk, 5).map_err(|_| CheckFailure::Unknown)?;
        go(talk, start).map(|_| ())
    });
    exam.must("go", "passes when it must", |talk| {
        follow(talk, &game(PASS_LINE))?;
        go(talk, game(PASS_LINE).position()).map(|_| ())
    });
    exam.must("usermove", "accepts a pass that must be", |talk| {
        follow(talk, &game(PASS_LINE))?;
        talk.send("usermove @@@@")?;
        let position = game(PASS_LINE).position();
        go(talk, position.play(Move::Pass).unwrap_or(position)).map(|_| ())
    });
    exam.must("go", "makes no move after the end of the game", |talk| {
        follow(talk, &game(SHORT_GAME))?;
        talk.send("go")?;
        talk.send("ping 6")?;
        let moved = talk.until("ping 6", |line| {
            let line = line.trim();
            if line.starts_with("move ") {
                Some(Some(line.to_owned()))
            } else {
                (line == "pong 6").then_some(None)
            }
        })?;
        moved.map_or(Ok(()), |line| wrong(format!("it says {line:?}")))
    });
}

fn searches(exam: &mut Exam<'_>) {
    exam.must("post", "shows depth, score, time, nodes and a line", |talk| {
        follow(talk, &game("f5"))?;
        talk.send("post")?;
        talk.send("go")?;
        let mut shown = false;
        talk.until("go", |line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers = words.iter().take(4).filter(|word| word.parse::<i64>().is_ok()).count();
            shown |= words.len() >= 5 && numbers == 4 && read(words[4]).is_some();
            line.starts_with("move ").then_some(())
        })?;
        talk.send("nopost")?;
        if shown { Ok(()) } else { wrong("there was no such line before the move") }
    });
    exam.must("st", "one second for a move is kept", |talk| {
        follow(talk, &game("f5"))?;
        talk.send("sd 60")?;
        talk.send("st 1")?;
        let started = Instant::now();
        go(talk, game("f5").position())?;
        match started.elapsed() {
            late if late > Duration::from_millis(2500) => {
                wrong(format!("it took {:.2} s", late.as_secs_f64()))
            }
            _ => Ok(()),
        }
    });
    exam.afresh();
    exam.must("?", "makes it move at once", |talk| {
        follow(talk, &game("f5"))?;
        for line in ["sd 60", "st 60", "go"] {
            talk.send(line)?;
        }
        thread::sleep(THINKING);
        talk.send("?")?;
        let started = Instant::now();
        own_move(talk, "?", game("f5").position())?;
        if started.elapsed() > PROMPT { wrong("it goes on searching") } else { Ok(()) }
    });
    exam.afresh();
    exam.must("hard", "lets it ponder and still answer at once, easy ends that", |talk| {
        follow(talk, &game(""))?;
        talk.send("hard")?;
        let position = Position::start();
        let played = go(talk, position)?;
        let position = position.play(played).unwrap_or(position);
        thread::sleep(THINKING);
        let started = Instant::now();
        sync(talk, 8)?;
        let reply = position.legal_moves().first().map_or(Move::Pass, Move::Place);
        talk.send(&format!("usermove {}", spell(reply)))?;
        own_move(talk, "usermove", position.play(reply).unwrap_or(position))?;
        talk.send("easy")?;
        sync(talk, 9)?;
        if started.elapsed() > PROMPT { wrong("it answers late") } else { Ok(()) }
    });
    exam.afresh();
    exam.must("level", "and time are accepted", |talk| {
        follow(talk, &game(""))?;
        for line in ["level 0 5 0", "time 30000", "otim 30000"] {
            talk.send(line)?;
        }
        sync(talk, 7)
    });
}
