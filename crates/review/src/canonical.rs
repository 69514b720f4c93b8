//! Positions up to symmetry: eight views and two colours of a position are searched, and stored, as one.

use outflank_engine::{Comparison, MoveValue, Wanted};
use outflank_rules::{Bitboard, Color, Position, Square, Symmetry};

use crate::notes::mapped;

/// The one position that stands for a position, its mirror images and the same with colours exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The position that is searched; black moves.
    pub position: Position,
    /// The symmetry that leads there.
    pub symmetry: Symmetry,
}

impl Canonical {
    /// Finds the canonical position.
    #[must_use]
    pub fn of(position: &Position) -> Canonical {
        let (board, symmetry) = position.board().canonical();
        Canonical { position: Position::of_board(board, Color::Black), symmetry }
    }

    /// Returns the way back.
    #[must_use]
    pub fn back(&self) -> Symmetry {
        self.symmetry.inverse()
    }

    /// Returns which moves of the canonical position are meant.
    #[must_use]
    pub fn wanted(&self, wanted: Wanted) -> Wanted {
        Wanted { also: wanted.also.map(|also| self.symmetry.mv(also)), ..wanted }
    }

    /// Returns what was found of the canonical position as the position itself has it.
    #[must_use]
    pub fn seen(&self, found: &Comparison) -> Comparison {
        Comparison {
            moves: found.moves.iter().map(|one| self.seen_move(one)).collect(),
            depth: found.depth,
            percent: found.percent,
            nodes: found.nodes,
            stopped: found.stopped,
        }
    }

    /// Returns a move of the canonical position with its variation as the position itself has it.
    #[must_use]
    pub fn seen_move(&self, one: &MoveValue) -> MoveValue {
        mapped(one, self.back())
    }

    /// Returns the text under which results are stored: 64 squares, `X` for the side to move.
    pub(crate) fn key(&self) -> String {
        let board = self.position.board();
        let letter = |set: Bitboard, square: Square, letter| set.contains(square).then_some(letter);
        Square::all()
            .map(|square| {
                letter(board.own(), square, 'X').or(letter(board.opp(), square, 'O')).unwrap_or('-')
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_views_of_a_position_have_one_key() {
        let position = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        let first = Canonical::of(&position);
        for symmetry in Symmetry::ALL {
            let image = Canonical::of(&symmetry.position(position));
            assert_eq!(image.key(), first.key());
            assert_eq!(image.back().position(image.position).board(), symmetry.position(position).board());
        }
        assert_eq!(first.key().len(), 64);
        let other = Position::of_board(position.board(), !position.side_to_move());
        assert_eq!(Canonical::of(&other), first);
    }
}
