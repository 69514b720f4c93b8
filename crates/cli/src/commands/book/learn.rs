//! `outflank book learn`: the lines that people play.

use std::ffi::OsString;
use std::path::PathBuf;

use outflank_book::{GameCounts, OtherWriters, rewrite_book};

use super::fill::search_missing;
use super::refused;
use super::search::{BookGrower, BookSearchArgs};
use crate::failure::{Failure, counted, tell};
use crate::items;
use crate::source::ArgumentSource;

/// Add the positions of games, count how often each was reached, and search those that are new.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAMES is whatever `convert` reads: a file of games, a folder of WTHOR files, a transcript, or - for standard input. \
Learning a file twice counts its games twice. Once the games have been read, Ctrl-C or a kill loses only the \
searches in progress; `fill` continues them.

Examples:
  outflank book learn my.book games.ggf --plies 16
  outflank book learn my.book WTHOR --plies 20 --least 5
  outflank book learn my.book f5d6c3d3c4f4f6 --depth 16")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The games: a file, a folder of WTHOR files, a transcript, or - for standard input
    #[arg(value_name = "GAMES", allow_hyphen_values = true)]
    games: OsString,

    /// How many plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: u32,

    /// Leave out positions that fewer games reached
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,

    #[command(flatten)]
    search: BookSearchArgs,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut counts = GameCounts::default();
    let mut games = 0_u64;
    items::for_each(&ArgumentSource::of(&args.games), &mut |record| {
        counts.add_game(record.game().positions().take(args.plies as usize + 1));
        games += 1;
        Ok(())
    })?;
    counts.keep_from(args.least);
    let new = rewrite_book(&args.book, OtherWriters::Welcome, |book| counts.add_to(book)).map_err(refused)?;
    tell(&format!("{}: {} to search", counted(games, "game"), counted(new, "new position")));
    let mut grower = BookGrower::open(&args.book, &args.search)?;
    search_missing(&mut grower)?;
    grower.finish()
}
