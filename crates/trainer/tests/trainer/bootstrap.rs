//! A training of toy size, end to end.

use std::time::{Duration, Instant};

use outflank_records::wthor::{GameRecord, byte_of_square};
use outflank_rules::{Board, Portable, Symmetry};
use outflank_trainer::block::Block;
use outflank_trainer::bootstrap::{Bootstrap, BootstrapPlan, Observer};
use outflank_trainer::fit::FitPlan;
use outflank_trainer::games::{START, TrainingGame};
use outflank_trainer::model::{Model, TiedWeights};
use outflank_trainer::pool::{Pool, PoolPlan};
use outflank_trainer::rng::seeded;

/// Random games, so that no data is needed.
fn games(count: u64) -> Vec<TrainingGame> {
    let play = |number: u64| {
        let mut rng = seeded(&[number]);
        let mut record = GameRecord::from_bytes(&[0; GameRecord::SIZE]);
        let mut board = START;
        for place in &mut record.moves {
            let mut moves: Vec<_> = board.legal_moves(Portable).squares().collect();
            if moves.is_empty() {
                board = board.swapped();
                moves = board.legal_moves(Portable).squares().collect();
            }
            let Some(&square) = moves.get(rng.below(moves.len() as u32) as usize) else { break };
            *place = byte_of_square(square);
            board = board.after(square, board.flips(Portable, square));
        }
        TrainingGame { record, depth: 24 }
    };
    (0..count).map(play).collect()
}

fn pool(seed: u64, threads: usize) -> Pool {
    let plan = PoolPlan { variations: 2, random_every: 5, seed, most: 10_000 };
    Pool::new(&games(100), plan, threads)
}

/// Keeps what a training tells.
#[derive(Default)]
struct Kept {
    lines: Vec<String>,
    blocks: Vec<Block>,
}

impl Observer for Kept {
    fn line(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    fn block_done(&mut self, block: Block, _: &Model) {
        self.blocks.push(block);
    }
}

fn plan(samples: Option<usize>, threads: usize) -> BootstrapPlan {
    BootstrapPlan {
        from: Block::A,
        to: Block::B,
        samples,
        block_time: None,
        deadline: None,
        depth: 2,
        fit: FitPlan { ridge: 20.0, steps: 5, patience: 5, threads },
    }
}

#[test]
fn a_training_depends_on_the_seed_and_not_on_the_threads() {
    let ties = TiedWeights::new();
    let train = |seed, threads| {
        let (pool, mut kept) = (pool(seed, threads), Kept::default());
        let model = Bootstrap::new(&pool, plan(Some(20), threads), &ties, Model::zero(&ties)).run(&mut kept);
        assert_eq!(kept.blocks, [Block::A, Block::B]);
        model.quantised(&ties).0
    };
    let first = train(1, 1);
    assert!(first == train(1, 3), "threads changed the weights");
    assert!(first != train(2, 1), "the seed changed nothing");
}

#[test]
fn symmetric_boards_have_equal_evaluations_after_a_training() {
    let ties = TiedWeights::new();
    let pool = pool(1, 2);
    let model = Bootstrap::new(&pool, plan(Some(20), 2), &ties, Model::zero(&ties)).run(&mut Kept::default());
    let weights = model.weights(&ties);
    let value = |board: Board| weights.evaluate_units(Portable, board.own().0, board.opp().0);
    let mut different = 0;
    for empties in 1..=24 {
        for &board in pool.at(empties).iter().take(20) {
            different += u32::from(value(board) != 0);
            for symmetry in Symmetry::ALL {
                assert_eq!(value(symmetry.board(board)), value(board), "{symmetry:?} at {empties} empties");
            }
        }
    }
    assert!(different > 300, "only {different} boards have a value other than 0");
}

#[test]
fn a_training_keeps_its_time() {
    let ties = TiedWeights::new();
    let pool = pool(1, 2);
    let start = Instant::now();
    let time = Duration::from_secs(1);
    let plan = BootstrapPlan { deadline: Some(start + time), ..plan(None, 2) };
    let mut kept = Kept::default();
    let _ = Bootstrap::new(&pool, plan, &ties, Model::zero(&ties)).run(&mut kept);
    assert_eq!(kept.blocks.len(), 2);
    // Fitting and pilots of a dozen stages come on top of a time as short as this one.
    assert!(start.elapsed() < time + Duration::from_secs(60), "{:?}", kept.lines);
}

#[test]
fn positions_are_distinct_up_to_symmetry_and_can_be_played() {
    let pool = pool(3, 2);
    for empties in 1..60 {
        let boards = pool.at(empties);
        let mut canonical: Vec<Board> = boards.iter().map(|board| board.canonical().0).collect();
        canonical.sort_unstable();
        canonical.dedup();
        assert_eq!(canonical.len(), boards.len(), "{empties} empties");
        assert!(boards.iter().all(|board| board.empty().len() == empties));
        assert!(boards.iter().all(|board| !board.legal_moves(Portable).is_empty()), "{empties} empties");
    }
    assert!(pool.at(20).len() > 150);
}
