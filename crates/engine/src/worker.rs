//! What one thread of a search carries through all its nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use outflank_rules::EdgeTable;

use crate::eval::Weights;
use crate::local::LocalTable;
use crate::parallel::{Split, Team};
use crate::search::Clock;
use crate::table::{EXACT, Table};

/// The state of one search thread: counters, its own small table, the shared tables.
pub(crate) struct Worker {
    /// Boards visited.
    pub(crate) nodes: u64,
    /// Stable discs on edges.
    pub(crate) edges: &'static EdgeTable,
    /// Results of small subtrees, this thread's own.
    pub(crate) local: LocalTable,
    /// Results shared by all threads and kept between searches.
    pub(crate) table: Arc<Table>,
    /// The evaluation.
    pub(crate) weights: Arc<Weights>,
    /// The level of selectivity of the present search.
    pub(crate) selectivity: u8,
    /// How many probing searches the present node is inside of.
    pub(crate) probing: u8,
    /// The threads of this search.
    pub(crate) team: Arc<Team>,
    /// The shared nodes this thread is working below, outermost first.
    pub(crate) splits: Vec<Arc<Split>>,
    /// When this thread has to end the search by itself.
    pub(crate) limit: Option<Limit>,
    /// Set from outside to end the search; results after that are worthless.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Worker {
    /// Makes a worker that shares a table.
    pub(crate) fn new(
        table: Arc<Table>,
        weights: Arc<Weights>,
        team: Arc<Team>,
        stop: Arc<AtomicBool>,
    ) -> Worker {
        let (edges, local, splits) = (EdgeTable::get(), LocalTable::new(), Vec::new());
        Worker {
            nodes: 0,
            edges,
            local,
            table,
            weights,
            selectivity: EXACT,
            probing: 0,
            team,
            splits,
            limit: None,
            stop,
        }
    }

    /// Counts a node, and from time to time looks whether a limit is reached.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if let Some(limit) = &mut self.limit {
            limit.countdown -= 1;
            if limit.countdown == 0 {
                limit.countdown = Limit::EVERY;
                if limit.is_reached(self.nodes) {
                    self.stop.store(true, Relaxed);
                }
            }
        }
    }

    /// Tells whether the present node's result is no longer wanted: the search was asked to end, or a brother
    /// of one of the shared nodes above has decided it.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.splits.iter().any(|split| split.is_decided())
    }
}

/// A limit on nodes or time, looked at now and then by the thread that started the search.
pub(crate) struct Limit {
    nodes: u64,
    deadline: Option<(Arc<dyn Clock>, Duration)>,
    countdown: u32,
}

impl Limit {
    /// How many nodes above the dedicated code pass between two looks: well under a millisecond.
    const EVERY: u32 = 64;

    /// Makes a limit, if there is one.
    pub(crate) fn new(nodes: Option<u64>, deadline: Option<(Arc<dyn Clock>, Duration)>) -> Option<Limit> {
        if nodes.is_none() && deadline.is_none() {
            return None;
        }
        Some(Limit { nodes: nodes.unwrap_or(u64::MAX), deadline, countdown: Self::EVERY })
    }

    #[inline(never)]
    fn is_reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.deadline.as_ref().is_some_and(|(clock, end)| clock.now() >= *end)
    }
}
