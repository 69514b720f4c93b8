//! A game as it is kept.

use sqlx::any::AnyRow;
use sqlx::{Error, FromRow, Row};

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SeatRow {
    /// The player's text: `human`, `level:7` ...
    pub player: String,
    /// A name for people to read; may be empty.
    pub name: String,
    /// What somebody must show to move for this seat; nothing in a game on one device.
    pub key: Option<String>,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRule {
    /// What each side has at the start.
    pub initial: i64,
    /// What a move adds.
    pub increment: i64,
}

/// How a game ended: a word for the reason, and the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `discs`, `resigned` or `time`.
    pub reason: String,
    /// `black` or `white`; nothing for a draw.
    pub winner: Option<String>,
}

/// What a game begins with.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// A name for people to read; may be empty.
    pub name: String,
    /// The start position, 65 characters.
    pub start: String,
    /// Who plays black.
    pub black: SeatRow,
    /// Who plays white.
    pub white: SeatRow,
    /// Moves made before it begins, with no time spent.
    pub moves: Vec<String>,
    /// How many of them a rematch begins with.
    pub opening: usize,
    /// The pause before a computer's move is shown, in milliseconds.
    pub pace: i64,
    /// Whether a person without a move has to say so.
    pub manual_pass: bool,
    /// The clocks, if any.
    pub clock: Option<ClockRule>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// A square or `pass`.
    pub played: String,
    /// The time it took.
    pub milliseconds: i64,
}

/// A game as it is kept, with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its key, counted up by the database and never given twice.
    pub id: i64,
    /// A name for people to read; may be empty.
    pub name: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it changed last.
    pub updated: i64,
    /// Grows by one with every change.
    pub revision: i64,
    /// The start position.
    pub start: String,
    /// Who plays black.
    pub black: SeatRow,
    /// Who plays white.
    pub white: SeatRow,
    /// How many of the moves are made; the rest were taken back.
    pub made: i64,
    /// How many of the moves a rematch begins with.
    pub opening: i64,
    /// The pause before a computer's move is shown, in milliseconds.
    pub pace: i64,
    /// Whether a person without a move has to say so.
    pub manual_pass: bool,
    /// The clocks, if any.
    pub clock: Option<ClockRule>,
    /// How it ended; nothing while it is on.
    pub ended: Option<Ending>,
    /// All moves, those taken back included.
    pub moves: Vec<MoveRow>,
}

impl FromRow<'_, AnyRow> for GameRow {
    fn from_row(row: &AnyRow) -> Result<GameRow, Error> {
        let seat = |player: &str, name: &str, key: &str| -> Result<SeatRow, Error> {
            Ok(SeatRow { player: row.try_get(player)?, name: row.try_get(name)?, key: row.try_get(key)? })
        };
        let initial: Option<i64> = row.try_get("clock_initial")?;
        let increment: Option<i64> = row.try_get("clock_increment")?;
        let reason: Option<String> = row.try_get("ended")?;
        let winner = row.try_get("winner")?;
        Ok(GameRow {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            revision: row.try_get("revision")?,
            start: row.try_get("start")?,
            black: seat("black", "black_name", "black_key")?,
            white: seat("white", "white_name", "white_key")?,
            made: row.try_get("made")?,
            opening: row.try_get("opening")?,
            pace: row.try_get("pace")?,
            manual_pass: row.try_get::<i64, _>("manual_pass")? != 0,
            clock: initial.map(|initial| ClockRule { initial, increment: increment.unwrap_or(0) }),
            ended: reason.map(|reason| Ending { reason, winner }),
            moves: Vec::new(),
        })
    }
}
