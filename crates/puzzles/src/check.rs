//! Proving a finished puzzle again: every claim it makes, by searches of single positions.

use outflank_engine::Truth;
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::prove::{EXACT_EMPTIES, PuzzleProver, is_greedy};
use crate::{Puzzle, PuzzleGoal, PuzzleId, ThemeSet};

/// Says what is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleFault {
    /// Its name belongs to another position.
    #[error("the name does not belong to the position")]
    Name,
    /// Its moves are not the legal ones.
    #[error("its moves are not the legal moves of the position")]
    Moves,
    /// A move is worth something else.
    #[error("{square} is worth {found}, not {claimed}")]
    Value {
        /// The square.
        square: Square,
        /// What the puzzle says.
        claimed: String,
        /// What was found.
        found: String,
    },
    /// The first move is not the only one.
    #[error("the goal is reached by another move than the first, or not at all")]
    Goal,
    /// Greed finds it.
    #[error("the answer is a corner that greed finds too")]
    Greedy,
    /// The line cannot be played.
    #[error("the line cannot be played from ply {0}")]
    Illegal(usize),
    /// A move of the solver in the line is not the only one.
    #[error("{square} at ply {ply} is not the only move")]
    NotUnique {
        /// Where.
        ply: usize,
        /// The move.
        square: Square,
    },
    /// A reply in the line is not the best.
    #[error("the reply {square} at ply {ply} is not the best")]
    Reply {
        /// Where.
        ply: usize,
        /// The move.
        square: Square,
    },
    /// The line ends with something else than a choice of the solver.
    #[error("the line does not end with a choice of the solver")]
    LineEnd,
    /// The themes are others.
    #[error("its themes are {found}, not {claimed}")]
    Themes {
        /// What the puzzle says.
        claimed: String,
        /// What the rules say.
        found: String,
    },
    /// The search was stopped.
    #[error("stopped before everything was proven")]
    Stopped,
}

impl PuzzleProver<'_> {
    /// Proves everything that a puzzle says, and names what is not so.
    ///
    /// Every move is solved by itself, so that nothing rests on the search that made the puzzle.
    #[must_use]
    pub fn check(&self, puzzle: &Puzzle) -> Vec<PuzzleFault> {
        let mut faults = Vec::new();
        if puzzle.id != PuzzleId::of(&puzzle.position) {
            faults.push(PuzzleFault::Name);
        }
        let squares: Bitboard = puzzle.moves.iter().map(|proof| proof.square).collect();
        let legal = puzzle.position.legal_moves();
        if squares != legal || puzzle.moves.len() != legal.len() as usize || puzzle.moves.len() < 2 {
            faults.push(PuzzleFault::Moves);
            return faults;
        }
        self.check_values(puzzle, &mut faults);
        self.check_line(puzzle, &mut faults);
        let found = ThemeSet::of(&puzzle.position, &puzzle.moves);
        if found != puzzle.themes {
            let [claimed, found] = [puzzle.themes, found].map(names);
            faults.push(PuzzleFault::Themes { claimed, found });
        }
        faults
    }

    /// Proves what every move is worth, and that the first alone reaches the goal.
    fn check_values(&self, puzzle: &Puzzle, faults: &mut Vec<PuzzleFault>) {
        for proof in &puzzle.moves {
            let position = puzzle.position;
            let found = match proof.value.truth {
                Truth::Exact if puzzle.empties() <= EXACT_EMPTIES => self
                    .exact_after(position, proof.square)
                    .map(|score| outflank_engine::Value { score, truth: Truth::Exact }),
                _ => self.outcome_after(position, proof.square),
            };
            match found {
                None => faults.push(PuzzleFault::Stopped),
                Some(found) if found != proof.value => faults.push(PuzzleFault::Value {
                    square: proof.square,
                    claimed: proof.value.to_string(),
                    found: found.to_string(),
                }),
                Some(_) => {}
            }
        }
        let best = puzzle.moves[0].bounds();
        let second = puzzle.moves[1..].iter().map(|proof| proof.bounds().1).max().unwrap_or(64);
        let proven_draw = puzzle.goal != PuzzleGoal::Draw || best == (0, 0);
        if !puzzle.goal.is_met(best.0, second) || !proven_draw {
            faults.push(PuzzleFault::Goal);
        }
        if is_greedy(&puzzle.position, puzzle.moves[0].square) {
            faults.push(PuzzleFault::Greedy);
        }
    }

    /// Proves that the solver's moves of the line are the only ones and the replies the best.
    fn check_line(&self, puzzle: &Puzzle, faults: &mut Vec<PuzzleFault>) {
        let positions = puzzle.positions();
        if positions.len() != puzzle.line.len() + 1 {
            faults.push(PuzzleFault::Illegal(positions.len() - 1));
            return;
        }
        if puzzle.line.first() != Some(&Move::Place(puzzle.moves[0].square)) {
            faults.push(PuzzleFault::Goal);
        }
        for (ply, (&position, played)) in positions.iter().zip(&puzzle.line).enumerate().skip(1) {
            let Move::Place(square) = *played else { continue };
            let solvers = position.side_to_move() == puzzle.solver();
            if solvers && self.is_only(position, square, puzzle.goal) == Some(false) {
                faults.push(PuzzleFault::NotUnique { ply, square });
            } else if !solvers && self.is_best(position, square) == Some(false) {
                faults.push(PuzzleFault::Reply { ply, square });
            }
        }
        let last = positions[positions.len() - 2];
        let choice = puzzle.line.len() == 1 || last.legal_moves().len() > 1;
        if last.side_to_move() != puzzle.solver() || !choice {
            faults.push(PuzzleFault::LineEnd);
        }
        if self.stopper.is_stopped() {
            faults.push(PuzzleFault::Stopped);
        }
    }

    /// Tells whether a move alone reaches the goal; `None` if the search was stopped.
    fn is_only(&self, position: Position, square: Square, goal: PuzzleGoal) -> Option<bool> {
        let others = position.legal_moves() - square.bitboard();
        if others.is_empty() {
            return Some(true);
        }
        let exact = position.empty().len() <= EXACT_EMPTIES;
        let worth = |square| match exact {
            true => self.exact_after(position, square),
            false => self.outcome_after(position, square).map(|value| value.score),
        };
        let best = worth(square)?;
        let mut second = -64;
        for other in others.squares() {
            second = second.max(worth(other)?);
        }
        Some(goal.is_met(best, second))
    }

    /// Tells whether a reply is worth as much as the position; `None` if the search was stopped.
    fn is_best(&self, position: Position, square: Square) -> Option<bool> {
        if position.legal_moves().len() == 1 {
            return Some(true);
        }
        Some(self.exact_score(position)? == self.exact_after(position, square)?)
    }
}

/// Lists themes by name.
fn names(themes: ThemeSet) -> String {
    themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" ")
}
