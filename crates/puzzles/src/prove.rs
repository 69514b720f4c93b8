//! Proving that exactly one move is right, and following it as long as that holds.
//!
//! With at most [`EXACT_EMPTIES`] empty squares every move is solved exactly. With more, every move is
//! proven to win, to draw or to lose, which takes far less; then only the outcome can be the goal.

use outflank_engine::{Engine, Goal, Stopper, Truth, Value, Wanted};
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::{DifficultyTraits, MoveProof, Puzzle, PuzzleGoal, PuzzleId, PuzzleSource, ThemeSet};

/// Up to so many empty squares every move is solved exactly.
pub const EXACT_EMPTIES: u32 = 16;

/// A position in which the second-best move wins by so much is decided.
const WON: i32 = 20;

/// A position in which the best move loses by so much is decided too: nobody likes to lose by 12 instead of
/// 30.
const LOST: i32 = -10;

/// With fewer legal moves there is nothing to choose.
const FEWEST_MOVES: u32 = 3;

/// How deep moves are looked at before they are proven one by one.
const ORDER_DEPTH: u32 = 8;

/// How many equally good replies are looked at for the one that leaves the solver a question.
const MOST_REPLIES: usize = 3;

/// Says why a position is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PuzzleRejection {
    /// There is no choice, or hardly any.
    #[error("fewer than three legal moves")]
    TooFewMoves,
    /// The best move does not stand out.
    #[error("no move stands out")]
    NotUnique,
    /// The game is decided whatever is played.
    #[error("decided whatever is played")]
    Decided,
    /// The answer is a corner that turns over as many discs as any move.
    #[error("the answer is a corner that greed finds too")]
    Greedy,
    /// The search was stopped.
    #[error("stopped")]
    Stopped,
}

/// Proves puzzles with an engine.
#[derive(Clone)]
pub struct PuzzleProver<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) stopper: Stopper,
    /// By how many discs the best move must be ahead where the outcome is the same.
    margin: u8,
}

impl<'e> PuzzleProver<'e> {
    /// Proves with an engine until it is stopped; where moves do not differ in outcome, the best must be
    /// ahead by `margin` discs.
    #[must_use]
    pub fn new(engine: &'e Engine, stopper: &Stopper, margin: u8) -> PuzzleProver<'e> {
        PuzzleProver { engine, stopper: stopper.clone(), margin }
    }

    /// Makes a puzzle of a position.
    ///
    /// # Errors
    ///
    /// Says why the position is none.
    pub fn puzzle(&self, position: Position, source: PuzzleSource) -> Result<Puzzle, PuzzleRejection> {
        let (goal, moves) = self.prove(position)?;
        let best = moves[0].square;
        if is_greedy(&position, best) {
            return Err(PuzzleRejection::Greedy);
        }
        let line = self.line(position, goal, best)?;
        let themes = ThemeSet::of(&position, &moves);
        let id = PuzzleId::of(&position);
        let mut puzzle = Puzzle { id, position, goal, moves, line, themes, rating: 0, source };
        puzzle.rating = DifficultyTraits::of(self.engine, &puzzle).rating();
        Ok(puzzle)
    }

    /// Proves what every legal move of a position is worth, and that one of them alone reaches a goal.
    fn prove(&self, position: Position) -> Result<(PuzzleGoal, Vec<MoveProof>), PuzzleRejection> {
        if position.legal_moves().len() < FEWEST_MOVES {
            return Err(PuzzleRejection::TooFewMoves);
        }
        if position.empty().len() > EXACT_EMPTIES {
            let moves = self.outcomes(position)?;
            let goal = if moves[0].bounds().0 > 0 { PuzzleGoal::Win } else { PuzzleGoal::Draw };
            return Ok((goal, moves));
        }
        // The two best first: most positions are turned down by them.
        let two = self.exact(position, Wanted::best(2))?;
        let [best, second] = [two[0], two[1]].map(|proof| proof.value.score);
        let goal = PuzzleGoal::of_scores(best, second, self.margin).ok_or(PuzzleRejection::NotUnique)?;
        if second >= WON || best <= LOST {
            return Err(PuzzleRejection::Decided);
        }
        Ok((goal, self.exact(position, Wanted::ALL)?))
    }

    /// Returns exact values of the moves wanted, the best first.
    fn exact(&self, position: Position, wanted: Wanted) -> Result<Vec<MoveProof>, PuzzleRejection> {
        let found = self.engine.search(position).stopper(&self.stopper).compare(wanted);
        let proof = |played: Move, value: Value| {
            let square = played.square().filter(|_| value.is_exact())?;
            Some(MoveProof { square, value })
        };
        let moves = found.moves.iter().map(|one| proof(one.played, one.value)).collect::<Option<Vec<_>>>();
        moves.filter(|moves| !moves.is_empty() && !found.stopped).ok_or(PuzzleRejection::Stopped)
    }

    /// Proves of every move whether it wins, draws or loses, and that the best outcome is reached by one
    /// alone.
    fn outcomes(&self, position: Position) -> Result<Vec<MoveProof>, PuzzleRejection> {
        let ordered =
            self.engine.search(position).depth(ORDER_DEPTH).stopper(&self.stopper).compare(Wanted::ALL);
        let mut moves: Vec<MoveProof> = Vec::new();
        for square in ordered.moves.iter().filter_map(|one| one.played.square()) {
            let value = self.outcome_after(position, square).ok_or(PuzzleRejection::Stopped)?;
            moves.push(MoveProof { square, value });
            moves.sort_by_key(|proof| -proof.value.score);
            let best = moves[0].value.score;
            let alone = moves.get(1).is_none_or(|second| second.value.score < best);
            if best > 0 && !alone {
                return Err(PuzzleRejection::NotUnique);
            }
        }
        match &moves[..] {
            [best, second, ..] if best.value.score >= 0 && second.value.score < best.value.score => Ok(moves),
            [] => Err(PuzzleRejection::Stopped),
            _ => Err(PuzzleRejection::NotUnique),
        }
    }

    /// Returns the outcome of a move for its player: at least +2, exactly 0 or at most -2.
    pub(crate) fn outcome_after(&self, position: Position, square: Square) -> Option<Value> {
        let next = position.play(square).ok()?;
        let solved = self.engine.search(next).stopper(&self.stopper).solve(Goal::Outcome);
        let value = -solved.value;
        if solved.stopped || matches!(value.truth, Truth::Estimate { .. }) {
            return None;
        }
        Some(match value.score {
            1.. => Value { score: 2, truth: Truth::AtLeast },
            0 => Value { score: 0, truth: Truth::Exact },
            _ => Value { score: -2, truth: Truth::AtMost },
        })
    }

    /// Returns the exact value of a move for its player.
    pub(crate) fn exact_after(&self, position: Position, square: Square) -> Option<i32> {
        self.exact_score(position.play(square).ok()?).map(|score| -score)
    }

    /// Returns the exact value of a position for the side to move.
    pub(crate) fn exact_score(&self, position: Position) -> Option<i32> {
        let solved = self.engine.search(position).stopper(&self.stopper).solve(Goal::Exact);
        (!solved.stopped && solved.value.is_exact()).then_some(solved.value.score)
    }

    /// Follows the right move as long as the solver's next is the only one too; trailing moves without a
    /// choice are cut off.
    fn line(
        &self,
        position: Position,
        goal: PuzzleGoal,
        first: Square,
    ) -> Result<Vec<Move>, PuzzleRejection> {
        let solver = position.side_to_move();
        let mut line = vec![Move::Place(first)];
        let mut end = line.len();
        let mut now = after(position, first)?;
        while !now.is_finished() {
            let played = if now.must_pass() {
                Move::Pass
            } else if now.side_to_move() != solver {
                Move::Place(self.reply(now, goal)?)
            } else {
                let Some(square) = self.only_move(now, goal)? else { break };
                if now.legal_moves().len() > 1 {
                    end = line.len() + 1;
                }
                Move::Place(square)
            };
            line.push(played);
            now = now.play(played).map_err(|_| PuzzleRejection::Stopped)?;
        }
        line.truncate(end);
        Ok(line)
    }

    /// Returns the only move that reaches the goal, a move without choice included.
    pub(crate) fn only_move(
        &self,
        position: Position,
        goal: PuzzleGoal,
    ) -> Result<Option<Square>, PuzzleRejection> {
        let legal = position.legal_moves();
        if legal.len() == 1 {
            return Ok(legal.first());
        }
        if position.empty().len() > EXACT_EMPTIES {
            return match self.outcomes(position) {
                Ok(moves) => {
                    let [best, second] = [moves[0].bounds().0, moves[1].bounds().1];
                    Ok(goal.is_met(best, second).then_some(moves[0].square))
                }
                Err(PuzzleRejection::Stopped) => Err(PuzzleRejection::Stopped),
                Err(_) => Ok(None),
            };
        }
        let two = self.exact(position, Wanted::best(2))?;
        let [best, second] = [two[0], two[1]].map(|proof| proof.value.score);
        Ok(goal.is_met(best, second).then_some(two[0].square))
    }

    /// Returns a best reply; of equal ones the first that leaves the solver a move to find.
    fn reply(&self, position: Position, goal: PuzzleGoal) -> Result<Square, PuzzleRejection> {
        if position.legal_moves().len() == 1 {
            return position.legal_moves().first().ok_or(PuzzleRejection::Stopped);
        }
        if position.empty().len() > EXACT_EMPTIES {
            let solved = self.engine.search(position).stopper(&self.stopper).solve(Goal::Exact);
            let best = solved.best.and_then(Move::square).filter(|_| !solved.stopped);
            return best.ok_or(PuzzleRejection::Stopped);
        }
        let all = self.exact(position, Wanted::ALL)?;
        let best = all[0].value.score;
        let equal = all.iter().take_while(|proof| proof.value.score == best).take(MOST_REPLIES);
        for proof in equal {
            let next = after(position, proof.square)?;
            if next.legal_moves().len() > 1 && self.only_move(next, goal)?.is_some() {
                return Ok(proof.square);
            }
        }
        Ok(all[0].square)
    }
}

fn after(position: Position, square: Square) -> Result<Position, PuzzleRejection> {
    position.play(square).map_err(|_| PuzzleRejection::Stopped)
}

/// Tells whether a move takes a corner and turns over as many discs as any other: everybody finds it.
pub(crate) fn is_greedy(position: &Position, square: Square) -> bool {
    let turned = |square: Square| position.flips(square).len();
    let legal: Bitboard = position.legal_moves();
    square.is_corner() && legal.squares().all(|other| turned(other) <= turned(square))
}
