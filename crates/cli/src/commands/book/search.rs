//! The engine as a book uses it, and the searches of a book with progress, limits and Ctrl-C.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use outflank_book::{
    BookError, BookEstimate, BookKey, BookLeaf, BookSession, BookTask, Confidence, LeafSearch, TaskProgress,
    TaskRunner,
};
use outflank_coach::typical_error;
use outflank_engine::{Clock, Engine, Goal, Limits, Stopper, Truth, Value, Wanted};
use outflank_players::WallClock;
use outflank_rules::{Move, Square};

use super::refused;
use crate::failure::{Failure, counted};
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

/// An engine that searches one position on each thread.
struct BookEngine {
    engine: Engine,
    depth: u32,
    limits: Limits,
}

impl BookEngine {
    /// Returns an estimate and whether it is proven.
    fn estimate(value: Value, empties: u32) -> BookEstimate {
        match value.truth {
            Truth::Exact => BookEstimate::proven(value.score, empties),
            Truth::Estimate { depth, percent } => BookEstimate {
                value: value.score.clamp(-64, 64) as i8,
                depth: depth.min(60) as u8,
                confidence: Confidence::Percent(percent),
            },
            // No search for a book asks for bounds.
            Truth::AtLeast | Truth::AtMost => BookEstimate {
                value: value.score.clamp(-64, 64) as i8,
                depth: 0,
                confidence: Confidence::Unknown,
            },
        }
    }

    /// Searches each move on its own: less work where most moves are in the book already.
    fn best_one_by_one(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        let mut best: Option<BookLeaf> = None;
        let mut all_proven = true;
        for square in moves {
            let next = key.position().play(*square).ok()?;
            let search = self.engine.search(next).limits(&self.limits);
            let found = search.depth(self.depth.saturating_sub(1).max(1)).analyze();
            if found.stopped {
                return None;
            }
            let value = match found.value.truth {
                Truth::Estimate { depth, percent } => {
                    Value { truth: Truth::Estimate { depth: depth + 1, percent }, ..-found.value }
                }
                _ => -found.value,
            };
            let estimate = BookEngine::estimate(value, key.empties());
            all_proven &= estimate.confidence == Confidence::Proven;
            if best.is_none_or(|best| estimate.value > best.estimate.value) {
                best = Some(BookLeaf { square: Some(*square), estimate });
            }
        }
        let mut best = best?;
        if !all_proven && best.estimate.confidence == Confidence::Proven {
            best.estimate.confidence = Confidence::Percent(100);
        }
        Some(best)
    }
}

impl LeafSearch for BookEngine {
    fn best_of(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        let position = key.position();
        let others = position.legal_moves().len() as usize - moves.len().min(64);
        if moves.len() <= others {
            return self.best_one_by_one(key, moves);
        }
        // Among the best of all moves, one more than there are others, is the best of those wanted.
        let search = self.engine.search(position).limits(&self.limits).depth(self.depth);
        let found = search.compare(Wanted::best(others + 1));
        if found.stopped {
            return None;
        }
        let best = found
            .moves
            .iter()
            .find(|found| found.played.square().is_some_and(|square| moves.contains(&square)))?;
        let estimate = BookEngine::estimate(best.value, key.empties());
        Some(BookLeaf { square: best.played.square(), estimate })
    }

    fn solve(&self, key: BookKey) -> Option<(i32, Square)> {
        let found = self.engine.search(key.position()).limits(&self.limits).solve(Goal::Exact);
        match found.best {
            Some(Move::Place(square)) if found.value.is_exact() => Some((found.value.score, square)),
            _ => None,
        }
    }

    fn expected_error(&self, empties: u32, depth: u32) -> f64 {
        typical_error(empties, depth)
    }

    /// Returns about how many boards are visited: by depth, or to the end of the game.
    fn cost(&self, empties: u32) -> f64 {
        if empties <= self.depth + 6 && empties <= 30 {
            20.0 * 1.9_f64.powi(empties as i32)
        } else {
            1000.0 * 1.6_f64.powi(self.depth as i32)
        }
    }
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
    let mut book_engine = BookEngine { engine, depth: 0, limits: Limits::stopped_by(&stopper) };
    let mut found = Vec::new();
    for (key, leaf) in records {
        let Some(square) = leaf.square else { continue };
        book_engine.depth = u32::from(leaf.estimate.depth) + deeper;
        let Some(again) = book_engine.best_one_by_one(*key, &[square]) else { break };
        found.push((*key, leaf.estimate, again.estimate));
        ticker.say(|| format!("{} of {}", found.len(), records.len()));
    }
    Ok(found)
}

/// A book that is being grown by a command.
pub(super) struct BookGrower {
    pub(super) session: BookSession,
    engine: BookEngine,
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
            crate::failure::tell(&format!("warning: {trouble}"));
        }
        let (engine, _) = args.engine.engine()?;
        let stopper = interrupt::stopper()?;
        let mut limits = Limits::stopped_by(&stopper);
        if let Some(time) = args.time {
            let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
            limits.deadline = Some((clock, time));
        }
        Ok(BookGrower {
            before: session.book().len(),
            session,
            engine: BookEngine { engine, depth: args.depth, limits },
            threads: args.engine.thread_count().into(),
            stopper,
            started: Instant::now(),
            time: args.time,
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

    /// Returns the engine, for whoever weighs searches.
    pub(super) fn engine(&self) -> &dyn LeafSearch {
        &self.engine
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
        let runner = TaskRunner { search: &self.engine, threads, is_stopped: &is_stopped, observe: &observe };
        let report = runner.run(&mut self.session, tasks).map_err(refused)?;
        self.done += report.done;
        self.contradictions.extend(report.contradictions);
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
        let BookGrower { session, started, ticker, path, before, done, contradictions, .. } = self;
        drop(ticker);
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
