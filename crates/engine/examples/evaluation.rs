//! Measures how long an evaluation takes: `cargo run --release --example evaluation [WEIGHTS]`.
//!
//! The boards are those a search sees: all children of the positions of random games, one after another.

use std::time::Instant;

use outflank_engine::eval::Weights;
use outflank_rules::{Board, Isa, Portable, Position, Routine, Tier};

struct EvaluateAll<'a> {
    weights: &'a Weights,
    boards: &'a [Board],
}

impl Routine for EvaluateAll<'_> {
    type Output = i64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i64 {
        let mut sum = 0;
        for board in self.boards {
            sum += i64::from(self.weights.evaluate_units(isa, board.own().0, board.opp().0));
        }
        sum
    }
}

fn boards() -> Vec<Board> {
    let (mut boards, mut state) = (Vec::new(), 1_u64);
    for _ in 0..200 {
        let mut position = Position::start();
        loop {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let moves: Vec<_> = position.legal_moves().squares().collect();
            if moves.is_empty() {
                break;
            }
            let board = position.board();
            boards.extend(moves.iter().map(|&square| board.after(square, board.flips(Portable, square))));
            match position.play(moves[(state >> 40) as usize % moves.len()]) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
    }
    boards
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let weights = match std::env::args().nth(1) {
        Some(file) => Weights::from_bytes(&std::fs::read(file)?)?,
        None => Weights::from_bytes(&Weights::embedded_bytes())?,
    };
    let boards = boards();
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        let times = (0..25).map(|_| {
            let start = Instant::now();
            std::hint::black_box(tier.run(EvaluateAll { weights: &weights, boards: &boards }));
            start.elapsed().as_nanos() as f64 / boards.len() as f64
        });
        println!(
            "{tier}: {:.1} ns, the least of 25 rounds of {} boards",
            times.fold(f64::MAX, f64::min),
            boards.len()
        );
    }
    Ok(())
}
