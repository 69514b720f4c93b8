//! The children of a node, generated eight at a time and visited best first.

use arrayvec::ArrayVec;
use outflank_kernels::Isa;

use super::Node;
use crate::ordering::Surroundings;
use crate::square_or_none::SquareOrNone;

/// Room for the moves of any board, reachable or not: no more than there are squares.
const MOST_MOVES: usize = 64;

/// One child: the move and the node after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    /// The move that leads to it.
    pub(crate) square: SquareOrNone,
    /// The board after the move, the opponent to move.
    pub(crate) node: Node,
}

/// A legal move of a node and what it does.
#[derive(Clone, Copy)]
struct GeneratedMove {
    flips: u64,
    replies: u64,
    /// The highest is visited first.
    key: i32,
    square: u8,
}

/// The children of a node, visited best first. Room that is not needed is never touched.
pub(crate) struct Children {
    /// The node they are children of.
    pub(crate) node: Node,
    moves: ArrayVec<GeneratedMove, MOST_MOVES>,
}

impl Children {
    /// Generates the children of a node and gives each its place in the order, that of the move to `first`
    /// before all others.
    #[inline(always)]
    pub(crate) fn generate<I: Isa>(isa: I, node: Node, first: SquareOrNone) -> Children {
        let mut children = Children { node, moves: ArrayVec::new() };
        let around = Surroundings::of(!(node.own | node.opp), first);
        let mut rest = node.moves;
        while rest != 0 {
            let bits = take_8(&mut rest);
            let (flips, replies) = flips_and_replies_of_8(isa, &bits, node.own, node.opp);
            let mut keys = [0; 8];
            let mut lane = 0;
            while lane < 8 {
                keys[lane] = -i32::from(around.cost(bits[lane], replies[lane]));
                lane += 1;
            }
            let mut lane = 0;
            while lane < 8 && bits[lane] != 0 {
                children.moves.push(GeneratedMove {
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
        self.moves.len()
    }

    /// Returns the key of the child at a place: the highest is visited first.
    #[inline(always)]
    pub(crate) fn key(&self, n: usize) -> i32 {
        self.moves[n].key
    }

    /// Changes the key of the child at a place.
    #[inline(always)]
    pub(crate) fn set_key(&mut self, n: usize, key: i32) {
        self.moves[n].key = key;
    }

    /// Returns the child at a place, in the present order.
    #[inline(always)]
    pub(crate) fn at(&self, n: usize) -> Child {
        let GeneratedMove { flips, replies, square, .. } = self.moves[n];
        let (own, opp) = self.node.after(u32::from(square), flips);
        Child { square: SquareOrNone::of_byte(square), node: Node { own, opp, moves: replies } }
    }

    /// Returns the best child not visited yet, `at` being the number of those visited.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, at: usize) -> Child {
        let mut best = at;
        let mut n = at + 1;
        while n < self.len() {
            if self.key(n) > self.key(best) {
                best = n;
            }
            n += 1;
        }
        self.moves.swap(at, best);
        self.at(at)
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
    pub(crate) fn find(&self, square: SquareOrNone) -> Child {
        let place = self.moves.iter().position(|one| square.is(u32::from(one.square)));
        self.at(place.unwrap_or(self.len() - 1))
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
            return self.len();
        }
        let mut place = at;
        for n in at..self.len() {
            if done >> (n - at) & 1 != 0 || square.is(u32::from(self.moves[n].square)) {
                self.moves.swap(place, n);
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
