//! The last four empty squares: dedicated code, because most nodes of a solve are here.
//!
//! Scores are final disc differences for the mover, empties to the winner. Every function is a null-window
//! test: it returns a score above `alpha` as soon as one is found, otherwise the best score (fail-soft).

use outflank_rules::{Isa, Node};

use crate::worker::Worker;

/// The squares next to each square, in all eight directions: without an opposing disc there, a move turns
/// nothing, and the flip need not be computed.
pub(crate) static AROUND: [u64; 64] = build_around();

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

/// Returns the quadrant of a square, 0 to 3.
#[inline(always)]
const fn quadrant(square: u32) -> u32 {
    (square >> 2 & 1) | (square >> 4 & 2)
}

/// Returns the final score when neither side can move.
#[inline(always)]
pub(crate) fn final_score(own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    let empty = 64 - own - opp;
    let difference = own - opp;
    difference + empty * difference.signum()
}

/// Scores a board with one empty square.
#[inline(always)]
fn solve_1<I: Isa>(isa: I, worker: &mut Worker, own: u64, square: u32) -> i32 {
    worker.nodes += 1;
    // 63 discs: the difference after filling the square with n flips is 2 * (own + n) - 62.
    let discs = own.count_ones() as i32;
    let flips = isa.last_flips(square, own) as i32;
    if flips != 0 {
        return 2 * (discs + flips) - 62;
    }
    let flips = isa.last_flips(square, !own) as i32;
    if flips != 0 {
        return 2 * (discs - flips) - 64;
    }
    // Nobody can fill it: the winner gets it.
    let difference = 2 * discs - 63;
    difference + difference.signum()
}

/// Solves a board with two empty squares.
#[inline(always)]
fn solve_2<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, a: u32, b: u32, alpha: i32) -> i32 {
    worker.nodes += 1;
    let mut best = i32::MIN;
    if AROUND[a as usize & 63] & opp != 0 {
        let flips = isa.flips(a, own, opp);
        if flips != 0 {
            best = -solve_1(isa, worker, opp & !flips, b);
            if best > alpha {
                return best;
            }
        }
    }
    if AROUND[b as usize & 63] & opp != 0 {
        let flips = isa.flips(b, own, opp);
        if flips != 0 {
            let score = -solve_1(isa, worker, opp & !flips, a);
            return if score > best { score } else { best };
        }
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
pub(crate) struct Solve3;

const PASSED: u64 = 1 << 32;

impl Node for Solve3 {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, extra: u64) -> i32 {
        worker.nodes += 1;
        let squares = [extra as u32 & 63, (extra >> 8) as u32 & 63, (extra >> 16) as u32 & 63];
        let mut best = i32::MIN;
        let mut at = 0;
        while at < 3 {
            let square = squares[at];
            if AROUND[square as usize] & opp != 0 {
                let flips = isa.flips(square, own, opp);
                if flips != 0 {
                    let (b, c) = (squares[usize::from(at == 0)], squares[if at == 2 { 1 } else { 2 }]);
                    let after = own | flips | 1 << square;
                    let score = -solve_2(isa, worker, opp & !flips, after, b, c, -alpha - 1);
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

/// Orders three squares so that one alone in its quadrant comes first: whoever plays there moves last.
#[inline(always)]
fn pack_3(a: u32, b: u32, c: u32) -> u64 {
    let (qa, qb, qc) = (quadrant(a), quadrant(b), quadrant(c));
    let (a, b, c) = if qa == qb && qc != qa {
        (c, a, b)
    } else if qa == qc && qb != qa {
        (b, a, c)
    } else {
        (a, b, c)
    };
    u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16
}

/// Four empty squares, packed into the low four bytes of `extra`, odd quadrants first; bit 32 as above.
pub(crate) struct Solve4;

impl Node for Solve4 {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, extra: u64) -> i32 {
        worker.nodes += 1;
        let at = |n: u32| (extra >> (8 * n)) as u32 & 63;
        let squares = [at(0), at(1), at(2), at(3)];
        let mut best = i32::MIN;
        let mut n = 0;
        while n < 4 {
            let square = squares[n];
            if AROUND[square as usize] & opp != 0 {
                let flips = isa.flips(square, own, opp);
                if flips != 0 {
                    let rest = match n {
                        0 => pack_3(squares[1], squares[2], squares[3]),
                        1 => pack_3(squares[0], squares[2], squares[3]),
                        2 => pack_3(squares[0], squares[1], squares[3]),
                        _ => pack_3(squares[0], squares[1], squares[2]),
                    };
                    let after = own | flips | 1 << square;
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

/// Packs the four squares of `empty` for [`Solve4`], squares in quadrants with an odd count first.
#[inline(always)]
pub(crate) fn pack_4(empty: u64, odd: u64) -> u64 {
    let (mut first, mut second) = (empty & odd, empty & !odd);
    let mut packed = 0;
    let mut n = 0;
    while first != 0 {
        packed |= u64::from(first.trailing_zeros()) << (8 * n);
        first &= first - 1;
        n += 1;
    }
    while second != 0 {
        packed |= u64::from(second.trailing_zeros()) << (8 * n);
        second &= second - 1;
        n += 1;
    }
    packed
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
        2 => solve_2(isa, worker, own, opp, square(0), square(1), alpha),
        3 => isa.visit::<Solve3>(worker, own, opp, alpha, pack_3(square(0), square(1), square(2))),
        _ => isa.visit::<Solve4>(worker, own, opp, alpha, pack_4(empty, crate::few::odd_quadrants(empty))),
    }
}
