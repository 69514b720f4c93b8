//! Several moves of a position side by side: the best few, all, or the best and a certain one.
//!
//! All moves are searched to one depth before any is searched deeper, within one set of limits, and no result
//! of a deeper search stands for one of them: the values that come back are of one depth and one confidence,
//! and their differences mean something. Moves that lead to mirror images of one board are searched as one,
//! and all views of a position are: their values are equal whatever the depth.

use outflank_kernels::{Isa, Routine};
use outflank_rules::{Bitboard, Board, Move, Position, Square, Symmetry};

use super::analyze::{Iteration, schedule};
use super::root::Root;
use super::view::View;
use super::{Progress, Search, pv};
use crate::engine::Purpose;
use crate::node::{Child, Node, around, null_window};
use crate::policy::limits::Timekeeper;
use crate::square_or_none::SquareOrNone;
use crate::threads::{Worker, share_values};
use crate::value::{Truth, Value};

/// Which moves are to be valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many of the best.
    pub best: usize,
    /// A move to be valued whether or not it is one of them.
    pub also: Option<Move>,
}

impl Wanted {
    /// All legal moves.
    pub const ALL: Wanted = Wanted { best: usize::MAX, also: None };

    /// Asks for the best moves.
    #[must_use]
    pub fn best(best: usize) -> Wanted {
        Wanted { best, also: None }
    }

    /// Adds a certain move.
    #[must_use]
    pub fn and(self, also: Move) -> Wanted {
        Wanted { also: Some(also), ..self }
    }
}

/// A move and what it is worth to the mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// Its value.
    pub value: Value,
    /// The expected line, the move itself first.
    pub line: Vec<Move>,
}

impl MoveValue {
    /// Returns what moves are sorted by: the best first, equal ones in the order of their squares.
    pub(super) fn place(&self) -> (i32, Option<Square>) {
        (-self.value.score, self.played.square())
    }
}

/// What moves are worth by searches of one depth and confidence.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The moves that were wanted, best first; none if the game is over. A side that must pass has one.
    pub moves: Vec<MoveValue>,
    /// The plies searched; to the end of the game, all empty squares.
    pub depth: u32,
    /// The confidence of the cuts in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// Boards visited by all threads.
    pub nodes: u64,
    /// Whether a limit other than depth ended the search early.
    pub stopped: bool,
}

impl Comparison {
    /// Returns what an observer is told, `best` being the first of the moves.
    fn progress(&self, best: &MoveValue) -> Progress {
        let Comparison { depth, percent, nodes, ref moves, .. } = *self;
        let MoveValue { played, value, ref line } = *best;
        Progress {
            value,
            depth,
            percent,
            best: Some(played),
            line: line.clone(),
            nodes,
            moves: moves.clone(),
        }
    }
}

impl From<&Progress> for Comparison {
    /// Returns a comparison as far as it has come.
    fn from(progress: &Progress) -> Comparison {
        let Progress { depth, percent, nodes, ref moves, .. } = *progress;
        Comparison { moves: moves.clone(), depth, percent, nodes, stopped: false }
    }
}

impl Search<'_> {
    /// Values moves side by side until a limit is reached; without one, until their values are exact.
    ///
    /// ```
    /// use outflank_engine::eval::Weights;
    /// use outflank_engine::{Engine, Wanted};
    /// use outflank_rules::{Move, Position, Square};
    ///
    /// let engine = Engine::new(1, Weights::embedded())?;
    /// let position = Position::start().play(Square::F5)?;
    /// let parallel = Move::Place(Square::F4);
    /// let found = engine.search(position).depth(6).compare(Wanted::best(1).and(parallel));
    /// // The best move, and how much worse the one asked about is.
    /// assert!(found.moves[0].value.score > found.moves[1].value.score);
    /// assert_eq!(found.moves[1].played, parallel);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare(self, wanted: Wanted) -> Comparison {
        let Search { engine, position, limits, threads, mut observer } = self;
        let over = Comparison { moves: Vec::new(), depth: 0, percent: 100, nodes: 0, stopped: false };
        if position.is_finished() {
            return over;
        }
        let view = View::canonical(position);
        let wanted = Wanted { also: wanted.also.map(|also| view.there(also)), ..wanted };
        let mut observer = |progress: &Progress| observer(&view.progress(progress));
        let timekeeper = Timekeeper::start(&limits, position);
        let (end, max_depth) = (timekeeper.as_ref().map(Timekeeper::deadline), limits.depth);
        let position = view.position;
        let searched = engine.run(position, &limits, end, Purpose::Compare, threads, |worker| {
            let observer = &mut observer;
            engine.tier().run(Compare { worker, position, wanted, max_depth, timekeeper, observer })
        });
        let found = searched.found.unwrap_or(over);
        let moves = view.moves(&found.moves);
        Comparison { moves, nodes: searched.nodes, stopped: searched.stopped, ..found }
    }
}

/// One comparison on the calling thread.
struct Compare<'s> {
    worker: &'s mut Worker,
    position: Position,
    wanted: Wanted,
    max_depth: Option<u32>,
    timekeeper: Option<Timekeeper>,
    observer: &'s mut (dyn FnMut(&Progress) + Send),
}

/// A move of the root, the node after it, and what is known at the present depth.
struct RootMove {
    square: Square,
    /// The node after the move, the opponent to move.
    node: Node,
    /// The moves that lead to mirror images of the node, and the symmetries that lead there.
    twins: Vec<(Square, Symmetry)>,
    /// The best guess at the value: what the last search of this move said.
    score: i32,
    /// What the present depth knows.
    known: ScoreKind,
}

/// What the present depth knows about a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ScoreKind {
    /// Nothing.
    Guess,
    /// It is worth no more than its score.
    UpperBound,
    /// It is worth its score.
    Value,
}

impl RootMove {
    /// Returns the moves of a root, those that look best first.
    #[inline(always)]
    fn all<I: Isa>(isa: I, worker: &Worker, root: &Root) -> Vec<RootMove> {
        let mut all: Vec<RootMove> = Vec::new();
        for square in Bitboard(root.node.moves).squares() {
            let (node, score) = root.at_sight(isa, worker, square);
            // Mirror images are evaluated alike.
            let mut alike = all.iter_mut().filter(|one| one.score == score);
            let twin = alike.find_map(|one| Some((symmetry_between(one.node, node)?, one)));
            if let Some((symmetry, one)) = twin {
                one.twins.push((square, symmetry));
            } else {
                all.push(RootMove { square, node, twins: Vec::new(), score, known: ScoreKind::Value });
            }
        }
        sort(&mut all);
        all
    }

    /// Returns how many moves it stands for.
    fn count(&self) -> usize {
        1 + self.twins.len()
    }

    /// Tells whether it stands for the move to a square.
    fn is_for(&self, square: Square) -> bool {
        self.square == square || self.twins.iter().any(|(twin, _)| *twin == square)
    }

    /// Finds the value of the move.
    #[inline(always)]
    fn value<I: Isa>(&mut self, isa: I, worker: &mut Worker, depth: u32) {
        if self.known != ScoreKind::Value {
            self.score = -around(isa, worker, self.node, -self.score, depth - 1);
            self.known = ScoreKind::Value;
        }
    }

    /// Finds the value of the move if it is worth more than `floor`, else a bound.
    #[inline(always)]
    fn value_above<I: Isa>(&mut self, isa: I, worker: &mut Worker, floor: i32, depth: u32) {
        if floor >= 64 {
            self.known = self.known.max(ScoreKind::UpperBound);
        } else if self.known == ScoreKind::Guess
            || (self.known == ScoreKind::UpperBound && self.score > floor)
        {
            let score = -null_window(isa, worker, self.node, -floor - 1, depth - 1);
            (self.score, self.known) = (score, ScoreKind::UpperBound);
            if score > floor && !worker.stopped() {
                self.known = ScoreKind::Guess;
                self.value(isa, worker, depth);
            }
        }
    }
}

/// Returns the symmetry that makes one node of another.
fn symmetry_between(from: Node, to: Node) -> Option<Symmetry> {
    let [from, to] = [from, to].map(|node| Board::from_words(node.own, node.opp));
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(from) == to)
}

/// Sorts candidates by what is known: values first, the best first of all; equal ones stay in their order.
fn sort(candidates: &mut [RootMove]) {
    candidates.sort_by_key(|one| std::cmp::Reverse((one.known, one.score)));
}

/// Keeps what earlier depths said as guesses only.
fn forget_values(all: &mut [RootMove]) {
    for one in all {
        one.known = ScoreKind::Guess;
    }
}

/// From this depth on the moves of the root are valued by all threads together.
const SHARE_VALUES_FROM: u32 = 5;

/// Finds the values of all candidates.
#[inline(always)]
fn find_all<I: Isa>(isa: I, worker: &mut Worker, all: &mut [RootMove], depth: u32) {
    if depth < SHARE_VALUES_FROM || all.len() < 2 || !worker.team.has_helpers() {
        for one in all {
            if worker.stopped() {
                break;
            }
            one.value(isa, worker, depth);
        }
        return;
    }
    let child = |one: &RootMove| Child { square: SquareOrNone::of_index(one.square.index()), node: one.node };
    let (children, guesses) = all.iter().map(|one| (child(one), one.score)).unzip();
    for (one, found) in all.iter_mut().zip(share_values(isa, worker, children, guesses, depth)) {
        if let Some(score) = found {
            (one.score, one.known) = (score, ScoreKind::Value);
        }
    }
}

/// Finds the values of the best of the candidates, so many that they stand for `count` moves, and moves them
/// to the front, best first.
#[inline(always)]
fn find_best<I: Isa>(isa: I, worker: &mut Worker, all: &mut [RootMove], count: usize, depth: u32) {
    let mut found = 0;
    for place in 0..all.len() {
        if found >= count || worker.stopped() {
            break;
        }
        // The likeliest first; then the others, which are only tested against the best so far.
        let mut best = place;
        all[place].value(isa, worker, depth);
        for n in place + 1..all.len() {
            if worker.stopped() {
                break;
            }
            let floor = all[best].score;
            all[n].value_above(isa, worker, floor, depth);
            if all[n].known == ScoreKind::Value && all[n].score > floor {
                best = n;
            }
        }
        all[place..=best].rotate_right(1);
        found += all[place].count();
    }
}

/// Finds the best move of a root and its value, move by move.
#[inline(always)]
pub(crate) fn best_move<I: Isa>(isa: I, worker: &mut Worker, root: &Root, depth: u32) -> (Square, i32) {
    let mut all = RootMove::all(isa, worker, root);
    forget_values(&mut all);
    find_best(isa, worker, &mut all, 1, depth);
    (all[0].square, all[0].score)
}

impl Wanted {
    /// Makes a report of the wanted among all moves, which must be sorted: their values are those of an
    /// iteration, or of the evaluation alone.
    fn report<I: Isa>(
        self,
        isa: I,
        worker: &Worker,
        root: &Root,
        all: &[RootMove],
        iteration: Option<Iteration>,
    ) -> Comparison {
        let (depth, percent) = iteration.map_or((0, 100), |run| (run.depth, run.selectivity.percent()));
        let at_sight = Truth::Estimate { depth, percent };
        let truth = iteration.map_or(at_sight, |run| root.truth(run.depth, run.selectivity));
        let also = self.also.and_then(Move::square);
        let mut moves = Vec::new();
        let mut before = 0;
        for one in all {
            let line = pv::expected(isa, worker, root, Some(one.square));
            let itself = (one.square, Symmetry::Identity);
            for (square, symmetry) in std::iter::once(itself).chain(one.twins.iter().copied()) {
                before += 1;
                if before > self.best && also != Some(square) {
                    continue;
                }
                let mut line: Vec<Move> = line.iter().map(|&played| symmetry.mv(played)).collect();
                // Mirror images may be reached by moves that are not.
                if let Some(played) = line.get_mut(usize::from(root.passes)) {
                    *played = Move::Place(square);
                }
                let played = line.first().copied().unwrap_or(Move::Place(square));
                moves.push(MoveValue { played, value: root.seen(Value { score: one.score, truth }), line });
            }
        }
        // Equal ones in the order of their squares.
        moves.sort_by_key(MoveValue::place);
        Comparison { moves, depth, percent, nodes: worker.nodes_of_all(), stopped: false }
    }
}

impl Routine for Compare<'_> {
    type Output = Comparison;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Comparison {
        let Compare { worker, position, wanted, max_depth, mut timekeeper, observer } = self;
        let root = Root::of(isa, position);
        let mut all = RootMove::all(isa, worker, &root);
        // A side that must pass has one move, whatever the other side can do.
        let wanted = if root.passes { Wanted::best(1) } else { wanted };
        let also = wanted.also.and_then(Move::square);
        let count = all.iter().map(RootMove::count).sum();
        let mut found = wanted.report(isa, worker, &root, &all, None);
        for iteration in schedule(root.node.empties(), max_depth) {
            iteration.prepare(worker);
            forget_values(&mut all);
            if wanted.best >= count {
                find_all(isa, worker, &mut all, iteration.depth);
            } else {
                find_best(isa, worker, &mut all, wanted.best, iteration.depth);
                let also = also.and_then(|also| all.iter_mut().find(|one| one.is_for(also)));
                if let Some(one) = also.filter(|_| !worker.stopped()) {
                    one.value(isa, worker, iteration.depth);
                }
            }
            if worker.stopped() {
                break;
            }
            sort(&mut all);
            found = wanted.report(isa, worker, &root, &all, Some(iteration));
            let Some(first) = found.moves.first() else { break };
            observer(&found.progress(first));
            worker.look();
            let (best, score) = (Some(first.played), first.value.score);
            if timekeeper.as_mut().is_some_and(|keeper| !keeper.goes_on(best, score)) {
                break;
            }
        }
        found
    }
}
