//! Shapes on the board that lessons and habits speak of: regions, wedges, discs that cannot be turned.

use outflank_rules::{Bitboard, Color, Position, Square};

/// The four directions of lines through a square, each with both its ends.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the empty squares that hang together with a square, in all eight directions; none if it is taken.
#[must_use]
pub fn region_of(position: &Position, square: Square) -> Bitboard {
    let mut region = square.bitboard() & position.empty();
    loop {
        let grown = region | (region.neighbours() & position.empty());
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Tells whether a move puts a disc on an edge between two discs of the opponent, where it stays.
#[must_use]
pub fn is_wedge(position: &Position, at: Square) -> bool {
    let on_rows = matches!(at.row(), 0 | 7);
    let on_columns = matches!(at.column(), 0 | 7);
    if on_rows == on_columns {
        return false;
    }
    let (dx, dy) = if on_rows { (1, 0) } else { (0, 1) };
    let side = position.side_to_move();
    let Ok(after) = position.play(at) else { return false };
    let beside = |way: i32| step(at, dx * way, dy * way).and_then(|square| after.disc(square));
    [1, -1].into_iter().all(|way| beside(way) == Some(!side))
}

/// Returns discs of a side that nobody can ever turn over: a safe lower bound. A disc is stable if in each of
/// the four lines through it the line is full, or it stands at the board's edge or beside a stable disc of
/// its colour.
#[must_use]
pub fn stable_discs(position: &Position, side: Color) -> Bitboard {
    let discs = position.discs(side);
    let mut stable = Bitboard::EMPTY;
    loop {
        let is_held = |square: Square| {
            LINES.iter().all(|&(dx, dy)| {
                let leans =
                    |way: i32| step(square, dx * way, dy * way).is_none_or(|next| stable.contains(next));
                leans(1) || leans(-1) || is_full(position, square, dx, dy)
            })
        };
        let more = discs.squares().filter(|square| !stable.contains(*square) && is_held(*square));
        let grown = more.fold(stable, |all, square| all | square.bitboard());
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Tells whether a line has no empty square.
fn is_full(position: &Position, square: Square, dx: i32, dy: i32) -> bool {
    [1, -1].into_iter().all(|way| {
        let mut next = step(square, dx * way, dy * way);
        while let Some(at) = next {
            if position.empty().contains(at) {
                return false;
            }
            next = step(at, dx * way, dy * way);
        }
        true
    })
}

/// Returns the square beside a square, if there is one.
fn step(square: Square, dx: i32, dy: i32) -> Option<Square> {
    let moved = |coordinate: u32, by: i32| u32::try_from(i32::try_from(coordinate).ok()? + by).ok();
    Square::at(moved(square.column(), dx)?, moved(square.row(), dy)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_corner_holds_the_edge_beside_it() {
        let board = "XXX-----XO------O---------------------------------------------O-X";
        let stable = stable_discs(&position(board), Color::Black);
        let names: Vec<String> = stable.squares().map(|square| square.to_string()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2"]);
        assert!(stable_discs(&position(board), Color::White).is_empty());
    }

    #[test]
    fn a_region_ends_at_discs() {
        let board = format!("--X{}X", "X".repeat(61));
        assert_eq!(region_of(&position(&board), square("a1")).len(), 2);
        assert!(region_of(&position(&board), square("h8")).is_empty());
    }

    #[test]
    fn a_wedge_stands_between_two_discs_of_the_opponent() {
        let row = format!("--OO-O--{}{}X", "----O---", "----X---".to_owned() + &"-".repeat(40));
        assert!(is_wedge(&position(&row), square("e1")));
        assert!(!is_wedge(&position(&row), square("g1")));
    }
}
