//! The engine as the commands use it: made from options, stoppable by Ctrl-C, with progress on the terminal.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use outflank_engine::eval::Weights;
use outflank_engine::{Analysis, Clock, Engine, Goal, Limits, Progress, Solution, Threads, Truth};
use outflank_players::{HostThreads, WallClock};
use outflank_rules::Position;

use crate::failure::Failure;
use crate::interrupt::{Guard, Interrupt};
use crate::ticker::Ticker;

/// The options of every command that searches.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// How many threads to use; all cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The size of the table of results, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

/// An engine with threads, a clock and an ear for Ctrl-C.
pub(crate) struct Searcher {
    engine: Engine,
    threads: HostThreads,
    clock: Arc<WallClock>,
    interrupt: Interrupt,
}

impl Searcher {
    /// Makes the engine.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub(crate) fn new(args: &EngineArgs) -> Result<Searcher, Failure> {
        Ok(Searcher {
            engine: Engine::new(args.hash as usize, Weights::embedded()).map_err(Failure::other)?,
            threads: HostThreads::new(args.threads),
            clock: Arc::new(WallClock::start()),
            interrupt: Interrupt::watch()?,
        })
    }

    /// Lets Ctrl-C end the searches made as long as the guard lives, not the program.
    pub(crate) fn guard(&self) -> Guard<'_> {
        self.interrupt.guard(self.engine.stopper())
    }

    /// Returns what knows about Ctrl-C.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns the time since the searcher was made.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Returns the static evaluation in discs for the side to move.
    pub(crate) fn evaluate(&self, position: Position) -> f64 {
        self.engine.evaluate(position)
    }

    /// Solves a position.
    pub(crate) fn solve(&self, position: Position, goal: Goal, ticker: &Ticker) -> Solution {
        self.engine.solve(position, goal, &self.threads, &mut |progress| self.observe(progress, ticker))
    }

    /// Analyses a position to a depth, until a moment, or both.
    pub(crate) fn analyze(
        &self,
        position: Position,
        depth: Option<u32>,
        deadline: Option<Duration>,
        ticker: &Ticker,
    ) -> Analysis {
        let clock = || Arc::clone(&self.clock) as Arc<dyn Clock>;
        let deadline = deadline.map(|moment| (clock(), moment));
        let limits = Limits { depth, deadline, ..Limits::default() };
        self.engine.analyze(position, &limits, &self.threads, &mut |progress| self.observe(progress, ticker))
    }

    fn observe(&self, progress: &Progress, ticker: &Ticker) {
        if self.interrupt.is_asked() {
            // Asked just before the search began and made it forget earlier wishes.
            self.engine.stopper().stop();
        }
        ticker.say(|| {
            let depth = match progress.value.truth {
                Truth::Estimate { depth, percent } => format!("depth {depth} at {percent} %"),
                Truth::Exact | Truth::AtLeast | Truth::AtMost => "proven".to_owned(),
            };
            let best = progress.best.map(|played| format!(" {played}")).unwrap_or_default();
            let nodes = match self.threads.count() {
                1 => format!(", {:.1} million nodes", progress.nodes as f64 / 1e6),
                _ => String::new(),
            };
            format!("{depth}: {:+}{best}{nodes}", progress.value.score)
        });
    }
}

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
        self.made.get().ok_or_else(|| Failure::Other(anyhow!("the engine could not be made")))
    }
}
