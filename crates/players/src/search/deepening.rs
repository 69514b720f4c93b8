//! Iterative deepening: depth after depth until the time is over.

use super::{GameTree, Procedure, SearchedMove, Ties, best};

/// Looks one ply ahead, then two, and so on up to `depth`, until the procedure's meter says that the search
/// is over. Returns the best move of the deepest search that came to its end, its value and its depth; of the
/// first one if none did. `observe` hears of every better move, with the depth and the positions visited.
pub fn deepen<P: Procedure + ?Sized>(
    procedure: &mut P,
    root: <P::Tree as GameTree>::Node,
    depth: u32,
    ties: Ties,
    observe: &mut dyn FnMut(<P::Tree as GameTree>::Move, u32, u64),
) -> Option<(SearchedMove<P::Tree>, u32)> {
    let mut deepest = None;
    for depth in 1..=depth.max(1) {
        let found = best(procedure, root, depth, ties, &mut |played, nodes| observe(played, depth, nodes));
        if procedure.meter().is_over() && deepest.is_some() {
            break;
        }
        deepest = Some((found?, depth));
        if procedure.meter().is_over() {
            break;
        }
    }
    deepest
}
