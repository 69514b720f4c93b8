//! `outflank lab logs`: logs as tables.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use outflank_lab::{Logs, TournamentSummary};

use crate::failure::{Failure, tell};
use crate::report;

/// Turn logs, a folder of them or one file, into tables of wins, losses and scores.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Logs are those of programs and referees that speak the university protocol (`outflank lab referee` among them), \
Outflank's own game logs, and files of games in any format that `outflank convert` reads. In a log of the university \
protocol the players are named by lines `Black: NAME` and `White: NAME`, or by the name of the file: ONE-vs-TWO.log. \
A file may hold many games: the next one begins with such lines, with `I B` or `I W`, or with the first move after \
the end. Games whose end is unknown are reported and left out.

JSON, one object: as summary.json of `outflank lab run`, and left_out.

Examples:
  outflank lab logs tournament/
  outflank lab logs all-games.txt")]
pub(crate) struct Args {
    /// The folder, or one file
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON form.
#[derive(serde::Serialize)]
struct LogsJson {
    #[serde(flatten)]
    summary: TournamentSummary,
    left_out: Vec<String>,
}

/// How many files that were left out are named.
const NAMED: usize = 20;

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let name = || args.path.display().to_string();
    let logs = Logs::read(&args.path).with_context(name).map_err(Failure::Input)?;
    for (path, reason) in logs.left_out.iter().take(NAMED) {
        tell(&format!("left out: {}: {reason}", path.display()));
    }
    if logs.left_out.len() > NAMED {
        tell(&format!("left out: {} in all", logs.left_out.len()));
    }
    if logs.games.is_empty() {
        return Err(Failure::Input(anyhow!("{}: there is no game with a result here", name())));
    }
    let (names, standings) = logs.standings();
    let mut summary = TournamentSummary::of_games(&names, &standings);
    summary.name = Some(name());
    let mut out = io::stdout().lock();
    if args.json {
        let left_out = logs.left_out.iter().map(|(path, _)| path.display().to_string()).collect();
        report::json_line(&mut out, &LogsJson { summary, left_out })?;
    } else {
        write!(out, "{summary}")?;
    }
    Ok(())
}
