//! A game of the library.

use sqlx::any::AnyRow;
use sqlx::{Error, FromRow, Row};

/// A game as the library is given it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryGame {
    /// The same for the same game, whatever file it came from.
    pub fingerprint: String,
    /// The game of the studio it was, if any.
    pub game: Option<i64>,
    /// The day as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty if unknown.
    pub day: String,
    /// The date as the source spells it.
    pub date: String,
    /// The name of black.
    pub black: String,
    /// The name of white.
    pub white: String,
    /// Who plays black: `human`, `level:7` ...; empty if unknown.
    pub black_player: String,
    /// Who plays white.
    pub white_player: String,
    /// The tournament or match.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// The moves of the longest named line it follows; empty if none.
    pub opening: String,
    /// Black's discs less white's, empty squares to the winner.
    pub score: Option<i64>,
    /// 1 if black won, -1 if white did, 0 for a draw.
    pub winner: Option<i64>,
    /// How it ended, in a word.
    pub ending: String,
    /// How many plies it has, passes included.
    pub plies: i64,
    /// The start, 65 characters; empty for the usual one.
    pub start: String,
    /// The squares without blanks, passes left out.
    pub moves: String,
    /// Milliseconds per ply, passes included; empty if unknown.
    pub times: Vec<i64>,
    /// The format it was read from, or `studio`.
    pub source: String,
    /// Notes of people.
    pub notes: String,
}

/// A game as the library keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryRow {
    /// Its key, counted up and never given twice.
    pub key: i64,
    /// When it was added, in milliseconds since 1970.
    pub added: i64,
    /// When it was deleted; nothing if it is there.
    pub deleted: Option<i64>,
    /// What it is.
    pub game: LibraryGame,
    /// Its tags, in their order.
    pub tags: Vec<String>,
}

impl FromRow<'_, AnyRow> for LibraryRow {
    fn from_row(row: &AnyRow) -> Result<LibraryRow, Error> {
        let times: String = row.try_get("times")?;
        Ok(LibraryRow {
            key: row.try_get("key")?,
            added: row.try_get("added")?,
            deleted: row.try_get("deleted")?,
            game: LibraryGame {
                fingerprint: row.try_get("fingerprint")?,
                game: row.try_get("game")?,
                day: row.try_get("day")?,
                date: row.try_get("date")?,
                black: row.try_get("black")?,
                white: row.try_get("white")?,
                black_player: row.try_get("black_player")?,
                white_player: row.try_get("white_player")?,
                event: row.try_get("event")?,
                place: row.try_get("place")?,
                opening: row.try_get("opening")?,
                score: row.try_get("score")?,
                winner: row.try_get("winner")?,
                ending: row.try_get("ending")?,
                plies: row.try_get("plies")?,
                start: row.try_get("start")?,
                moves: row.try_get("moves")?,
                times: times.split(',').filter_map(|time| time.parse().ok()).collect(),
                source: row.try_get("source")?,
                notes: row.try_get("notes")?,
            },
            tags: Vec::new(),
        })
    }
}
