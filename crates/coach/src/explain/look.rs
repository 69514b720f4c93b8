//! What can be seen on a board without any search.

use outflank_rules::{Bitboard, Color, Position, Square};

/// The squares of the four edges, each with its two corners: top, bottom, left, right.
const EDGES: [Bitboard; 4] = [
    Bitboard(0x0000_0000_0000_00ff),
    Bitboard(0xff00_0000_0000_0000),
    Bitboard(0x0101_0101_0101_0101),
    Bitboard(0x8080_8080_8080_8080),
];

/// The four axes, as steps in column and row.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the same board with a side to move.
fn with_side(position: &Position, side: Color) -> Position {
    let board = position.board();
    Position::of_board(if position.side_to_move() == side { board } else { board.swapped() }, side)
}

/// Returns where a side could move if it were its turn.
pub(crate) fn could_move(position: &Position, side: Color) -> Bitboard {
    with_side(position, side).legal_moves()
}

/// Returns the edges on which a square lies.
pub(super) fn edges_of(square: Square) -> impl Iterator<Item = Bitboard> {
    EDGES.into_iter().filter(move |edge| edge.contains(square))
}

/// Returns the empty squares that hang together with one, by sides or corners.
pub(super) fn region(position: &Position, square: Square) -> Bitboard {
    let empty = position.empty();
    let mut region = square.bitboard() & empty;
    loop {
        let grown = region | (region.neighbours() & empty);
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Returns the discs of a side that touch an empty square.
pub(super) fn frontier(position: &Position, side: Color) -> Bitboard {
    position.discs(side) & position.empty().neighbours()
}

/// Returns the moves of the side to move after which the opponent cannot take a corner at once.
pub(super) fn safe_moves(position: &Position) -> Bitboard {
    let is_safe = |square: &Square| {
        let next = position.play(*square);
        next.is_ok_and(|next| (next.legal_moves() & Bitboard::CORNERS).is_empty())
    };
    position.legal_moves().squares().filter(is_safe).collect()
}

/// Tells whether a move of a side would be free: the opponent gets no move that it could not make anyway.
pub(super) fn is_free(position: &Position, side: Color, square: Square) -> bool {
    let before = could_move(position, !side);
    let next = with_side(position, side).play(square);
    next.is_ok_and(|next| (next.legal_moves() - before).is_empty())
}

/// Returns the discs of a side that are stable: on each of the four axes the line is full, or a neighbour is
/// off the board or a stable disc of the same colour.
pub(super) fn stable(position: &Position, side: Color) -> Bitboard {
    let (own, empty) = (position.discs(side), position.empty());
    let mut stable = Bitboard::EMPTY;
    loop {
        let grown: Bitboard = own
            .squares()
            .filter(|&square| AXES.iter().all(|&axis| is_safe_on(square, axis, empty, stable)))
            .collect();
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

fn is_safe_on(square: Square, (column, row): (i32, i32), empty: Bitboard, stable: Bitboard) -> bool {
    let steps = [(column, row), (-column, -row)];
    let held = |&step: &(i32, i32)| beside(square, step).is_none_or(|next| stable.contains(next));
    let is_full = |&step: &(i32, i32)| {
        std::iter::successors(beside(square, step), |&at| beside(at, step)).all(|at| !empty.contains(at))
    };
    steps.iter().any(held) || steps.iter().all(is_full)
}

/// Returns the next square in a direction; `None` off the board.
pub(super) fn beside(square: Square, (column, row): (i32, i32)) -> Option<Square> {
    let column = u32::try_from(square.column() as i32 + column).ok()?;
    let row = u32::try_from(square.row() as i32 + row).ok()?;
    Square::at(column, row)
}

/// Tells whether the side to move can turn every disc of the other one within `plies`, whatever that one
/// does.
pub(super) fn can_wipe_out(position: &Position, plies: u32) -> bool {
    let victim = !position.side_to_move();
    forces(position, victim, plies)
}

/// The most discs that one move turns.
const MOST_TURNED: u32 = 18;

fn forces(position: &Position, victim: Color, plies: u32) -> bool {
    let left = position.discs(victim);
    if left.is_empty() {
        return true;
    }
    if plies == 0 || position.is_finished() {
        return false;
    }
    let attacks = position.side_to_move() != victim;
    if plies == 1 && (!attacks || left.len() > MOST_TURNED) {
        return false;
    }
    if position.must_pass() {
        return position.play(outflank_rules::Move::Pass).is_ok_and(|next| forces(&next, victim, plies - 1));
    }
    let mut moves = position.legal_moves().squares();
    let mut follow =
        |square| position.play(square).is_ok_and(|next: Position| forces(&next, victim, plies - 1));
    if attacks { moves.any(&mut follow) } else { moves.all(follow) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn a_corner_and_what_hangs_on_it_is_stable() {
        let board = "XXX-----X-------OO----------------------------------------------X";
        let names: Vec<String> =
            stable(&position(board), Color::Black).squares().map(|s| s.to_string()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2"]);
        assert!(stable(&position(board), Color::White).is_empty());
    }

    #[test]
    fn regions_hang_together_by_corners() {
        let board = format!("{}{}{}X", "-XOOOOOO", "X-OOOOOO", "X".repeat(48));
        assert_eq!(region(&position(&board), "a1".parse().unwrap()).len(), 2);
    }

    #[test]
    fn a_lone_disc_is_wiped_out() {
        let board = format!("{}{}X", "-OX-----", "-".repeat(56));
        assert!(can_wipe_out(&position(&board), 1));
        assert!(!can_wipe_out(&Position::start(), 3));
    }
}
