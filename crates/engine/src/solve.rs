//! Solving a position: the value under perfect play, a best move and a line to the end.
//!
//! The search runs several times: first a few plies deep, then to the end at rising confidence, so that the
//! table is full of good moves and bounds when the last, exact run starts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use outflank_rules::{Isa, Move, Position, Routine, Square, Tier};

use crate::deep;
use crate::eval::Weights;
use crate::parallel::{Helper, Team};
use crate::table::{EXACT, SELECTIVITY, Table, TableTooLarge};
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

/// Where the threads of a search come from: the engine starts none itself.
pub trait Threads: Sync {
    /// Returns how many threads there are, the calling one included.
    fn count(&self) -> usize;

    /// Calls `helper` on each of the other threads while `main` runs on this one, and returns when all are
    /// through.
    fn run(&self, main: &mut (dyn FnMut() + Send), helper: &(dyn Fn() + Sync));
}

/// The calling thread alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Threads for OneThread {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), _helper: &(dyn Fn() + Sync)) {
        main();
    }
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The value found by the last completed run.
    pub value: Value,
    /// The best move it found, if there is a choice.
    pub best: Option<Move>,
    /// Boards visited so far by the calling thread.
    pub nodes: u64,
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
}

/// An engine: a table and an evaluation, ready to search one position after another.
pub struct Engine {
    tier: Tier,
    table: Arc<Table>,
    weights: Arc<Weights>,
    stop: Arc<AtomicBool>,
}

/// Stops a running search from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Asks the present search to end, or the next one if none is running; it returns what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Engine {
    /// Makes an engine with a table of at most `table_mib` MiB.
    ///
    /// # Errors
    ///
    /// Refuses a table for which there is no memory.
    pub fn new(table_mib: usize, weights: Arc<Weights>) -> Result<Engine, TableTooLarge> {
        let table = Arc::new(Table::new(table_mib)?);
        Ok(Engine { tier: Tier::best(), table, weights, stop: Arc::default() })
    }

    /// Uses the kernels of another tier than this machine's best.
    #[must_use]
    pub fn with_tier(self, tier: Tier) -> Engine {
        Engine { tier, ..self }
    }

    /// Returns a handle that stops searches of this engine.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Returns the tier whose kernels the engine uses.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Makes ready for a new search.
    pub(crate) fn start(&self) {
        self.table.start_search();
    }

    /// Ends a search: a request to stop has been heard.
    pub(crate) fn finish(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Makes a thread's state for a search by `team`.
    pub(crate) fn worker(&self, team: &Arc<Team>) -> Worker {
        let (table, weights) = (Arc::clone(&self.table), Arc::clone(&self.weights));
        Worker::new(table, weights, Arc::clone(team), Arc::clone(&self.stop))
    }

    /// Forgets all results of earlier searches.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Solves a position. `observer` is told of every completed run.
    pub fn solve(
        &self,
        position: Position,
        goal: Goal,
        threads: &dyn Threads,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Solution {
        self.start();
        if position.empty().len() >= LONG_SOLVE {
            self.table.expect_long_search();
        }
        if position.is_finished() {
            let score = position.board().final_score();
            return Solution {
                value: Value { score, truth: Truth::Exact },
                best: None,
                line: Vec::new(),
                nodes: 0,
            };
        }
        let team = Arc::new(Team::default());
        let nodes = AtomicU64::new(0);
        let mut found = None;
        let mut main = || {
            let mut worker = self.worker(&team);
            found = Some(self.tier.run(Solve { worker: &mut worker, position, goal, observer }));
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
            team.finish();
        };
        let help = || {
            let mut worker = self.worker(&team);
            self.tier.run(Helper { worker: &mut worker, team: &team });
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
        };
        threads.run(&mut main, &help);
        self.finish();
        let nodes = nodes.load(Ordering::Relaxed);
        let (value, line) = found.unwrap_or((Value { score: 0, truth: Truth::AtLeast }, Vec::new()));
        Solution { value, best: line.first().copied(), line, nodes }
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
        20..=23 => &[0, 2, EXACT],
        _ => &[0, 2, 3, EXACT],
    }
}

impl Routine for Solve<'_> {
    type Output = (Value, Vec<Move>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (Value, Vec<Move>) {
        let Solve { worker, position, goal, observer } = self;
        // A side that must pass has just one move: solve for the other.
        let passes = position.must_pass();
        let board = if passes { position.board().swapped() } else { position.board() };
        let (own, opp) = (board.own().0, board.opp().0);
        let empties = board.empty().len();
        let sign = if passes { -1 } else { 1 };
        let root = (own, opp, isa.legal_moves(own, opp));
        let mut value = Value { score: 0, truth: Truth::Estimate { depth: 0, percent: 73 } };
        let mut score = 0;
        let mut report = |worker: &Worker, value: Value| {
            let best = if passes { Some(Move::Pass) } else { best_known(worker, own, opp) };
            observer(&Progress {
                value: Value { score: sign * value.score, ..value },
                best,
                nodes: worker.nodes,
            });
        };
        worker.selectivity = 0;
        for depth in (4..empties.saturating_sub(9)).step_by(2) {
            score = around(isa, worker, root, score, depth);
            if worker.stopped() {
                break;
            }
            value = Value { score, truth: Truth::Estimate { depth, percent: SELECTIVITY[0].1 } };
            report(worker, value);
        }
        for &level in ladder(empties) {
            worker.selectivity = level;
            let (last, result) = match goal {
                Goal::Exact => (Truth::Exact, around(isa, worker, root, score, empties)),
                Goal::Outcome => outcome(deep::full_window(isa, worker, root, (-1, 1), empties)),
            };
            if worker.stopped() {
                break;
            }
            score = result;
            let percent = SELECTIVITY[usize::from(level)].1;
            let truth = if level == EXACT { last } else { Truth::Estimate { depth: empties, percent } };
            value = Value { score, truth };
            report(worker, value);
        }
        let mut line = if passes { vec![Move::Pass] } else { Vec::new() };
        let proven = matches!(value.truth, Truth::Exact | Truth::AtLeast | Truth::AtMost);
        if proven {
            worker.selectivity = EXACT;
            best_line(isa, worker, (own, opp), value, &mut line);
        } else if !passes {
            line.extend(best_known(worker, own, opp));
        }
        let flip = |truth| match (truth, passes) {
            (Truth::AtLeast, true) => Truth::AtMost,
            (Truth::AtMost, true) => Truth::AtLeast,
            (other, _) => other,
        };
        (Value { score: sign * value.score, truth: flip(value.truth) }, line)
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

/// Returns the table's best move for a board.
pub(crate) fn best_known(worker: &Worker, own: u64, opp: u64) -> Option<Move> {
    let best = worker.table.get(own, opp)?.best;
    Square::new(u32::from(best)).map(Move::Place)
}

/// Finds the value of the root with a window around a guess, widened where the value lies outside.
#[inline(always)]
pub(crate) fn around<I: Isa>(
    isa: I,
    worker: &mut Worker,
    root: (u64, u64, u64),
    guess: i32,
    depth: u32,
) -> i32 {
    let (mut low, mut high) = ((guess - 2).max(-64), (guess + 2).min(64));
    // Selective searches may contradict each other: after a few windows everything is let in.
    for step in [4, 8, 16] {
        let score = deep::full_window(isa, worker, root, (low, high), depth);
        if worker.stopped() {
            return score;
        }
        if score <= low && low > -64 {
            (low, high) = ((score - step).max(-64), score + 1);
        } else if score >= high && high < 64 {
            (low, high) = (score - 1, (score + step).min(64));
        } else {
            return score;
        }
    }
    deep::full_window(isa, worker, root, (-64, 64), depth)
}

/// Follows best play from a solved board: at every step the first move that keeps what is proven.
fn best_line<I: Isa>(
    isa: I,
    worker: &mut Worker,
    (mut own, mut opp): (u64, u64),
    value: Value,
    line: &mut Vec<Move>,
) {
    // What the mover and the other side can be sure of and must not give away.
    let (mut floor, mut other_floor) = match value.truth {
        Truth::AtLeast => (1, -64),
        Truth::AtMost => (-64, 1),
        Truth::Exact | Truth::Estimate { .. } => (value.score, -value.score),
    };
    while !worker.stopped() {
        let moves = isa.legal_moves(own, opp);
        if moves == 0 {
            if isa.legal_moves(opp, own) == 0 {
                return;
            }
            line.push(Move::Pass);
        } else {
            let Some((square, flips)) = keeping_move(isa, worker, (own, opp), moves, floor) else { return };
            line.push(Move::Place(Square::wrapping(square)));
            (own, opp) = (own | flips | 1 << square, opp & !flips);
        }
        (own, opp) = (opp, own);
        (floor, other_floor) = (other_floor, floor);
    }
}

/// Returns a move (and its flips) after which the mover still gets at least `floor`: the table's move if it
/// does, else the first that does.
fn keeping_move<I: Isa>(
    isa: I,
    worker: &mut Worker,
    (own, opp): (u64, u64),
    moves: u64,
    floor: i32,
) -> Option<(u32, u64)> {
    let known =
        worker.table.get(own, opp).map_or(0, |entry| 1u64.checked_shl(u32::from(entry.best)).unwrap_or(0));
    let first = known & moves;
    let candidates =
        [first, moves & !first].into_iter().flat_map(|set| outflank_rules::Bitboard(set).squares());
    for square in candidates.map(Square::index) {
        let flips = isa.flips(square, own, opp);
        let (next_own, next_opp) = (opp & !flips, own | flips | 1 << square);
        let next = (next_own, next_opp, isa.legal_moves(next_own, next_opp));
        let depth = (!(next_own | next_opp)).count_ones();
        if floor <= -64 || deep::null_window(isa, worker, next, -floor, depth) <= -floor {
            return Some((square, flips));
        }
    }
    None
}
