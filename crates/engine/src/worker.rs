//! What one thread of a search carries through all its nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use outflank_rules::EdgeTable;

use crate::eval::Weights;
use crate::local::LocalTable;
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
    /// Set from outside to end the search; results after that are worthless.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Worker {
    /// Makes a worker that shares a table.
    pub(crate) fn new(table: Arc<Table>, weights: Arc<Weights>, stop: Arc<AtomicBool>) -> Worker {
        let (edges, local) = (EdgeTable::get(), LocalTable::new());
        Worker { nodes: 0, edges, local, table, weights, selectivity: EXACT, probing: 0, stop }
    }

    /// Tells whether the search has been asked to end.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
