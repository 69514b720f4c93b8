//! A sequential test: games go on until one of two hypotheses about the Elo difference is accepted.

use std::str::FromStr;

use crate::tally::{Tally, share_of_elo};

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

/// The smallest variance of a pair's points that is believed: a few equal pairs prove nothing.
const LEAST_VARIANCE: f64 = 1e-3;

impl Sprt {
    /// Returns the logarithms of the likelihood ratio at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the logarithm of the likelihood ratio of the pairs played, by the normal approximation.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let (count, mean, variance) = tally.pair_moments();
        let (s0, s1) = (share_of_elo(self.elo0), share_of_elo(self.elo1));
        count as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance.max(LEAST_VARIANCE))
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
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio <= low => SprtVerdict::Lower,
            ratio if ratio >= high => SprtVerdict::Higher,
            _ => SprtVerdict::Open,
        }
    }
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

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = test().bounds();
        assert!((low + 2.944_4).abs() < 1e-4 && (high - 2.944_4).abs() < 1e-4);
    }

    #[test]
    fn the_ratio_is_the_known_one() {
        // 1000 pairs with mean 0.51 and mean square 0.325.
        let tally = Tally { pairs: [60, 240, 380, 240, 80], ..Tally::default() };
        let (count, mean, variance) = tally.pair_moments();
        assert_eq!((count, mean), (1000, 0.51));
        assert!((variance - 0.064_9).abs() < 1e-9, "{variance}");
        // 1000 (s1 - s0) (2 mean - s0 - s1) / (2 variance) with s0 = 0.5 and s1 = 0.507195, the share of 5
        // Elo.
        let ratio = test().log_likelihood_ratio(&tally);
        assert!((ratio - 0.7098).abs() < 1e-4, "{ratio}");
        assert_eq!(test().verdict(&tally), SprtVerdict::Open);
    }

    #[test]
    fn clear_results_are_decided() {
        let better = Tally { pairs: [0, 10, 40, 100, 200], ..Tally::default() };
        let worse = Tally { pairs: [200, 100, 40, 10, 0], ..Tally::default() };
        let test: Sprt = "0,20".parse().unwrap();
        assert_eq!(test.verdict(&better), SprtVerdict::Higher);
        assert_eq!(test.verdict(&worse), SprtVerdict::Lower);
        assert_eq!(test.verdict(&Tally::default()), SprtVerdict::Open);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "5", "5,0", "0,5,0.6,0.05", "0,5,0.05", "a,b", "0,inf", "nan,3"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
