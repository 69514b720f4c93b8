//! The position a search is asked about: seen from the side that moves, with runs of a given depth.

use outflank_rules::{Isa, Move, Position, Square};

use crate::deep;
use crate::last;
use crate::table::{EXACT, SELECTIVITY};
use crate::value::{Truth, Value};
use crate::worker::Worker;

/// A position that is not finished. A side that must pass has just one move: the other is searched.
#[derive(Clone, Copy)]
pub(crate) struct Root {
    /// Whether the side to move passes first.
    pub(crate) passes: bool,
    /// The discs of the side that moves then.
    pub(crate) own: u64,
    /// The discs of the other.
    pub(crate) opp: u64,
    /// Its legal moves, at least one.
    pub(crate) moves: u64,
    /// The number of empty squares.
    pub(crate) empties: u32,
}

impl Root {
    /// Looks at a position.
    #[inline(always)]
    pub(crate) fn of<I: Isa>(isa: I, position: Position) -> Root {
        let passes = position.must_pass();
        let board = if passes { position.board().swapped() } else { position.board() };
        let (own, opp) = (board.own().0, board.opp().0);
        Root { passes, own, opp, moves: isa.legal_moves(own, opp), empties: board.empty().len() }
    }

    /// Returns a value found for the side that moves as the side to move sees it.
    pub(crate) fn seen(&self, value: Value) -> Value {
        if self.passes { -value } else { value }
    }

    /// Says what the score of a run of `depth` at a level of confidence is.
    pub(crate) fn truth(&self, depth: u32, level: u8) -> Truth {
        match depth >= self.empties && level >= EXACT {
            true => Truth::Exact,
            false => Truth::Estimate { depth, percent: SELECTIVITY[usize::from(level)].1 },
        }
    }

    /// Returns what a line begins with.
    pub(crate) fn line(&self) -> Vec<Move> {
        if self.passes { vec![Move::Pass] } else { Vec::new() }
    }

    /// Returns the move that looks best without any search, and what it is worth.
    #[inline(always)]
    pub(crate) fn best_at_sight<I: Isa>(&self, isa: I, worker: &Worker) -> (Square, i32) {
        let (mut best, mut rest) = ((Square::wrapping(self.moves.trailing_zeros()), i32::MIN), self.moves);
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let flips = isa.flips(square, self.own, self.opp);
            let (own, opp) = (self.opp & !flips, self.own | flips | 1 << square);
            let is_over = isa.legal_moves(own, opp) == 0 && isa.legal_moves(opp, own) == 0;
            let score =
                -if is_over { last::final_score(own, opp) } else { worker.weights.evaluate(isa, own, opp) };
            if score > best.1 {
                best = (Square::wrapping(square), score);
            }
        }
        best
    }
}

/// Finds the value of a board with a window around a guess, widened where the value lies outside.
#[inline(always)]
pub(crate) fn around<I: Isa>(
    isa: I,
    worker: &mut Worker,
    board: (u64, u64, u64),
    guess: i32,
    depth: u32,
) -> i32 {
    let (mut low, mut high) = ((guess - 2).max(-64), (guess + 2).min(64));
    // Selective searches may contradict each other: after a few windows everything is let in.
    for step in [4, 8, 16] {
        let score = deep::full_window(isa, worker, board, (low, high), depth);
        if worker.stopped() {
            return score;
        }
        if score <= low && low > -64 {
            (low, high) = ((score - step).max(-64), score + 1);
        } else if score >= high && high < 64 {
            (low, high) = (score - 1, (score + step).min(64));
        } else {
            return score;
        }
    }
    deep::full_window(isa, worker, board, (-64, 64), depth)
}
