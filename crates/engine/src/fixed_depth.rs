//! Tests: a search to a fixed depth that cuts nothing on probability has the value of plain minimax over the
//! same evaluation, from every side of the board.

use std::sync::Arc;

use outflank_rules::{Board, Isa, Move, Portable, Position, Routine, Symmetry, Tier};

use crate::deep;
use crate::eval::Weights;
use crate::table::{EXACT, Table};
use crate::worker::Worker;

/// A search of a board with some legal move.
struct Search<'w> {
    worker: &'w mut Worker,
    board: Board,
    depth: u32,
}

impl Routine for Search<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let (own, opp) = (self.board.own().0, self.board.opp().0);
        let root = (own, opp, isa.legal_moves(own, opp));
        deep::full_window(isa, self.worker, root, (-64, 64), self.depth)
    }
}

/// Searches with an empty table.
fn search(weights: &Arc<Weights>, board: Board, depth: u32) -> i32 {
    let table = Arc::new(Table::new(1).unwrap());
    let mut worker = Worker::new(table, Arc::clone(weights), Arc::default(), Arc::default());
    worker.selectivity = EXACT;
    Tier::best().run(Search { worker: &mut worker, board, depth })
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
