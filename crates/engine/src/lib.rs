//! The Othello engine: exact solver, evaluation and transposition table.
//!
//! [`Engine::solve`] finds the value of a position under perfect play. The engine prints nothing, starts no
//! thread and reads no clock: threads come from the caller ([`Threads`]), progress goes to an observer, and
//! another thread may end a search through a [`Stopper`]. Every [`Value`] says what it is: exact, a bound, or
//! an estimate.
//!
//! From the leaves up: `last` (one to four empties), `few` (five and six), `sorted` (seven to a dozen, no
//! evaluation), `deep` (everything above, with table, evaluation and probing cuts), `parallel` (several
//! threads), `solve` (the driver).

mod bucket;
mod deep;
pub mod eval;
mod few;
#[cfg(test)]
mod fixed_depth;
mod last;
mod local;
mod measure;
mod parallel;
mod probcut;
mod search;
mod small;
mod solve;
mod sorted;
mod table;
mod value;
mod worker;

pub use probcut::{PROBE_TERMS, probe_terms};
pub use search::{Analysis, Clock, Limits, MoveValue};
pub use small::SmallSolver;
pub use solve::{Engine, Goal, OneThread, Progress, Solution, Stopper, Threads};
pub use table::TableTooLarge;
pub use value::{Truth, Value};
