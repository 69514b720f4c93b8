//! Many positions at a time: each thread searches one, those without one help with another's, and the
//! answers come in the order of the input.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::anyhow;
use outflank_engine::Threads;
use outflank_records::Record;

use crate::failure::Failure;
use crate::interrupt::InterruptGuard;
use crate::items;
use crate::searcher::Searcher;
use crate::source::ArgumentSource;

/// How many items are read ahead.
const AHEAD: usize = 256;

/// An item and its number, counted from 1.
pub(crate) struct BatchItem {
    pub(crate) number: u64,
    pub(crate) record: Record,
}

/// A search that others may help with: the number of its item, and what a helper does until it is over.
type LentSearch = (u64, Arc<dyn Fn() + Send + Sync>);

/// What threads wait for: items, and searches that need help.
#[derive(Default)]
struct Pending {
    items: VecDeque<BatchItem>,
    /// How many items have been read.
    read: u64,
    /// How the reading ended, once it has.
    end: Option<Result<(), Failure>>,
    has_ended: bool,
    lent: Vec<LentSearch>,
    /// How many items are being answered.
    searching: usize,
    /// Whether no further item is to be begun.
    is_stopped: bool,
}

#[derive(Default)]
struct BatchState {
    pending: Mutex<Pending>,
    news: Condvar,
}

impl BatchState {
    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, pending: MutexGuard<'s, Pending>) -> MutexGuard<'s, Pending> {
        self.news.wait(pending).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item, when there is room.
    fn add(&self, record: &Record) -> Result<(), Failure> {
        let mut pending = self.lock();
        while pending.items.len() >= AHEAD && !pending.is_stopped {
            pending = self.wait(pending);
        }
        if pending.is_stopped {
            return Err(Failure::Other(anyhow!("interrupted")));
        }
        pending.read += 1;
        let number = pending.read;
        pending.items.push_back(BatchItem { number, record: record.clone() });
        drop(pending);
        self.news.notify_all();
        Ok(())
    }

    /// Notes that an item was answered.
    fn finish(&self, number: u64, is_stopped: bool) {
        let mut pending = self.lock();
        pending.searching -= 1;
        pending.is_stopped |= is_stopped;
        pending.lent.retain(|(lent, _)| *lent != number);
        drop(pending);
        self.news.notify_all();
    }

    fn stop(&self) {
        self.lock().is_stopped = true;
        self.news.notify_all();
    }
}

/// The threads of one search of a batch: its own, and all that have no item.
pub(crate) struct BatchThreads<'b> {
    state: &'b BatchState,
    number: u64,
    count: usize,
}

impl Threads for BatchThreads<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), _helper: &(dyn Fn() + Sync)) {
        main();
    }

    fn lend(&self, helper: &Arc<dyn Fn() + Send + Sync>) -> bool {
        if self.count > 1 {
            let mut pending = self.state.lock();
            pending.lent.retain(|(number, _)| *number != self.number);
            pending.lent.push((self.number, Arc::clone(helper)));
            drop(pending);
            self.state.news.notify_all();
        }
        true
    }
}

/// The answers that wait for their turn.
struct Answers<A> {
    ready: BTreeMap<u64, (BatchItem, A)>,
    /// How many threads may still bring one.
    workers: usize,
}

/// Lets Ctrl-C stop the searches as long as there are any.
type SharedGuard<'a> = Mutex<(usize, Option<InterruptGuard<'a>>)>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers every position or game of a source with all threads of the searcher, and hands the answers to
/// `take` in the order of the input, each as soon as those before it are there.
///
/// # Errors
///
/// If the input has bad items, `take` fails, or Ctrl-C was pressed; then the searches under way are stopped,
/// and what they answer is taken.
pub(crate) fn answer_all<A: Send>(
    source: &ArgumentSource,
    searcher: &Searcher,
    answer: &(dyn Fn(&BatchItem, &BatchThreads<'_>) -> A + Sync),
    take: &mut dyn FnMut(BatchItem, A) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let state = Arc::new(BatchState::default());
    read_ahead(source.clone(), Arc::clone(&state))?;
    let count = searcher.thread_count();
    let answers = Mutex::new(Answers { ready: BTreeMap::new(), workers: count });
    let came = Condvar::new();
    let guard: SharedGuard<'_> = Mutex::new((0, None));
    let work = || {
        while let Some(item) = next_item(&state) {
            let found = guarded(&guard, searcher, || {
                answer(&item, &BatchThreads { state: &state, number: item.number, count })
            });
            state.finish(item.number, searcher.interrupt().is_asked());
            locked(&answers).ready.insert(item.number, (item, found));
            came.notify_all();
        }
        locked(&answers).workers -= 1;
        came.notify_all();
    };
    let taken = thread::scope(|scope| {
        for number in 0..count {
            // A thread the system does not give is one less, not a failure, unless it is the first.
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    state.stop();
                    return Err(Failure::other(error));
                }
                Err(_) => locked(&answers).workers -= 1,
            }
        }
        let taken = take_in_order(&answers, &came, take);
        state.stop();
        if taken.is_err() {
            searcher.stop();
        }
        taken
    });
    taken?;
    searcher.interrupt().check()?;
    let mut pending = state.lock();
    while !pending.has_ended {
        pending = state.wait(pending);
    }
    pending.end.take().unwrap_or(Ok(()))
}

/// Reads the items on a thread of its own, which nobody waits for: it may never hear of an end.
fn read_ahead(source: ArgumentSource, state: Arc<BatchState>) -> Result<(), Failure> {
    let read = move || {
        let end = items::for_each(&source, &mut |record| state.add(record));
        let mut pending = state.lock();
        (pending.end, pending.has_ended) = (Some(end), true);
        drop(pending);
        state.news.notify_all();
    };
    thread::Builder::new().spawn(read).map_err(Failure::other)?;
    Ok(())
}

/// Waits for an item, helping with other searches meanwhile; `None` when there will be no more.
fn next_item(state: &BatchState) -> Option<BatchItem> {
    let mut pending = state.lock();
    loop {
        if !pending.is_stopped
            && let Some(item) = pending.items.pop_front()
        {
            pending.searching += 1;
            drop(pending);
            state.news.notify_all();
            return Some(item);
        }
        if let Some((number, helper)) = pending.lent.first().cloned() {
            drop(pending);
            // Returns when that search is over.
            helper();
            pending = state.lock();
            pending.lent.retain(|(other, lent)| *other != number || !Arc::ptr_eq(lent, &helper));
            continue;
        }
        // A search under way may ask for help.
        if pending.searching == 0 && (pending.has_ended || pending.is_stopped) {
            return None;
        }
        pending = state.wait(pending);
    }
}

/// Runs a search during which Ctrl-C does not end the program.
fn guarded<'a, R>(guard: &SharedGuard<'a>, searcher: &'a Searcher, search: impl FnOnce() -> R) -> R {
    {
        let mut guard = locked(guard);
        guard.0 += 1;
        guard.1.get_or_insert_with(|| searcher.guard());
    }
    let found = search();
    let mut guard = locked(guard);
    guard.0 -= 1;
    if guard.0 == 0 {
        guard.1 = None;
    }
    found
}

/// Takes the answers in their order until there are no more.
fn take_in_order<A>(
    answers: &Mutex<Answers<A>>,
    came: &Condvar,
    take: &mut dyn FnMut(BatchItem, A) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut next = 1;
    loop {
        let mut waiting = locked(answers);
        let found = loop {
            if let Some(found) = waiting.ready.remove(&next) {
                break Some(found);
            }
            if waiting.workers == 0 {
                break None;
            }
            waiting = came.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        };
        drop(waiting);
        let Some((item, answer)) = found else { return Ok(()) };
        take(item, answer)?;
        next += 1;
    }
}
