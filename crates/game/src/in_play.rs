//! A game while it is played.

use std::time::Duration;

use outflank_rules::{Color, Game, IllegalMove, Move, Position};

use crate::verdict::verdict;
use crate::{Ending, FairClock, GameResult, PlayerId, Seat, TimeControl};

mod clock;

/// A game while it is played: the moves, who sits where, what the moves took, and how it ended.
///
/// Times are whole milliseconds, as databases keep them, so that a game read again is the game that was
/// stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInPlay {
    history: Game,
    /// Black first.
    seats: [Seat; 2],
    /// What each ply took, undone ones included.
    times: Vec<Duration>,
    /// Who chose each ply, undone ones included, where it was not whoever sits there.
    helpers: Vec<Option<PlayerId>>,
    time_control: Option<TimeControl>,
    /// What the clock of a game between people who do not sit together keeps beside.
    fair: Option<FairClock>,
    /// Whether a person without a move has to say so.
    manual_pass: bool,
    /// How it ended before the board said so.
    cut_short: Option<GameResult>,
}

/// A ply that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadePly {
    /// The number of the ply, counted from 1.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// What was made.
    pub played: Move,
}

/// Says why a move cannot be made now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefused {
    /// It is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The mover has run out of time: the game has ended with this.
    #[error("{0} has no time left")]
    OutOfTime(Color),
    /// An earlier position is being looked at.
    #[error("you are looking at ply {0}: last returns, undo continues from here")]
    LookingBack(usize),
    /// The game rests until both sides want to go on.
    #[error("the game is adjourned")]
    Adjourned,
}

impl GameInPlay {
    /// Starts a game from the current position of `history`; the seats are black's and white's.
    #[must_use]
    pub fn new(history: Game, seats: [Seat; 2]) -> GameInPlay {
        let plies = history.all_plies().len();
        GameInPlay {
            history,
            seats,
            times: vec![Duration::ZERO; plies],
            helpers: vec![None; plies],
            time_control: None,
            fair: None,
            manual_pass: false,
            cut_short: None,
        }
    }

    /// Sets the clocks; `None` for a game without.
    #[must_use]
    pub fn with_time_control(self, time_control: Option<TimeControl>) -> GameInPlay {
        GameInPlay { time_control, ..self }
    }

    /// Says whether a person without a move has to say so; programs and, otherwise, people pass by
    /// themselves.
    #[must_use]
    pub fn with_manual_pass(self, manual_pass: bool) -> GameInPlay {
        GameInPlay { manual_pass, ..self }
    }

    /// Sets what the plies took, undone ones included, and how the game ended if the board does not say so.
    #[must_use]
    pub fn with_past(mut self, times: &[Duration], result: Option<GameResult>) -> GameInPlay {
        for (kept, &time) in self.times.iter_mut().zip(times) {
            *kept = whole_milliseconds(time);
        }
        self.cut_short = result.filter(|result| result.ending != Ending::Discs);
        self
    }

    /// Sets who chose the plies, undone ones included, where it was not whoever sits there.
    #[must_use]
    pub fn with_helpers(mut self, helpers: impl IntoIterator<Item = Option<PlayerId>>) -> GameInPlay {
        for (kept, helper) in self.helpers.iter_mut().zip(helpers) {
            *kept = helper;
        }
        self
    }

    /// Returns the moves, those that were taken back included.
    #[must_use]
    pub fn history(&self) -> &Game {
        &self.history
    }

    /// Returns the plies that are made.
    #[must_use]
    pub fn plies(&self) -> &[Move] {
        self.history.plies()
    }

    /// Returns the last position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.history.position()
    }

    /// Returns what every ply took, undone ones included.
    #[must_use]
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Returns who chose every ply, undone ones included, where it was not whoever sits there.
    #[must_use]
    pub fn helpers(&self) -> &[Option<PlayerId>] {
        &self.helpers
    }

    /// Returns the clocks.
    #[must_use]
    pub fn time_control(&self) -> Option<TimeControl> {
        self.time_control
    }

    /// Tells whether a person without a move has to say so.
    #[must_use]
    pub fn has_manual_pass(&self) -> bool {
        self.manual_pass
    }

    /// Returns both seats, black first.
    #[must_use]
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// Returns the seat of a side.
    #[must_use]
    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats[side as usize]
    }

    /// Seats others from now on, black first.
    pub fn set_seats(&mut self, seats: [Seat; 2]) {
        self.seats = seats;
    }

    /// Tells whether a person plays a side.
    #[must_use]
    pub fn is_person(&self, side: Color) -> bool {
        self.seat(side).player.is_person()
    }

    /// Tells whether any person plays.
    #[must_use]
    pub fn has_person(&self) -> bool {
        Color::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// Returns how the game ended; `None` while it is on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.cut_short.or_else(|| GameResult::by_discs(self.position()))
    }

    /// Tells whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// Returns who won; `None` for a draw or while the game is on.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.result()?.winner
    }

    /// Returns black's discs minus white's, empty squares to the winner; whoever resigned, forfeited or ran
    /// out of time loses all 64.
    #[must_use]
    pub fn score(&self) -> i32 {
        match self.cut_short {
            Some(GameResult { ending, winner: Some(winner) }) if ending.loses_all() => match winner {
                Color::Black => 64,
                Color::White => -64,
            },
            _ => self.position().score(),
        }
    }

    /// Says in a sentence how the game ended; `None` while it is on.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        Some(verdict(self.result()?, self.position()))
    }

    /// Returns whose move it is; nobody's when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        (!self.is_over()).then(|| self.position().side_to_move())
    }

    /// Returns who makes a ply, counted from 0. Sides alternate, passes being plies.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Color {
        let first = self.history.start().side_to_move();
        if ply.is_multiple_of(2) { first } else { !first }
    }

    /// Makes a ply that took a time.
    ///
    /// # Errors
    ///
    /// Says why it cannot be made. Nothing has changed then, unless the mover had no time left: then the game
    /// is over.
    pub fn play(&mut self, played: Move, took: Duration) -> Result<MadePly, MoveRefused> {
        let Some(side) = self.turn() else { return Err(MoveRefused::Over) };
        if self.is_adjourned() {
            return Err(MoveRefused::Adjourned);
        }
        self.position().play(played)?;
        let is_untimed = self.is_untimed(side);
        let most = if is_untimed { self.first_move_limit() } else { self.left(side) };
        if most.is_some_and(|most| took > most) && self.fall_flag() {
            return Err(MoveRefused::OutOfTime(side));
        }
        let took = if is_untimed { Duration::ZERO } else { took };
        self.history.play(played)?;
        let (number, plies) = (self.plies().len(), self.history.all_plies().len());
        self.times.resize(plies, Duration::ZERO);
        self.helpers.resize(plies, None);
        self.times[number - 1] = whole_milliseconds(took);
        self.helpers[number - 1] = None;
        Ok(MadePly { number, side, played })
    }

    /// Makes a ply that somebody else chose for whoever sits there.
    ///
    /// # Errors
    ///
    /// As [`GameInPlay::play`].
    pub fn play_for(
        &mut self,
        played: Move,
        took: Duration,
        helper: PlayerId,
    ) -> Result<MadePly, MoveRefused> {
        let made = self.play(played, took)?;
        self.helpers[made.number - 1] = Some(helper);
        Ok(made)
    }

    /// Makes the pass of a side that has no other move, unless a person has to say so, and returns it.
    pub fn pass_if_forced(&mut self) -> Option<MadePly> {
        let side = self.turn()?;
        let by_hand = self.manual_pass && self.is_person(side);
        if by_hand || !self.position().must_pass() {
            return None;
        }
        self.play(Move::Pass, Duration::ZERO).ok()
    }

    /// Ends the game before the board does. Tells whether it did: a game that is over stays as it is.
    pub fn end(&mut self, result: GameResult) -> bool {
        let on = !self.is_over();
        if on {
            self.cut_short = Some(result);
        }
        on
    }

    /// Resigns for a side. Tells whether it did: a game that is over stays as it is, and one that has not
    /// begun is aborted.
    pub fn resign(&mut self, side: Color) -> bool {
        if !self.has_begun() {
            return self.end(GameResult { ending: Ending::Aborted, winner: None });
        }
        self.end(GameResult::lost_by(Ending::Resigned, side))
    }

    /// Returns the last of the first `count` positions in which one of these sides has a move to choose, as a
    /// number of plies.
    #[must_use]
    pub fn last_turn(&self, count: usize, sides: impl Fn(Color) -> bool) -> Option<usize> {
        let positions = self.history.positions().take(count.min(self.plies().len() + 1)).enumerate();
        let turns = positions
            .filter(|(_, position)| sides(position.side_to_move()) && !position.legal_moves().is_empty());
        turns.map(|(ply, _)| ply).last()
    }

    /// Takes back to a number of plies; the game goes on from there. Returns how many plies were taken back.
    pub fn take_back_to(&mut self, plies: usize) -> usize {
        let made = self.plies().len();
        self.history.go_to(plies.min(made));
        self.cut_short = None;
        made - self.plies().len()
    }

    /// Takes back to the previous turn of a person. A game that was cut short goes on in the same position if
    /// it is a person's turn there. Returns how many plies were taken back, `None` if there is no such turn.
    pub fn undo(&mut self) -> Option<usize> {
        let count = self.plies().len() + usize::from(self.cut_short.is_some());
        let to = self.last_turn(count, |side| self.is_person(side))?;
        Some(self.take_back_to(to))
    }

    /// Plays again what was taken back, up to a person's turn or the end. Returns how many plies, `None` if
    /// there are none.
    pub fn redo(&mut self) -> Option<usize> {
        let before = self.plies().len();
        while !self.is_over() && self.history.redo().is_some() {
            let position = self.position();
            if self.is_person(position.side_to_move()) && !position.legal_moves().is_empty() {
                break;
            }
        }
        let count = self.plies().len() - before;
        (count > 0).then_some(count)
    }
}

/// Cuts a time to whole milliseconds.
fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;
