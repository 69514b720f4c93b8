//! Glicko-2 for single games at any moment.
//!
//! Glickman's algorithm rates all games of a period at once and lets the deviation grow once a period. Here
//! every game is rated when it ends, and the deviation grows with the time since the last one, in fractions
//! of a period. The figures are those that lichess has found to work: 0.21436 periods a day, so that a
//! deviation of 60 grows to 110 in a year without games.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

/// Rating points for one unit of Glicko-2's own scale.
const UNIT: f64 = 173.7178;

/// How many rating periods a day has.
const PERIODS_A_DAY: f64 = 0.21436;

/// From which deviation on a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// What a game against a computer player counts for a person: it is there at any time and never tired, so
/// that a rating should rest on games against people where there are some.
pub const COMPUTER_WEIGHT: f64 = 0.5;

/// How strong somebody is believed to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating; 100 points more are 64 % of the points in a long match.
    pub rating: f64,
    /// How far the rating may be off: in two of three cases by less than this.
    pub deviation: f64,
    /// How much strength changes from one period to the next, on Glicko-2's own scale.
    pub volatility: f64,
}

impl PlayerRating {
    /// What everybody begins with.
    pub const START: PlayerRating = PlayerRating { rating: 1500.0, deviation: 500.0, volatility: 0.09 };

    /// Returns the rating after a time without games: its deviation has grown.
    ///
    /// ```
    /// use outflank_ratings::PlayerRating;
    /// use std::time::Duration;
    ///
    /// let settled = PlayerRating { rating: 1800.0, deviation: 60.0, volatility: 0.06 };
    /// let year = Duration::from_secs(365 * 24 * 3600);
    /// assert_eq!(settled.aged(year).deviation.round(), 110.0);
    /// ```
    #[must_use]
    pub fn aged(self, time: Duration) -> PlayerRating {
        GlickoRules::OUTFLANK.aged(self, periods(time))
    }

    /// Returns the rating after a game that ended so long after the last one.
    #[must_use]
    pub fn after(self, since_last: Duration, game: &RatedGame) -> PlayerRating {
        let rules = &GlickoRules::OUTFLANK;
        let periods = periods(since_last);
        let full = rules.rate(self, periods, &[(game.opponent, game.result)]);
        let aged = rules.aged(self, periods);
        let part = |from: f64, to: f64| from + game.weight.clamp(0.0, 1.0) * (to - from);
        PlayerRating {
            rating: part(aged.rating, full.rating),
            deviation: part(aged.deviation, full.deviation),
            volatility: part(aged.volatility, full.volatility),
        }
    }

    /// Returns the share of the points to be expected against somebody.
    #[must_use]
    pub fn expected(self, opponent: PlayerRating) -> f64 {
        expected_score(&self.into(), &opponent.into()).0
    }

    /// Tells whether too few games are known, or too old ones, for the rating to say much.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation >= PROVISIONAL
    }

    /// Returns the rating as it is shown.
    #[must_use]
    pub fn shown(&self) -> i32 {
        self.rating.round() as i32
    }
}

impl fmt::Display for PlayerRating {
    /// Writes the rating, with a question mark if it is provisional: `1512?`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.shown(), if self.is_provisional() { "?" } else { "" })
    }
}

impl From<PlayerRating> for Glicko2Rating {
    fn from(PlayerRating { rating, deviation, volatility }: PlayerRating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedResult {
    /// It was lost.
    Lost,
    /// It was drawn.
    Drawn,
    /// It was won.
    Won,
}

impl RatedResult {
    /// Returns the same game as the opponent sees it.
    #[must_use]
    pub const fn reversed(self) -> RatedResult {
        match self {
            RatedResult::Lost => RatedResult::Won,
            RatedResult::Drawn => RatedResult::Drawn,
            RatedResult::Won => RatedResult::Lost,
        }
    }
}

impl From<RatedResult> for Outcomes {
    fn from(result: RatedResult) -> Outcomes {
        match result {
            RatedResult::Lost => Outcomes::LOSS,
            RatedResult::Drawn => Outcomes::DRAW,
            RatedResult::Won => Outcomes::WIN,
        }
    }
}

/// A game as it counts for one of its players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The opponent's rating when the game ended, before it counted.
    pub opponent: PlayerRating,
    /// How it ended.
    pub result: RatedResult,
    /// How much of the change is made, from 0 to 1: 1 between people, [`COMPUTER_WEIGHT`] against computers.
    pub weight: f64,
}

/// What is left open by Glickman's paper, and the bounds of all figures.
#[derive(Clone, Debug, PartialEq)]
pub struct GlickoRules {
    /// How quickly volatility changes.
    pub tau: f64,
    /// The bounds of ratings.
    pub ratings: RangeInclusive<f64>,
    /// The bounds of deviations.
    pub deviations: RangeInclusive<f64>,
    /// The largest volatility.
    pub most_volatility: f64,
    /// The most that one game, or the games rated together, change a rating by.
    pub most_change: f64,
}

impl GlickoRules {
    /// The rules by which people are rated here.
    pub const OUTFLANK: GlickoRules = GlickoRules {
        tau: 0.75,
        ratings: 400.0..=4000.0,
        deviations: 45.0..=500.0,
        most_volatility: 0.1,
        most_change: 700.0,
    };

    /// Rates somebody by games that ended so many periods after the last ones. With exactly one period this
    /// is the algorithm of the paper.
    #[must_use]
    pub fn rate(
        &self,
        player: PlayerRating,
        periods: f64,
        games: &[(PlayerRating, RatedResult)],
    ) -> PlayerRating {
        // The algorithm adds one whole period before it looks at the games: what is too much of that is taken
        // off before, what is missing is put on.
        let known = PlayerRating { deviation: grown(player, periods.max(0.0) - 1.0), ..player };
        let games: Vec<(Glicko2Rating, Outcomes)> =
            games.iter().map(|&(opponent, result)| (opponent.into(), result.into())).collect();
        let config = Glicko2Config { tau: self.tau, ..Glicko2Config::default() };
        let rated = glicko2_rating_period(&known.into(), &games, &config);
        let change = (rated.rating - player.rating).clamp(-self.most_change, self.most_change);
        self.bounded(PlayerRating {
            rating: player.rating + change,
            deviation: rated.deviation,
            volatility: rated.volatility,
        })
    }

    /// Returns a rating after so many periods without games.
    fn aged(&self, player: PlayerRating, periods: f64) -> PlayerRating {
        self.bounded(PlayerRating { deviation: grown(player, periods.max(0.0)), ..player })
    }

    fn bounded(&self, PlayerRating { rating, deviation, volatility }: PlayerRating) -> PlayerRating {
        PlayerRating {
            rating: rating.clamp(*self.ratings.start(), *self.ratings.end()),
            deviation: deviation.clamp(*self.deviations.start(), *self.deviations.end()),
            volatility: volatility.min(self.most_volatility),
        }
    }
}

/// Returns the deviation after so many periods; less than none take some off.
fn grown(player: PlayerRating, periods: f64) -> f64 {
    let growth = periods * (player.volatility * UNIT).powi(2);
    (player.deviation.powi(2) + growth).max(1.0).sqrt()
}

/// Counts rating periods.
fn periods(time: Duration) -> f64 {
    time.as_secs_f64() / (24.0 * 3600.0) * PERIODS_A_DAY
}
