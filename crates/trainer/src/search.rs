//! A fixed-depth search that labels positions by the weights fitted so far.
//!
//! Passes cost no depth, so that every leaf has exactly `depth` empty squares fewer than the root: all leaves
//! of a search are judged by one stage, which has been fitted before. The value is exact for that tree:
//! alpha-beta with null windows after the first move, in units, moves sorted by the static evaluation where
//! subtrees are large and by mobility where they are small.

use outflank_engine::eval::{UNITS_PER_DISC, Weights};
use outflank_rules::{Board, Isa, Routine, Tier};

/// Beyond all scores, in units.
const INFINITE: i32 = 1 << 20;

/// From this depth on moves are sorted by the evaluation of their boards.
const EVALUATE_FROM: u32 = 3;

/// The most legal moves considered; no game has a board with more.
const MOST: usize = 40;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Returns the value of a board for the mover `depth` discs later, in units.
#[must_use]
pub(crate) fn search(tier: Tier, weights: &Weights, board: Board, depth: u32) -> i32 {
    tier.run(Visit {
        weights,
        own: board.own().0,
        opp: board.opp().0,
        alpha: -INFINITE,
        beta: INFINITE,
        depth,
    })
}

/// Returns the static evaluation of boards in units.
#[must_use]
pub(crate) fn evaluate_all(tier: Tier, weights: &Weights, boards: &[Board]) -> Vec<i32> {
    tier.run(EvaluateAll { weights, boards })
}

struct EvaluateAll<'a> {
    weights: &'a Weights,
    boards: &'a [Board],
}

impl Routine for EvaluateAll<'_> {
    type Output = Vec<i32>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<i32> {
        let mut values = Vec::with_capacity(self.boards.len());
        for board in self.boards {
            values.push(self.weights.evaluate_units(isa, board.own().0, board.opp().0));
        }
        values
    }
}

/// A node of the search.
struct Visit<'a> {
    weights: &'a Weights,
    own: u64,
    opp: u64,
    alpha: i32,
    beta: i32,
    depth: u32,
}

impl Routine for Visit<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Visit { weights, own, opp, alpha, beta, depth } = self;
        let moves = isa.legal_moves(own, opp);
        if moves == 0 {
            if isa.legal_moves(opp, own) == 0 {
                return Board::from_words(own, opp).final_score() * UNITS_PER_DISC;
            }
            return -isa.call(Visit { weights, own: opp, opp: own, alpha: -beta, beta: -alpha, depth });
        }
        if depth == 0 {
            let bound = 64 * UNITS_PER_DISC;
            return weights.evaluate_units(isa, own, opp).clamp(-bound, bound);
        }
        let mut children = SuccessorBoards::new(isa, weights, own, opp, moves, depth);
        let (mut best, mut low) = (-INFINITE, alpha);
        let mut at = 0;
        while at < children.len {
            let (own, opp) = children.take(at);
            let child = |alpha: i32, beta: i32| Visit { weights, own, opp, alpha, beta, depth: depth - 1 };
            let mut score = if at == 0 { low + 1 } else { -isa.call(child(-low - 1, -low)) };
            if score > low && (at == 0 || score < beta) {
                score = -isa.call(child(-beta, -low));
            }
            at += 1;
            best = best.max(score);
            low = low.max(score);
            if low >= beta {
                break;
            }
        }
        best
    }
}

/// The boards after each move and when to try them.
struct SuccessorBoards {
    len: usize,
    boards: [(u64, u64); MOST],
    keys: [i32; MOST],
}

impl SuccessorBoards {
    #[inline(always)]
    fn new<I: Isa>(isa: I, weights: &Weights, own: u64, opp: u64, moves: u64, depth: u32) -> SuccessorBoards {
        let mut children = SuccessorBoards { len: 0, boards: [(0, 0); MOST], keys: [0; MOST] };
        let mut rest = moves;
        while rest != 0 && children.len < MOST {
            let square = rest.trailing_zeros();
            let bit = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let flips = isa.flips(square, own, opp);
            let (next_own, next_opp) = (opp & !flips, own | flips | bit);
            let n = children.len;
            children.boards[n] = (next_own, next_opp);
            children.keys[n] = if depth >= EVALUATE_FROM {
                let replies = isa.legal_moves(next_own, next_opp).count_ones() as i32;
                -weights.evaluate_units(isa, next_own, next_opp) - replies * UNITS_PER_DISC / 2
            } else if depth >= 2 {
                let replies = isa.legal_moves(next_own, next_opp);
                16 * i32::from(bit & CORNERS != 0)
                    - 8 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
            } else {
                i32::from(bit & CORNERS != 0)
            };
            children.len += 1;
        }
        children
    }

    /// Returns the best board not visited yet, `at` being the number of those visited.
    #[inline(always)]
    fn take(&mut self, at: usize) -> (u64, u64) {
        let (mut best, mut n) = (at, at + 1);
        while n < self.len {
            if self.keys[n] > self.keys[best] {
                best = n;
            }
            n += 1;
        }
        self.boards.swap(at, best);
        self.keys.swap(at, best);
        self.boards[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;
    use crate::rng::seeded;
    use outflank_rules::Portable;

    /// Plain minimax with free passes.
    fn minimax(weights: &Weights, board: Board, depth: u32) -> i32 {
        let moves = board.legal_moves(Portable);
        if moves.is_empty() {
            let passed = board.swapped();
            if passed.legal_moves(Portable).is_empty() {
                return board.final_score() * UNITS_PER_DISC;
            }
            return -minimax(weights, passed, depth);
        }
        if depth == 0 {
            let bound = 64 * UNITS_PER_DISC;
            return weights.evaluate_units(Portable, board.own().0, board.opp().0).clamp(-bound, bound);
        }
        let value = |square| -minimax(weights, board.after(square, board.flips(Portable, square)), depth - 1);
        moves.squares().map(value).max().unwrap()
    }

    #[test]
    fn the_search_finds_what_minimax_finds() {
        let mut rng = seeded(&[3]);
        let bytes: Vec<u8> = (0..2 * 30 * crate::model::TiedWeights::new().len() / 2)
            .flat_map(|_| (rng.below(400) as i16 - 200).to_le_bytes())
            .collect();
        let weights = Weights::from_bytes(&bytes).unwrap();
        let mut board = START;
        for _ in 0..40 {
            assert_eq!(search(Tier::best(), &weights, board, 3), minimax(&weights, board, 3));
            if board.legal_moves(Portable).is_empty() {
                board = board.swapped();
            }
            let moves: Vec<_> = board.legal_moves(Portable).squares().collect();
            if moves.is_empty() {
                return;
            }
            let square = moves[rng.below(moves.len() as u32) as usize];
            board = board.after(square, board.flips(Portable, square));
        }
    }
}
