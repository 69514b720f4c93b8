//! Connections on which nobody waits for ever.
//!
//! A network can die without a word. What was sent then waits until the system gives it up, a quarter of an
//! hour later, and whoever waits for the answer holds one of a few connections. So an answer of PostgreSQL,
//! and each further row of it, has a time; a connection that is late is closed. A file needs none of this.

use std::fmt;
use std::future::poll_fn;
use std::io::ErrorKind;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt as _, unfold};
use sqlx::any::{AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::pool::PoolConnection;
use sqlx::{Any, Either, Execute, Executor, SqlStr};
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::connect::ALIVE;

/// How long a database may be silent before its connection is taken for dead. The longest statements there
/// are take a few seconds.
pub(crate) const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// A connection of the pool whose answers have a time. There is no way around it.
pub(crate) struct BoundedConnection {
    connection: PoolConnection<Any>,
    /// How long it may be silent, if it goes over a network.
    limit: Option<Duration>,
    /// Whether an answer is under way. Whoever leaves then leaves a connection that nobody can use again.
    is_asked: bool,
    /// Whether nobody shall use it again.
    is_closing: bool,
}

impl fmt::Debug for BoundedConnection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("BoundedConnection").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl BoundedConnection {
    pub(crate) fn new(connection: PoolConnection<Any>, limit: Option<Duration>) -> BoundedConnection {
        BoundedConnection { connection, limit, is_asked: false, is_closing: false }
    }

    /// Gives the connection of a file back before anything else happens, so that whoever asks next gets this
    /// one instead of opening another: each keeps a thread, the tables' descriptions and a cache. One that
    /// goes over a network is given back by itself, so that nobody waits for it.
    pub(crate) async fn go_back(&mut self) {
        if self.limit.is_none() && !self.is_closing {
            self.connection.return_to_pool().await;
        }
    }

    /// Lets nobody use the connection again.
    pub(crate) fn close_on_drop(&mut self) {
        self.is_closing = true;
    }
}

impl Drop for BoundedConnection {
    fn drop(&mut self) {
        let is_remote = self.limit.is_some();
        if self.is_closing || (is_remote && self.is_asked) {
            self.connection.close_on_drop();
        } else if is_remote && let Ok(runtime) = Handle::try_current() {
            // The pool asks whether it is alive before anybody else gets it, and would wait for the answer
            // for ever.
            runtime.spawn(timeout(ALIVE, self.connection.return_to_pool()));
        }
    }
}

fn silent() -> sqlx::Error {
    std::io::Error::new(ErrorKind::TimedOut, "the database no longer answers").into()
}

/// Returns the next of what a database says, or that it says nothing within a time.
async fn next_of<T>(
    said: &mut BoxStream<'_, Result<T, sqlx::Error>>,
    mut patience: Option<Pin<&mut Sleep>>,
) -> Option<Result<T, sqlx::Error>> {
    poll_fn(|context| match said.poll_next_unpin(context) {
        Poll::Ready(next) => Poll::Ready(next),
        Poll::Pending => match patience.as_mut().map(|sleep| sleep.as_mut().poll(context)) {
            Some(Poll::Ready(())) => Poll::Ready(Some(Err(silent()))),
            Some(Poll::Pending) | None => Poll::Pending,
        },
    })
    .await
}

/// What a database says, with a time for each piece of it.
struct BoundedAnswers<'a, T> {
    said: BoxStream<'a, Result<T, sqlx::Error>>,
    patience: Option<(Pin<Box<Sleep>>, Duration)>,
    is_asked: &'a mut bool,
}

fn bounded<'a, T: Send + 'a>(
    said: BoxStream<'a, Result<T, sqlx::Error>>,
    limit: Option<Duration>,
    is_asked: &'a mut bool,
) -> BoxStream<'a, Result<T, sqlx::Error>> {
    *is_asked = true;
    let patience = limit.map(|limit| (Box::pin(sleep(limit)), limit));
    let answers = BoundedAnswers { said, patience, is_asked };
    let next = |answers: Option<BoundedAnswers<'a, T>>| async move {
        let mut answers = answers?;
        if let Some((sleep, limit)) = &mut answers.patience {
            sleep.as_mut().reset(Instant::now() + *limit);
        }
        let patience = answers.patience.as_mut().map(|(sleep, _)| sleep.as_mut());
        match next_of(&mut answers.said, patience).await {
            Some(Ok(said)) => Some((Ok(said), Some(answers))),
            Some(Err(error)) => {
                // What is late may still come: nobody else shall take it for an answer.
                *answers.is_asked = matches!(&error, sqlx::Error::Io(_));
                Some((Err(error), None))
            }
            None => {
                *answers.is_asked = false;
                None
            }
        }
    };
    unfold(Some(answers), next).boxed()
}

impl<'c> Executor<'c> for &'c mut BoundedConnection {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let BoundedConnection { connection, limit, is_asked, .. } = self;
        bounded((&mut **connection).fetch_many(query), *limit, is_asked)
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let BoundedConnection { connection, limit, is_asked, .. } = self;
        within(*limit, is_asked, (&mut **connection).fetch_optional(query))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, sqlx::Error>>
    where
        'c: 'e,
    {
        let BoundedConnection { connection, limit, is_asked, .. } = self;
        within(*limit, is_asked, (&mut **connection).prepare_with(sql, parameters))
    }
}

/// Waits for an answer as long as it may take.
fn within<'a, T: Send + 'a>(
    limit: Option<Duration>,
    is_asked: &'a mut bool,
    answer: BoxFuture<'a, Result<T, sqlx::Error>>,
) -> BoxFuture<'a, Result<T, sqlx::Error>> {
    *is_asked = true;
    Box::pin(async move {
        let answer = match limit {
            Some(limit) => timeout(limit, answer).await.unwrap_or_else(|_late| Err(silent())),
            None => answer.await,
        };
        *is_asked = matches!(&answer, Err(sqlx::Error::Io(_)));
        answer
    })
}
