//! `outflank games`: the library on the command line.

mod change;
mod explore;
mod export;
mod filters;
mod import;
mod list;
mod show;

use outflank_store::StoreError;

use crate::commands::serve::open_store;
use crate::failure::Failure;

/// The library of games: list, show, import, export, delete and tag games, explore positions.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,

    #[command(subcommand)]
    command: GamesCommand,
}

/// What to do with the library.
#[derive(Debug, clap::Subcommand)]
enum GamesCommand {
    List(list::Args),
    Show(show::Args),
    Import(import::Args),
    Export(export::Args),
    /// Delete games; `restore` undoes it
    #[command(after_help = "Example:\n  outflank games delete 42 43")]
    Delete(change::Keys),
    /// Restore deleted games
    #[command(after_help = "Example:\n  outflank games restore 42 43")]
    Restore(change::Keys),
    Tag(change::TagArgs),
    Note(change::NoteArgs),
    Explore(explore::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = open_store(args.database.as_deref()).await?;
        let result = match &args.command {
            GamesCommand::List(args) => list::run(&store, args).await,
            GamesCommand::Show(args) => show::run(&store, args).await,
            GamesCommand::Import(args) => import::run(&store, args).await,
            GamesCommand::Export(args) => export::run(&store, args).await,
            GamesCommand::Delete(keys) => change::delete(&store, keys, true).await,
            GamesCommand::Restore(keys) => change::delete(&store, keys, false).await,
            GamesCommand::Tag(args) => change::tag(&store, args).await,
            GamesCommand::Note(args) => change::note(&store, args).await,
            GamesCommand::Explore(args) => explore::run(&store, args).await,
        };
        store.close().await;
        result
    })
}

/// Blames the caller for a missing game, the database for the rest.
fn refused(error: StoreError) -> Failure {
    match error {
        StoreError::NoGame { .. } => Failure::input(error),
        _ => Failure::other(error),
    }
}
