//! `outflank serve`: the studio in the browser.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use outflank_server::{ClientQuotas, Hosting, Store, StoreError, Studio, WorkRole, new_admin, serve_as};
use tokio::net::TcpListener;

use crate::failure::{Failure, tell};
use crate::log::{self, LogFormat};

/// Start the studio: play, review and study games in the browser.
///
/// It runs until Ctrl-C or SIGTERM; then it answers the requests in progress and closes the database. Games
/// are saved move by move and continue when the server is started again.
///
/// Others can connect only if you allow it: --lan for a home network you trust, --public-url for anybody,
/// with accounts, private games and limits. The guide has a chapter on hosting.
///
/// For operators: /healthz tells whether the server is alive, /readyz whether it can save games, and /metrics
/// what it has done (Prometheus).
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank serve --open
  outflank serve --bind 0.0.0.0:4664 --lan               for a home network that you trust
  outflank serve --public-url https://othello.example --trusted-proxy 127.0.0.1
  outflank serve --bind 127.0.0.1:0                      any free port; the address is printed
  outflank serve --database sqlite:games.db
  outflank serve --database postgres://me@host/games
  outflank serve --lab results                           show the tournaments in this folder
  outflank serve --log debug --log-format json           every request, as lines of JSON on stderr")]
pub(crate) struct Args {
    /// The address to listen on; with the default only this machine can connect
    #[arg(long, value_name = "ADDRESS", default_value = DEFAULT_ADDRESS)]
    bind: SocketAddr,

    /// Let a home network that you trust connect: everybody there may do anything except change settings
    #[arg(long)]
    lan: bool,

    /// Let anybody connect at this address, with accounts, private games and limits; put a TLS proxy in front
    #[arg(long, value_name = "URL", conflicts_with = "lan")]
    public_url: Option<String>,

    /// A proxy that is trusted to say where a request comes from (X-Forwarded-For): an address or a network
    /// such as 10.0.0.0/8; may be given several times
    #[arg(long, value_name = "ADDRESS", requires = "public_url")]
    trusted_proxy: Vec<String>,

    /// Requests per second that one client of a public server may make
    #[arg(long, value_name = "N", default_value = "50")]
    client_requests: NonZeroU32,

    /// Live connections that one client of a public server may have at the same time
    #[arg(long, value_name = "N", default_value = "256")]
    client_sockets: NonZeroU32,

    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The folder to look in for tournaments; every subfolder that holds one is shown. With PostgreSQL,
    /// tournaments begun in the browser are kept there too, so every server needs its own folder [default: .]
    #[arg(long, value_name = "DIR")]
    lab: Option<PathBuf>,

    /// How many threads engines may use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU16>,

    /// Leave moves of computer players, hints and reviews to `outflank work`; needs PostgreSQL
    #[arg(long)]
    front_end: bool,

    /// Run reviews and long analyses at full speed even while people need the machine; without this, on
    /// servers for many people, they then pause most of the time
    #[arg(long)]
    full_speed: bool,

    /// Open the browser
    #[arg(long)]
    open: bool,

    /// What is written to the log: error, warn, info, debug, trace or off, or a list such as
    /// `warn,outflank_server=debug` [default: $OUTFLANK_LOG, or warn on a terminal and info elsewhere]
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,

    /// The format of the log, which goes to standard error
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
            lan: false,
            public_url: None,
            trusted_proxy: Vec::new(),
            client_requests: ClientQuotas::default().requests,
            client_sockets: NonZeroU32::MAX,
            database: None,
            lab: None,
            threads: None,
            front_end: false,
            full_speed: false,
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
    let hosting = Hosting::decide(args.bind, args.lan, args.public_url.as_deref(), &args.trusted_proxy);
    let hosting = hosting.map_err(Failure::input)?;
    let sockets = usize::try_from(args.client_sockets.get()).unwrap_or(usize::MAX);
    let quotas = ClientQuotas { requests: args.client_requests, sockets };
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
        if hosting.site().is_some() {
            make_first_admin(&store).await?;
        }
        outflank_server::clear_leftovers();
        if args.front_end && !store.is_shared() {
            return Err(Failure::input(anyhow!(
                "--front-end needs PostgreSQL: with SQLite there are no workers"
            )));
        }
        let role = if args.front_end { WorkRole::Never } else { WorkRole::Beside };
        let threads = args.threads.map(|threads| usize::from(threads.get()));
        let is_shared = store.is_shared();
        let lab = args.lab.clone().unwrap_or_else(|| PathBuf::from("."));
        let studio = Studio::with_role(store, Some(lab.clone()), threads, role);
        if args.lab.is_some()
            && is_shared
            && let Some(trouble) = studio.laboratory_trouble()
        {
            studio.close().await;
            return Err(Failure::input(anyhow!("{}: {trouble}", lab.display())));
        }
        if (is_shared || hosting.site().is_some()) && !args.full_speed {
            studio.give_way();
        }
        studio
            .sync_library()
            .await
            .map_err(|error| Failure::Other(anyhow!(error).context("cannot open the library")))?;
        let bound = format!("http://{}", listener.local_addr()?);
        let address = hosting.site().map_or_else(|| bound.clone(), |site| site.url().to_owned());
        tell(&format!("Outflank is at {address} (Ctrl-C ends it)"));
        explain(&hosting, &bound);
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
        serve_as(listener, studio, hosting, quotas, end).await.map_err(Failure::from)
    })?;
    // A search that does not hear of the end must not hold it up.
    runtime.shutdown_background();
    Ok(())
}

/// The name of the admin who is made when there is none.
const FIRST_ADMIN: &str = "admin";

/// Makes an admin of a public server that has none. The password is shown on a terminal; otherwise what is
/// said goes to a log, and the password into a file that nobody else may read.
async fn make_first_admin(store: &Store) -> Result<(), Failure> {
    let failed = |error: anyhow::Error| Failure::Other(error.context("cannot make an admin"));
    if store.has_admin().await.map_err(|error| failed(error.into()))? {
        return Ok(());
    }
    let password = new_admin(store, FIRST_ADMIN).await.map_err(|error| failed(error.into()))?;
    let file = match std::io::stderr().is_terminal() {
        true => None,
        false => keep_password(&password_file(store), &password),
    };
    match file {
        Some(file) => tell(&format!(
            "There was no admin. Log in as {FIRST_ADMIN:?} with the password in {} and change it; then delete the \
             file.\n(To make another: outflank admin NAME)",
            file.display()
        )),
        None => tell(&format!(
            "There was no admin. Log in as {FIRST_ADMIN:?} with the password {password} and change it: it is not \
             shown again.\n(To make another: outflank admin NAME)"
        )),
    }
    Ok(())
}

/// Returns where the password of the first admin is kept: beside the games, or in the folder of the process.
fn password_file(store: &Store) -> PathBuf {
    let beside = store.file().map(|file| file.with_extension("admin-password"));
    beside.unwrap_or_else(|| PathBuf::from("outflank.admin-password"))
}

/// Writes a password into a new file for its owner alone; nothing if that is not possible.
fn keep_password(file: &Path, password: &str) -> Option<PathBuf> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // One that is there was left by an earlier server, with rights that nobody knows.
    let _none_is_there = std::fs::remove_file(file);
    let mut opened = options.open(file).ok()?;
    writeln!(opened, "{password}").and_then(|()| opened.sync_all()).ok()?;
    Some(std::path::absolute(file).unwrap_or_else(|_| file.to_owned()))
}

/// Says what it means that others can connect.
fn explain(hosting: &Hosting, bound: &str) {
    match hosting {
        Hosting::Alone => {}
        Hosting::HomeNetwork => tell(
            "Everybody on this network may play, read, change and delete everything except settings; there are no \
             accounts.\nNever make it reachable from outside: that needs --public-url.",
        ),
        Hosting::Public(site) => {
            tell(&format!(
                "Anybody can reach it at that address, through a proxy that forwards to {bound}. Games are private \
                 unless shared; only the admin can change settings."
            ));
            if site.has_no_proxies() {
                tell(
                    "No --trusted-proxy was given: everybody who comes through a proxy counts as one client.",
                );
            }
        }
    }
}

/// The exit code of a program that was told twice to end, as shells count it.
const ENDED_AT_ONCE: i32 = 130;

/// Waits for Ctrl-C or SIGTERM. Without a handler the system's own ends the program, which is as good.
pub(crate) async fn asked_to_end() {
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
        Failure::Other(anyhow!("there is no data folder for this user; use --database sqlite:FILE"))
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
