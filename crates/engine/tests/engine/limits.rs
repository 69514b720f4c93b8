//! What ends a search: time, nodes, a stopper, a game's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::support::{BUSY, Std, Wall, engine, random_position};
use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Engine, GameClock, Goal, Limits, Stopper, Truth, Wanted};
use outflank_rules::Position;

#[test]
fn a_time_limit_is_kept() {
    let engine = engine();
    let clock: Arc<dyn Clock> = Arc::new(Wall(Instant::now()));
    for threads in [1, 2] {
        for empties in [60, 44, 30, 26] {
            for all in [false, true] {
                let position = random_position(5, empties);
                let started = clock.now();
                let limits = Limits::until(Arc::clone(&clock), started + Duration::from_millis(30));
                if all {
                    engine.search(position).limits(&limits).threads(&Std(threads)).compare(Wanted::ALL);
                } else {
                    engine.search(position).limits(&limits).threads(&Std(threads)).analyze();
                }
                let spent = clock.now() - started;
                assert!(spent < BUSY, "{spent:?} at {empties} empty squares on {threads} threads");
            }
        }
    }
}

#[test]
fn a_wish_ends_the_search_it_was_given_to_and_no_other() {
    let engine = engine();
    for threads in [1, 2] {
        let stopper = Stopper::new();
        let wish = stopper.clone();
        let asked = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(40));
            wish.stop();
            Instant::now()
        });
        let limits = Limits::stopped_by(&stopper);
        let analysis = engine.search(Position::start()).limits(&limits).threads(&Std(threads)).analyze();
        assert!(asked.join().unwrap().elapsed() < BUSY);
        assert!(analysis.stopped && analysis.best.is_some());
        // The wish stays with its search: given again it ends that one too, other searches do not hear it.
        let again = engine.search(Position::start()).limits(&limits).threads(&Std(threads)).analyze();
        assert!(again.stopped && Position::start().is_legal(again.best.unwrap()));
        let other = engine.search(Position::start()).depth(6).threads(&Std(threads)).analyze();
        assert!(!other.stopped);
        assert_eq!(other.value.truth, Truth::Estimate { depth: 6, percent: 73 });
    }
}

#[test]
fn a_stopper_that_asks_ends_the_search_once_it_is_told_yes() {
    let (engine, asked) = (engine(), Arc::new(AtomicU32::new(0)));
    let counts = Arc::clone(&asked);
    let stopper = Stopper::asking(move || counts.fetch_add(1, Ordering::Relaxed) >= 20);
    let position = random_position(7, 40);
    let limits = Limits { depth: Some(60), ..Limits::stopped_by(&stopper) };
    let found = engine.search(position).limits(&limits).analyze();
    assert!(found.stopped && found.best.is_some() && stopper.is_stopped());
    // It stays stopped, and is asked no more.
    let times = asked.load(Ordering::Relaxed);
    assert!(stopper.clone().is_stopped() && asked.load(Ordering::Relaxed) == times);
    assert!(!Stopper::asking(|| false).is_stopped());
    assert!(format!("{:?}", Stopper::asking(|| false)).contains("asks: true"));
}

#[test]
fn a_stopped_solver_returns_a_legal_line_and_claims_nothing() {
    for seed in 0..6 {
        let engine = engine();
        let stopper = Stopper::new();
        stopper.stop();
        let position = random_position(seed, 26);
        let solution = engine.search(position).stopper(&stopper).solve(Goal::Exact);
        assert!(matches!(solution.value.truth, Truth::Estimate { .. }));
        let mut end = position;
        for &played in &solution.line {
            end = end.play(played).unwrap();
        }
        assert!(solution.best.is_some());
    }
}

#[test]
fn every_limit_ends_a_solver_too_and_leaves_an_estimate() {
    let engine = engine();
    let position = random_position(4, 36);
    let clock: Arc<dyn Clock> = Arc::new(Steps(0.into()));
    let stopper = Stopper::new();
    stopper.stop();
    let soon = clock.now() + Duration::from_millis(5);
    let game_clock = GameClock { remaining: Duration::from_millis(100), ..GameClock::default() };
    let limits = [
        Limits::until(Arc::clone(&clock), soon),
        Limits { game_clock: Some((Arc::clone(&clock), game_clock)), ..Limits::default() },
        Limits { nodes: Some(50_000), ..Limits::default() },
        Limits::stopped_by(&stopper),
    ];
    for limits in &limits {
        for threads in [1, 2] {
            let solution = engine.search(position).limits(limits).threads(&Std(threads)).solve(Goal::Exact);
            assert!(solution.stopped);
            assert!(matches!(solution.value.truth, Truth::Estimate { .. }));
            assert!(position.is_legal(solution.best.unwrap()));
        }
    }
    let within = engine.search(random_position(4, 12)).depth(1).nodes(u64::MAX).solve(Goal::Exact);
    assert!(within.value.is_exact() && !within.stopped);
}

#[test]
fn a_node_limit_is_for_all_threads_and_nearly_kept() {
    let engine = engine();
    for nodes in [1, 1_000, 100_000] {
        for threads in [1, 2] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let analysis =
                engine.search(random_position(1, 40)).limits(&limits).threads(&Std(threads)).analyze();
            assert!(analysis.stopped && analysis.best.is_some());
            assert!(analysis.nodes < nodes + 20_000, "{} of {nodes}", analysis.nodes);
        }
    }
}

/// A clock that goes on by a fixed step whenever it is read.
struct Steps(std::sync::atomic::AtomicU64);

impl Clock for Steps {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(100, std::sync::atomic::Ordering::Relaxed))
    }
}

#[test]
fn a_game_clock_is_divided_and_a_forced_move_costs_nothing() {
    let engine = engine();
    let clock: Arc<dyn Clock> = Arc::new(Steps(0.into()));
    let mut left = GameClock { remaining: Duration::from_secs(2), ..GameClock::default() };
    let mut position = Position::start();
    while !position.is_finished() {
        let started = clock.now();
        let limits = Limits { game_clock: Some((Arc::clone(&clock), left)), ..Limits::default() };
        let analysis = engine.search(position).limits(&limits).analyze();
        let spent = clock.now() - started;
        assert!(spent < left.remaining, "{spent:?} of {left:?}");
        if position.legal_moves().len() < 2 {
            assert!(spent <= Duration::from_millis(1), "{spent:?} for a forced move");
        }
        left.remaining -= spent;
        position = position.play(analysis.best.unwrap()).unwrap();
    }
    assert!(left.remaining < Duration::from_millis(1_500), "the time was there to be used: {left:?}");
}

/// Wherever a limit ends a search, also between the proof and the line that follows it, there is a move.
#[test]
fn a_search_that_any_limit_ends_has_a_move() {
    let engine = Engine::new(1, Weights::embedded()).unwrap();
    for seed in 0..3 {
        let position = random_position(seed, 13);
        let needed = engine.search(position).analyze().nodes;
        for nodes in (0..=needed).step_by((needed / 60).max(1) as usize) {
            engine.forget();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let analysis = engine.search(position).limits(&limits).analyze();
            let best = analysis.best.unwrap_or_else(|| panic!("no move within {nodes} nodes of {needed}"));
            assert!(position.play(best).is_ok(), "{best} within {nodes} nodes");
        }
    }
}

#[test]
fn a_run_that_is_cut_off_still_counts_for_the_move() {
    let engine = engine();
    let (mut changed, mut confirmed) = (0, 0);
    for seed in 0..12 {
        let position = random_position(seed, 40);
        for nodes in (10..=26).map(|n| 1_u64 << (n / 2 + 4) << (n % 2)) {
            let (mut finished, mut depth) = (None, 0);
            engine.forget();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut note = |progress: &outflank_engine::Progress| {
                (finished, depth) = (progress.best, progress.depth);
            };
            let found = engine.search(position).limits(&limits).observe(&mut note).analyze();
            assert_eq!(found.best, found.line.first().copied());
            if found.stopped && found.best != finished {
                engine.forget();
                let deeper = engine.search(position).depth(depth + 1).analyze();
                changed += 1;
                confirmed += u32::from(deeper.best == found.best);
            }
        }
    }
    // The whole run mostly ends with the move that a part of it has found.
    assert!(changed >= 3 && 2 * confirmed > changed, "{confirmed} of {changed}");
}
