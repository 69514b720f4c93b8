//! Searches that make a book grow, and how they are shared among threads.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use outflank_rules::Square;

use crate::{
    Book, BookError, BookKey, BookLeaf, BookLink, BookRecord, BookSession, Confidence, Destination, Origin,
    ProvenBounds,
};

/// How long the disk may lag behind.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// An engine, as a book needs it. Searches are called by several threads at a time.
pub trait LeafSearch: Sync {
    /// Finds the best of some legal moves of a position; `None` if the search was stopped.
    fn best_of(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf>;

    /// Solves a position: its score and a best move; `None` if the search was stopped.
    fn solve(&self, key: BookKey) -> Option<(i32, Square)>;

    /// Returns how far an estimate of a depth is off, in discs, with so many squares empty.
    fn expected_error(&self, empties: u32, depth: u32) -> f64;

    /// Returns how long a search takes with so many squares empty, in any unit.
    fn cost(&self, empties: u32) -> f64;
}

/// Moves of a position that are to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMoves {
    /// The position.
    pub key: BookKey,
    /// The moves; none if there is nothing to search.
    pub moves: Vec<Square>,
    /// What is proven of the position already.
    pub proven: ProvenBounds,
}

/// Something to search for a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookTask {
    /// Finds the best open move of positions, which are added if they are new; those below come first.
    Search(Vec<OpenMoves>),
    /// Solves a position.
    Solve(BookKey),
}

impl BookTask {
    /// Returns the position that the task adds or changes first.
    #[must_use]
    pub fn key(&self) -> Option<BookKey> {
        match self {
            BookTask::Search(positions) => positions.first().map(|open| open.key),
            BookTask::Solve(key) => Some(*key),
        }
    }

    /// Returns the task to find the best open move of a position, new or not.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn leaf_of(book: &Book, key: BookKey) -> Result<BookTask, BookError> {
        let moves = open_squares(&book.links(key)?, None);
        Ok(BookTask::Search(vec![OpenMoves { key, moves, proven: ProvenBounds::OPEN }]))
    }

    /// Returns the task to add the position after the leaf of a record: to search that position, and the
    /// moves that are still open. `None` if the leaf has no move, or it leads to the end of the game or to a
    /// position that is there and waits to be searched.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn expand(book: &Book, record: &BookRecord) -> Result<Option<BookTask>, BookError> {
        let Some(leaf) = record.leaf else { return Ok(None) };
        let links = book.links(record.key)?;
        let Some(link) = links.iter().find(|link| Some(link.square) == leaf.square) else { return Ok(None) };
        let Destination::Position { key, passed } = link.to else { return Ok(None) };
        if link.record.is_some() {
            return Ok(None);
        }
        let proven = match leaf.estimate.confidence {
            Confidence::Proven => {
                let value = ProvenBounds::exact(leaf.estimate.value.into());
                if passed { value } else { value.negated() }
            }
            _ => ProvenBounds::OPEN,
        };
        let below = OpenMoves { key, moves: open_squares(&book.links(key)?, None), proven };
        let rest = open_squares(&links, Some(key));
        let here = OpenMoves { key: record.key, moves: rest, proven: ProvenBounds::OPEN };
        Ok(Some(BookTask::Search(vec![below, here])))
    }

    /// Does the task; `None` if a search was stopped.
    fn perform(&self, search: &dyn LeafSearch) -> Option<Vec<BookRecord>> {
        match self {
            BookTask::Search(positions) => {
                positions.iter().map(|open| searched(open, search)).collect::<Option<Vec<_>>>()
            }
            BookTask::Solve(key) => {
                let (score, square) = search.solve(*key)?;
                let mut record = BookRecord::new(*key, Origin::Outflank);
                let estimate = crate::BookEstimate::proven(score, key.empties());
                record.leaf = Some(BookLeaf { square: Some(square), estimate });
                record.unlinked_upper = estimate.value;
                (record.bounds, record.is_proven_here) = (ProvenBounds::exact(score), true);
                record.estimate = Some(estimate);
                Some(vec![record])
            }
        }
    }
}

/// Returns the moves that lead to no book position, nor to one that is about to be added.
pub(crate) fn open_squares(links: &[BookLink], added: Option<BookKey>) -> Vec<Square> {
    let leads_there = |to: Destination| matches!(to, Destination::Position { key, .. } if Some(key) == added);
    let open = links.iter().filter(|link| !link.is_linked() && !leads_there(link.to));
    open.map(|link| link.square).collect()
}

/// Searches the open moves of a position and returns what is known of it then.
fn searched(open: &OpenMoves, search: &dyn LeafSearch) -> Option<BookRecord> {
    let mut record = BookRecord::new(open.key, Origin::Outflank);
    if open.proven != ProvenBounds::OPEN {
        (record.bounds, record.is_proven_here) = (open.proven, true);
    }
    if !open.moves.is_empty() {
        let leaf = search.best_of(open.key, &open.moves)?;
        if leaf.estimate.confidence == Confidence::Proven {
            record.unlinked_upper = leaf.estimate.value;
        }
        (record.leaf, record.estimate) = (Some(leaf), Some(leaf.estimate));
    }
    Some(record)
}

/// How far a run of tasks has come.
#[derive(Clone, Copy, Debug)]
pub struct TaskProgress {
    /// Tasks that are done.
    pub done: usize,
    /// All tasks.
    pub all: usize,
    /// The positions of the book.
    pub positions: u64,
}

/// What a run of tasks left behind.
#[derive(Debug, Default)]
pub struct TaskReport {
    /// Tasks that were done.
    pub done: usize,
    /// Proofs that exclude each other.
    pub contradictions: Vec<BookError>,
}

/// Does tasks on several threads, one search on each.
pub struct TaskRunner<'a> {
    /// The engine.
    pub search: &'a dyn LeafSearch,
    /// How many threads to use.
    pub threads: usize,
    /// Tells whether to begin no further task.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Hears of every task that is done.
    pub observe: &'a (dyn Fn(TaskProgress) + Sync),
}

/// What the threads share.
struct SharedRun<'s> {
    session: &'s mut BookSession,
    next: usize,
    report: TaskReport,
    failure: Option<BookError>,
    synced: Instant,
}

impl TaskRunner<'_> {
    /// Does tasks in their order. What each one finds is in the journal before its thread takes the next.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written or the book not read; what was found before is kept.
    pub fn run(&self, session: &mut BookSession, tasks: &[BookTask]) -> Result<TaskReport, BookError> {
        let report = TaskReport::default();
        let shared =
            Mutex::new(SharedRun { session, next: 0, report, failure: None, synced: Instant::now() });
        let work = || while self.step(&shared, tasks) {};
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                // A thread the system does not give is one less.
                let _fewer = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.failure {
            Some(failure) => Err(failure),
            None => Ok(shared.report),
        }
    }

    /// Does the next task; returns `false` when there is none.
    fn step(&self, shared: &Mutex<SharedRun<'_>>, tasks: &[BookTask]) -> bool {
        let locked = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let task = {
            let mut shared = locked();
            if shared.failure.is_some() || (self.is_stopped)() {
                return false;
            }
            let Some(task) = tasks.get(shared.next) else { return false };
            shared.next += 1;
            task
        };
        let Some(records) = task.perform(self.search) else { return false };
        let mut shared = locked();
        match shared.keep(&records) {
            Ok(()) => {
                let positions = shared.session.book().len();
                let progress = TaskProgress { done: shared.report.done, all: tasks.len(), positions };
                drop(shared);
                (self.observe)(progress);
                true
            }
            Err(error) => {
                shared.failure = Some(error);
                false
            }
        }
    }
}

impl SharedRun<'_> {
    fn keep(&mut self, records: &[BookRecord]) -> Result<(), BookError> {
        let contradictions = self.session.add(records)?;
        self.report.contradictions.extend(contradictions);
        self.report.done += 1;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.session.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}
