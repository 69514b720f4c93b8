//! NegaScout: the first move is searched, the others are only shown to be worse, and searched again where
//! that fails.

use super::transposition::{Bound, Entry};
use super::{GameTree, LruTable, Meter, PassRule, Procedure, SearchedMove};

/// What a search went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// Positions whose moves were searched.
    pub parents: u64,
    /// The moves of these positions, also those that were then left out.
    pub children: u64,
}

/// A search by null windows.
pub struct NegaScout<'a, T: GameTree> {
    tree: &'a T,
    pass: PassRule,
    table: Option<&'a mut LruTable<T::Key>>,
    meter: Meter<'a>,
    visits: Visits,
}

impl<'a, T: GameTree> NegaScout<'a, T> {
    /// Makes ready to search; `pass` says what a pass costs, `table` holds what was found before, `meter`
    /// says when the search is over.
    pub fn new(
        tree: &'a T,
        pass: PassRule,
        table: Option<&'a mut LruTable<T::Key>>,
        meter: Meter<'a>,
    ) -> NegaScout<'a, T> {
        NegaScout { tree, pass, table, meter, visits: Visits::default() }
    }

    /// Returns what was gone through so far.
    #[must_use]
    pub fn visits(&self) -> Visits {
        self.visits
    }

    /// Finds the best move by looking `depth` plies ahead, and its value. Once the search is over it is the
    /// best so far, and the first in the order if there is none yet. `observe` hears of every move that is
    /// better than those before it, with the positions visited so far.
    pub fn best(
        &mut self,
        root: T::Node,
        depth: u32,
        observe: &mut dyn FnMut(T::Move, u64),
    ) -> Option<SearchedMove<T>> {
        let mut best: Option<SearchedMove<T>> = None;
        let moves = self.tree.moves(root)?;
        self.visit(&moves);
        for played in moves {
            let most = best.map_or(f64::NEG_INFINITY, |(_, most)| most);
            let after = self.tree.after(root, played);
            let depth = depth.saturating_sub(1);
            let Some(value) = self.child(after, depth, best.is_none(), (most, f64::INFINITY)) else {
                // The first in the order has to do if the search was over before it had any value.
                best = best.or(Some((played, most)));
                break;
            };
            if best.is_none() || value > most {
                best = Some((played, value));
                observe(played, self.meter.nodes());
            }
            if value == f64::INFINITY {
                break;
            }
        }
        best
    }

    /// Values the position after a move for the side that made it: the first move within the whole window,
    /// others by a null window first. `None` once the search is over.
    fn child(
        &mut self,
        after: T::Node,
        depth: u32,
        is_first: bool,
        (alpha, beta): (f64, f64),
    ) -> Option<f64> {
        if is_first {
            return Some(-self.search(after, depth, (-beta, -alpha))?);
        }
        let value = -self.search(after, depth, (-alpha.next_up(), -alpha))?;
        if value > alpha && value < beta {
            return Some(-self.search(after, depth, (-beta, -value))?);
        }
        Some(value)
    }

    /// Counts a position whose moves are searched.
    fn visit(&mut self, moves: &T::Moves) {
        self.visits.parents += 1;
        self.visits.children += u64::from(self.tree.width(moves));
    }

    fn search(&mut self, at: T::Node, depth: u32, (alpha, beta): (f64, f64)) -> Option<f64> {
        if self.meter.count() {
            return None;
        }
        let Some(moves) = self.tree.moves(at) else {
            let Some(passed) = self.tree.passed(at) else { return Some(self.tree.end(at)) };
            let depth = match (self.pass, depth) {
                (PassRule::Free, _) => depth,
                (PassRule::OnePly, 0) => return Some(self.tree.value(at, None)),
                (PassRule::OnePly, _) => depth - 1,
            };
            return Some(-self.search(passed, depth, (-beta, -alpha))?);
        };
        if depth == 0 {
            return Some(self.tree.value(at, Some(&moves)));
        }
        let key = self.tree.key(at);
        let known = self.table.as_mut().and_then(|table| table.decided(key, depth, alpha, beta));
        if known.is_some() {
            return known;
        }
        self.visit(&moves);
        let mut best = f64::NEG_INFINITY;
        for (number, played) in moves.into_iter().enumerate() {
            let after = self.tree.after(at, played);
            let value = self.child(after, depth - 1, number == 0, (best.max(alpha), beta))?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        if let Some(table) = self.table.as_mut() {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            table.put(key, Entry { depth, value: best, bound });
        }
        Some(best)
    }
}

impl<T: GameTree> Procedure for NegaScout<'_, T> {
    type Tree = T;

    fn tree(&self) -> &T {
        self.tree
    }

    /// Values a position with the whole window below `ceiling`; once the search is over the value is that of
    /// the position as it is.
    fn value(&mut self, at: T::Node, depth: u32, ceiling: f64) -> f64 {
        let found = self.search(at, depth, (f64::NEG_INFINITY, ceiling));
        found.unwrap_or_else(|| self.tree.value(at, self.tree.moves(at).as_ref()))
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
