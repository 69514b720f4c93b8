//! What a level is worth against the one below.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::eval::MANIFEST;
use outflank_engine::{LEVELS, Level};
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
    /// The weights they played with: the beginning of their sha256.
    #[serde(default)]
    pub weights: String,
    /// What the games followed from.
    #[serde(default)]
    pub seed: u64,
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
            time: Duration::from_secs(5),
            boards: self.boards,
            seed: self.seed,
            ..Contest::between([player, opponent], self.openings.clone(), 2)
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
            weights: shipped_weights().1,
            seed: self.seed,
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
    /// Tells whether the players and their weights are still what they were when this was measured.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.players == signature(self.level) && self.weights == shipped_weights().1
    }
}

/// Writes the newest results that are still true as a Markdown table, and which weights were measured.
#[must_use]
pub fn level_table(steps: &[LevelStep]) -> String {
    let mut text = "| level | what it does | s/move | longest | games | against the level below | discs |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    for level in &LEVELS {
        let current = |step: &&LevelStep| step.level == level.number && step.is_current();
        let Some(step) = steps.iter().rev().find(current) else { continue };
        let (low, high) = step.interval.unwrap_or((0.0, 1.0));
        let games: u64 = step.results.iter().sum();
        let _infallible = writeln!(
            text,
            "| {} | {} | {:.4} | {:.3} | {games} | {:.1} % ({:.1} to {:.1}) | {:+.1} |",
            level.number,
            level.description(),
            step.seconds,
            step.longest,
            100.0 * step.share,
            100.0 * low,
            100.0 * high,
            step.mean_score
        );
    }
    let (generation, sha) = shipped_weights();
    let _infallible = writeln!(text, "\nWeights: generation {generation}, sha256 {sha}.");
    text
}

/// Returns the generation of the shipped weights and the beginning of their sha256.
fn shipped_weights() -> (i64, String) {
    let manifest: toml::Table = MANIFEST.parse().unwrap_or_default();
    let network = manifest.get("network");
    let generation = network.and_then(|network| network.get("generation")?.as_integer());
    let sha = network.and_then(|network| network.get("sha256")?.as_str()).unwrap_or_default();
    (generation.unwrap_or_default(), sha.chars().take(12).collect())
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
        assert!(first.weights.len() == 12 && first.weights.chars().all(|digit| digit.is_ascii_hexdigit()));
        let table = level_table(std::slice::from_ref(&first));
        assert!(table.lines().count() == 5 && table.contains("\n| 1 | first game: "), "{table}");
        assert!(table.ends_with(&format!("sha256 {}.\n", first.weights)), "{table}");
        let other_weights = LevelStep { weights: "0123456789ab".to_owned(), ..first.clone() };
        assert!(!other_weights.is_current());
        let old = LevelStep { players: ["x".to_owned(), "y".to_owned()], ..first };
        assert!(!old.is_current());
        let stopped = measuring.step(Level::new(2).unwrap(), &AtomicBool::new(true), &mut |_| {});
        assert!(stopped.unwrap().is_none());
    }
}
