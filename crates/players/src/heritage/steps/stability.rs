//! Discs held from a corner: three ways to count them.

use outflank_rules::{Bitboard, Board, Square};

use super::{EvalInput, EvalStep, difference};

/// Column and row of the four corners, and the steps of column and row that lead from there into the board.
const CORNERS: [(u32, u32, i32, i32); 4] = [(0, 0, 1, 1), (7, 0, -1, 1), (0, 7, 1, -1), (7, 7, -1, -1)];

/// Returns the square that lies so many columns and rows from another, if it is on the board.
fn beside(square: Square, (columns, rows): (i32, i32)) -> Option<Square> {
    Square::at(square.column().checked_add_signed(columns)?, square.row().checked_add_signed(rows)?)
}

/// Returns the squares of `own` in an unbroken run that begins beside a square and goes in one direction.
fn run(own: Bitboard, mut at: Square, direction: (i32, i32)) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    while let Some(next) = beside(at, direction).filter(|next| own.contains(*next)) {
        found |= next.bitboard();
        at = next;
    }
    found
}

/// Own discs in unbroken runs along the edges from own corners, each counted once, minus the opponent's.
pub(crate) struct EdgeRuns;

impl EdgeRuns {
    fn count(board: Board) -> u32 {
        let own = board.own();
        let mut held = Bitboard::EMPTY;
        for (column, row, right, down) in CORNERS {
            if let Some(corner) = Square::at(column, row).filter(|corner| own.contains(*corner)) {
                held |= corner.bitboard() | run(own, corner, (right, 0)) | run(own, corner, (0, down));
            }
        }
        held.len()
    }
}

impl EvalStep for EdgeRuns {
    fn name(&self) -> &'static str {
        "edge-runs"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, EdgeRuns::count)
    }
}

/// Own discs grown from own corners, minus the opponent's.
///
/// From a corner the runs along both edges count, then, as long as the next square of the diagonal is owned
/// too, that square and the runs from it, away from the corner, along its row and column; up to the fourth
/// square of the diagonal. A disc reached from two corners counts twice.
pub(crate) struct GrownFromCorners;

impl GrownFromCorners {
    fn count(board: Board) -> u32 {
        let own = board.own();
        if (own & Bitboard::CORNERS).is_empty() {
            return 0;
        }
        let mut count = 0;
        for (column, row, right, down) in CORNERS {
            let mut at = Square::at(column, row);
            for _ in 0..4 {
                let Some(square) = at.filter(|square| own.contains(*square)) else { break };
                count += 1 + run(own, square, (right, 0)).len() + run(own, square, (0, down)).len();
                at = beside(square, (right, down));
            }
        }
        count
    }
}

impl EvalStep for GrownFromCorners {
    fn name(&self) -> &'static str {
        "grown"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, GrownFromCorners::count)
    }
}

/// Own discs that their neighbours hold, grown from own corners as the report of `client` prints it, minus
/// the opponent's.
///
/// From a corner the discs along both edges are looked at, one after the other: one is stable if the one
/// before it and the three beside it in the outer row or column are stable or off the board, and the first
/// that is not ends the walk. Then, as long as the next square of the diagonal is owned and both squares
/// between it and the edges are stable, that square counts and the walks go on from there. A disc reached
/// from two corners counts twice.
pub(crate) struct HeldByNeighbours;

/// Returns the squares that hold a disc on a walk: the one before it, and three in the outer row (of a walk
/// along a row) or column.
fn holders(at: Square, (back, out): ((i32, i32), (i32, i32))) -> Bitboard {
    let beside_out = |sign: i32| (out.0 + sign * back.0, out.1 + sign * back.1);
    let all = [back, out, beside_out(1), beside_out(-1)];
    let on_board = all.into_iter().filter_map(|step| beside(at, step));
    on_board.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

impl HeldByNeighbours {
    fn count(board: Board) -> u32 {
        let own = board.own();
        if (own & Bitboard::CORNERS).is_empty() {
            return 0;
        }
        let (mut count, mut stable) = (0, Bitboard::EMPTY);
        for (column, row, right, down) in CORNERS {
            let mut at = Square::at(column, row).filter(|corner| own.contains(*corner));
            while let Some(square) = at {
                count += 1;
                stable |= square.bitboard();
                for (walk, outward) in [((right, 0), (0, -down)), ((0, down), (-right, 0))] {
                    let back = (-walk.0, -walk.1);
                    let held = |disc: &Square, stable: Bitboard| {
                        own.contains(*disc) && (holders(*disc, (back, outward)) & !stable).is_empty()
                    };
                    let mut disc = beside(square, walk).filter(|disc| held(disc, stable));
                    while let Some(found) = disc {
                        count += 1;
                        stable |= found.bitboard();
                        disc = beside(found, walk).filter(|disc| held(disc, stable));
                    }
                }
                at = beside(square, (right, down)).filter(|next| {
                    let between = [(-right, 0), (0, -down)].map(|step| beside(*next, step));
                    own.contains(*next) && between.into_iter().flatten().all(|one| stable.contains(one))
                });
            }
        }
        count
    }
}

impl EvalStep for HeldByNeighbours {
    fn name(&self) -> &'static str {
        "stable"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, HeldByNeighbours::count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn edge_runs_begin_at_own_corners_and_count_once() {
        assert_eq!(value(&EdgeRuns, &["xxxx-xo", "x", "-", "x"]), 5.0);
        assert_eq!(value(&EdgeRuns, &["-xxxxxx-"]), 0.0);
        assert_eq!(value(&EdgeRuns, &["xxxxxxxx"]), 8.0);
        assert_eq!(value(&EdgeRuns, &["xx----oo", "-------o", "-------o"]), 2.0 - 4.0);
    }

    #[test]
    fn growing_goes_on_along_the_diagonal_and_counts_twice_from_two_corners() {
        // a1, then b1 c1, then a2; b2 is not owned.
        assert_eq!(value(&GrownFromCorners, &["xxx", "x-x"]), 4.0);
        // The same and b2 with c2.
        assert_eq!(value(&GrownFromCorners, &["xxx", "xxx"]), 6.0);
        // The whole edge is reached from both of its corners.
        assert_eq!(value(&GrownFromCorners, &["xxxxxxxx"]), 16.0);
        // Without a corner nothing is stable.
        assert_eq!(value(&GrownFromCorners, &["-xx", "xxx"]), 0.0);
        assert_eq!(value(&GrownFromCorners, &["x------o", "-------o"]), -1.0);
    }

    #[test]
    fn a_disc_is_held_by_four_neighbours() {
        // A lone b2 is not held by a1, and inner runs need the outer ones.
        assert_eq!(value(&HeldByNeighbours, &["x", "-x"]), 1.0);
        assert_eq!(value(&HeldByNeighbours, &["xxx", "x-x"]), 4.0);
        // b2 is held by a2 and b1; c2 lacks d1, b3 lacks a4.
        assert_eq!(value(&HeldByNeighbours, &["xxx", "xxx", "xx"]), 6.0);
        assert_eq!(value(&HeldByNeighbours, &["xxxx", "xxx", "xx", "x"]), 10.0);
        // The whole edge from both corners, and the row beneath it as far as it is held.
        assert_eq!(value(&HeldByNeighbours, &["xxxxxxxx"]), 16.0);
        assert_eq!(value(&HeldByNeighbours, &["xxxxxxxx", "xxxxxx-x"]), 16.0 + 6.0 + 1.0);
        assert_eq!(value(&HeldByNeighbours, &["-xx", "xxx"]), 0.0);
        assert_eq!(value(&HeldByNeighbours, &["x------o", "-------o"]), -1.0);
    }
}
