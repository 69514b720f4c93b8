//! What whoever plays may do with a game, and why not.
//!
//! Each of these decides what a [`KeptGame`] becomes; whoever keeps it stores that. `may` tells for which
//! sides somebody may move.

use std::time::Duration;

use outflank_rules::{Color, Move};

use crate::{Ending, GameInPlay, GameResult, KeptGame, MoveRefused};

/// Why a game is not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeRefused {
    /// The move was chosen in another position.
    #[error("the move is for ply {wanted}, the game is at ply {at}")]
    MovedOn {
        /// How many plies there were when it was chosen.
        wanted: usize,
        /// How many there are.
        at: usize,
    },
    /// It was lost on time.
    #[error("game {0} was lost on time")]
    LostOnTime(i64),
    /// The move cannot be made.
    #[error(transparent)]
    Move(#[from] MoveRefused),
    /// It is over.
    #[error("game {0} is over")]
    Over(i64),
    /// It is over and begins again as another game only.
    #[error("game {0} is over; play it again instead")]
    PlayAgain(i64),
    /// Somebody else is to move.
    #[error("{0} is to move, and you do not play {0}")]
    NotYourTurn(Color),
    /// It waits for somebody.
    #[error("game {0} waits for the other player")]
    Waiting(i64),
    /// It rests until both sides want to go on.
    #[error("game {0} is adjourned")]
    Adjourned(i64),
    /// The other player has to agree.
    #[error("the other player of game {0} has to agree: offer it")]
    NeedsConsent(i64),
    /// It counts for ratings.
    #[error("game {0} is rated: its moves stand")]
    Rated(i64),
    /// No move can be taken back.
    #[error("there is no move of yours to undo")]
    NothingToUndo,
    /// No move was taken back.
    #[error("there is no move to redo")]
    NothingToRedo,
    /// Somebody who does not play wants to change it.
    #[error("you do not play in game {0}")]
    NotYours(i64),
}

impl ChangeRefused {
    /// Returns the refusal in a word, as the HTTP interface has it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ChangeRefused::MovedOn { .. } => "moved-on",
            ChangeRefused::LostOnTime(_) | ChangeRefused::Move(MoveRefused::OutOfTime(_)) => "time-over",
            ChangeRefused::Move(_) => "illegal-move",
            ChangeRefused::Over(_) | ChangeRefused::PlayAgain(_) => "game-over",
            ChangeRefused::NotYourTurn(_) => "not-your-turn",
            ChangeRefused::Waiting(_) => "waiting",
            ChangeRefused::Adjourned(_) => "adjourned",
            ChangeRefused::NeedsConsent(_) => "needs-consent",
            ChangeRefused::Rated(_) => "rated",
            ChangeRefused::NothingToUndo => "nothing-to-undo",
            ChangeRefused::NothingToRedo => "nothing-to-redo",
            ChangeRefused::NotYours(_) => "forbidden",
        }
    }
}

impl KeptGame {
    /// Returns the side to move if somebody may move for it now.
    ///
    /// # Errors
    ///
    /// If the game is over or somebody else is to move.
    pub fn side_to_play(&self, may: impl Fn(Color) -> bool) -> Result<Color, ChangeRefused> {
        let side = self.game.turn().ok_or(ChangeRefused::Over(self.id))?;
        if may(side) { Ok(side) } else { Err(ChangeRefused::NotYourTurn(side)) }
    }

    /// Makes a move that was chosen after `ply` plies, and the pass that follows if somebody has to pass. The
    /// mover has been at it for the first of two times, of which the network took the second.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn after_move(
        &self,
        (ply, played): (usize, Move),
        (waiting, lag): (Duration, Duration),
        may: impl Fn(Color) -> bool,
    ) -> Result<GameInPlay, ChangeRefused> {
        let at = self.game.plies().len();
        if at != ply {
            return Err(ChangeRefused::MovedOn { wanted: ply, at });
        }
        if let Some(GameResult { ending: Ending::TimeOut, .. }) = self.game.result() {
            return Err(ChangeRefused::LostOnTime(self.id));
        }
        self.side_to_play(may)?;
        if self.is_waiting_room() {
            return Err(ChangeRefused::Waiting(self.id));
        }
        if self.game.is_adjourned() {
            return Err(ChangeRefused::Adjourned(self.id));
        }
        let mut game = self.game.clone();
        game.play_with_lag(played, waiting, lag)?;
        let _pass = game.pass_if_forced();
        Ok(game)
    }

    /// Takes moves back: the last one, against a computer up to the person's own last move.
    ///
    /// # Errors
    ///
    /// If there is none, or moves stand.
    pub fn after_undo(&self, may: impl Fn(Color) -> bool) -> Result<GameInPlay, ChangeRefused> {
        self.require_alone()?;
        let mut game = self.game.clone();
        let made = game.plies().len();
        // A game that was cut short goes on where it was.
        let cut_short = game.is_over() && !game.position().is_finished();
        let to = game.last_turn(made + usize::from(cut_short), may).ok_or(ChangeRefused::NothingToUndo)?;
        game.take_back_to(to);
        Ok(game)
    }

    /// Does moves again that were taken back, up to the person's next turn.
    ///
    /// # Errors
    ///
    /// If there is none, or somebody who does not play asks for it.
    pub fn after_redo(&self, may: impl Fn(Color) -> bool) -> Result<GameInPlay, ChangeRefused> {
        if !Color::BOTH.into_iter().any(may) {
            return Err(ChangeRefused::NotYours(self.id));
        }
        self.require_alone()?;
        let mut game = self.game.clone();
        game.redo().map(|_| game).ok_or(ChangeRefused::NothingToRedo)
    }

    /// Takes all moves after the opening back.
    ///
    /// # Errors
    ///
    /// If the game is over, or moves stand.
    pub fn after_restart(&self) -> Result<GameInPlay, ChangeRefused> {
        self.require_alone()?;
        if self.game.is_over() {
            return Err(ChangeRefused::PlayAgain(self.id));
        }
        let mut game = self.game.clone();
        game.take_back_to(self.opening);
        let _pass = game.pass_if_forced();
        Ok(game)
    }

    /// Resigns: who plays both sides for the one to move, who plays one at any time.
    ///
    /// # Errors
    ///
    /// If somebody else plays, or the game is over.
    pub fn after_resignation(&self, may: impl Fn(Color) -> bool) -> Result<GameInPlay, ChangeRefused> {
        let own: Vec<Color> = Color::BOTH.into_iter().filter(|&side| may(side)).collect();
        let side = match own[..] {
            [] => return Err(ChangeRefused::NotYours(self.id)),
            [side] if !self.game.is_over() => side,
            _ => self.side_to_play(may)?,
        };
        let mut game = self.game.clone();
        game.resign(side);
        Ok(game)
    }

    /// Refuses what cannot be done in a rated game, or takes the consent of somebody elsewhere.
    fn require_alone(&self) -> Result<(), ChangeRefused> {
        if self.remote.is_rated {
            return Err(ChangeRefused::Rated(self.id));
        }
        if self.is_by_invitation() { Err(ChangeRefused::NeedsConsent(self.id)) } else { Ok(()) }
    }
}
