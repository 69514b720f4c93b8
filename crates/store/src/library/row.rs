//! A game of the library as a row of the database.

use outflank_game::{GameResult, PlayerId};
use outflank_keep::{LibraryGame, LibraryMoves, LibraryRow};
use outflank_rules::Color;
use sqlx::any::AnyRow;
use sqlx::{Error, FromRow, Row};

use crate::game::milliseconds;

/// A row that is read.
pub(crate) struct StoredEntry(pub(crate) LibraryRow);

impl FromRow<'_, AnyRow> for StoredEntry {
    fn from_row(row: &AnyRow) -> Result<StoredEntry, Error> {
        let text = |column: &str| crate::game::text(row, column);
        let player = |column: &str| -> Result<Option<PlayerId>, Error> {
            Ok(Some(text(column)?).filter(|text| !text.is_empty()).map(|text| PlayerId::from(text.as_str())))
        };
        let winner: Option<i64> = row.try_get("winner")?;
        // A word that nobody here has written says no more than that the game ended.
        let ending = text("ending")?.parse().unwrap_or_default();
        let score: Option<i64> = row.try_get("score")?;
        Ok(StoredEntry(LibraryRow {
            key: row.try_get("key")?,
            added: row.try_get("added")?,
            deleted: row.try_get("deleted")?,
            game: LibraryGame {
                fingerprint: text("fingerprint")?,
                game: row.try_get("game")?,
                day: text("day")?,
                date: text("date")?,
                black: text("black")?,
                white: text("white")?,
                black_player: player("black_player")?,
                white_player: player("white_player")?,
                event: text("event")?,
                place: text("place")?,
                opening: text("opening")?,
                score: score.and_then(|score| i32::try_from(score).ok()),
                result: winner.map(|winner| GameResult { ending, winner: color_of(winner) }),
                moves: LibraryMoves::kept(
                    text("start")?,
                    text("moves")?,
                    usize::try_from(row.try_get::<i64, _>("plies")?).unwrap_or(0),
                ),
                times: text("times")?
                    .split(',')
                    .filter_map(|time| Some(milliseconds(time.parse().ok()?)))
                    .collect(),
                source: text("source")?.parse().unwrap_or_default(),
                notes: text("notes")?,
            },
            tags: Vec::new(),
        }))
    }
}

/// Reads the winner: 1 is black, -1 white, 0 a draw.
fn color_of(winner: i64) -> Option<Color> {
    match winner.signum() {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    }
}

/// Writes the winner as [`color_of`] reads it.
pub(crate) fn number_of(winner: Option<Color>) -> i64 {
    match winner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}
