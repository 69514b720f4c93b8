//! `outflank games explore`: what was played in a position.

use std::ffi::OsString;
use std::io::{self, Write as _};

use outflank_library::openings::{self, Language};
use outflank_library::{Explorer, ExplorerFilter, ResultCounts};
use outflank_store::Store;
use serde_json::{Value, json};

use super::filters::SideName;
use super::{list, refused};
use crate::failure::{Failure, counted};
use crate::source;

/// How many games are listed for people.
const LISTED: usize = 10;

/// Show how often a position was played (in any symmetry), the moves played there and the results
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON, one object: games, black, draws, white (how they ended), mean_score (black minus white), position, opening, opening_ja, \
moves (the same counts for each, with move and squares: those that are the same move by symmetry), keys (of the latest games).

Examples:
  outflank games explore start
  outflank games explore f5d6c3 --player tamenori --since 1990
  outflank games explore f5d6c3 --json")]
pub(super) struct Args {
    /// The position, or moves that lead to it
    #[arg(value_name = "POS", allow_hyphen_values = true)]
    position: OsString,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// That player's color
    #[arg(long, alias = "colour", value_name = "COLOR")]
    color: Option<SideName>,
    /// The first year
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,
    /// The last year
    #[arg(long, value_name = "YEAR")]
    until: Option<u16>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(store: &Store, args: &Args) -> Result<(), Failure> {
    let game = source::record(&args.position)?;
    let explorer = Explorer::new(store.clone());
    let wanted = ExplorerFilter {
        player: args.player.clone(),
        player_is_black: args.color.map(SideName::is_black),
        from: args.since,
        to: args.until,
    };
    let found = explorer.look(&game, &wanted).await.map_err(Failure::other)?;
    let mut out = io::stdout().lock();
    let name = |language| openings::name_of(found.opening, language);
    if args.json {
        let moves: Vec<Value> = found
            .moves
            .iter()
            .map(|played| {
                let mut object = results(&played.results);
                object["move"] = json!(played.played.to_string());
                object["squares"] = played.squares.iter().map(ToString::to_string).collect();
                object
            })
            .collect();
        let mut object = results(&found.results);
        object["position"] = json!(found.position.to_string());
        object["opening"] = json!(name(Language::English));
        object["opening_ja"] = json!(name(Language::Japanese));
        object["moves"] = json!(moves);
        object["keys"] = json!(found.keys);
        writeln!(out, "{object}")?;
        return Ok(());
    }
    let opening = name(Language::English).map_or_else(String::new, |name| format!("  {name}"));
    writeln!(out, "{}{opening}", counted(found.results.games, "game"))?;
    if !found.moves.is_empty() {
        writeln!(
            out,
            "{:>4}  {:>7}  {:>7}  {:>7}  {:>7}  {:>6}",
            "move", "games", "black", "draws", "white", "mean"
        )?;
    }
    for played in &found.moves {
        let ResultCounts { games, black, draws, white, .. } = played.results;
        let mean = played.results.mean_score().map_or_else(String::new, |mean| format!("{mean:+.1}"));
        let played = played.played;
        let line = format!("{played:>4}  {games:>7}  {black:>7}  {draws:>7}  {white:>7}  {mean:>6}");
        writeln!(out, "{}", line.trim_end())?;
    }
    let listed = &found.keys[..found.keys.len().min(LISTED)];
    for row in store.library_games(listed).await.map_err(refused)? {
        writeln!(out, "{}", list::line(&row))?;
    }
    Ok(())
}

fn results(results: &ResultCounts) -> Value {
    let ResultCounts { games, black, draws, white, .. } = results;
    json!({ "games": games, "black": black, "draws": draws, "white": white, "mean_score": results.mean_score() })
}
