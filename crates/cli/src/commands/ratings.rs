//! `outflank ratings`: the ratings of the people of a public server.

use anyhow::anyhow;
use outflank_ratings::PlayerRating;
use outflank_store::{RatingDifference, RecomputedRatings};

use crate::commands::serve::open_store;
use crate::failure::Failure;

/// Maintain the ratings of the people on a public server.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: RatingsCommand,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum RatingsCommand {
    Recompute(RecomputeArgs),
}

/// Compute all ratings from the rated games, from scratch, and store them.
///
/// Games that end in the meantime wait for it and are then added. This is needed after an admin has deleted a
/// rated game, or when the measured ratings of the levels have changed; otherwise nothing changes.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank ratings recompute --check
  outflank ratings recompute --database postgres://me@host/games")]
struct RecomputeArgs {
    /// Store nothing; exit with code 1 if the stored ratings differ from those the games give
    #[arg(long)]
    check: bool,

    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Does what is asked for.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let RatingsCommand::Recompute(args) = &args.command;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(async {
        let store = open_store(args.database.as_deref()).await?;
        let found = if args.check { store.check_ratings().await } else { store.recompute_ratings().await };
        store.close().await;
        found.map_err(Failure::other)
    })?;
    for difference in &found.differences {
        println!("{}", line(difference));
    }
    println!("{}", summary(&found));
    if args.check && !found.agrees() {
        return Err(Failure::Other(anyhow!("the stored ratings differ from those the games give")));
    }
    Ok(())
}

/// Says whose rating was what, and what it is by the games.
fn line(difference: &RatingDifference) -> String {
    let told = |rating: &Option<(PlayerRating, i64)>| match rating {
        Some((rating, games)) => format!("{rating} after {}", counted(*games, "game")),
        None => "none".to_owned(),
    };
    let name = difference.name.as_deref().unwrap_or(difference.person.as_str());
    format!("{name}: stored {}, by the games {}", told(&difference.stored), told(&difference.computed))
}

fn summary(found: &RecomputedRatings) -> String {
    let (games, people) = (found.games as i64, found.people as i64);
    let (ratings, changes) = (found.differences.len() as i64, found.changes as i64);
    format!(
        "{}, {} with a rating; {} and {} differed",
        counted(games, "rated game"),
        if people == 1 { "1 person".to_owned() } else { format!("{people} people") },
        counted(ratings, "rating"),
        counted(changes, "change"),
    )
}

fn counted(count: i64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
