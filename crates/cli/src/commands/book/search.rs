//! The engine as a book uses it, and the searches of a book with progress, limits and Ctrl-C.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use outflank_book::{
    BookError, BookEstimate, BookKey, BookLeaf, BookSession, BookTask, LeafSearch, TaskProgress, TaskRunner,
};
use outflank_engine::{Clock, Engine, Limits, Stopper};
use outflank_players::WallClock;
use outflank_server::{BookEngine, BookQueue, Store};

use super::refused;
use crate::commands::serve::open_store;
use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::searcher::EngineArgs;
use crate::source;
use crate::ticker::Ticker;

/// The options of every command that searches for a book.
#[derive(Debug, clap::Args)]
pub(super) struct BookSearchArgs {
    /// How many plies to search; positions with up to 6 more empty squares than this are solved
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,

    /// Stop after this many seconds [default: when everything is done]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,

    /// Let servers and workers search that share this PostgreSQL (`outflank work`), with the threads and
    /// tables they have
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    #[command(flatten)]
    engine: EngineArgs,
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{text:?} is not a number of seconds"))
}

/// Reads the position that a command begins at: `start`, a board or moves that lead to it.
pub(super) fn root(argument: Option<&OsString>) -> Result<BookKey, Failure> {
    let position = source::position(argument.map_or(OsStr::new("start"), OsString::as_os_str))?;
    let (key, _) = BookKey::of_position(&position)
        .ok_or_else(|| Failure::input(anyhow!("{position}: the side to move has no legal move")))?;
    Ok(key)
}

/// How many searches wait in the queue of a database at a time.
const IN_QUEUE: usize = 32;

/// Who searches.
enum BookSearch {
    /// The engine of this process.
    Here(BookEngine<Engine>),
    /// Servers and workers.
    Elsewhere(BookQueue),
}

impl BookSearch {
    fn leaf_search(&self) -> &dyn LeafSearch {
        match self {
            BookSearch::Here(engine) => engine,
            BookSearch::Elsewhere(queue) => queue,
        }
    }

    /// Fails if a search was given up.
    fn require_workers(&self) -> Result<(), Failure> {
        match self {
            BookSearch::Elsewhere(queue) => match queue.failure() {
                Some(why) => Err(Failure::Other(anyhow!("a search was tried too often. {why}"))),
                None => Ok(()),
            },
            BookSearch::Here(_) => Ok(()),
        }
    }
}

/// Begins to ask the servers and workers of a database.
fn queue_of(
    url: &str,
    depth: u32,
    is_over: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<BookQueue, Failure> {
    if Store::file_of(url).is_some() {
        let problem = anyhow!("{url:?} is the file of one server, which has no workers");
        return Err(Failure::input(problem.context("workers need PostgreSQL")));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let store = runtime.block_on(open_store(Some(url)))?;
    tell("servers and workers search as soon as they have nothing more urgent to do (`outflank work`)");
    Ok(BookQueue::new(runtime, store, depth, is_over))
}

/// Searches leaves again, each so many plies deeper than before, and returns the values before and after.
/// Leaves out what was stopped.
pub(super) fn search_deeper(
    records: &[(BookKey, BookLeaf)],
    deeper: u32,
    engine: &EngineArgs,
) -> Result<Vec<(BookKey, BookEstimate, BookEstimate)>, Failure> {
    let (engine, _) = engine.engine()?;
    let stopper = interrupt::stopper()?;
    let ticker = Ticker::start_anywhere();
    let mut book_engine = BookEngine::new(engine, 0, Limits::stopped_by(&stopper));
    let mut found = Vec::new();
    for (key, leaf) in records {
        let Some(square) = leaf.square else { continue };
        book_engine.set_depth(u32::from(leaf.estimate.depth) + deeper);
        let Some(again) = book_engine.best_one_by_one(*key, &[square]) else { break };
        found.push((*key, leaf.estimate, again.estimate));
        ticker.say(|| format!("{} of {}", found.len(), records.len()));
    }
    Ok(found)
}

/// A book that is being grown by a command.
pub(super) struct BookGrower {
    pub(super) session: BookSession,
    search: BookSearch,
    threads: usize,
    stopper: Stopper,
    started: Instant,
    time: Option<Duration>,
    ticker: Ticker,
    path: PathBuf,
    /// Positions at the beginning.
    before: u64,
    /// Searches that were done.
    done: usize,
    contradictions: Vec<BookError>,
}

impl BookGrower {
    /// Opens a book, new or not, and makes the engine.
    pub(super) fn open(path: &Path, args: &BookSearchArgs) -> Result<BookGrower, Failure> {
        let session = BookSession::open(path).map_err(refused)?;
        for trouble in session.book().troubles() {
            tell(&format!("warning: {trouble}"));
        }
        let (stopper, started, time) = (interrupt::stopper()?, Instant::now(), args.time);
        let (search, threads) = if let Some(url) = &args.database {
            let stops = stopper.clone();
            let is_over = move || stops.is_stopped() || time.is_some_and(|time| started.elapsed() >= time);
            (BookSearch::Elsewhere(queue_of(url, args.depth, is_over)?), IN_QUEUE)
        } else {
            let (engine, _) = args.engine.engine()?;
            let mut limits = Limits::stopped_by(&stopper);
            if let Some(time) = time {
                let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
                limits.deadline = Some((clock, time));
            }
            let engine = BookEngine::new(engine, args.depth, limits);
            (BookSearch::Here(engine), args.engine.thread_count().into())
        };
        Ok(BookGrower {
            before: session.book().len(),
            session,
            search,
            threads,
            stopper,
            started,
            time,
            ticker: Ticker::start_anywhere(),
            path: path.to_owned(),
            done: 0,
            contradictions: Vec::new(),
        })
    }

    /// Tells whether no further search is to begin.
    pub(super) fn is_over(&self) -> bool {
        self.stopper.is_stopped() || self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Returns who searches, for whoever weighs searches.
    pub(super) fn engine(&self) -> &dyn LeafSearch {
        self.search.leaf_search()
    }

    /// Returns how many searches run at a time.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Does tasks, as far as the limits allow, and returns how many were done.
    pub(super) fn work(&mut self, tasks: &[BookTask]) -> Result<usize, Failure> {
        let (stopper, started, time, ticker) = (&self.stopper, self.started, self.time, &self.ticker);
        let is_stopped = || stopper.is_stopped() || time.is_some_and(|time| started.elapsed() >= time);
        let before = self.done;
        let observe = |progress: TaskProgress| {
            ticker.say(|| {
                let TaskProgress { done, all, positions } = progress;
                let (positions, searches) = (counted(positions, "position"), searches(before + done));
                format!("{positions}, {searches} ({done} of {all} planned)")
            });
        };
        let threads = self.threads;
        let search = self.search.leaf_search();
        let runner = TaskRunner { search, threads, is_stopped: &is_stopped, observe: &observe };
        let report = runner.run(&mut self.session, tasks).map_err(refused)?;
        self.done += report.done;
        self.contradictions.extend(report.contradictions);
        self.search.require_workers()?;
        Ok(report.done)
    }

    /// Makes sure that a position is in the book.
    pub(super) fn plant(&mut self, root: BookKey) -> Result<(), Failure> {
        if !self.session.book().contains(root).map_err(refused)? {
            let task = BookTask::leaf_of(self.session.book(), root).map_err(refused)?;
            self.work(&[task])?;
        }
        Ok(())
    }

    /// Folds what was found into the file and says what was done.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let BookGrower { session, search, started, ticker, path, before, done, contradictions, .. } = self;
        drop((ticker, search));
        let positions = session.finish().map_err(refused)?;
        let seconds = started.elapsed().as_secs_f64();
        let (path, positions, searches) = (path.display(), counted(positions, "position"), searches(done));
        println!("{path}: {positions} ({before} before), {searches} in {seconds:.1} s");
        super::fail_on(&contradictions)
    }
}

/// Writes a number of searches.
fn searches(count: usize) -> String {
    format!("{count} {}", if count == 1 { "search" } else { "searches" })
}
