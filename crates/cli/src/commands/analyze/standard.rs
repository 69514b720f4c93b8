//! The standard review of a game, on several threads: the same values, labels and accuracies that the studio
//! finds.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, OneThread};
use outflank_records::Record;
use outflank_review::{EngineSignature, ResultStore, ReviewRunner, ReviewSchedule, StoredResult};

use crate::interrupt::Interrupt;
use crate::review_database::ReviewDatabase;
use crate::ticker::Ticker;

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// What all threads share.
struct Shared<'a> {
    schedule: Mutex<ReviewSchedule>,
    /// Told whenever a job has ended.
    news: Condvar,
    engine: &'a Engine,
    results: Option<Mutex<&'a mut ReviewDatabase>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The database as one thread of several uses it.
struct SharedResults<'s, 'a>(&'s Mutex<&'a mut ReviewDatabase>);

impl ResultStore for SharedResults<'_, '_> {
    fn load(&mut self, board: &str, engine: &str) -> Vec<StoredResult> {
        lock(self.0).load(board, engine)
    }

    fn save(&mut self, result: StoredResult) {
        lock(self.0).save(result);
    }
}

/// Reviews a game with so many threads, each on a position of its own, until it is done or Ctrl-C is pressed.
pub(crate) fn review(
    record: &Record,
    (engine, threads): (&Engine, u16),
    (interrupt, ticker): (&Interrupt, &Ticker),
    results: Option<&mut ReviewDatabase>,
    explains: bool,
) -> ReviewSchedule {
    let schedule = ReviewSchedule::new(threads);
    let mut schedule = if explains { schedule.explaining() } else { schedule };
    schedule.set_game(record.start(), record.moves());
    let results = results.map(Mutex::new);
    let shared = Shared { schedule: Mutex::new(schedule), news: Condvar::new(), engine, results };
    thread::scope(|scope| {
        for _ in 1..threads {
            // A thread the system does not give is one less, not a failure.
            let _one_less = thread::Builder::new().spawn_scoped(scope, || work(&shared, interrupt));
        }
        let watcher = thread::Builder::new().spawn_scoped(scope, || watch(&shared, interrupt, ticker));
        work(&shared, interrupt);
        let _told = watcher;
    });
    shared.schedule.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does one job after the other as long as there are any.
fn work(shared: &Shared<'_>, interrupt: &Interrupt) {
    let mut results = shared.results.as_ref().map(SharedResults);
    let signature = results.as_ref().and_then(|_| EngineSignature::shipped().ok());
    let mut schedule = lock(&shared.schedule);
    while !interrupt.is_asked() {
        let Some(job) = schedule.next_job() else {
            if !schedule.is_searching() {
                break;
            }
            schedule = shared.news.wait(schedule).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(schedule);
        let store = results.as_mut().map(|results| results as &mut dyn ResultStore);
        let memory = store.zip(signature);
        let mut runner = ReviewRunner { engine: shared.engine, threads: &OneThread, clock: None, memory };
        let report = runner.run(&job, &mut |_, _| {});
        schedule = lock(&shared.schedule);
        let _learned = schedule.learn(report);
        shared.news.notify_all();
    }
    shared.news.notify_all();
}

/// Says how far the review has come, and stops its searches when Ctrl-C is pressed.
fn watch(shared: &Shared<'_>, interrupt: &Interrupt, ticker: &Ticker) {
    let mut schedule = lock(&shared.schedule);
    loop {
        if interrupt.is_asked() {
            schedule.stop_all();
        }
        let summary = schedule.summary();
        ticker.say(|| format!("{} of {} positions", summary.done, summary.scores.len()));
        if interrupt.is_asked() || schedule.is_complete() {
            return;
        }
        let waited = shared.news.wait_timeout(schedule, PAUSE);
        schedule = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}
