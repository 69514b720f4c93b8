//! The value of a position by the simplest searches there are: nothing in common with the engine.

use outflank_rules::{Board, Portable};

/// Up to so many empty squares the reference is minimax without any cut.
const MINIMAX_UP_TO: u32 = 9;

/// Tells whether a board is worth exactly `score`.
pub(crate) fn is_worth(board: Board, score: i32) -> bool {
    if board.empty().len() <= MINIMAX_UP_TO {
        minimax(board) == score
    } else {
        // Whatever the value is, a window around the score tells whether that is it.
        alpha_beta(board, score - 1, score + 1) == score
    }
}

/// Looks at every game that can follow.
fn minimax(board: Board) -> i32 {
    let moves = board.legal_moves(Portable);
    if moves.is_empty() {
        let swapped = board.swapped();
        if swapped.legal_moves(Portable).is_empty() { board.final_score() } else { -minimax(swapped) }
    } else {
        let value = |square| -minimax(board.after(square, board.flips(Portable, square)));
        moves.squares().map(value).max().unwrap_or_default()
    }
}

/// Looks at every game that can matter; moves in the order of the squares.
fn alpha_beta(board: Board, alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves(Portable);
    if moves.is_empty() {
        let swapped = board.swapped();
        if swapped.legal_moves(Portable).is_empty() {
            return board.final_score().clamp(alpha, beta);
        }
        return -alpha_beta(swapped, -beta, -alpha);
    }
    let mut best = alpha;
    for square in moves {
        best = best.max(-alpha_beta(board.after(square, board.flips(Portable, square)), -beta, -best));
        if best >= beta {
            return beta;
        }
    }
    best
}
