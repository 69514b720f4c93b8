//! One task after the other: a [`ThinkerTask`] in, reports while it is worked at, a result out.

mod crew;
mod play;
mod review;
mod solve;
mod study;
mod task;

use std::sync::Arc;
use std::time::Duration;

use outflank_book::Book;
use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Engine, Limits, Search, Stopper, Threads};
use outflank_players::{EnginePool, uses_shipped_book};
use outflank_rules::Position;
use serde::Serialize;
use serde_json::{Value, json};

pub use crew::HelperCrew;
pub use task::{Chosen, Found, PonderReport, Replies, Solved, ThinkerFault, ThinkerTask, Thinking};

/// What is around a thinker: who hears its reports, what time it is, and whether it is to stop.
pub trait ThinkerSurroundings: Send + Sync {
    /// Hears a line of JSON.
    fn report(&self, line: &str);

    /// Tells the time since some fixed moment.
    fn now(&self) -> Duration;

    /// Tells whether nobody wants the result any more.
    fn is_stopped(&self) -> bool;
}

/// An engine, its threads, and what is around it.
pub struct PageThinker {
    engine: Engine,
    threads: Arc<dyn Threads + Send>,
    /// Engines for players.
    pool: Arc<EnginePool>,
    around: Arc<dyn ThinkerSurroundings>,
}

/// The clock that searches look at: the time of the surroundings, and the end of all times once they want no
/// more.
struct TaskClock {
    around: Arc<dyn ThinkerSurroundings>,
    /// Is told of the end.
    stopper: Stopper,
}

/// No search lasts so long, unless it is stopped.
const FOREVER: Duration = Duration::MAX;

impl Clock for TaskClock {
    fn now(&self) -> Duration {
        if self.around.is_stopped() {
            self.stopper.stop();
            return FOREVER;
        }
        self.around.now()
    }
}

impl PageThinker {
    /// A thinker with an empty table.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(
        table_mib: usize,
        weights: Arc<Weights>,
        threads: Arc<dyn Threads + Send>,
        around: Arc<dyn ThinkerSurroundings>,
    ) -> Result<PageThinker, ThinkerFault> {
        let engine = Engine::new(table_mib, weights).map_err(|error| ThinkerFault(error.to_string()))?;
        Ok(PageThinker { engine, threads, pool: Arc::default(), around })
    }

    /// Does a task written as JSON; the answer is `{"result":...}` or `{"fault":"..."}`, or
    /// `{"needs":"book"}` as long as nobody has provided the opening book that a player uses.
    #[must_use]
    pub fn think(&self, task: &str) -> String {
        let done = match serde_json::from_str(task) {
            Ok(ThinkerTask::Move { player, .. } | ThinkerTask::Ponder { player, .. })
                if uses_shipped_book(&player) && !Book::is_provided() =>
            {
                return json!({ "needs": "book" }).to_string();
            }
            Ok(task) => self.work(&task),
            Err(error) => Err(ThinkerFault(format!("no task: {error}"))),
        };
        match done {
            Ok(result) => json!({ "result": result }),
            Err(ThinkerFault(reason)) => json!({ "fault": reason }),
        }
        .to_string()
    }

    /// Does a task.
    ///
    /// # Errors
    ///
    /// If the task cannot be understood.
    pub fn work(&self, task: &ThinkerTask) -> Result<Value, ThinkerFault> {
        match task {
            ThinkerTask::Solve { position } => solve::solve(self, position).map(value_of),
            ThinkerTask::Search { position, depth } => solve::search(self, position, *depth).map(value_of),
            ThinkerTask::Analyze { position, best, depth, milliseconds } => {
                study::analyze(self, position, *best, *depth, *milliseconds).map(value_of)
            }
            ThinkerTask::Think { position, milliseconds } => {
                study::think(self, position, *milliseconds).map(value_of)
            }
            ThinkerTask::Hint { position } => study::hint(self, position).map(value_of),
            ThinkerTask::Explain { position, played, better } => {
                study::reason(self, position, played, better.as_deref()).map(value_of)
            }
            ThinkerTask::Minimax { position, depth, breadth, order } => {
                study::tree(position, [*depth, *breadth], order).map(value_of)
            }
            ThinkerTask::Move { player, start, moves, seed, milliseconds, leisure } => {
                let (seed, milliseconds, leisure) = (*seed, *milliseconds, *leisure);
                let asked = play::Asked { player, start, moves, seed, milliseconds, leisure };
                play::choose(self, &asked).map(value_of)
            }
            ThinkerTask::Ponder { player, start, moves, milliseconds } => {
                play::ponder(self, player, (start, moves), *milliseconds).map(value_of)
            }
            ThinkerTask::Review { job } => review::work(self, job).map(value_of),
            ThinkerTask::Endgame { position, solver } => solve::reply(self, position, solver).map(value_of),
        }
    }

    /// Limits a search, which also ends when it is told to.
    fn limits(&self, depth: Option<u32>, time: Option<Duration>) -> Limits {
        let stopper = Stopper::new();
        let clock = TaskClock { around: Arc::clone(&self.around), stopper: stopper.clone() };
        let end = time.map_or(FOREVER, |time| self.around.now().saturating_add(time));
        Limits { depth, deadline: Some((Arc::new(clock), end)), ..Limits::stopped_by(&stopper) }
    }

    /// Makes what ends the thinking of a player: when it is told to, and at a moment.
    fn stopper(&self, end: Duration) -> Stopper {
        let around = Arc::clone(&self.around);
        Stopper::asking(move || around.is_stopped() || (end < FOREVER && around.now() >= end))
    }

    /// Describes a search that ends when it is told to.
    fn search(&self, position: Position) -> Search<'_> {
        self.engine.search(position).limits(&self.limits(None, None))
    }

    fn report(&self, line: &impl Serialize) {
        if let Ok(line) = serde_json::to_string(line) {
            self.around.report(&line);
        }
    }
}

fn value_of(result: impl Serialize) -> Value {
    serde_json::to_value(result).unwrap_or(Value::Null)
}

fn position_of(text: &str) -> Result<Position, ThinkerFault> {
    text.parse().map_err(|error| ThinkerFault(format!("{text:?}: {error}")))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
