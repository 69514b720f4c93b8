//! `outflank games list`: games with filters, in an order, page by page.

use std::io::{self, Write as _};

use outflank_game::PlayerId;
use outflank_library::listed_ending;
use outflank_library::openings::{self, Language};
use outflank_rules::Color;
use outflank_store::{LibraryRow, Store};
use serde_json::{Value, json};

use super::filters::{Filters, SortName, order};
use super::refused;
use crate::failure::{Failure, counted, tell};

/// List the games that match, sorted, page by page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON, one object per line: see `outflank games show --help`.

Examples:
  outflank games list
  outflank games list --player tamenori --since 1998 --sort date
  outflank games list --opening tiger --outcome draw --limit 10 --json
  outflank games list --deleted")]
pub(super) struct Args {
    #[command(flatten)]
    filters: Filters,
    /// Sort by this column
    #[arg(long, value_name = "COLUMN", default_value = "key")]
    sort: SortName,
    /// Sort in ascending order
    #[arg(long)]
    rising: bool,
    /// How many games to skip
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u32,
    /// The most games to list
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    limit: u32,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let filter = args.filters.filter()?;
    let way = (args.sort.sort(), order(args.rising));
    let page = store.library(&filter, way, i64::from(args.offset), i64::from(args.limit)).await;
    let page = page.map_err(refused)?;
    let mut out = io::stdout().lock();
    for row in &page.games {
        if args.json { writeln!(out, "{}", object(row))? } else { writeln!(out, "{}", line(row))? }
    }
    if !args.json {
        match page.total {
            0 => tell("No games match"),
            total => tell(&format!("{} of {}", page.games.len(), counted(total.unsigned_abs(), "game"))),
        }
    }
    Ok(())
}

/// Writes a game as a line for people.
pub(super) fn line(row: &LibraryRow) -> String {
    let game = &row.game;
    let score = game.score.map_or_else(|| "?".to_owned(), |score| format!("{score:+}"));
    let day = if game.day.is_empty() { "-" } else { &game.day };
    let opening = openings::name_of(&game.opening, Language::English).unwrap_or("");
    let tags: String = row.tags.iter().map(|tag| format!(" #{tag}")).collect();
    let (black, white) = (called(&game.black, &game.black_player), called(&game.white, &game.white_player));
    format!("{:>7}  {day:<10}  {score:>3}  {black} - {white}  {opening}{tags}", row.key).trim_end().to_owned()
}

fn called<'a>(name: &'a str, player: &'a Option<PlayerId>) -> &'a str {
    if name.is_empty() { player.as_ref().map_or("?", PlayerId::as_str) } else { name }
}

/// Writes a game as an object.
pub(super) fn object(row: &LibraryRow) -> Value {
    let game = &row.game;
    let player = |player: &Option<PlayerId>| player.as_ref().map_or("", PlayerId::as_str).to_owned();
    let start = game.moves.start();
    let times: Vec<u64> =
        game.times.iter().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)).collect();
    json!({
        "key": row.key, "date": game.day, "black": game.black, "white": game.white,
        "black_player": player(&game.black_player), "white_player": player(&game.white_player),
        "event": game.event, "place": game.place,
        "opening": openings::name_of(&game.opening, Language::English),
        "opening_ja": openings::name_of(&game.opening, Language::Japanese),
        "score": game.score, "ending": listed_ending(game.result),
        "winner": game.result.map(|result| result.winner.map_or("draw", Color::name)),
        "plies": game.moves.plies(), "start": if start.is_empty() { "start" } else { start },
        "moves": game.moves.squares(), "times": times, "source": game.source.as_str(), "game": game.game,
        "tags": row.tags, "notes": game.notes, "added": row.added, "deleted": row.deleted.is_some(),
    })
}
