//! What searches find: several moves side by side, pondering, observers.

use std::time::Instant;

use crate::support::{BUSY, Std, engine, random_position};
use outflank_engine::eval::Weights;
use outflank_engine::{Comparison, Engine, Goal, Limits, Stopper, Threads, Truth, Wanted};
use outflank_rules::{Move, Position};

fn compare(engine: &Engine, position: Position, wanted: Wanted, depth: u32) -> Comparison {
    engine.search(position).depth(depth).compare(wanted)
}

/// Positions of all parts of the game, also such where a side must pass.
fn positions() -> Vec<Position> {
    let mut positions: Vec<Position> = (0..6).map(|n| random_position(n, 56 - 6 * n as u32)).collect();
    positions.push("-OOOOOOX--------------------------------------------------------O".parse().unwrap());
    positions
}

#[test]
fn a_comparison_tells_its_observer_the_best_move_and_all_others() {
    let engine = engine();
    let mut told = Vec::new();
    let position = random_position(2, 40);
    let found = engine.search(position).depth(4).observe(|now| told.push(now.clone())).compare(Wanted::ALL);
    let last = told.last().unwrap();
    assert_eq!((told.len(), &last.moves), (4, &found.moves));
    assert_eq!((last.best, last.value), (Some(found.moves[0].played), found.moves[0].value));
    assert_eq!((last.depth, last.percent), (found.depth, found.percent));
    assert_eq!(Comparison::from(last).moves, found.moves);
}

#[test]
fn one_thread_finds_the_same_with_the_same_nodes_again() {
    let engine = engine();
    for position in positions() {
        let runs: Vec<_> = (0..2)
            .map(|_| {
                engine.forget();
                let analysis = engine.search(position).depth(9).analyze();
                engine.forget();
                let comparison = compare(&engine, position, Wanted::best(3), 7);
                let fresh = compare(&self::engine(), position, Wanted::best(3), 7);
                assert_eq!((fresh.nodes, &fresh.moves), (comparison.nodes, &comparison.moves));
                (analysis.nodes, analysis.value, analysis.line, comparison.nodes, comparison.moves)
            })
            .collect();
        assert_eq!(runs[0], runs[1], "{position}");
    }
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let limited = |_| {
        engine.forget();
        engine.search(random_position(2, 44)).limits(&limits).analyze().nodes
    };
    let nodes: Vec<u64> = (0..2).map(limited).collect();
    assert_eq!(nodes[0], nodes[1]);
}

#[test]
fn the_best_few_are_the_first_of_all_and_values_are_of_one_depth() {
    for position in positions() {
        for depth in [1, 2, 5, 8] {
            let all = compare(&engine(), position, Wanted::ALL, depth);
            let moves = position.legal_moves().len().max(1) as usize;
            assert_eq!(all.moves.len(), moves, "{position}");
            assert!(all.moves.windows(2).all(|pair| pair[0].value.score >= pair[1].value.score));
            assert!(all.moves.iter().all(|one| one.value.truth == all.moves[0].value.truth), "{all:?}");
            for one in &all.moves {
                assert_eq!(one.line.first(), Some(&one.played));
                assert!(position.is_legal(one.played));
            }
            let last = all.moves.last().unwrap().played;
            let few = compare(&engine(), position, Wanted::best(2).and(last), depth);
            let told = few.moves.len();
            assert!(few.moves.iter().any(|one| one.played == last) && told <= 3.min(moves), "{few:?}");
        }
    }
}

#[test]
fn exact_values_of_moves_are_what_solving_finds() {
    let engine = engine();
    for seed in 0..30 {
        let position = random_position(seed, 11);
        if position.is_finished() {
            continue;
        }
        for (wanted, count) in [(Wanted::ALL, 64), (Wanted::best(2), 2), (Wanted::best(1), 1)] {
            let compared = compare(&engine, position, wanted, 60);
            assert_eq!(compared.moves.len(), count.min(position.legal_moves().len().max(1) as usize));
            let mut values = Vec::new();
            for played in moves(position) {
                let after = position.play(played).unwrap();
                values.push(-engine.search(after).solve(Goal::Exact).value.score);
            }
            values.sort_by_key(|score| -score);
            for (one, value) in compared.moves.iter().zip(values) {
                assert_eq!((one.value.score, one.value.truth), (value, Truth::Exact), "{position}");
                let after = position.play(one.played).unwrap();
                let alone = engine.search(after).solve(Goal::Exact);
                assert_eq!(one.value.score, -alone.value.score, "{position} {}", one.played);
            }
        }
    }
}

fn moves(position: Position) -> Vec<Move> {
    if position.must_pass() {
        return vec![Move::Pass];
    }
    position.legal_moves().squares().map(Move::Place).collect()
}

#[test]
fn values_side_by_side_do_not_depend_on_what_deeper_searches_left() {
    for seed in 0..4 {
        let position = random_position(seed, 40);
        let fresh = compare(&engine(), position, Wanted::ALL, 5);
        let engine = engine();
        // Deeper results for one of the moves only, as a review that goes backward leaves them.
        let after = position.play(fresh.moves.last().unwrap().played).unwrap();
        compare(&engine, after, Wanted::ALL, 7);
        let warm = compare(&engine, position, Wanted::ALL, 5);
        let values = |one: &Comparison| {
            let mut values: Vec<(Move, i32)> = one.moves.iter().map(|m| (m.played, m.value.score)).collect();
            values.sort_by_key(|(played, _)| played.to_string());
            values
        };
        // Move ordering may differ, and with it what a probing cut says: by little.
        for (a, b) in values(&fresh).into_iter().zip(values(&warm)) {
            assert!((a.1 - b.1).abs() <= 2, "{position}: {a:?} {b:?}");
        }
    }
}

#[test]
fn more_threads_compare_all_moves_too() {
    let engine = engine();
    let position = random_position(4, 18);
    let limits = Limits::depth(60);
    let alone = engine.search(position).limits(&limits).compare(Wanted::ALL);
    engine.forget();
    let together = engine.search(position).limits(&limits).threads(&Std(3)).compare(Wanted::ALL);
    let scores = |one: &Comparison| one.moves.iter().map(|m| m.value).collect::<Vec<_>>();
    assert_eq!(scores(&alone), scores(&together));
}

#[test]
fn pondering_ends_on_request_and_leaves_a_warm_table() {
    let engine = engine();
    let position = random_position(7, 40);
    let reply = engine.search(position).depth(10).analyze().best;
    engine.forget();
    let after = position.play(reply.unwrap()).unwrap();
    let cold = engine.search(after).depth(10).analyze().nodes;
    engine.forget();
    let stopper = Stopper::new();
    let limits = Limits::stopped_by(&stopper);
    let mut asked = None;
    let pondering = engine
        .search(position)
        .limits(&limits)
        .observe(|progress| {
            if progress.depth >= 10 && asked.is_none() {
                asked = Some(Instant::now());
                stopper.stop();
            }
        })
        .ponder(reply);
    assert!(asked.unwrap().elapsed() < BUSY);
    assert_eq!(pondering.expected, reply);
    assert!(pondering.nodes > 0);
    let warm = engine.search(after).depth(10).analyze();
    assert!(!warm.stopped && warm.nodes < cold / 4, "{} after pondering, {cold} without", warm.nodes);
}

#[test]
fn pondering_without_an_expected_reply_finds_one_and_ends_when_all_is_solved() {
    let engine = engine();
    let pondering = engine.search(random_position(3, 9)).ponder(None);
    assert!(pondering.expected.is_some() && pondering.nodes > 0);
    let over = random_position(3, 0);
    assert!(over.is_finished());
    let nothing = engine.search(over).ponder(None);
    assert_eq!((nothing.expected, nothing.nodes), (None, 0));
}

#[test]
fn the_observer_hears_rising_depths_with_lines_and_nodes() {
    let engine = engine();
    let position = random_position(9, 20);
    let mut heard = Vec::new();
    let threads: &dyn Threads = &Std(2);
    let analysis = engine
        .search(position)
        .threads(threads)
        .observe(|progress| {
            assert!(position.is_legal(progress.best.unwrap()));
            assert_eq!(progress.line.first().copied(), progress.best);
            heard.push((progress.depth, progress.percent, progress.nodes));
        })
        .analyze();
    assert!(heard.windows(2).all(|pair| pair[0] < pair[1]), "{heard:?}");
    assert_eq!(heard.last().map(|last| (last.0, last.1)), Some((20, 100)));
    assert!(analysis.value.is_exact() && !analysis.stopped);
    let mut end = position;
    for &played in &analysis.line {
        end = end.play(played).unwrap();
    }
    assert!(end.is_finished(), "an exact line leads to the end");
}

#[test]
fn the_shallowest_searches_have_the_best_move_too() {
    let engine = engine();
    for position in positions() {
        for depth in [1, 2, 3] {
            let analysis = engine.search(position).depth(depth).analyze();
            engine.forget();
            let all = compare(&engine, position, Wanted::ALL, depth);
            let best = all.moves.iter().find(|one| Some(one.played) == analysis.best).unwrap();
            assert_eq!(
                (best.value, best.value.score),
                (analysis.value, all.moves[0].value.score),
                "{position}"
            );
        }
    }
}

#[test]
fn no_argument_makes_the_engine_panic() {
    let engine = Engine::new(0, Weights::embedded()).unwrap();
    let finished: Position =
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX".parse().unwrap();
    let nearly = random_position(3, 6);
    let passing: Position =
        "-OOOOOOX--------------------------------------------------------O".parse().unwrap();
    for position in [finished, nearly, passing] {
        for depth in [0, 1, 60, 1000, u32::MAX] {
            let found = engine.search(position).depth(depth).analyze();
            assert_eq!(found.best.is_none(), position.is_finished());
            for wanted in [Wanted::best(0), Wanted::ALL, Wanted::best(1).and("a1".parse().unwrap())] {
                compare(&engine, position, wanted, depth);
            }
        }
        engine.search(position).solve(Goal::Outcome);
    }
}

#[test]
fn boards_with_more_moves_than_any_game_has_are_searched_on_many_threads() {
    let text = include_str!("../data/many-moves.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (board, moves) = line.split_once(' ').unwrap();
        let position: Position = board.parse().unwrap();
        for threads in [1, 2, 8] {
            let (engine, threads) = (engine(), Std(threads));
            let search = || engine.search(position).threads(&threads);
            assert!(search().depth(12).analyze().best.is_some_and(|best| position.is_legal(best)));
            let compared = search().depth(2).compare(Wanted::ALL);
            assert_eq!(compared.moves.len().to_string(), moves);
        }
    }
}
