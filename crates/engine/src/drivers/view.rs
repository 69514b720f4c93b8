//! From which side a position is searched: all eight views of it as one.
//!
//! Evaluations do not depend on the side the board is seen from, but selective searches do: which of two
//! equal moves is tried first, and which result drives out which from the table. So a position is turned to
//! its canonical view first, and what is found is turned back. With an empty table all views then have one
//! value, one line and one number of visited boards.

use outflank_rules::{Move, Position, Symmetry};

use super::{MoveValue, Progress};
use crate::engine::Engine;

/// A position as it is searched.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The position that is searched.
    pub(super) position: Position,
    /// The symmetry that leads there.
    symmetry: Symmetry,
}

impl View {
    /// Looks at the canonical one of the eight views.
    pub(super) fn canonical(position: Position) -> View {
        let (position, symmetry) = position.canonical();
        View { position, symmetry }
    }

    /// Looks at the view that the engine's table knows best, as in a game that goes on; at the canonical one
    /// if it knows none.
    pub(super) fn best_known(engine: &Engine, position: Position) -> View {
        let depth_of = |view: &View| {
            let passes = view.position.must_pass();
            let board = if passes { view.position.board().swapped() } else { view.position.board() };
            engine.table.depth_of(board.own().0, board.opp().0)
        };
        let mut best = View::canonical(position);
        let mut depth = depth_of(&best);
        for symmetry in Symmetry::ALL {
            let view = View { position: symmetry.position(position), symmetry };
            if depth_of(&view) > depth {
                (best, depth) = (view, depth_of(&view));
            }
        }
        best
    }

    /// Returns a move of the position as the search has it.
    pub(super) fn there(&self, played: Move) -> Move {
        self.symmetry.mv(played)
    }

    /// Returns a line of the search as the position has it.
    pub(super) fn line(&self, line: &[Move]) -> Vec<Move> {
        let back = self.symmetry.inverse();
        line.iter().map(|&played| back.mv(played)).collect()
    }

    /// Returns moves of the search as the position has them.
    pub(super) fn moves(&self, moves: &[MoveValue]) -> Vec<MoveValue> {
        let back = self.symmetry.inverse();
        let seen = |one: &MoveValue| MoveValue {
            played: back.mv(one.played),
            value: one.value,
            line: self.line(&one.line),
        };
        let mut moves: Vec<MoveValue> = moves.iter().map(seen).collect();
        moves.sort_by_key(MoveValue::place);
        moves
    }

    /// Returns the progress of the search as the position has it.
    pub(super) fn progress(&self, progress: &Progress) -> Progress {
        let back = self.symmetry.inverse();
        let moves = self.moves(&progress.moves);
        // Of several best moves another may come first here.
        let first = moves.first();
        Progress {
            best: first.map(|one| one.played).or_else(|| progress.best.map(|played| back.mv(played))),
            line: first.map_or_else(|| self.line(&progress.line), |one| one.line.clone()),
            moves,
            ..*progress
        }
    }
}
