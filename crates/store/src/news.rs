//! News of a database that several servers share.
//!
//! PostgreSQL tells whoever listens of every change of a game when it is committed, of the lobby and of chats
//! too (`LISTEN`, `NOTIFY`; the triggers are in `0012_jobs.sql` and `0014_lobby.sql` of
//! `migrations/postgres`), so that no writer can forget it. News may be lost with a connection; then
//! [`StoreNews::Missed`] says that anything may have happened. A connection can die without a word (a cable,
//! a firewall that forgets it): so this process tells itself something now and then, and one that does not
//! hear it is replaced. A file of SQLite is used by one server, which knows what it does itself: there are no
//! news.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{AnyPool, Executor};
use tokio::runtime::Handle;
use tokio::sync::{broadcast, watch};

use crate::bounded::BoundedConnection;
use crate::database::DatabaseKind;
use crate::{Store, StoreError};

/// Where PostgreSQL tells of changes: `NUMBER:REVISION`, or `NUMBER:gone`.
const GAMES: &str = "outflank_games";

/// Where what is passed on is told: the sender, a space, the text.
const PASSING: &str = "outflank_passing";

/// Where it is told that work waits.
const JOBS: &str = "outflank_jobs";

/// Where it is told that the lobby has changed.
const LOBBY: &str = "outflank_lobby";

/// Where it is told that something was said in a game: its number.
const CHAT: &str = "outflank_chat";

/// How many news somebody may be behind before having missed some.
const BACKLOG: usize = 4096;

/// The longest text that can be passed on, in bytes: PostgreSQL takes less than 8000 with the sender.
const LONGEST: usize = 7900;

/// How long to wait before another connection is tried.
const TRY_AGAIN: Duration = Duration::from_millis(300);

/// Where a process tells itself that it hears; its name follows.
const HEARTBEAT: &str = "outflank_heartbeat_";

/// How often it does.
const HEARTBEAT_PAUSE: Duration = Duration::from_secs(2);

/// After how long a silence the connection is believed to be dead.
const SILENCE: Duration = Duration::from_secs(6);

/// What is heard of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreNews {
    /// A game was changed, here or elsewhere.
    Changed {
        /// The game.
        id: i64,
        /// Its revision since.
        revision: i64,
    },
    /// A game was deleted.
    Deleted {
        /// The game.
        id: i64,
    },
    /// Somebody else passed on what nobody stores ([`Store::pass_on`]).
    Passing(Arc<str>),
    /// There is work to be done.
    Work,
    /// Somebody seeks a game, has found one or seeks no longer; or a game that anybody may look at has begun.
    Lobby,
    /// Something was said in a game, or its chat was switched on or off.
    Said {
        /// The game.
        id: i64,
    },
    /// News may have been missed: whoever relies on them looks at everything again.
    Missed,
}

/// Where the news of a database arrive in this process.
#[derive(Debug)]
pub(crate) struct NewsDesk {
    sender: broadcast::Sender<StoreNews>,
    is_listening: AtomicBool,
    /// The name of this store among all that share the database.
    name: String,
}

/// How many stores this process has opened.
static OPENED: AtomicU64 = AtomicU64::new(0);

impl NewsDesk {
    pub(crate) fn new() -> NewsDesk {
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        NewsDesk {
            sender: broadcast::Sender::new(BACKLOG),
            is_listening: AtomicBool::new(false),
            // Of two machines that count alike, the moment differs.
            name: format!("{:x}-{:x}-{number:x}", std::process::id(), crate::store::now()),
        }
    }

    fn tell(&self, news: StoreNews) {
        let _nobody_listens = self.sender.send(news);
    }

    /// Understands what PostgreSQL tells.
    fn understand(&self, channel: &str, payload: &str) -> Option<StoreNews> {
        match channel {
            GAMES => {
                let (id, revision) = payload.split_once(':')?;
                let id = id.parse().ok()?;
                match revision {
                    "gone" => Some(StoreNews::Deleted { id }),
                    _ => Some(StoreNews::Changed { id, revision: revision.parse().ok()? }),
                }
            }
            PASSING => {
                let (sender, text) = payload.split_once(' ')?;
                // Whoever passes something on tells its own process itself.
                (sender != self.name).then(|| StoreNews::Passing(text.into()))
            }
            JOBS => Some(StoreNews::Work),
            LOBBY => Some(StoreNews::Lobby),
            CHAT => Some(StoreNews::Said { id: payload.parse().ok()? }),
            _ => None,
        }
    }
}

impl Store {
    /// Tells whether several servers may use the database at once: whatever matters is in it then.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.kind() == DatabaseKind::Postgres
    }

    /// Returns the name of this store among all that share the database.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.news.name
    }

    /// Hears news from now on. The first call begins to listen, over one connection, and needs a runtime.
    #[must_use]
    pub fn news(&self) -> broadcast::Receiver<StoreNews> {
        let heard = self.news.sender.subscribe();
        if let (true, Ok(runtime)) = (self.is_shared(), Handle::try_current())
            && !self.news.is_listening.swap(true, Ordering::AcqRel)
        {
            let url = self.options.database_url.to_string();
            runtime.spawn(listen(url, self.pool.clone(), Arc::clone(&self.news)));
        }
        heard
    }

    /// Tells all others who share the database, and not this process, something that nobody stores. It may be
    /// lost.
    ///
    /// # Errors
    ///
    /// If the text is too long or the database fails. Then nobody hears it.
    pub async fn pass_on(&self, text: &str) -> Result<(), StoreError> {
        if !self.is_shared() {
            return Ok(());
        }
        if text.len() > LONGEST - self.news.name.len() {
            return Err(StoreError::NewsTooLong { length: text.len() });
        }
        let payload = format!("{} {text}", self.news.name);
        let told = sqlx::query("SELECT CAST(pg_notify('outflank_passing', $1) AS TEXT)").bind(payload);
        self.connection().await?.execute(told).await?;
        Ok(())
    }
}

/// Listens until the store is closed.
async fn listen(url: String, pool: AnyPool, desk: Arc<NewsDesk>) {
    let listening = async {
        loop {
            // Why it ended does not matter: it is tried again, and then news were missed.
            let _lost = listen_once(&url, &pool, &desk).await;
            tokio::time::sleep(TRY_AGAIN).await;
        }
    };
    tokio::select! {
        () = pool.close_event() => {}
        () = listening => {}
    }
}

/// Listens until no connection can be had, or the one there is says nothing any more.
async fn listen_once(url: &str, pool: &AnyPool, desk: &NewsDesk) -> Result<Infallible, sqlx::Error> {
    let heartbeat = format!("{HEARTBEAT}{}", desk.name);
    let connect = async {
        let mut listener = PgListener::connect(url).await?;
        listener.listen_all([GAMES, PASSING, JOBS, LOBBY, CHAT, &heartbeat]).await?;
        Ok::<_, sqlx::Error>(listener)
    };
    let mut listener = tokio::time::timeout(SILENCE, connect).await.map_err(|_| silent())??;
    desk.tell(StoreNews::Missed);
    let (heard, hearing) = watch::channel(());
    let receive = async {
        loop {
            let told = listener.try_recv().await?;
            let _nobody_watches = heard.send(());
            match told {
                Some(told) => {
                    if let Some(news) = desk.understand(told.channel(), told.payload()) {
                        desk.tell(news);
                    }
                }
                // The connection was lost, and there is another one by now.
                None => desk.tell(StoreNews::Missed),
            }
        }
    };
    tokio::select! {
        ended = receive => ended,
        () = keep_telling(pool, &heartbeat) => Err(sqlx::Error::PoolClosed),
        () = until_silent(hearing) => Err(silent()),
    }
}

fn silent() -> sqlx::Error {
    std::io::Error::new(ErrorKind::TimedOut, "the connection for news says nothing any more").into()
}

/// Tells this process that it hears, again and again. What cannot be told is not heard either.
async fn keep_telling(pool: &AnyPool, channel: &str) {
    while !pool.is_closed() {
        let tell = async {
            let mut connection = BoundedConnection::new(pool.acquire().await?, Some(SILENCE));
            let told = sqlx::query("SELECT CAST(pg_notify($1, '') AS TEXT)").bind(channel.to_owned());
            connection.execute(told).await
        };
        let _not_heard_then = tell.await;
        tokio::time::sleep(HEARTBEAT_PAUSE).await;
    }
}

/// Waits until nothing was heard for long.
async fn until_silent(mut hearing: watch::Receiver<()>) {
    while let Ok(Ok(())) = tokio::time::timeout(SILENCE, hearing.changed()).await {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_postgresql_tells_is_understood() {
        let desk = NewsDesk::new();
        let changed = StoreNews::Changed { id: 7, revision: 12 };
        assert_eq!(desk.understand(GAMES, "7:12"), Some(changed));
        assert_eq!(desk.understand(GAMES, "7:gone"), Some(StoreNews::Deleted { id: 7 }));
        assert_eq!(desk.understand(JOBS, ""), Some(StoreNews::Work));
        assert_eq!(desk.understand(LOBBY, ""), Some(StoreNews::Lobby));
        assert_eq!(desk.understand(CHAT, "7"), Some(StoreNews::Said { id: 7 }));
        assert_eq!(desk.understand(CHAT, "x"), None);
        assert_eq!(desk.understand(PASSING, "other a b"), Some(StoreNews::Passing("a b".into())));
        assert_eq!(desk.understand(PASSING, &format!("{} a", desk.name)), None, "one's own");
        for nonsense in ["", "7", "x:1", "7:x"] {
            assert_eq!(desk.understand(GAMES, nonsense), None, "{nonsense:?}");
        }
        assert_ne!(NewsDesk::new().name, desk.name);
    }
}
