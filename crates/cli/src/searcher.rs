//! The engine as the commands use it: made from options, stoppable by Ctrl-C, with progress on the terminal.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use outflank_engine::eval::Weights;
use outflank_engine::{
    Analysis, Clock, Comparison, Engine, Goal, Limits, Progress, Search, Solution, Stopper, Threads, Truth,
    Wanted,
};
use outflank_players::{HostThreads, WallClock};
use outflank_rules::Position;

use crate::failure::Failure;
use crate::interrupt::{Interrupt, InterruptGuard};
use crate::report::millions;
use crate::ticker::Ticker;

/// The options of every command that searches.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// How many threads to use [default: all cores]
    #[arg(long, env = "OUTFLANK_THREADS", hide_env_values = true, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The size of the transposition table, in MiB
    #[arg(long, env = "OUTFLANK_HASH", hide_env_values = true, value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

impl EngineArgs {
    /// Returns how many threads there are.
    pub(crate) fn thread_count(&self) -> u16 {
        u16::try_from(HostThreads::new(self.threads).count()).unwrap_or(u16::MAX)
    }

    /// Makes an engine and its threads.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub(crate) fn engine(&self) -> Result<(Engine, HostThreads), Failure> {
        let engine = Engine::new(self.hash as usize, Weights::embedded()).map_err(Failure::other)?;
        Ok((engine, HostThreads::new(self.threads)))
    }
}

/// An engine with threads, a clock and an ear for Ctrl-C.
pub(crate) struct Searcher {
    engine: Engine,
    threads: HostThreads,
    clock: Arc<WallClock>,
    interrupt: Interrupt,
    /// Ends all searches when Ctrl-C is pressed.
    stopper: Stopper,
}

impl Searcher {
    /// Makes the engine.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub(crate) fn new(args: &EngineArgs) -> Result<Searcher, Failure> {
        let (engine, threads) = args.engine()?;
        let (clock, interrupt) = (Arc::new(WallClock::start()), Interrupt::watch()?);
        Ok(Searcher { engine, threads, clock, interrupt, stopper: Stopper::new() })
    }

    /// Lets Ctrl-C end the searches made as long as the guard lives, not the program.
    pub(crate) fn guard(&self) -> InterruptGuard<'_> {
        self.interrupt.guard(self.stopper.clone())
    }

    /// Returns what knows about Ctrl-C.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns all threads there are.
    pub(crate) fn threads(&self) -> &dyn Threads {
        &self.threads
    }

    /// Returns how many threads there are.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads.count()
    }

    /// Ends all searches, those to come included.
    pub(crate) fn stop(&self) {
        self.stopper.stop();
    }

    /// Returns the engine.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the time since the searcher was made.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Returns the static evaluation in discs for the side to move.
    pub(crate) fn evaluate(&self, position: Position) -> f64 {
        self.engine.evaluate(position)
    }

    /// Solves a position within limits.
    pub(crate) fn solve(
        &self,
        position: Position,
        goal: Goal,
        limits: &Limits,
        threads: &dyn Threads,
        ticker: &Ticker,
    ) -> Solution {
        self.search(position, limits, ticker).threads(threads).solve(goal)
    }

    /// Returns limits of time from now on.
    pub(crate) fn within(&self, time: Duration) -> Limits {
        Limits::until(self.clock(), self.now().saturating_add(time))
    }

    /// Returns the clock, to be lent to the engine.
    pub(crate) fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    /// Analyzes a position within limits.
    pub(crate) fn analyze(
        &self,
        position: Position,
        limits: &Limits,
        threads: &dyn Threads,
        ticker: &Ticker,
    ) -> Analysis {
        self.search(position, limits, ticker).threads(threads).analyze()
    }

    /// Values moves of a position side by side within limits.
    pub(crate) fn compare(
        &self,
        position: Position,
        wanted: Wanted,
        limits: &Limits,
        threads: &dyn Threads,
        ticker: &Ticker,
    ) -> Comparison {
        self.search(position, limits, ticker).threads(threads).compare(wanted)
    }

    /// Describes a search that Ctrl-C stops and the ticker shows.
    fn search<'s>(&'s self, position: Position, limits: &Limits, ticker: &'s Ticker) -> Search<'s> {
        let started = self.now();
        let search = self.engine.search(position).limits(limits).stopper(&self.stopper);
        search.observe(move |progress| self.observe(progress, started, ticker))
    }

    fn observe(&self, progress: &Progress, started: Duration, ticker: &Ticker) {
        ticker.say(|| {
            let depth = match progress.value.truth {
                Truth::Estimate { depth, percent } => format!("depth {depth} at {percent} %"),
                Truth::Exact | Truth::AtLeast | Truth::AtMost => "proven".to_owned(),
            };
            let line: Vec<String> = progress.line.iter().take(SHOWN_PLIES).map(ToString::to_string).collect();
            let seconds = self.now().saturating_sub(started).as_secs_f64();
            let (nodes, speed) = (progress.nodes as f64 / 1e6, millions(progress.nodes, seconds));
            format!("{depth}: {:+} {}, {nodes:.1} Mn, {speed:.1} Mn/s", progress.value.score, line.join(" "))
        });
    }
}

/// How many plies of a line are shown while a search goes on.
const SHOWN_PLIES: usize = 6;

/// A searcher made when it is first needed, so that bad input is refused at once.
pub(crate) struct Lazy<'a> {
    args: &'a EngineArgs,
    made: OnceCell<Searcher>,
}

impl<'a> Lazy<'a> {
    /// Keeps the options.
    pub(crate) fn new(args: &'a EngineArgs) -> Lazy<'a> {
        Lazy { args, made: OnceCell::new() }
    }

    /// Returns the searcher.
    pub(crate) fn get(&self) -> Result<&Searcher, Failure> {
        if self.made.get().is_none() {
            let _first = self.made.set(Searcher::new(self.args)?);
        }
        self.made.get().ok_or_else(|| Failure::Other(anyhow!("the engine could not be created")))
    }
}
