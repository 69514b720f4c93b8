//! The games of a match in a file, in any format.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_lab::GameEntry;
use outflank_records::{Format, Problem, Sink, format_of_path, write, wthor};

use crate::failure::{Failure, tell};
use crate::report;

/// A file that grows with every game: what was played is there even if the match is killed. WTHOR files,
/// which need a count before the first game, are written at the end.
pub(super) struct SavedGames {
    path: PathBuf,
    target: SaveTarget,
    /// A file with what was there before: it is emptied when the first game comes.
    old: Option<File>,
}

enum SaveTarget {
    /// Our own JSON lines, which hold all there is.
    Lines(File),
    /// Another format.
    Records(Box<dyn Sink>),
    /// WTHOR files.
    Wthor(Box<wthor::Writer>),
}

impl SavedGames {
    /// Opens the file, whose format is the one asked for, or goes by its name.
    pub(super) fn create(path: &Path, format: Option<Format>) -> Result<SavedGames, Failure> {
        let place = || format!("--save {}", path.display());
        let format = format.or_else(|| format_of_path(path)).ok_or_else(|| {
            Failure::Input(anyhow!("{}: the name does not tell the format; use --format", place()))
        })?;
        let open = || File::options().write(true).create(true).truncate(false).open(path);
        let mut old = None;
        let mut file = || -> Result<File, Failure> {
            let file = open().with_context(place).map_err(Failure::Input)?;
            old = file.try_clone().ok();
            Ok(file)
        };
        let target = match format {
            Format::Jsonl => SaveTarget::Lines(file()?),
            Format::Wthor => {
                let writer = wthor::Writer::create(path).with_context(place).map_err(Failure::Input)?;
                SaveTarget::Wthor(Box::new(writer))
            }
            format => {
                SaveTarget::Records(write(file()?, format).with_context(place).map_err(Failure::Input)?)
            }
        };
        Ok(SavedGames { path: path.to_owned(), target, old })
    }

    /// Adds a game.
    pub(super) fn add(&mut self, entry: &GameEntry) -> Result<(), Failure> {
        if let Some(old) = self.old.take() {
            // A pipe or a device has nothing to empty.
            let _length = old.set_len(0);
        }
        let sink: &mut dyn Sink = match &mut self.target {
            SaveTarget::Lines(file) => {
                let written = report::json_line(file, entry).and_then(|()| file.flush());
                return written.with_context(|| self.path.display().to_string()).map_err(Failure::Other);
            }
            SaveTarget::Records(sink) => sink.as_mut(),
            SaveTarget::Wthor(writer) => writer.as_mut(),
        };
        let record = entry.record().ok_or_else(|| {
            Failure::Other(anyhow!("game {}: {:?} cannot be played again", entry.game, entry.moves))
        })?;
        let put = sink.put(&record);
        self.checked(put, &format!(", game {}", entry.game))
    }

    /// Writes what is left to write.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let finished = match &mut self.target {
            SaveTarget::Lines(_) => Ok(()),
            SaveTarget::Records(sink) => sink.finish(),
            SaveTarget::Wthor(writer) => {
                let finished = writer.finish();
                writer.written().warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
                finished
            }
        };
        self.checked(finished, "")
    }

    /// Tells a format that cannot hold a game from a disk that cannot.
    fn checked(&self, done: Result<(), outflank_records::RecordError>, place: &str) -> Result<(), Failure> {
        done.map_err(|error| {
            let is_io = matches!(error.problem, Problem::Io(_));
            let error = anyhow!(error).context(format!("{}{place}", self.path.display()));
            if is_io { Failure::Other(error) } else { Failure::Input(error) }
        })
    }
}
