//! Analysing a position within limits: iterative deepening that changes into solving when the end is near.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use outflank_rules::{Isa, Move, Position, Routine};

use crate::parallel::{Helper, Team};
use crate::solve::{Engine, Progress, Threads, around, best_known};
use crate::table::{EXACT, SELECTIVITY};
use crate::value::{Truth, Value};
use crate::worker::{Limit, Worker};

/// Tells the time; the engine reads no clock of its own.
pub trait Clock: Send + Sync {
    /// Returns the time since some fixed moment.
    fn now(&self) -> Duration;
}

/// When a search ends. Nothing set: when the position is solved.
#[derive(Clone, Default)]
pub struct Limits {
    /// The deepest search, in plies.
    pub depth: Option<u32>,
    /// The most boards visited, about.
    pub nodes: Option<u64>,
    /// A clock and the moment on it at which to return.
    pub deadline: Option<(Arc<dyn Clock>, Duration)>,
}

/// What an analysis found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The value for the side to move.
    pub value: Value,
    /// The best move found; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected line, as far as the table knows it.
    pub line: Vec<Move>,
    /// Boards visited by all threads.
    pub nodes: u64,
}

/// From how many empty squares on a search goes to the end instead of to a depth of `depth`.
const fn reaches_end(depth: u32, empties: u32) -> bool {
    // The last plies are cheap: a search that comes within this distance goes all the way.
    empties <= depth + 6 && empties <= 30
}

impl Engine {
    /// Analyses a position until a limit is reached. `observer` is told of every completed depth.
    pub fn analyze(
        &self,
        position: Position,
        limits: &Limits,
        threads: &dyn Threads,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Analysis {
        self.start();
        if position.is_finished() {
            let value = Value { score: position.board().final_score(), truth: Truth::Exact };
            return Analysis { value, best: None, line: Vec::new(), nodes: 0 };
        }
        let team = Arc::new(Team::default());
        let nodes = AtomicU64::new(0);
        let mut found = None;
        let mut main = || {
            let mut worker = self.worker(&team);
            worker.limit = Limit::new(limits.nodes, limits.deadline.clone());
            let max_depth = limits.depth.unwrap_or(60);
            found = Some(self.tier().run(Deepen { worker: &mut worker, position, max_depth, observer }));
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
            team.finish();
        };
        let help = || {
            let mut worker = self.worker(&team);
            self.tier().run(Helper { worker: &mut worker, team: &team });
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
        };
        threads.run(&mut main, &help);
        self.finish();
        let nothing =
            (Value { score: 0, truth: Truth::Estimate { depth: 0, percent: 73 } }, None, Vec::new());
        let (value, best, line) = found.unwrap_or(nothing);
        Analysis { value, best, line, nodes: nodes.load(Ordering::Relaxed) }
    }
}

/// Searches deeper and deeper on the calling thread.
struct Deepen<'s> {
    worker: &'s mut Worker,
    position: Position,
    max_depth: u32,
    observer: &'s mut (dyn FnMut(&Progress) + Send),
}

/// The runs of an analysis: depth and level of confidence.
fn schedule(empties: u32, max_depth: u32) -> Vec<(u32, u8)> {
    let mut runs = Vec::new();
    let last = max_depth.min(empties);
    for depth in 1..=last {
        if reaches_end(depth, empties) || depth == empties {
            runs.extend([0, 2, 3, EXACT].map(|level| (empties, level)));
            break;
        }
        runs.push((depth, 0));
    }
    runs
}

impl Routine for Deepen<'_> {
    type Output = (Value, Option<Move>, Vec<Move>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Deepen { worker, position, max_depth, observer } = self;
        let passes = position.must_pass();
        let board = if passes { position.board().swapped() } else { position.board() };
        let (own, opp) = (board.own().0, board.opp().0);
        let sign = if passes { -1 } else { 1 };
        let moves = isa.legal_moves(own, opp);
        let empties = board.empty().len();
        let percent = SELECTIVITY[0].1;
        let mut score = worker.weights.evaluate(isa, own, opp);
        let mut value = Value { score, truth: Truth::Estimate { depth: 0, percent: 100 } };
        // Before the first run is through any legal move will do.
        let mut best = Some(moves.trailing_zeros());
        for (depth, level) in schedule(empties, max_depth) {
            worker.selectivity = level;
            let found = around(isa, worker, (own, opp, moves), score, depth);
            if worker.stopped() {
                break;
            }
            score = found;
            let truth = match (depth == empties, level) {
                (true, EXACT) => Truth::Exact,
                (true, level) => Truth::Estimate { depth, percent: SELECTIVITY[usize::from(level)].1 },
                (false, _) => Truth::Estimate { depth, percent },
            };
            value = Value { score, truth };
            best = best_known(worker, own, opp).and_then(Move::square).map(|square| square.index()).or(best);
            let move_now = if passes { Some(Move::Pass) } else { best_known(worker, own, opp) };
            observer(&Progress {
                value: Value { score: sign * score, truth },
                best: move_now,
                nodes: worker.nodes,
            });
        }
        let mut line = if passes { vec![Move::Pass] } else { Vec::new() };
        expected_line(isa, worker, (own, opp), best, &mut line);
        let value = Value { score: sign * value.score, truth: value.truth };
        (value, line.first().copied(), line)
    }
}

/// Follows the table's best moves, the root's being `first`.
fn expected_line<I: Isa>(
    isa: I,
    worker: &Worker,
    (mut own, mut opp): (u64, u64),
    first: Option<u32>,
    line: &mut Vec<Move>,
) {
    let mut next = first;
    while let Some(square) = next {
        let moves = isa.legal_moves(own, opp);
        if square >= 64 || moves >> square & 1 == 0 {
            return;
        }
        line.push(Move::Place(outflank_rules::Square::wrapping(square)));
        let flips = isa.flips(square, own, opp);
        (own, opp) = (opp & !flips, own | flips | 1 << square);
        if isa.legal_moves(own, opp) == 0 {
            if isa.legal_moves(opp, own) == 0 {
                return;
            }
            line.push(Move::Pass);
            (own, opp) = (opp, own);
        }
        next = worker.table.get(own, opp).map(|entry| u32::from(entry.best));
    }
}

/// A value for each legal move, from the mover's view, best first.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// Its value.
    pub value: Value,
}

impl Engine {
    /// Values every legal move by a search of its own within the same depth, best first.
    ///
    /// A limit on nodes or time is for all moves together; moves that were not reached are missing.
    pub fn all_moves(&self, position: Position, limits: &Limits, threads: &dyn Threads) -> Vec<MoveValue> {
        let mut values = Vec::new();
        for square in position.legal_moves() {
            let Ok(after) = position.play(square) else { continue };
            let depth = limits.depth.map(|depth| depth.saturating_sub(1));
            let limits = Limits { depth, ..limits.clone() };
            let analysis = self.analyze(after, &limits, threads, &mut |_| {});
            let truth = match analysis.value.truth {
                Truth::Estimate { depth, percent } => Truth::Estimate { depth: depth + 1, percent },
                other => other,
            };
            let value = Value { score: -analysis.value.score, truth };
            values.push(MoveValue { played: Move::Place(square), value });
        }
        values.sort_by_key(|one| -one.value.score);
        values
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
        assert_eq!(schedule(20, 60).last(), Some(&(20, EXACT)));
        assert_eq!(schedule(50, 8).last(), Some(&(8, 0)));
        assert_eq!(schedule(10, 1), [(1, 0)]);
        assert_eq!(schedule(10, 4).last(), Some(&(10, EXACT)));
        assert_eq!(schedule(1, 1).last(), Some(&(1, EXACT)));
    }
}
