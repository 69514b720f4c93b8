//! `outflank games import`: files and folders into the library.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;

use anyhow::anyhow;
use outflank_library::{Explorer, ImportError, import};
use outflank_records::{Format, NameEncoding, ReadOptions};
use outflank_store::Store;

use crate::failure::{Failure, counted, tell};
use crate::source::{self, ArgumentSource};

/// How many bad records are named.
const NAMED: usize = 20;

/// Import games of any format, without duplicates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats are those of `outflank convert`. Two games are duplicates if their start and moves are the same, and if the \
players' names and the year agree where both games have them: a game without names is a duplicate of one with them. \
Unreadable records are reported and left out, and the exit code is then 2; an interrupted import can be repeated.

Examples:
  outflank games import games.ggf more.pgn
  outflank games import wthor/
  outflank games import - --from transcript < moves.txt")]
pub(super) struct Args {
    /// Files, folders of WTHOR files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<OsString>,
    /// The format of the files [default: by name or content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The encoding of names that are not UTF-8: shift-jis, euc-kr, windows-1251 ... [default: Latin-1]
    #[arg(long, value_name = "ENCODING")]
    names: Option<NameEncoding>,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let mut all_good = true;
    for input in &args.inputs {
        let source = match ArgumentSource::of(input) {
            ArgumentSource::Text(text) => {
                return Err(Failure::Input(anyhow!("cannot read {text}: there is no such file")));
            }
            source => source,
        };
        all_good &= import_one(store, &source, args).await?;
    }
    // So that the next query need not wait.
    Explorer::new(store.clone()).update().await.map_err(Failure::other)?;
    if all_good { Ok(()) } else { Err(Failure::Told) }
}

/// Imports one file or folder and tells whether all of it was good.
async fn import_one(store: &Store, source: &ArgumentSource, args: &Args) -> Result<bool, Failure> {
    let opened = source::open(source, args.from)?;
    let format = opened.format;
    let options = ReadOptions { names: args.names, ..ReadOptions::default() };
    let mut items = opened.items(options).map_err(|error| source::in_source(error, source))?;
    let shows = io::stderr().is_terminal();
    let report = import(store, format, &mut items, |report| {
        if shows {
            let _nobody_listens = write!(io::stderr(), "\r{} read, {} imported", report.read, report.added);
        }
        ControlFlow::Continue(())
    });
    let report = report.await.map_err(|error| match error {
        ImportError::Read(error) => source::in_source(error, source),
        ImportError::Store(error) => Failure::other(error),
    })?;
    if shows {
        let _nobody_listens = write!(io::stderr(), "\r\x1b[K");
    }
    for warning in items.warnings().iter().take(NAMED) {
        tell(&format!("warning: {warning}"));
    }
    for fault in report.faults.iter().take(NAMED) {
        tell(&format!("error: {fault}"));
    }
    let duplicates = counted(report.duplicates, "duplicate");
    let mut told = format!("{}: {} imported, {duplicates}", source.name(), report.added);
    if report.positions > 0 {
        told += &format!(", {} skipped", counted(report.positions, "position"));
    }
    if report.bad > 0 {
        told += &format!(", {} unreadable", report.bad);
    }
    tell(&told);
    if report.read + report.positions + report.bad == 0 {
        return Err(Failure::Input(anyhow!("{}: no game", source.name())));
    }
    Ok(report.bad == 0)
}
