//! Engines that are lent for a search and taken back: games that wait for a person hold no table.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, TableTooLarge};

/// Engines with the shipped weights and tables of one size. There are as many as were ever in use at the same
/// time.
#[derive(Default)]
pub struct EnginePool {
    idle: Mutex<Vec<Engine>>,
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
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let engine = idle.map_or_else(|| Engine::new(EnginePool::TABLE_MIB, Weights::embedded()), Ok)?;
        let result = work(&engine);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(result)
    }

    /// Returns how many engines nobody uses at present.
    #[must_use]
    pub fn idle(&self) -> usize {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Where a player has its engine from.
pub(crate) enum EngineSource {
    /// Its own, which remembers the game.
    Own(Engine),
    /// One of a pool, for each move.
    Pool(Arc<EnginePool>),
}

impl EngineSource {
    /// Searches with the engine.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&Engine) -> R) -> Result<R, TableTooLarge> {
        match self {
            EngineSource::Own(engine) => Ok(work(engine)),
            EngineSource::Pool(pool) => pool.lend(work),
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
}
