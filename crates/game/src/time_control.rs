//! The clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What each side has at the start, and what a move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What each side has at the start.
    pub initial: Duration,
    /// What a move adds.
    pub increment: Duration,
}

/// How many moves a side makes in a game.
const MOVES: u32 = 30;

impl TimeControl {
    /// Returns the time that a side has for a game of usual length.
    #[must_use]
    pub fn estimated(self) -> Duration {
        self.initial.saturating_add(self.increment.saturating_mul(MOVES))
    }
}

/// Says that a text describes no clocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid clock; 5 is five minutes a side, 5+3 adds three seconds a move")]
pub struct TimeControlError(String);

/// The longest time of a clock, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses minutes, or minutes and seconds a move: `5`, `0.5`, `5+3`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let refusal = || TimeControlError(text.chars().take(40).collect());
        let (minutes, seconds) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
        let number = |part: &str, factor: f64| {
            let seconds = part.trim().parse::<f64>().ok()? * factor;
            (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        let initial = number(minutes, 60.0).filter(|time| !time.is_zero()).ok_or_else(refusal)?;
        Ok(TimeControl { initial, increment: number(seconds, 1.0).ok_or_else(refusal)? })
    }
}

impl fmt::Display for TimeControl {
    /// Writes what `FromStr` reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.initial.as_secs_f64() / 60.0)?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Writes a time as a clock shows it: `4:59`, with tenths of a second in the last ten.
#[must_use]
pub fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 10 {
        return format!("0:0{seconds}.{}", time.subsec_millis() / 100);
    }
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["5", "0.5", "5+3", "15+10"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "0", "x", "5+", "-1", "5+x", "1e9", "5+3+1", "nan"] {
            let refusal = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(refusal.contains(&format!("{text:?}")), "{refusal}");
        }
    }

    #[test]
    fn the_last_ten_seconds_have_tenths() {
        let show = |milliseconds| clock_text(Duration::from_millis(milliseconds));
        assert_eq!([show(299_900), show(9_950), show(0)], ["4:59", "0:09.9", "0:00.0"]);
        assert_eq!(show(3_661_000), "1:01:01");
    }
}
