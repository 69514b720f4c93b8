//! NegaScout: the first move is searched, the others are only shown to be worse, and searched again where
//! that fails.

use outflank_rules::{Bitboard, Board, Portable, Square};

use super::order::Order;
use super::remembered::{Bound, Entry, Remembered};
use super::{Meter, Procedure};
use crate::heritage::evaluation::Evaluation;

/// What is searched, and in which order. A pass costs no ply.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    /// Values the leaves.
    pub(crate) evaluation: &'a Evaluation,
    /// The order of the replies to each move; the order of the squares without.
    pub(crate) order: Option<&'a Order>,
}

/// What a search went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visits {
    /// All boards.
    pub(crate) nodes: u64,
    /// Boards whose moves were generated.
    pub(crate) parents: u64,
    /// The moves generated, also those that were then left out.
    pub(crate) children: u64,
}

/// A search by null windows.
pub(crate) struct NegaScout<'a> {
    tree: Tree<'a>,
    memory: Option<&'a mut Remembered>,
    meter: Meter<'a>,
    parents: u64,
    children: u64,
}

/// A board to be searched.
#[derive(Clone, Copy)]
struct Place {
    board: Board,
    /// The move that led to it.
    last: Option<Square>,
    depth: u32,
}

impl Place {
    fn after(self, square: Square) -> Place {
        let board = self.board.after(square, self.board.flips(Portable, square));
        Place { board, last: Some(square), depth: self.depth.saturating_sub(1) }
    }
}

impl<'a> NegaScout<'a> {
    /// Makes ready to search; `memory` holds what was found before, `meter` says when the search is over.
    pub(crate) fn new(tree: Tree<'a>, memory: Option<&'a mut Remembered>, meter: Meter<'a>) -> NegaScout<'a> {
        NegaScout { tree, memory, meter, parents: 0, children: 0 }
    }

    /// Returns what was gone through so far.
    pub(crate) fn visits(&self) -> Visits {
        Visits { nodes: self.meter.nodes(), parents: self.parents, children: self.children }
    }

    /// Finds the best move by looking `depth` plies ahead, and its value; `last` is the move that led here.
    /// Once the search is over it is the best so far, and the first in the order if there is none yet.
    /// `observe` hears of every move that is better than those before it, with the boards visited so far.
    pub(crate) fn best(
        &mut self,
        board: Board,
        last: Option<Square>,
        depth: u32,
        observe: &mut dyn FnMut(Square, u64),
    ) -> Option<(Square, f64)> {
        let root = Place { board, last, depth };
        let mut moves = self.replies(root, board.legal_moves(Portable));
        let mut best = (moves.next()?, f64::NEG_INFINITY);
        let moves = std::iter::once(best.0).chain(moves);
        for (number, square) in moves.enumerate() {
            let Some(value) = self.child(root.after(square), number == 0, best.1, f64::INFINITY) else {
                break;
            };
            if value > best.1 {
                best = (square, value);
                observe(square, self.meter.nodes());
            }
        }
        Some(best)
    }

    /// Values the board after a move for the side that made it: the first move within the whole window,
    /// others by a null window first. `None` once the search is over.
    fn child(&mut self, after: Place, is_first: bool, alpha: f64, beta: f64) -> Option<f64> {
        if is_first {
            return Some(-self.search(after, -beta, -alpha)?);
        }
        let value = -self.search(after, -alpha.next_up(), -alpha)?;
        if value > alpha && value < beta { Some(-self.search(after, -beta, -value)?) } else { Some(value) }
    }

    fn search(&mut self, at: Place, alpha: f64, beta: f64) -> Option<f64> {
        if self.meter.count() {
            return None;
        }
        let Place { board, depth, .. } = at;
        let moves = board.legal_moves(Portable);
        if moves.is_empty() {
            let other = board.swapped();
            if other.legal_moves(Portable).is_empty() {
                return Some(self.tree.evaluation.end(board));
            }
            return Some(-self.search(Place { board: other, ..at }, -beta, -alpha)?);
        }
        if depth == 0 {
            return Some(self.tree.evaluation.value(board, moves));
        }
        if let Some(value) = self.recall(at, alpha, beta) {
            return Some(value);
        }
        let mut best = f64::NEG_INFINITY;
        for (number, square) in self.replies(at, moves).enumerate() {
            let value = self.child(at.after(square), number == 0, best.max(alpha), beta)?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.remember(at, best, alpha, beta);
        Some(best)
    }

    /// Counts moves and returns them in the order they are tried.
    fn replies(&mut self, at: Place, moves: Bitboard) -> impl Iterator<Item = Square> + use<> {
        self.parents += 1;
        self.children += u64::from(moves.len());
        let mut list = [Square::wrapping(0); 64];
        let mut count = 0;
        for square in moves.squares() {
            list[count] = square;
            count += 1;
        }
        if let (Some(order), Some(last)) = (self.tree.order, at.last) {
            order.sort(last, &mut list[..count]);
        }
        list.into_iter().take(count)
    }

    /// Returns what is known of a board at the same depth, if it decides.
    fn recall(&mut self, at: Place, alpha: f64, beta: f64) -> Option<f64> {
        let entry = self.memory.as_mut()?.get(at.board)?;
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= beta,
            Bound::AtMost => entry.value <= alpha,
        };
        (entry.depth == at.depth && decides).then_some(entry.value)
    }

    fn remember(&mut self, at: Place, value: f64, alpha: f64, beta: f64) {
        let Some(memory) = self.memory.as_mut() else { return };
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        memory.put(at.board, Entry { depth: at.depth, value, bound });
    }
}

impl Procedure for NegaScout<'_> {
    /// Values a board with the whole window below `ceiling`; once the search is over the value is that of the
    /// steps alone.
    fn value(&mut self, board: Board, depth: u32, ceiling: f64) -> f64 {
        let at = Place { board, last: None, depth };
        let found = self.search(at, f64::NEG_INFINITY, ceiling);
        found.unwrap_or_else(|| self.tree.evaluation.value(board, board.legal_moves(Portable)))
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use outflank_engine::Stopper;
    use outflank_rules::Position;

    use super::*;
    use crate::heritage::evaluation::EndValue;
    use crate::heritage::steps::Mobility;

    #[test]
    fn a_stopped_search_has_a_legal_move() {
        let evaluation = Evaluation::new(Mobility, EndValue::ByScore);
        let board = Position::start().board();
        for millis in [0, 5] {
            let deadline = Some(Instant::now() + Duration::from_millis(millis));
            let stopper = Stopper::new();
            let tree = Tree { evaluation: &evaluation, order: None };
            let mut scout = NegaScout::new(tree, None, Meter::new(&stopper, deadline));
            let (square, _) = scout.best(board, None, 40, &mut |_, _| {}).unwrap();
            assert!(scout.meter.is_over() && board.legal_moves(Portable).contains(square));
        }
    }

    #[test]
    fn visits_are_counted_by_kind() {
        let evaluation = Evaluation::new(Mobility, EndValue::ByScore);
        let tree = Tree { evaluation: &evaluation, order: None };
        let mut scout = NegaScout::new(tree, None, Meter::unlimited());
        let _ = scout.best(Position::start().board(), None, 1, &mut |_, _| {});
        // All four moves lead to the same value, so that none is searched again.
        assert_eq!(scout.visits(), Visits { nodes: 4, parents: 1, children: 4 });
    }
}
