//! A line of play, with every position on the way.

use outflank_rules::{Bitboard, Color, Move, Position, Square};

/// A position and best play of both sides from there, passes included, so that the sides alternate.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The position before each ply, and the last one: one more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Variation {
    /// Follows moves as far as they are legal.
    #[must_use]
    pub fn follow(start: Position, moves: &[Move]) -> Variation {
        let mut line = Variation { positions: vec![start], moves: Vec::new() };
        for &played in moves {
            let Ok(next) = line.last().play(played) else { break };
            line.positions.push(next);
            line.moves.push(played);
        }
        line
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the last position.
    #[must_use]
    pub fn last(&self) -> &Position {
        // There is always the first one.
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the position after so many plies, if the line is that long.
    pub(super) fn after(&self, plies: usize) -> Option<&Position> {
        self.positions.get(plies)
    }

    /// Returns the plies with their numbers from 0, the positions before and after each, and who moves.
    pub(super) fn plies(&self) -> impl Iterator<Item = VariationPly<'_>> {
        self.moves.iter().enumerate().map(|(number, played)| VariationPly {
            number,
            square: played.square(),
            before: &self.positions[number],
            after: &self.positions[number + 1],
        })
    }

    /// Returns the number of the ply in which a side takes a square.
    pub(super) fn taken(&self, side: Color, square: Square) -> Option<usize> {
        self.plies().find(|ply| ply.side() == side && ply.square == Some(square)).map(|ply| ply.number)
    }

    /// Tells whether somebody takes a corner in the first plies.
    pub(super) fn takes_corner(&self, plies: usize) -> bool {
        self.plies().take(plies).any(|ply| ply.square.is_some_and(|at| Bitboard::CORNERS.contains(at)))
    }

    /// Returns who makes the last move of a finished game.
    pub(super) fn last_mover(&self) -> Option<Color> {
        let placed = self.plies().filter(|ply| ply.square.is_some()).last();
        placed.filter(|_| self.last().is_finished()).map(|ply| ply.side())
    }
}

/// One ply of a line.
#[derive(Clone, Copy)]
pub(super) struct VariationPly<'a> {
    pub(super) number: usize,
    /// `None` for a pass.
    pub(super) square: Option<Square>,
    pub(super) before: &'a Position,
    pub(super) after: &'a Position,
}

impl VariationPly<'_> {
    /// Returns who moves.
    pub(super) fn side(&self) -> Color {
        self.before.side_to_move()
    }
}
