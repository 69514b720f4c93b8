//! The engine's side of NBoard, version 2.
//!
//! A command about the game ends a search under way; a `go` is answered all the same, with the best found so
//! far, before anything else is done. Unknown lines are ignored, wrong ones named in the status line. The
//! protocol has no word about pondering: an engine that ponders does so when the move it gave was made.

use outflank_records::Record;
use outflank_rules::{Game, Move, Position};

use super::session_io::SessionIo;
use super::thinker::{Aim, Allowance, EngineQuestion, SearchEffort, SearchFinding};
use super::{Dialogue, Flow};
use crate::fault::shorten;
use crate::nboard::{read_game, spell, time_left};

/// The default depth of hints and analyses.
const DEPTH: u32 = 12;

/// What is being searched.
enum NBoardTask {
    /// A move.
    Go,
    /// Values of moves.
    Hint,
    /// The values of all positions of a game: those that are still to come, the present one last.
    Analyze(Vec<(usize, Position)>),
}

/// A session.
pub(super) struct NBoardSession {
    effort: SearchEffort,
    /// The depth the other side has set.
    depth: Option<u32>,
    game: Game,
    /// The game as it was set, while no move was made since: it knows the clocks.
    record: Option<Record>,
    task: Option<NBoardTask>,
    /// The position after the last move that was given: while it stands, the opponent thinks.
    after_own: Option<Position>,
}

impl NBoardSession {
    pub(super) fn new(effort: SearchEffort) -> NBoardSession {
        let game = Game::new(Position::start());
        NBoardSession { effort, depth: None, game, record: None, task: None, after_own: None }
    }

    /// Ends what is being searched; a move that was asked for is still given.
    fn interrupt(&mut self, io: &mut SessionIo<'_>) {
        if let Some(finding) = io.halt() {
            match self.task.take() {
                Some(NBoardTask::Go) => self.answer(&finding, io),
                Some(NBoardTask::Hint | NBoardTask::Analyze(_)) => io.say("status"),
                None => {}
            }
        }
        self.task = None;
    }

    fn answer(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) {
        let played = finding.legal_move(self.game.position());
        self.after_own = self.game.position().play(played).ok();
        let seconds = finding.time.as_secs_f64();
        io.say(format!("nodestats {} {seconds:.2}", finding.nodes));
        let score = finding.score();
        io.say(format!("=== {}/{score:.2}/{seconds:.2}", spell(played)));
        io.say("status");
    }

    fn set(&mut self, rest: &str, io: &mut SessionIo<'_>) {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth @ 1..) => self.depth = Some(depth.min(60)),
                _ => io.say(format!("status {:?} is not a depth", shorten(value))),
            },
            "game" => match read_game(value) {
                Ok(record) => {
                    self.game = record.game();
                    self.record = Some(record);
                }
                Err(error) => io.say(format!("status cannot read the game: {}", one_line(&error))),
            },
            // Without a book there is nothing that contempt could change; other settings are unknown.
            _ => {}
        }
    }

    fn play(&mut self, text: &str, io: &mut SessionIo<'_>) {
        let word = text.trim().split(['/', ' ', '\t']).next().unwrap_or_default();
        let Ok(played) = word.parse::<Move>() else {
            io.say(format!("status {:?} is not a move", shorten(word)));
            return;
        };
        let made = match played {
            Move::Place(square) => self.game.place(square),
            Move::Pass => self.game.play(Move::Pass),
        };
        match made {
            Ok(()) => self.record = None,
            Err(error) => io.say(format!("status illegal move {played}: {error}")),
        }
    }

    fn go(&mut self, io: &mut SessionIo<'_>) {
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            // A forced pass, or nothing at all after the end: no search, and no value.
            io.say("=== PA");
            return;
        }
        let clock = self.record.as_ref().and_then(time_left).filter(|left| !left.is_zero());
        let clock = clock.map(|remaining| Allowance::Clock {
            remaining,
            increment: std::time::Duration::ZERO,
            moves: None,
        });
        // A depth on the command line is a wish for the same moves every time.
        let time = self.effort.time.or(clock).filter(|_| self.effort.depth.is_none());
        let effort = SearchEffort { time, ..self.play_effort() };
        io.say(format!("status {} is thinking", io.name));
        self.task = Some(NBoardTask::Go);
        io.think(EngineQuestion { game: self.game.clone(), aim: Aim::Play, effort });
    }

    /// Returns what a move may cost but for its time.
    fn play_effort(&self) -> SearchEffort {
        SearchEffort { depth: self.depth.or(self.effort.depth), ..self.effort }
    }

    fn hint(&mut self, count: &str, io: &mut SessionIo<'_>) {
        let position = self.game.position();
        if position.is_finished() {
            io.say("status the game is over");
            return;
        }
        let count = count.trim().parse().unwrap_or(1).clamp(1, 64);
        io.say(format!("status {} is analyzing", io.name));
        self.task = Some(NBoardTask::Hint);
        let game = self.game.clone();
        io.think(EngineQuestion { game, aim: Aim::Best(count), effort: self.analysis() });
    }

    /// Values every position from the end to the start, so that what is known of the end helps the rest.
    fn analyze(&mut self, io: &mut SessionIo<'_>) {
        let plies = self.game.plies().len();
        let positions: Vec<_> = self.game.positions().take(plies + 1).enumerate().collect();
        io.say(format!("status {} is analyzing", io.name));
        self.task = Some(NBoardTask::Analyze(positions));
        self.analyze_next(io);
    }

    fn analyze_next(&mut self, io: &mut SessionIo<'_>) {
        let effort = self.analysis();
        let Some(NBoardTask::Analyze(left)) = &self.task else { return };
        match left.last() {
            Some((_, position)) => {
                let aim = Aim::Best(1);
                io.think(EngineQuestion { game: Game::new(*position), aim, effort });
            }
            None => {
                self.task = None;
                io.say("status");
            }
        }
    }

    fn analysis(&self) -> SearchEffort {
        SearchEffort {
            level: None,
            depth: Some(self.depth.or(self.effort.depth).unwrap_or(DEPTH)),
            time: None,
        }
    }
}

/// Writes an error on one line.
fn one_line(error: &impl std::fmt::Display) -> String {
    error.to_string().replace(['\n', '\r'], " ")
}

/// Writes what a search found, a line for each move.
fn hints(finding: &SearchFinding, io: &mut SessionIo<'_>) {
    let depth =
        if finding.exact { "100%".to_owned() } else { format!("{}@{}%", finding.depth, finding.percent) };
    for line in finding.lines.iter().filter(|line| !line.moves.is_empty()) {
        let moves: String = line.moves.iter().map(|&played| spell(played)).collect();
        io.say(format!("search {moves} {:.2} 0 {depth}", line.score));
    }
}

impl Dialogue for NBoardSession {
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if matches!(word, "set" | "move" | "go" | "hint" | "ping" | "learn" | "analyze" | "quit" | "nboard") {
            self.interrupt(io);
        }
        match word {
            "nboard" => io.say(format!("set myname {}", io.name)),
            "set" => self.set(rest.trim_start(), io),
            "move" => self.play(rest, io),
            "go" => self.go(io),
            "hint" => self.hint(rest, io),
            "ping" => io.say(format!("pong {}", rest.trim()).trim_end()),
            "learn" => io.say("learned"),
            "analyze" => self.analyze(io),
            "quit" => return Flow::Quit,
            // In the first version of the protocol a move stood alone.
            _ if rest.is_empty() && word.parse::<Move>().is_ok() => {
                self.interrupt(io);
                self.play(word, io);
            }
            _ => {}
        }
        Flow::On
    }

    fn report(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) {
        if matches!(self.task, Some(NBoardTask::Go | NBoardTask::Hint)) {
            hints(finding, io);
        }
    }

    fn waits(&self) -> Option<EngineQuestion> {
        let position = self.game.position();
        let waits = self.after_own == Some(position) && !position.is_finished();
        let game = || self.game.clone();
        waits.then(|| EngineQuestion { game: game(), aim: Aim::Play, effort: self.play_effort() })
    }

    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow {
        match &mut self.task {
            Some(NBoardTask::Go) => {
                self.task = None;
                self.answer(finding, io);
            }
            Some(NBoardTask::Hint) => {
                self.task = None;
                hints(finding, io);
                io.say(format!("nodestats {} {:.2}", finding.nodes, finding.time.as_secs_f64()));
                io.say("status");
            }
            Some(NBoardTask::Analyze(left)) => {
                if let Some((made, position)) = left.pop() {
                    let over = || f64::from(position.board().final_score());
                    let value = if position.is_finished() { over() } else { finding.score() };
                    io.say(format!("analysis {made} {value:.2}"));
                }
                self.analyze_next(io);
            }
            None => {}
        }
        Flow::On
    }
}
