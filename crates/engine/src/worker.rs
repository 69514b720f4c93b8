//! What one thread of a search carries through all its nodes.

use std::sync::Arc;

use outflank_rules::EdgeTable;

use crate::local::LocalTable;
use crate::table::Table;

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
}

impl Worker {
    /// Makes a worker that shares `table`.
    pub(crate) fn new(table: Arc<Table>) -> Worker {
        Worker { nodes: 0, edges: EdgeTable::get(), local: LocalTable::new(), table }
    }
}
