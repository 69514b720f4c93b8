//! Games of the studio that are over, put into the library.

use outflank_game::{Ending, KeptGame};
use outflank_records::{Number, Outcome, PlayerInfo, Record};
use outflank_rules::Color;
use outflank_store::{LibraryGame, LibrarySource, Store, StoreError};

use crate::day::day_of_moment;
use crate::entry::game_of_record;

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
            store.keep_ended(&library_game(kept)).await.map(Some)
        }
        _ => store.forget_ended(kept.id).await.map(|()| None),
    }
}

/// Makes what the library keeps of a game that is over.
fn library_game(kept: &KeptGame) -> LibraryGame {
    let game = &kept.game;
    let mut record = Record::from(game.history());
    let player = |side| PlayerInfo { name: Some(kept.seat(side).called().to_owned()), rating: None };
    record.black = player(Color::Black);
    record.white = player(Color::White);
    record.date = Some(day_of_moment(kept.created));
    let score = game.position().is_finished().then(|| Number::from(game.position().score()));
    record.outcome =
        game.result().map(|result| Outcome { winner: result.winner, score, ending: result.ending });
    LibraryGame {
        game: Some(kept.id),
        black_player: Some(kept.seat(Color::Black).player.clone()),
        white_player: Some(kept.seat(Color::White).player.clone()),
        times: game.times()[..game.plies().len()].to_vec(),
        notes: kept.name.clone(),
        ..game_of_record(&record, LibrarySource::Studio)
    }
}
