//! What people learn here: a mistake bank fed by reviews, repertoires, and what is known of their progress.

mod bank;
mod progress;
mod trainer;

pub(crate) use bank::{GameLearner, ReviewedGame};
pub(crate) use progress::{even_level, rated};
pub(crate) use trainer::{OpeningReplies, held_lines, tree_of};

use outflank_learn::{CardSchedule, DayBoundary, MemoryState};
use outflank_store::CardRow;

use crate::studio::Studio;
use crate::wire::learn::DayQuery;

/// How many cards somebody has at most.
pub(crate) const MOST_CARDS: i64 = 5000;
/// How many repertoires somebody has at most.
pub(crate) const MOST_REPERTOIRES: i64 = 20;
/// By how many hours the clock of learning runs ahead: what comes back tomorrow can be looked at today.
const AHEAD: &str = "OUTFLANK_LEARN_AHEAD_HOURS";

/// Reads by how much the clock of learning runs ahead, in milliseconds.
pub(crate) fn learning_ahead() -> i64 {
    let hours = std::env::var(AHEAD).ok().and_then(|hours| hours.parse::<i32>().ok());
    i64::from(hours.unwrap_or(0)) * 3_600_000
}

impl Studio {
    /// Returns the present moment for learning, in milliseconds since 1970.
    pub(crate) fn learning_now(&self) -> i64 {
        self.store.now().saturating_add(self.learning_ahead)
    }
}

/// Returns where the days of somebody begin.
pub(crate) fn days_of(query: &DayQuery) -> DayBoundary {
    DayBoundary::new(query.offset.unwrap_or(0), query.hour.unwrap_or(4))
}

/// Returns when a card comes back.
pub(crate) fn schedule_of(row: &CardRow) -> CardSchedule {
    let memory = row.memory.map(|(stability, difficulty)| MemoryState { stability, difficulty });
    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    CardSchedule {
        memory,
        reviewed: row.reviewed,
        due: row.card.due,
        reviews: count(row.reviews),
        lapses: count(row.lapses),
    }
}

/// Returns a card with a new schedule.
pub(crate) fn with_schedule(row: &CardRow, schedule: &CardSchedule) -> CardRow {
    let mut next = row.clone();
    next.card.due = schedule.due;
    next.reviewed = schedule.reviewed;
    next.memory = schedule.memory.map(|memory| (memory.stability, memory.difficulty));
    next.reviews = i64::from(schedule.reviews);
    next.lapses = i64::from(schedule.lapses);
    next
}
