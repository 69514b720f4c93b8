//! `outflank backup`: a copy of the games while a server uses them.

use std::path::PathBuf;

use anyhow::anyhow;
use outflank_server::Store;

use crate::commands::serve::{default_file, open_store};
use crate::failure::{Failure, tell};

/// Back up the games to a file, even while a server is running.
///
/// The copy holds everything as it was at one moment and is a database of its own: a server started with it
/// continues from there. This is for databases kept in a file; for PostgreSQL use pg_dump and pg_restore. The
/// guide has a chapter on hosting.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank backup games-monday.db
  outflank backup /mnt/backup/games.db --database sqlite:/srv/outflank/games.db
  outflank serve --database sqlite:games-monday.db          continue from the copy")]
pub(crate) struct Args {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The database of games, `sqlite:FILE` [default: a file in the user's data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Writes the copy.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let url = match &args.database {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", default_file()?.display()),
    };
    let source = Store::file_of(&url).ok_or_else(|| {
        Failure::input(anyhow!(
            "only a database kept in a file can be backed up this way; for PostgreSQL use pg_dump"
        ))
    })?;
    if !source.exists() {
        return Err(Failure::input(anyhow!("there is no database {}", source.display())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = open_store(Some(&url)).await?;
        let written = store.back_up(&args.file).await;
        let games = store.check().await;
        store.close().await;
        written.map_err(|error| Failure::Other(anyhow!(error).context("there is no copy")))?;
        let games = games.map(|games| format!(" ({games} games in the library)")).unwrap_or_default();
        tell(&format!("Copied to {}{games}", args.file.display()));
        Ok(())
    })
}
