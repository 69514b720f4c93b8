//! How long a position is searched.

use std::time::Duration;

/// The options that limit a search: depth and time may be given together.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// How thorough, 1 to 20: the same as --depth N
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(1..=20))]
    level: Option<u32>,

    /// The depth in plies; 0 for the static evaluation
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: Option<u32>,

    /// The seconds for each position; fractions are allowed
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
}

/// The longest time a position may get: a year.
const LONGEST: f64 = 365.0 * 86_400.0;

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let refusal = || format!("{text:?} is not a valid time; use seconds, at least 0.001");
    let seconds: f64 = text.parse().map_err(|_| refusal())?;
    if (0.001..=LONGEST).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(refusal()) }
}

/// When the search of a position ends: at the first limit that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    /// The deepest search, in plies.
    pub(crate) depth: Option<u32>,
    /// The longest time.
    pub(crate) time: Option<Duration>,
}

impl LimitArgs {
    /// Returns the limit for a position [default: a second].
    pub(crate) fn for_positions(&self) -> Limit {
        self.told().unwrap_or(Limit { depth: None, time: Some(Duration::from_secs(1)) })
    }

    /// Returns the limit that was given, if any.
    pub(crate) fn told(&self) -> Option<Limit> {
        // Levels of play err and look less far ahead; for an analysis a level is a depth.
        let limit = Limit { depth: self.level.or(self.depth), time: self.time };
        (limit.depth.is_some() || limit.time.is_some()).then_some(limit)
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
