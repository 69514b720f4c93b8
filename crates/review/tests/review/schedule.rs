//! The schedule with a made-up engine: whatever happens in whatever order, every position ends up known,
//! nothing that was stopped counts, and nothing is left running.

use outflank_engine::{Comparison, MoveValue, Truth, Value};
use outflank_review::{
    JobEnd, JobReport, Pass, PositionNotes, ReviewJob, ReviewResult, ReviewSchedule, SOLVE_FROM,
};
use outflank_rules::{Move, Position};
use proptest::prelude::*;

/// Returns a game of random moves.
fn random_game(seed: u64, plies: usize) -> (Position, Vec<Move>) {
    let (mut position, mut moves, mut state) = (Position::start(), Vec::new(), seed);
    while moves.len() < plies && !position.is_finished() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal: Vec<Move> = position.legal_moves().squares().map(Move::Place).collect();
        let played = if legal.is_empty() { Move::Pass } else { legal[(state >> 33) as usize % legal.len()] };
        moves.push(played);
        position = position.play(played).unwrap();
    }
    (Position::start(), moves)
}

/// Values moves by their squares.
fn made_up(position: Position, truth: Truth) -> PositionNotes {
    let plies: Vec<Move> = match position.must_pass() {
        true => vec![Move::Pass],
        false => position.legal_moves().squares().map(Move::Place).collect(),
    };
    let score = |played: &Move| played.square().map_or(0, |square| square.index() as i32 % 13 - 6);
    let value = |played: Move| MoveValue {
        played,
        value: Value { score: score(&played), truth },
        line: vec![played],
    };
    let moves = plies.into_iter().map(value).collect();
    let found = Comparison { moves, depth: 12, percent: 73, nodes: 1, stopped: false };
    PositionNotes::of(&position, &found)
}

/// Does a job without an engine.
fn work(job: &ReviewJob) -> JobReport {
    let estimate = Truth::Estimate { depth: 12, percent: 73 };
    let result = match job.pass {
        Pass::Quick => ReviewResult::Values { is_standard: false, notes: made_up(job.position, estimate) },
        Pass::Standard => ReviewResult::Values { is_standard: true, notes: made_up(job.position, estimate) },
        Pass::Solve => ReviewResult::Solved(made_up(job.position, Truth::Exact).best().unwrap().clone()),
        Pass::Explain { .. } => ReviewResult::Explained(None),
        Pass::Analysis { .. } => ReviewResult::Analysis(made_up(job.position, Truth::Exact)),
    };
    let end = if job.stopper.is_stopped() { JobEnd::Stopped } else { JobEnd::Done };
    let results = if end == JobEnd::Done { vec![result] } else { Vec::new() };
    JobReport { id: job.id, results, end, is_recalled: false, nodes: 1 }
}

fn is_running_alone(running: &[ReviewJob]) -> bool {
    running.iter().enumerate().all(|(n, job)| running[..n].iter().all(|other| other.position != job.position))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_position_ends_up_known_whatever_happens_on_the_way(
        seed in any::<u64>(),
        plies in 0_usize..70,
        cores in 1_u16..5,
        events in proptest::collection::vec((0_u8..8, any::<usize>()), 0..200),
    ) {
        let (start, moves) = random_game(seed, plies);
        let mut schedule = ReviewSchedule::new(cores).explaining();
        schedule.set_game(start, moves.iter().copied());
        let mut running: Vec<ReviewJob> = Vec::new();
        for (event, number) in events {
            match event {
                0..=2 => running.extend(schedule.next_job()),
                3 | 4 if !running.is_empty() => {
                    let job = running.swap_remove(number % running.len());
                    schedule.learn(work(&job));
                }
                5 => schedule.show(Some(schedule.game()[number % schedule.game().len()].0)),
                6 => schedule.pause(number % 2 == 0),
                7 => schedule.insist(),
                _ => {}
            }
            prop_assert!(running.len() <= usize::from(cores));
            prop_assert!(is_running_alone(&running));
        }
        schedule.pause(false);
        for _ in 0..2000 {
            running.extend(std::iter::from_fn(|| schedule.next_job()));
            let Some(job) = running.pop() else { break };
            schedule.learn(work(&job));
        }
        prop_assert!(running.is_empty() && schedule.next_job().is_none());
        prop_assert!(schedule.is_complete());
        let summary = schedule.summary();
        prop_assert_eq!(summary.done, moves.len() + 1);
        prop_assert!(summary.scores.iter().all(Option::is_some) && summary.plies.iter().all(Option::is_some));
        for (ply, &(position, played)) in schedule.game().iter().enumerate().take(moves.len()) {
            let notes = schedule.notes(position).unwrap();
            let is_proven = notes.of_move(played.unwrap()).unwrap().value.is_exact();
            if position.empty().len() <= SOLVE_FROM {
                prop_assert!(is_proven, "{position} {played:?}");
            } else {
                // Values that are made up say nothing true near the end.
                let is_significant = summary.plies[ply].unwrap().loss() >= outflank_coach::SIGNIFICANT;
                prop_assert_eq!(schedule.explanation(position).is_some(), is_significant);
            }
        }
    }

    #[test]
    fn what_was_stopped_does_not_count_and_nothing_is_left_running(
        seed in any::<u64>(),
        cores in 1_u16..5,
        done in 0_usize..150,
    ) {
        let (start, moves) = random_game(seed, 60);
        let mut schedule = ReviewSchedule::new(cores).explaining();
        schedule.set_game(start, moves);
        for _ in 0..done {
            let Some(job) = schedule.next_job() else { break };
            schedule.learn(work(&job));
        }
        let running: Vec<ReviewJob> = std::iter::from_fn(|| schedule.next_job()).collect();
        let before = schedule.summary();
        for job in &running {
            schedule.learn(JobReport { end: JobEnd::Stopped, results: Vec::new(), ..work(job) });
        }
        prop_assert_eq!(schedule.summary(), before);
        let running: Vec<ReviewJob> = std::iter::from_fn(|| schedule.next_job()).collect();
        drop(schedule);
        prop_assert!(running.iter().all(|job| job.stopper.is_stopped()));
    }
}

#[test]
fn the_position_on_screen_comes_first_and_what_runs_elsewhere_is_stopped() {
    let mut schedule = ReviewSchedule::new(1);
    schedule.set_game(Position::start(), []);
    schedule.show(Some(Position::start()));
    for pass in [Pass::Quick, Pass::Standard] {
        let job = schedule.next_job().unwrap();
        assert_eq!(job.pass, pass);
        schedule.learn(work(&job));
    }
    let analysis = schedule.next_job().unwrap();
    assert!(matches!(analysis.pass, Pass::Analysis { .. }) && analysis.position == Position::start());
    assert!(schedule.next_job().is_none());
    let after = Position::start().play("f5".parse::<Move>().unwrap()).unwrap();
    schedule.show(Some(after));
    assert!(analysis.stopper.is_stopped());
    schedule.learn(work(&analysis));
    assert_eq!(schedule.next_job().map(|job| (job.position, job.pass)), Some((after, Pass::Quick)));
}

#[test]
fn nothing_begins_while_paused() {
    let mut schedule = ReviewSchedule::new(2);
    let (start, moves) = random_game(1, 20);
    schedule.set_game(start, moves);
    let running: Vec<ReviewJob> = [schedule.next_job(), schedule.next_job()].into_iter().flatten().collect();
    assert_eq!(running.len(), 2);
    assert!(schedule.next_job().is_none());
    schedule.pause(true);
    schedule.learn(work(&running[0]));
    assert!(schedule.next_job().is_none());
    schedule.pause(false);
    assert!(schedule.next_job().is_some());
}

#[test]
fn a_game_that_goes_on_keeps_what_is_known() {
    let mut schedule = ReviewSchedule::new(1);
    let (start, moves) = random_game(3, 12);
    let mut searched = 0;
    for length in 0..=moves.len() {
        schedule.set_game(start, moves[..length].iter().copied());
        while let Some(job) = schedule.next_job() {
            searched += 1;
            schedule.learn(work(&job));
        }
    }
    assert_eq!(searched, 2 * (moves.len() + 1));
}

#[test]
fn without_an_engine_nothing_is_tried_for_ever() {
    let mut schedule = ReviewSchedule::new(1).explaining();
    let (start, moves) = random_game(5, 60);
    let plies = moves.len();
    schedule.set_game(start, moves);
    schedule.show(Some(start));
    let mut jobs = 0;
    while let Some(job) = schedule.next_job() {
        jobs += 1;
        schedule.learn(JobReport::no_engine(job.id));
    }
    assert!(jobs <= plies + 1);
    assert!(schedule.summary().plies.iter().all(Option::is_none));
}
