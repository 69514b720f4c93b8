//! What the commands about tournaments have in common: holding one, telling how far it is, printing its
//! summary.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use outflank_lab::{ContestError, TournamentNews, TournamentResults, TournamentSummary, Venue, VenueError};

use crate::failure::{Failure, tell};
use crate::interrupt;
use crate::report;
use crate::ticker::Ticker;

/// The arguments of commands that begin with a file that describes what is to be done.
#[derive(Debug, clap::Args)]
pub(super) struct DescribedArgs {
    /// The file that describes what to play
    #[arg(value_name = "FILE.toml")]
    pub(super) file: PathBuf,

    /// The folder for games and reports [default: FILE without its extension]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The arguments of commands about a tournament that has begun.
#[derive(Debug, clap::Args)]
pub(super) struct FolderArgs {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl FolderArgs {
    /// Opens the folder.
    pub(super) fn venue(&self) -> Result<Venue, Failure> {
        Venue::open(&self.folder).map_err(failure)
    }
}

/// Tells bad input from other failures.
pub(super) fn failure(error: VenueError) -> Failure {
    if error.is_input() { Failure::input(error) } else { Failure::other(error) }
}

impl DescribedArgs {
    /// Reads the file and says which folder its results go to: the one asked for, or one beside the file.
    pub(super) fn read(&self) -> Result<(String, PathBuf), Failure> {
        let file = &self.file;
        let name = || file.display().to_string();
        let bytes = fs::read(file).with_context(name).map_err(Failure::Input)?;
        let text = String::from_utf8(bytes).with_context(name).map_err(Failure::Input)?;
        let beside = || match file.extension() {
            Some(_) => file.with_extension(""),
            None => file.with_extension("results"),
        };
        Ok((text, self.out.clone().unwrap_or_else(beside)))
    }
}

/// Plays what is missing, judges what is to be judged, and writes the reports.
pub(super) fn hold(venue: &Venue, json: bool) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let mut progress = JobProgress::start("games");
    let mut is_judging = false;
    let summary = venue
        .run(&stop, &mut |news| match news {
            TournamentNews::Game(entry, state) => {
                if let (Some(side), Some(detail)) = (&entry.forfeit, &entry.detail) {
                    let name = if side == "black" { &entry.black } else { &entry.white };
                    progress.tell(&format!("game {}: {name} ({side}) forfeits: {detail}", entry.game));
                }
                progress.show(state.done, state.planned);
            }
            TournamentNews::Judged { done, all } => {
                if !std::mem::replace(&mut is_judging, true) {
                    progress = JobProgress::start("games judged");
                }
                progress.show(done, all);
            }
        })
        .map_err(|error| match error {
            VenueError::Player(error @ ContestError::NeverMoved { .. }) => {
                let folder = venue.folder().display();
                let next = format!("once it is fixed, `outflank lab resume {folder}` plays its games");
                Failure::Other(anyhow!("{error}; {next}"))
            }
            error => failure(error),
        })?;
    drop(progress);
    print(&summary, json)?;
    let folder = venue.folder().display();
    tell(&format!("report: {}", venue.folder().join("report.html").display()));
    if stop.load(Ordering::Relaxed) {
        let (played, planned) = (summary.games, summary.planned);
        let message = format!(
            "interrupted after {played} of {planned} games; `outflank lab resume {folder}` continues"
        );
        return Err(Failure::Other(anyhow!(message)));
    }
    Ok(())
}

/// Writes the reports and prints the summary.
pub(super) fn publish(venue: &Venue, results: TournamentResults, json: bool) -> Result<(), Failure> {
    print(&venue.publish(results).map_err(failure)?, json)
}

fn print(summary: &TournamentSummary, json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if json {
        report::json_line(&mut out, summary)?;
    } else {
        write!(out, "{summary}")?;
    }
    Ok(())
}

/// Tells how far a long job is: a line that changes on a terminal, a line now and then elsewhere.
pub(super) struct JobProgress {
    what: &'static str,
    started: Instant,
    said: Instant,
    /// What was done when the first news came.
    before: Option<u64>,
    ticker: Option<Ticker>,
}

impl JobProgress {
    /// How long it is silent where lines cannot be changed.
    const PAUSE: Duration = Duration::from_secs(10);

    pub(super) fn start(what: &'static str) -> JobProgress {
        let now = Instant::now();
        JobProgress {
            what,
            started: now,
            said: now,
            before: None,
            ticker: Some(Ticker::start(String::new())),
        }
    }

    pub(super) fn show(&mut self, done: u64, all: u64) {
        let before = *self.before.get_or_insert(done.saturating_sub(1));
        let line = || {
            let each = self.started.elapsed().as_secs_f64() / (done - before).max(1) as f64;
            let left = each * all.saturating_sub(done) as f64;
            format!("{} {done} of {all} {}, about {} left", bar(done, all), self.what, duration(left))
        };
        if let Some(ticker) = &self.ticker {
            ticker.say(line);
        }
        if self.said.elapsed() >= Self::PAUSE && !io::stderr().is_terminal() {
            tell(&line());
            self.said = Instant::now();
        }
    }

    /// Says something that stays.
    fn tell(&self, message: &str) {
        let clear = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
        tell(&format!("{clear}{message}"));
    }
}

/// Draws how much is done.
fn bar(done: u64, all: u64) -> String {
    const WIDTH: u64 = 24;
    let full = (WIDTH * done.min(all)).checked_div(all).unwrap_or(WIDTH);
    format!("[{}{}]", "#".repeat(full as usize), "-".repeat((WIDTH - full) as usize))
}

/// Writes a time for people.
fn duration(seconds: f64) -> String {
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_drawn_and_times_are_rounded() {
        assert_eq!(bar(1, 2), "[############------------]");
        assert_eq!(bar(0, 0), "[########################]");
        assert_eq!([5.0, 100.0, 7200.0].map(duration), ["5 s", "2 min", "2.0 h"]);
    }
}
