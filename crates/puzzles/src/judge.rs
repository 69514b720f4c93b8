//! Whether a move solves a puzzle, and what is answered.

use outflank_rules::{Move, Position};

use crate::{MoveProof, Puzzle};

/// What a move in a puzzle was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleVerdict {
    /// The right move.
    Right {
        /// The opponent's reply, with passes; none at the end.
        reply: Vec<Move>,
        /// Whether the puzzle is solved.
        solved: bool,
    },
    /// Another move.
    Wrong {
        /// What was right.
        right: Move,
        /// What the move is proven to be worth; known of the first question.
        proof: Option<MoveProof>,
    },
}

impl Puzzle {
    /// Returns the position after some moves of the line, and how many they are; `None` if they are not the
    /// beginning of the line.
    fn place(&self, so_far: &[Move]) -> Option<Position> {
        if self.line.get(..so_far.len())? != so_far {
            return None;
        }
        so_far.iter().try_fold(self.position, |position, &played| position.play(played).ok())
    }

    /// Judges a move after the beginning of the line, replies included; `None` if that is not how the line
    /// begins, if it is not the solver's turn, or if the move is not legal.
    #[must_use]
    pub fn judge(&self, so_far: &[Move], played: Move) -> Option<PuzzleVerdict> {
        let position = self.place(so_far)?;
        let right = *self.line.get(so_far.len())?;
        if position.side_to_move() != self.solver() || !position.is_legal(played) {
            return None;
        }
        if played != right {
            let proof =
                self.moves.iter().find(|proof| so_far.is_empty() && Some(proof.square) == played.square());
            return Some(PuzzleVerdict::Wrong { right, proof: proof.copied() });
        }
        let rest = &self.line[so_far.len() + 1..];
        let mut now = position.play(played).ok()?;
        let mut reply = Vec::new();
        for &next in rest {
            if now.side_to_move() == self.solver() && !now.must_pass() {
                break;
            }
            now = now.play(next).ok()?;
            reply.push(next);
        }
        Some(PuzzleVerdict::Right { reply, solved: rest.is_empty() })
    }
}
