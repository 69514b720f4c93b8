//! The engine as an opening book uses it.

use std::borrow::Borrow;

use outflank_book::{BookEstimate, BookKey, BookLeaf, Confidence, LeafSearch};
use outflank_coach::typical_error;
use outflank_engine::{Engine, Goal, Limits, Truth, Value, Wanted};
use outflank_rules::{Move, Square};

/// An engine that searches positions of a book to some depth, one on each thread that asks.
///
/// Positions are solved when their end is at most six plies further.
pub struct BookEngine<E> {
    engine: E,
    depth: u32,
    limits: Limits,
}

impl<E: Borrow<Engine>> BookEngine<E> {
    /// Lets an engine search so many plies, until the limits stop it.
    pub fn new(engine: E, depth: u32, limits: Limits) -> BookEngine<E> {
        BookEngine { engine, depth, limits }
    }

    /// Searches so many plies from now on.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    fn engine(&self) -> &Engine {
        self.engine.borrow()
    }

    /// Searches each of some legal moves on its own: less work where most moves are in the book already.
    /// `None` if a search was stopped or there is no move.
    pub fn best_one_by_one(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        let mut best: Option<BookLeaf> = None;
        let mut all_proven = true;
        for square in moves {
            let next = key.position().play(*square).ok()?;
            let search = self.engine().search(next).limits(&self.limits);
            let found = search.depth(self.depth.saturating_sub(1).max(1)).analyze();
            if found.stopped {
                return None;
            }
            let value = match found.value.truth {
                Truth::Estimate { depth, percent } => {
                    Value { truth: Truth::Estimate { depth: depth + 1, percent }, ..-found.value }
                }
                _ => -found.value,
            };
            let estimate = estimate(value, key.empties());
            all_proven &= estimate.confidence == Confidence::Proven;
            if best.is_none_or(|best| estimate.value > best.estimate.value) {
                best = Some(BookLeaf { square: Some(*square), estimate });
            }
        }
        let mut best = best?;
        if !all_proven && best.estimate.confidence == Confidence::Proven {
            best.estimate.confidence = Confidence::Percent(100);
        }
        Some(best)
    }
}

/// Returns a value as a book has it, and whether it is proven.
fn estimate(value: Value, empties: u32) -> BookEstimate {
    match value.truth {
        Truth::Exact => BookEstimate::proven(value.score, empties),
        Truth::Estimate { depth, percent } => BookEstimate {
            value: value.score.clamp(-64, 64) as i8,
            depth: depth.min(60) as u8,
            confidence: Confidence::Percent(percent),
        },
        // No search for a book asks for bounds.
        Truth::AtLeast | Truth::AtMost => BookEstimate {
            value: value.score.clamp(-64, 64) as i8,
            depth: 0,
            confidence: Confidence::Unknown,
        },
    }
}

/// Returns about how many boards a search to a depth visits; near the end it goes there.
pub(super) fn search_cost(depth: u32, empties: u32) -> f64 {
    if empties <= depth + 6 && empties <= 30 {
        20.0 * 1.9_f64.powi(empties as i32)
    } else {
        1000.0 * 1.6_f64.powi(depth as i32)
    }
}

impl<E: Borrow<Engine> + Sync> LeafSearch for BookEngine<E> {
    fn best_of(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        let position = key.position();
        let others = position.legal_moves().len() as usize - moves.len().min(64);
        if moves.len() <= others {
            return self.best_one_by_one(key, moves);
        }
        // Among the best of all moves, one more than there are others, is the best of those wanted.
        let search = self.engine().search(position).limits(&self.limits).depth(self.depth);
        let found = search.compare(Wanted::best(others + 1));
        if found.stopped {
            return None;
        }
        let best = found
            .moves
            .iter()
            .find(|found| found.played.square().is_some_and(|square| moves.contains(&square)))?;
        Some(BookLeaf { square: best.played.square(), estimate: estimate(best.value, key.empties()) })
    }

    fn solve(&self, key: BookKey) -> Option<(i32, Square)> {
        let found = self.engine().search(key.position()).limits(&self.limits).solve(Goal::Exact);
        match found.best {
            Some(Move::Place(square)) if found.value.is_exact() => Some((found.value.score, square)),
            _ => None,
        }
    }

    fn expected_error(&self, empties: u32, depth: u32) -> f64 {
        typical_error(empties, depth)
    }

    fn cost(&self, empties: u32) -> f64 {
        search_cost(self.depth, empties)
    }
}
