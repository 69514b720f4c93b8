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

/// Validates a time control.
pub(super) fn clock_of(clock: ClockWish) -> Result<TimeControl, ApiError> {
    checks::clock_of(clock).map_err(refused)
}

/// Validates a pace.
pub(super) fn pace(milliseconds: u32) -> Result<Duration, ApiError> {
    checks::pace(milliseconds).map_err(refused)
}

/// Validates a name: it must be short and printable.
pub(super) fn name(text: &str) -> Result<String, ApiError> {
    checks::name(text).map_err(refused)
}
