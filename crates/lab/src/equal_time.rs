//! A clock that is set between batches of games, so that both players use the same time.
//!
//! Programs that are limited by depth take what they take. The other player has a clock for a game, which is
//! set before every batch by what both have used so far.

use std::time::Duration;

use outflank_players::{Entrant, Spec};

use crate::contest::{ContestError, ContestResult};
use crate::pacing::with_options;

/// A player whose clock is set.
#[derive(Debug)]
pub(crate) struct EqualTime {
    /// Which of the two it is.
    player: usize,
    /// The game clock it has now, in seconds.
    clock: f64,
    /// The seconds that all its clocks had, all games together.
    given: f64,
}

/// How many moves a side makes in a game: the first clock is so many times the time for a move.
const MOVES: f64 = 30.0;

/// Into how many batches the games are divided.
const BATCHES: u32 = 10;

/// How far the clock may be from what the other player used for a game.
const REACH: f64 = 4.0;

impl EqualTime {
    /// Finds the player whose clock can be set: the first that takes one.
    pub(crate) fn new(entrants: &[Entrant; 2], time: Duration) -> Result<EqualTime, ContestError> {
        let takes_clock = |entrant: &Entrant| {
            let text = entrant.to_string();
            Spec::split(&text)
                .is_ok_and(|spec| spec.family().parameters.iter().any(|parameter| parameter.name == "game"))
        };
        let player = entrants.iter().position(takes_clock);
        let names = || entrants.each_ref().map(ToString::to_string);
        let player = player.ok_or_else(|| ContestError::NoClock { names: names() })?;
        Ok(EqualTime { player, clock: MOVES * time.as_secs_f64(), given: 0.0 })
    }

    /// Returns how many games a batch has: an even number that keeps all boards busy.
    pub(crate) fn batch(games: u32, boards: usize) -> u32 {
        let boards = u32::try_from(boards).unwrap_or(u32::MAX / 2).max(1);
        games.div_ceil(BATCHES).max(boards).div_ceil(2) * 2
    }

    /// Sets the clock for the next games, and returns the players with it.
    pub(crate) fn set(
        &mut self,
        entrants: &[Entrant; 2],
        so_far: &ContestResult,
        games: u32,
    ) -> [Entrant; 2] {
        let done = so_far.tally.games() as f64;
        let [ours, theirs] =
            [self.player, 1 - self.player].map(|player| so_far.thinking[player].total.as_secs_f64());
        if done > 0.0 && theirs > 0.0 {
            let each = theirs / done;
            let wanted = (each + (theirs - ours) / f64::from(games)).clamp(each / REACH, each * REACH);
            // A player does not use all of its clock.
            let used = (ours / self.given).clamp(0.1, 2.0);
            self.clock = wanted / used;
        }
        self.clock = self.clock.clamp(0.001, 86_400.0);
        self.given += self.clock * f64::from(games);
        let mut set = entrants.clone();
        if let Some(limited) = with_options(&entrants[self.player], &format!("game={:.4}", self.clock)) {
            set[self.player] = limited;
        }
        set
    }

    /// Returns the clock, in seconds.
    pub(crate) fn clock(&self) -> f64 {
        self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::TimeSpent;

    fn players(first: &str, second: &str) -> [Entrant; 2] {
        [first, second].map(|text| text.parse().unwrap())
    }

    fn spent(games: u64, [first, second]: [f64; 2]) -> ContestResult {
        let mut result = ContestResult::default();
        result.tally.wins = games;
        result.thinking = [first, second]
            .map(|seconds| TimeSpent { total: Duration::from_secs_f64(seconds), ..TimeSpent::default() });
        result
    }

    #[test]
    fn the_clock_makes_up_for_what_was_used_so_far() {
        let both = players("engine:hash=1", "nea");
        let mut equal = EqualTime::new(&both, Duration::from_millis(100)).unwrap();
        let first = equal.set(&both, &ContestResult::default(), 10);
        assert_eq!(first.each_ref().map(ToString::to_string), ["engine:hash=1,game=3.0000", "nea"]);
        // It used 24 of 30 seconds, the other 40: 4 a game to come, and 1.6 a game to make up for.
        let next = equal.set(&both, &spent(10, [24.0, 40.0]), 10);
        assert!((equal.clock() - 5.6 / 0.8).abs() < 1e-9, "{}", equal.clock());
        assert_eq!(next[0].to_string(), "engine:hash=1,game=7.0000");
        // Never further off than the reach allows.
        equal.set(&both, &spent(20, [1000.0, 80.0]), 10);
        assert!(equal.clock() <= 1.0 / 0.1, "{}", equal.clock());
    }

    #[test]
    fn only_players_with_a_clock_can_be_set() {
        let equal = EqualTime::new(&players("nea", "engine"), Duration::from_secs(1)).unwrap();
        assert_eq!(equal.player, 1);
        let error = EqualTime::new(&players("nea", "exec:gtp:engine"), Duration::from_secs(1)).unwrap_err();
        assert!(error.to_string().contains("nea") && error.is_input(), "{error}");
    }

    #[test]
    fn batches_are_even_and_keep_the_boards_busy() {
        assert_eq!(
            [(400, 16), (8, 2), (3, 1), (1, 3)].map(|(games, boards)| EqualTime::batch(games, boards)),
            [40, 2, 2, 4]
        );
    }
}
