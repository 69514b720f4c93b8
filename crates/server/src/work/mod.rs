//! Work that servers share through their database: who asks for it, who does it, and how results come back.
//!
//! With PostgreSQL every move of a computer player, every hint and the searches of reviews and for opening
//! books are jobs of one queue ([`outflank_store::NewJob`]). A server is also a worker unless it is told to
//! leave that to others; `outflank work` is a worker and nothing else. Whoever dies in the middle of a job
//! loses its lease, and somebody else does it. With SQLite there is one process: it thinks itself, without a
//! table between question and answer, so that a move costs no more writes than the move.

mod book_engine;
mod books;
mod claims;
mod imports;
mod orders;
mod reviews;

pub use book_engine::BookEngine;
pub use books::BookQueue;
pub(crate) use claims::WorkPlace;
pub(crate) use imports::IMPORT;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::Stopper;
use tokio::sync::{Notify, oneshot};

/// How long a worker is believed to be there after it was heard.
const WORKER_HEARD: Duration = Duration::from_secs(3);

/// Who does the work of a studio that shares its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkRole {
    /// The studio works beside its visitors, unless workers are there that have time.
    Beside,
    /// Others do all that can be given to others.
    Never,
    /// The studio has no visitors and does nothing else.
    Only,
    /// The studio has no visitors and asks others: it does nothing by itself.
    Asking,
}

/// A job that is done here.
struct RunningJob {
    /// Whether nobody waits for it.
    is_idle_work: bool,
    game: i64,
    revision: i64,
    stopper: Stopper,
}

/// What is known here of work that is shared.
pub(crate) struct WorkDesk {
    pub(crate) role: WorkRole,
    /// Told when there may be something to do.
    pub(crate) wake: Notify,
    /// The jobs that are done here, by number.
    running: Mutex<HashMap<i64, RunningJob>>,
    /// Those who wait for a result, by the name of the job.
    waiting: Mutex<HashMap<String, Vec<oneshot::Sender<String>>>>,
    /// When a worker that does nothing else was heard last.
    heard: Mutex<Option<Instant>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WorkDesk {
    pub(crate) fn new(role: WorkRole) -> WorkDesk {
        WorkDesk {
            role,
            wake: Notify::new(),
            running: Mutex::default(),
            waiting: Mutex::default(),
            heard: Mutex::default(),
        }
    }

    /// Takes note that a worker is there that does nothing else.
    pub(crate) fn hear_worker(&self) {
        *lock(&self.heard) = Some(Instant::now());
    }

    /// Tells whether there are workers that do nothing else.
    fn has_workers(&self) -> bool {
        lock(&self.heard).is_some_and(|at| at.elapsed() < WORKER_HEARD)
    }

    /// Counts the jobs that are done here and somebody waits for.
    fn urgent(&self) -> usize {
        lock(&self.running).values().filter(|job| !job.is_idle_work).count()
    }

    /// Stops what is done here for earlier revisions of a game.
    pub(crate) fn moved_on(&self, game: i64, revision: i64) {
        for job in lock(&self.running).values() {
            if job.game == game && job.revision < revision {
                job.stopper.stop();
            }
        }
    }

    /// Hands a result to those who wait for it here, and tells whether anybody did.
    pub(crate) fn hear_result(&self, job: &str, result: &str) -> bool {
        let waiting = lock(&self.waiting).remove(job).unwrap_or_default();
        waiting.into_iter().filter_map(|one| one.send(result.to_owned()).ok()).count() > 0
    }

    /// Waits for the result of a job by its name.
    fn expect(&self, job: &str) -> oneshot::Receiver<String> {
        let (tell, heard) = oneshot::channel();
        let mut waiting = lock(&self.waiting);
        // Those who left are not kept.
        waiting.retain(|_, all| {
            all.retain(|one| !one.is_closed());
            !all.is_empty()
        });
        waiting.entry(job.to_owned()).or_default().push(tell);
        heard
    }
}
