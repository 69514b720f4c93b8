//! Counting results: games, pairs of games, points, Elo with its interval.
//!
//! The two games of an opening are not independent: an opening that favours a side favours each player once.
//! So the unit of the statistics is the pair, whose points are 0, 1/2, 1, 3/2 or 2 (a pentanomial
//! distribution).

/// The normal quantile of a 95 % interval.
pub(crate) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Results from the first player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost or won by a fault, counted above too.
    pub forfeits: u64,
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Sum of the scores in discs.
    pub discs: i64,
}

/// A share of the points with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, 0 to 1.
    pub mean: f64,
    /// The interval; `None` while the pairs say nothing about it.
    pub interval: Option<(f64, f64)>,
}

/// A difference in Elo with its 95 % interval; `None` where it is unbounded or unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub difference: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Tally {
    /// Adds a game with the first player's score in discs.
    pub fn add(&mut self, score: i32) {
        match score {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.discs += i64::from(score);
    }

    /// Adds both games of an opening to the pairs, after each was added as a game.
    pub fn add_pair(&mut self, scores: [i32; 2]) {
        let half_points: i32 = scores.iter().map(|score| score.signum() + 1).sum();
        self.pairs[half_points as usize] += 1;
    }

    /// Returns how many games were counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: a win 1, a draw 1/2.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the mean score in discs.
    #[must_use]
    pub fn mean_score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.discs as f64 / self.games() as f64)
    }

    /// Returns how many pairs of games were counted.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the number of pairs, and the mean and the variance of a pair's points, 2 points being 1.
    #[must_use]
    pub fn pair_moments(&self) -> (u64, f64, f64) {
        let count = self.pair_count();
        if count == 0 {
            return (0, 0.5, 0.0);
        }
        let moment = |power: i32| {
            let terms = self.pairs.iter().enumerate();
            terms.map(|(index, &pairs)| pairs as f64 * (index as f64 / 4.0).powi(power)).sum::<f64>()
                / count as f64
        };
        let mean = moment(1);
        (count, mean, (moment(2) - mean * mean).max(0.0))
    }

    /// Returns the share of the points; `None` before the first game.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        if self.games() == 0 {
            return None;
        }
        let mean = self.points() / self.games() as f64;
        let (count, _, variance) = self.pair_moments();
        let interval = (count > 1 && variance > 0.0).then(|| {
            let reach = NORMAL_95 * (variance / (count - 1) as f64).sqrt();
            ((mean - reach).max(0.0), (mean + reach).min(1.0))
        });
        Some(Share { mean, interval })
    }

    /// Returns the difference in Elo.
    ///
    /// ```
    /// use outflank_lab::Tally;
    ///
    /// let mut tally = Tally::default();
    /// for scores in [[12, 4], [-6, 10], [0, 20], [8, -2]] {
    ///     scores.map(|score| tally.add(score));
    ///     tally.add_pair(scores);
    /// }
    /// assert_eq!((tally.points(), tally.games()), (5.5, 8));
    /// let elo = tally.elo();
    /// assert!(elo.difference > Some(100.0) && elo.low < Some(0.0), "eight games prove nothing: {elo:?}");
    /// ```
    #[must_use]
    pub fn elo(&self) -> Elo {
        let share = self.share();
        let interval = share.and_then(|share| share.interval);
        Elo {
            difference: share.and_then(|share| elo_of_share(share.mean)),
            low: interval.and_then(|(low, _)| elo_of_share(low)),
            high: interval.and_then(|(_, high)| elo_of_share(high)),
        }
    }
}

/// Returns the difference in Elo that is expected to give a share of the points; `None` for nothing and for
/// all.
pub(crate) fn elo_of_share(share: f64) -> Option<f64> {
    (0.0 < share && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10())
}

/// Returns the share of the points expected of a difference in Elo.
pub(crate) fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[i32; 2]]) -> Tally {
        let mut tally = Tally::default();
        for &scores in pairs {
            scores.into_iter().for_each(|score| tally.add(score));
            tally.add_pair(scores);
        }
        tally
    }

    fn near(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 0.01)
    }

    #[test]
    fn shares_and_elo_are_the_known_ones() {
        assert!(near(elo_of_share(0.75), 190.85) && near(elo_of_share(0.5), 0.0));
        assert!(near(elo_of_share(0.64), 99.95));
        assert!(near(Some(share_of_elo(100.0)), 0.64));
        assert_eq!((elo_of_share(0.0), elo_of_share(1.0)), (None, None));
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let found = tally(&[[2, 4], [6, 0], [0, 0], [8, -8], [-2, 0], [-64, -2]]);
        assert_eq!(found.pairs, [1, 1, 2, 1, 1]);
        assert_eq!((found.wins, found.draws, found.losses), (4, 4, 4));
        assert_eq!((found.points(), found.mean_score()), (6.0, Some(-56.0 / 12.0)));
    }

    #[test]
    fn the_interval_follows_the_pairs_not_the_games() {
        // 50 pairs won 1:1 by the opening tell that the players are equal, exactly: no spread between pairs.
        let even = tally(&[[2, -2]; 50]);
        assert_eq!(even.elo(), Elo { difference: Some(0.0), low: None, high: None });
        // 25 pairs 2:0 and 25 pairs 0:2 have standard error sqrt(0.25 / 49): 0.5 +- 0.14.
        let wild = tally(&[vec![[2, 2]; 25], vec![[-2, -2]; 25]].concat());
        let (low, high) = wild.share().unwrap().interval.unwrap();
        assert!((low - 0.36).abs() < 1e-3 && (high - 0.64).abs() < 1e-3, "{low} {high}");
        assert!(near(wild.elo().high, 99.95), "{:?}", wild.elo());
    }

    #[test]
    fn elo_and_interval_of_a_pentanomial_are_the_known_ones() {
        // A pair has mean 0.51 and variance 0.0649; the mean of 1000 pairs has standard error sqrt(0.0649 /
        // 999).
        let pairs = [60, 240, 380, 240, 80];
        let tally = Tally { wins: 330, draws: 360, losses: 310, pairs, ..Tally::default() };
        let Elo { difference, low, high } = tally.elo();
        assert!(near(difference, 6.95) && near(low, -4.029) && near(high, 17.94), "{low:?} {high:?}");
    }

    #[test]
    fn all_points_and_no_games_have_no_elo() {
        let all = tally(&[[2, 2]; 10]);
        assert_eq!(all.elo(), Elo { difference: None, low: None, high: None });
        assert_eq!(Tally::default().share(), None);
        assert_eq!(Tally::default().elo().difference, None);
    }
}
