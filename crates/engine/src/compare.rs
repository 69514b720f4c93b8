//! Several moves of a position side by side: the best few, all, or the best and a certain one.
//!
//! All moves are searched to one depth before any is searched deeper, within one set of limits, and no result
//! of a deeper search stands for one of them: the values that come back are of one depth and one confidence,
//! and their differences mean something.

use outflank_rules::{Isa, Move, Position, Routine, Square};

use crate::analyze::schedule;
use crate::deep;
use crate::engine::Purpose;
use crate::last;
use crate::limits::Timekeeper;
use crate::line;
use crate::probcut::STATIC_CUTS_FROM;
use crate::root::{Root, around};
use crate::search::{Progress, Search};
use crate::table::SELECTIVITY;
use crate::value::{Truth, Value};
use crate::worker::Worker;

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

    /// Returns a wish for the best moves.
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
    /// Whether a limit of nodes or time or a wish ended the search before it was through.
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
    pub fn compare(self, wanted: Wanted) -> Comparison {
        let Search { engine, position, limits, threads, mut observer } = self;
        let over = Comparison { moves: Vec::new(), depth: 0, percent: 100, nodes: 0, stopped: false };
        if position.is_finished() {
            return over;
        }
        let timekeeper = Timekeeper::start(&limits, position);
        let (end, max_depth) = (timekeeper.as_ref().map(Timekeeper::deadline), limits.depth);
        let searched = engine.run(&limits, end, Purpose::Compare, threads, |worker| {
            let observer = &mut *observer;
            engine.tier().run(Compare { worker, position, wanted, max_depth, timekeeper, observer })
        });
        let found = searched.found.unwrap_or(over);
        Comparison { nodes: searched.nodes, stopped: searched.stopped, ..found }
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

/// A move of the root, the board after it, and what is known at the present depth.
struct Candidate {
    square: Square,
    /// The board after the move, the opponent to move, with his replies.
    board: (u64, u64, u64),
    /// The best guess at the value: what the last search of this move said.
    score: i32,
    /// What the present depth knows.
    known: Known,
}

/// What a depth knows about a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// Nothing.
    Nothing,
    /// It is worth no more than its score.
    Bound,
    /// It is worth its score.
    Score,
}

impl Candidate {
    /// Returns the candidates of a root, those that look best first.
    #[inline(always)]
    fn all<I: Isa>(isa: I, worker: &Worker, root: &Root) -> Vec<Candidate> {
        let mut all = Vec::new();
        let mut rest = root.moves;
        while rest != 0 {
            let square = Square::wrapping(rest.trailing_zeros());
            rest &= rest - 1;
            let flips = isa.flips(square.index(), root.own, root.opp);
            let (own, opp) = (root.opp & !flips, root.own | flips | 1 << square.index());
            let replies = isa.legal_moves(own, opp);
            let is_over = replies == 0 && isa.legal_moves(opp, own) == 0;
            let score =
                -if is_over { last::final_score(own, opp) } else { worker.weights.evaluate(isa, own, opp) };
            all.push(Candidate { square, board: (own, opp, replies), score, known: Known::Score });
        }
        all
    }

    /// Finds the value of the move.
    #[inline(always)]
    fn value<I: Isa>(&mut self, isa: I, worker: &mut Worker, depth: u32) {
        if self.known != Known::Score {
            self.score = -around(isa, worker, self.board, -self.score, depth - 1);
            self.known = Known::Score;
        }
    }

    /// Finds the value of the move if it is worth more than `floor`, else a bound.
    #[inline(always)]
    fn value_above<I: Isa>(&mut self, isa: I, worker: &mut Worker, floor: i32, depth: u32) {
        if floor >= 64 {
            self.known = self.known.max(Known::Bound);
        } else if self.known == Known::Nothing || (self.known == Known::Bound && self.score > floor) {
            let score = -deep::null_window(isa, worker, self.board, -floor - 1, depth - 1);
            (self.score, self.known) = (score, Known::Bound);
            if score > floor && !worker.stopped() {
                self.known = Known::Nothing;
                self.value(isa, worker, depth);
            }
        }
    }
}

/// Sorts candidates by what is known: values first, the best first of all; equal ones stay in their order.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|one| std::cmp::Reverse((one.known, one.score)));
}

/// Finds the values of the `count` best of the candidates and moves them to the front, best first.
#[inline(always)]
fn find_best<I: Isa>(isa: I, worker: &mut Worker, all: &mut [Candidate], count: usize, depth: u32) {
    let mut place = 0;
    while place < count && place < all.len() && !worker.stopped() {
        // The likeliest first; then the others, which are only tested against the best so far.
        let mut best = place;
        all[place].value(isa, worker, depth);
        let mut n = place + 1;
        while n < all.len() && !worker.stopped() {
            all[n].value_above(isa, worker, all[best].score, depth);
            if all[n].known == Known::Score && all[n].score > all[best].score {
                best = n;
            }
            n += 1;
        }
        all[place..=best].rotate_right(1);
        place += 1;
    }
}

/// Finds the best move of a root and its value, move by move.
#[inline(always)]
pub(crate) fn best_move<I: Isa>(isa: I, worker: &mut Worker, root: &Root, depth: u32) -> (Square, i32) {
    let mut all = Candidate::all(isa, worker, root);
    sort(&mut all);
    let mut n = 0;
    while n < all.len() {
        all[n].known = Known::Nothing;
        n += 1;
    }
    find_best(isa, worker, &mut all, 1, depth);
    (all[0].square, all[0].score)
}

impl Compare<'_> {
    /// Makes a report of all candidates with a value, which must be sorted.
    fn report<I: Isa>(
        isa: I,
        worker: &Worker,
        root: &Root,
        candidates: &[Candidate],
        (wanted, also): (usize, Option<Square>),
        (depth, level): (u32, Option<u8>),
    ) -> Comparison {
        let estimate = Truth::Estimate { depth, percent: 100 };
        let truth = level.map_or(estimate, |level| root.truth(depth, level));
        let is_told = |(n, one): &(usize, &Candidate)| *n < wanted || also == Some(one.square);
        let mut told: Vec<&Candidate> =
            candidates.iter().enumerate().filter(is_told).map(|(_, one)| one).collect();
        // Equal ones in the order of their squares.
        told.sort_by_key(|one| (-one.score, one.square.index()));
        let moves = told.into_iter().map(|one| {
            let line = line::expected(isa, worker, root, Some(one.square));
            let played = line.first().copied().unwrap_or(Move::Place(one.square));
            MoveValue { played, value: root.seen(Value { score: one.score, truth }), line }
        });
        let percent = level.map_or(100, |level| SELECTIVITY[usize::from(level)].1);
        Comparison { moves: moves.collect(), depth, percent, nodes: worker.nodes_of_all(), stopped: false }
    }
}

impl Routine for Compare<'_> {
    type Output = Comparison;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Comparison {
        let Compare { worker, position, wanted, max_depth, mut timekeeper, observer } = self;
        let root = Root::of(isa, position);
        let mut all = Candidate::all(isa, worker, &root);
        sort(&mut all);
        // A side that must pass has one move, whatever the other side can do.
        let (best, also) = match root.passes {
            true => (1, None),
            false => (wanted.best, wanted.also.and_then(Move::square)),
        };
        let mut found = Self::report(isa, worker, &root, &all, (best, also), (0, None));
        for (depth, level) in schedule(root.empties, max_depth) {
            worker.selectivity = level;
            worker.cuts_statically = depth >= STATIC_CUTS_FROM;
            let mut n = 0;
            while n < all.len() {
                all[n].known = Known::Nothing;
                n += 1;
            }
            let wants_all = best >= all.len();
            if !wants_all {
                find_best(isa, worker, &mut all, best, depth);
            }
            let mut n = 0;
            while n < all.len() && !worker.stopped() {
                if wants_all || also == Some(all[n].square) {
                    all[n].value(isa, worker, depth);
                }
                n += 1;
            }
            if worker.stopped() {
                break;
            }
            sort(&mut all);
            found = Self::report(isa, worker, &root, &all, (best, also), (depth, Some(level)));
            let Some(first) = found.moves.first() else { break };
            observer(&found.progress(first));
            worker.look();
            if !timekeeper.as_mut().is_none_or(|keeper| keeper.goes_on(Some(first.played), first.value.score))
            {
                break;
            }
        }
        found
    }
}
