//! The clock of a game between people who do not sit together: nobody gains or loses by the network, by
//! coming late or by taking back.

use std::time::Duration;

use outflank_rules::Color;

use crate::{LagQuota, TimeControl};

/// The time for a first move by the time a side has for the game: up to which seconds, and how many.
const FIRST_MOVE: [(u64, u64); 3] = [(180, 30), (480, 45), (1500, 60)];
/// The time for a first move in the longest games, in seconds.
const LONGEST_FIRST_MOVE: u64 = 120;
/// The bounds of the time in which somebody has to appear for a game that was fixed without them.
const LEAST_ABSENCE: Duration = Duration::from_secs(2 * 60);
const MOST_ABSENCE: Duration = Duration::from_secs(15 * 60);
/// The part of the time for the game that somebody may be away, and its bounds.
const GRACE_PART: u32 = 10;
const LEAST_GRACE: Duration = Duration::from_secs(10);
const MOST_GRACE: Duration = Duration::from_secs(150);
/// In the shortest games the least time is this part of the time for the game.
const SHORT_GRACE_PART: u32 = 4;
/// How long somebody may be away in a game without clocks: a week.
const UNTIMED_GRACE: Duration = Duration::from_secs(7 * 24 * 3600);

/// What a game between people who do not sit together keeps of its clock, beside what its moves took.
///
/// The first move of each side takes no time, but has to come within a limit. Moves that are taken back keep
/// the time they took. The clock stands still while the game is adjourned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FairClock {
    /// How many plies the game began with.
    pub opening: usize,
    /// What was spent beside the moves that are made, black first: on moves that were taken back, and on a
    /// turn that was adjourned.
    pub charged: [Duration; 2],
    /// What the network may take without cost, black first.
    pub lag: [LagQuota; 2],
    /// Whether the clock stands still until both want to go on.
    pub is_adjourned: bool,
    /// How long a side may take for its first move, if not as long as the clocks say
    /// ([`first_move_limit`]).
    pub first_move: Option<Duration>,
}

impl FairClock {
    /// Makes the clock of a game that begins after so many plies.
    #[must_use]
    pub fn new(opening: usize, control: Option<TimeControl>) -> FairClock {
        let lag = [LagQuota::of(control); 2];
        FairClock { opening, charged: [Duration::ZERO; 2], lag, is_adjourned: false, first_move: None }
    }

    /// Gives each side so much time for its first move; `None` for the usual.
    #[must_use]
    pub fn with_first_move(self, limit: Option<Duration>) -> FairClock {
        FairClock { first_move: limit, ..self }
    }

    /// Returns what a side has spent beside the moves that are made.
    #[must_use]
    pub fn charged(&self, side: Color) -> Duration {
        self.charged[side as usize]
    }

    /// Returns what the network may take of a side without cost.
    #[must_use]
    pub fn lag(&self, side: Color) -> LagQuota {
        self.lag[side as usize]
    }
}

/// Returns how long a side may take for its first move, which takes no time of its clock; `None` without
/// clocks. Nobody waits longer for it than for the whole game.
#[must_use]
pub fn first_move_limit(control: Option<TimeControl>) -> Option<Duration> {
    let time = control?.estimated();
    let found = FIRST_MOVE.into_iter().find(|&(below, _)| time < Duration::from_secs(below));
    let limit = Duration::from_secs(found.map_or(LONGEST_FIRST_MOVE, |(_, seconds)| seconds));
    Some(limit.min(time))
}

/// Returns how long somebody may take to appear for a game that was fixed without them, as in a tournament:
/// as long as they have for the game, within bounds; `None` without clocks.
#[must_use]
pub fn absence_limit(control: Option<TimeControl>) -> Option<Duration> {
    Some(control?.estimated().clamp(LEAST_ABSENCE, MOST_ABSENCE))
}

/// Returns how long somebody may be away before the game can be claimed: a tenth of the time for the game,
/// within bounds.
#[must_use]
pub fn away_limit(control: Option<TimeControl>) -> Duration {
    let Some(control) = control else { return UNTIMED_GRACE };
    let time = control.estimated();
    let least = LEAST_GRACE.min(time / SHORT_GRACE_PART);
    (time / GRACE_PART).clamp(least, MOST_GRACE)
}
