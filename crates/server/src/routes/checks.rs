//! Checks what visitors ask for in games and tournaments: clocks, pauses, names.

use std::time::Duration;

use outflank_game::TimeControl;

use crate::error::ApiError;
use crate::wire::ClockWish;

/// The longest name, in letters.
pub(super) const NAME_LIMIT: usize = 80;
/// The longest pause between moves, in milliseconds.
const PACE_LIMIT: u32 = 60_000;
/// The longest clock, in seconds.
const CLOCK_LIMIT: u32 = 24 * 3600;

/// Checks a clock.
pub(super) fn clock_of(clock: ClockWish) -> Result<TimeControl, ApiError> {
    let sound = (1..=CLOCK_LIMIT).contains(&clock.initial) && clock.increment <= CLOCK_LIMIT;
    let seconds = |value: u32| Duration::from_secs(value.into());
    if sound {
        Ok(TimeControl { initial: seconds(clock.initial), increment: seconds(clock.increment) })
    } else {
        Err(ApiError::bad(format!("clocks of {} s are not possible", clock.initial)))
    }
}

/// Checks a pace.
pub(super) fn pace(milliseconds: u32) -> Result<Duration, ApiError> {
    if milliseconds > PACE_LIMIT {
        return Err(ApiError::bad(format!("a pause of {milliseconds} ms is too long; at most {PACE_LIMIT}")));
    }
    Ok(Duration::from_millis(milliseconds.into()))
}

/// Checks a name: short, and nothing that cannot be shown.
pub(super) fn name(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if text.chars().count() > NAME_LIMIT || text.chars().any(char::is_control) {
        return Err(ApiError::bad(format!(
            "a name has at most {NAME_LIMIT} letters and no control characters"
        )));
    }
    Ok(text.to_owned())
}
