//! Games as they are played and kept: played again by the rules, and what the library makes of those that are
//! over.

use outflank_records::{Ending as HowEnded, Number, Outcome, Player, Record};
use outflank_rules::{Color, Game, Move, Position};
use outflank_store::{Ending, GameRow, LibraryGame, SeatRow, Store, StoreError};

use crate::day::day_of_moment;
use crate::entry::game_of_record;

/// Says why a kept game cannot be gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeptError {
    /// What is kept is no game: somebody else wrote it.
    #[error("game {id} is damaged: {what}")]
    Damaged {
        /// Its number.
        id: i64,
        /// What is wrong with it.
        what: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Plays the moves of a kept game; its place is after the moves that are made.
///
/// # Errors
///
/// If what is kept is no game.
pub fn replay(row: &GameRow) -> Result<Game, KeptError> {
    let damaged = |what: String| KeptError::Damaged { id: row.id, what };
    let start: Position = row.start.parse().map_err(|error| damaged(format!("{error}")))?;
    let mut game = Game::new(start);
    for kept in &row.moves {
        let played: Move = kept.played.parse().map_err(|error| damaged(format!("{error}")))?;
        game.play(played).map_err(|error| damaged(format!("{error}")))?;
    }
    game.go_to(usize::try_from(row.made).unwrap_or(0));
    Ok(game)
}

/// Returns how a finished position ended by counting discs.
#[must_use]
pub fn ending_by_discs(position: &Position) -> Option<Ending> {
    if !position.is_finished() {
        return None;
    }
    let winner = match position.score() {
        0 => None,
        score if score > 0 => Some(Color::Black),
        _ => Some(Color::White),
    };
    Some(Ending { reason: "discs".to_owned(), winner: winner.map(|side| side.name().to_owned()) })
}

/// Makes the library agree with a game as it is stored: it has the game if and only if it is over.
///
/// # Errors
///
/// If the game is damaged or the database fails.
pub async fn shelve(store: &Store, id: i64) -> Result<(), KeptError> {
    match store.game(id).await {
        Ok(row) if row.ended.is_some() => {
            store.keep_ended(&library_game(&row)?).await?;
        }
        Ok(_) | Err(StoreError::NoGame { .. }) => store.forget_ended(id).await?,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Makes what the library keeps of a game that is over.
fn library_game(row: &GameRow) -> Result<LibraryGame, KeptError> {
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
