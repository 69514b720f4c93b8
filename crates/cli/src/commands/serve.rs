//! `outflank serve`: the studio in the browser.

use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use outflank_server::{Store, StoreError, Studio, serve};
use tokio::net::TcpListener;

use crate::failure::{Failure, tell};
use crate::log::{self, LogFormat};

/// Start the studio: play, review and study games in the browser.
///
/// It runs until Ctrl-C or SIGTERM: then requests under way are answered and the database is closed. Games
/// are kept move by move, and go on when it is started again.
///
/// For those who run a server: /healthz tells whether it is alive, /readyz whether games can be kept,
/// /metrics what it has done (Prometheus).
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank serve --open
  outflank serve --bind 0.0.0.0:4664                     for other machines too, without accounts
  outflank serve --bind 127.0.0.1:0                      any free port; the address is printed
  outflank serve --database sqlite:games.db
  outflank serve --database postgres://me@host/games
  outflank serve --lab results                           tournaments in the folders of a folder
  outflank serve --log debug --log-format json           every request, as lines of JSON on stderr")]
pub(crate) struct Args {
    /// The address to listen on; with the default only this machine can connect
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_ADDRESS)]
    bind: SocketAddr,

    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The folder whose folders are shown as tournaments, if they hold one
    #[arg(long, value_name = "DIR", default_value = ".")]
    lab: PathBuf,

    /// Threads that engines may keep busy [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU16>,

    /// Open the browser
    #[arg(long)]
    open: bool,

    /// What is written to the log: error, warn, info, debug, trace or off, or a list such as
    /// `warn,outflank_server=debug` [default: $OUTFLANK_LOG, or warn on a terminal and info elsewhere]
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,

    /// How the log is written, to standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// The default address.
pub(crate) const DEFAULT_ADDRESS: &str = "127.0.0.1:4664";

impl Args {
    /// What `outflank` without a command does.
    pub(crate) fn in_browser() -> Args {
        Args {
            bind: SocketAddr::from(([127, 0, 0, 1], 4664)),
            database: None,
            lab: PathBuf::from("."),
            threads: None,
            open: true,
            log: None,
            log_format: LogFormat::Text,
        }
    }
}

/// How many threads write files of uploads and read files of indexes. Each keeps some memory of its own.
const BLOCKING_THREADS: usize = 8;

/// Serves until Ctrl-C or SIGTERM.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    log::begin(args.log.as_deref(), args.log_format)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(args.bind)
            .await
            .with_context(|| format!("cannot listen on {}", args.bind))
            .map_err(Failure::Other)?;
        let store = open_store(args.database.as_deref()).await?;
        outflank_server::clear_leftovers();
        let studio = Studio::with_workers(
            store,
            Some(args.lab.clone()),
            args.threads.map(|threads| usize::from(threads.get())),
        );
        studio
            .sync_library()
            .await
            .map_err(|error| Failure::Other(anyhow!(error).context("cannot open the library")))?;
        let address = format!("http://{}", listener.local_addr()?);
        tell(&format!("Outflank is at {address} (Ctrl-C ends it)"));
        if args.open && open::that_detached(&address).is_err() {
            tell("No browser was found: open the address by hand.");
        }
        let end = async {
            asked_to_end().await;
            // Whoever asks twice does not want to wait.
            tokio::spawn(async {
                asked_to_end().await;
                std::process::exit(ENDED_AT_ONCE);
            });
        };
        serve(listener, studio, end).await.map_err(Failure::from)
    })?;
    // A search that does not hear of the end must not hold it up.
    runtime.shutdown_background();
    Ok(())
}

/// The exit code of a program that was told twice to end, as shells count it.
const ENDED_AT_ONCE: i32 = 130;

/// Waits for Ctrl-C or SIGTERM. Without a handler the system's own ends the program, which is as good.
async fn asked_to_end() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminated() => {}
    }
}

/// Waits for SIGTERM, by which systemd and containers end a program.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => drop(terminate.recv().await),
        Err(_no_handler) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Opens the games of an address, by default those of the file in the user's data folder.
pub(crate) async fn open_store(url: Option<&str>) -> Result<Store, Failure> {
    let url = match url {
        Some(url) => url.to_owned(),
        None => format!("sqlite:{}", default_file()?.display()),
    };
    Store::open(&url).await.map_err(|error| match error {
        StoreError::Address { .. } => Failure::input(error),
        _ => Failure::Other(anyhow!(error).context("cannot open the games")),
    })
}

/// The default database file.
pub(crate) fn default_file() -> Result<PathBuf, Failure> {
    let folder = dirs::data_dir().ok_or_else(|| {
        Failure::Other(anyhow!("there is no data folder for this user; say --database sqlite:FILE"))
    })?;
    Ok(folder.join("outflank").join("games.db"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_command_the_same_address_is_used() {
        assert_eq!(Args::in_browser().bind, DEFAULT_ADDRESS.parse().unwrap());
    }
}
