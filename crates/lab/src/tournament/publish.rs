//! Writing what a tournament came to: for people, for other programs, game by game.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use outflank_records::{Format, Record, to_bytes};

use crate::entry::GameEntry;
use crate::tournament::results::TournamentResults;
use crate::tournament::summary::TournamentSummary;
use crate::tournament::venue::{Venue, VenueError};
use crate::tournament::{csv, page};
use outflank_game::log_text;

impl Venue {
    /// Writes summary, tables, pages, records and logs into the folder, and returns the summary.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn publish(&self, mut results: TournamentResults) -> Result<TournamentSummary, VenueError> {
        self.add_losses(&mut results)?;
        let summary = TournamentSummary::new(&self.plan, &results);
        for (name, content) in self.files(&results, &summary)? {
            write_whole(&self.folder.join(name), &content)?;
        }
        if self.plan.logs {
            self.write_logs(&results.games)?;
        }
        Ok(summary)
    }

    /// Returns what [`Venue::publish`] would write for the games so far, but for the logs, without writing
    /// anything: names of files and what is in them.
    ///
    /// # Errors
    ///
    /// If what is known of losses cannot be read.
    pub fn documents(&self, mut results: TournamentResults) -> Result<Vec<(String, Vec<u8>)>, VenueError> {
        self.add_losses(&mut results)?;
        let summary = TournamentSummary::new(&self.plan, &results);
        self.files(&results, &summary)
    }

    /// Returns the reports as files.
    fn files(
        &self,
        results: &TournamentResults,
        summary: &TournamentSummary,
    ) -> Result<Vec<(String, Vec<u8>)>, VenueError> {
        let json = serde_json::to_vec_pretty(summary)
            .map_err(|error| VenueError::File(self.folder.join("summary.json"), error.into()))?;
        let mut files = vec![
            ("summary.txt", summary.to_string().into_bytes()),
            ("summary.json", json),
            ("players.csv", csv::players(summary).into_bytes()),
            ("pairings.csv", csv::pairings(summary).into_bytes()),
            ("games.csv", csv::games(&results.games).into_bytes()),
            ("games.txt", report_lines(&results.games).into_bytes()),
            ("games.ggf", self.ggf(&results.games)),
            ("report.html", page::write(&self.plan, results, summary).into_bytes()),
        ];
        if self.plan.curves {
            files.push(("curves.csv", csv::curves(results).into_bytes()));
        }
        let drawings = page::drawings(&self.plan, summary).into_iter();
        let drawings = drawings.map(|(name, drawing)| (name.to_owned(), drawing.into_bytes()));
        Ok(files.into_iter().map(|(name, content)| (name.to_owned(), content)).chain(drawings).collect())
    }

    /// Returns the report of the games so far as a page, without writing anything. Moves are not judged for
    /// it.
    #[must_use]
    pub fn page(&self, results: &TournamentResults) -> String {
        page::write(&self.plan, results, &TournamentSummary::new(&self.plan, results))
    }

    /// Writes a log for every game that has none yet.
    fn write_logs(&self, entries: &[GameEntry]) -> Result<(), VenueError> {
        let folder = self.folder.join("logs");
        fs::create_dir_all(&folder).map_err(|error| VenueError::File(folder.clone(), error))?;
        for entry in entries {
            let path = folder.join(format!("{:06}.log", entry.game));
            if path.exists() {
                continue;
            }
            let Some(text) = self.log(entry) else { continue };
            write_named(&path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the readable log of a game; `None` if its moves cannot be played.
    #[must_use]
    pub fn log(&self, entry: &GameEntry) -> Option<String> {
        let game = entry.replay()?;
        let mut notes = vec![format!("Game: {}", entry.game), format!("Opening: {}", entry.opening)];
        if let Some(name) = &self.plan.name {
            notes.insert(0, format!("Event: {name}"));
        }
        let why = entry.decision();
        let decided = why.as_deref().map(|why| (entry.score, why));
        Some(log_text(&game, [&entry.black, &entry.white], &notes, decided))
    }

    fn ggf(&self, entries: &[GameEntry]) -> Vec<u8> {
        let records: Vec<Record> = entries.iter().filter_map(|entry| self.record(entry)).collect();
        to_bytes(records.iter(), Format::Ggf).unwrap_or_default()
    }

    fn record(&self, entry: &GameEntry) -> Option<Record> {
        let mut record = entry.record()?;
        record.event = self.plan.name.clone();
        Some(record)
    }
}

/// Writes one line for each game; the score gap, black minus white, is the last column.
fn report_lines(entries: &[GameEntry]) -> String {
    let width = |name: fn(&GameEntry) -> &String| {
        entries.iter().map(|entry| name(entry).chars().count()).max().unwrap_or(0)
    };
    let (black_width, white_width) = (width(|entry| &entry.black), width(|entry| &entry.white));
    let mut text = String::new();
    for entry in entries {
        let GameEntry { game, black, white, reason, score, .. } = entry;
        let plies = entry.chosen.iter().sum::<u32>();
        let [x, o] = entry.discs();
        let _infallible = writeln!(
            text,
            "{game:>6} {black:black_width$} {white:white_width$} {reason:<11} {plies:>3} {x:>3} {o:>3} {score:>+4}"
        );
    }
    text
}

/// Writes a file whole or not at all, and waits until it is on the disk.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), VenueError> {
    let failed = |error| VenueError::File(path.to_owned(), error);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(failed)
}

/// Writes a file whole or not at all; it may reach the disk later.
fn write_named(path: &Path, content: &[u8]) -> Result<(), VenueError> {
    let new = path.with_extension("new");
    fs::write(&new, content)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| VenueError::File(path.to_owned(), error))
}
