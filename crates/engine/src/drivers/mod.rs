//! How a search is asked for: a position, then what limits it, who helps and who watches, then what is
//! wanted.
//!
//! [`Search`] is the one way into the engine's drivers. Whatever is not said has its default: one thread, no
//! limits, no observer.
//!
//! The drivers run the node search again and again: `solve` to the end at rising confidence, `analyze` deeper
//! and deeper, `compare` for several moves of the root side by side, `ponder` after the opponent's likely
//! replies, `by_depth` without any cuts. They share the `root`, the principal variation (`pv`) and the side
//! of the board a position is looked at from (`view`).

mod analyze;
pub(crate) mod by_depth;
mod compare;
mod ponder;
mod pv;
mod root;
mod solve;
mod view;

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{Move, Position};

pub use analyze::Analysis;
pub use compare::{Comparison, MoveValue, Wanted};
pub use ponder::Pondering;
pub use solve::{Goal, Solution};

use crate::engine::Engine;
use crate::policy::limits::{Clock, Limits, Stopper};
use crate::threads::{OneThread, Threads};
use crate::value::Value;

/// How far a search has come. A caller with a clock can tell the speed from the nodes.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The value found by the last completed run.
    pub value: Value,
    /// The plies it searched; to the end of the game, all empty squares.
    pub depth: u32,
    /// The confidence of its cuts in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// The best move it found, if there is a choice.
    pub best: Option<Move>,
    /// The principal variation, as far as the transposition table knows it.
    pub line: Vec<Move>,
    /// Boards visited so far by all threads, about; exact with one thread.
    pub nodes: u64,
    /// The moves compared so far, best first; empty unless the search compares moves.
    pub moves: Vec<MoveValue>,
}

/// Hears of every completed run of a search.
pub(crate) type ProgressObserver<'s> = Box<dyn FnMut(&Progress) + Send + 's>;

/// A search that has not begun: see [`Engine::search`].
///
/// ```
/// use outflank_engine::eval::Weights;
/// use outflank_engine::{Engine, Wanted};
/// use outflank_rules::Position;
///
/// let engine = Engine::new(1, Weights::embedded())?;
/// let mut depths = Vec::new();
/// let found = engine
///     .search(Position::start())
///     .depth(4)
///     .observe(|progress| depths.push(progress.depth))
///     .analyze();
/// assert_eq!(depths, [1, 2, 3, 4]);
/// assert!(found.best.is_some());
/// assert_eq!(engine.search(Position::start()).depth(4).compare(Wanted::ALL).moves.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a search begins when it is told what to find: solve, analyze, compare, ponder or play"]
pub struct Search<'s> {
    pub(crate) engine: &'s Engine,
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    pub(crate) threads: &'s dyn Threads,
    pub(crate) observer: ProgressObserver<'s>,
}

impl Engine {
    /// Begins to describe a search of a position: on one thread, without limits, observed by nobody.
    pub fn search(&self, position: Position) -> Search<'_> {
        let observer = Box::new(|_: &Progress| {});
        Search { engine: self, position, limits: Limits::default(), threads: &OneThread, observer }
    }
}

impl<'s> Search<'s> {
    /// Sets all limits at once, in place of those set before.
    pub fn limits(self, limits: &Limits) -> Search<'s> {
        Search { limits: limits.clone(), ..self }
    }

    /// Sets the deepest search, in plies. A position is always solved to the end.
    pub fn depth(mut self, plies: u32) -> Search<'s> {
        self.limits.depth = Some(plies);
        self
    }

    /// Sets the most boards visited, about.
    pub fn nodes(mut self, most: u64) -> Search<'s> {
        self.limits.nodes = Some(most);
        self
    }

    /// Sets the moment of a clock at which to return.
    pub fn until(mut self, clock: Arc<dyn Clock>, moment: Duration) -> Search<'s> {
        self.limits.deadline = Some((clock, moment));
        self
    }

    /// Sets what ends the search from another thread.
    pub fn stopper(mut self, stopper: &Stopper) -> Search<'s> {
        self.limits.stopper = Some(stopper.clone());
        self
    }

    /// Sets the threads that search.
    pub fn threads(self, threads: &'s dyn Threads) -> Search<'s> {
        Search { threads, ..self }
    }

    /// Sets the observer, which is told of every completed run.
    pub fn observe(self, observer: impl FnMut(&Progress) + Send + 's) -> Search<'s> {
        Search { observer: Box::new(observer), ..self }
    }
}
