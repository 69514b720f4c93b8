//! `outflank games show`: one game with all that is known of it.

use std::io::{self, Write as _};

use outflank_library::record_of_row;
use outflank_store::Store;

use super::{list, refused};
use crate::failure::Failure;

/// Show a game: who, when, where, the moves, the final position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The key of a game is the number at the beginning of its line in `outflank games list`, and the one shown when a \
game ends.

JSON, one object: key, date, black, white (names), black_player, white_player (their ids, if they played here), \
event, place, opening, opening_ja, score (black minus white), ending, winner (black, white, draw), plies, start, \
moves, times, source, game, tags, notes, added, deleted. Unknown values are null or empty.

Examples:
  outflank games show 42
  outflank games show 42 --json")]
pub(super) struct Args {
    /// The key of the game
    #[arg(value_name = "KEY")]
    key: i64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let row = store.library_game_numbered(args.key).await.map_err(refused)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", list::object(&row))?;
        return Ok(());
    }
    let record = record_of_row(&row).map_err(Failure::other)?;
    writeln!(out, "{}", list::line(&row))?;
    let game = &row.game;
    for (what, text) in [
        ("event", game.event.as_str()),
        ("place", &game.place),
        ("start", game.moves.start()),
        ("notes", &game.notes),
    ] {
        if !text.is_empty() {
            writeln!(out, "{what}: {text}")?;
        }
    }
    writeln!(out, "{}", game.moves.squares())?;
    writeln!(out, "{}", record.last_position())?;
    Ok(())
}
