//! Searches for any board game of two sides that move in turn: minimax, alpha-beta and NegaScout.
//!
//! A game is a [`GameTree`]: its moves, what they lead to and what positions are worth. The heritage players
//! search Othello with these procedures; `examples/connect_four.rs` plays another game with them. All values
//! are for the side to move. A [`Procedure`] values the positions after the moves; [`best`] compares them at
//! the root by a rule for moves of equal value.
//!
//! ```
//! use outflank_players::search::{AlphaBeta, GameTree, Leaves, Meter, PassRule, Ties, best};
//!
//! /// Take one, two or three matches; whoever takes the last one wins.
//! struct Matches;
//!
//! impl GameTree for Matches {
//!     type Node = u32;
//!     type Move = u32;
//!     type Moves = std::ops::RangeInclusive<u32>;
//!     type Key = u32;
//!
//!     fn moves(&self, left: u32) -> Option<Self::Moves> {
//!         (left > 0).then(|| 1..=left.min(3))
//!     }
//!
//!     fn width(&self, moves: &Self::Moves) -> u32 {
//!         *moves.end()
//!     }
//!
//!     fn after(&self, left: u32, taken: u32) -> u32 {
//!         left - taken
//!     }
//!
//!     fn value(&self, _left: u32, _moves: Option<&Self::Moves>) -> f64 {
//!         0.0
//!     }
//!
//!     fn end(&self, _left: u32) -> f64 {
//!         -1.0
//!     }
//!
//!     fn key(&self, left: u32) -> u32 {
//!         left
//!     }
//! }
//!
//! let mut search = AlphaBeta::new(&Matches, PassRule::Free, Leaves::Results, Meter::unlimited());
//! // 14 matches: whoever leaves a multiple of four wins.
//! assert_eq!(best(&mut search, 14, 20, Ties::First, &mut |_, _| {}), Some((2, 1.0)));
//! ```

mod alpha_beta;
mod deepening;
mod meter;
mod minimax;
mod nega_scout;
mod transposition;
mod tree;

pub use alpha_beta::AlphaBeta;
pub use deepening::deepen;
pub use meter::Meter;
pub use minimax::Minimax;
pub use nega_scout::{NegaScout, Visits};
pub use outflank_rules::PassRule;
pub use transposition::{LruTable, Reuse};
pub use tree::{GameTree, Leaves};

/// Which of several moves of the same value is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of the moves.
    First,
    /// The last in the order of the moves.
    Last,
    /// The last whose value *or bound* is not below the best so far: what plain alpha-beta does if its root
    /// compares with `>=`. A move that was cut off at the value of the best one may be worse, and is played.
    LastBound,
}

/// A way to look ahead.
pub trait Procedure {
    /// The game that is searched.
    type Tree: GameTree;

    /// Returns the game that is searched.
    fn tree(&self) -> &Self::Tree;

    /// Values a position for the side to move by looking so many plies ahead. The value is exact if it is
    /// below `ceiling`; else it may be any number not below `ceiling` and not above the exact value. Once the
    /// search is over it means nothing.
    fn value(&mut self, at: <Self::Tree as GameTree>::Node, depth: u32, ceiling: f64) -> f64;

    /// Returns what counts the positions.
    fn meter(&self) -> &Meter<'_>;

    /// Returns how many positions were visited so far.
    fn nodes(&self) -> u64 {
        self.meter().nodes()
    }
}

/// A move and its value for the side that makes it.
pub type SearchedMove<T> = (<T as GameTree>::Move, f64);

/// Finds the best move by looking `depth` plies ahead, and its value; `None` if there is no legal move.
/// `observe` hears of every move that is better than those before it, with the positions visited so far.
///
/// A search that is stopped returns the best of the moves it is through with; `None` if there is none yet.
pub fn best<P: Procedure + ?Sized>(
    procedure: &mut P,
    root: <P::Tree as GameTree>::Node,
    depth: u32,
    ties: Ties,
    observe: &mut dyn FnMut(<P::Tree as GameTree>::Move, u64),
) -> Option<SearchedMove<P::Tree>> {
    let mut best: Option<SearchedMove<P::Tree>> = None;
    for played in procedure.tree().moves(root)? {
        let after = procedure.tree().after(root, played);
        // What the position must be worth less than to the opponent for the move to be of interest. Where an
        // equal value is of interest too, the next larger number: else it could not be told from a bound.
        let ceiling = match (best, ties) {
            (None, _) => f64::INFINITY,
            (Some((_, most)), Ties::First | Ties::LastBound) => -most,
            (Some((_, most)), Ties::Last) => (-most).next_up(),
        };
        let value = -procedure.value(after, depth.saturating_sub(1), ceiling);
        if procedure.meter().is_stopped() {
            break;
        }
        let better = match (best, ties) {
            (None, _) => true,
            (Some((_, most)), Ties::First) => value > most,
            (Some((_, most)), Ties::Last | Ties::LastBound) => value >= most,
        };
        if better {
            best = Some((played, value));
            observe(played, procedure.nodes());
        }
        if ties == Ties::LastBound && value == f64::INFINITY {
            // The window is closed: alpha has reached beta.
            break;
        }
    }
    best
}
