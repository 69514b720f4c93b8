//! `agent`: the share of discs, three plies, a pass is one of them, the first of equal moves by rows.

use super::{Cells, compare, count, opponent, placed, turned};

fn moves(cells: &Cells, side: u8) -> Vec<usize> {
    (0..64).filter(|at| !turned(cells, side, *at).is_empty()).collect()
}

/// The share as a fraction: difference and number of discs.
fn share(cells: &Cells, side: u8) -> (i32, i32) {
    let [own, other] = [side, opponent(side)].map(|side| count(cells, side));
    (own - other, own + other)
}

fn is_less(one: (i32, i32), other: (i32, i32)) -> bool {
    one.0 * other.1 < other.0 * one.1
}

/// The best that `me` can reach if `mover` is to move.
fn value(cells: &Cells, mover: u8, me: u8, depth: u32) -> (i32, i32) {
    let list = moves(cells, mover);
    let is_over = list.is_empty() && moves(cells, opponent(mover)).is_empty();
    if depth == 0 || is_over {
        return share(cells, me);
    }
    if list.is_empty() {
        return value(cells, opponent(mover), me, depth - 1);
    }
    let after = list.into_iter().map(|at| value(&placed(cells, mover, at), opponent(mover), me, depth - 1));
    after.reduce(|best, next| if is_less(best, next) == (mover == me) { next } else { best }).unwrap()
}

#[test]
fn agent_plays_its_printed_code() {
    compare("agent:depth=3", 3001, |cells, side| {
        let worth = |at: usize| value(&placed(cells, side, at), opponent(side), side, 2);
        let first_best =
            |best: usize, next: usize| if is_less(worth(best), worth(next)) { next } else { best };
        moves(cells, side).into_iter().reduce(first_best).unwrap()
    });
}
