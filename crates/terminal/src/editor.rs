//! Setting up a position by hand.

use outflank_rules::{Bitboard, Color, Position, Setup, Square};

/// A board being edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editor {
    setup: Setup,
}

impl Editor {
    /// Begins with a position.
    #[must_use]
    pub fn new(position: Position) -> Editor {
        Editor { setup: position.into() }
    }

    /// Returns what is on a square.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        self.setup.disc(square)
    }

    /// Returns who is to move.
    #[must_use]
    pub fn side(&self) -> Color {
        self.setup.side
    }

    /// Puts a disc on a square, or takes it away.
    pub fn put(&mut self, square: Square, disc: Option<Color>) {
        let only = square.bitboard();
        self.setup.black -= only;
        self.setup.white -= only;
        match disc {
            Some(Color::Black) => self.setup.black |= only,
            Some(Color::White) => self.setup.white |= only,
            None => {}
        }
    }

    /// Goes through empty, black and white on a square.
    pub fn cycle(&mut self, square: Square) {
        let next = match self.disc(square) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.put(square, next);
    }

    /// Says who is to move.
    pub fn set_side(&mut self, side: Color) {
        self.setup.side = side;
    }

    /// Takes all discs away.
    pub fn clear(&mut self) {
        self.setup.black = Bitboard::EMPTY;
        self.setup.white = Bitboard::EMPTY;
    }

    /// Sets up the standard start.
    pub fn restart(&mut self) {
        self.setup = Setup::start();
    }

    /// Returns the position; its squares never overlap.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::try_from(self.setup).unwrap_or_else(|_| Position::start())
    }

    /// Lists what no game from the standard start can contain.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.setup.oddities().iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_goes_through_all_states_and_never_holds_two_discs() {
        let mut editor = Editor::new(Position::start());
        let square: Square = "c4".parse().unwrap();
        for expected in [Some(Color::Black), Some(Color::White), None] {
            editor.cycle(square);
            assert_eq!(editor.position().disc(square), expected);
        }
        editor.put("d4".parse().unwrap(), Some(Color::Black));
        editor.set_side(Color::White);
        assert_eq!(editor.position().discs(Color::Black).len(), 3);
        assert_eq!(editor.position().side_to_move(), Color::White);
        assert!(editor.warnings().is_empty());
        editor.clear();
        assert!(!editor.warnings().is_empty());
        editor.restart();
        assert_eq!(editor.position(), Position::start());
    }
}
