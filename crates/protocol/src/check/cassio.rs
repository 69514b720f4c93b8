//! The checks of the Othello engine protocol of Cassio.

use std::thread;

use outflank_rules::{Color, Position};

use super::{
    CheckFailure, Checked, Exam, LATE_GAME, PASS_LINE, PROMPT, SHORT_GAME, THINKING, Talk, game, legal,
    value, wrong,
};
use crate::Fault;
use crate::cassio::{CassioAnswer, CassioCommand, CassioSearch};

pub(super) fn greet(talk: &mut Talk, init: &[String]) -> Checked {
    ready(talk, &CassioCommand::Init)?;
    for line in init {
        talk.send(line)?;
        talk.until(line, is_ready)?;
    }
    Ok(())
}

/// Expects `ready.`, whatever comes before.
fn ready(talk: &mut Talk, command: &CassioCommand) -> Checked {
    let asked = command.to_string();
    talk.send(&asked)?;
    Ok(talk.until(&asked, is_ready)?)
}

fn is_ready(line: &str) -> Option<()> {
    (line.trim() == "ready.").then_some(())
}

fn search_of(position: Position, depth: Option<u32>) -> CassioSearch {
    CassioSearch { position, alpha: -64.0, beta: 64.0, depth, precision: 100 }
}

/// Expects an answer to a search, and then `ready.`.
fn search(talk: &mut Talk, position: Position, depth: Option<u32>) -> Result<CassioAnswer, CheckFailure> {
    let asked = CassioCommand::Search(search_of(position, depth)).to_string();
    talk.send(&asked)?;
    let mut last = None;
    talk.until(&asked, |line| {
        last = CassioAnswer::parse(line).or(last.take());
        is_ready(line)
    })?;
    match last {
        None => wrong(format!("it is ready without an answer to {asked:?}")),
        Some(outcome) if outcome.position != position => {
            wrong(format!("it answers for {} instead of {position}", outcome.position))
        }
        Some(outcome) => Ok(outcome),
    }
}

fn legal_answer(
    talk: &mut Talk,
    position: Position,
    depth: Option<u32>,
) -> Result<CassioAnswer, CheckFailure> {
    let outcome = search(talk, position, depth)?;
    match outcome.best {
        Some(best) => legal(position, best)?,
        None => return wrong("it names no move"),
    }
    if outcome.low > outcome.high || outcome.low < -64.0 || outcome.high > 64.0 {
        return wrong(format!("the value is between {} and {}", outcome.low, outcome.high));
    }
    Ok(outcome)
}

pub(super) fn run(exam: &mut Exam<'_>) {
    exam.must("init", "is answered by ready.", |talk| ready(talk, &CassioCommand::Init));
    exam.must("get-version", "is answered by a line", |talk| {
        let asked = CassioCommand::Version.to_string();
        talk.send(&asked)?;
        let line = talk.until(&asked, |line| (!line.trim().is_empty()).then(|| line.to_owned()))?;
        if is_ready(&line).is_some() {
            return wrong("it is ready without a version");
        }
        drain(talk);
        ready(talk, &CassioCommand::NewPosition)
    });
    exam.must("an empty line", "is answered by ready. when nothing is searched", |talk| {
        ready(talk, &CassioCommand::Blank)
    });
    for (name, command) in [("new-position", CassioCommand::NewPosition), ("stop", CassioCommand::Stop)] {
        exam.must(name, "is answered by ready.", move |talk| ready(talk, &command));
    }
    let feed = format!("{} {} 0 0 4 100 f5", CassioCommand::FeedHash, Position::start());
    for (name, line) in [("empty-hash", CassioCommand::EmptyHash.to_string()), ("feed-hash", feed)] {
        exam.must(name, "leaves it ready", move |talk| {
            talk.send(&line)?;
            ready(talk, &CassioCommand::Blank)?;
            // Some are ready for both lines, some only for the second.
            drain(talk);
            Ok(())
        });
    }
    searches(exam);
    stops(exam);
    exam.must("quit", "is answered by bye bye. and ends it", |talk| {
        let asked = CassioCommand::Quit.to_string();
        talk.send(&asked)?;
        talk.until(&asked, |line| line.trim().eq_ignore_ascii_case("bye bye.").then_some(()))?;
        talk.ends("quit").map(|_| ())
    });
}

fn searches(exam: &mut Exam<'_>) {
    exam.must("midgame-search", "answers a legal move, a value and a depth", |talk| {
        for line in ["", "f5", "f5d6c3"] {
            let outcome = legal_answer(talk, game(line).position(), Some(4))?;
            if outcome.depth == 0 {
                return wrong("the depth is 0");
            }
        }
        Ok(())
    });
    exam.must("midgame-search", "answers a pass when it must", |talk| {
        legal_answer(talk, game(PASS_LINE).position(), Some(4)).map(|_| ())
    });
    exam.must("endgame-search", "finds the exact value", |talk| {
        let position = game(LATE_GAME).position();
        let own = value(position);
        let black = f64::from(if position.side_to_move() == Color::Black { own } else { -own });
        let outcome = legal_answer(talk, position, None)?;
        let best = outcome.best.and_then(|best| position.play(best).ok()).map(|next| -value(next));
        if best != Some(own) {
            return wrong(format!("the best move is worth {own}, its own {best:?}"));
        }
        if (outcome.low - black).abs() > 0.01 || (outcome.high - black).abs() > 0.01 {
            let CassioAnswer { low, high, .. } = outcome;
            return wrong(format!("the value for black is {black}, it says {low} to {high}"));
        }
        Ok(())
    });
    exam.must("endgame-search", "survives a game that is over", |talk| {
        let over = CassioCommand::Search(search_of(game(SHORT_GAME).position(), None)).to_string();
        talk.send(&over)?;
        Ok(talk.until(&over, is_ready)?)
    });
    exam.must("nonsense", "is survived", |talk| {
        talk.send("ENGINE-PROTOCOL midgame-search XO 1 2")?;
        talk.send("ENGINE-PROTOCOL no-such-command")?;
        // However many times it is ready for those: what follows has its own answer.
        let _however_it_answers = talk.is_silent("nonsense");
        drain(talk);
        legal_answer(talk, Position::start(), Some(2)).map(|_| ())
    });
}

/// Takes everything the program has said.
fn drain(talk: &mut Talk) {
    while talk.within("", THINKING, |line| Some(line.to_owned())).is_ok() {}
}

fn stops(exam: &mut Exam<'_>) {
    exam.must("get-search-infos", "is answered by node N, time T while it searches", |talk| {
        long_search(talk)?;
        let asked = CassioCommand::Infos.to_string();
        talk.send(&asked)?;
        talk.within(&asked, PROMPT, |line| line.trim_start().starts_with("node").then_some(()))?;
        ready(talk, &CassioCommand::Stop)?;
        drain(talk);
        Ok(())
    });
    exam.must("an empty line", "is answered by ok. while it searches", |talk| {
        long_search(talk)?;
        talk.send("")?;
        let answer = talk.within("an empty line", PROMPT, |line| match line.trim() {
            "ok." => Some(true),
            "ready." => Some(false),
            _ => None,
        })?;
        ready(talk, &CassioCommand::Stop)?;
        drain(talk);
        if answer { Ok(()) } else { wrong("it says ready.") }
    });
    exam.must("stop", "ends the search at once", |talk| {
        long_search(talk)?;
        let asked = CassioCommand::Stop.to_string();
        talk.send(&asked)?;
        match talk.within(&asked, PROMPT, is_ready) {
            Err(Fault::Hang { .. }) => return wrong("it goes on searching"),
            other => other?,
        }
        drain(talk);
        legal_answer(talk, game("f5").position(), Some(3)).map(|_| ())
    });
}

/// Begins a search that takes long.
fn long_search(talk: &mut Talk) -> Checked {
    talk.send(&CassioCommand::Search(search_of(game("f5d6c3d3c4").position(), Some(40))).to_string())?;
    thread::sleep(THINKING);
    Ok(())
}
