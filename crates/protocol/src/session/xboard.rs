//! The engine's side of the protocol of `XBoardSession`, variant reversi.
//!
//! After `new` the engine plays the side that does not move first, here white. A `ping` during a search is
//! answered after the move, as the protocol has it; `?` makes it move at once. `hard` lets it ponder, `easy`
//! does not.

use outflank_rules::{Color, Game, Position};

use super::session_io::SessionIo;
use super::thinker::{Aim, EngineQuestion, SearchEffort, SearchFinding};
use super::xboard_game::{Control, make, moves_of, result, take_back};
use super::{Dialogue, Flow};
use crate::fault::shorten;
use crate::xboard::{read, read_board, spell};

/// What is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum XBoardTask {
    /// A move to be made.
    Move,
    /// A move to be proposed.
    Hint,
    /// The position, until something else comes.
    Analysis,
}

/// A session.
pub(super) struct XBoardSession {
    effort: SearchEffort,
    control: Control,
    game: Game,
    /// The side the engine plays; `None` in force mode.
    side: Option<Color>,
    task: Option<XBoardTask>,
    analyzes: bool,
    posts: bool,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    /// What the search has found so far.
    last: SearchFinding,
}

/// Commands that need no answer and change nothing here.
const IGNORED: [&str; 18] = [
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "otim", "draw", "bk", "ics",
    "cores", "memory", "egtpath", "option", "pause", "resume", "nps",
];

impl XBoardSession {
    pub(super) fn new(effort: SearchEffort) -> XBoardSession {
        XBoardSession {
            effort,
            control: Control::default(),
            game: Game::new(Position::start()),
            side: Some(Color::White),
            task: None,
            analyzes: false,
            posts: false,
            pings: Vec::new(),
            last: SearchFinding::default(),
        }
    }

    /// Ends what is being searched; nothing comes of it.
    fn drop_search(&mut self, io: &mut SessionIo<'_>) {
        io.halt();
        self.task = None;
        self.answer_pings(io);
    }

    fn answer_pings(&mut self, io: &mut SessionIo<'_>) {
        for number in std::mem::take(&mut self.pings) {
            io.say(format!("pong {number}").trim_end());
        }
    }

    fn features(io: &mut SessionIo<'_>) {
        io.say(format!(
            "feature myname=\"{} {}\" variants=\"reversi\" ping=1 setboard=1 playother=1 usermove=1 analyze=1",
            io.name, io.version
        ));
        io.say("feature time=1 draw=0 san=0 sigint=0 sigterm=0 reuse=1 colors=0 ics=0 name=0 pause=0 done=1");
    }

    /// Searches if it is the engine's turn, or if it analyses.
    fn go_on(&mut self, io: &mut SessionIo<'_>) {
        let position = self.game.position();
        if let Some(result) = result(position) {
            if !self.analyzes {
                io.say(result);
            }
            return;
        }
        let (task, aim) = if self.analyzes {
            (XBoardTask::Analysis, Aim::Endless)
        } else if self.side == Some(position.side_to_move()) {
            (XBoardTask::Move, Aim::Play)
        } else {
            return;
        };
        let made = moves_of(&self.game, position.side_to_move());
        let effort = match task {
            XBoardTask::Analysis => SearchEffort::default(),
            XBoardTask::Move | XBoardTask::Hint => self.control.effort(self.effort, made),
        };
        self.search(task, EngineQuestion { game: self.game.clone(), aim, effort }, io);
    }

    fn search(&mut self, task: XBoardTask, question: EngineQuestion, io: &mut SessionIo<'_>) {
        self.task = Some(task);
        self.last = SearchFinding::default();
        io.think(question);
    }

    fn user_move(&mut self, word: &str, io: &mut SessionIo<'_>) {
        let Some(played) = read(word) else {
            io.say(format!("Illegal move (not a move): {}", shorten(word)));
            return;
        };
        match self.task {
            Some(XBoardTask::Move) => {
                io.say(format!("Illegal move (it is my turn): {}", shorten(word)));
                return;
            }
            Some(XBoardTask::Hint | XBoardTask::Analysis) => self.drop_search(io),
            None => {}
        }
        match make(&mut self.game, played) {
            Ok(()) => self.go_on(io),
            Err(reason) => io.say(format!("Illegal move ({reason}): {}", shorten(word))),
        }
    }

    /// Changes the position by other means than a move.
    fn change(&mut self, word: &str, rest: &str, io: &mut SessionIo<'_>) {
        self.drop_search(io);
        match word {
            "new" => {
                let (effort, posts) = (self.effort, self.posts);
                // The depth is forgotten, the time control is not.
                let mut control = self.control;
                control.depth = None;
                *self = XBoardSession { control, posts, ..XBoardSession::new(effort) };
                io.forget();
            }
            "setboard" => match read_board(rest) {
                Ok(position) => self.game = Game::new(position),
                Err(error) => io.say(format!("tellusererror Illegal position: {error}")),
            },
            _ => {
                let count = if word == "undo" { 1 } else { 2 };
                if !take_back(&mut self.game, count) {
                    io.say(format!("Error (no move to take back): {word}"));
                }
            }
        }
        if self.analyzes {
            self.go_on(io);
        }
    }

    /// Changes who plays.
    fn role(&mut self, word: &str, io: &mut SessionIo<'_>) {
        self.drop_search(io);
        let side = self.game.position().side_to_move();
        self.analyzes = word == "analyze";
        self.side = match word {
            "go" => Some(side),
            "playother" => Some(!side),
            _ => None,
        };
        if matches!(word, "go" | "analyze") {
            self.go_on(io);
        }
    }

    /// Changes a limit.
    fn limit(&mut self, word: &str, words: &[&str], io: &mut SessionIo<'_>) {
        let first = words.first().copied().unwrap_or_default();
        let understood = match word {
            "level" => self.control.level(words),
            "time" => self.control.show(first),
            "st" => first
                .parse()
                .ok()
                .and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok())
                .map(|time| self.control.exact = Some(time)),
            _ => first.parse::<u32>().ok().filter(|depth| *depth > 0).map(|depth| {
                self.control.depth = Some(depth.min(60));
            }),
        };
        if understood.is_none() {
            io.say(format!("Error (bad number): {word} {}", shorten(&words.join(" "))));
        }
    }

    fn hint(&mut self, io: &mut SessionIo<'_>) {
        let position = self.game.position();
        if self.task.is_none() && !position.is_finished() {
            let effort = self.control.effort(self.effort, moves_of(&self.game, position.side_to_move()));
            let game = self.game.clone();
            self.search(XBoardTask::Hint, EngineQuestion { game, aim: Aim::Play, effort }, io);
        }
    }

    fn ping(&mut self, number: &str, io: &mut SessionIo<'_>) {
        self.pings.push(number.to_owned());
        if self.task != Some(XBoardTask::Move) {
            self.answer_pings(io);
        }
    }

    fn post(finding: &SearchFinding, io: &mut SessionIo<'_>) {
        let moves: Vec<String> = finding.moves().iter().map(|&played| spell(played)).collect();
        let hundredths = finding.time.as_millis() / 10;
        let score = (100.0 * finding.score()).round();
        let (depth, nodes) = (finding.depth, finding.nodes);
        io.say(format!("{depth} {score} {hundredths} {nodes} {}", moves.join(" ")).trim_end());
    }
}

impl Dialogue for XBoardSession {
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Flow::On };
        match word {
            "protover" => XBoardSession::features(io),
            "new" | "setboard" | "undo" | "remove" => self.change(word, &rest.join(" "), io),
            "force" | "result" | "exit" | "go" | "playother" | "analyze" => self.role(word, io),
            "usermove" => self.user_move(rest.first().copied().unwrap_or_default(), io),
            "level" | "time" | "st" | "sd" => self.limit(word, rest, io),
            "ping" => self.ping(rest.first().copied().unwrap_or_default(), io),
            "?" => io.hurry(),
            "hint" => self.hint(io),
            "hard" => io.ponders = true,
            "easy" => io.ponders = false,
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "." => {
                let SearchFinding { depth, nodes, time, .. } = self.last;
                io.say(format!("stat01: {} {nodes} {depth} 0 0", time.as_millis() / 10));
            }
            "variant" => {
                let name = rest.first().copied().unwrap_or_default();
                if !["reversi", "othello", "normal"].contains(&name.to_ascii_lowercase().as_str()) {
                    io.say(format!("Error (unsupported variant): {}", shorten(name)));
                }
            }
            "quit" => return Flow::Quit,
            _ if IGNORED.contains(&word) => {}
            _ if rest.is_empty() && read(word).is_some() => self.user_move(word, io),
            _ => io.say(format!("Error (unknown command): {}", shorten(line))),
        }
        Flow::On
    }

    fn report(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) {
        self.last = finding.clone();
        if self.posts || self.analyzes {
            XBoardSession::post(finding, io);
        }
    }

    fn waits(&self) -> Option<EngineQuestion> {
        let position = self.game.position();
        let side = position.side_to_move();
        let waits = self.side == Some(!side)
            && !self.analyzes
            && moves_of(&self.game, !side) > 0
            && !position.is_finished();
        let effort = self.control.effort(self.effort, moves_of(&self.game, !side));
        waits.then(|| EngineQuestion { game: self.game.clone(), aim: Aim::Play, effort })
    }

    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow {
        let played = finding.legal_move(self.game.position());
        match self.task.take() {
            Some(XBoardTask::Move) => {
                self.control.spend(finding.time);
                // Checked by `legal_move`.
                let _legal = self.game.play(played);
                io.say(format!("move {}", spell(played)));
                if let Some(result) = result(self.game.position()) {
                    io.say(result);
                }
            }
            Some(XBoardTask::Hint) => io.say(format!("Hint: {}", spell(played))),
            Some(XBoardTask::Analysis) | None => {}
        }
        self.answer_pings(io);
        Flow::On
    }

    fn end(&mut self, io: &mut SessionIo<'_>) {
        if self.task == Some(XBoardTask::Analysis) {
            self.drop_search(io);
        }
    }
}
