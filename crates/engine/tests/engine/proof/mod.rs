//! The solver held up to an independent reference, to the eight symmetries and to other numbers of threads.
//!
//! Every property has a sample that runs with every change, and the whole, which is ignored unless asked for
//! (`make test-long`). Positions come from random play and, where `OUTFLANK_DATA` names a folder with them,
//! from tournament games; seeds are fixed.

mod positions;
mod reference;
mod solver;
mod threads;

use std::sync::Mutex;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, OneThread, Solution, Threads};
use outflank_rules::Position;

/// Makes an engine with a small table, so that entries are replaced all the time.
fn engine() -> Engine {
    Engine::new(1, Weights::embedded()).expect("memory for a mebibyte")
}

/// Solves a position exactly on one thread.
fn exact(engine: &Engine, position: Position) -> Solution {
    solve(engine, position, Goal::Exact, &OneThread)
}

fn solve(engine: &Engine, position: Position, goal: Goal, threads: &dyn Threads) -> Solution {
    engine.search(position).threads(threads).solve(goal)
}

/// Checks positions on all cores, with one engine a thread whose table is never emptied.
fn check_all(positions: Vec<Position>, check: impl Fn(&Engine, Position) + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rest = Mutex::new(positions);
    let next = || rest.lock().expect("no check panics while it takes a position").pop();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let engine = engine();
                while let Some(position) = next() {
                    check(&engine, position);
                }
            });
        }
    });
}
