//! Solving a position: the value under perfect play, a best move and a line to the end.
//!
//! The search runs several times: first a few plies deep, then to the end at rising confidence, so that the
//! table is full of good moves and bounds when the last, exact run starts.

use outflank_kernels::{Isa, Routine};
use outflank_rules::{Move, Position};

use super::root::Root;
use super::{Progress, Search, pv};
use crate::engine::Purpose;
use crate::node::{around, full_window};
use crate::policy::limits::Timekeeper;
use crate::selectivity::Selectivity;
use crate::threads::Worker;
use crate::value::{Truth, Value};
use crate::window::Window;

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
    /// Whether a limit ended the search early.
    pub stopped: bool,
}

impl Search<'_> {
    /// Solves the position, however many squares are empty. A limit that is reached before leaves an
    /// estimate.
    ///
    /// ```
    /// use outflank_engine::eval::Weights;
    /// use outflank_engine::{Engine, Goal, Truth};
    /// use outflank_rules::Position;
    ///
    /// let engine = Engine::new(1, Weights::embedded())?;
    /// let position: Position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse()?;
    /// let solved = engine.search(position).solve(Goal::Exact);
    /// assert_eq!((solved.value.score, solved.value.truth), (18, Truth::Exact));
    /// // Win, draw or loss is less work.
    /// let outcome = engine.search(position).solve(Goal::Outcome);
    /// assert_eq!(outcome.value.truth, Truth::AtLeast);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        let searched = engine.run(position, &limits, end, Purpose::Solve, threads, |worker| {
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

/// Which levels of selectivity are run before the exact one, by empties.
///
/// A run has to earn its time by what it leaves in the table. At 20 empty squares one of 95 % does not:
/// without it, 40 positions that were not used to choose took 6 to 13 % less time. At 21 and 22 that was seen
/// on the sets it was chosen on only, 10 to 14 %. At 24, one run before the exact one costs 13 to 22 %.
fn ladder(empties: u32) -> &'static [Selectivity] {
    use Selectivity as S;
    match empties {
        0..=14 => &[S::EXACT],
        15..=21 => &[S::BOLDEST, S::EXACT],
        22 => &[S::BOLD, S::EXACT],
        23..=24 => &[S::BOLDEST, S::CAREFUL, S::EXACT],
        _ => &[S::BOLDEST, S::CAREFUL, S::CAUTIOUS, S::EXACT],
    }
}

impl Routine for Solve<'_> {
    type Output = (Value, Vec<Move>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (Value, Vec<Move>) {
        let Solve { worker, position, goal, observer } = self;
        let root = Root::of(isa, position);
        let (node, empties) = (root.node, root.node.empties());
        let mut value = Value { score: 0, truth: Truth::Estimate { depth: 0, percent: 100 } };
        let mut report = |worker: &mut Worker, value: Value, depth: u32, selectivity: Selectivity| {
            let line = pv::expected(isa, worker, &root, pv::best_known(worker, node));
            observer(&Progress {
                value: root.seen(value),
                depth,
                percent: selectivity.percent(),
                best: line.first().copied(),
                line,
                nodes: worker.nodes_of_all(),
                moves: Vec::new(),
            });
            worker.look();
        };
        worker.selectivity = Selectivity::BOLDEST;
        for depth in (4..empties.saturating_sub(9)).step_by(2) {
            worker.table.make_room(empties, worker.nodes_of_all());
            let score = around(isa, worker, node, value.score, depth);
            if worker.stopped() {
                break;
            }
            value = Value { score, truth: root.truth(depth, Selectivity::BOLDEST) };
            report(worker, value, depth, Selectivity::BOLDEST);
        }
        for &selectivity in ladder(empties) {
            worker.selectivity = selectivity;
            worker.table.make_room(empties, worker.nodes_of_all());
            let (last, score) = match goal {
                Goal::Exact => (Truth::Exact, around(isa, worker, node, value.score, empties)),
                Goal::Outcome => outcome(full_window(isa, worker, node, OUTCOME, empties)),
            };
            if worker.stopped() {
                break;
            }
            let truth = if selectivity.may_cut() { root.truth(empties, selectivity) } else { last };
            value = Value { score, truth };
            report(worker, value, empties, selectivity);
        }
        let known = pv::best_known(worker, node);
        let best = known.or_else(|| Some(root.best_at_sight(isa, worker).0));
        let line = if matches!(value.truth, Truth::Estimate { .. }) {
            pv::expected(isa, worker, &root, best)
        } else {
            pv::proven(isa, worker, &root, value, best)
        };
        (root.seen(value), line)
    }
}

/// The window that tells a win, a draw and a loss apart.
const OUTCOME: Window = Window { alpha: -1, beta: 1 };

/// Says what a score found within [`OUTCOME`] proves.
fn outcome(score: i32) -> (Truth, i32) {
    match score {
        0 => (Truth::Exact, 0),
        1.. => (Truth::AtLeast, score),
        _ => (Truth::AtMost, score),
    }
}
