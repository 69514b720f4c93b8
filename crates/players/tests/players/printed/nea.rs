//! `nea`: plain minimax for black's good, the last of equal moves for black, the first for white.

use super::{BLACK, Cells, WHITE, compare, count, opponent, placed, step, turned};

/// More than any evaluation.
const WON: i64 = 1_000_000_000;

/// The squares by columns: a1, a2 .. a8, b1 ..
fn by_columns() -> impl Iterator<Item = usize> {
    (0..8).flat_map(|x| (0..8).map(move |y| 8 * y + x))
}

fn moves(cells: &Cells, side: u8) -> Vec<usize> {
    by_columns().filter(|at| !turned(cells, side, *at).is_empty()).collect()
}

fn frontier(cells: &Cells, side: u8) -> i64 {
    let touches = |at: usize| {
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        around.filter_map(|(dx, dy)| step(at, dx, dy)).any(|near| cells[near] == side)
    };
    (0..64).filter(|at| cells[*at] == 0 && touches(*at)).count() as i64
}

fn evaluation(cells: &Cells, mover: u8) -> i64 {
    let other = opponent(mover);
    let c = if mover == BLACK { 1 } else { -1 };
    let corners = |side| [0, 7, 56, 63].iter().filter(|corner| cells[**corner] == side).count() as i64;
    4000 * c * (corners(mover) - corners(other)) + c * i64::from(count(cells, mover) - count(cells, other))
        - 10 * c * (frontier(cells, mover) - frontier(cells, other))
        + 1000 * c * moves(cells, mover).len() as i64
}

/// What a position is worth to black; `last` made the last move.
fn value(cells: &Cells, mover: u8, last: u8, depth: u32) -> i64 {
    let list = moves(cells, mover);
    if list.is_empty() {
        if !moves(cells, opponent(mover)).is_empty() {
            return value(cells, opponent(mover), last, depth);
        }
        return match count(cells, BLACK) - count(cells, WHITE) {
            1.. => WON,
            0 if last == BLACK => 4,
            0 => -4,
            _ => -WON,
        };
    }
    if depth == 0 {
        return evaluation(cells, mover);
    }
    let after =
        list.into_iter().map(|at| value(&placed(cells, mover, at), opponent(mover), mover, depth - 1));
    if mover == BLACK { after.max().unwrap() } else { after.min().unwrap() }
}

#[test]
fn nea_plays_its_printed_code() {
    compare("nea:depth=3", 2001, |cells, side| {
        let worth = |at: &usize| value(&placed(cells, side, *at), opponent(side), side, 2);
        let list = moves(cells, side).into_iter();
        // The last of equal maxima, the first of equal minima.
        if side == BLACK { list.max_by_key(worth).unwrap() } else { list.min_by_key(worth).unwrap() }
    });
}
