//! The list of moves of `client`: a move stands there once for each line of discs that it turns over.

use outflank_rules::{Bitboard, Board, Square};

/// The directions in which an own disc looks, as steps of column and row: columns from left to right, and in
/// each of them from below to above.
const DIRECTIONS: [(i32, i32); 8] = [(-1, 1), (-1, 0), (-1, -1), (0, 1), (0, -1), (1, 1), (1, 0), (1, -1)];

/// Goes through the own discs from a1 to h8, each in all directions: wherever opposing discs and then an
/// empty square follow, that square is a move. A move found from several discs comes several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundMoves {
    board: Board,
    /// Own discs not looked from yet, the present one first.
    discs: u64,
    /// The next direction of the present disc.
    direction: usize,
}

impl FoundMoves {
    /// Begins with the first own disc.
    pub(crate) fn new(board: Board) -> FoundMoves {
        FoundMoves { board, discs: board.own().0, direction: 0 }
    }

    /// Returns the empty square that follows opposing discs in one direction.
    fn look(&self, from: Square, (right, down): (i32, i32)) -> Option<Square> {
        let next = |at: Square| {
            Square::at(at.column().checked_add_signed(right)?, at.row().checked_add_signed(down)?)
        };
        let mut at = next(from).filter(|first| self.board.opp().contains(*first))?;
        loop {
            at = next(at)?;
            if !self.board.opp().contains(at) {
                return self.board.empty().contains(at).then_some(at);
            }
        }
    }
}

impl Iterator for FoundMoves {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        loop {
            let disc = Bitboard(self.discs).first()?;
            let near = disc.bitboard().neighbours();
            while self.direction < DIRECTIONS.len() && !(near & self.board.opp()).is_empty() {
                self.direction += 1;
                if let Some(found) = self.look(disc, DIRECTIONS[self.direction - 1]) {
                    return Some(found);
                }
            }
            (self.discs, self.direction) = (self.discs & (self.discs - 1), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;
    use crate::heritage::steps::by_hand::board;

    fn found(board: Board) -> String {
        FoundMoves::new(board).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_come_in_the_order_they_are_found_from_own_discs() {
        // Black has e4 and d5: e4 looks left to c4 and down to e6, d5 up to d3 and right to f5.
        assert_eq!(found(Position::start().board()), "c4 e6 d3 f5");
        // a1 looks down to the right before it looks to the right; a3 and e3 find c1 again.
        assert_eq!(found(board(&["xo-", "-o-o", "x---x"])), "c3 c1 c1 c1");
        assert_eq!(found(board(&["xx", "--"])), "");
        // A line that reaches the edge finds nothing.
        assert_eq!(found(board(&["xooooooo"])), "");
    }
}
