//! Analysing a position within limits: iterative deepening that changes into solving when the end is near.

use outflank_rules::{Isa, Move, Position, Routine};

use crate::compare::best_move;
use crate::deep;
use crate::engine::{Engine, Purpose};
use crate::limits::Timekeeper;
use crate::line;
use crate::probcut::STATIC_CUTS_FROM;
use crate::root::{Root, around};
use crate::search::{Progress, Search};
use crate::table::{EXACT, SELECTIVITY};
use crate::value::{Truth, Value};
use crate::worker::Worker;

/// What an analysis found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The value for the side to move.
    pub value: Value,
    /// The best move found; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected line: to the end if the value is exact, else as far as the table knows it.
    pub line: Vec<Move>,
    /// Boards visited by all threads.
    pub nodes: u64,
    /// Whether a limit of nodes or time or a wish ended the search before it was through.
    pub stopped: bool,
}

/// From how many empty squares on a search goes to the end instead of to a depth of `depth`.
const fn reaches_end(depth: u32, empties: u32) -> bool {
    // The last plies are cheap: a search that comes within this distance goes all the way.
    empties <= depth + 6 && empties <= 30
}

/// The runs of an analysis: depth and level of confidence.
pub(crate) fn schedule(empties: u32, max_depth: Option<u32>) -> Vec<(u32, u8)> {
    let mut runs = Vec::new();
    let last = max_depth.unwrap_or(empties).min(empties);
    for depth in 1..=last {
        if reaches_end(depth, empties) || depth == empties {
            runs.extend([0, 2, 3, EXACT].map(|level| (empties, level)));
            break;
        }
        runs.push((depth, 0));
    }
    runs
}

impl Search<'_> {
    /// Analyses the position until a limit is reached; without one, until it is solved.
    pub fn analyze(self) -> Analysis {
        let Search { engine, position, limits, threads, mut observer } = self;
        let value = Value { score: position.board().final_score(), truth: Truth::Exact };
        let over = Analysis { value, best: None, line: Vec::new(), nodes: 0, stopped: false };
        if position.is_finished() {
            return over;
        }
        let timekeeper = Timekeeper::start(&limits, position);
        let (end, max_depth) = (timekeeper.as_ref().map(Timekeeper::deadline), limits.depth);
        let searched = engine.run(&limits, end, Purpose::Choose, threads, |worker| {
            engine.tier().run(Deepen { worker, position, max_depth, timekeeper, observer: &mut *observer })
        });
        let Some((value, line)) = searched.found else { return over };
        Analysis {
            value,
            best: line.first().copied(),
            line,
            nodes: searched.nodes,
            stopped: searched.stopped,
        }
    }
}

/// Searches deeper and deeper on the calling thread.
struct Deepen<'s> {
    worker: &'s mut Worker,
    position: Position,
    max_depth: Option<u32>,
    timekeeper: Option<Timekeeper>,
    observer: &'s mut (dyn FnMut(&Progress) + Send),
}

impl Routine for Deepen<'_> {
    type Output = (Value, Vec<Move>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Deepen { worker, position, max_depth, mut timekeeper, observer } = self;
        let root = Root::of(isa, position);
        let mut score = worker.weights.evaluate(isa, root.own, root.opp);
        let mut value = Value { score, truth: Truth::Estimate { depth: 0, percent: 100 } };
        let mut best = None;
        for (depth, level) in schedule(root.empties, max_depth) {
            worker.selectivity = level;
            worker.cuts_statically = depth >= STATIC_CUTS_FROM;
            let (move_now, found) = if deep::leaves_entry(depth, root.empties) {
                let found = around(isa, worker, (root.own, root.opp, root.moves), score, depth);
                (line::best_known(worker, root.own, root.opp), found)
            } else {
                let (square, found) = best_move(isa, worker, &root, depth);
                (Some(square), found)
            };
            if worker.stopped() {
                break;
            }
            score = found;
            value = Value { score, truth: root.truth(depth, level) };
            best = move_now.or(best);
            let line = line::expected(isa, worker, &root, best);
            let first = line.first().copied();
            observer(&Progress {
                value: root.seen(value),
                depth,
                percent: SELECTIVITY[usize::from(level)].1,
                best: first,
                line,
                nodes: worker.nodes_of_all(),
                moves: Vec::new(),
            });
            worker.look();
            if !timekeeper.as_mut().is_none_or(|keeper| keeper.goes_on(first, score)) {
                break;
            }
        }
        let best = best.or_else(|| Some(root.best_at_sight(isa, worker).0));
        let line = if value.is_exact() {
            line::proven(isa, worker, &root, value, best)
        } else {
            line::expected(isa, worker, &root, best)
        };
        (root.seen(value), line)
    }
}

impl Engine {
    /// Returns the static evaluation in discs for the side to move; the final score if the game is over.
    #[must_use]
    pub fn evaluate(&self, position: Position) -> f64 {
        if position.is_finished() {
            return f64::from(position.board().final_score());
        }
        self.tier().run(Static { engine: self, position })
    }
}

struct Static<'e> {
    engine: &'e Engine,
    position: Position,
}

impl Routine for Static<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> f64 {
        let board = self.position.board();
        let units = self.engine.weights().evaluate_units(isa, board.own().0, board.opp().0);
        f64::from(units) / f64::from(crate::eval::UNITS_PER_DISC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_ends_with_an_exact_run_when_the_end_is_in_reach() {
        assert_eq!(schedule(20, None).last(), Some(&(20, EXACT)));
        assert_eq!(schedule(50, Some(8)).last(), Some(&(8, 0)));
        assert_eq!(schedule(10, Some(1)), [(1, 0)]);
        assert_eq!(schedule(10, Some(4)).last(), Some(&(10, EXACT)));
        assert_eq!(schedule(1, Some(1)).last(), Some(&(1, EXACT)));
        // More empty squares than a game has.
        assert_eq!(schedule(62, None).last(), Some(&(62, EXACT)));
    }
}
