//! The Othello engine: exact solver, evaluation and transposition table.
//!
//! [`Engine::search`] describes a search of a position. [`Search::solve`] finds the value under perfect play,
//! [`Search::analyze`] the best that [`Limits`] allow, [`Search::compare`] what several moves are worth side
//! by side, [`Search::play`] a move of a [`Level`] of strength, and [`Search::ponder`] uses the opponent's
//! time. The engine prints nothing, starts no thread and reads no clock: threads come from the caller
//! ([`Threads`]), so does the time ([`Clock`]), progress goes to an observer, and another thread may end a
//! search through a [`Stopper`]. Every [`Value`] says what it is: exact, a bound, or an estimate.
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
//! The folders, from the leaves up: `endgame` (the last dozen empty squares, without evaluation), `node` (the
//! node search above), `ordering` (which move first), `transposition` and [`eval`] (what nodes look up),
//! `threads` (several threads on one search, and what ends them), `drivers` (the searches one can ask for)
//! and `policy` (limits, time, levels of strength).
//!
//! A score is a whole number of discs for the side to move, empty squares going to the winner; the other
//! side's is its negative ([`Value::for_black`] takes the side of one colour).

mod drivers;
mod endgame;
mod engine;
pub mod eval;
pub mod fitting;
mod node;
mod ordering;
mod policy;
mod selectivity;
mod square_or_none;
mod threads;
mod transposition;
mod value;
mod window;

pub use drivers::{Analysis, Comparison, Goal, MoveValue, Pondering, Progress, Search, Solution, Wanted};
pub use engine::Engine;
pub use policy::dice::Dice;
pub use policy::level::{LEVELS, Level};
pub use policy::limits::{Clock, Limits, Stopper};
pub use policy::time::{self, GameClock};
pub use threads::{OneThread, Threads};
pub use transposition::{KeptResult, TableTooLarge};
pub use value::{Truth, Value};
