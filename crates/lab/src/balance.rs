//! Making openings: all positions a few plies from the start, and those of them that are balanced.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, TableTooLarge};
use outflank_rules::{Game, Position, Square};

/// Returns a game to every position so many plies from the start, of positions that differ by a symmetry one;
/// all begin with f5.
///
/// Finished games are left out. The number grows about sixfold with every ply: 67,245 for eight.
#[must_use]
pub fn distinct(plies: u32) -> Vec<Game> {
    let mut layer = vec![Game::new(Position::start())];
    for ply in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for game in &layer {
            let position = game.position();
            // A pass would need a ply of its own; none is possible in the first eight.
            for square in position.legal_moves().squares() {
                if ply == 0 && square != F5 {
                    continue;
                }
                let Ok(after) = position.play(square) else { continue };
                if !after.is_finished() && seen.insert(after.canonical().0) {
                    let mut game = game.clone();
                    if game.place(square).is_ok() {
                        next.push(game);
                    }
                }
            }
        }
        layer = next;
    }
    layer
}

const F5: Square = Square::wrapping(37);

/// How a value is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judging {
    /// The depth of the search.
    pub depth: u32,
    /// The largest value, either way, that counts as balanced.
    pub bound: i32,
    /// How many threads work, each on its own positions.
    pub threads: usize,
}

/// Returns the games whose last position has a value within the bound, in their order.
///
/// A shallow search sorts out what is far outside. `progress` gets the number of games looked at so far;
/// `None` comes back if `stop` was set.
///
/// # Errors
///
/// If there is no memory for the tables of the engines.
pub fn balanced(
    games: &[Game],
    judging: Judging,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Option<Vec<Game>>, TableTooLarge> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<usize>, TableTooLarge> {
        let engine = Engine::new(1, Weights::embedded())?;
        let mut kept = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else { return Ok(kept) };
            if stop.load(Ordering::Relaxed) {
                return Ok(kept);
            }
            if is_balanced(&engine, game.position(), judging) {
                kept.push(index);
            }
            progress(index + 1);
        }
    };
    let kept = thread::scope(|scope| {
        let workers: Vec<_> = (0..judging.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut kept = Vec::new();
        for worker in workers {
            // A panic of a worker goes on here.
            kept.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(kept)
    });
    let mut kept = kept?;
    kept.sort_unstable();
    let done = !stop.load(Ordering::Relaxed);
    Ok(done.then(|| kept.into_iter().map(|index| games[index].clone()).collect()))
}

/// How far outside the bound a shallow search must be to settle the matter.
const FAR: i32 = 10;

fn is_balanced(engine: &Engine, position: Position, judging: Judging) -> bool {
    // Every position begins with an empty table, so that the outcome does not depend on the order of work.
    engine.forget();
    let value = |depth: u32| engine.search(position).depth(depth).analyze().value.score;
    let shallow = judging.depth.min(4);
    if shallow < judging.depth && value(shallow).abs() > judging.bound + FAR {
        return false;
    }
    value(judging.depth).abs() <= judging.bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_distinct_positions_is_the_known_one() {
        let counts: Vec<usize> = (0..=5).map(|plies| distinct(plies).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322]);
        assert!(distinct(3).iter().all(|game| game.transcript().starts_with("f5")));
    }

    #[test]
    fn balanced_games_do_not_depend_on_the_number_of_threads() {
        let games = distinct(4);
        let stop = AtomicBool::new(false);
        let chosen = |threads| {
            let judging = Judging { depth: 3, bound: 4, threads };
            balanced(&games, judging, &stop, &|_| {}).unwrap().unwrap()
        };
        let alone = chosen(1);
        assert!(!alone.is_empty() && alone.len() < games.len());
        assert_eq!(alone, chosen(3));
        stop.store(true, Ordering::Relaxed);
        assert!(
            balanced(&games, Judging { depth: 3, bound: 4, threads: 2 }, &stop, &|_| {}).unwrap().is_none()
        );
    }
}
