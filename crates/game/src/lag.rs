//! What the network takes from a player's clock, given back within bounds.

use std::time::Duration;

use crate::TimeControl;

/// The most that a move adds to a quota.
const MOST_GAIN: Duration = Duration::from_secs(1);
/// What a move adds to a quota at least.
const LEAST_GAIN: Duration = Duration::from_millis(150);
/// One part in so many of the time for the game that a move adds to a quota beside that.
const GAIN_PART: u32 = 250;
/// How many gains a quota begins with, and how many it holds at most.
const FIRST_GAINS: u32 = 3;
const MOST_GAINS: u32 = 7;
/// How much longer than its clock a flag stands at most because of the network.
const MOST_GRACE: Duration = Duration::from_secs(2);

/// How much of the delay of the network a player is given back.
///
/// Every move adds a little and takes what the network was measured to take, as far as there is quota: who
/// has a slow line plays on, and who pretends to have one gains next to nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LagQuota {
    /// What can still be given back.
    pub left: Duration,
    /// What the network took at the last move.
    pub last: Duration,
}

impl LagQuota {
    /// Returns the quota at the start of a game; none without clocks.
    #[must_use]
    pub fn of(control: Option<TimeControl>) -> LagQuota {
        LagQuota { left: gain(control) * FIRST_GAINS, last: Duration::ZERO }
    }

    /// Returns what is given back of a delay.
    #[must_use]
    pub fn credit(self, lag: Duration) -> Duration {
        lag.min(self.left)
    }

    /// Returns the quota after a move that was given back what a delay allows.
    #[must_use]
    pub fn after(self, lag: Duration, control: Option<TimeControl>) -> LagQuota {
        let gain = gain(control);
        let left = (self.left - self.credit(lag)).saturating_add(gain).min(gain * MOST_GAINS);
        LagQuota { left, last: lag }
    }

    /// Returns how much longer than its clock a flag stands: a move may be on its way.
    #[must_use]
    pub fn grace(self) -> Duration {
        self.credit(self.last).min(MOST_GRACE)
    }
}

/// Returns what a move adds to a quota.
fn gain(control: Option<TimeControl>) -> Duration {
    control.map_or(Duration::ZERO, |control| {
        MOST_GAIN.min(LEAST_GAIN.saturating_add(control.estimated() / GAIN_PART))
    })
}
