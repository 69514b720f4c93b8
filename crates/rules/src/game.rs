//! A game: a start, the plies played, and the place one is looking at.

use crate::{IllegalMove, Move, Position, Square};

/// A game from any start, with undo and redo.
///
/// Plies after the current place are kept until a different move is made: stepping back loses nothing.
///
/// ```
/// use outflank_rules::{Game, Move, Position, Square};
///
/// let mut game = Game::new(Position::start());
/// game.place(Square::F5)?;
/// game.place(Square::D6)?;
/// assert_eq!(game.undo(), Some(Move::Place(Square::D6)));
/// assert_eq!((game.transcript().as_str(), game.all_plies().len()), ("f5", 2));
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    plies: Vec<Move>,
    /// How many of the plies have been made in `position`.
    made: usize,
    position: Position,
}

/// Says which ply of a list cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply} ({played}): {reason}")]
pub struct GameError {
    /// The ply's number, counted from 1, passes included.
    pub ply: usize,
    /// The move that was refused.
    pub played: Move,
    /// Why.
    pub reason: IllegalMove,
}

impl Game {
    /// Starts a game.
    #[must_use]
    pub const fn new(start: Position) -> Game {
        Game { start, plies: Vec::new(), made: 0, position: start }
    }

    /// Plays a list of moves from a start, supplying passes that the list leaves out.
    ///
    /// # Errors
    ///
    /// Names the first move that cannot be played.
    pub fn replay(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, GameError> {
        let mut game = Game::new(start);
        for played in moves {
            let result = match played {
                Move::Place(square) => game.place(square),
                Move::Pass => game.play(Move::Pass),
            };
            result.map_err(|reason| GameError { ply: game.made + 1, played, reason })?;
        }
        Ok(game)
    }

    /// Returns the position the game started from.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Returns the plies up to the current position, passes included.
    #[must_use]
    pub fn plies(&self) -> &[Move] {
        &self.plies[..self.made]
    }

    /// Returns all plies, also those that were undone and can be redone.
    #[must_use]
    pub fn all_plies(&self) -> &[Move] {
        &self.plies
    }

    /// Returns the position after the first `count` plies, or `None` if there are fewer.
    #[must_use]
    pub fn position_after(&self, count: usize) -> Option<Position> {
        self.positions().nth(count)
    }

    /// Returns the positions from the start through all plies, the start included.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start;
        std::iter::once(position).chain(self.plies.iter().map_while(move |&played| {
            position = position.play(played).ok()?;
            Some(position)
        }))
    }

    /// Makes a move. A move that differs from the one that could be redone drops the undone plies.
    ///
    /// # Errors
    ///
    /// Says why the move cannot be made; the game is then unchanged.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.position = self.position.play(played)?;
        if self.plies.get(self.made) != Some(&played) {
            self.plies.truncate(self.made);
            self.plies.push(played);
        }
        self.made += 1;
        Ok(())
    }

    /// Places a disc, first passing for a side that has to: the way transcripts leave passes out.
    ///
    /// # Errors
    ///
    /// Says why the disc cannot be placed; the game is then unchanged.
    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        if self.position.must_pass() {
            // The refusal speaks of the side that can move.
            let passed = self.position.play(Move::Pass)?;
            passed.play(square)?;
            self.play(Move::Pass)?;
        }
        self.play(Move::Place(square))
    }

    /// Steps back one ply and tells which, keeping it for [`Game::redo`].
    pub fn undo(&mut self) -> Option<Move> {
        let to = self.made.checked_sub(1)?;
        self.go_to(to);
        Some(self.plies[to])
    }

    /// Steps forward over an undone ply and tells which.
    pub fn redo(&mut self) -> Option<Move> {
        let played = *self.plies.get(self.made)?;
        self.position = self.position.play(played).ok()?;
        self.made += 1;
        Some(played)
    }

    /// Goes to the position after `ply` plies, or to the last one if there are fewer.
    pub fn go_to(&mut self, ply: usize) {
        self.made = ply.min(self.plies.len());
        self.position = self.position_after(self.made).unwrap_or(self.start);
    }

    /// Writes the moves up to the current position as `f5d6c3`, passes left out.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.plies().iter().filter_map(|played| played.square()).map(|square| square.to_string()).collect()
    }

    /// Writes the first `count` plies as `f5d6c3`, passes left out.
    #[must_use]
    pub fn transcript_of(&self, count: usize) -> String {
        let plies = &self.plies[..count.min(self.plies.len())];
        plies.iter().filter_map(|played| played.square()).map(|square| square.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        Game::replay(Position::start(), moves.iter().map(|m| m.parse().unwrap())).unwrap()
    }

    #[test]
    fn undo_and_redo_keep_the_moves_until_another_is_made() {
        let mut game = game(&["f5", "d6", "c3"]);
        assert_eq!(game.undo(), Some("c3".parse().unwrap()));
        assert_eq!(game.transcript(), "f5d6");
        assert_eq!(game.all_plies().len(), 3);
        assert_eq!(game.redo(), Some("c3".parse().unwrap()));
        assert_eq!(game.redo(), None);
        game.go_to(1);
        game.place("f4".parse().unwrap()).unwrap();
        assert_eq!((game.transcript().as_str(), game.redo()), ("f5f4", None));
        while game.undo().is_some() {}
        assert_eq!(game.position(), Position::start());
    }

    #[test]
    fn a_left_out_pass_is_supplied() {
        // White to move has nothing, black has a1.
        let start: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
        let mut game = Game::new(start);
        game.place("a1".parse().unwrap()).unwrap();
        assert_eq!(game.plies(), ["pass".parse().unwrap(), "a1".parse().unwrap()]);
        assert_eq!(game.transcript(), "a1");
        assert!(game.position().is_finished());
    }

    #[test]
    fn a_refused_move_names_its_ply() {
        let moves = ["f5", "d6", "a1"].map(|m| m.parse().unwrap());
        let error = Game::replay(Position::start(), moves).unwrap_err();
        assert_eq!(error.to_string(), "ply 3 (a1): black at a1 turns nothing over");
    }
}
