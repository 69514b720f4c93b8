//! Games of the engine against itself, from many starts, as material to learn from.
//!
//! A game starts where it is likely to teach something: after some random moves, in the middle of a game
//! between people, or where an earlier game of ours is left for another move. From there on both sides play
//! the best move of a short search, and the last part perfectly; so the result is close to the value of every
//! position on the way, and exact near the end. Each chunk of games depends on the seed and its number alone.

use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::fitting::SmallSolver;
use outflank_engine::{Engine, Goal, TableTooLarge};
use outflank_rules::{Board, Color, Move, Portable, Position, Tier};

use crate::games::{START, TrainingGame, moments};
use crate::rng::seeded;
use crate::samples::TrainingSample;
use outflank_engine::Dice;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayPlan {
    /// How deep the search looks for a move.
    pub depth: u32,
    /// From how many empty squares on play is perfect.
    pub exact_from: u32,
    /// Games in a chunk.
    pub games: u32,
    /// Solved positions added to each game: what its last part could have become.
    pub endings: u32,
    /// Positions of each game that are solved instead of labelled by its search and its result.
    pub solved: u32,
    /// The fewest and the most empty squares of those. Searches value odd and even numbers of empty squares
    /// differently; solved positions tell how much.
    pub solved_between: (u32, u32),
    /// The seed of all choices.
    pub seed: u64,
}

/// Where a game starts, in parts of a hundred.
const FROM_RANDOM_OPENING: u32 = 30;
const FROM_PEOPLE: u32 = 45;
const FROM_RANDOM_MIDDLE: u32 = 5;

/// The empty squares of solved positions beside the games: a solver's moves are ordered by what is learned
/// here.
const ENDINGS: std::ops::RangeInclusive<u32> = 7..=14;

/// The MiB of the table of one player: games are short searches.
const TABLE_MIB: usize = 8;

/// Plays chunks of games on one thread.
pub struct SelfPlay<'g> {
    engine: Engine,
    plan: SelfPlayPlan,
    people: &'g [TrainingGame],
}

impl<'g> SelfPlay<'g> {
    /// Makes a player; `people` are games to leave for variations, and may be none.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub fn new(
        plan: SelfPlayPlan,
        weights: Arc<Weights>,
        people: &'g [TrainingGame],
    ) -> Result<SelfPlay<'g>, TableTooLarge> {
        Ok(SelfPlay { engine: Engine::new(TABLE_MIB, weights)?, plan, people })
    }

    /// Plays the games of a chunk.
    #[must_use]
    pub fn chunk(&self, number: u32) -> Vec<TrainingSample> {
        self.engine.forget();
        let mut rng = seeded(&[self.plan.seed, u64::from(number)]);
        let mut samples = Vec::new();
        let mut last_game: Vec<Board> = Vec::new();
        let mut solver = SmallSolver::new(Tier::best());
        for _ in 0..self.plan.games {
            let start = self.start(&mut rng, &last_game);
            let from = samples.len();
            self.play(start, &mut samples);
            if samples.len() - from >= 20 {
                last_game = samples[from..].iter().map(|sample| sample.board).collect();
            }
            let until = samples.len();
            self.add_endings(from, &mut rng, &mut solver, &mut samples);
            self.solve_some(&mut samples[from..until], &mut rng);
        }
        samples
    }

    /// Leaves the game whose samples start at `from` in its last part for some random moves, and solves what
    /// comes of it.
    fn add_endings(
        &self,
        from: usize,
        rng: &mut Dice,
        solver: &mut SmallSolver,
        samples: &mut Vec<TrainingSample>,
    ) {
        let until = samples.len();
        for _ in 0..self.plan.endings {
            let board = samples[from + rng.below((until - from) as u32) as usize].board;
            let wanted = ENDINGS.start() + rng.below(ENDINGS.end() - ENDINGS.start() + 1);
            let moves = board.empty().len().saturating_sub(wanted);
            if moves == 0 || moves > 6 {
                continue;
            }
            let board = random_moves(board, moves, rng);
            if let Some(score) = solver.score(board) {
                samples.push(TrainingSample { board, result: score as i8, search: None });
            }
        }
    }

    /// Solves some positions of a game that are neither near nor far from its end.
    fn solve_some(&self, game: &mut [TrainingSample], rng: &mut Dice) {
        let (fewest, most) = self.plan.solved_between;
        for _ in 0..self.plan.solved {
            let mut open: Vec<&mut TrainingSample> = game
                .iter_mut()
                .filter(|sample| {
                    sample.search.is_some() && (fewest..=most).contains(&sample.board.empty().len())
                })
                .collect();
            if open.is_empty() {
                return;
            }
            let chosen = rng.below(open.len() as u32) as usize;
            let sample = &mut open[chosen];
            let position = Position::of_board(sample.board, Color::Black);
            let solution = self.engine.search(position).solve(Goal::Exact);
            (sample.result, sample.search) = (solution.value.score as i8, None);
        }
    }

    /// Chooses a start: a board whose mover has a move.
    fn start(&self, rng: &mut Dice, last_game: &[Board]) -> Board {
        let kind = rng.below(100);
        let (board, moves) = if kind < FROM_RANDOM_OPENING {
            (START, 2 + rng.below(12))
        } else if kind < FROM_RANDOM_OPENING + FROM_PEOPLE && !self.people.is_empty() {
            let game = moments(&self.people[rng.below(self.people.len() as u32) as usize].record);
            (game[rng.below(game.len() as u32) as usize].board, rng.below(3))
        } else if kind < FROM_RANDOM_OPENING + FROM_PEOPLE + FROM_RANDOM_MIDDLE || last_game.is_empty() {
            (START, 20 + rng.below(30))
        } else {
            (last_game[rng.below(last_game.len() as u32) as usize], 1 + rng.below(2))
        };
        random_moves(board, moves, rng)
    }

    /// Plays to the end and notes every position in which there was a move.
    fn play(&self, start: Board, samples: &mut Vec<TrainingSample>) {
        let from = samples.len();
        // Whose turn it was at each sample, seen from the start.
        let mut turns = Vec::new();
        let (mut board, mut first) = (start, true);
        let mut perfect: Option<std::vec::IntoIter<Move>> = None;
        let result = loop {
            let moves = board.legal_moves(Portable);
            if moves.is_empty() {
                let passed = board.swapped();
                if passed.legal_moves(Portable).is_empty() {
                    let score = board.final_score();
                    break if first { score } else { -score };
                }
                (board, first) = (passed, !first);
                continue;
            }
            let position = Position::of_board(board, Color::Black);
            let (played, search) = match &mut perfect {
                Some(line) => (line.find(|played| *played != Move::Pass), None),
                None if board.empty().len() <= self.plan.exact_from => {
                    let solution = self.engine.search(position).solve(Goal::Exact);
                    let mut line = solution.line.into_iter();
                    let played = line.next();
                    perfect = Some(line);
                    (played, Some(solution.value.score))
                }
                None => {
                    let analysis = self.engine.search(position).depth(self.plan.depth).analyze();
                    (analysis.best, Some(analysis.value.score))
                }
            };
            samples.push(TrainingSample { board, result: 0, search: search.map(|score| score as i8) });
            turns.push(first);
            let square = played.and_then(Move::square).or_else(|| moves.squares().next());
            let Some(square) = square else { break 0 };
            (board, first) = (board.after(square, board.flips(Portable, square)), !first);
        };
        for (sample, first) in samples[from..].iter_mut().zip(turns) {
            sample.result = if first { result } else { -result } as i8;
        }
    }
}

/// Makes random moves, and stops early rather than end the game.
fn random_moves(start: Board, moves: u32, rng: &mut Dice) -> Board {
    let mut board = start;
    for _ in 0..moves {
        let squares: Vec<_> = board.legal_moves(Portable).squares().collect();
        let square = squares[rng.below(squares.len() as u32) as usize];
        let mut next = board.after(square, board.flips(Portable, square));
        if next.legal_moves(Portable).is_empty() {
            next = next.swapped();
            if next.legal_moves(Portable).is_empty() {
                return board;
            }
        }
        board = next;
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::fitting::SmallSolver;
    use outflank_rules::Tier;

    const PLAN: SelfPlayPlan = SelfPlayPlan {
        depth: 2,
        exact_from: 12,
        games: 12,
        endings: 8,
        solved: 1,
        solved_between: (13, 16),
        seed: 5,
    };

    fn chunk(number: u32) -> Vec<TrainingSample> {
        SelfPlay::new(PLAN, Weights::embedded(), &[]).unwrap().chunk(number)
    }

    #[test]
    fn a_chunk_depends_on_seed_and_number_alone() {
        let one = chunk(3);
        assert_eq!(one, chunk(3));
        assert_ne!(one, chunk(4));
        let player = SelfPlay::new(PLAN, Weights::embedded(), &[]).unwrap();
        assert_eq!((player.chunk(4), player.chunk(3)), (chunk(4), one));
    }

    #[test]
    fn some_positions_of_each_game_are_solved() {
        let samples = chunk(2);
        let solved = |sample: &&TrainingSample| {
            sample.search.is_none() && (13..=16).contains(&sample.board.empty().len())
        };
        let endings = samples.iter().filter(solved).count();
        let without = SelfPlayPlan { solved: 0, ..PLAN };
        let fewer = SelfPlay::new(without, Weights::embedded(), &[]).unwrap().chunk(2);
        assert!(endings > fewer.iter().filter(solved).count(), "{endings}");
    }

    #[test]
    fn results_near_the_end_are_exact() {
        let mut solver = SmallSolver::new(Tier::best());
        let samples = chunk(1);
        assert!(samples.len() > 200);
        let mut checked = 0;
        let is_exact = |sample: &&TrainingSample| {
            let empties = sample.board.empty().len();
            empties <= PLAN.exact_from || empties <= SmallSolver::MOST_EMPTIES && sample.search.is_none()
        };
        for sample in samples.iter().filter(is_exact) {
            assert_eq!(solver.score(sample.board), Some(i32::from(sample.result)), "{:?}", sample.board);
            checked += 1;
        }
        assert!(checked > 50, "{checked}");
    }
}
