//! The engine's side of the Go Text Protocol for Othello.
//!
//! Commands are answered in their order: while a move is being searched further ones wait. The comment
//! `# interrupt` ends the search with the best move so far. As with engines for Go, one that ponders does so
//! after each `genmove`, and no command waits for it.

use outflank_rules::{Color, Diagram, Move, Position};

use super::gtp_clock::Clocks;
use super::gtp_game::{GtpGame, color, vertex};
use super::session_io::SessionIo;
use super::thinker::{Aim, EngineQuestion, SearchEffort, SearchFinding};
use super::{Dialogue, Flow};
use crate::fault::shorten;
use crate::gtp::CORE_COMMANDS;

/// The commands beside those every program has to know, in the order they are listed.
const FURTHER_COMMANDS: [&str; 20] = [
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
    "level",
    "depth",
    "clear_cache",
    "gogui-interrupt",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-title",
];

/// Returns all commands, in the order they are listed.
fn commands() -> Vec<&'static str> {
    [&CORE_COMMANDS[..], &FURTHER_COMMANDS[..]].concat()
}

/// Tells whether a line that comes during a search ends it.
pub(super) fn interrupts(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
}

/// A move that is being searched.
struct GtpSearch {
    id: String,
    side: Color,
    /// Whether it is made, too.
    makes: bool,
}

/// A session.
pub(super) struct GtpSession {
    effort: SearchEffort,
    board: GtpGame,
    clocks: Clocks,
    search: Option<GtpSearch>,
    /// The position after the last move that was asked for: while it stands, the opponent thinks.
    after_own: Option<Position>,
}

/// An answer: good with its text, or a refusal with its reason.
type GtpAnswer = Result<String, String>;

impl GtpSession {
    pub(super) fn new(effort: SearchEffort) -> GtpSession {
        let (board, clocks) = (GtpGame::new(), Clocks::default());
        GtpSession { effort, board, clocks, search: None, after_own: None }
    }

    fn answer(id: &str, answer: GtpAnswer, io: &mut SessionIo<'_>) {
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        // A blank line would end the answer; a drawing begins on a line of its own.
        let before = match text.chars().next() {
            None | Some('\n') => "",
            Some(_) => " ",
        };
        io.say(format!("{sign}{id}{before}{text}\n"));
    }

    /// Begins to search for a move, or answers at once where there is no choice.
    fn generate(
        &mut self,
        id: &str,
        words: &[&str],
        makes: bool,
        io: &mut SessionIo<'_>,
    ) -> Option<GtpAnswer> {
        let Some(side) = words.first().and_then(|word| color(word)) else {
            return Some(Err("invalid color".to_owned()));
        };
        let position = self.board.position();
        if position.is_finished() {
            return Some(Ok(vertex(Move::Pass)));
        }
        let own = position.side_to_move() == side;
        if !own && !position.must_pass() {
            return Some(Err(format!("wrong color: it is {}'s turn", position.side_to_move())));
        }
        if own && position.must_pass() {
            let made = if makes { self.board.play(side, Move::Pass) } else { Ok(()) };
            return Some(made.map(|()| vertex(Move::Pass)));
        }
        // A pass of the other side that was left out is made together with the move.
        let mut game = self.board.game().clone();
        if !own {
            let _must_pass = game.play(Move::Pass);
        }
        let time = self.clocks.allowance(side).or(self.effort.time);
        let effort = SearchEffort { time, ..self.effort };
        self.search = Some(GtpSearch { id: id.to_owned(), side, makes });
        io.think(EngineQuestion { game, aim: Aim::Play, effort });
        None
    }

    /// Answers a command; `None` if the answer comes later.
    fn command(&mut self, id: &str, word: &str, words: &[&str], io: &mut SessionIo<'_>) -> Option<GtpAnswer> {
        let position = self.board.position();
        let good = || Ok(String::new());
        let syntax = || Err("syntax error".to_owned());
        Some(match word {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(io.name.clone()),
            "version" => Ok(io.version.clone()),
            "gogui-title" => Ok(format!("{} {}", io.name, io.version)),
            "known_command" => Ok(words.first().is_some_and(|name| commands().contains(name)).to_string()),
            "list_commands" => Ok(commands().join("\n")),
            "quit" | "gogui-interrupt" => good(),
            "boardsize" => match words {
                ["8"] => {
                    self.board = GtpGame::new();
                    good()
                }
                [size, ..] if size.parse::<u32>().is_ok() => Err("unacceptable size".to_owned()),
                _ => Err("boardsize not an integer".to_owned()),
            },
            "clear_board" => {
                self.board = GtpGame::new();
                io.forget();
                good()
            }
            "clear_cache" => {
                io.forget();
                good()
            }
            "komi" => match words {
                [komi] if komi.parse::<f64>().is_ok() => good(),
                _ => Err("komi not a float".to_owned()),
            },
            "play" => self.play(words),
            "genmove" => return self.generate(id, words, true, io),
            "reg_genmove" => return self.generate(id, words, false, io),
            "undo" => self.board.undo().map(|()| String::new()),
            "time_settings" => match Clocks::set(words) {
                Some(clocks) => {
                    self.clocks = clocks;
                    good()
                }
                None => syntax(),
            },
            "time_left" => match words.split_first() {
                Some((side, rest)) => match color(side) {
                    Some(side) => self.clocks.show(side, rest).map_or_else(syntax, |()| good()),
                    None => Err("invalid color".to_owned()),
                },
                None => syntax(),
            },
            "set_game" => match words {
                [name] if ["othello", "reversi"].iter().any(|known| name.eq_ignore_ascii_case(known)) => {
                    good()
                }
                _ => Err("unsupported game".to_owned()),
            },
            "list_games" | "gogui-rules_game_id" => Ok("Othello".to_owned()),
            "loadsgf" => self.load(words),
            "showboard" => Ok(format!("\n{}", Diagram::new(position))),
            "final_score" => {
                self.board.result().ok_or_else(|| "cannot score: the game is not over".to_owned())
            }
            "level" => match words.first().and_then(|word| word.parse().ok()) {
                Some(level @ 1..=20) => {
                    self.effort = SearchEffort { level: Some(level), depth: None, time: self.effort.time };
                    good()
                }
                _ => Err("levels are 1 to 20".to_owned()),
            },
            "depth" => match words.first().and_then(|word| word.parse().ok()) {
                Some(depth @ 1..=60) => {
                    self.effort.depth = Some(depth);
                    good()
                }
                _ => Err("depths are 1 to 60".to_owned()),
            },
            "gogui-rules_board" => Ok(format!("\n{}", self.board.rows())),
            "gogui-rules_board_size" => Ok("8".to_owned()),
            "gogui-rules_legal_moves" => Ok(self.board.legal_moves()),
            "gogui-rules_side_to_move" => Ok(position.side_to_move().to_string()),
            "gogui-rules_final_result" => Ok(self.board.result().unwrap_or_default()),
            _ => Err(format!("unknown command: {}", shorten(word))),
        })
    }

    fn play(&mut self, words: &[&str]) -> GtpAnswer {
        let &[side, place] = words else { return Err("syntax error".to_owned()) };
        match (color(side), place.parse::<Move>()) {
            (Some(side), Ok(played)) => self.board.play(side, played).map(|()| String::new()),
            _ => Err("invalid color or coordinate".to_owned()),
        }
    }

    fn load(&mut self, words: &[&str]) -> GtpAnswer {
        let (path, before) = match words {
            [path] => (path, None),
            [path, number] => match number.parse::<usize>() {
                Ok(number) => (path, Some(number)),
                Err(_) => return Err("syntax error".to_owned()),
            },
            _ => return Err("syntax error".to_owned()),
        };
        self.board = GtpGame::load(path, before)?;
        Ok(self.board.position().side_to_move().to_string())
    }
}

impl Dialogue for GtpSession {
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow {
        let line = line.split('#').next().unwrap_or_default();
        // Control characters are dropped, tabs are blanks.
        let plain: String = line
            .chars()
            .map(|character| if character == '\t' { ' ' } else { character })
            .filter(|character| !character.is_control())
            .collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Flow::On };
        let numbered = first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, words) = if numbered { (first, rest) } else { ("", words.as_slice()) };
        let Some((&word, rest)) = words.split_first() else {
            GtpSession::answer(id, Err("syntax error: there is no command".to_owned()), io);
            return Flow::On;
        };
        if let Some(answer) = self.command(id, word, rest, io) {
            GtpSession::answer(id, answer, io);
        }
        if word == "quit" { Flow::Quit } else { Flow::On }
    }

    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow {
        let Some(GtpSearch { id, side, makes }) = self.search.take() else { return Flow::On };
        let position = self.board.position();
        let own = position.side_to_move() == side;
        let position = if own { position } else { position.play(Move::Pass).unwrap_or(position) };
        let played = finding.legal_move(position);
        self.clocks.spend(side, finding.time);
        let made = if makes { self.board.play(side, played) } else { Ok(()) };
        self.after_own = makes.then(|| self.board.position());
        GtpSession::answer(&id, made.map(|()| vertex(played)), io);
        Flow::On
    }

    fn waits(&self) -> Option<EngineQuestion> {
        let position = self.board.position();
        let waits = self.after_own == Some(position) && !position.is_finished();
        let game = || self.board.game().clone();
        waits.then(|| EngineQuestion { game: game(), aim: Aim::Play, effort: self.effort })
    }
}
