//! Training of the network at toy size.

use outflank_engine::eval::UNITS_PER_DISC;
use outflank_engine::fitting::Network;
use outflank_rules::{Board, Portable, Tier};
use outflank_trainer::games::START;
use outflank_trainer::learn::{LearnPlan, Learner, StateError, TrainingExample, predict};
use outflank_trainer::network::FloatNetwork;
use outflank_trainer::rng::seeded;

const PLAN: LearnPlan = LearnPlan { epochs: 3, batch: 300, rate: 0.004, seed: 5, time: None, threads: 1 };

/// A value that is easy to learn: corners, edges' ends, and all discs.
fn worth(board: Board) -> f32 {
    let difference =
        |mask: u64| (board.own().0 & mask).count_ones() as f32 - (board.opp().0 & mask).count_ones() as f32;
    6.0 * difference(0x8100_0000_0000_0081) - 2.0 * difference(0x4281_0000_0000_8142)
        + 0.3 * difference(u64::MAX)
}

/// Boards of random games.
fn examples(games: u64, seed: u64) -> Vec<TrainingExample> {
    let mut examples = Vec::new();
    for game in 0..games {
        let (mut rng, mut board) = (seeded(&[seed, game]), START);
        loop {
            let mut moves: Vec<_> = board.legal_moves(Portable).squares().collect();
            if moves.is_empty() {
                board = board.swapped();
                moves = board.legal_moves(Portable).squares().collect();
            }
            let Some(&square) = moves.get(rng.below(moves.len() as u32) as usize) else { break };
            examples.push(TrainingExample { board, target: worth(board) });
            board = board.after(square, board.flips(Portable, square));
        }
    }
    examples
}

fn train(mut learner: Learner<'_>) -> FloatNetwork {
    while !learner.is_finished() {
        learner.learn(|_| {}).unwrap();
    }
    learner.network().clone()
}

fn squares(numbers: impl Iterator<Item = f32>) -> f32 {
    let squares: Vec<f32> = numbers.map(|number| number * number).collect();
    squares.iter().sum::<f32>() / squares.len() as f32
}

#[test]
fn a_network_learns_and_its_integers_know_the_same() {
    let (learned, unseen) = (examples(120, 1), examples(10, 2));
    let plan = LearnPlan { epochs: 12, batch: 256, threads: 2, ..PLAN };
    let mut errors = Vec::new();
    let mut learner = Learner::new(&learned, plan, FloatNetwork::untrained(1));
    while !learner.is_finished() {
        errors.push(learner.learn(|_| {}).unwrap());
    }
    let variance = squares(unseen.iter().map(|example| example.target));
    let last = errors[errors.len() - 1] as f32;
    assert!(last * last < 0.05 * variance, "{errors:?}, deviation {}", variance.sqrt());
    let floats = learner.network();
    let values = predict(floats, &unseen, 2);
    let error = squares(values.iter().zip(&unseen).map(|(value, example)| value - example.target));
    assert!(error < 0.5 * variance, "{error} {variance}");

    let network = Network::new(&floats.quantised()).unwrap();
    let integer = |example: &TrainingExample| {
        let units = network.evaluate_units(Portable, example.board.own().0, example.board.opp().0);
        units as f32 / UNITS_PER_DISC as f32
    };
    let error = squares(unseen.iter().zip(&values).map(|(example, value)| integer(example) - value)).sqrt();
    assert!(error < 0.25, "quantisation is off by {error}");
}

#[test]
fn threads_and_instruction_sets_change_no_bit() {
    let examples = examples(30, 3);
    let with = |threads: usize, tier: Tier| {
        let plan = LearnPlan { threads, ..PLAN };
        train(Learner::new(&examples, plan, FloatNetwork::untrained(1)).with_tier(tier)).to_bytes()
    };
    let one = with(1, Tier::best());
    assert!(one == with(2, Tier::best()) && one == with(3, Tier::best()), "threads changed the network");
    assert!(one == with(1, Tier::Portable), "the instruction set changed the network");
    let plan = LearnPlan { seed: 6, ..PLAN };
    assert!(one != train(Learner::new(&examples, plan, FloatNetwork::untrained(1))).to_bytes());
}

#[test]
fn an_interrupted_training_ends_with_the_same_network() {
    let examples = examples(20, 4);
    let whole = train(Learner::new(&examples, PLAN, FloatNetwork::untrained(1)));
    let mut first = Learner::new(&examples, PLAN, FloatNetwork::untrained(1));
    first.learn(|_| {}).unwrap();
    let state = first.state();
    drop(first);
    let second = Learner::resume(&examples, PLAN, &state).unwrap();
    assert_eq!(second.epoch(), 1);
    assert!(train(second) == whole, "the interruption changed the network");

    let refused = |examples, plan, state: &[u8]| Learner::resume(examples, plan, state).err().unwrap();
    assert_eq!(refused(&examples, PLAN, &state[..99]), StateError::Content { length: 99 });
    let error = refused(&examples, LearnPlan { epochs: 9, ..PLAN }, &state).to_string();
    assert_eq!(error, "the interrupted training had another number of epochs: 3 instead of 9");
    let error = refused(&examples[1..], PLAN, &state).to_string();
    assert!(error.contains("another set of samples"), "{error}");
}

#[test]
fn a_rate_without_measure_is_refused_rather_than_written() {
    let examples = examples(5, 5);
    let plan = LearnPlan { rate: f32::INFINITY, ..PLAN };
    let error = Learner::new(&examples, plan, FloatNetwork::untrained(1)).learn(|_| {}).unwrap_err();
    assert!(error.to_string().contains("rate of inf is too high"), "{error}");
}
