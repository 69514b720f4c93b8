//! How well the results of pairs fit an expected mean.
//!
//! Of all probabilities of the five results that have a given mean, those of the largest likelihood are
//! `count / (all * (1 + t * (points - mean)))`; `t` is the root of a falling function. (Michel Van den Bergh,
//! "Comments on normalized Elo" and the notes on the generalised test that fishtest uses; A. Owen, "Empirical
//! Likelihood".) The logarithm of the ratio of two such likelihoods needs the roots alone.

/// How often every result is taken to have happened before the first pair. It keeps results that have not
/// been seen possible, and weighs nothing.
const PRIOR: f64 = 1e-3;

/// Returns the logarithm of the largest likelihood with the second mean over that with the first. Pairs are
/// counted by their half points, 0 to 4; means are shares of the points.
pub(super) fn log_ratio(pairs: &[u64; 5], means: [f64; 2]) -> f64 {
    if pairs.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let counts = pairs.map(|count| count as f64 + PRIOR);
    let [first, second] = means.map(|mean| log_likelihood(&counts, mean));
    second - first
}

/// Returns the logarithm of the largest likelihood with a mean, less what does not depend on the mean.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let tilt = tilt(counts, mean);
    -results(counts, mean).map(|(count, off)| count * (1.0 + tilt * off).ln()).sum::<f64>()
}

/// Returns every result: how often it happened, and how far its points are from the mean.
fn results(counts: &[f64; 5], mean: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
    counts.iter().enumerate().map(move |(index, &count)| (count, index as f64 / 4.0 - mean))
}

/// Finds the root. The function falls from one pole to the other, so there is one.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut tilt = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (count, off) in results(counts, mean) {
            let share = off / (1.0 + tilt * off);
            value += count * share;
            slope -= count * share * share;
        }
        if value > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        // Newton's step, or half the way where that would leave the bounds.
        let step = tilt - value / slope;
        let next = if low < step && step < high { step } else { 0.5 * (low + high) };
        if (next - tilt).abs() <= 1e-12 * (1.0 + tilt.abs()) {
            return next;
        }
        tilt = next;
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the largest likelihood by looking at many probabilities of three results.
    fn by_trying(counts: [f64; 3], mean: f64) -> f64 {
        // 0, 1 and 2 points: one number is free.
        let steps = 200_000;
        let best = (1..steps).map(|step| {
            let last = f64::from(step) / f64::from(steps);
            let middle = 2.0 * (mean - last);
            let first = 1.0 - middle - last;
            if middle <= 0.0 || first <= 0.0 {
                return f64::NEG_INFINITY;
            }
            counts[0] * first.ln() + counts[1] * middle.ln() + counts[2] * last.ln()
        });
        best.fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn the_ratio_is_that_of_the_best_probabilities() {
        for counts in [[10_u64, 30, 12], [1, 50, 4], [20, 1, 25], [3, 3, 40]] {
            let pairs = [counts[0], 0, counts[1], 0, counts[2]];
            let known = |mean| by_trying(counts.map(|count| count as f64), mean);
            let expected = known(0.57) - known(0.5);
            let found = log_ratio(&pairs, [0.5, 0.57]);
            assert!((found - expected).abs() < 0.02, "{counts:?}: {found} {expected}");
        }
    }

    #[test]
    fn one_pair_says_little_and_no_pair_nothing() {
        assert_eq!(log_ratio(&[0; 5], [0.5, 0.6]), 0.0);
        // With mean s a pair of 2 points has probability s at the most.
        let won = log_ratio(&[0, 0, 0, 0, 1], [0.5, 0.6]);
        assert!((won - (0.6_f64 / 0.5).ln()).abs() < 0.02, "{won}");
        // With mean 0.6 a pair of 1 point has probability 0.8 at the most, with 0.5 it is certain.
        let drawn = log_ratio(&[0, 0, 1, 0, 0], [0.5, 0.6]);
        assert!((drawn - 0.8_f64.ln()).abs() < 0.02, "{drawn}");
    }

    #[test]
    fn extreme_counts_and_means_stay_finite() {
        for pairs in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000], [0, 0, 1_000_000, 0, 0], [7, 0, 0, 0, 9]] {
            for means in [[1e-10, 1.0 - 1e-10], [0.5, 0.5 + 1e-9], [0.01, 0.02]] {
                assert!(log_ratio(&pairs, means).is_finite(), "{pairs:?} {means:?}");
            }
        }
    }
}
