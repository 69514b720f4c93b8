//! The solver against a plain reference, under all symmetries, with one and several threads.

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, OneThread, Stopper, Threads, Truth};
use outflank_rules::{Board, Portable, Position, Symmetry, Tier};

use crate::support::{Std, random_position};

/// Finds the value by alpha-beta without any knowledge.
fn reference(board: Board, alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves(Portable);
    if moves.is_empty() {
        let swapped = board.swapped();
        if swapped.legal_moves(Portable).is_empty() {
            return board.final_score();
        }
        return -reference(swapped, -beta, -alpha);
    }
    let mut best = alpha;
    for square in moves {
        best = best.max(-reference(board.after(square, board.flips(Portable, square)), -beta, -best));
        if best >= beta {
            break;
        }
    }
    best
}

fn engine() -> Engine {
    Engine::new(4, Weights::embedded()).unwrap()
}

fn solve(
    engine: &Engine,
    position: Position,
    goal: Goal,
    threads: &dyn Threads,
) -> outflank_engine::Solution {
    engine.search(position).threads(threads).solve(goal)
}

#[test]
fn the_solver_finds_what_plain_search_finds() {
    let engine = engine();
    for seed in 0..1_500 {
        let position = random_position(seed, (seed % 11) as u32);
        let expected = reference(position.board(), -64, 64);
        let solution = solve(&engine, position, Goal::Exact, &OneThread);
        assert_eq!((solution.value.score, solution.value.truth), (expected, Truth::Exact), "{position}");
    }
}

#[test]
fn the_line_is_legal_leads_to_the_end_and_has_the_value() {
    let engine = engine();
    for seed in 0..300 {
        let position = random_position(seed, 2 + (seed % 12) as u32);
        let solution = solve(&engine, position, Goal::Exact, &OneThread);
        let mut end = position;
        for &played in &solution.line {
            end = end.play(played).unwrap();
        }
        assert!(end.is_finished(), "{position}");
        let score =
            if end.side_to_move() == position.side_to_move() { 1 } else { -1 } * end.board().final_score();
        assert_eq!(score, solution.value.score, "{position}");
        assert_eq!(solution.best, solution.line.first().copied());
    }
}

#[test]
fn all_eight_views_of_a_position_have_one_value() {
    for seed in 0..40 {
        let position = random_position(seed, 13);
        let values: Vec<i32> = Symmetry::ALL
            .iter()
            .map(|symmetry| {
                solve(&engine(), symmetry.position(position), Goal::Exact, &OneThread).value.score
            })
            .collect();
        assert!(values.iter().all(|value| *value == values[0]), "{position}: {values:?}");
    }
}

#[test]
fn every_tier_visits_the_same_nodes() {
    for seed in 0..20 {
        let position = random_position(seed, 14);
        let tiers = Tier::ALL.into_iter().filter(|tier| tier.is_available());
        let found: Vec<(i32, u64)> = tiers
            .map(|tier| solve(&engine().with_tier(tier), position, Goal::Exact, &OneThread))
            .map(|solution| (solution.value.score, solution.nodes))
            .collect();
        assert!(found.iter().all(|one| *one == found[0]), "{position}: {found:?}");
    }
}

#[test]
fn more_threads_find_the_same_value() {
    let engine = engine();
    for seed in 0..60 {
        let position = random_position(seed, 16);
        engine.forget();
        let alone = solve(&engine, position, Goal::Exact, &OneThread).value;
        for threads in [2, 3, 8] {
            engine.forget();
            let solution = solve(&engine, position, Goal::Exact, &Std(threads));
            assert_eq!(solution.value, alone, "{position} with {threads} threads");
        }
    }
}

#[test]
fn the_outcome_is_the_sign_of_the_score() {
    let engine = engine();
    for seed in 0..300 {
        let position = random_position(seed, 12);
        let exact = solve(&engine, position, Goal::Exact, &OneThread).value.score;
        engine.forget();
        let outcome = solve(&engine, position, Goal::Outcome, &OneThread);
        assert_eq!(outcome.value.score.signum(), exact.signum(), "{position}");
        let expected = [Truth::AtMost, Truth::Exact, Truth::AtLeast][(exact.signum() + 1) as usize];
        assert_eq!(outcome.value.truth, expected);
        // The best move keeps the outcome.
        if let Some(best) = outcome.best {
            let after = position.play(best).unwrap();
            let value = -solve(&engine, after, Goal::Exact, &OneThread).value.score;
            assert_eq!(value.signum(), exact.signum(), "{position} {best}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_returns_soon_and_claims_nothing() {
    let engine = engine();
    let stopper = Stopper::new();
    let position = random_position(3, 30);
    let solution = engine.search(position).stopper(&stopper).observe(|_| stopper.stop()).solve(Goal::Exact);
    assert!(matches!(solution.value.truth, Truth::Estimate { .. }));
    assert!(position.is_legal(solution.best.unwrap()));
}
