//! How many look on at games between people: connections here are counted, and the database adds up those of
//! all servers.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_game::KeptGame;

use crate::studio::Studio;

/// How long several who come or go at once are waited for before the number is stored and told.
const TOGETHER: Duration = Duration::from_millis(300);

/// Those who look on through this server.
#[derive(Default)]
pub(crate) struct SpectatorBoard(Mutex<SpectatorCounts>);

#[derive(Default)]
struct SpectatorCounts {
    here: HashMap<i64, usize>,
    /// Games whose number is about to be stored.
    changing: HashSet<i64>,
}

impl SpectatorBoard {
    fn counts(&self) -> MutexGuard<'_, SpectatorCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whether nobody looks on at anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts().here.is_empty()
    }

    /// Adds somebody, and tells whether nobody is about to store the number.
    fn add(&self, game: i64) -> bool {
        let mut counts = self.counts();
        *counts.here.entry(game).or_default() += 1;
        counts.changing.insert(game)
    }

    /// Takes somebody away, and tells the same.
    fn remove(&self, game: i64) -> bool {
        let mut counts = self.counts();
        if let Some(number) = counts.here.get_mut(&game) {
            *number -= 1;
            if *number == 0 {
                counts.here.remove(&game);
            }
        }
        counts.changing.insert(game)
    }

    /// Returns the number to be stored.
    fn settle(&self, game: i64) -> usize {
        let mut counts = self.counts();
        counts.changing.remove(&game);
        counts.here.get(&game).copied().unwrap_or(0)
    }
}

/// Somebody who looks on, until dropped.
pub(crate) struct Spectator {
    studio: Arc<Studio>,
    game: i64,
}

impl Drop for Spectator {
    fn drop(&mut self) {
        if self.studio.spectators.remove(self.game) {
            self.studio.store_spectators_soon(self.game);
        }
    }
}

impl Studio {
    /// Counts somebody who looks on at a game between people; nobody does while a player is waited for.
    pub(crate) fn spectator_comes(self: &Arc<Studio>, kept: &KeptGame) -> Option<Spectator> {
        if !kept.is_by_invitation() || kept.is_waiting_room() {
            return None;
        }
        if self.spectators.add(kept.id) {
            self.store_spectators_soon(kept.id);
        }
        Some(Spectator { studio: Arc::clone(self), game: kept.id })
    }

    fn store_spectators_soon(self: &Arc<Studio>, game: i64) {
        let studio = Arc::clone(self);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            let number = studio.spectators.settle(game);
            let stored = studio.store.set_spectators(game, &studio.presence.server, number).await;
            if stored.is_ok() {
                studio.presence_changed(game).await;
                studio.lobby.heard_of(game);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_who_come_at_once_are_stored_once() {
        let board = SpectatorBoard::default();
        assert!(board.is_empty());
        assert_eq!([board.add(7), board.add(7), board.add(8)], [true, false, true]);
        assert_eq!([board.settle(7), board.settle(8)], [2, 1]);
        assert!(board.remove(7));
        assert!(!board.remove(7));
        assert_eq!(board.settle(7), 0);
        assert!(!board.is_empty());
        board.remove(8);
        assert!(board.is_empty());
    }
}
