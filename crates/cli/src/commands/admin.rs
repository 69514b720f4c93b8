//! `outflank admin`: the admin of a public server.

use anyhow::anyhow;
use outflank_server::new_admin;

use crate::commands::serve::open_store;
use crate::failure::Failure;

/// Make somebody the admin of a public server, with a new password.
///
/// An existing account of that name becomes an admin and is logged out everywhere; otherwise the account is
/// created. The password is printed once and cannot be shown again: log in with it and change it.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank admin ada
  outflank admin ada --database postgres://me@host/games")]
pub(crate) struct Args {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,

    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// The longest name, in letters.
const NAME_LIMIT: usize = 30;

/// Makes the admin and prints the password.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let name = args.name.trim();
    if !(1..=NAME_LIMIT).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(Failure::input(anyhow!("{:?} is not a name: 1 to {NAME_LIMIT} characters", args.name)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = open_store(args.database.as_deref()).await?;
        let password = new_admin(&store, name).await;
        store.close().await;
        println!("{}", password.map_err(|error| Failure::Other(anyhow!(error)))?);
        Ok(())
    })
}
