//! What a game leaves behind on disk: a log, and one line in a report.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use outflank_players::Entrant;
use outflank_rules::{Game, Position, Square};

/// Returns the discs of both sides at the end of a game, empty squares given to the winner.
pub(crate) fn final_discs(position: Position) -> (i32, i32) {
    let score = position.score();
    ((64 + score) / 2, (64 - score) / 2)
}

/// Returns the square of the last disc placed.
pub(crate) fn last_square(game: &Game) -> Option<Square> {
    game.plies().iter().rev().find_map(|played| played.square())
}

/// Writes everything about a game; it can be set up again from it.
pub(crate) fn log_text(game: &Game, players: &[Entrant; 2], seed: u64) -> String {
    let names = players.each_ref().map(ToString::to_string);
    outflank_lab::log_text(game, names.each_ref().map(String::as_str), &[format!("Seed: {seed}")], None)
}

/// The log file of a session: the first game in the file named, further games beside it.
#[derive(Debug)]
pub(crate) struct LogFile {
    path: PathBuf,
    game: usize,
}

impl LogFile {
    /// Names the file; nothing is written yet.
    pub(crate) fn new(path: PathBuf) -> LogFile {
        LogFile { path, game: 1 }
    }

    /// Returns the file of the current game: `games.log`, then `games.2.log`, ...
    fn current(&self) -> PathBuf {
        if self.game == 1 {
            return self.path.clone();
        }
        let extension =
            self.path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
        let stem = self.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        self.path.with_file_name(format!("{stem}.{}{extension}", self.game))
    }

    /// Goes on to the file of the next game.
    pub(crate) fn next_game(&mut self) {
        self.game += 1;
    }

    /// Writes the log of the current game anew.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        let path = self.current();
        fs::write(&path, text).map_err(|error| named(&path, &error))
    }
}

/// Appends a finished game to a report: players, plies, discs, and in the rightmost column the score gap,
/// black minus white.
pub(crate) fn append_report(path: &Path, game: &Game, players: &[Entrant; 2]) -> io::Result<()> {
    let [black, white] = players.each_ref().map(ToString::to_string);
    let (x, o) = final_discs(game.position());
    let plies = game.plies().len();
    let line = format!("{black:8} {white:8} {plies:3} {x:3} {o:3} {:+4}\n", game.position().score());
    let append = || OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes());
    append().map_err(|error| named(path, &error))
}

/// Adds the file's name to an error.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_holds_every_ply_and_the_counts() {
        let moves = ["f5", "d6"].map(|m| m.parse().unwrap());
        let game = Game::replay(Position::start(), moves).unwrap();
        let log = log_text(&game, &["human", "greedy"].map(|text| text.parse().unwrap()), 7);
        assert!(log.contains("  1. black f5    4-1\n  2. white d6    3-3\n"), "{log}");
        assert!(log.contains("Corners: black 0, white 0\nScore: not finished\nTranscript: f5d6\n"), "{log}");
    }

    #[test]
    fn further_games_are_logged_beside_the_first() {
        let mut file = LogFile::new("logs/om.log".into());
        assert_eq!(file.current(), Path::new("logs/om.log"));
        file.next_game();
        assert_eq!(file.current(), Path::new("logs/om.2.log"));
    }
}
