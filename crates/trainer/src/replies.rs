//! Positions one move after a position whose exact value is known.
//!
//! Game files know exact values where a fixed, even number of squares is empty. The best reply to such a
//! position has the same value with the other sign, and the values of the other replies can be told from it:
//! a search errs by much the same amount on all replies to one position, and the exact value tells by how
//! much. So the evaluation learns nearly exact values for an odd number of empty squares too.

use outflank_engine::Engine;
use outflank_rules::{Color, Portable, Position};

use crate::samples::TrainingSample;

/// Labels all replies to a position of known value that leave the opponent a move.
///
/// Each is searched to `depth`, and all are shifted alike so that the best one has the known value.
#[must_use]
pub fn replies(engine: &Engine, known: &TrainingSample, depth: u32) -> Vec<TrainingSample> {
    engine.forget();
    let mut samples = Vec::new();
    // Replies after which the opponent passes bound what is best as well.
    let mut best = i32::MIN;
    for square in known.board.legal_moves(Portable).squares() {
        let board = known.board.after(square, known.board.flips(Portable, square));
        let position = Position::of_board(board, Color::Black);
        let value = engine.search(position).depth(depth).analyze().value.score;
        best = best.max(-value);
        if !board.legal_moves(Portable).is_empty() {
            samples.push((board, value));
        }
    }
    let shift = i32::from(known.result) - best;
    let sample = |(board, value): (_, i32)| {
        let result = (value - shift).clamp(-64, 64) as i8;
        TrainingSample { board, result, search: None }
    };
    samples.into_iter().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::eval::Weights;
    use outflank_engine::fitting::SmallSolver;
    use outflank_rules::{Board, Tier};

    /// Six squares are empty.
    fn ending() -> Board {
        let position: Position =
            "-XXXXXX-XXXXXXXXXXXOXXXXXXOXXXXXXXXOXXXXXXXOOOOO--XOOOOO-XXXXXO- O".parse().unwrap();
        position.board()
    }

    #[test]
    fn exact_searches_give_exact_replies_and_a_known_value_shifts_them() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let board = ending();
        let mut solver = SmallSolver::new(Tier::best());
        let score = solver.score(board).unwrap();
        let of = |result| replies(&engine, &TrainingSample { board, result, search: None }, 20);
        let exact = of(score as i8);
        assert!(exact.len() >= 2, "{exact:?}");
        for reply in &exact {
            assert_eq!(solver.score(reply.board), Some(i32::from(reply.result)), "{reply:?}");
        }
        for (reply, shifted) in exact.iter().zip(of(score as i8 - 2)) {
            assert_eq!(shifted.result, (reply.result + 2).min(64));
        }
    }
}
