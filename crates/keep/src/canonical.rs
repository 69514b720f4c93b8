//! Positions modulo symmetry, and moves there.

use outflank_rules::{Board, Move, Position, Square, Symmetry};

/// What a square is called when there is none: a pass.
pub const PASS: u8 = 64;
/// What stands for the move where a game ends.
pub const END: u8 = 65;

/// A position as an index knows it.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalPosition {
    /// The same for all symmetric positions with the same side to move.
    pub hash: u64,
    /// Leads from the position to the one that stands for all.
    symmetry: Symmetry,
    canonical: Board,
}

impl CanonicalPosition {
    /// Looks at a position.
    #[must_use]
    pub fn of(position: &Position) -> CanonicalPosition {
        let (canonical, symmetry) = position.canonical();
        CanonicalPosition { hash: canonical.hash(), symmetry, canonical: canonical.board() }
    }

    /// Returns the number of a move; moves that are symmetric here have the same.
    #[must_use]
    pub fn number(&self, played: Move) -> u8 {
        let Some(square) = played.square() else { return PASS };
        let square = self.symmetry.square(square);
        let first = self.stabilisers().map(|symmetry| symmetry.square(square).index() as u8).min();
        first.unwrap_or(square.index() as u8)
    }

    /// Returns the squares of this position that a number means; none for a pass.
    #[must_use]
    pub fn squares(&self, number: u8) -> Vec<Square> {
        let Some(square) = Square::all().find(|square| square.index() as u8 == number) else {
            return Vec::new();
        };
        let back = self.symmetry.inverse();
        let mut squares: Vec<Square> =
            self.stabilisers().map(|symmetry| back.square(symmetry.square(square))).collect();
        squares.sort_by_key(|square| square.index());
        squares.dedup();
        squares
    }

    /// The symmetries that change nothing.
    fn stabilisers(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let board = self.canonical;
        Symmetry::ALL.into_iter().filter(move |symmetry| symmetry.board(board) == board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_first_moves_are_one() {
        let place = CanonicalPosition::of(&Position::start());
        let numbers: Vec<u8> =
            ["f5", "d3", "c4", "e6"].iter().map(|name| place.number(name.parse().unwrap())).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] == pair[1]), "{numbers:?}");
        let names: Vec<String> = place.squares(numbers[0]).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
        assert!(place.squares(PASS).is_empty());
    }

    #[test]
    fn a_move_is_found_again_in_every_symmetry() {
        let position = Position::start().play("f5".parse::<Move>().unwrap()).unwrap();
        let number = CanonicalPosition::of(&position).number("d6".parse().unwrap());
        for symmetry in Symmetry::ALL {
            let image = CanonicalPosition::of(&symmetry.position(position));
            assert_eq!(image.hash, CanonicalPosition::of(&position).hash);
            let square = symmetry.square("d6".parse().unwrap());
            assert!(image.squares(number).contains(&square), "{symmetry:?}");
        }
    }
}
