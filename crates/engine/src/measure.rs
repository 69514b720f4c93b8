//! Values of a position at every depth, without probing cuts: what the parameters of the cuts are fitted to.

use outflank_rules::{Isa, Position, Routine};

use crate::engine::{Engine, OneThread, Purpose};
use crate::limits::Limits;
use crate::root::around;
use crate::table::EXACT;
use crate::worker::Worker;

impl Engine {
    /// Returns the values in discs of searches of depth 0 to `depth` for the side to move, none of them
    /// selective; a depth that reaches the end is solved. Empty if the side to move has no move.
    pub fn values_by_depth(&self, position: Position, depth: u32) -> Vec<i32> {
        if position.is_finished() || position.must_pass() {
            return Vec::new();
        }
        let searched = self.run(&Limits::default(), None, Purpose::Compare, &OneThread, |worker| {
            self.tier().run(ByDepth { worker, position, depth })
        });
        searched.found.unwrap_or_default()
    }
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
        let (own, opp) = (board.own().0, board.opp().0);
        let root = (own, opp, isa.legal_moves(own, opp));
        worker.selectivity = EXACT;
        let mut score = worker.weights.evaluate(isa, own, opp);
        let mut values = vec![score];
        for depth in 1..=depth.min(board.empty().len()) {
            score = around(isa, worker, root, score, depth);
            values.push(score);
        }
        values
    }
}
