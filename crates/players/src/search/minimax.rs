//! Plain minimax: every line is looked at.

use super::{GameTree, Meter, PassRule, Procedure};

/// Looks at everything.
pub struct Minimax<'a, T> {
    tree: &'a T,
    pass: PassRule,
    meter: Meter<'a>,
}

impl<'a, T: GameTree> Minimax<'a, T> {
    /// Makes ready to search; `pass` says what a pass costs. From the moment the meter says that the search
    /// is over, positions are valued as they are, so that the search unwinds.
    pub fn new(tree: &'a T, pass: PassRule, meter: Meter<'a>) -> Minimax<'a, T> {
        Minimax { tree, pass, meter }
    }
}

impl<T: GameTree> Procedure for Minimax<'_, T> {
    type Tree = T;

    fn tree(&self) -> &T {
        self.tree
    }

    fn value(&mut self, at: T::Node, depth: u32, _ceiling: f64) -> f64 {
        let depth = if self.meter.count() { 0 } else { depth };
        let Some(moves) = self.tree.moves(at) else {
            let Some(passed) = self.tree.passed(at) else { return self.tree.end(at) };
            return match (self.pass, depth) {
                (PassRule::Free, _) => -self.value(passed, depth, f64::INFINITY),
                (PassRule::OnePly, 0) => self.tree.value(at, None),
                (PassRule::OnePly, _) => -self.value(passed, depth - 1, f64::INFINITY),
            };
        };
        if depth == 0 {
            return self.tree.value(at, Some(&moves));
        }
        let mut best = f64::NEG_INFINITY;
        for played in moves {
            best = best.max(-self.value(self.tree.after(at, played), depth - 1, f64::INFINITY));
        }
        best
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
