//! What is known of a game: which position is searched next, what its moves are worth, what each player lost.
//!
//! [`ReviewSchedule`] is a state machine: it hands out [`ReviewJob`]s and learns from their [`JobReport`]s.
//! [`ReviewRunner`] does a job with an engine, or finds its result in a [`ResultStore`]. [`PositionNotes`]
//! are what is known of a position, a [`ReviewSummary`] what that says of the game, and its [`GameStory`]
//! what decided it. Studio, terminal and command line drive the same schedule, each with its own threads and
//! clock; there are none here.
//!
//! The values of a review depend on the game alone. Its passes are given by depth and exactness
//! ([`STANDARD_DEPTH`], [`SOLVE_FROM`]), and each searches one position, in its canonical view, on one
//! thread, with an empty transposition table. So a game has the same values, labels and accuracies wherever
//! it is reviewed, in whatever order and on however many threads, and whether results were stored or not.
//! Deeper analysis of the position on screen is shown beside the review and never becomes part of it.

mod canonical;
mod entry;
mod job;
mod mail;
mod notes;
mod pass;
mod plan;
mod runner;
mod schedule;
mod signature;
mod stored;
mod story;
mod summary;

pub use canonical::Canonical;
pub use entry::Explanation;
pub use job::{JobEnd, JobReport, ReviewJob, ReviewResult};
pub use mail::{JobMail, ReportMail};
pub use notes::PositionNotes;
pub use pass::Pass;
pub use plan::{EXPLAIN_DEPTH, QUICK_DEPTH, SOLVE_FROM, STANDARD_DEPTH};
pub use runner::{ReviewRunner, is_stored, keep_result};
pub use schedule::{Learned, ReviewSchedule};
pub use signature::EngineSignature;
pub use stored::{ResultStore, StoredResult};
pub use story::{GameStory, JudgedPly, KeyMoment, MomentKind, TurningPoint};
pub use summary::{PlyReview, PositionScore, ReviewSummary, SideSummary};
