//! How long a position is searched.

use std::time::Duration;

/// The options that limit a search; one of them at most.
#[derive(Clone, Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct LimitArgs {
    /// How thorough, 1 to 20: the same as --depth N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    level: Option<u32>,

    /// The depth in plies; 0 for the static evaluation
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: Option<u32>,

    /// The seconds for each position, fractions allowed
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
}

/// The longest time a position may get: a year.
const LONGEST: f64 = 365.0 * 86_400.0;

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let refusal = || format!("{text:?} is not a time; use seconds, at least 0.001");
    let seconds: f64 = text.parse().map_err(|_| refusal())?;
    if (0.001..=LONGEST).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(refusal()) }
}

/// When the search of a position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// At a depth.
    Depth(u32),
    /// After a time.
    Time(Duration),
}

impl LimitArgs {
    /// Returns the limit for a position: a second unless told.
    pub(crate) fn for_positions(&self) -> Limit {
        self.told().unwrap_or(Limit::Time(Duration::from_secs(1)))
    }

    /// Returns the limit that was given, if any.
    pub(crate) fn told(&self) -> Option<Limit> {
        // Levels of play err and look less far ahead; for an analysis a level is a depth.
        let depth = self.level.or(self.depth).map(Limit::Depth);
        depth.or(self.time.map(Limit::Time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_positive_and_finite() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "nan", "inf", "1e300", "soon", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
