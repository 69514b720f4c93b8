//! A move and what is around it, as the rules of themes need it.

use outflank_rules::{Bitboard, Position, Square};

use super::regions::region_of;

/// A legal move with the positions before and after it.
pub(super) struct Scene {
    /// Before the move, the solver to move.
    pub(super) before: Position,
    /// The square.
    pub(super) square: Square,
    /// The discs it turns over.
    pub(super) flips: Bitboard,
    /// After the move, the opponent to move.
    pub(super) after: Position,
    /// Where the opponent could play if it were its turn before the move.
    pub(super) could_before: Bitboard,
    /// Where the solver could play if it were its turn again after the move.
    pub(super) could_after: Bitboard,
}

/// Returns the same discs with the other side to move.
fn turned(position: &Position) -> Position {
    Position::of_board(position.board().swapped(), !position.side_to_move())
}

impl Scene {
    /// Looks at a move; `None` if it is not legal.
    pub(super) fn of(before: &Position, square: Square) -> Option<Scene> {
        let after = before.play(square).ok()?;
        Some(Scene {
            before: *before,
            square,
            flips: before.flips(square),
            after,
            could_before: turned(before).legal_moves(),
            could_after: turned(&after).legal_moves(),
        })
    }

    /// Returns the solver's discs after the move.
    pub(super) fn own(&self) -> Bitboard {
        self.after.board().opp()
    }

    /// Returns the opponent's discs after the move.
    pub(super) fn theirs(&self) -> Bitboard {
        self.after.board().own()
    }

    /// Returns where the opponent can reply.
    pub(super) fn replies(&self) -> Bitboard {
        self.after.legal_moves()
    }

    /// Returns the region of empty squares that the move is played in.
    pub(super) fn region(&self) -> Bitboard {
        region_of(self.before.empty(), self.square)
    }

    /// Returns the distances of the square from the nearest edges, the smaller first.
    pub(super) fn edge_distances(&self) -> (u32, u32) {
        let distance = |line: u32| line.min(7 - line);
        let (column, row) = (distance(self.square.column()), distance(self.square.row()));
        (column.min(row), column.max(row))
    }

    /// Returns the corner of the square's quarter of the board.
    pub(super) fn corner(&self) -> Square {
        let end = |line: u32| if line < 4 { 0 } else { 7 };
        Square::wrapping(end(self.square.row()) * 8 + end(self.square.column()))
    }

    /// Returns the two neighbours along the edge that the square is on; nothing off the edge and in corners.
    pub(super) fn edge_neighbours(&self) -> Option<[Square; 2]> {
        let (column, row) = (self.square.column(), self.square.row());
        let on = |line: u32| line == 0 || line == 7;
        match (on(column), on(row)) {
            (false, true) => Some([Square::at(column - 1, row)?, Square::at(column + 1, row)?]),
            (true, false) => Some([Square::at(column, row - 1)?, Square::at(column, row + 1)?]),
            _ => None,
        }
    }
}
