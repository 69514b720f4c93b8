//! The ratings of computer players: measured against each other, and put on the scale of people at one point.
//!
//! Every level has met the one below in some hundred games. The share of the points it won says how many
//! points it is ahead; the steps add up from the anchor, [`ANCHOR`], which is called a club player and has
//! the rating that people begin with. How far the sum may be off grows with the number of steps; no rating is
//! taken to be better known than a person's can be.

use crate::{GlickoRules, PlayerRating};

/// The player that fixes the scale.
pub const ANCHOR: &str = "level:8";

/// What it is rated.
pub const ANCHOR_RATING: f64 = 1500.0;

/// The half-width of a 95 % interval in standard errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The volatility of a player that never changes; nothing is computed from it.
const STEADY: f64 = 0.0;

/// The ratings of computer players, in the order of their strength: player, rating, deviation, and the games
/// against the one in the line above with the share of the points won.
const RATINGS: &str = include_str!("../data/computers.tsv");

/// A match between a player and the next weaker one.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredMatch {
    /// The player, as it is spelled: `level:7`.
    pub player: String,
    /// How many games were played.
    pub games: u32,
    /// The share of the points that the player won.
    pub share: f64,
    /// The 95 % interval of the share.
    pub interval: [f64; 2],
}

impl MeasuredMatch {
    /// Returns by how many points the player is ahead.
    fn step(&self) -> f64 {
        400.0 * (self.share / (1.0 - self.share)).log10()
    }

    /// Returns the standard error of that.
    fn error(&self) -> f64 {
        let [low, high] = self.interval;
        let error = (high - low) / 2.0 / NORMAL_95;
        error * 400.0 / std::f64::consts::LN_10 / (self.share * (1.0 - self.share))
    }
}

/// A computer player's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputerRating {
    /// The player, as it is spelled: `level:7`.
    pub player: String,
    /// Its rating, which does not move.
    pub rating: PlayerRating,
    /// How many games it played against the next weaker player, and the share of the points it won; `None`
    /// for the weakest.
    pub below: Option<(u32, f64)>,
}

/// Puts players on one scale: the weakest, then each that met the one before. Ratings are rounded to whole
/// points. Returns `None` if the anchor is not among them.
#[must_use]
pub fn scale(weakest: &str, matches: &[MeasuredMatch]) -> Option<Vec<ComputerRating>> {
    let anchor = match weakest == ANCHOR {
        true => 0,
        false => 1 + matches.iter().position(|one| one.player == ANCHOR)?,
    };
    let at = |place: usize| {
        let (low, high) = (place.min(anchor), place.max(anchor));
        let steps = &matches[low..high];
        let apart: f64 = steps.iter().map(MeasuredMatch::step).sum();
        let error = steps.iter().map(|one| one.error().powi(2)).sum::<f64>().sqrt();
        let rating = if place < anchor { ANCHOR_RATING - apart } else { ANCHOR_RATING + apart };
        let least = *GlickoRules::OUTFLANK.deviations.start();
        PlayerRating { rating: rating.round(), deviation: error.max(least).round(), volatility: STEADY }
    };
    let first = ComputerRating { player: weakest.to_owned(), rating: at(0), below: None };
    let others = matches.iter().enumerate().map(|(index, one)| ComputerRating {
        player: one.player.clone(),
        rating: at(index + 1),
        below: Some((one.games, one.share)),
    });
    Some(std::iter::once(first).chain(others).collect())
}

/// Lists the computer players with a measured rating, the weakest first.
///
/// ```
/// let players = outflank_ratings::computer_ratings();
/// assert_eq!(players.len(), 21);
/// assert_eq!(players[20].player, "level:20");
/// ```
#[must_use]
pub fn computer_ratings() -> Vec<ComputerRating> {
    RATINGS.lines().filter_map(read).collect()
}

/// Finds the measured rating of a computer player by the way it is spelled: `level:7`. A player with other
/// settings than those measured has none.
#[must_use]
pub fn computer_rating(player: &str) -> Option<ComputerRating> {
    computer_ratings().into_iter().find(|one| one.player == player)
}

/// Reads a line of the file.
fn read(line: &str) -> Option<ComputerRating> {
    let mut columns = line.split('\t');
    let player = columns.next()?.to_owned();
    let mut number = || columns.next()?.parse::<f64>().ok();
    let rating = PlayerRating { rating: number()?, deviation: number()?, volatility: STEADY };
    let below = number().zip(number()).map(|(games, share)| (games as u32, share));
    Some(ComputerRating { player, rating, below })
}
