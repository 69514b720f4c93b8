//! `outflank games show`: one game with all that is known of it.

use std::io::{self, Write as _};

use outflank_library::record_of_row;
use outflank_store::Store;

use super::{list, refused};
use crate::failure::Failure;

/// Show a game
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The key of the game
    #[arg(value_name = "KEY")]
    key: i64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let row = store.library_game(args.key).await.map_err(refused)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", list::object(&row))?;
        return Ok(());
    }
    let record = record_of_row(&row).map_err(Failure::other)?;
    writeln!(out, "{}", list::line(&row))?;
    let game = &row.game;
    for (what, text) in
        [("event", &game.event), ("place", &game.place), ("start", &game.start), ("notes", &game.notes)]
    {
        if !text.is_empty() {
            writeln!(out, "{what}: {text}")?;
        }
    }
    writeln!(out, "{}", game.moves)?;
    writeln!(out, "{}", record.last_position())?;
    Ok(())
}
