//! What the clocks of a game show, and when flags fall.

use std::time::Duration;

use outflank_rules::{Color, Move};

use super::{GameInPlay, MadePly, MoveRefused, whole_milliseconds};
use crate::{Ending, FairClock, GameResult, first_move_limit};

/// How many moves make a game: one that ends before is aborted.
const BEGUN: usize = 2;

impl GameInPlay {
    /// Sets the clock of a game between people who do not sit together.
    #[must_use]
    pub fn with_fair_clock(self, fair: FairClock) -> GameInPlay {
        GameInPlay { fair: Some(fair), ..self }
    }

    /// Returns the clock of a game between people who do not sit together; `None` in other games.
    #[must_use]
    pub fn fair_clock(&self) -> Option<&FairClock> {
        self.fair.as_ref()
    }

    /// Tells whether the clock stands still until both sides want to go on.
    #[must_use]
    pub fn is_adjourned(&self) -> bool {
        self.fair.is_some_and(|fair| fair.is_adjourned)
    }

    /// Tells whether so many moves are made that the game counts: between people who do not sit together two,
    /// otherwise none.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.fair.is_none_or(|fair| self.placed_after(fair.opening, |_| true) >= BEGUN)
    }

    /// Tells whether the next move of a side takes no time of its clock: its first one between people who do
    /// not sit together.
    #[must_use]
    pub fn is_untimed(&self, side: Color) -> bool {
        self.fair.is_some_and(|fair| self.placed_after(fair.opening, |mover| mover == side) == 0)
    }

    /// Returns the side whose clock runs: that to move, unless its move takes no time or the game rests.
    #[must_use]
    pub fn clock_running(&self) -> Option<Color> {
        self.turn().filter(|&side| !self.is_untimed(side) && !self.is_adjourned())
    }

    /// Counts the discs placed by some sides after a number of plies.
    fn placed_after(&self, opening: usize, sides: impl Fn(Color) -> bool) -> usize {
        let plies = self.plies().iter().enumerate().skip(opening);
        plies.filter(|&(ply, played)| sides(self.mover(ply)) && !played.is_pass()).count()
    }

    /// Makes a ply of somebody whom the network delays: what the quota allows is given back.
    ///
    /// # Errors
    ///
    /// As [`GameInPlay::play`].
    pub fn play_with_lag(
        &mut self,
        played: Move,
        waiting: Duration,
        lag: Duration,
    ) -> Result<MadePly, MoveRefused> {
        let Some((side, fair)) = self.clock_running().zip(self.fair) else {
            return self.play(played, waiting);
        };
        let quota = fair.lag(side);
        let made = self.play(played, waiting.saturating_sub(quota.credit(lag)))?;
        let control = self.time_control;
        if let Some(fair) = &mut self.fair {
            let after = quota.after(lag, control);
            fair.lag[side as usize] = crate::LagQuota {
                left: whole_milliseconds(after.left),
                last: whole_milliseconds(after.last),
            };
        }
        Ok(made)
    }

    /// Ends the game if the side to move, at it for `waiting`, has no time left. Tells whether it did. A game
    /// that has not begun is aborted.
    pub fn flag_if_fallen(&mut self, waiting: Duration) -> bool {
        let is_over_time = self.time_to_flag().is_some_and(|left| waiting > left);
        is_over_time && self.fall_flag()
    }

    /// Ends the game because the side to move has no time left.
    pub(super) fn fall_flag(&mut self) -> bool {
        let Some(side) = self.turn() else { return false };
        let result = if self.has_begun() {
            GameResult::lost_by(Ending::TimeOut, side)
        } else {
            GameResult { ending: Ending::Aborted, winner: None }
        };
        self.end(result)
    }

    /// Returns in what time the flag of the side to move, at it for `waiting`, falls; `None` if no clock
    /// runs.
    #[must_use]
    pub fn flag_falls_in(&self, waiting: Duration) -> Option<Duration> {
        Some(self.time_to_flag()?.saturating_sub(waiting))
    }

    /// Returns how long a side may take for its first move, which takes no time of its clock.
    pub(super) fn first_move_limit(&self) -> Option<Duration> {
        let own = self.fair.and_then(|fair| fair.first_move);
        own.or_else(|| first_move_limit(self.time_control))
    }

    /// Returns how long the flag of the side to move stands from the beginning of its turn, a move that is on
    /// its way through the network included.
    fn time_to_flag(&self) -> Option<Duration> {
        let side = self.turn().filter(|_| !self.is_adjourned())?;
        let grace = self.fair.map_or(Duration::ZERO, |fair| fair.lag(side).grace());
        if self.is_untimed(side) {
            return self.first_move_limit();
        }
        Some(self.left(side)?.saturating_add(grace))
    }

    /// Returns the time a side has spent on the moves that are made.
    #[must_use]
    pub fn spent(&self, side: Color) -> Duration {
        let times = self.times.iter().take(self.plies().len()).enumerate();
        times.filter(|&(ply, _)| self.mover(ply) == side).map(|(_, &time)| time).sum()
    }

    /// Returns the time a side has left before its present move; `None` without clocks.
    #[must_use]
    pub fn left(&self, side: Color) -> Option<Duration> {
        let control = self.time_control?;
        let plies = self.plies().iter().enumerate();
        let moves = plies.filter(|&(ply, played)| self.mover(ply) == side && !played.is_pass()).count();
        let added = control.increment.saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX));
        let charged = self.fair.map_or(Duration::ZERO, |fair| fair.charged(side));
        let spent = self.spent(side).saturating_add(charged);
        Some(control.initial.saturating_add(added).saturating_sub(spent))
    }

    /// Returns what the clock of a side shows while the side to move is at it for `waiting`; `None` without
    /// clocks. Whoever lost on time has none left.
    #[must_use]
    pub fn clock_reading(&self, side: Color, waiting: Duration) -> Option<Duration> {
        if self.result() == Some(GameResult::lost_by(Ending::TimeOut, side)) {
            return self.time_control.map(|_| Duration::ZERO);
        }
        // A game that was cut short has a side whose move was never made: its clock stands where it was.
        let unmade = self.cut_short.filter(|_| !self.position().is_finished());
        let mover = self.turn().or_else(|| unmade.map(|_| self.position().side_to_move()));
        let runs = mover == Some(side) && !self.is_untimed(side) && !self.is_adjourned();
        let running = if runs { waiting } else { Duration::ZERO };
        Some(self.left(side)?.saturating_sub(running))
    }

    /// Takes back to a number of plies though the clock goes on: nobody gets time back, and the side to move
    /// has used its `waiting`. Returns how many plies were taken back.
    pub fn take_back_without_time(&mut self, plies: usize, waiting: Duration) -> usize {
        let shown = Color::BOTH.map(|side| self.clock_reading(side, waiting));
        let taken_back = self.take_back_to(plies);
        for side in Color::BOTH {
            if let (Some(before), Some(after)) = (shown[side as usize], self.left(side)) {
                self.charge(side, after.saturating_sub(before));
            }
        }
        taken_back
    }

    /// Stops the clock of a game that is on until both sides want to go on; the side to move has used its
    /// `waiting`. Tells whether it did.
    pub fn adjourn(&mut self, waiting: Duration) -> bool {
        if self.is_over() || self.is_adjourned() {
            return false;
        }
        if let Some(side) = self.clock_running() {
            self.charge(side, waiting);
        }
        self.set_adjourned(true)
    }

    /// Lets an adjourned game go on. Tells whether it did.
    pub fn resume(&mut self) -> bool {
        self.is_adjourned() && !self.is_over() && self.set_adjourned(false)
    }

    fn set_adjourned(&mut self, is_adjourned: bool) -> bool {
        self.fair.as_mut().map(|fair| fair.is_adjourned = is_adjourned).is_some()
    }

    /// Takes time from a side beside its moves.
    fn charge(&mut self, side: Color, time: Duration) {
        if let Some(fair) = &mut self.fair {
            let charged = &mut fair.charged[side as usize];
            *charged = whole_milliseconds(charged.saturating_add(time));
        }
    }
}
