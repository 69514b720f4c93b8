//! Tests: a search to a fixed depth that cuts nothing on probability has the value of plain minimax over the
//! same evaluation, from every side of the board.

use std::sync::Arc;

use outflank_kernels::{Isa, Portable, Routine, Tier};
use outflank_rules::{Board, Move, Position, Symmetry};

use super::{Children, Node, full_window};
use crate::eval::Weights;
use crate::policy::dice::Dice;
use crate::selectivity::Selectivity;
use crate::square_or_none::SquareOrNone;
use crate::threads::{Helper, Team, Watch, Worker};
use crate::transposition::TranspositionTable;
use crate::window::Window;

/// A search of a board with some legal move.
struct FixedDepth<'w> {
    worker: &'w mut Worker,
    board: Board,
    depth: u32,
}

impl Routine for FixedDepth<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let root = Node::of(isa, self.board.own().0, self.board.opp().0);
        full_window(isa, self.worker, root, Window::FULL, self.depth)
    }
}

/// Searches with an empty table.
fn search(weights: &Arc<Weights>, board: Board, depth: u32) -> i32 {
    let table = Arc::new(TranspositionTable::new(1).unwrap());
    let mut worker = Worker::new(board.empty().0, table, Arc::clone(weights), Arc::default(), Arc::default());
    worker.selectivity = Selectivity::EXACT;
    Tier::best().run(FixedDepth { worker: &mut worker, board, depth })
}

/// Searches with an empty table on several threads that share nodes near the leaves, too. Returns how many
/// were shared.
fn search_on(threads: usize, weights: &Arc<Weights>, board: Board, depth: u32) -> (i32, usize) {
    let (table, team) = (Arc::new(TranspositionTable::new(1).unwrap()), Arc::new(Team::default()));
    let watch = Arc::new(Watch::default());
    let worker = || {
        let (table, weights) = (Arc::clone(&table), Arc::clone(weights));
        let mut worker = Worker::new(board.empty().0, table, weights, Arc::clone(&team), Arc::clone(&watch));
        (worker.selectivity, worker.share_from) = (Selectivity::EXACT, 3);
        worker
    };
    let score = std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| Tier::best().run(Helper { worker: &mut worker(), team: &team }));
        }
        while threads > 1 && !team.has_idle() {
            std::thread::yield_now();
        }
        let score = Tier::best().run(FixedDepth { worker: &mut worker(), board, depth });
        team.finish();
        score
    });
    (score, team.shared())
}

/// Looks at every line of `depth` discs; a pass costs nothing.
fn minimax(weights: &Weights, board: Board, depth: u32) -> i32 {
    if board.own().is_empty() {
        return -64;
    }
    if depth == 0 {
        return weights.evaluate(Portable, board.own().0, board.opp().0);
    }
    let moves = board.legal_moves(Portable);
    if moves.is_empty() {
        let swapped = board.swapped();
        let ended = swapped.legal_moves(Portable).is_empty();
        return if ended { board.final_score() } else { -minimax(weights, swapped, depth) };
    }
    let value = |square| -minimax(weights, board.after(square, board.flips(Portable, square)), depth - 1);
    moves.squares().map(value).max().unwrap()
}

/// Plays random moves until `empties` squares are left.
fn random_position(seed: u64, empties: u32) -> Option<Position> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::start();
    while position.empty().len() > empties {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = position.legal_moves();
        let chosen = moves.squares().nth((state >> 32) as usize % moves.len().max(1) as usize);
        position = position.play(chosen.map_or(Move::Pass, Move::Place)).ok()?;
    }
    (!position.is_finished() && !position.must_pass()).then_some(position)
}

#[test]
fn a_search_without_probable_cuts_is_minimax_to_its_depth() {
    let weights = Weights::embedded();
    for seed in 0..200 {
        let (empties, depth) = (24 + (seed % 25) as u32, 1 + (seed % 4) as u32);
        let Some(position) = random_position(seed, empties) else { continue };
        let expected = minimax(&weights, position.board(), depth);
        assert_eq!(search(&weights, position.board(), depth), expected, "{position} to depth {depth}");
    }
}

#[test]
fn a_search_without_probable_cuts_sees_the_same_from_every_side() {
    let weights = Weights::embedded();
    for seed in 0..60 {
        let Some(position) = random_position(seed, 20 + (seed % 25) as u32) else { continue };
        let value = search(&weights, position.board(), 7);
        for symmetry in Symmetry::ALL {
            let view = symmetry.position(position);
            assert_eq!(search(&weights, view.board(), 7), value, "{position} seen as {view}");
        }
    }
}

/// Boards with more moves than one that a game can reach has, from a file: the board as text, then its moves.
fn boards_with_many_moves() -> Vec<(Board, u32)> {
    let text = include_str!("../../tests/data/many-moves.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (board, moves) = line.split_once(' ').unwrap();
        let position: Position = board.parse().unwrap();
        (position.board(), moves.parse().unwrap())
    };
    lines.map(read).collect()
}

/// Looks for a board with at least `wanted` moves: changes one square after another and keeps what is no
/// worse. The same seed finds the same board.
fn climb(seed: u64, wanted: u32) -> Board {
    let mut dice = Dice::new(seed);
    let count = |board: Board| board.legal_moves(Portable).len();
    loop {
        let mut board = Board::from_words(dice.word() & dice.word(), dice.word() & dice.word());
        let mut moves = count(board);
        for _ in 0..20_000 {
            if moves >= wanted {
                return board;
            }
            let bit = 1 << dice.below(64);
            let (own, opp) = (board.own().0 & !bit, board.opp().0 & !bit);
            let changed = match dice.below(3) {
                0 => Board::from_words(own, opp),
                1 => Board::from_words(own | bit, opp),
                _ => Board::from_words(own, opp | bit),
            };
            if count(changed) >= moves {
                (board, moves) = (changed, count(changed));
            }
        }
    }
}

#[test]
fn no_move_of_any_board_is_dropped() {
    let mut boards = boards_with_many_moves();
    boards.extend((0..40).map(|seed| (climb(seed, 33), 33)));
    for (board, least) in boards {
        let node = Node::of(Portable, board.own().0, board.opp().0);
        assert!(node.moves.count_ones() >= least, "{board:?}");
        let mut children = Children::generate(Portable, node, SquareOrNone::NONE);
        let visited = (0..children.len()).fold(0, |all, at| all | children.take_best(at).square.bit());
        assert_eq!(visited, node.moves, "{board:?}");
        assert_eq!(children.len(), node.moves.count_ones() as usize);
    }
}

#[test]
fn boards_with_many_moves_have_one_value_whatever_the_threads() {
    let weights = Weights::embedded();
    let found = (0..4).map(|seed| climb(seed, 33));
    for board in boards_with_many_moves().into_iter().map(|(board, _)| board).chain(found) {
        let expected = minimax(&weights, board, 4);
        for threads in [1, 2, 8] {
            let (value, shared) = search_on(threads, &weights, board, 4);
            assert_eq!(value, expected, "{board:?} on {threads} threads");
            assert_eq!(shared > 0, threads > 1, "{board:?}: {shared} nodes shared by {threads} threads");
        }
    }
}
