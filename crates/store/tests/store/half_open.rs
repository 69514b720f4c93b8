//! Connections that die without a word: nothing comes over them any more, and nobody says so.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_store::{Store, StoreError, StoreNews};
use sqlx::{Connection, Executor, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

use crate::postgres;

/// Passes connections on to PostgreSQL until they are frozen: then nothing goes either way, and they stay
/// open.
struct FreezingProxy {
    port: u16,
    /// Connections up to this number are frozen.
    frozen: Arc<AtomicU64>,
    accepted: Arc<AtomicU64>,
}

impl FreezingProxy {
    async fn start(server: &postgres::Server) -> FreezingProxy {
        let url = server.url();
        let folder = PathBuf::from(url.split_once("host=").unwrap().1);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (frozen, accepted) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let (is_frozen, count) = (Arc::clone(&frozen), Arc::clone(&accepted));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = count.fetch_add(1, Ordering::SeqCst) + 1;
                let database = UnixStream::connect(folder.join(".s.PGSQL.5432")).await.unwrap();
                let (client, database) = (client.into_split(), database.into_split());
                tokio::spawn(pass_on(client.0, database.1, number, Arc::clone(&is_frozen)));
                tokio::spawn(pass_on(database.0, client.1, number, Arc::clone(&is_frozen)));
            }
        });
        FreezingProxy { port, frozen, accepted }
    }

    fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Freezes all connections there are; new ones are passed on.
    fn freeze(&self) {
        self.frozen.store(self.accepted.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

async fn pass_on(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    number: u64,
    frozen: Arc<AtomicU64>,
) {
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await.unwrap_or(0);
        if number <= frozen.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        if count == 0 || to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn a_connection_that_died_without_a_word_is_replaced_and_everything_is_looked_at_again() {
    let server = postgres::Server::start();
    let proxy = FreezingProxy::start(&server).await;
    let (ann, bob) = (Store::open(&server.url()).await.unwrap(), Store::open(&proxy.url()).await.unwrap());
    let mut heard = bob.news();
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Missed);
    ann.pass_on("before").await.unwrap();
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Passing("before".into()));
    // A silence that is none: nothing happens for longer than a dead connection is believed in.
    let quiet = tokio::time::timeout(Duration::from_secs(8), heard.recv()).await;
    assert!(quiet.is_err(), "nothing was missed: {quiet:?}");
    bob.check_write().await.unwrap();
    proxy.freeze();
    let begin = Instant::now();
    ann.pass_on("unheard").await.unwrap();
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Missed);
    println!("missed after {:?}", begin.elapsed());
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    // What is read again is read over connections that live.
    let begin = Instant::now();
    bob.check_write().await.unwrap();
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    ann.pass_on("after").await.unwrap();
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Passing("after".into()));
    ann.close().await;
}

#[tokio::test]
async fn a_query_in_flight_when_the_network_dies_fails_in_time_and_the_next_one_is_answered() {
    let server = postgres::Server::start();
    let proxy = FreezingProxy::start(&server).await;
    let bob = Store::open(&proxy.url()).await.unwrap().with_answer_limit(Duration::from_secs(5));
    bob.check().await.unwrap();
    // All connections are in the middle of something: they read what somebody else holds.
    let mut ann = PgConnection::connect(&server.url()).await.unwrap();
    ann.execute("BEGIN").await.unwrap();
    ann.execute("LOCK TABLE library IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let bob = bob.clone();
            tokio::spawn(async move { bob.check().await })
        })
        .collect();
    let blocked = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(blocked).fetch_one(&mut ann).await.unwrap() < 8 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        ann.execute("SELECT pg_stat_clear_snapshot()").await.unwrap();
    }
    proxy.freeze();
    let begin = Instant::now();
    for one in waiting {
        let failed = one.await.unwrap().unwrap_err();
        assert!(matches!(failed, StoreError::Unreachable(_)), "{failed}");
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    ann.execute("ROLLBACK").await.unwrap();
    // Nobody waits for the connections that died: they are closed, and others are made.
    bob.check().await.unwrap();
    println!("on again after {:?}", begin.elapsed());
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}
