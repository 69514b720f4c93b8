//! The engine's side of NBoard, version 2.
//!
//! A command about the game ends a search under way; a `go` is answered all the same, with the best found so
//! far, before anything else is done. Unknown lines are ignored, wrong ones named in the status line.

use outflank_records::Record;
use outflank_rules::{Game, Move, Position};

use super::desk::Desk;
use super::thinker::{Aim, Allowance, Effort, Finding, Question};
use super::{Dialogue, Flow};
use crate::fault::shorten;
use crate::nboard::{read_game, spell, time_left};

/// The depth of hints and analyses unless told.
const DEPTH: u32 = 12;

/// What is being searched.
enum Task {
    /// A move.
    Go,
    /// Values of moves.
    Hint,
    /// The values of all positions of a game: those that are still to come, the present one last.
    Analyze(Vec<(usize, Position)>),
}

/// A session.
pub(super) struct NBoard {
    effort: Effort,
    /// The depth the other side has set.
    depth: Option<u32>,
    game: Game,
    /// The game as it was set, while no move was made since: it knows the clocks.
    record: Option<Record>,
    task: Option<Task>,
}

impl NBoard {
    pub(super) fn new(effort: Effort) -> NBoard {
        NBoard { effort, depth: None, game: Game::new(Position::start()), record: None, task: None }
    }

    /// Ends what is being searched; a move that was asked for is still given.
    fn interrupt(&mut self, desk: &mut Desk<'_>) {
        if let Some(finding) = desk.halt() {
            match self.task.take() {
                Some(Task::Go) => self.answer(&finding, desk),
                Some(Task::Hint | Task::Analyze(_)) => desk.say("status"),
                None => {}
            }
        }
        self.task = None;
    }

    fn answer(&self, finding: &Finding, desk: &mut Desk<'_>) {
        let played = finding.legal_move(self.game.position());
        let seconds = finding.time.as_secs_f64();
        desk.say(format!("nodestats {} {seconds:.2}", finding.nodes));
        let score = finding.score();
        desk.say(format!("=== {}/{score:.2}/{seconds:.2}", spell(played)));
        desk.say("status");
    }

    fn set(&mut self, rest: &str, desk: &mut Desk<'_>) {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth @ 1..) => self.depth = Some(depth.min(60)),
                _ => desk.say(format!("status {:?} is no depth", shorten(value))),
            },
            "game" => match read_game(value) {
                Ok(record) => {
                    self.game = record.game();
                    self.record = Some(record);
                }
                Err(error) => desk.say(format!("status cannot read the game: {}", one_line(&error))),
            },
            // Without a book there is nothing that contempt could change; other settings are unknown.
            _ => {}
        }
    }

    fn play(&mut self, text: &str, desk: &mut Desk<'_>) {
        let word = text.trim().split(['/', ' ', '\t']).next().unwrap_or_default();
        let Ok(played) = word.parse::<Move>() else {
            desk.say(format!("status {:?} is no move", shorten(word)));
            return;
        };
        let made = match played {
            Move::Place(square) => self.game.place(square),
            Move::Pass => self.game.play(Move::Pass),
        };
        match made {
            Ok(()) => self.record = None,
            Err(error) => desk.say(format!("status illegal move {played}: {error}")),
        }
    }

    fn go(&mut self, desk: &mut Desk<'_>) {
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            // A forced pass, or nothing at all after the end: no search, and no value.
            desk.say("=== PA");
            return;
        }
        let clock = self.record.as_ref().and_then(time_left).filter(|left| !left.is_zero());
        let clock = clock.map(|remaining| Allowance::Clock {
            remaining,
            increment: std::time::Duration::ZERO,
            moves: None,
        });
        let depth = self.depth.or(self.effort.depth);
        // A depth on the command line is a wish for the same moves every time.
        let time = self.effort.time.or(clock).filter(|_| self.effort.depth.is_none());
        let effort = Effort { depth, time, ..self.effort };
        desk.say(format!("status {} is thinking", desk.name));
        self.task = Some(Task::Go);
        desk.think(Question { position, aim: Aim::Play, effort });
    }

    fn hint(&mut self, count: &str, desk: &mut Desk<'_>) {
        let position = self.game.position();
        if position.is_finished() {
            desk.say("status the game is over");
            return;
        }
        let count = count.trim().parse().unwrap_or(1).clamp(1, 64);
        desk.say(format!("status {} is analyzing", desk.name));
        self.task = Some(Task::Hint);
        desk.think(Question { position, aim: Aim::Best(count), effort: self.analysis() });
    }

    /// Values every position from the end to the start, so that what is known of the end helps the rest.
    fn analyze(&mut self, desk: &mut Desk<'_>) {
        let plies = self.game.plies().len();
        let positions: Vec<_> = self.game.positions().take(plies + 1).enumerate().collect();
        desk.say(format!("status {} is analyzing", desk.name));
        self.task = Some(Task::Analyze(positions));
        self.analyze_next(desk);
    }

    fn analyze_next(&mut self, desk: &mut Desk<'_>) {
        let effort = self.analysis();
        let Some(Task::Analyze(left)) = &self.task else { return };
        match left.last() {
            Some((_, position)) => {
                let aim = Aim::Best(1);
                desk.think(Question { position: *position, aim, effort });
            }
            None => {
                self.task = None;
                desk.say("status");
            }
        }
    }

    fn analysis(&self) -> Effort {
        Effort { level: None, depth: Some(self.depth.or(self.effort.depth).unwrap_or(DEPTH)), time: None }
    }
}

/// Writes an error on one line.
fn one_line(error: &impl std::fmt::Display) -> String {
    error.to_string().replace(['\n', '\r'], " ")
}

/// Writes what a search found, a line for each move.
fn hints(finding: &Finding, desk: &mut Desk<'_>) {
    let depth =
        if finding.exact { "100%".to_owned() } else { format!("{}@{}%", finding.depth, finding.percent) };
    for line in finding.lines.iter().filter(|line| !line.moves.is_empty()) {
        let moves: String = line.moves.iter().map(|&played| spell(played)).collect();
        desk.say(format!("search {moves} {:.2} 0 {depth}", line.score));
    }
}

impl Dialogue for NBoard {
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> Flow {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if matches!(word, "set" | "move" | "go" | "hint" | "ping" | "learn" | "analyze" | "quit" | "nboard") {
            self.interrupt(desk);
        }
        match word {
            "nboard" => desk.say(format!("set myname {}", desk.name)),
            "set" => self.set(rest.trim_start(), desk),
            "move" => self.play(rest, desk),
            "go" => self.go(desk),
            "hint" => self.hint(rest, desk),
            "ping" => desk.say(format!("pong {}", rest.trim()).trim_end()),
            "learn" => desk.say("learned"),
            "analyze" => self.analyze(desk),
            "quit" => return Flow::Quit,
            // In the first version of the protocol a move stood alone.
            _ if rest.is_empty() && word.parse::<Move>().is_ok() => {
                self.interrupt(desk);
                self.play(word, desk);
            }
            _ => {}
        }
        Flow::On
    }

    fn report(&mut self, finding: &Finding, desk: &mut Desk<'_>) {
        if matches!(self.task, Some(Task::Go | Task::Hint)) {
            hints(finding, desk);
        }
    }

    fn done(&mut self, finding: &Finding, desk: &mut Desk<'_>) -> Flow {
        match &mut self.task {
            Some(Task::Go) => {
                self.task = None;
                self.answer(finding, desk);
            }
            Some(Task::Hint) => {
                self.task = None;
                hints(finding, desk);
                desk.say(format!("nodestats {} {:.2}", finding.nodes, finding.time.as_secs_f64()));
                desk.say("status");
            }
            Some(Task::Analyze(left)) => {
                if let Some((made, position)) = left.pop() {
                    let over = || f64::from(position.board().final_score());
                    let value = if position.is_finished() { over() } else { finding.score() };
                    desk.say(format!("analysis {made} {value:.2}"));
                }
                self.analyze_next(desk);
            }
            None => {}
        }
        Flow::On
    }
}
