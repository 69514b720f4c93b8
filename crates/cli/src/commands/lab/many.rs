//! Work on many games, on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::anyhow;
use outflank_engine::TableTooLarge;
use outflank_rules::Game;

use crate::failure::Failure;
use crate::ticker::Ticker;

/// Does the same work with every game, and returns what was found in the order of the games. Every thread has
/// a judge of its own; `name` begins the line of progress.
pub(super) fn each<J, T: Send>(
    (name, games): (&str, &[Game]),
    wanted: Option<NonZeroUsize>,
    stop: &AtomicBool,
    judge: impl Fn() -> Result<J, TableTooLarge> + Sync,
    work: impl Fn(&J, &Game) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let ticker = Ticker::start(format!("{name}  "));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let judge = judge()?;
        let mut found = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(number) else { break };
            found.push((number, work(&judge, game)));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            ticker.say(|| format!("{done} of {} games", games.len()));
        }
        Ok::<_, TableTooLarge>(found)
    };
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..super::threads(wanted)).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for worker in workers {
            // A panic of a worker goes on here.
            all.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok::<_, TableTooLarge>(all)
    })
    .map_err(Failure::other)?;
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Other(anyhow!("interrupted")));
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, found)| found).collect())
}
