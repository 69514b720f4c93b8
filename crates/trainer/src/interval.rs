//! Intervals of error figures by the bootstrap: how much they change with the positions that happened to be
//! drawn.

use crate::judge::PredictionErrors;
use crate::rng::seeded;

/// How often positions are drawn again.
pub const DRAWS: usize = 1000;

/// Two ends between which a figure lies with 95 % confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The intervals of [`PredictionErrors`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorIntervals {
    /// Of the root of the mean squared error.
    pub rmse: Interval,
    /// Of the mean absolute error.
    pub mae: Interval,
    /// Of the root of the mean squared error after the best shift and stretch.
    pub affine_rmse: Interval,
    /// Of the root of the mean squared error of close positions.
    pub close_rmse: Interval,
}

impl ErrorIntervals {
    /// Draws as many pairs of prediction and truth as there are, with repetition, [`DRAWS`] times.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)], seed: u64) -> ErrorIntervals {
        let mut rng = seeded(&[seed, 95]);
        let count = pairs.len() as u32;
        let draws: Vec<PredictionErrors> = (0..DRAWS)
            .map(|_| PredictionErrors::of((0..count).map(|_| pairs[rng.below(count) as usize])))
            .collect();
        let interval = |figure: fn(&PredictionErrors) -> f64| {
            let mut figures: Vec<f64> = draws.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            Interval { low: figures[DRAWS * 25 / 1000], high: figures[DRAWS * 975 / 1000 - 1] }
        };
        ErrorIntervals {
            rmse: interval(|errors| errors.rmse),
            mae: interval(|errors| errors.mae),
            affine_rmse: interval(|errors| errors.affine_rmse),
            close_rmse: interval(|errors| errors.close_rmse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_figure_and_is_as_wide_as_its_standard_error_says() {
        let mut rng = seeded(&[6]);
        let mut normal = || (0..12).map(|_| f64::from(rng.below(1 << 20)) / 1048576.0).sum::<f64>() - 6.0;
        let pairs: Vec<(f64, f64)> = (0..2000).map(|_| (8.0 * normal(), 0.0)).collect();
        let errors = PredictionErrors::of(pairs.iter().copied());
        let found = ErrorIntervals::of(&pairs, 1);
        assert!(found.rmse.low < errors.rmse && errors.rmse < found.rmse.high);
        // The standard error of a normal deviation is the deviation over the root of twice the count.
        let expected = 2.0 * 1.96 * 8.0 / 4000.0_f64.sqrt();
        let width = found.rmse.high - found.rmse.low;
        assert!((width / expected - 1.0).abs() < 0.2, "{width} {expected}");
        assert_eq!(found, ErrorIntervals::of(&pairs, 1));
        assert_eq!(ErrorIntervals::of(&[], 1), ErrorIntervals::default());
    }
}
