//! Checks what visitors ask for in games and tournaments: clocks, pauses, names.

use std::time::Duration;

use outflank_game::TimeControl;
use outflank_wire::{Malformed, checks};

use crate::error::ApiError;
use crate::wire::ClockWish;

pub(super) use outflank_wire::checks::NAME_LIMIT;

fn refused(Malformed(reason): Malformed) -> ApiError {
    ApiError::bad(reason)
}

/// Checks a clock.
pub(super) fn clock_of(clock: ClockWish) -> Result<TimeControl, ApiError> {
    checks::clock_of(clock).map_err(refused)
}

/// Checks a pace.
pub(super) fn pace(milliseconds: u32) -> Result<Duration, ApiError> {
    checks::pace(milliseconds).map_err(refused)
}

/// Checks a name: short, and nothing that cannot be shown.
pub(super) fn name(text: &str) -> Result<String, ApiError> {
    checks::name(text).map_err(refused)
}
