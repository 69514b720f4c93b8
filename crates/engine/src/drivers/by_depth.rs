//! Values of a position at every depth, without probing cuts: what the parameters of the cuts are fitted to.

use outflank_kernels::{Isa, Routine};
use outflank_rules::Position;

use crate::engine::{Engine, Purpose};
use crate::node::{Node, around};
use crate::policy::limits::Limits;
use crate::selectivity::Selectivity;
use crate::threads::{OneThread, Worker};

/// Returns the values in discs of searches of depth 0 to `depth` for the side to move, none of them
/// selective; a depth that reaches the end is solved. Empty if the side to move has no move.
#[must_use]
pub fn values_by_depth(engine: &Engine, position: Position, depth: u32) -> Vec<i32> {
    if position.is_finished() || position.must_pass() {
        return Vec::new();
    }
    let searched = engine.run(position, &Limits::default(), None, Purpose::Compare, &OneThread, |worker| {
        engine.tier().run(ByDepth { worker, position, depth })
    });
    searched.found.unwrap_or_default()
}

struct ByDepth<'w> {
    worker: &'w mut Worker,
    position: Position,
    depth: u32,
}

impl Routine for ByDepth<'_> {
    type Output = Vec<i32>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<i32> {
        let ByDepth { worker, position, depth } = self;
        let board = position.board();
        let root = Node::of(isa, board.own().0, board.opp().0);
        worker.selectivity = Selectivity::EXACT;
        let mut score = worker.weights.evaluate(isa, root.own, root.opp);
        let mut values = vec![score];
        for depth in 1..=depth.min(root.empties()) {
            score = around(isa, worker, root, score, depth);
            values.push(score);
        }
        values
    }
}
