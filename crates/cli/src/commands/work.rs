//! `outflank work`: engines for servers that share a PostgreSQL.

use std::net::SocketAddr;
use std::num::NonZeroU16;

use anyhow::{Context as _, anyhow};
use outflank_server::{Store, Studio, WorkRole};
use tokio::net::TcpListener;

use super::serve::{asked_to_end, open_store};
use crate::failure::{Failure, tell};
use crate::log::{self, LogFormat};

/// Work for servers that share a PostgreSQL database: moves of computer players, hints, reviews, and searches
/// for opening books.
///
/// Any number of workers, on any number of machines, take their work from a queue in the database. Servers
/// leave the work to them as long as they keep up. A worker runs until Ctrl-C or SIGTERM; then it finishes
/// what is nearly done and hands back the rest. Nothing is lost when a worker is killed: after two seconds
/// another process takes over what it had begun.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank work --database postgres://me@host/games
  outflank work --database postgres://me@host/games --threads 4
  outflank work --database postgres://me@host/games --metrics 127.0.0.1:4665")]
pub(crate) struct Args {
    /// The database of the servers: `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "URL")]
    database: String,

    /// How many threads engines may use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU16>,

    /// Run reviews and long analyses at full speed even while people need the machine; without this they then
    /// pause most of the time
    #[arg(long)]
    full_speed: bool,

    /// Serve /metrics (for Prometheus), /healthz (is it alive?) and /readyz (can it work?) at this address
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,

    /// What is written to the log, as for `outflank serve`
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,

    /// The format of the log, which goes to standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// Works until Ctrl-C or SIGTERM.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    log::begin(args.log.as_deref(), args.log_format)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if Store::file_of(&args.database).is_some() {
            let problem =
                anyhow!("{:?} is the file of a single server, which does its own work", args.database);
            return Err(Failure::input(problem.context("workers need PostgreSQL")));
        }
        let watched = match args.metrics {
            Some(address) => {
                let bound = TcpListener::bind(address).await;
                Some(bound.with_context(|| format!("cannot listen on {address}")).map_err(Failure::Other)?)
            }
            None => None,
        };
        let store = open_store(Some(&args.database)).await?;
        let threads = args.threads.map(|threads| usize::from(threads.get()));
        let studio = Studio::with_role(store, None, threads, WorkRole::Only);
        if !args.full_speed {
            studio.give_way();
        }
        match watched.as_ref().map(TcpListener::local_addr).transpose()? {
            Some(address) => tell(&format!(
                "Outflank is working (Ctrl-C ends it); its metrics are at http://{address}/metrics"
            )),
            None => tell("Outflank is working (Ctrl-C ends it)"),
        }
        studio.work_until(watched, asked_to_end()).await;
        Ok(())
    })?;
    // A search that does not hear of the end must not hold it up.
    runtime.shutdown_background();
    Ok(())
}
