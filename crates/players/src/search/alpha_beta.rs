//! Alpha-beta: what cannot matter is left out. With a deadline it is the search of `agent`.

use super::{GameTree, Leaves, Meter, PassRule, Procedure};

/// Leaves out what cannot matter.
pub struct AlphaBeta<'a, T> {
    tree: &'a T,
    pass: PassRule,
    leaves: Leaves,
    meter: Meter<'a>,
}

impl<'a, T: GameTree> AlphaBeta<'a, T> {
    /// Makes ready to search; `pass` says what a pass costs. From the moment the meter says that the search
    /// is over, positions are valued as they are, whatever the depth, so that the search unwinds.
    pub fn new(tree: &'a T, pass: PassRule, leaves: Leaves, meter: Meter<'a>) -> AlphaBeta<'a, T> {
        AlphaBeta { tree, pass, leaves, meter }
    }

    fn search(&mut self, at: T::Node, depth: u32, alpha: f64, beta: f64) -> f64 {
        let depth = if self.meter.count() { 0 } else { depth };
        if depth == 0 && self.leaves == Leaves::Static {
            return self.tree.value(at, None);
        }
        let Some(moves) = self.tree.moves(at) else {
            let Some(passed) = self.tree.passed(at) else { return self.tree.end(at) };
            return match (self.pass, depth) {
                (PassRule::Free, _) => -self.search(passed, depth, -beta, -alpha),
                (PassRule::OnePly, 0) => self.tree.value(at, None),
                (PassRule::OnePly, _) => -self.search(passed, depth - 1, -beta, -alpha),
            };
        };
        if depth == 0 {
            return self.tree.value(at, Some(&moves));
        }
        let mut best = f64::NEG_INFINITY;
        for played in moves {
            let after = self.tree.after(at, played);
            best = best.max(-self.search(after, depth - 1, -beta, -best.max(alpha)));
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl<T: GameTree> Procedure for AlphaBeta<'_, T> {
    type Tree = T;

    fn tree(&self) -> &T {
        self.tree
    }

    fn value(&mut self, at: T::Node, depth: u32, ceiling: f64) -> f64 {
        self.search(at, depth, f64::NEG_INFINITY, ceiling)
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
