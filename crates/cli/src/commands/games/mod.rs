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

/// The library of games: list, show, import, export, delete, tag, and what was played in a position.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where games are kept: `sqlite:FILE` or `postgres://USER@HOST/NAME`; by default a file in the user's data folder
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,

    #[command(subcommand)]
    command: Command,
}

/// What to do with the library.
#[derive(Debug, clap::Subcommand)]
enum Command {
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
            Command::List(args) => list::run(&store, args).await,
            Command::Show(args) => show::run(&store, args).await,
            Command::Import(args) => import::run(&store, args).await,
            Command::Export(args) => export::run(&store, args).await,
            Command::Delete(keys) => change::delete(&store, keys, true).await,
            Command::Restore(keys) => change::delete(&store, keys, false).await,
            Command::Tag(args) => change::tag(&store, args).await,
            Command::Note(args) => change::note(&store, args).await,
            Command::Explore(args) => explore::run(&store, args).await,
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
