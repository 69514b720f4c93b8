//! Games that end here go into the library.
//!
//! The library is made to agree with the game as it is stored, whatever happened before: whoever asks twice, late or in
//! the wrong order does no harm. What a sudden end left undone is done at the next start.

use std::sync::Arc;

use outflank_library::{day_of_moment, game_of_record};
use outflank_records::{Ending as HowEnded, Number, Outcome, Player, Record};
use outflank_rules::Color;
use outflank_store::{GameRow, LibraryGame, SeatRow, StoreError};

use crate::error::ApiError;
use crate::replay::replay;
use crate::table::Studio;

impl Studio {
    /// Makes the library agree with a game, soon.
    pub(crate) fn shelve_soon(self: &Arc<Studio>, id: i64) {
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            // What fails now is found again at the next start.
            let _done_at_the_next_start = studio.shelve(id).await;
        });
    }

    /// Adds all games to the library that ended without it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn shelve_all(&self) -> Result<(), StoreError> {
        for id in self.store.ended_outside_library().await? {
            // A damaged game must not keep the others out.
            let _left_where_it_is = self.shelve(id).await;
        }
        Ok(())
    }

    async fn shelve(&self, id: i64) -> Result<(), ApiError> {
        let _one_at_a_time = self.shelf.lock().await;
        match self.store.game(id).await {
            Ok(row) if row.ended.is_some() => {
                self.store.keep_ended(&library_game(&row)?).await?;
            }
            Ok(_) | Err(StoreError::NoGame { .. }) => self.store.forget_ended(id).await?,
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// Makes what the library keeps of a game that is over.
pub(crate) fn library_game(row: &GameRow) -> Result<LibraryGame, ApiError> {
    let game = replay(row)?;
    let mut record = Record::from(&game);
    let called = |seat: &SeatRow| Some(if seat.name.is_empty() { &seat.player } else { &seat.name }.clone());
    record.black = Player { name: called(&row.black), rating: None };
    record.white = Player { name: called(&row.white), rating: None };
    record.date = Some(day_of_moment(row.created));
    record.outcome = row.ended.as_ref().map(|ended| Outcome {
        winner: match ended.winner.as_deref() {
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            _ => None,
        },
        score: game.position().is_finished().then(|| Number::from(game.position().score())),
        ending: match ended.reason.as_str() {
            "resigned" => HowEnded::Resigned,
            "time" => HowEnded::TimedOut,
            _ => HowEnded::Played,
        },
    });
    let times = row.moves.iter().take(game.plies().len()).map(|kept| kept.milliseconds).collect();
    Ok(LibraryGame {
        game: Some(row.id),
        black_player: row.black.player.clone(),
        white_player: row.white.player.clone(),
        times,
        notes: row.name.clone(),
        ..game_of_record(&record, "studio")
    })
}
