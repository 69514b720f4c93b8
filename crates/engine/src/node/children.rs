//! The children of a node, generated eight at a time and visited best first.

use arrayvec::ArrayVec;
use outflank_kernels::Isa;

use super::Node;
use crate::ordering::Surroundings;
use crate::square_or_none::SquareOrNone;

/// How many eights the moves of any board need, reachable or not: there are no more than squares.
const MOST_EIGHTS: usize = 8;

/// One child: the move and the node after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    /// The move that leads to it.
    pub(crate) square: SquareOrNone,
    /// The board after the move, the opponent to move.
    pub(crate) node: Node,
}

/// Eight legal moves of a node and what they do, as they are generated. Those beyond the last move are empty.
#[derive(Clone, Copy)]
struct EightMoves {
    flips: [u64; 8],
    replies: [u64; 8],
    /// The highest is visited first.
    keys: [i32; 8],
    squares: [u8; 8],
}

/// The children of a node, visited best first. Room that is not needed is never touched.
pub(crate) struct Children {
    /// The node they are children of.
    pub(crate) node: Node,
    len: usize,
    eights: ArrayVec<EightMoves, MOST_EIGHTS>,
}

impl Children {
    /// Generates the children of a node and gives each its place in the order, that of the move to `first`
    /// before all others.
    #[inline(always)]
    pub(crate) fn generate<I: Isa>(isa: I, node: Node, first: SquareOrNone) -> Children {
        let len = node.moves.count_ones() as usize;
        let mut children = Children { node, len, eights: ArrayVec::new() };
        let around = Surroundings::of(!(node.own | node.opp), first);
        let mut rest = node.moves;
        while rest != 0 {
            let bits = take_8(&mut rest);
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, node.own, node.opp);
            let (mut keys, mut squares) = ([0; 8], [0; 8]);
            let mut lane = 0;
            while lane < 8 {
                keys[lane] = -i32::from(around.cost(bits[lane], replies[lane]));
                squares[lane] = bits[lane].trailing_zeros() as u8;
                lane += 1;
            }
            children.eights.push(EightMoves { flips, replies, keys, squares });
        }
        children
    }

    /// Returns how many children there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the key of the child at a place: the highest is visited first.
    #[inline(always)]
    pub(crate) fn key(&self, n: usize) -> i32 {
        self.eights[n >> 3].keys[n & 7]
    }

    /// Changes the key of the child at a place.
    #[inline(always)]
    pub(crate) fn set_key(&mut self, n: usize, key: i32) {
        self.eights[n >> 3].keys[n & 7] = key;
    }

    /// Returns the child at a place, in the present order.
    #[inline(always)]
    pub(crate) fn at(&self, n: usize) -> Child {
        let (eight, lane) = (&self.eights[n >> 3], n & 7);
        let square = eight.squares[lane];
        let (own, opp) = self.node.after(u32::from(square), eight.flips[lane]);
        Child { square: SquareOrNone::of_byte(square), node: Node { own, opp, moves: eight.replies[lane] } }
    }

    /// Returns the best child not visited yet, `at` being the number of those visited.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, at: usize) -> Child {
        let mut best = at;
        let mut n = at + 1;
        while n < self.len {
            if self.key(n) > self.key(best) {
                best = n;
            }
            n += 1;
        }
        self.swap(at, best);
        self.at(at)
    }

    /// Lets the children at two places change places.
    #[inline(always)]
    fn swap(&mut self, a: usize, b: usize) {
        let (one, other) = (self.eights[a >> 3], self.eights[b >> 3]);
        let (to, from) = (a & 7, b & 7);
        let eight = &mut self.eights[a >> 3];
        eight.flips[to] = other.flips[from];
        eight.replies[to] = other.replies[from];
        eight.keys[to] = other.keys[from];
        eight.squares[to] = other.squares[from];
        let eight = &mut self.eights[b >> 3];
        eight.flips[from] = one.flips[to];
        eight.replies[from] = one.replies[to];
        eight.keys[from] = one.keys[to];
        eight.squares[from] = one.squares[to];
    }

    /// Returns the highest key from a place on.
    #[inline(always)]
    pub(crate) fn best_key(&self, from: usize) -> i32 {
        let mut best = i32::MIN / 2;
        let mut n = from;
        while n < self.len {
            best = best.max(self.key(n));
            n += 1;
        }
        best
    }

    /// Returns the child that moves to `square`, or the last one if there is none.
    pub(crate) fn find(&self, square: SquareOrNone) -> Child {
        let place = (0..self.len).find(|&n| self.at(n).square == square);
        self.at(place.unwrap_or(self.len - 1))
    }

    /// After the children from `at` on were searched together: moves those that are through before the
    /// others and returns the place of the first that is not. With `again`, the others have to be searched
    /// with a new window only if they were not through; the one at `square` counts as through.
    pub(crate) fn keep_unfinished(
        &mut self,
        at: usize,
        done: u64,
        square: SquareOrNone,
        again: bool,
    ) -> usize {
        if !again {
            return self.len;
        }
        let mut place = at;
        for n in at..self.len {
            if done >> (n - at) & 1 != 0 || self.at(n).square == square {
                self.swap(place, n);
                place += 1;
            }
        }
        place
    }
}

/// Takes up to eight squares out of `rest`, lowest first, each as its bit; 0 where there are no more.
#[inline(always)]
pub(crate) fn take_8(rest: &mut u64) -> [u64; 8] {
    let mut bits = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        bits[lane] = *rest & rest.wrapping_neg();
        *rest &= rest.wrapping_sub(1);
        lane += 1;
    }
    bits
}

/// Returns the discs that each of eight moves turns over, and the opponent's replies to it.
#[inline(always)]
pub(crate) fn flips_and_replies_of_8<I: Isa>(
    isa: I,
    bits: &[u64; 8],
    own: u64,
    opp: u64,
) -> ([u64; 8], [u64; 8]) {
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
