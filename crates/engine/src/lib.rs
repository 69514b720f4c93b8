//! The Othello engine: exact solver, evaluation and transposition table.
//!
//! [`Engine::search`] describes a search of a position. [`Search::solve`] finds the value under perfect play,
//! [`Search::analyze`] the best that [`Limits`] allow, [`Search::compare`] what several moves are worth side by
//! side, [`Search::play`] a move of a [`Level`] of strength, and [`Search::ponder`] uses the opponent's time. The engine prints nothing, starts no thread and reads no clock: threads come from the
//! caller ([`Threads`]), so does the time ([`Clock`]), progress goes to an observer, and another thread may end
//! a search through a [`Stopper`]. Every [`Value`] says what it is: exact, a bound, or an estimate.
//!
//! ```
//! use outflank_engine::eval::Weights;
//! use outflank_engine::{Engine, Goal, Truth};
//! use outflank_rules::Position;
//!
//! let engine = Engine::new(16, Weights::embedded())?;
//! let position: Position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse()?;
//! let solved = engine.search(position).solve(Goal::Exact);
//! assert_eq!((solved.value.score, solved.value.truth), (18, Truth::Exact));
//! assert_eq!(solved.best, Some("g8".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the leaves up: `last` (one to four empties), `few` (five and six), `sorted` (seven to a dozen, no
//! evaluation), `deep` (everything above, with table, evaluation and probing cuts; `rank` orders its moves), `parallel` (several
//! threads), `solve`, `search` and `compare` (the drivers), `watch` (what ends them) and `time` (how long a move
//! of a game may take).

mod analyze;
mod bucket;
mod compare;
mod deep;
mod dice;
mod engine;
pub mod eval;
mod few;
#[cfg(test)]
mod fixed_depth;
mod last;
mod level;
mod limits;
mod line;
mod local;
mod measure;
mod parallel;
mod ponder;
mod probcut;
mod rank;
mod remembered;
mod root;
mod search;
mod small;
mod solve;
mod sorted;
mod table;
pub mod time;
mod value;
mod watch;
mod worker;

pub use analyze::Analysis;
pub use compare::{Comparison, MoveValue, Wanted};
pub use dice::Dice;
pub use engine::{Engine, OneThread, Threads};
pub use level::{Candidate, LEVELS, Level};
pub use limits::{Clock, Limits, Stopper};
pub use ponder::Pondering;
pub use probcut::{PROBE_TERMS, probe_terms};
pub use search::{Progress, Search};
pub use small::SmallSolver;
pub use solve::{Goal, Solution};
pub use table::TableTooLarge;
pub use time::GameClock;
pub use value::{Truth, Value};
