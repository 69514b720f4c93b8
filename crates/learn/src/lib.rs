//! Learning Othello: lessons, spaced repetition, habits, openings and progress.
//!
//! A [`LessonPlan`] is a lesson as data: steps on real positions, texts in English and Japanese, and claims
//! that [`LessonProver`] proves by the rules and by search. [`MemoryModel`] says how well something is
//! remembered (FSRS-6), [`CardSchedule`] when a position comes back, [`DayBoundary`] where days end. A
//! [`CardQuestion`] says whether an answer is right, a [`BankedGame`] is what the review of a game leaves to
//! be learned. A [`Habit`] is what somebody often does wrong, a [`RepertoireTree`] what somebody wants to
//! play in the opening, a [`ProgressSum`] how somebody gets on.
//!
//! There is no HTTP here, no clock and no thread: moments are handed in, as milliseconds since 1970.
//!
//! ```
//! use outflank_learn::{CardSchedule, DAY, DayBoundary, Grade, MemoryModel};
//!
//! let (model, days) = (MemoryModel::default(), DayBoundary::default());
//! let now = 20_000 * DAY;
//! let card = CardSchedule::new(now).after(&model, days, now, Grade::Good);
//! assert_eq!(card.days_until(days, now), 2);
//! ```

mod bank;
mod card;
mod day;
mod habit;
mod lesson;
mod memory;
mod progress;
mod proof;
mod question;
mod repertoire;
mod shape;

pub use bank::{BankedGame, BankedMistake};
pub use card::{CardPosition, CardSchedule, RELEARN, RETENTION};
pub use day::{DAY, DayBoundary, LearnMoment, streak};
pub use habit::{Habit, HabitCount};
pub use lesson::{LessonClaim, LessonError, LessonGoal, LessonPlan, LessonSquare, LessonStep, LessonText};
pub use memory::{Grade, MemoryModel, MemoryState};
pub use progress::{
    OpponentTally, PHASES, PlayedGame, ProgressPoint, ProgressSum, even_level, opponent_tallies,
    rating_curve, suggested_level,
};
pub use proof::LessonProver;
pub use question::{CardQuestion, HINTED};
pub use repertoire::{
    MOST_CARDS, RepertoireCard, RepertoireCoverage, RepertoireTree, ReplySource, TrainerReply,
};
pub use shape::{is_wedge, region_of, stable_discs};
