//! Games of the studio that are over, put into the library.

use outflank_game::{Ending, KeptGame};
use outflank_keep::game_of_kept;
use outflank_store::{Store, StoreError};

/// Makes the library agree with a game of the studio as it is stored: it has the game if and only if it is
/// over, counts and is to be saved. Returns the key it has there.
///
/// # Errors
///
/// If the game is damaged or the database fails.
pub async fn sync_game(store: &Store, id: i64) -> Result<Option<i64>, StoreError> {
    match store.game(id).await {
        Ok(kept) => sync_kept_game(store, &kept).await,
        Err(StoreError::NoGame { .. }) => store.forget_ended(id).await.map(|()| None),
        Err(error) => Err(error),
    }
}

/// Does what [`sync_game`] does for a game that has just been read or stored.
///
/// # Errors
///
/// If the database fails.
pub async fn sync_kept_game(store: &Store, kept: &KeptGame) -> Result<Option<i64>, StoreError> {
    match kept.game.result() {
        Some(result) if result.ending != Ending::Aborted && kept.saved => {
            store.keep_ended(&game_of_kept(kept)).await.map(Some)
        }
        _ => store.forget_ended(kept.id).await.map(|()| None),
    }
}
