//! Tournaments: described by a file, held in a folder, taken up again after any interruption.
//!
//! [`TournamentPlan`] says what is to be played. A [`Venue`] is a folder that holds the plan and a journal of
//! the games; holding the tournament there plays the games that are missing; running it also writes the
//! reports. [`TournamentResults`] are what the games come to, and [`Venue::publish`] writes them for people
//! and programs. Nothing but the journal is needed to go on.

mod csv;
pub(crate) mod entrants;
pub(crate) mod journal;
mod judged;
mod page;
mod plan;
mod player_limit;
pub(crate) mod publish;
mod register;
mod results;
mod run;
mod schedule;
mod summary;
mod venue;

pub use journal::JournalError;
pub use judged::{LossPhase, PHASES};
pub use outflank_game::{game_log, log_text, report_line};
pub use plan::{Form, PlanError, TournamentPlan};
pub use results::TournamentResults;
pub use run::TournamentNews;
pub use summary::{PlayerLine, TournamentSummary};
pub use venue::{TournamentState, Venue, VenueError};
