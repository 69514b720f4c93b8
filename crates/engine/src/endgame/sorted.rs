//! Six to about a dozen empty squares: moves sorted by what they leave the opponent, results kept in the
//! thread's own transposition table.
//!
//! At six empty squares, too: against parity alone that saves 17 % of all nodes and 5 % of the time of
//! positions with 13 to 15 empty squares, although a sorted node costs several times one that is not. At
//! seven, parity alone would cost 30 % more nodes and 13 % more time. At five, sorting saves 10 % of the
//! nodes of FFO #40-44, but the time of #40-45 is 9 % longer.

use outflank_kernels::{Isa, NodeRoutine};

use super::five::Solve5;
use super::{enter, stability_cut};
use crate::node::{Child, Node, flips_and_replies_of_8, take_8};
use crate::ordering::Surroundings;
use crate::square_or_none::SquareOrNone;
use crate::threads::Worker;
use crate::transposition::LocalTable;

/// Room for the moves of a board with at most 16 empty squares.
pub(super) const FEW_MOVES: usize = LocalTable::FEW_EMPTIES as usize;

/// The most moves that are generated one by one, most nodes near the leaves having two or three; more are
/// generated and weighed eight at a time. Limits of two and four take as long, six takes 4 % longer.
const ONE_BY_ONE: u32 = 3;

/// From so many empty squares on all children are looked up before the first is searched: 3 % fewer nodes.
/// From eight on would be 4 %, but no less time.
const CHILDREN_LOOKED_UP_FROM: u32 = 10;

/// The children of a node near the leaves, in two eights; what is best is found when it is asked for.
struct SortedChildren {
    moves: [[u64; 8]; 2],
    flips: [[u64; 8]; 2],
    replies: [[u64; 8]; 2],
    /// The least comes first; [`TAKEN`] if there is no child or it was taken.
    costs: [[u16; 8]; 2],
    /// The place of the best one, before any was taken.
    best: usize,
    /// Whether there are more than eight.
    many: bool,
}

const TAKEN: u16 = u16::MAX;

impl SortedChildren {
    /// Generates the children for `moves`, that of the move to `first` before all others.
    ///
    /// Prefetches their entries of `local`, unless there are eight at a time: that would not pay.
    #[inline(always)]
    fn generate<I: Isa>(isa: I, local: &LocalTable, node: Node, first: SquareOrNone) -> SortedChildren {
        let Node { own, opp, moves } = node;
        let count = moves.count_ones();
        let mut all = SortedChildren {
            moves: [[0; 8]; 2],
            flips: [[0; 8]; 2],
            replies: [[0; 8]; 2],
            costs: [[TAKEN; 8]; 2],
            best: 0,
            many: count > 8,
        };
        let around = Surroundings::of(!(own | opp), first);
        let mut rest = moves;
        let mut least = TAKEN;
        if count <= ONE_BY_ONE {
            let mut at = 0;
            while rest != 0 {
                let square = rest.trailing_zeros();
                let bit = 1 << square;
                let flips = isa.flips(square, own, opp);
                local.prefetch(opp & !flips, own | flips | bit);
                let replies = isa.legal_moves(opp & !flips, own | flips | bit);
                let cost = around.cost(bit, replies);
                all.moves[0][at & 7] = bit;
                all.flips[0][at & 7] = flips;
                all.replies[0][at & 7] = replies;
                all.costs[0][at & 7] = cost;
                if cost < least {
                    (least, all.best) = (cost, at & 7);
                }
                rest &= rest - 1;
                at += 1;
            }
            return all;
        }
        let mut part = 0;
        while rest != 0 && part < 2 {
            let bits = take_8(&mut rest);
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, own, opp);
            let mut costs = [0; 8];
            let mut lane = 0;
            while lane < 8 {
                let cost = around.cost(bits[lane], replies[lane]);
                costs[lane] = if bits[lane] == 0 { TAKEN } else { cost };
                lane += 1;
            }
            let (cost, at) = isa.least_of_8(&costs);
            if cost < least {
                (least, all.best) = (cost, 8 * part + at);
            }
            all.moves[part] = bits;
            all.flips[part] = flips;
            all.replies[part] = replies;
            all.costs[part] = costs;
            part += 1;
        }
        all
    }

    /// Returns a score above `alpha` if `local` already knows a child to be that bad for the opponent.
    #[inline(always)]
    fn cut<I: Isa>(&self, isa: I, local: &LocalTable, node: Node, alpha: i32) -> Option<i32> {
        let mut at = 0;
        while at < 16 && (at < 8 || self.many) {
            let (bit, flips) = (self.moves[at >> 3][at & 7], self.flips[at >> 3][at & 7]);
            if bit != 0
                && let Some(entry) = local.get(isa, node.opp & !flips, node.own | flips | bit)
                && -entry.upper > alpha
            {
                return Some(-entry.upper);
            }
            at += 1;
        }
        None
    }

    /// Takes the child at a place.
    #[inline(always)]
    fn take(&mut self, at: usize, node: Node) -> Child {
        let (part, lane) = (at >> 3 & 1, at & 7);
        self.costs[part][lane] = TAKEN;
        let (bit, flips) = (self.moves[part][lane], self.flips[part][lane]);
        let (own, opp) = (node.opp & !flips, node.own | flips | bit);
        Child {
            square: SquareOrNone::of_index(bit.trailing_zeros()),
            node: Node { own, opp, moves: self.replies[part][lane] },
        }
    }

    /// Returns the place of the best child that is left.
    #[inline(always)]
    fn next<I: Isa>(&self, isa: I) -> Option<usize> {
        let (mut cost, mut at) = isa.least_of_8(&self.costs[0]);
        if self.many {
            let (other, other_at) = isa.least_of_8(&self.costs[1]);
            if other < cost {
                (cost, at) = (other, 8 + other_at);
            }
        }
        if cost == TAKEN { None } else { Some(at) }
    }
}

/// Six and more empty squares without evaluation. `extra` holds the legal moves, at least one.
pub(super) struct SolveSorted;

impl NodeRoutine for SolveSorted {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, moves: u64) -> i32 {
        let node = Node { own, opp, moves };
        worker.nodes += 1;
        if let Some(bound) = stability_cut(isa, worker, own, opp, alpha) {
            return bound;
        }
        let mut first = SquareOrNone::NONE;
        if let Some(entry) = worker.local.get(isa, own, opp) {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            first = entry.best;
        }
        let mut children = SortedChildren::generate(isa, &worker.local, node, first);
        if node.empties() >= CHILDREN_LOOKED_UP_FROM
            && let Some(bound) = children.cut(isa, &worker.local, node, alpha)
        {
            return bound;
        }
        let next_is_five = node.empties() == 6;
        let (mut best, mut best_square) = (i32::MIN, SquareOrNone::NONE);
        let mut next = Some(children.best);
        while let Some(at) = next {
            let child = children.take(at, node);
            let score = if child.node.own == 0 {
                64
            } else if next_is_five {
                -enter::<Solve5, I>(isa, worker, child.node, -alpha - 1)
            } else {
                -enter::<SolveSorted, I>(isa, worker, child.node, -alpha - 1)
            };
            if score > best {
                (best, best_square) = (score, child.square);
                if score > alpha {
                    break;
                }
            }
            next = children.next(isa);
        }
        worker.local.put(isa, (own, opp), alpha, best, best_square);
        best
    }
}
