//! Null-window and principal-variation search above the leaves' dedicated code: midgame and endgame alike.
//!
//! A node of `depth` equal to its empty squares is searched to the end of the game and its score is a final
//! score; a smaller depth ends in the evaluation. Scores are whole discs for the mover.
//!
//! The stages of a node, in order: 1 dedicated code near the leaves, 2 stability, 3 table, 4 probing cut,
//! 5 generation, 6 transposition cut through a child, 7 ordering, 8 the children, 9 noting the result.

use outflank_rules::{Isa, Routine};

use crate::few;
use crate::last;
use crate::parallel::{self, Brothers};
use crate::probcut;
use crate::rank::{Shallow, rank};
use crate::sorted::{Children, SolveSorted};
use crate::table::{EXACT, Found};
use crate::worker::Worker;

/// Up to this many empty squares a search to the end uses the dedicated code.
pub(crate) const SORTED_UP_TO: u32 = 12;

/// Up to this depth a search that does not reach the end uses no table.
const SHALLOW_UP_TO: u32 = 2;

/// From this depth on, after this many children, the others are first searched less deeply, by a number of plies
/// that keeps the parity: 26 % fewer nodes to depth 14 on 20 midgame positions, with equal values on 13 of them
/// and one disc away on six.
const REDUCE_FROM: u32 = 5;
const REDUCE_AFTER: usize = 3;
const REDUCE_BY: u32 = 2;

/// From this depth on a node may be shared between threads.
pub(crate) const SHARE_FROM: u32 = 12;

/// Tells whether a search of this depth with an open window notes its result and best move in the table.
pub(crate) fn leaves_entry(depth: u32, empties: u32) -> bool {
    if depth >= empties { empties > 4 } else { depth > SHALLOW_UP_TO }
}

/// Asks whether a board with legal `moves` is worth more than `alpha`.
pub(crate) struct NullWindow<'w> {
    pub(crate) worker: &'w mut Worker,
    pub(crate) own: u64,
    pub(crate) opp: u64,
    pub(crate) moves: u64,
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
}

/// Asks for the value of a board with legal `moves` within a window.
pub(crate) struct FullWindow<'w> {
    pub(crate) worker: &'w mut Worker,
    pub(crate) own: u64,
    pub(crate) opp: u64,
    pub(crate) moves: u64,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: u32,
}

/// Tests a board whose legal moves are `moves`, passing or ending the game where that is due.
#[inline(always)]
pub(crate) fn null_window<I: Isa>(
    isa: I,
    worker: &mut Worker,
    (own, opp, moves): (u64, u64, u64),
    alpha: i32,
    depth: u32,
) -> i32 {
    if moves != 0 {
        return isa.call(NullWindow { worker, own, opp, moves, alpha, depth });
    }
    let replies = isa.legal_moves(opp, own);
    if replies == 0 {
        worker.nodes += 1;
        return last::final_score(own, opp);
    }
    -isa.call(NullWindow { worker, own: opp, opp: own, moves: replies, alpha: -alpha - 1, depth })
}

/// Searches a board whose legal moves are `moves`, passing or ending the game where that is due.
#[inline(always)]
pub(crate) fn full_window<I: Isa>(
    isa: I,
    worker: &mut Worker,
    (own, opp, moves): (u64, u64, u64),
    (alpha, beta): (i32, i32),
    depth: u32,
) -> i32 {
    if moves != 0 {
        return isa.call(FullWindow { worker, own, opp, moves, alpha, beta, depth });
    }
    let replies = isa.legal_moves(opp, own);
    if replies == 0 {
        worker.nodes += 1;
        return last::final_score(own, opp);
    }
    -isa.call(FullWindow { worker, own: opp, opp: own, moves: replies, alpha: -beta, beta: -alpha, depth })
}

impl Routine for NullWindow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let NullWindow { worker, own, opp, moves, alpha, depth } = self;
        let empties = (!(own | opp)).count_ones();
        let to_the_end = depth >= empties;
        // Stage 1: dedicated code.
        if to_the_end && empties <= SORTED_UP_TO {
            if worker.stopped_now() {
                return alpha;
            }
            return solve_small(isa, worker, own, opp, moves, alpha, empties);
        }
        if !to_the_end && depth <= SHALLOW_UP_TO {
            if let Some(score) = probcut::static_cut(isa, worker, (own, opp), alpha, depth) {
                worker.nodes += 1;
                return score;
            }
            return isa.call(Shallow { worker, own, opp, moves, alpha, beta: alpha + 1, depth });
        }
        worker.count_node();
        if worker.stopped() {
            return alpha;
        }
        // Stage 2: stability.
        if let Some(bound) = few::stability_cut(isa, worker, own, opp, alpha) {
            return bound;
        }
        // Stage 3: table.
        let known = worker.table.get(own, opp);
        if let Some(entry) = known
            && worker.accepts(&entry, depth)
        {
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
        }
        // Stage 4: probing cut.
        if let Some(score) = probcut::cut(isa, worker, (own, opp, moves), alpha, depth) {
            return score;
        }
        // Stage 5: generation.
        let first = known.map_or(64, |entry| u32::from(entry.best));
        let mut children = Children::generate(isa, own, opp, moves, first);
        // Stage 6: a child known to be bad enough for the opponent.
        if let Some(score) = child_cut(worker, &children, (own, opp), alpha, depth) {
            return score;
        }
        // Stages 7 and 8: ordering and the children. A move that was best before is searched before the others are
        // ranked, since mostly it ends the node: 16 % fewer nodes to depth 14 on 20 midgame positions.
        let rank_at = usize::from(first < 64 && moves >> first & 1 == 1);
        let (mut best, mut best_square) = (i32::MIN, 64);
        let mut at = 0;
        while at < children.len() {
            if at == rank_at {
                rank(isa, worker, &mut children, at, (own, opp), known, (alpha, depth));
            }
            let child = children.take_best(at, own, opp);
            at += 1;
            let board = (child.own, child.opp, child.replies);
            let may_reduce = worker.reduces && worker.selectivity < EXACT && !to_the_end;
            let reduced = may_reduce && at > REDUCE_AFTER && depth >= REDUCE_FROM;
            let mut score = match (child.own, reduced) {
                (0, _) => 64,
                (_, true) => -null_window(isa, worker, board, -alpha - 1, depth - 1 - REDUCE_BY),
                (_, false) => alpha + 1,
            };
            if score > alpha && child.own != 0 {
                score = -null_window(isa, worker, board, -alpha - 1, depth - 1);
            }
            if score > best {
                (best, best_square) = (score, child.square);
                if score > alpha {
                    break;
                }
            }
            if at < children.len() && depth >= worker.share_from && worker.team.has_idle() {
                if at == rank_at {
                    rank(isa, worker, &mut children, at, (own, opp), known, (alpha, depth));
                }
                let brothers = share_rest(isa, worker, &mut children, at, (own, opp), alpha, depth);
                if brothers.best > best {
                    (best, best_square) = (brothers.best, brothers.square);
                }
                break;
            }
        }
        // Stage 9: the result.
        if !worker.stopped() {
            let selectivity = worker.selectivity;
            let found = Found { depth, selectivity, alpha, beta: alpha + 1, score: best, best: best_square };
            worker.table.put(own, opp, &found);
        }
        best
    }
}

impl Routine for FullWindow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let FullWindow { worker, own, opp, moves, alpha, beta, depth } = self;
        let empties = (!(own | opp)).count_ones();
        let to_the_end = depth >= empties;
        if beta - alpha == 1 {
            return isa.call(NullWindow { worker, own, opp, moves, alpha, depth });
        }
        if to_the_end && empties <= 4 {
            return solve_exactly(isa, worker, own, opp, (alpha, beta));
        }
        if !to_the_end && depth <= SHALLOW_UP_TO {
            return isa.call(Shallow { worker, own, opp, moves, alpha, beta, depth });
        }
        worker.count_node();
        if worker.stopped() {
            return alpha;
        }
        let known = worker.table.get(own, opp);
        if let Some(entry) = known
            && worker.accepts(&entry, depth)
            && entry.lower == entry.upper
        {
            return i32::from(entry.lower);
        }
        let mut children = Children::generate(isa, own, opp, moves, 64);
        rank(isa, worker, &mut children, 0, (own, opp), known, (alpha, depth));
        let first = children.take_best(0, own, opp);
        let board = (first.own, first.opp, first.replies);
        let mut best = -full_window(isa, worker, board, (-beta, -alpha), depth - 1);
        let mut best_square = first.square;
        let mut at = 1;
        while at < children.len() && best < beta && !worker.stopped() {
            let floor = alpha.max(best);
            // Test the brothers, together if there are threads for it; stop at one that may be better.
            let (score, square) = if depth >= worker.share_from && worker.team.has_idle() {
                let brothers = share_rest(isa, worker, &mut children, at, (own, opp), floor, depth);
                at = children.keep_unfinished(at, brothers.done, brothers.square, brothers.best > floor);
                (brothers.best, brothers.square)
            } else {
                let child = children.take_best(at, own, opp);
                at += 1;
                let board = (child.own, child.opp, child.replies);
                (-null_window(isa, worker, board, -floor - 1, depth - 1), child.square)
            };
            if score > floor && score < beta {
                let child = children.find(square, own, opp);
                let board = (child.own, child.opp, child.replies);
                let score = -full_window(isa, worker, board, (-beta, -score), depth - 1);
                (best, best_square) = (score, square);
            } else if score > best {
                (best, best_square) = (score, square);
            }
        }
        if !worker.stopped() {
            let selectivity = worker.selectivity;
            worker.table.put(
                own,
                opp,
                &Found { depth, selectivity, alpha, beta, score: best, best: best_square },
            );
        }
        best
    }
}

/// Shares the children from place `at` on, best first, with idle threads.
#[inline(never)]
fn share_rest<I: Isa>(
    isa: I,
    worker: &mut Worker,
    children: &mut Children,
    at: usize,
    (own, opp): (u64, u64),
    alpha: i32,
    depth: u32,
) -> Brothers {
    let rest = (at..children.len()).map(|n| children.take_best(n, own, opp)).collect();
    parallel::share(isa, worker, rest, alpha, depth)
}

/// Tests a board with few empty squares in the dedicated code.
#[inline(always)]
fn solve_small<I: Isa>(
    isa: I,
    worker: &mut Worker,
    own: u64,
    opp: u64,
    moves: u64,
    alpha: i32,
    empties: u32,
) -> i32 {
    match empties {
        0..=4 => last::solve_last(isa, worker, own, opp, alpha),
        5 => isa.visit::<few::Solve5>(worker, own, opp, alpha, moves),
        _ => isa.visit::<SolveSorted>(worker, own, opp, alpha, moves),
    }
}

/// Finds the value of a board with at most four empty squares within a window, by null-window tests.
fn solve_exactly<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, (alpha, beta): (i32, i32)) -> i32 {
    let (mut low, mut high) = (alpha.max(-64), beta.min(64));
    let mut score = low;
    while low < high {
        score = last::solve_last(isa, worker, own, opp, low);
        if score > low {
            low = score;
        } else {
            high = score;
        }
    }
    score
}

/// Returns a score above `alpha` if the table already knows a child to be that bad for the opponent.
#[inline(always)]
fn child_cut(
    worker: &Worker,
    children: &Children,
    (own, opp): (u64, u64),
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    // The dedicated code leaves nothing in the table.
    let empties = (!(own | opp)).count_ones();
    if depth < 5 || depth >= empties && empties <= SORTED_UP_TO + 1 {
        return None;
    }
    // All lines of the table are on their way before the first is waited for.
    let mut n = 0;
    while n < children.len() {
        let child = children.at(n, own, opp);
        worker.table.prefetch(child.own, child.opp);
        n += 1;
    }
    n = 0;
    while n < children.len() {
        let child = children.at(n, own, opp);
        if let Some(entry) = worker.table.get(child.own, child.opp)
            && worker.accepts(&entry, depth - 1)
            && -i32::from(entry.upper) > alpha
        {
            return Some(-i32::from(entry.upper));
        }
        n += 1;
    }
    None
}
