//! Six to about a dozen empty squares: moves sorted by what they leave the opponent, results kept.
//!
//! At six empty squares, too: against parity alone that saves 17 % of all nodes and 5 % of the time of positions
//! with 13 to 15 empty squares, although a sorted node costs several times one that is not. At seven, parity alone
//! would cost 30 % more nodes and 13 % more time. At five, sorting saves 10 % of the nodes of FFO #40-44, but the time
//! of #40-45 is 9 % longer.

use arrayvec::ArrayVec;
use outflank_rules::{Isa, Node};

use crate::few::{self, Solve5};
use crate::local::LocalTable;
use crate::worker::Worker;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Room for the moves of a board with at most 16 empty squares.
pub(crate) const FEW_MOVES: usize = 16;
/// Room for the moves of any board, reachable or not: no more than there are squares.
const MOST_MOVES: usize = 64;

/// A legal move of a node and what it does.
#[derive(Clone, Copy)]
struct Candidate {
    flips: u64,
    replies: u64,
    /// The highest is visited first.
    key: i32,
    square: u8,
}

/// The children of a node, generated eight at a time and visited best first.
///
/// Room that is not needed is not touched.
pub(crate) struct Children {
    candidates: ArrayVec<Candidate, MOST_MOVES>,
}

/// Returns the discs that each of eight moves turns over, and the opponent's replies to it.
#[inline(always)]
fn flips_and_replies_of_8<I: Isa>(isa: I, bits: &[u64; 8], own: u64, opp: u64) -> ([u64; 8], [u64; 8]) {
    let flips = isa.flips_of_8(bits, own, opp);
    let (mut own8, mut opp8) = ([0; 8], [0; 8]);
    let mut lane = 0;
    while lane < 8 {
        own8[lane] = opp & !flips[lane];
        opp8[lane] = own | flips[lane] | bits[lane];
        lane += 1;
    }
    (flips, isa.legal_moves_of_8(&own8, &opp8))
}

/// One child: the boards after the move and the opponent's replies.
pub(crate) struct Child {
    pub(crate) square: u32,
    pub(crate) own: u64,
    pub(crate) opp: u64,
    pub(crate) replies: u64,
}

impl Children {
    /// Generates the children for `moves` and gives each its place in the order.
    #[inline(always)]
    pub(crate) fn generate<I: Isa>(isa: I, own: u64, opp: u64, moves: u64, first: u32) -> Children {
        let mut children = Children { candidates: ArrayVec::new() };
        let around = Surroundings::of(!(own | opp), first);
        let mut rest = moves;
        while rest != 0 {
            let bits = take_8(&mut rest);
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, own, opp);
            let mut keys = [0; 8];
            let mut lane = 0;
            while lane < 8 {
                keys[lane] = -i32::from(cost(bits[lane], replies[lane], around));
                lane += 1;
            }
            let mut lane = 0;
            while lane < 8 && bits[lane] != 0 {
                children.candidates.push(Candidate {
                    flips: flips[lane],
                    replies: replies[lane],
                    key: keys[lane],
                    square: bits[lane].trailing_zeros() as u8,
                });
                lane += 1;
            }
        }
        children
    }

    /// Returns how many children there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the key of the child at a place: the highest is visited first.
    #[inline(always)]
    pub(crate) fn key(&self, n: usize) -> i32 {
        self.candidates[n].key
    }

    /// Changes the key of the child at a place.
    #[inline(always)]
    pub(crate) fn set_key(&mut self, n: usize, key: i32) {
        self.candidates[n].key = key;
    }

    /// Returns the child at a place, in the present order.
    #[inline(always)]
    pub(crate) fn at(&self, n: usize, own: u64, opp: u64) -> Child {
        let Candidate { flips, replies, square, .. } = self.candidates[n];
        let square = u32::from(square);
        Child { square, own: opp & !flips, opp: own | flips | 1 << square, replies }
    }

    /// Returns the best child not visited yet, `at` being the number of those visited.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, at: usize, own: u64, opp: u64) -> Child {
        let mut best = at;
        let mut n = at + 1;
        while n < self.len() {
            if self.key(n) > self.key(best) {
                best = n;
            }
            n += 1;
        }
        self.candidates.swap(at, best);
        self.at(at, own, opp)
    }

    /// Returns the highest key from a place on.
    #[inline(always)]
    pub(crate) fn best_key(&self, from: usize) -> i32 {
        let mut best = i32::MIN / 2;
        let mut n = from;
        while n < self.len() {
            best = best.max(self.key(n));
            n += 1;
        }
        best
    }

    /// Returns the child that moves to `square`, or the last one if there is none.
    pub(crate) fn find(&self, square: u32, own: u64, opp: u64) -> Child {
        let place = self.candidates.iter().position(|one| u32::from(one.square) == square);
        self.at(place.unwrap_or(self.len() - 1), own, opp)
    }

    /// After the children from `at` on were searched together: moves those that are through before the
    /// others and returns the place of the first that is not. With `again`, the others have to be searched
    /// with a new window only if they were not through; the one at `square` counts as through.
    pub(crate) fn keep_unfinished(&mut self, at: usize, done: u64, square: u32, again: bool) -> usize {
        if !again {
            return self.len();
        }
        let mut place = at;
        for n in at..self.len() {
            if done >> (n - at) & 1 != 0 || u32::from(self.candidates[n].square) == square {
                self.candidates.swap(place, n);
                place += 1;
            }
        }
        place
    }
}

/// What the order of moves takes from the board before the move.
#[derive(Clone, Copy)]
struct Surroundings {
    /// The squares of quadrants with an odd number of empty squares.
    odd: u64,
    /// The squares that no empty square is next to.
    holes: u64,
    /// The move that comes before all others, if any.
    first: u64,
}

impl Surroundings {
    #[inline(always)]
    fn of(empty: u64, first: u32) -> Surroundings {
        let first = if first < 64 { 1 << first } else { 0 };
        Surroundings { odd: few::odd_quadrants(empty), holes: !next_to(empty), first }
    }
}

/// Returns the squares that a square of `squares` is next to, in any of the eight directions.
#[inline(always)]
fn next_to(squares: u64) -> u64 {
    let sides = squares << 1 & 0xfefe_fefe_fefe_fefe | squares >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    let row = squares | sides;
    sides | row << 8 | row >> 8
}

/// What the opponent's reply costs, in [`cost`].
pub(crate) const REPLY: i32 = 16;

/// Says how late a move should be tried: few replies, none of them corners, into a hole or an odd quadrant come early.
///
/// A reply on an X-square gives something away, so it counts less. The weights come from a coordinate descent on the
/// nodes of 24 positions with 20 to 22 empty squares from games of 1977 to 2011. On FFO #40-44 they save 5.6 % of the
/// nodes against replies, corners twice, and parity at half a reply. Tried without gain: X-squares and C-squares
/// as moves, edges, discs turned over, replies into odd quadrants, an empty list of replies, the empty squares next
/// to our discs (0.6 % fewer nodes).
#[inline(always)]
fn cost(bit: u64, replies: u64, around: Surroundings) -> u16 {
    let replies_cost = REPLY as u64 * u64::from(replies.count_ones())
        + 11 * u64::from((replies & CORNERS).count_ones())
        - 4 * u64::from((replies & X_SQUARES).count_ones());
    let mut counted = 64 + replies_cost;
    counted -= if bit & around.odd != 0 { 2 } else { 0 };
    counted -= if bit & CORNERS != 0 { 12 } else { 0 };
    counted -= if bit & around.holes != 0 { 6 } else { 0 };
    if bit == around.first { 0 } else { counted as u16 }
}

/// Takes up to eight squares out of `rest`, lowest first, each as its bit; 0 where there are no more.
#[inline(always)]
fn take_8(rest: &mut u64) -> [u64; 8] {
    let mut bits = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        bits[lane] = *rest & rest.wrapping_neg();
        *rest &= rest.wrapping_sub(1);
        lane += 1;
    }
    bits
}

/// The most moves that are generated one by one, most nodes near the leaves having two or three; more are generated
/// and weighed eight at a time. Limits of two and four take as long, six takes 4 % longer.
const ONE_BY_ONE: u32 = 3;

/// The children of a node near the leaves, in two eights; what is best is found when it is asked for.
struct Handful {
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

impl Handful {
    /// Generates the children for `moves`, that of the move to `first` before all others.
    ///
    /// What `local` may know about them is on its way before it is asked for; of eight at a time that would not pay.
    #[inline(always)]
    fn generate<I: Isa>(
        isa: I,
        local: &LocalTable,
        (own, opp): (u64, u64),
        moves: u64,
        first: u32,
    ) -> Handful {
        let count = moves.count_ones();
        let mut all = Handful {
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
                let cost = cost(bit, replies, around);
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
                let cost = cost(bits[lane], replies[lane], around);
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

    /// Takes the child at a place.
    #[inline(always)]
    fn take(&mut self, at: usize, own: u64, opp: u64) -> Child {
        let (part, lane) = (at >> 3 & 1, at & 7);
        self.costs[part][lane] = TAKEN;
        let (bit, flips) = (self.moves[part][lane], self.flips[part][lane]);
        Child {
            square: bit.trailing_zeros(),
            own: opp & !flips,
            opp: own | flips | bit,
            replies: self.replies[part][lane],
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
pub(crate) struct SolveSorted;

impl Node for SolveSorted {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, moves: u64) -> i32 {
        worker.nodes += 1;
        if let Some(bound) = few::stability_cut(isa, worker, own, opp, alpha) {
            return bound;
        }
        let mut first = 64;
        if let Some(entry) = worker.local.get(own, opp) {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            first = entry.best;
        }
        let mut children = Handful::generate(isa, &worker.local, (own, opp), moves, first);
        let next_is_five = (!(own | opp)).count_ones() == 6;
        let (mut best, mut best_square) = (i32::MIN, 64);
        let mut next = Some(children.best);
        while let Some(at) = next {
            let child = children.take(at, own, opp);
            let score = if child.own == 0 {
                64
            } else if next_is_five {
                -few::enter_with::<Solve5, I>(isa, worker, child.own, child.opp, -alpha - 1, child.replies)
            } else {
                -few::enter_with::<SolveSorted, I>(
                    isa,
                    worker,
                    child.own,
                    child.opp,
                    -alpha - 1,
                    child.replies,
                )
            };
            if score > best {
                (best, best_square) = (score, child.square);
                if score > alpha {
                    break;
                }
            }
            next = children.next(isa);
        }
        worker.local.put(own, opp, alpha, best, best_square);
        best
    }
}
