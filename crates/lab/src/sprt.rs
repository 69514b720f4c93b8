//! A sequential test: games go on until one of two hypotheses about the Elo difference is accepted.
//!
//! The test is the generalised sequential probability ratio test on pairs of games, as fastchess, OpenBench
//! and fishtest hold it with logistic Elo: the five results of a pair have unknown probabilities, and the
//! likelihoods compared are the largest that probabilities of the expected mean can give
//! (`sprt/likelihood.rs`). Few pairs leave these probabilities wide open, so they decide nothing; and nothing
//! is decided before [`Sprt::LEAST_PAIRS`]. `outflank lab sprt` simulates how often the test errs
//! (`sprt/simulation.rs`).

mod likelihood;
mod simulation;

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::tally::{Tally, share_of_elo};

pub use simulation::{PairShape, SprtRuns, SprtSimulation};

/// A sequential probability ratio test between two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the other.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Nothing yet.
    Open,
    /// The lower difference is accepted.
    Lower,
    /// The higher difference is accepted.
    Higher,
}

impl SprtVerdict {
    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SprtVerdict::Open => "open",
            SprtVerdict::Lower => "lower",
            SprtVerdict::Higher => "higher",
        }
    }
}

impl Sprt {
    /// How many pairs of games are played at the least.
    pub const LEAST_PAIRS: u64 = 20;

    /// Returns the logarithms of the likelihood ratio at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the logarithm of the generalised likelihood ratio of the pairs played.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let means = [self.elo0, self.elo1].map(share_of_elo);
        likelihood::log_ratio(&tally.pairs, means)
    }

    /// Tells what the pairs played decide.
    ///
    /// ```
    /// use outflank_lab::{Sprt, SprtVerdict, Tally};
    ///
    /// let test: Sprt = "0,50".parse()?;
    /// let mut tally = Tally::default();
    /// assert_eq!(test.verdict(&tally), SprtVerdict::Open);
    /// for pair in 0..100 {
    ///     let scores = if pair % 4 == 0 { [10, -10] } else { [10, 10] };
    ///     scores.map(|score| tally.add(score));
    ///     tally.add_pair(scores);
    /// }
    /// assert_eq!(test.verdict(&tally), SprtVerdict::Higher);
    /// # Ok::<(), outflank_lab::SprtError>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        if tally.pair_count() < Sprt::LEAST_PAIRS {
            return SprtVerdict::Open;
        }
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio <= low => SprtVerdict::Lower,
            ratio if ratio >= high => SprtVerdict::Higher,
            _ => SprtVerdict::Open,
        }
    }

    /// Reports how the test stands.
    #[must_use]
    pub fn report(&self, tally: &Tally) -> SprtReport {
        let thousandth = |value: f64| (value * 1e3).round() / 1e3 + 0.0;
        let (lower, upper) = self.bounds();
        SprtReport {
            elo0: self.elo0,
            elo1: self.elo1,
            llr: thousandth(self.log_likelihood_ratio(tally)),
            lower: thousandth(lower),
            upper: thousandth(upper),
            verdict: self.verdict(tally).name(),
            pairs: tally.pair_count(),
            least_pairs: Sprt::LEAST_PAIRS,
        }
    }
}

/// How a test stands, as JSON. The fields and their order are a promise; more may follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The higher hypothesis.
    pub elo1: f64,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where the lower hypothesis is accepted.
    pub lower: f64,
    /// Where the higher hypothesis is accepted.
    pub upper: f64,
    /// What was decided: open, lower, higher.
    pub verdict: &'static str,
    /// How many pairs of games were played.
    pub pairs: u64,
    /// How many pairs of games are played at the least.
    pub least_pairs: u64,
}

impl fmt::Display for SprtReport {
    /// Writes what was accepted: `+50 Elo accepted over 0; LLR 3.01, bounds -2.94 and +2.94`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo0, elo1] = [self.elo0, self.elo1].map(signed);
        match self.verdict {
            "higher" => write!(f, "{elo1} Elo accepted over {elo0}")?,
            "lower" => write!(f, "{elo0} Elo accepted over {elo1}")?,
            _ if self.pairs < self.least_pairs => {
                let (pairs, least) = (self.pairs, self.least_pairs);
                write!(f, "{elo0} or {elo1} Elo, still open: {pairs} of at least {least} pairs played")?;
            }
            _ => write!(f, "{elo0} or {elo1} Elo, still open")?,
        }
        write!(f, "; LLR {:.2}, bounds {:+.2} and {:+.2}", self.llr, self.lower, self.upper)
    }
}

/// Writes a difference in Elo with its sign; a zero has none.
fn signed(elo: f64) -> String {
    if elo == 0.0 { "0".to_owned() } else { format!("{elo:+}") }
}

/// Says why a text is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a test; write ELO0,ELO1 with ELO0 below ELO1, or ELO0,ELO1,ALPHA,BETA with both below 0.5"
)]
pub struct SprtError(pub String);

impl FromStr for Sprt {
    type Err = SprtError;

    /// Parses `0,5` or `0,5,0.05,0.05`.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let refusal = || SprtError(text.to_owned());
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| refusal())?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(refusal()),
        };
        let sound = elo0 < elo1
            && elo0.abs() <= 4000.0
            && elo1.abs() <= 4000.0
            && [alpha, beta].iter().all(|rate| (1e-9..0.5).contains(rate));
        if sound { Ok(Sprt { elo0, elo1, alpha, beta }) } else { Err(refusal()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        "0,5".parse().unwrap()
    }

    fn pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = test().bounds();
        assert!((low + 2.944_4).abs() < 1e-4 && (high - 2.944_4).abs() < 1e-4);
    }

    #[test]
    fn the_ratio_is_the_known_one() {
        // 1000 pairs with mean 0.51 and mean square 0.325. By the normal approximation, which is good for so
        // many: 1000 (s1 - s0) (2 mean - s0 - s1) / (2 variance) = 0.7098 with s0 = 0.5 and s1 = 0.507195,
        // the share of 5 Elo.
        let tally = pairs([60, 240, 380, 240, 80]);
        let (count, mean, variance) = tally.pair_moments();
        assert_eq!((count, mean), (1000, 0.51));
        assert!((variance - 0.064_9).abs() < 1e-9, "{variance}");
        let ratio = test().log_likelihood_ratio(&tally);
        assert!((ratio - 0.7098).abs() < 2e-3, "{ratio}");
        assert_eq!(test().verdict(&tally), SprtVerdict::Open);
    }

    #[test]
    fn the_ratio_is_the_one_that_fastchess_publishes() {
        // Its tests of the pentanomial model with logistic Elo, to 1 %.
        for (test, counts, known) in [
            ("0.5,2.5", [223, 9863, 21_279, 10_037, 246], -3.07),
            ("0,2", [871, 26_175, 55_983, 26_678, 821], -4.98),
        ] {
            let ratio = test.parse::<Sprt>().unwrap().log_likelihood_ratio(&pairs(counts));
            assert!((ratio / known - 1.0).abs() < 0.01, "{test}: {ratio}");
        }
    }

    #[test]
    fn clear_results_are_decided() {
        let better = pairs([0, 10, 40, 100, 200]);
        let worse = pairs([200, 100, 40, 10, 0]);
        let test: Sprt = "0,20".parse().unwrap();
        assert_eq!(test.verdict(&better), SprtVerdict::Higher);
        assert_eq!(test.verdict(&worse), SprtVerdict::Lower);
        assert_eq!(test.verdict(&Tally::default()), SprtVerdict::Open);
    }

    #[test]
    fn the_first_pairs_prove_nothing() {
        for bounds in ["0,5", "0,20", "0,50", "-5,100"] {
            let test: Sprt = bounds.parse().unwrap();
            let (low, high) = test.bounds();
            for result in 0..5 {
                for count in 1..=4 {
                    let mut counts = [0; 5];
                    counts[result] = count;
                    let ratio = test.log_likelihood_ratio(&pairs(counts));
                    assert!(low < ratio && ratio < high, "{bounds}: {counts:?}: {ratio}");
                }
                let mut counts = [0; 5];
                counts[result] = Sprt::LEAST_PAIRS - 1;
                assert_eq!(test.verdict(&pairs(counts)), SprtVerdict::Open, "{bounds}: {counts:?}");
            }
        }
        let crushed = pairs([0, 0, 0, 0, Sprt::LEAST_PAIRS]);
        assert_eq!("0,200".parse::<Sprt>().unwrap().verdict(&crushed), SprtVerdict::Higher);
    }

    #[test]
    fn the_words_say_what_was_accepted() {
        let test: Sprt = "0,50".parse().unwrap();
        let said = |counts| test.report(&pairs(counts)).to_string();
        let better = said([0, 0, 20, 0, 30]);
        assert!(better.starts_with("+50 Elo accepted over 0; LLR "), "{better}");
        assert!(better.ends_with(", bounds -2.94 and +2.94"), "{better}");
        let worse = said([30, 0, 20, 0, 0]);
        assert!(worse.starts_with("0 Elo accepted over +50; LLR -"), "{worse}");
        let early = said([0, 0, 0, 0, 3]);
        assert!(
            early.starts_with("0 or +50 Elo, still open: 3 of at least 20 pairs played; LLR "),
            "{early}"
        );
        let late = said([10, 0, 8, 0, 11]);
        assert!(late.starts_with("0 or +50 Elo, still open; LLR "), "{late}");
        let low: Sprt = "-10,-2.5".parse().unwrap();
        let said = low.report(&pairs([0, 0, 2000, 0, 300])).to_string();
        assert!(said.starts_with("-2.5 Elo accepted over -10; "), "{said}");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "5", "5,0", "0,5,0.6,0.05", "0,5,0.05", "a,b", "0,inf", "nan,3"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
