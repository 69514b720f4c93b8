//! Six to about a dozen empty squares: moves sorted by what they leave the opponent, results kept.
//!
//! At six empty squares, too: against parity alone that saves 17 % of all nodes and 5 % of the time of positions
//! with 13 to 15 empty squares, although a sorted node costs several times one that is not. At seven, parity alone
//! would cost 30 % more nodes and 13 % more time.

use outflank_rules::{Isa, Node};

use crate::few::{self, Solve5};
use crate::last::AROUND;
use crate::worker::Worker;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Room for the moves of a board with at most 16 empty squares.
pub(crate) const FEW_MOVES: usize = 16;
/// Room for the moves of any board (no reachable one has more than 33), in eights.
pub(crate) const MANY_MOVES: usize = 40;

/// The children of a node, generated eight at a time and visited best first.
pub(crate) struct Children<const MOST: usize> {
    pub(crate) len: usize,
    squares: [u8; MOST],
    flips: [u64; MOST],
    replies: [u64; MOST],
    pub(crate) keys: [i32; MOST],
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

impl<const MOST: usize> Children<MOST> {
    /// Generates the children for `moves` and gives each its place in the order.
    #[inline(always)]
    pub(crate) fn generate<I: Isa>(isa: I, own: u64, opp: u64, moves: u64, first: u32) -> Self {
        let mut children =
            Self { len: 0, squares: [0; MOST], flips: [0; MOST], replies: [0; MOST], keys: [0; MOST] };
        let empty = !(own | opp);
        let odd = few::odd_quadrants(empty);
        let mut rest = moves;
        while rest != 0 && children.len + 8 <= MOST {
            let start = children.len;
            let mut bits = [0; 8];
            let mut filled = 0;
            while rest != 0 && filled < 8 {
                bits[filled] = rest & rest.wrapping_neg();
                rest &= rest - 1;
                filled += 1;
            }
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, own, opp);
            let mut lane = 0;
            while lane < filled {
                let at = start + lane;
                let square = bits[lane].trailing_zeros();
                children.squares[at] = square as u8;
                children.flips[at] = flips[lane];
                children.replies[at] = replies[lane];
                children.keys[at] =
                    order(square, replies[lane], empty, odd) + i32::from(square == first) * 10_000;
                lane += 1;
            }
            children.len = start + filled;
        }
        children
    }

    /// Returns the child at a place, in the present order.
    #[inline(always)]
    pub(crate) fn at(&self, n: usize, own: u64, opp: u64) -> Child {
        let (square, flips) = (u32::from(self.squares[n]), self.flips[n]);
        Child { square, own: opp & !flips, opp: own | flips | 1 << square, replies: self.replies[n] }
    }

    /// Returns the best child not visited yet, `at` being the number of those visited.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, at: usize, own: u64, opp: u64) -> Child {
        let mut best = at;
        let mut n = at + 1;
        while n < self.len {
            if self.keys[n] > self.keys[best] {
                best = n;
            }
            n += 1;
        }
        self.squares.swap(at, best);
        self.flips.swap(at, best);
        self.replies.swap(at, best);
        self.keys.swap(at, best);
        self.at(at, own, opp)
    }

    /// Returns the child that moves to `square`, or the last one if there is none.
    pub(crate) fn find(&self, square: u32, own: u64, opp: u64) -> Child {
        let place = (0..self.len).find(|&n| u32::from(self.squares[n]) == square);
        self.at(place.unwrap_or(self.len - 1), own, opp)
    }

    /// After the children from `at` on were searched together: moves those that are through before the
    /// others and returns the place of the first that is not. With `again`, the others have to be searched
    /// with a new window only if they were not through; the one at `square` counts as through.
    pub(crate) fn keep_unfinished(&mut self, at: usize, done: u32, square: u32, again: bool) -> usize {
        if !again {
            return self.len;
        }
        let mut place = at;
        for n in at..self.len {
            if done >> (n - at) & 1 != 0 || u32::from(self.squares[n]) == square {
                self.squares.swap(place, n);
                self.flips.swap(place, n);
                self.replies.swap(place, n);
                self.keys.swap(place, n);
                place += 1;
            }
        }
        place
    }
}

/// Says how early a move should be tried: few replies, none of them corners, into a hole or an odd quadrant.
///
/// A reply on an X-square gives something away, so it counts less. The weights come from a coordinate descent on the
/// nodes of 24 positions with 20 to 22 empty squares from games of 1977 to 2011. On FFO #40-44 they save 5.6 % of the
/// nodes against replies, corners twice, and parity at half a reply. Tried without gain: X-squares and C-squares
/// as moves, edges, discs turned over, replies into odd quadrants, an empty list of replies.
#[inline(always)]
fn order(square: u32, replies: u64, empty: u64, odd: u64) -> i32 {
    let bit = 1 << square;
    -16 * replies.count_ones() as i32 - 11 * (replies & CORNERS).count_ones() as i32
        + 4 * (replies & X_SQUARES).count_ones() as i32
        + 2 * i32::from(bit & odd != 0)
        + 12 * i32::from(bit & CORNERS != 0)
        + 6 * i32::from(AROUND[square as usize & 63] & empty == 0)
}

/// The most moves that are generated one by one, most nodes near the leaves having two or three.
///
/// With that, and with taking children by key instead of swapping them into order, positions with 13 to 15 empty
/// squares take 3 % less time than with eight at a time always. A limit of five is no different.
const ONE_BY_ONE: u32 = 4;

/// The children of a node near the leaves; what is best is found when it is asked for.
struct Handful {
    flips: [u64; FEW_MOVES],
    replies: [u64; FEW_MOVES],
    /// The place in the order, above it the square, and the child's own place in the lowest bits; 0 if there is
    /// no child or it was taken.
    keys: [u32; FEW_MOVES],
    few: bool,
}

impl Handful {
    /// Generates the children for `moves`, that of the move to `first` before all others.
    #[inline(always)]
    fn generate<I: Isa>(isa: I, own: u64, opp: u64, moves: u64, first: u32) -> Handful {
        let few = moves.count_ones() <= ONE_BY_ONE;
        let mut all = Handful { flips: [0; FEW_MOVES], replies: [0; FEW_MOVES], keys: [0; FEW_MOVES], few };
        let empty = !(own | opp);
        let odd = few::odd_quadrants(empty);
        let mut rest = moves;
        let mut at = 0;
        if few {
            while rest != 0 {
                let square = rest.trailing_zeros();
                let flips = isa.flips(square, own, opp);
                let replies = isa.legal_moves(opp & !flips, own | flips | 1 << square);
                all.flips[at & 15] = flips;
                all.replies[at & 15] = replies;
                all.keys[at & 15] = Self::key(square, replies, (empty, odd), first, at);
                rest &= rest - 1;
                at += 1;
            }
            return all;
        }
        while rest != 0 && at < FEW_MOVES {
            let mut bits = [0; 8];
            let mut lane = 0;
            while lane < 8 {
                bits[lane] = rest & rest.wrapping_neg();
                rest &= rest.wrapping_sub(1);
                lane += 1;
            }
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, own, opp);
            let mut lane = 0;
            while lane < 8 {
                let n = (at + lane) & 15;
                all.flips[n] = flips[lane];
                all.replies[n] = replies[lane];
                let square = bits[lane].trailing_zeros();
                all.keys[n] = if bits[lane] == 0 {
                    0
                } else {
                    Self::key(square, replies[lane], (empty, odd), first, n)
                };
                lane += 1;
            }
            at += 8;
        }
        all
    }

    #[inline(always)]
    fn key(square: u32, replies: u64, (empty, odd): (u64, u64), first: u32, at: usize) -> u32 {
        let place = 4096 + order(square, replies, empty, odd) + i32::from(square == first) * 10_000;
        (place as u32) << 10 | square << 4 | at as u32
    }

    /// Takes the best child that is left.
    #[inline(always)]
    fn take(&mut self, own: u64, opp: u64) -> Option<Child> {
        let mut key = 0;
        if self.few {
            let mut n = 0;
            while n < ONE_BY_ONE as usize {
                key = key.max(self.keys[n]);
                n += 1;
            }
        } else {
            let mut n = 0;
            while n < FEW_MOVES {
                key = key.max(self.keys[n]);
                n += 1;
            }
        }
        if key == 0 {
            return None;
        }
        let at = key as usize & 15;
        self.keys[at] = 0;
        let (square, flips) = (key >> 4 & 63, self.flips[at]);
        Some(Child { square, own: opp & !flips, opp: own | flips | 1 << square, replies: self.replies[at] })
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
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
            first = u32::from(entry.best);
        }
        let mut children = Handful::generate(isa, own, opp, moves, first);
        let next_is_five = (!(own | opp)).count_ones() == 6;
        let (mut best, mut best_square) = (i32::MIN, 64);
        while let Some(child) = children.take(own, opp) {
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
        }
        worker.local.put(own, opp, alpha, best, best_square);
        best
    }
}
