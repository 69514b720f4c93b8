//! Positions to learn from: those of games, of variations on games, and of random games.
//!
//! Games between people visit only good positions; a search visits bad ones all the time and must know that
//! they are bad. So each game is left at random places for some random moves and then played on by a crude
//! player (a random one of the moves that leave the opponent few replies). Positions equal up to symmetry are
//! kept once.

use outflank_rules::{Bitboard, Board, Isa, Routine, Square, Tier};

use crate::games::{START, TrainingGame, moments};
use crate::parallel;
use crate::rng::seeded;
use outflank_engine::Dice;

/// How many positions to make.
#[derive(Clone, Copy, Debug)]
pub struct PoolPlan {
    /// Variations per game.
    pub variations: u32,
    /// A random game is added after this many games; 0: none.
    pub random_every: u32,
    /// The seed of all choices.
    pub seed: u64,
    /// The most positions kept for each number of empty squares.
    pub most: usize,
}

/// Positions by their number of empty squares, in an order that depends on the seed alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    by_empties: Vec<Vec<Board>>,
}

impl Pool {
    /// Makes a pool of games.
    #[must_use]
    pub fn new(games: &[TrainingGame], plan: PoolPlan, threads: usize) -> Pool {
        let tier = Tier::best();
        let parts =
            parallel::map_chunks(games, 256, threads, |first, games| tier.run(Play { games, first, plan }));
        let mut by_empties = vec![Vec::new(); 61];
        for part in parts {
            for (all, some) in by_empties.iter_mut().zip(part) {
                all.extend(some);
            }
        }
        let by_empties = parallel::map_chunks(&by_empties, 1, threads, |_, boards| {
            let mut boards = boards[0].clone();
            boards.sort_unstable();
            boards.dedup();
            boards.sort_by_cached_key(|board| seeded(&[plan.seed, board.hash()]).word());
            boards.truncate(plan.most);
            boards
        });
        Pool { by_empties }
    }

    /// Returns the positions with so many empty squares.
    #[must_use]
    pub fn at(&self, empties: u32) -> &[Board] {
        self.by_empties.get(empties as usize).map_or(&[], Vec::as_slice)
    }
}

/// Plays the games of one chunk and their variations.
struct Play<'a> {
    games: &'a [TrainingGame],
    first: usize,
    plan: PoolPlan,
}

impl Routine for Play<'_> {
    type Output = Vec<Vec<Board>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<Vec<Board>> {
        let mut found = vec![Vec::new(); 61];
        for (number, game) in (self.first as u64..).zip(self.games) {
            let moments = moments(&game.record);
            for moment in &moments {
                keep(&mut found, moment.board);
            }
            let mut variation = 0;
            while variation < self.plan.variations {
                let mut rng = seeded(&[self.plan.seed, number, u64::from(variation)]);
                let board = moments[rng.below(moments.len() as u32) as usize].board;
                let deviation = 1 + rng.below(4);
                play_on(isa, &mut found, &mut rng, board, deviation);
                variation += 1;
            }
            if self.plan.random_every != 0 && number.is_multiple_of(u64::from(self.plan.random_every)) {
                let mut rng = seeded(&[self.plan.seed, number, u64::MAX]);
                play_on(isa, &mut found, &mut rng, START, 60);
            }
        }
        found
    }
}

fn keep(found: &mut [Vec<Board>], board: Board) {
    found[board.empty().len() as usize].push(board.canonical().0);
}

/// Plays to the end: `deviation` random moves, then crude ones; keeps all boards after the first move.
#[inline(always)]
fn play_on<I: Isa>(isa: I, found: &mut [Vec<Board>], rng: &mut Dice, mut board: Board, mut deviation: u32) {
    loop {
        let mut moves = board.legal_moves(isa);
        if moves.is_empty() {
            board = board.swapped();
            moves = board.legal_moves(isa);
            if moves.is_empty() {
                return;
            }
        }
        let square = if deviation > 0 {
            deviation -= 1;
            nth(moves, rng.below(moves.len()))
        } else {
            crude(isa, rng, board, moves)
        };
        board = board.after(square, board.flips(isa, square));
        if !board.legal_moves(isa).is_empty() {
            keep(found, board);
        }
    }
}

fn nth(moves: Bitboard, n: u32) -> Square {
    moves.squares().nth(n as usize).unwrap_or(Square::wrapping(moves.0.trailing_zeros()))
}

/// Chooses one of the three moves that leave the fewest replies, corners counting for us.
#[inline(always)]
fn crude<I: Isa>(isa: I, rng: &mut Dice, board: Board, moves: Bitboard) -> Square {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let mut scored = [(i32::MAX, 0); 3];
    let mut rest = moves;
    while let Some(square) = rest.first() {
        rest -= square.bitboard();
        let replies = board.after(square, board.flips(isa, square)).legal_moves(isa).0;
        let mobility = replies.count_ones() as i32 + 3 * (replies & CORNERS).count_ones() as i32;
        let score = mobility - if square.is_corner() { 4 } else { 0 };
        let entry = (score, square.index());
        // Insertion into the three best.
        let mut place = 3;
        while place > 0 && entry < scored[place - 1] {
            place -= 1;
        }
        let mut n = 2;
        while n > place {
            scored[n] = scored[n - 1];
            n -= 1;
        }
        if place < 3 {
            scored[place] = entry;
        }
    }
    Square::wrapping(scored[rng.below(moves.len().min(3)) as usize].1)
}
