//! Games on disk during play: any format that is read, the format of the extension written; a log, and a
//! report.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_game::GameInPlay;
use outflank_lab::{game_log, report_line};
use outflank_records::{Format, Record, open, write, wthor};
use outflank_rules::{Game, Position};
use outflank_terminal::Papers;

use crate::replace::OutputFile;

/// The files of a session.
#[derive(Debug)]
pub(crate) struct Folder {
    log: Option<SessionLog>,
    report: Option<PathBuf>,
    seed: u64,
}

impl Folder {
    /// Names the files; nothing is written yet.
    pub(crate) fn new(log: Option<PathBuf>, report: Option<PathBuf>, seed: u64) -> Folder {
        Folder { log: log.map(SessionLog::new), report, seed }
    }
}

impl Papers for Folder {
    fn load(&self, path: &Path) -> Result<Game, String> {
        load(path).map_err(|error| format!("{error:#}"))
    }

    fn save(&self, path: &Path, game: &GameInPlay) -> Result<(), String> {
        save(path, game).map_err(|error| format!("{error:#}"))
    }

    fn log_to(&mut self, path: PathBuf) {
        self.log = Some(SessionLog::new(path));
    }

    fn log(&mut self, game: &GameInPlay) -> Result<(), String> {
        let Some(log) = &self.log else { return Ok(()) };
        log.write(&game_log(game, &[format!("Seed: {}", self.seed)])).map_err(|error| error.to_string())
    }

    fn next_log(&mut self) {
        if let Some(log) = &mut self.log {
            log.next_game();
        }
    }

    fn report(&mut self, game: &GameInPlay) -> Result<(), String> {
        let Some(path) = &self.report else { return Ok(()) };
        append_report(path, game).map_err(|error| error.to_string())
    }
}

/// Reads the first game or position of a file.
fn load(path: &Path) -> anyhow::Result<Game> {
    for item in open(path)?.1 {
        if let Some(record) = item?.record {
            return Ok(record.game());
        }
    }
    Err(anyhow!("{}: no game or position", path.display()))
}

/// Writes a game: a transcript, unless the extension says otherwise or the start is not the standard one.
fn save(path: &Path, game: &GameInPlay) -> anyhow::Result<()> {
    let history = game.history();
    let usual = if history.start() == Position::start() { Format::Transcript } else { Format::Ggf };
    let format = Format::of_path(path).unwrap_or(usual);
    let mut record = Record::from(history);
    [record.black.name, record.white.name] =
        game.seats().each_ref().map(|seat| Some(seat.called().to_owned()));
    if format == Format::Wthor {
        wthor::write_path(path, [record])?;
        return Ok(());
    }
    let mut target = OutputFile::create(path).with_context(|| path.display().to_string())?;
    let mut sink = write(&mut target, format)?;
    sink.put(&record)?;
    sink.finish()?;
    drop(sink);
    target.flush()?;
    target.commit().with_context(|| path.display().to_string())
}

/// The log file of a session: the first game in the file named, further games beside it.
#[derive(Debug)]
struct SessionLog {
    path: PathBuf,
    game: usize,
}

impl SessionLog {
    fn new(path: PathBuf) -> SessionLog {
        SessionLog { path, game: 1 }
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

    fn next_game(&mut self) {
        self.game += 1;
    }

    /// Writes the log of the current game anew.
    fn write(&self, text: &str) -> io::Result<()> {
        let path = self.current();
        fs::write(&path, text).map_err(|error| named(&path, &error))
    }
}

/// Appends a finished game to a report: players, plies, discs, and in the rightmost column the score gap,
/// black minus white.
fn append_report(path: &Path, game: &GameInPlay) -> io::Result<()> {
    let line = report_line(game);
    let append = || OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes());
    append().map_err(|error| named(path, &error))
}

/// Adds the file's name to an error.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use outflank_game::Seat;
    use outflank_rules::Color;

    use super::*;

    fn seats() -> [Seat; 2] {
        [Seat::person(""), Seat::program("greedy")]
    }

    #[test]
    fn a_log_holds_every_ply_and_the_counts() {
        let moves = ["f5", "d6"].map(|m| m.parse().unwrap());
        let mut game = GameInPlay::new(Game::replay(Position::start(), moves).unwrap(), seats());
        let log = game_log(&game, &[]);
        assert!(log.contains("  1. black f5    4-1\n  2. white d6    3-3\n"), "{log}");
        assert!(log.contains("Corners: black 0, white 0\nScore: not finished\nTranscript: f5d6\n"), "{log}");
        game.resign(Color::Black);
        let log = game_log(&game, &[]);
        assert!(log.contains("Score: black 0, white 64 (-64), black resigned"), "{log}");
    }

    #[test]
    fn further_games_are_logged_beside_the_first() {
        let mut file = SessionLog::new("logs/om.log".into());
        assert_eq!(file.current(), Path::new("logs/om.log"));
        file.next_game();
        assert_eq!(file.current(), Path::new("logs/om.2.log"));
    }
}
