//! The engine: a transposition table and an evaluation, and how a search gets its threads and its end.

use std::sync::Arc;
use std::time::Duration;

use outflank_kernels::Tier;
use outflank_rules::Position;

use crate::eval::Weights;
use crate::policy::limits::{Clock, Limits};
use crate::threads::{Helper, Team, Threads, Watch, Worker};
use crate::transposition::{TableTooLarge, TranspositionTable};

/// An engine: a transposition table and an evaluation, ready to search one position after another.
///
/// ```
/// use outflank_engine::Engine;
/// use outflank_engine::eval::Weights;
/// use outflank_rules::Position;
///
/// let engine = Engine::new(1, Weights::embedded())?;
/// assert!(engine.evaluate(Position::start()).abs() < 2.0);
/// let found = engine.search(Position::start()).depth(6).analyze();
/// assert!(found.value.score.abs() <= 4 && found.line.len() > 1);
/// # Ok::<(), outflank_engine::TableTooLarge>(())
/// ```
pub struct Engine {
    tier: Tier,
    pub(crate) table: Arc<TranspositionTable>,
    weights: Arc<Weights>,
}

impl Engine {
    /// Makes an engine with a transposition table of at most `table_mib` MiB; 0 is the smallest table there
    /// is, 64 KiB, which is enough for a few plies and slow beyond.
    ///
    /// # Errors
    ///
    /// Refuses a table for which there is no memory.
    pub fn new(table_mib: usize, weights: Arc<Weights>) -> Result<Engine, TableTooLarge> {
        let table = Arc::new(TranspositionTable::new(table_mib)?);
        Ok(Engine { tier: Tier::best(), table, weights })
    }

    /// Makes an engine with the same weights and kernels and an empty table of its own.
    ///
    /// What it finds on one thread depends on the position and the limits alone.
    ///
    /// # Errors
    ///
    /// Refuses a table for which there is no memory.
    pub fn with_own_table(&self, table_mib: usize) -> Result<Engine, TableTooLarge> {
        Ok(Engine::new(table_mib, Arc::clone(&self.weights))?.with_tier(self.tier))
    }

    /// Uses the kernels of another tier than this machine's best.
    #[must_use]
    pub fn with_tier(self, tier: Tier) -> Engine {
        Engine { tier, ..self }
    }

    /// Returns the tier whose kernels the engine uses.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Forgets all results of earlier searches.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Runs a search of a position: `main` on the calling thread, helpers on the others. It is over at `end`
    /// at the latest.
    pub(crate) fn run<R: Send>(
        &self,
        position: Position,
        limits: &Limits,
        end: Option<(Arc<dyn Clock>, Duration)>,
        purpose: Purpose,
        threads: &dyn Threads,
        main: impl FnOnce(&mut Worker) -> R + Send,
    ) -> Searched<R> {
        let root = position.empty();
        if purpose != Purpose::Solve {
            self.table.make_room(64, u64::MAX);
        }
        self.table.start_search();
        let watch = Arc::new(Watch::new(limits, end));
        let team = Arc::new(Team::default());
        let worker = {
            let (table, weights) = (Arc::clone(&self.table), Arc::clone(&self.weights));
            let (team, watch) = (Arc::clone(&team), Arc::clone(&watch));
            move || {
                let (table, weights) = (Arc::clone(&table), Arc::clone(&weights));
                let mut worker = Worker::new(root.0, table, weights, Arc::clone(&team), Arc::clone(&watch));
                worker.one_depth = purpose == Purpose::Compare;
                worker.reduces = purpose != Purpose::Solve;
                worker
            }
        };
        let helper: Arc<dyn Fn() + Send + Sync> = {
            let (tier, team, worker) = (self.tier, Arc::clone(&team), worker.clone());
            Arc::new(move || tier.run(Helper { worker: &mut worker(), team: &team }))
        };
        let (mut main, mut found, mut stopped) = (Some(main), None, false);
        let mut lead = || {
            let _sent_home_in_any_case = SendHome(&team, &watch);
            let mut worker = worker();
            found = main.take().map(|main| main(&mut worker));
            stopped = watch.is_over();
            worker.look();
        };
        if threads.lend(&helper) {
            lead();
        } else {
            threads.run(&mut lead, &*helper);
        }
        Searched { found, nodes: watch.nodes(), stopped }
    }
}

/// Sends the helpers home when the main thread is through, also if an observer panics.
struct SendHome<'t>(&'t Team, &'t Watch);

impl Drop for SendHome<'_> {
    fn drop(&mut self) {
        self.1.end();
        self.0.finish();
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A proof: earlier results at least as deep count, late moves are never searched less deeply.
    Solve,
    /// A good move soon: earlier results at least as deep count.
    Choose,
    /// Values that can be compared: only earlier results of the same depth count.
    Compare,
}

/// What a search came to.
pub(crate) struct Searched<R> {
    /// What the main thread returned; `None` if the caller's threads did not run it.
    pub(crate) found: Option<R>,
    /// Boards visited by all threads.
    pub(crate) nodes: u64,
    /// Whether a limit or a stopper ended it.
    pub(crate) stopped: bool,
}
