//! `outflank games export`: games of the library as a file.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use outflank_library::record_of_row;
use outflank_records::{Format, Sink, format_of_path, write, wthor};
use outflank_store::{LibraryOrder, LibraryRow, Sort, Store};

use super::filters::Filters;
use super::refused;
use crate::failure::{Failure, counted, tell};
use crate::replace::OutputFile;

/// How many games are read at once.
const PAGE: i64 = 1000;

/// Export games to a file of any format
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank games export all.ggf
  outflank games export draws.pgn --outcome draw
  outflank games export - 42 43 --to sgf")]
pub(super) struct Args {
    /// The file to write, a folder for WTHOR files, or - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The keys of the games [default: all games that match]
    #[arg(value_name = "KEY")]
    keys: Vec<i64>,
    /// The format of OUT [default: by its name, else ggf]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    filters: Filters,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let format = args.to.or_else(|| format_of_path(&args.output)).unwrap_or(Format::Ggf);
    let place = || format!("cannot write {}", args.output.display());
    let count = if format == Format::Wthor {
        if args.output.as_os_str() == "-" {
            return Err(Failure::Input(anyhow!(
                "WTHOR games are three files: OUT has to be a file or folder"
            )));
        }
        let mut writer = wthor::Writer::create(&args.output).with_context(place).map_err(Failure::Input)?;
        put_all(store, args, &mut writer).await?
    } else {
        let mut target = OutputFile::create(&args.output).with_context(place).map_err(Failure::Input)?;
        let mut sink = write(&mut target, format).map_err(Failure::input)?;
        let count = put_all(store, args, &mut *sink).await?;
        drop(sink);
        target.commit().with_context(place).map_err(Failure::Other)?;
        count
    };
    tell(&format!("{} written ({format})", counted(count, "game")));
    Ok(())
}

/// Writes all games that are meant, and returns how many.
async fn put_all(store: &Store, args: &Args, sink: &mut dyn Sink) -> Result<u64, Failure> {
    let mut count = 0;
    if args.keys.is_empty() {
        let filter = args.filters.filter()?;
        loop {
            let offset = i64::try_from(count).unwrap_or(i64::MAX);
            let page = store.library(&filter, (Sort::Key, LibraryOrder::Rising), offset, PAGE).await;
            let page = page.map_err(refused)?;
            for row in &page.games {
                put(sink, row)?;
                count += 1;
            }
            if page.games.is_empty() {
                break;
            }
        }
    }
    for &key in &args.keys {
        put(sink, &store.library_game(key).await.map_err(refused)?)?;
        count += 1;
    }
    if count == 0 {
        return Err(Failure::Input(anyhow!("there is no such game")));
    }
    sink.finish().map_err(Failure::other)?;
    Ok(count)
}

fn put(sink: &mut dyn Sink, row: &LibraryRow) -> Result<(), Failure> {
    let record = record_of_row(row).map_err(Failure::other)?;
    sink.put(&record).map_err(|error| Failure::Input(anyhow!("game {}: {error}", row.key)))
}
