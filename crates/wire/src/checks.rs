//! Checks what somebody asks for in games and tournaments: clocks, pauses, names.

use std::time::Duration;

use outflank_game::TimeControl;

use crate::{ClockWish, Malformed};

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 80;
/// The longest pause between moves, in milliseconds.
const PACE_LIMIT: u32 = 60_000;
/// The longest time on a clock, in seconds.
const CLOCK_LIMIT: u32 = 24 * 3600;

/// Validates a time control.
pub fn clock_of(clock: ClockWish) -> Result<TimeControl, Malformed> {
    let sound = (1..=CLOCK_LIMIT).contains(&clock.initial) && clock.increment <= CLOCK_LIMIT;
    let seconds = |value: u32| Duration::from_secs(value.into());
    if sound {
        Ok(TimeControl { initial: seconds(clock.initial), increment: seconds(clock.increment) })
    } else {
        Err(Malformed(format!("clocks of {} s are not possible", clock.initial)))
    }
}

/// Validates a pace.
pub fn pace(milliseconds: u32) -> Result<Duration, Malformed> {
    if milliseconds > PACE_LIMIT {
        return Err(Malformed(format!("a pause of {milliseconds} ms is too long; at most {PACE_LIMIT}")));
    }
    Ok(Duration::from_millis(milliseconds.into()))
}

/// Validates a name: it must be short and printable.
pub fn name(text: &str) -> Result<String, Malformed> {
    let text = text.trim();
    if text.chars().count() > NAME_LIMIT || text.chars().any(char::is_control) {
        let message = format!("a name has at most {NAME_LIMIT} characters and no control characters");
        return Err(Malformed(message));
    }
    Ok(text.to_owned())
}
