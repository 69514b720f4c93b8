//! What a level is worth against the one below.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::Level;
use outflank_players::Entrant;
use serde::{Deserialize, Serialize};

use crate::contest::{Contest, ContestError};
use crate::openings::Openings;
use crate::played::Played;

/// How levels are measured.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// Where the games begin.
    pub openings: Openings,
    /// How many games where they are quick.
    pub games: u32,
    /// How many games where one takes longer than [`Measuring::SLOW`].
    pub slow_games: u32,
    /// How many games at a time.
    pub boards: usize,
    /// What all random choices follow from.
    pub seed: u64,
}

/// The result of a level against the one below; of level 1 against `greedy`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelStep {
    /// The level.
    pub level: u8,
    /// Both players, with all that was set, so that an old result is known as one.
    pub players: [String; 2],
    /// Games won, drawn and lost by the level.
    pub results: [u64; 3],
    /// Its share of the points.
    pub share: f64,
    /// The 95 % interval of the share.
    pub interval: Option<(f64, f64)>,
    /// The mean score in discs.
    pub mean_score: f64,
    /// The mean time for a move, in seconds.
    pub seconds: f64,
    /// The longest time for a move, in seconds.
    pub longest: f64,
}

impl Measuring {
    /// Games that take longer are slow.
    pub const SLOW: Duration = Duration::from_secs(5);

    /// Measures a level; `None` if `stop` was set before all games were played.
    ///
    /// # Errors
    ///
    /// If a player cannot be used.
    pub fn step(
        &self,
        level: &Level,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(u64),
    ) -> Result<Option<LevelStep>, ContestError> {
        let [player, opponent] = entrants(level.number);
        let mut contest = Contest {
            entrants: [player, opponent],
            openings: self.openings.clone(),
            games: 2,
            time: Duration::from_secs(5),
            boards: self.boards,
            seed: self.seed,
            sprt: None,
        };
        let mut slow = false;
        let mut look = |_, played: &Played, _: &_| {
            slow |= played.thinking.iter().map(|spent| spent.total).sum::<Duration>() > Measuring::SLOW;
        };
        contest.hold(stop, &mut look)?;
        contest.games = if slow { self.slow_games } else { self.games };
        let outcome = contest.hold(stop, &mut |_, _, outcome| observer(outcome.tally.games()))?;
        let tally = &outcome.tally;
        let (Some(share), Some(mean_score)) = (tally.share(), tally.mean_score()) else { return Ok(None) };
        if tally.games() < contest.games.into() {
            return Ok(None);
        }
        let spent = outcome.thinking[0];
        Ok(Some(LevelStep {
            level: level.number,
            players: signature(level.number),
            results: [tally.wins, tally.draws, tally.losses],
            share: share.mean,
            interval: share.interval,
            mean_score,
            seconds: spent.total.as_secs_f64() / f64::from(spent.moves.max(1)),
            longest: spent.longest.as_secs_f64(),
        }))
    }
}

impl LevelStep {
    /// Tells whether the players are still what they were when this was measured.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.players == signature(self.level)
    }
}

/// Returns a level and its opponent.
fn entrants(number: u8) -> [Entrant; 2] {
    let text = |number: u8| match number {
        0 => "greedy".to_owned(),
        number => format!("level:{number}"),
    };
    [number, number.saturating_sub(1)].map(|number| {
        // Both are names this program knows.
        text(number).parse().unwrap_or_else(|error| unreachable!("{error}"))
    })
}

/// Describes both players.
fn signature(number: u8) -> [String; 2] {
    let text =
        |number: u8| Level::new(number).map_or_else(|| "greedy".to_owned(), |level| format!("{level:?}"));
    [text(number), text(number.saturating_sub(1))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSource;

    #[test]
    fn a_level_is_measured_against_the_one_below() {
        let measuring = Measuring {
            openings: Openings::load(&OpeningSource::Balanced, None, 1).unwrap(),
            games: 20,
            slow_games: 4,
            boards: 2,
            seed: 1,
        };
        let step = |number| {
            let level = Level::new(number).unwrap();
            measuring.step(level, &AtomicBool::new(false), &mut |_| {}).unwrap().unwrap()
        };
        let first = step(1);
        assert_eq!((first.level, first.results.iter().sum::<u64>()), (1, 20));
        assert!(first.is_current() && first.players[1] == "greedy");
        let old = LevelStep { players: ["x".to_owned(), "y".to_owned()], ..first };
        assert!(!old.is_current());
        let stopped = measuring.step(Level::new(2).unwrap(), &AtomicBool::new(true), &mut |_| {});
        assert!(stopped.unwrap().is_none());
    }
}
