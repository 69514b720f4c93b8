//! Finding out which commands of a protocol a program gets wrong.
//!
//! Every check is a little conversation of its own. A program that fails one is started again for the next.
//! One file per protocol.

mod cassio;
mod gtp;
mod nboard;
mod referee;
mod xboard;

use std::time::Duration;

use outflank_records::Record;
use outflank_rules::{Game, Move, Position};

use crate::{Fault, Launch, Program, Protocol, Wait};

/// A game in which black must pass after eight moves.
const PASS_LINE: &str = "c4c3f5b4a4a5c2a3";

/// The shortest game: black wins by 13 discs to none.
const SHORT_GAME: &str = "e6f4e3f6g5d6e7f5c5";

/// A game with six empty squares left.
const LATE_GAME: &str = "e6f4e3d2d3e7f2c5d6g1b4c2f5g4d1a3b5b6g5f6c4f3e8h6h4d7b1h5f7f8c7b7g2c3b3b2g8c1h3e1d8a1a4g3a2c6a6a5f1a7c8h1\
                         b8h2";

/// How much longer the first answer may take.
const START: Duration = Duration::from_secs(20);

/// How long a search that is to be stopped goes on before.
const THINKING: Duration = Duration::from_millis(300);

/// How soon a program has to hear a wish to stop.
const PROMPT: Duration = Duration::from_secs(2);

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolCheck {
    /// The command.
    pub command: &'static str,
    /// What it should do.
    pub rule: &'static str,
    /// Whether it does.
    pub verdict: CheckVerdict,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// It is as it should be.
    Right,
    /// The program does not know a command that it need not know.
    Missing,
    /// It is wrong: this is what happened.
    Wrong(String),
}

/// What went wrong in a check.
#[derive(Debug)]
enum CheckFailure {
    /// The program ended, was silent, or said something unintelligible.
    Fault(Fault),
    /// It answered, but not what it should.
    Wrong(String),
    /// It does not know the command.
    Unknown,
}

impl From<Fault> for CheckFailure {
    fn from(fault: Fault) -> CheckFailure {
        CheckFailure::Fault(fault)
    }
}

/// Makes trouble of a wrong answer.
fn wrong<T>(text: impl Into<String>) -> Result<T, CheckFailure> {
    Err(CheckFailure::Wrong(text.into()))
}

/// What a check comes to.
type Checked = Result<(), CheckFailure>;

/// Begins a conversation as the protocol has it, and tells the program the lines it is to hear first.
type Greeting = fn(&mut Talk, init: &[String]) -> Checked;

/// Checks a program. It has `wait` for every answer; `observer` gets every check as it is done.
///
/// # Errors
///
/// If the program cannot be started.
pub fn check(
    protocol: Protocol,
    launch: &Launch,
    wait: Duration,
    observer: &mut dyn FnMut(&ProtocolCheck),
) -> Result<Vec<ProtocolCheck>, Fault> {
    let greet: Greeting = match protocol {
        Protocol::NBoard => nboard::greet,
        Protocol::Gtp => gtp::greet,
        Protocol::Referee => referee::greet,
        Protocol::Cassio => cassio::greet,
        Protocol::XBoard => xboard::greet,
    };
    // A program that cannot be started at all is no matter of single checks.
    drop(Program::start(launch)?);
    let mut exam = Exam { launch, wait, greet, talk: None, observer, checks: Vec::new() };
    match protocol {
        Protocol::NBoard => nboard::run(&mut exam),
        Protocol::Gtp => gtp::run(&mut exam),
        Protocol::Referee => referee::run(&mut exam),
        Protocol::Cassio => cassio::run(&mut exam),
        Protocol::XBoard => xboard::run(&mut exam),
    }
    Ok(exam.checks)
}

/// A conversation with the program under examination.
struct Talk {
    program: Program,
    wait: Duration,
    /// Whether it has said anything yet.
    awake: bool,
}

impl Talk {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.program.send(line)
    }

    /// Sends several lines.
    fn send_all(&mut self, lines: &[String]) -> Result<(), Fault> {
        lines.iter().try_for_each(|line| self.send(line))
    }

    /// Waits for a line that `wanted` makes something of.
    fn until<T>(&mut self, asked: &str, wanted: impl FnMut(&str) -> Option<T>) -> Result<T, Fault> {
        let wait = if self.awake { self.wait } else { self.wait + START };
        self.within(asked, wait, wanted)
    }

    /// The same within another time.
    fn within<T>(
        &mut self,
        asked: &str,
        wait: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let wait = Wait::new(wait);
        loop {
            let line = self.program.line(asked, &wait)?;
            self.awake = true;
            if let Some(found) = wanted(&line) {
                return Ok(found);
            }
        }
    }

    /// Expects the program to end by itself and tells whether it calls that a success.
    fn ends(&mut self, asked: &str) -> Result<bool, CheckFailure> {
        match self.program.ended(PROMPT) {
            Some(success) => Ok(success),
            None => wrong(format!("it goes on after {asked:?}")),
        }
    }

    /// Expects silence for a while.
    fn is_silent(&mut self, asked: &str) -> Checked {
        match self.within(asked, THINKING, |line| (!line.trim().is_empty()).then(|| line.to_owned())) {
            Err(Fault::Hang { .. }) => Ok(()),
            Ok(line) => wrong(format!("it says {line:?} when it is not asked")),
            Err(fault) => Err(fault.into()),
        }
    }
}

/// A row of checks.
struct Exam<'e> {
    launch: &'e Launch,
    wait: Duration,
    greet: Greeting,
    talk: Option<Talk>,
    observer: &'e mut dyn FnMut(&ProtocolCheck),
    checks: Vec<ProtocolCheck>,
}

impl Exam<'_> {
    /// Does a check that every program has to pass.
    fn must(&mut self, command: &'static str, rule: &'static str, test: impl FnOnce(&mut Talk) -> Checked) {
        self.test(command, rule, test, false);
    }

    /// Does a check of a command that a program need not know.
    fn may(&mut self, command: &'static str, rule: &'static str, test: impl FnOnce(&mut Talk) -> Checked) {
        self.test(command, rule, test, true);
    }

    fn test(
        &mut self,
        command: &'static str,
        rule: &'static str,
        test: impl FnOnce(&mut Talk) -> Checked,
        optional: bool,
    ) {
        let result = self.talk().and_then(|mut talk| {
            let result = test(&mut talk);
            // After a wrong answer the next one cannot be attributed.
            if matches!(result, Ok(()) | Err(CheckFailure::Unknown)) {
                self.talk = Some(talk);
            }
            result
        });
        let verdict = match result {
            Ok(()) => CheckVerdict::Right,
            Err(CheckFailure::Unknown) if optional => CheckVerdict::Missing,
            Err(CheckFailure::Unknown) => CheckVerdict::Wrong("it does not know the command".to_owned()),
            Err(CheckFailure::Wrong(text)) => CheckVerdict::Wrong(text),
            Err(CheckFailure::Fault(fault)) => CheckVerdict::Wrong(fault.to_string()),
        };
        let check = ProtocolCheck { command, rule, verdict };
        (self.observer)(&check);
        self.checks.push(check);
    }

    /// Starts the program anew for the next check.
    fn afresh(&mut self) {
        self.talk = None;
    }

    fn talk(&mut self) -> Result<Talk, CheckFailure> {
        if let Some(talk) = self.talk.take() {
            return Ok(talk);
        }
        let mut talk = Talk { program: Program::start(self.launch)?, wait: self.wait, awake: false };
        (self.greet)(&mut talk, &self.launch.init)?;
        Ok(talk)
    }
}

/// Makes a game of a transcript.
fn game(transcript: &str) -> Game {
    let mut record = Record::new(Position::start());
    // The games here are legal; their tests say so.
    let _legal = record.push_transcript(transcript);
    record.game()
}

/// Expects a move to be legal.
fn legal(position: Position, played: Move) -> Checked {
    match position.play(played) {
        Ok(_) => Ok(()),
        Err(reason) => wrong(format!("illegal move {played}: {reason}")),
    }
}

/// Returns the exact value of a position with few empty squares, for the side to move.
fn value(position: Position) -> i32 {
    if position.is_finished() {
        return position.board().final_score();
    }
    let after = |played: Move| position.play(played).map_or(i32::MIN, |next| -value(next));
    match position.legal_moves().squares().map(|square| after(Move::Place(square))).max() {
        Some(best) => best,
        None => after(Move::Pass),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_what_they_should_be() {
        assert!(game(PASS_LINE).position().must_pass() && game(PASS_LINE).plies().len() == 8);
        assert!(game(SHORT_GAME).position().is_finished() && game(SHORT_GAME).position().score() == 64);
        assert_eq!(game(LATE_GAME).position().empty().len(), 6);
        assert!(value(game(LATE_GAME).position()).abs() <= 64);
    }
}
