//! Engines that are lent for a search and taken back: games that wait for a person hold no table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, TableTooLarge};

/// Engines with the shipped weights and tables of one size. There are as many as were ever in use at the same
/// time.
#[derive(Default)]
pub struct EnginePool {
    /// Those that nobody uses, the longest idle first.
    idle: Mutex<Vec<PooledEngine>>,
    made: AtomicU64,
}

/// An engine and its number in the pool, from 1.
struct PooledEngine {
    number: u64,
    engine: Engine,
}

impl EnginePool {
    /// The size of each table, in MiB.
    pub const TABLE_MIB: usize = 32;

    /// Lends an engine to `work`; one is made if all others are in use. Its table may hold results of other
    /// games.
    ///
    /// # Errors
    ///
    /// If there is no memory for another table.
    pub fn lend<R>(&self, work: impl FnOnce(&Engine) -> R) -> Result<R, TableTooLarge> {
        self.lend_again(&mut None, work)
    }

    /// Lends an engine, if possible the one of this number, which may remember its last work; notes the
    /// number of the one that was lent. Anybody else gets the engine that has been idle longest.
    pub(crate) fn lend_again<R>(
        &self,
        number: &mut Option<u64>,
        work: impl FnOnce(&Engine) -> R,
    ) -> Result<R, TableTooLarge> {
        let idle = {
            let mut idle = self.engines();
            let known = idle.iter().position(|one| Some(one.number) == *number);
            (!idle.is_empty()).then(|| idle.remove(known.unwrap_or(0)))
        };
        let lent = match idle {
            Some(lent) => lent,
            None => {
                let engine = Engine::new(EnginePool::TABLE_MIB, Weights::embedded())?;
                PooledEngine { number: 1 + self.made.fetch_add(1, Ordering::Relaxed), engine }
            }
        };
        *number = Some(lent.number);
        let result = work(&lent.engine);
        self.engines().push(lent);
        Ok(result)
    }

    fn engines(&self) -> MutexGuard<'_, Vec<PooledEngine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many engines nobody uses at present.
    #[must_use]
    pub fn idle(&self) -> usize {
        self.engines().len()
    }
}

/// Where a player has its engine from.
pub(crate) enum EngineSource {
    /// Its own, which remembers the game.
    Own(Engine),
    /// One of a pool, for each move; the number of the last one, which may remember the game.
    Pool(Arc<EnginePool>, Option<u64>),
}

impl EngineSource {
    /// Searches with the engine.
    pub(crate) fn with<R>(&mut self, work: impl FnOnce(&Engine) -> R) -> Result<R, TableTooLarge> {
        match self {
            EngineSource::Own(engine) => Ok(work(engine)),
            EngineSource::Pool(pool, last) => pool.lend_again(last, work),
        }
    }

    /// Forgets the results of earlier games; engines of a pool keep what they know.
    pub(crate) fn forget(&self) {
        if let EngineSource::Own(engine) = self {
            engine.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_given_back_is_lent_again() {
        let pool = EnginePool::default();
        for _ in 0..3 {
            pool.lend(|_| assert_eq!(pool.idle(), 0)).unwrap();
            assert_eq!(pool.idle(), 1);
        }
        // Two at a time are two.
        pool.lend(|_| pool.lend(|_| ()).unwrap()).unwrap();
        assert_eq!(pool.idle(), 2);
    }

    #[test]
    fn a_player_gets_the_engine_of_its_last_move_again_if_it_is_idle() {
        let pool = EnginePool::default();
        let (mut mine, mut yours) = (None, None);
        pool.lend_again(&mut mine, |_| pool.lend_again(&mut yours, |_| ()).unwrap()).unwrap();
        assert_eq!((mine, yours), (Some(1), Some(2)));
        for _ in 0..3 {
            for number in [&mut yours, &mut mine] {
                let before = *number;
                pool.lend_again(number, |_| ()).unwrap();
                assert_eq!(*number, before);
            }
            // A stranger gets the other one.
            let mut stranger = None;
            pool.lend_again(&mut mine, |_| pool.lend_again(&mut stranger, |_| ()).unwrap()).unwrap();
            assert_eq!(stranger, yours);
        }
        assert_eq!(pool.idle(), 2);
    }
}
