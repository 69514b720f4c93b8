//! What one thread of a search carries through all its nodes.

use std::sync::Arc;

use outflank_kernels::{EdgeTable, Isa};
use outflank_rules::Square;

use super::{Split, Team, Watch};
use crate::eval::{EvalCache, Weights};
use crate::node::{Node, SHARE_FROM};
use crate::selectivity::Selectivity;
use crate::square_or_none::SquareOrNone;
use crate::transposition::{LocalTable, TranspositionTable, TtEntry};

/// The best move of a run that is under way, as far as it has come.
#[derive(Clone, Copy)]
pub(crate) struct RunSoFar {
    node: Node,
    depth: u32,
    best: SquareOrNone,
}

impl RunSoFar {
    /// Begins a run from a node.
    pub(crate) fn of(node: Node, depth: u32) -> RunSoFar {
        RunSoFar { node, depth, best: SquareOrNone::NONE }
    }

    /// Returns the best move, if the run has come so far.
    pub(crate) fn best(&self) -> Option<Square> {
        self.best.square()
    }

    /// Notes the move that was searched first, if the node is the run's root. One that was found before, with
    /// another window, stands.
    #[inline(always)]
    pub(crate) fn note_first(&mut self, node: Node, depth: u32, first: SquareOrNone) {
        if self.best == SquareOrNone::NONE {
            self.note_better(node, depth, first);
        }
    }

    /// Notes a move that is better than all before it, if the node is the run's root.
    #[inline(always)]
    pub(crate) fn note_better(&mut self, node: Node, depth: u32, better: SquareOrNone) {
        if (node.own, node.opp, depth) == (self.node.own, self.node.opp, self.depth) {
            self.best = better;
        }
    }
}

/// The state of one search thread: counters, caches of its own, and what it shares.
pub(crate) struct Worker {
    /// Boards visited.
    pub(crate) nodes: u64,
    /// Stable discs on edges.
    pub(crate) edges: &'static EdgeTable,
    /// The transposition table of small subtrees, this thread's own.
    pub(crate) local: LocalTable,
    /// The transposition table shared by all threads and kept between searches.
    pub(crate) table: Arc<TranspositionTable>,
    /// The evaluation.
    pub(crate) weights: Arc<Weights>,
    /// What boards were evaluated to lately.
    eval_cache: EvalCache,
    /// How boldly the present search cuts.
    pub(crate) selectivity: Selectivity,
    /// How many probing searches the present node is inside of.
    pub(crate) probing: u8,
    /// Whether results of deeper searches are left aside, so that all values are of one depth.
    pub(crate) one_depth: bool,
    /// Whether the evaluation alone may end nodes of depth two.
    pub(crate) cuts_statically: bool,
    /// Whether late moves may be searched less deeply first.
    pub(crate) reduces: bool,
    /// What the run under way has found at its root.
    pub(crate) so_far: RunSoFar,
    /// From this depth on a node may be shared with other threads.
    pub(crate) share_from: u32,
    /// The threads of this search.
    pub(crate) team: Arc<Team>,
    /// The shared nodes this thread is working below, outermost first.
    pub(crate) splits: Vec<Arc<Split>>,
    /// What ends the search; results after that are worthless.
    watch: Arc<Watch>,
    /// The nodes already told to the watch, and those at which to look next.
    told: u64,
    look_at: u64,
}

impl Worker {
    /// Makes a worker that shares a table, for a search from a board with the empty squares `root`.
    pub(crate) fn new(
        root: u64,
        table: Arc<TranspositionTable>,
        weights: Arc<Weights>,
        team: Arc<Team>,
        watch: Arc<Watch>,
    ) -> Worker {
        let (edges, local, splits) = (EdgeTable::get(), LocalTable::new(root), Vec::new());
        let look_at = watch.every();
        Worker {
            nodes: 0,
            edges,
            local,
            table,
            weights,
            eval_cache: EvalCache::new(),
            selectivity: Selectivity::EXACT,
            probing: 0,
            one_depth: false,
            cuts_statically: true,
            reduces: false,
            so_far: RunSoFar::of(Node { own: 0, opp: 0, moves: 0 }, 0),
            share_from: SHARE_FROM,
            team,
            splits,
            watch,
            told: 0,
            look_at,
        }
    }

    /// Counts a node, and from time to time looks whether a limit is reached.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.look();
        }
    }

    /// Evaluates a board for the mover, in whole discs.
    #[inline(always)]
    pub(crate) fn evaluate<I: Isa>(&mut self, isa: I, own: u64, opp: u64) -> i32 {
        let hash = EvalCache::hash(own, opp);
        if let Some(value) = self.eval_cache.get(hash) {
            return value;
        }
        let value = self.weights.evaluate(isa, own, opp);
        self.eval_cache.put(hash, value);
        value
    }

    /// Prefetches a board's entry of the evaluation cache.
    #[inline(always)]
    pub(crate) fn prefetch_evaluation(&self, own: u64, opp: u64) {
        self.eval_cache.prefetch(EvalCache::hash(own, opp));
    }

    /// Looks whether a limit is reached.
    #[inline(never)]
    pub(crate) fn look(&mut self) {
        self.watch.look(self.nodes - self.told);
        self.told = self.nodes;
        self.look_at = self.nodes + self.watch.every();
    }

    /// Returns the boards visited by all threads, as far as they have told; all of this one's.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.watch.nodes() + self.nodes - self.told
    }

    /// Tells whether the present node's result is no longer wanted: the search was asked to end, or a brother
    /// of one of the shared nodes above has decided it.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.watch.is_over() || self.splits.iter().any(|split| split.is_decided())
    }

    /// Tells whether the whole search is over.
    pub(crate) fn is_over(&self) -> bool {
        self.watch.is_over()
    }

    /// Tells the same as [`Worker::stopped`], looking at the limits first if that is due: for places where no
    /// node is counted.
    #[inline(always)]
    pub(crate) fn stopped_now(&mut self) -> bool {
        if self.nodes >= self.look_at {
            self.look();
        }
        self.stopped()
    }

    /// Tells whether a result of the table may stand for a search of `depth` with the present selectivity.
    #[inline(always)]
    pub(crate) fn accepts(&self, entry: &TtEntry, depth: u32) -> bool {
        let searched = u32::from(entry.depth);
        (searched == depth || (searched > depth && !self.one_depth)) && entry.selectivity >= self.selectivity
    }
}
