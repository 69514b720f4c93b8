//! How often a test errs and how long it takes, by simulation.

use outflank_players::Dice;

use crate::sprt::{Sprt, SprtVerdict};
use crate::tally::{Tally, share_of_elo};

/// A distribution of the results of pairs between equal players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairShape {
    /// What it is called.
    pub name: &'static str,
    /// The probabilities of 0, 1/2, 1, 3/2 and 2 points.
    pub shares: [f64; 5],
}

impl PairShape {
    /// The distributions that are simulated: pairs that are nearly always drawn, pairs as in our own matches,
    /// and pairs that are nearly always won twice by the same player.
    pub const ALL: [PairShape; 3] = [
        PairShape { name: "drawish", shares: [0.005, 0.045, 0.9, 0.045, 0.005] },
        PairShape { name: "usual", shares: [0.22, 0.04, 0.48, 0.04, 0.22] },
        PairShape { name: "decisive", shares: [0.46, 0.01, 0.06, 0.01, 0.46] },
    ];

    /// Returns the distribution when the players differ by so much Elo: every probability is multiplied by a
    /// power that grows with the points.
    #[must_use]
    pub fn at_elo(&self, elo: f64) -> [f64; 5] {
        let wanted = share_of_elo(elo);
        let tilted = |tilt: f64| {
            let weights: [f64; 5] =
                std::array::from_fn(|index| self.shares[index] * (tilt * index as f64 / 4.0).exp());
            let sum: f64 = weights.iter().sum();
            weights.map(|weight| weight / sum)
        };
        let mean = |shares: [f64; 5]| {
            shares.iter().enumerate().map(|(index, share)| share * index as f64 / 4.0).sum::<f64>()
        };
        let (mut low, mut high) = (-60.0, 60.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if mean(tilted(middle)) < wanted { low = middle } else { high = middle }
        }
        tilted(0.5 * (low + high))
    }
}

/// A test to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct SprtSimulation {
    /// The test.
    pub test: Sprt,
    /// The results of pairs between equal players.
    pub shape: PairShape,
    /// The true difference in Elo.
    pub elo: f64,
    /// A run ends undecided after so many pairs.
    pub most_pairs: u64,
    /// What all random choices follow from.
    pub seed: u64,
}

/// What came of simulated runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SprtRuns {
    /// Runs that accepted the lower difference.
    pub lower: u64,
    /// Runs that accepted the higher difference.
    pub higher: u64,
    /// Runs that did not end.
    pub open: u64,
    /// The pairs of all runs.
    pub pairs: u64,
    /// The pairs of the shortest run; 0 before the first.
    pub shortest: u64,
}

impl SprtRuns {
    /// Adds other runs.
    pub fn add(&mut self, other: &SprtRuns) {
        let known = [self.shortest, other.shortest].into_iter().filter(|&pairs| pairs > 0);
        self.shortest = known.min().unwrap_or(0);
        self.lower += other.lower;
        self.higher += other.higher;
        self.open += other.open;
        self.pairs += other.pairs;
    }

    /// Returns how many runs there were.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.lower + self.higher + self.open
    }

    /// Returns the mean number of games of a run.
    #[must_use]
    pub fn games(&self) -> f64 {
        2.0 * self.pairs as f64 / self.count().max(1) as f64
    }
}

impl SprtSimulation {
    /// Makes one run, by its number.
    #[must_use]
    pub fn run(&self, number: u64) -> SprtRuns {
        let mut dice = Dice::of_words(&[self.seed, number]);
        let shares = self.shape.at_elo(self.elo);
        let mut tally = Tally::default();
        let mut runs = SprtRuns::default();
        for pairs in 1..=self.most_pairs {
            let mut point = dice.unit();
            let passed = |share: &f64| {
                point -= share;
                point < 0.0
            };
            tally.pairs[shares.iter().position(passed).unwrap_or(2)] += 1;
            (runs.pairs, runs.shortest) = (pairs, pairs);
            match self.test.verdict(&tally) {
                SprtVerdict::Open => continue,
                SprtVerdict::Lower => runs.lower = 1,
                SprtVerdict::Higher => runs.higher = 1,
            }
            return runs;
        }
        runs.open = 1;
        runs
    }

    /// Returns the mean number of games of a run by Wald's approximation, which the calculators for fishtest
    /// and fastchess use too. It holds where the true difference is one of the two of the test, and leaves
    /// out the least number of pairs.
    #[must_use]
    pub fn expected_games(&self) -> f64 {
        let Sprt { elo0, elo1, alpha, beta } = self.test;
        let (low, high) = self.test.bounds();
        let shares = self.shape.at_elo(self.elo);
        let points = |index: usize| index as f64 / 4.0;
        let mean: f64 = (0..5).map(|index| shares[index] * points(index)).sum();
        let variance: f64 = (0..5).map(|index| shares[index] * (points(index) - mean).powi(2)).sum();
        let (s0, s1) = (share_of_elo(elo0), share_of_elo(elo1));
        let drift = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let higher = if self.elo <= 0.5 * (elo0 + elo1) { alpha } else { 1.0 - beta };
        2.0 * (higher * high + (1.0 - higher) * low) / drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the test many times with the true difference at one of its bounds.
    fn runs(test: &str, shape: PairShape, at_higher: bool, count: u64, seed: u64) -> (SprtRuns, f64) {
        let test: Sprt = test.parse().unwrap();
        let elo = if at_higher { test.elo1 } else { test.elo0 };
        let simulation = SprtSimulation { test, shape, elo, most_pairs: 1_000_000, seed };
        let mut all = SprtRuns::default();
        (0..count).for_each(|number| all.add(&simulation.run(number)));
        (all, simulation.expected_games())
    }

    /// Says what is wrong with the error rate or the length of the test.
    fn judge(test: &str, count: u64, seed: u64) {
        // Four standard deviations of an error rate of 5 %.
        let noise = 4.0 * (0.05 * 0.95 / count as f64).sqrt();
        for shape in PairShape::ALL {
            for at_higher in [false, true] {
                let (all, expected) = runs(test, shape, at_higher, count, seed);
                let wrong = if at_higher { all.lower } else { all.higher };
                let rate = wrong as f64 / count as f64;
                let what = format!("{test}, {}, higher is true: {at_higher}: {all:?}", shape.name);
                assert!(rate <= 0.05 + noise, "errs in {:.1} %: {what}", 100.0 * rate);
                assert_eq!(all.open, 0, "{what}");
                assert!(all.shortest >= Sprt::LEAST_PAIRS, "{what}");
                // Drawish pairs take longer than the approximation says: few of them tell anything.
                let longest = (2.0 * expected).max(4.0 * Sprt::LEAST_PAIRS as f64);
                assert!(all.games() <= longest, "{} games, {expected} expected: {what}", all.games());
            }
        }
    }

    #[test]
    fn a_distribution_has_the_mean_of_its_elo() {
        for shape in PairShape::ALL {
            assert!((shape.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{}", shape.name);
            for elo in [-100.0, 0.0, 5.0, 50.0] {
                let shares = shape.at_elo(elo);
                let mean: f64 = (0..5).map(|index| shares[index] * index as f64 / 4.0).sum();
                assert!((mean - share_of_elo(elo)).abs() < 1e-9, "{} {elo}", shape.name);
            }
        }
    }

    #[test]
    fn the_expected_length_is_the_published_one() {
        // Simulated by Lucas Braesch's SPRT for draws as often as with DrawElo 250, 20,000 runs: 40,145 games
        // at 0 and 39,821 at 2.48 Elo.
        let (win, draw) = (0.191_7, 0.616_6);
        let twice = |one: f64, two: f64| 2.0 * one * two;
        let shares =
            [win * win, twice(win, draw), draw * draw + twice(win, win), twice(draw, win), win * win];
        let shape = PairShape { name: "independent", shares };
        let test: Sprt = "0,2.48".parse().unwrap();
        for (elo, known) in [(0.0, 40_145.0), (2.48, 39_821.0)] {
            let simulation = SprtSimulation { test, shape, elo, most_pairs: 1, seed: 1 };
            let games = simulation.expected_games();
            assert!((games / known - 1.0).abs() < 0.02, "{elo}: {games}");
        }
    }

    #[test]
    fn the_test_errs_as_rarely_as_it_promises() {
        judge("0,50", 400, 1);
        judge("0,20", 150, 2);
    }

    #[test]
    #[ignore = "2,000 runs of tests that take thousands of games; `outflank lab sprt` prints the table"]
    fn the_test_errs_as_rarely_as_it_promises_in_long_runs() {
        for (test, seed) in [("0,50", 11), ("0,20", 12), ("0,5", 13)] {
            judge(test, 2000, seed);
        }
    }

    #[test]
    fn runs_are_added_up() {
        let mut all = SprtRuns::default();
        all.add(&SprtRuns { lower: 1, pairs: 30, shortest: 30, ..SprtRuns::default() });
        all.add(&SprtRuns { higher: 1, pairs: 20, shortest: 20, ..SprtRuns::default() });
        assert_eq!((all.count(), all.shortest, all.games()), (2, 20, 50.0));
        let test: Sprt = "0,5".parse().unwrap();
        let shape = PairShape::ALL[1];
        let cut = SprtSimulation { test, shape, elo: 0.0, most_pairs: 30, seed: 1 }.run(0);
        assert_eq!((cut.open, cut.pairs), (1, 30));
    }
}
