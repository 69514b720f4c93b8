//! What people learn here, as databases keep it: a mistake bank fed by reviews, repertoires, progress. The
//! command line keeps it in the same way; a page without a server shares what is made of it
//! (`outflank-wire`).

mod bank;
mod trainer;

pub use bank::keep_learned;
pub(crate) use bank::learner_of;
pub use outflank_wire::bank::GameLearner;
pub use outflank_wire::cards::{frequent_habits, question_of, schedule_of, with_schedule};
pub use outflank_wire::learning::played_games;
pub(crate) use trainer::OpeningReplies;

use crate::studio::Studio;

/// By how many hours the clock of learning runs ahead: what comes back tomorrow can be looked at today.
const AHEAD: &str = "OUTFLANK_LEARN_AHEAD_HOURS";

/// Reads by how much the clock of learning runs ahead, in milliseconds.
#[must_use]
pub fn learning_ahead() -> i64 {
    let hours = std::env::var(AHEAD).ok().and_then(|hours| hours.parse::<i32>().ok());
    i64::from(hours.unwrap_or(0)) * 3_600_000
}

impl Studio {
    /// Returns the present moment for learning, in milliseconds since 1970.
    pub(crate) fn learning_now(&self) -> i64 {
        self.store.now().saturating_add(self.learning_ahead)
    }
}
