//! How the levels choose.

use outflank_engine::Stopper;
use outflank_rules::{Board, Portable, Square};

use super::chain;
use super::judge::Judge;
use super::replies;
use crate::heritage::lookahead::SearchKind;

/// A way to choose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The first legal square, or any if there is noise.
    FirstSquare,
    /// Along one line for each move, so many plies.
    Chain(u32),
    /// Three plies with all replies of the opponent.
    AllReplies,
    /// A search of so many plies, which the ancestor did not have.
    Search(SearchKind, u32),
}

impl Way {
    /// Returns how many plies it looks ahead.
    pub(super) fn plies(self) -> u32 {
        match self {
            Way::FirstSquare => 1,
            Way::AllReplies => 3,
            Way::Chain(plies) | Way::Search(_, plies) => plies,
        }
    }

    /// Chooses a square, the first of equals; `None` if there is no legal move. When it is stopped, it
    /// chooses among the moves it is through with.
    pub(super) fn choose(self, board: Board, judge: &mut Judge<'_>, stopper: &Stopper) -> Option<Square> {
        let goes_on = || !stopper.is_stopped();
        match self {
            Way::FirstSquare if judge.is_deterministic() => board.legal_moves(Portable).first(),
            Way::FirstSquare => {
                let moves = board.legal_moves(Portable);
                moves.squares().nth(judge.below(moves.len()) as usize)
            }
            Way::Chain(depth) => first_best(board, goes_on, |after| chain::value(after, depth - 1, judge)),
            Way::Search(kind, depth) => judge.search(kind, board, depth, stopper),
            Way::AllReplies => first_best(board, goes_on, |after| replies::value(after, judge)),
        }
    }
}

/// Returns the move after which the value is best for the side that made it, the first of equals, as long as
/// `goes_on` says so. `value` gets the board after the move as the opponent sees it.
pub(super) fn first_best(
    board: Board,
    goes_on: impl Fn() -> bool,
    mut value: impl FnMut(Board) -> f64,
) -> Option<Square> {
    let mut best: Option<(Square, f64)> = None;
    for square in board.legal_moves(Portable).squares().take_while(|_| goes_on()) {
        let found = value(board.after(square, board.flips(Portable, square)));
        if best.is_none_or(|(_, most)| found > most) {
            best = Some((square, found));
        }
    }
    best.map(|(square, _)| square)
}
