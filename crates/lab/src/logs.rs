//! Logs, a folder of them or one file: who played whom, and how it ended.
//!
//! Understood are our own game logs, what a program or referee of the university protocol wrote (lines with
//! `B d 3`, also after the name of a speaker), and every format of games that `records` reads. A file may
//! hold one log after the other.

mod segments;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use outflank_records::{Format, Record, open};
use outflank_rules::{Color, Game, Position, Square};

use crate::standings::{Meeting, Standings};

/// A game of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedGame {
    /// Who had black, and who white.
    pub names: [String; 2],
    /// Black's discs minus white's.
    pub score: i32,
    /// Whether a side forfeited.
    pub forfeited: bool,
}

/// What logs hold.
#[derive(Debug, Default)]
pub struct Logs {
    /// The games, in the order of the names of their files, and within a file one after the other.
    pub games: Vec<LoggedGame>,
    /// Files, or games in them, that do not say how a game ended, with the reason.
    pub left_out: Vec<(PathBuf, String)>,
}

/// How our own game logs begin.
const OWN: &str = "Outflank game log";

/// The largest log that is read, in bytes.
const LARGEST: u64 = 256 << 20;

impl Logs {
    /// Reads a file, or all files of a folder and of folders within it.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn read(path: &Path) -> io::Result<Logs> {
        let mut logs = Logs::default();
        if path.is_file() {
            logs.read_file(path);
            return Ok(logs);
        }
        let mut folders = vec![path.to_owned()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                match () {
                    () if kind.is_dir() => folders.push(entry.path()),
                    // A link may lead anywhere, also back; one to a file is read.
                    () if kind.is_file() || entry.path().is_file() => files.push(entry.path()),
                    () => {}
                }
            }
        }
        files.sort();
        files.iter().for_each(|path| logs.read_file(path));
        Ok(logs)
    }

    fn read_file(&mut self, path: &Path) {
        let mut leave_out = |reason: String| self.left_out.push((path.to_owned(), reason));
        let bytes = match fs::metadata(path).and_then(|data| match data.len() {
            ..=LARGEST => fs::read(path),
            length => Err(io::Error::other(format!("{length} bytes are too many"))),
        }) {
            Ok(bytes) => bytes,
            Err(error) => return leave_out(error.to_string()),
        };
        let text = String::from_utf8_lossy(&bytes);
        if Format::of_path(path).is_none() {
            let segments = segments::games(&text);
            let read = |segment: &&str| own_log(segment).or_else(|| referee_log(segment, path));
            let found: Vec<_> = segments.iter().filter_map(read).collect();
            let count = found.len();
            for (number, one) in (1..).zip(found) {
                match one {
                    Ok(game) => self.games.push(game),
                    Err(reason) if count > 1 => leave_out(format!("game {number}: {reason}")),
                    Err(reason) => leave_out(reason),
                }
            }
            if count > 0 {
                return;
            }
        }
        let items = match open(path) {
            Ok((_, items)) => items,
            Err(error) => return leave_out(error.to_string()),
        };
        for item in items {
            match item {
                Ok(item) => match item.record.as_ref().map(recorded) {
                    Some(Ok(game)) => self.games.push(game),
                    Some(Err(reason)) => leave_out(reason),
                    None => {}
                },
                Err(error) => {
                    leave_out(error.to_string());
                    break;
                }
            }
        }
    }

    /// Counts the games; returns the names of the players and what they did.
    #[must_use]
    pub fn standings(&self) -> (Vec<String>, Standings) {
        let mut names: Vec<String> = self.games.iter().flat_map(|game| game.names.clone()).collect();
        names.sort();
        names.dedup();
        let mut standings = Standings::new(names.len());
        for game in &self.games {
            let seats = game.names.each_ref().map(|name| names.binary_search(name).unwrap_or(0));
            let LoggedGame { score, forfeited, .. } = *game;
            standings.add_single(&Meeting { seats, score, forfeited, thinking: Default::default() });
        }
        standings.rate();
        (names, standings)
    }
}

/// Returns what follows a label at the beginning of a line.
fn labelled<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.trim_start_matches(['C', '#', ' ']).strip_prefix(label).map(str::trim))
}

/// Reads a log that this program wrote; `None` if it is none.
fn own_log(text: &str) -> Option<Result<LoggedGame, String>> {
    if !text.trim_start().starts_with(OWN) {
        return None;
    }
    let name = |label: &str| labelled(text, label).unwrap_or("?").to_owned();
    let result = labelled(text, "Score:").unwrap_or("missing");
    let inside = result.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    Some(match inside.and_then(|(score, rest)| Some((score.parse().ok()?, rest))) {
        Some((score, rest)) => Ok(LoggedGame {
            names: [name("Black:"), name("White:")],
            score,
            forfeited: rest.contains("forfeits"),
        }),
        None => Err(format!("score: {result}")),
    })
}

/// Reads what was said in a game of the university protocol; `None` if there are no moves in it.
fn referee_log(text: &str, path: &Path) -> Option<Result<LoggedGame, String>> {
    let mut game = Game::new(Position::start());
    let mut last = None;
    for line in text.lines() {
        let Some(said) = spoken_move(line) else { continue };
        // A move is said by one program and repeated to the other.
        if last == Some(said) {
            continue;
        }
        last = Some(said);
        if let Err(reason) = game.place(said.1) {
            let ply = game.plies().len() + 1;
            return Some(forfeit(text, path).ok_or_else(|| format!("ply {ply} ({}): {reason}", said.1)));
        }
    }
    last?;
    if let Some(game) = forfeit(text, path) {
        return Some(Ok(game));
    }
    let position = game.position();
    Some(match position.is_finished() {
        true => Ok(LoggedGame { names: players(text, path), score: position.score(), forfeited: false }),
        false => Err("the game is not finished".to_owned()),
    })
}

/// Returns the game if a line says that a side forfeits.
fn forfeit(text: &str, path: &Path) -> Option<LoggedGame> {
    let side = Color::BOTH.into_iter().find(|side| {
        text.lines().any(|line| line.trim_start().starts_with(&format!("{} forfeits", side.name())))
    })?;
    let score = if side == Color::Black { -64 } else { 64 };
    Some(LoggedGame { names: players(text, path), score, forfeited: true })
}

/// Understands a line that ends with a move: `B d 3`, `W d3`, `black   B d 3`, `> B d 3`.
fn spoken_move(line: &str) -> Option<(Color, Square)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (before, square) = match words[..] {
        [.., column, row] if column.len() == 1 && row.len() == 1 => {
            (&words[..words.len() - 2], format!("{column}{row}").parse().ok()?)
        }
        [.., square] => (&words[..words.len() - 1], square.parse().ok()?),
        [] => return None,
    };
    let side = match before {
        ["B" | "b"] | [_, "B" | "b"] => Color::Black,
        ["W" | "w"] | [_, "W" | "w"] => Color::White,
        _ => return None,
    };
    Some((side, square))
}

/// Finds out who played: as the log says, or as its file is called (`one-vs-two.log`).
fn players(text: &str, path: &Path) -> [String; 2] {
    let said = [labelled(text, "Black:"), labelled(text, "White:")];
    if let [Some(black), Some(white)] = said {
        return [black.to_owned(), white.to_owned()];
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let parts = ["-vs-", "_vs_", " vs "].iter().find_map(|mark| stem.split_once(mark));
    parts.map_or(["black".to_owned(), "white".to_owned()], |(black, white)| {
        [black.to_owned(), white.to_owned()]
    })
}

/// Takes the result of a record, as it is stated or stands on the board.
fn recorded(record: &Record) -> Result<LoggedGame, String> {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let stated = record.outcome.as_ref();
    let score = stated.and_then(|outcome| Some(outcome.score.as_ref()?.as_f64()?.round() as i32));
    let winner = stated.and_then(|outcome| outcome.winner);
    let position = record.last_position();
    let score = match (score, winner) {
        (Some(score), _) => score.clamp(-64, 64),
        (None, _) if position.is_finished() => position.score(),
        (None, Some(Color::Black)) => 64,
        (None, Some(Color::White)) => -64,
        (None, None) => return Err("a game without a result".to_owned()),
    };
    let forfeited = stated.is_some_and(|outcome| outcome.ending == outflank_records::Ending::Forfeited);
    Ok(LoggedGame { names: [name(&record.black.name), name(&record.white.name)], score, forfeited })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

    #[test]
    fn logs_of_every_kind_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        // The shortest game: black takes everything in nine moves.
        let side = |ply: usize| if ply.is_multiple_of(2) { "B" } else { "W" };
        let said: Vec<String> = SHORT
            .iter()
            .enumerate()
            .map(|(ply, square)| format!("{} {} {}", side(ply), &square[..1], &square[1..]))
            .collect();
        let twice: Vec<String> = said.iter().map(|line| format!("black   {line}\nwhite   {line}")).collect();
        write("ann-vs-bob.log", &format!("referee I B\n{}\n13\n", twice.join("\n")));
        write(
            "broken.log",
            &format!("C Black: bob\nC White: ann\n{}\nblack forfeits: it ended\n", said[..3].join("\n")),
        );
        write("half.txt", &said[..4].join("\n"));
        write(
            "one.ggf",
            "(;GM[Othello]PC[x]PB[ann]PW[bob]RE[-8.000]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)\n",
        );
        write("own.log", "Outflank game log\nBlack: bob\nWhite: ann\n\nScore: black 32, white 32 (+0)\n");
        write("noise.bin", "\u{1}\u{2}\u{3}");
        let logs = Logs::read(folder.path()).unwrap();
        let scores: Vec<i32> = logs.games.iter().map(|game| game.score).collect();
        assert_eq!(scores, [64, -64, -8, 0], "{logs:?}");
        assert_eq!(logs.left_out.len(), 2, "{logs:?}");
        let (names, standings) = logs.standings();
        assert_eq!(names, ["ann", "bob"]);
        let between = standings.between(0, 1);
        assert_eq!((between.wins, between.draws, between.losses, between.forfeits), (2, 1, 1, 1));
        assert!(Logs::read(Path::new("/no/such/folder")).is_err());
        // One of them alone.
        assert_eq!(Logs::read(&folder.path().join("ann-vs-bob.log")).unwrap().games[..], logs.games[..1]);
    }

    #[test]
    fn one_file_holds_many_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.txt");
        let side = |ply: usize| if ply.is_multiple_of(2) { "B" } else { "W" };
        let moves = |count: usize| -> String {
            let said = SHORT.iter().take(count).enumerate();
            said.map(|(ply, square)| format!("{} {} {}\n", side(ply), &square[..1], &square[1..])).collect()
        };
        let named = |black: &str, white: &str| format!("Black: {black}\nWhite: {white}\n");
        // Named games, one of them broken off; games that only follow each other are named by the file.
        let mut text = format!("{}{}13\n", named("ann", "bob"), moves(9));
        text += &format!("{}{}black forfeits: it ended\n", named("bob", "ann"), moves(3));
        text += &format!("{}{}", named("cid", "ann"), moves(4));
        text += &format!("{}{}\n", named("ann", "cid"), moves(9));
        fs::write(&path, &text).unwrap();
        let logs = Logs::read(&path).unwrap();
        let results: Vec<(&str, &str, i32)> =
            logs.games.iter().map(|game| (&*game.names[0], &*game.names[1], game.score)).collect();
        assert_eq!(results, [("ann", "bob", 64), ("bob", "ann", -64), ("ann", "cid", 64)]);
        assert_eq!(logs.left_out[0].1, "game 3: the game is not finished");

        let path = folder.path().join("ann-vs-bob.log");
        fs::write(&path, format!("I B\n{}I W\n{}{}", moves(9), moves(9), moves(9))).unwrap();
        let logs = Logs::read(&path).unwrap();
        assert_eq!((logs.games.len(), logs.left_out.len()), (3, 0), "{logs:?}");
        assert!(logs.games.iter().all(|game| game.names == ["ann", "bob"] && game.score == 64));

        let own = "Outflank game log\nBlack: bob\nWhite: ann\n\nScore: black 32, white 32 (+0)\n\n";
        fs::write(&path, own.repeat(5)).unwrap();
        assert_eq!(Logs::read(&path).unwrap().games.len(), 5);
    }
}
