//! A game in play, and the ply being looked at.

use std::ops::Deref;
use std::time::Duration;

use outflank_rules::{Bitboard, Color, Game, Move, Square};

use crate::{GameInPlay, MadePly, MoveRefused, Seat};

/// A game in play, and the ply being looked at: what a board shows that lets people leaf through the game.
///
/// It reads like the game itself; what changes the game goes through here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewedGame {
    game: GameInPlay,
    /// The ply being looked at while that is not the last one.
    looking_at: Option<usize>,
}

impl From<GameInPlay> for ViewedGame {
    fn from(game: GameInPlay) -> ViewedGame {
        ViewedGame { game, looking_at: None }
    }
}

impl Deref for ViewedGame {
    type Target = GameInPlay;

    fn deref(&self) -> &GameInPlay {
        &self.game
    }
}

impl ViewedGame {
    /// Makes a person's ply: only while the last position is being looked at.
    ///
    /// # Errors
    ///
    /// As [`GameInPlay::play`], or if an earlier position is being looked at.
    pub fn play(&mut self, played: Move, took: Duration) -> Result<MadePly, MoveRefused> {
        match self.looking_at {
            Some(ply) => Err(MoveRefused::LookingBack(ply)),
            None => self.game.play(played, took),
        }
    }

    /// Makes a program's ply in the last position, whatever is being looked at.
    ///
    /// # Errors
    ///
    /// As [`GameInPlay::play`].
    pub fn reply(&mut self, played: Move, took: Duration) -> Result<MadePly, MoveRefused> {
        self.game.play(played, took)
    }

    /// Makes the pass of a side that has no other move: see [`GameInPlay::pass_if_forced`].
    pub fn pass_if_forced(&mut self) -> Option<MadePly> {
        self.game.pass_if_forced()
    }

    /// Resigns for a side and looks at the end. Tells whether it did.
    pub fn resign(&mut self, side: Color) -> bool {
        let resigned = self.game.resign(side);
        if resigned {
            self.looking_at = None;
        }
        resigned
    }

    /// Ends the game if the side to move has no time left: see [`GameInPlay::flag_if_fallen`].
    pub fn flag_if_fallen(&mut self, waiting: Duration) -> bool {
        self.game.flag_if_fallen(waiting)
    }

    /// Seats others from now on, black first.
    pub fn set_seats(&mut self, seats: [Seat; 2]) {
        self.game.set_seats(seats);
    }

    /// Takes back as [`GameInPlay::undo`] does, or, while an earlier position is being looked at, to the last
    /// person's turn up to there.
    pub fn undo(&mut self) -> Option<usize> {
        let Some(ply) = self.looking_at else { return self.game.undo() };
        let to = self.game.last_turn(ply + 1, |side| self.game.is_person(side))?;
        self.looking_at = None;
        Some(self.game.take_back_to(to))
    }

    /// Plays again what was taken back and looks at the end: see [`GameInPlay::redo`].
    pub fn redo(&mut self) -> Option<usize> {
        self.looking_at = None;
        self.game.redo()
    }

    /// Looks at the position after so many plies, at most the last one; the game does not change.
    pub fn look_at(&mut self, ply: usize) {
        self.looking_at = (ply < self.game.plies().len()).then_some(ply);
    }

    /// Looks so many plies earlier or later.
    pub fn look_by(&mut self, plies: isize) {
        self.look_at(self.viewed_ply().saturating_add_signed(plies));
    }

    /// Returns the ply being looked at: the last one unless told otherwise.
    #[must_use]
    pub fn viewed_ply(&self) -> usize {
        self.looking_at.unwrap_or(self.game.plies().len())
    }

    /// Tells whether an earlier position is being looked at.
    #[must_use]
    pub fn is_looking_back(&self) -> bool {
        self.looking_at.is_some()
    }

    /// Returns the moves up to the ply being looked at.
    #[must_use]
    pub fn viewed(&self) -> Game {
        let mut game = self.game.history().clone();
        game.go_to(self.viewed_ply());
        game
    }

    /// Returns the square of the last move before the position being looked at, and the discs it turned over.
    #[must_use]
    pub fn last_move(&self) -> Option<(Square, Bitboard)> {
        let viewed = self.viewed();
        let plies = viewed.plies();
        let index = plies.iter().rposition(|played| !played.is_pass())?;
        let square = plies[index].square()?;
        let before = viewed.position_after(index)?;
        Some((square, before.flips(square)))
    }
}
