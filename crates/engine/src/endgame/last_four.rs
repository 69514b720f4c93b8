//! The last four empty squares: dedicated code, because most nodes of a solve are here.
//!
//! Scores are final disc differences for the mover, empties to the winner. Every function is a null-window
//! test: it returns a score above `alpha` as soon as one is found, otherwise the best score (fail-soft).

use outflank_kernels::{Isa, NodeRoutine};

use super::{final_score, stable_bound};
use crate::threads::Worker;

/// The squares next to each square, in all eight directions: without an opposing disc there, a move turns
/// nothing, and the flip need not be computed.
static AROUND: [u64; 64] = build_around();

const fn build_around() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit << 1 & 0xfefe_fefe_fefe_fefe) | (bit >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
}

/// Scores a board with one empty square.
#[inline(always)]
fn solve_1<I: Isa>(isa: I, worker: &mut Worker, own: u64, square: u32) -> i32 {
    worker.nodes += 1;
    // 63 discs: the difference after filling the square with n flips is 2 * (own + n) - 62.
    let discs = own.count_ones() as i32;
    let (flips, flipped) = isa.last_flips_of_either(square, own);
    if flips != 0 {
        return 2 * (discs + flips as i32) - 62;
    }
    if flipped != 0 {
        return 2 * (discs - flipped as i32) - 64;
    }
    // Nobody can fill it: the winner gets it.
    let difference = 2 * discs - 63;
    difference + difference.signum()
}

/// Solves a board with two empty squares.
#[inline(always)]
fn solve_2<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, [a, b]: [u32; 2], alpha: i32) -> i32 {
    worker.nodes += 1;
    // Both at once, whether the second is needed or not: 1.5 % less time on FFO #40-45 than one after the
    // other.
    let flips_a = isa.flips(a, own, opp);
    let flips_b = isa.flips(b, own, opp);
    let mut best = i32::MIN;
    if flips_a != 0 {
        best = -solve_1(isa, worker, opp & !flips_a, b);
        if best > alpha {
            return best;
        }
    }
    if flips_b != 0 {
        let score = -solve_1(isa, worker, opp & !flips_b, a);
        return if score > best { score } else { best };
    }
    if best != i32::MIN {
        return best;
    }
    // Pass: the same for the other side, whose best move is our worst.
    let mut worst = i32::MAX;
    if AROUND[a as usize & 63] & own != 0 {
        let flips = isa.flips(a, opp, own);
        if flips != 0 {
            worst = solve_1(isa, worker, own & !flips, b);
            if worst <= alpha {
                return worst;
            }
        }
    }
    if AROUND[b as usize & 63] & own != 0 {
        let flips = isa.flips(b, opp, own);
        if flips != 0 {
            let score = solve_1(isa, worker, own & !flips, a);
            return if score < worst { score } else { worst };
        }
    }
    if worst != i32::MAX { worst } else { final_score(own, opp) }
}

/// Three empty squares, packed into the low three bytes of `extra`; bit 32 says the other side just passed.
pub(super) struct Solve3;

const PASSED: u64 = 1 << 32;

impl NodeRoutine for Solve3 {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, extra: u64) -> i32 {
        worker.nodes += 1;
        let mut best = i32::MIN;
        let mut squares = extra as u32 & 0xff_ffff;
        let mut at = 0;
        while at < 3 {
            let square = squares & 63;
            // The others move up, this one to the end.
            squares = squares >> 8 | square << 16;
            if AROUND[square as usize] & opp != 0 {
                let flips = isa.flips(square, own, opp);
                if flips != 0 {
                    let (b, c) = (squares & 63, squares >> 8 & 63);
                    let after = own | flips | 1 << square;
                    let score = -solve_2(isa, worker, opp & !flips, after, [b, c], -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    if score > best {
                        best = score;
                    }
                }
            }
            at += 1;
        }
        if best != i32::MIN {
            best
        } else if extra & PASSED != 0 {
            final_score(own, opp)
        } else {
            -isa.visit::<Solve3>(worker, opp, own, -alpha - 1, extra | PASSED)
        }
    }
}

/// Four empty squares, packed into the low four bytes of `extra` by [`pack_4`]; bit 32 as above.
pub(super) struct Solve4;

/// From this bound on the opponent's stable discs are counted at four empty squares: 6 to 13 % of the
/// nodes of positions with 20 empty squares less. From 14 or 34 on takes as long.
const STABILITY_FROM: i32 = 24;

/// Set in the packed squares of [`Solve4`] if they are two pairs, each in a quadrant of its own.
const TWO_PAIRS: u64 = 1 << 33;

impl NodeRoutine for Solve4 {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, extra: u64) -> i32 {
        worker.nodes += 1;
        if alpha >= STABILITY_FROM
            && let Some(bound) = stable_bound(isa, worker, own, opp, alpha)
        {
            return bound;
        }
        let mut best = i32::MIN;
        let mut n = 0;
        while n < 4 {
            let square = (extra >> (8 * n)) as u32 & 63;
            if AROUND[square as usize] & opp != 0 {
                let flips = isa.flips(square, own, opp);
                if flips != 0 {
                    let after = own | flips | 1 << square;
                    let rest = without(extra, n);
                    let score = -isa.visit::<Solve3>(worker, opp & !flips, after, -alpha - 1, rest);
                    if score > alpha {
                        return score;
                    }
                    if score > best {
                        best = score;
                    }
                }
            }
            n += 1;
        }
        if best != i32::MIN {
            best
        } else if extra & PASSED != 0 {
            final_score(own, opp)
        } else {
            -isa.visit::<Solve4>(worker, opp, own, -alpha - 1, extra | PASSED)
        }
    }
}

/// Takes the square at place `n` out of the four packed ones, for [`Solve3`].
///
/// The three come out with one alone in its quadrant first. That is their order already, except when the
/// second of two pairs loses a square.
#[inline(always)]
fn without(packed: u64, n: u32) -> u64 {
    let below = (1 << (8 * n)) - 1;
    let rest = packed & below | packed >> 8 & (0x00ff_ffff & !below);
    if n >= 2 && packed & TWO_PAIRS != 0 { rest >> 16 | (rest & 0xffff) << 8 } else { rest }
}

/// How to order four squares, by their quadrants: those under the mask come first.
#[derive(Clone, Copy)]
struct Order4 {
    first: u32,
    later_by: u8,
    two_pairs: bool,
}

/// One order for each combination of quadrants of four squares, two bits a square.
static ORDERS: [Order4; 256] = build_orders();

/// The bits of four packed squares that say in which half of the board they are, both ways.
const QUADRANT_BITS: u64 = 0x2424_2424;

const fn build_orders() -> [Order4; 256] {
    let mut table = [Order4 { first: 0, later_by: 0, two_pairs: false }; 256];
    let mut quadrants = 0;
    while quadrants < 256 {
        let mut counts = [0; 4];
        let mut n = 0;
        while n < 4 {
            counts[quadrants >> (2 * n) & 3] += 1;
            n += 1;
        }
        let two_pairs = counts[quadrants & 3] == 2 && !(counts[0] == 1 || counts[1] == 1 || counts[2] == 1);
        let (mut first, mut later_by) = (0, 0);
        let mut n = 0;
        while n < 4 {
            let quadrant = quadrants >> (2 * n) & 3;
            if counts[quadrant] == 1 || two_pairs && quadrant == quadrants & 3 {
                first |= 0xff << (8 * n);
                later_by += 8;
            }
            n += 1;
        }
        table[quadrants] = Order4 { first, later_by, two_pairs };
        quadrants += 1;
    }
    table
}

/// Packs the four squares of `empty` for [`Solve4`]: squares of odd quadrants first, a quadrant's only
/// one before three of another, and pairs together.
///
/// Whoever plays into a quadrant with an odd number of empty squares tends to have the last move there.
/// Against loops over both kinds of squares, and ordering each three anew, that saves 1 % of the nodes and 3
/// % of the time of positions with 13 to 15 empty squares.
#[inline(always)]
pub(super) fn pack_4<I: Isa>(isa: I, empty: u64) -> u64 {
    let mut rest = empty;
    let mut packed = 0;
    let mut n = 0;
    while n < 4 {
        packed |= u64::from(rest.trailing_zeros() & 63) << (8 * n);
        rest &= rest.wrapping_sub(1);
        n += 1;
    }
    let order = &ORDERS[isa.gather(packed, QUADRANT_BITS) as usize & 255];
    let first = u64::from(order.first);
    isa.gather(packed, first)
        | isa.gather(packed, !first & 0xffff_ffff) << order.later_by
        | u64::from(order.two_pairs) << TWO_PAIRS.trailing_zeros()
}

/// Solves a board with at most four empty squares (exactly, whatever `alpha`, if there are fewer than two).
pub(crate) fn solve_last<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32) -> i32 {
    let empty = !(own | opp);
    let square = |n: u32| {
        let mut rest = empty;
        for _ in 0..n {
            rest &= rest - 1;
        }
        rest.trailing_zeros()
    };
    match empty.count_ones() {
        0 => final_score(own, opp),
        1 => solve_1(isa, worker, own, square(0)),
        2 => solve_2(isa, worker, own, opp, [square(0), square(1)], alpha),
        3 => {
            let packed = u64::from(square(0)) | u64::from(square(1)) << 8 | u64::from(square(2)) << 16;
            isa.visit::<Solve3>(worker, own, opp, alpha, packed)
        }
        _ => isa.visit::<Solve4>(worker, own, opp, alpha, pack_4(isa, empty)),
    }
}
