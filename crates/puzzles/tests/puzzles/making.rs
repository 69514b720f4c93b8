//! Puzzles made on the spot: what is made is proven, what is no puzzle is turned down, and faults are found.

use outflank_engine::eval::Weights;
use outflank_engine::{Dice, Engine, Stopper};
use outflank_puzzles::{
    MakingPlan, Puzzle, PuzzleFault, PuzzleGoal, PuzzleMaker, PuzzleProver, PuzzleRejection, PuzzleSource,
    PuzzleTheme, SolveRate, ThemeSet, self_play,
};
use outflank_rules::{Move, Position};

fn made(engine: &Engine, seed: u64) -> Vec<Puzzle> {
    let stopper = Stopper::new();
    let plan = MakingPlan { empties: 6..=10, ..MakingPlan::default() };
    let maker = PuzzleMaker::new(engine, &stopper, plan);
    let mut found = Vec::new();
    for game in 0..8 {
        let mut dice = Dice::of_words(&[seed, game]);
        let positions = self_play(engine, &mut dice);
        found.extend(maker.look(&positions, PuzzleSource::SelfPlay, &mut dice));
    }
    found
}

#[test]
fn what_is_made_is_proven_by_the_check_and_depends_on_the_seed_alone() {
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let puzzles = made(&engine, 3);
    assert!(!puzzles.is_empty());
    let prover = PuzzleProver::new(&engine, &Stopper::new(), 4);
    for puzzle in &puzzles {
        assert_eq!(prover.check(puzzle), [], "{}", puzzle.position);
    }
    let other = Engine::new(8, Weights::embedded()).unwrap();
    assert_eq!(made(&other, 3), puzzles);
}

#[test]
fn every_kind_of_fault_is_found() {
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let prover = PuzzleProver::new(&engine, &Stopper::new(), 4);
    let puzzle = made(&engine, 3).remove(0);
    let faults = |change: &dyn Fn(&mut Puzzle)| {
        let mut changed = puzzle.clone();
        change(&mut changed);
        prover.check(&changed)
    };
    assert!(faults(&|puzzle| puzzle.moves[1].value.score += 2).iter().any(is_value));
    assert!(faults(&|puzzle| puzzle.moves[0].value.score -= 2).iter().any(is_value));
    assert_eq!(faults(&|puzzle| puzzle.moves.truncate(2)), [PuzzleFault::Moves]);
    assert!(faults(&|puzzle| puzzle.moves.swap(0, 1)).contains(&PuzzleFault::Goal));
    assert!(faults(&|puzzle| puzzle.goal = PuzzleGoal::Discs(64)).contains(&PuzzleFault::Goal));
    assert!(faults(&|puzzle| puzzle.line.push(Move::Pass)).len() == 1);
    let other: ThemeSet = PuzzleTheme::ALL.into_iter().collect();
    assert!(matches!(faults(&|puzzle| puzzle.themes = other)[..], [PuzzleFault::Themes { .. }]));
    assert!(
        faults(&|puzzle| puzzle.id = outflank_puzzles::PuzzleId::of(&Position::start()))
            .contains(&PuzzleFault::Name)
    );
}

fn is_value(fault: &PuzzleFault) -> bool {
    matches!(fault, PuzzleFault::Value { .. })
}

#[test]
fn what_is_no_puzzle_is_turned_down() {
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let prover = PuzzleProver::new(&engine, &Stopper::new(), 4);
    let reject = |text: &str| {
        let position: Position = text.parse().unwrap();
        prover.puzzle(position, PuzzleSource::People).map(|puzzle| puzzle.line)
    };
    // One legal move.
    let full = "-XXXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOX";
    assert_eq!(reject(full), Err(PuzzleRejection::TooFewMoves));
    // A stopped search proves nothing.
    let stopper = Stopper::new();
    stopper.stop();
    let stopped = PuzzleProver::new(&engine, &stopper, 4);
    let ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse().unwrap();
    assert_eq!(
        stopped.puzzle(ffo, PuzzleSource::People).map(|puzzle| puzzle.line),
        Err(PuzzleRejection::Stopped)
    );
}

#[test]
fn strong_levels_solve_more_than_weak_ones() {
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let puzzles = made(&engine, 3);
    let rates: Vec<SolveRate> = puzzles.iter().map(|puzzle| SolveRate::measure(&engine, puzzle, 4)).collect();
    let sum = |from: usize, to: usize| {
        rates.iter().map(|rate| rate.levels[from..to].iter().sum::<f64>()).sum::<f64>()
    };
    assert!(sum(10, 15) > sum(0, 5));
    assert!(rates.iter().all(|rate| (0.0..=1.0).contains(&rate.mean())));
}
