//! Solving a position: the value under perfect play, a best move and a line to the end.
//!
//! The search runs several times: first a few plies deep, then to the end at rising confidence, so that the
//! table is full of good moves and bounds when the last, exact run starts.

use outflank_rules::{Isa, Move, Position, Routine};

use crate::deep;
use crate::engine::Purpose;
use crate::limits::Timekeeper;
use crate::line;
use crate::root::{Root, around};
use crate::search::{Progress, Search};
use crate::table::{EXACT, SELECTIVITY};
use crate::value::{Truth, Value};
use crate::worker::Worker;

/// From so many empty squares on a position takes a good part of a second to solve.
const LONG_SOLVE: u32 = 20;

/// What is asked of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The exact final disc difference.
    Exact,
    /// Win, draw or loss only: the sign of the score, usually several times faster.
    Outcome,
}

/// What the solver found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The value for the side to move; an estimate if the search was stopped.
    pub value: Value,
    /// A best move; `None` if the game is over.
    pub best: Option<Move>,
    /// A line of best play to the end, passes included.
    pub line: Vec<Move>,
    /// Boards visited by all threads.
    pub nodes: u64,
    /// Whether a limit or a wish ended the search before it was through.
    pub stopped: bool,
}

impl Search<'_> {
    /// Solves the position, whatever its depth. A limit that is reached before leaves an estimate.
    pub fn solve(self, goal: Goal) -> Solution {
        let Search { engine, position, limits, threads, mut observer } = self;
        if position.empty().len() >= LONG_SOLVE {
            engine.table.expect_long_search();
        }
        if position.is_finished() {
            let score = position.board().final_score();
            let value = Value { score, truth: Truth::Exact };
            return Solution { value, best: None, line: Vec::new(), nodes: 0, stopped: false };
        }
        let timekeeper = Timekeeper::start(&limits, position);
        let end = timekeeper.as_ref().map(Timekeeper::deadline);
        let searched = engine.run(&limits, end, Purpose::Solve, threads, |worker| {
            engine.tier().run(Solve { worker, position, goal, observer: &mut *observer })
        });
        let nothing = Value { score: 0, truth: Truth::Estimate { depth: 0, percent: 100 } };
        let (value, line) = searched.found.unwrap_or((nothing, Vec::new()));
        Solution {
            value,
            best: line.first().copied(),
            line,
            nodes: searched.nodes,
            stopped: searched.stopped,
        }
    }
}

/// One solve on the calling thread.
struct Solve<'s> {
    worker: &'s mut Worker,
    position: Position,
    goal: Goal,
    observer: &'s mut (dyn FnMut(&Progress) + Send),
}

/// Which levels of confidence are run before the exact one, by empties.
fn ladder(empties: u32) -> &'static [u8] {
    match empties {
        0..=14 => &[EXACT],
        15..=19 => &[0, EXACT],
        20..=24 => &[0, 2, EXACT],
        _ => &[0, 2, 3, EXACT],
    }
}

impl Routine for Solve<'_> {
    type Output = (Value, Vec<Move>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (Value, Vec<Move>) {
        let Solve { worker, position, goal, observer } = self;
        let root = Root::of(isa, position);
        let (board, empties) = ((root.own, root.opp, root.moves), root.empties);
        let mut value = Value { score: 0, truth: Truth::Estimate { depth: 0, percent: 100 } };
        let mut report = |worker: &mut Worker, value: Value, depth: u32, level: u8| {
            let line = line::expected(isa, worker, &root, line::best_known(worker, root.own, root.opp));
            observer(&Progress {
                value: root.seen(value),
                depth,
                percent: SELECTIVITY[usize::from(level)].1,
                best: line.first().copied(),
                line,
                nodes: worker.nodes_of_all(),
                moves: Vec::new(),
            });
            worker.look();
        };
        worker.selectivity = 0;
        for depth in (4..empties.saturating_sub(9)).step_by(2) {
            let score = around(isa, worker, board, value.score, depth);
            if worker.stopped() {
                break;
            }
            value = Value { score, truth: root.truth(depth, 0) };
            report(worker, value, depth, 0);
        }
        for &level in ladder(empties) {
            worker.selectivity = level;
            let (last, score) = match goal {
                Goal::Exact => (Truth::Exact, around(isa, worker, board, value.score, empties)),
                Goal::Outcome => outcome(deep::full_window(isa, worker, board, (-1, 1), empties)),
            };
            if worker.stopped() {
                break;
            }
            let truth = if level == EXACT { last } else { root.truth(empties, level) };
            value = Value { score, truth };
            report(worker, value, empties, level);
        }
        let known = line::best_known(worker, root.own, root.opp);
        let best = known.or_else(|| Some(root.best_at_sight(isa, worker).0));
        let line = if matches!(value.truth, Truth::Estimate { .. }) {
            line::expected(isa, worker, &root, best)
        } else {
            line::proven(isa, worker, &root, value, best)
        };
        (root.seen(value), line)
    }
}

/// Says what a score found within (-1, 1) proves.
fn outcome(score: i32) -> (Truth, i32) {
    match score {
        0 => (Truth::Exact, 0),
        1.. => (Truth::AtLeast, score),
        _ => (Truth::AtMost, score),
    }
}
