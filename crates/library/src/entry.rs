//! Between records of files and rows of the library.

use outflank_records::{Ending, Number, Outcome, Player, Ply, Record, RecordError};
use outflank_rules::{Color, Move, Position};
use outflank_store::{LibraryGame, LibraryRow};

use crate::day::day_of_date;
use crate::fingerprint::fingerprint;
use crate::openings;

/// The longest name that is kept, in letters.
const NAME_LIMIT: usize = 200;

/// Why a row is no game.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The start is no position.
    #[error("game {key} of the library starts from {start:?}, which is no position")]
    Start {
        /// The game.
        key: i64,
        /// Its start.
        start: String,
    },
    /// The moves cannot be played.
    #[error("game {key} of the library has the moves {moves:?}, which cannot be played: {reason}")]
    Moves {
        /// The game.
        key: i64,
        /// Its moves.
        moves: String,
        /// What is wrong with them.
        reason: Box<RecordError>,
    },
}

/// Makes what the library keeps of a record; `source` is the format it was read from.
#[must_use]
pub fn game_of_record(record: &Record, source: &str) -> LibraryGame {
    let text = |text: Option<&str>| -> String {
        let shown = text.unwrap_or("").chars().filter(|letter| !letter.is_control()).take(NAME_LIMIT);
        shown.collect::<String>().trim().to_owned()
    };
    let (black, white) = (text(record.black.name.as_deref()), text(record.white.name.as_deref()));
    let is_usual = record.start() == Position::start();
    let start = if is_usual { String::new() } else { record.start().to_string() };
    let (moves, date) = (record.transcript(), text(record.date.as_deref()));
    let day = day_of_date(&date);
    let (score, winner, ending) = result(record);
    LibraryGame {
        fingerprint: fingerprint(&start, &moves, &black, &white, &day),
        game: None,
        day,
        date,
        black,
        white,
        black_player: String::new(),
        white_player: String::new(),
        event: text(record.event.as_deref()),
        place: text(record.place.as_deref()),
        opening: if is_usual { openings::line_of(record.moves()).to_owned() } else { String::new() },
        score,
        winner,
        ending: ending.name().to_owned(),
        plies: i64::try_from(record.plies().len()).unwrap_or(i64::MAX),
        start,
        moves,
        times: times(record),
        source: source.to_owned(),
        notes: record.comment.clone().unwrap_or_default(),
    }
}

/// Returns score and winner, stated or on the board, and how the game ended.
fn result(record: &Record) -> (Option<i64>, Option<i64>, Ending) {
    let sign = |winner: Option<Color>| winner.map_or(0, |side| if side == Color::Black { 1 } else { -1 });
    let last = record.last_position();
    match &record.outcome {
        Some(outcome) => {
            let score = outcome.score.as_ref().and_then(Number::as_i32).map(i64::from);
            (score, Some(sign(outcome.winner)), outcome.ending)
        }
        None if last.is_finished() => {
            let score = i64::from(last.score());
            (Some(score), Some(score.signum()), Ending::Played)
        }
        None => (None, None, Ending::Played),
    }
}

/// Returns the milliseconds of all plies, or nothing if no ply has a time.
fn times(record: &Record) -> Vec<i64> {
    let seconds =
        |ply: &Ply| ply.time.as_ref().and_then(Number::as_f64).filter(|time| (0.0..1e9).contains(time));
    if record.plies().iter().all(|ply| seconds(ply).is_none()) {
        return Vec::new();
    }
    record.plies().iter().map(|ply| (seconds(ply).unwrap_or(0.0) * 1000.0).round() as i64).collect()
}

/// Makes the record of a row.
///
/// # Errors
///
/// If the row is no game: somebody else has written it.
pub fn record_of_row(row: &LibraryRow) -> Result<Record, EntryError> {
    let game = &row.game;
    let start = if game.start.is_empty() { Some(Position::start()) } else { game.start.parse().ok() };
    let start = start.ok_or_else(|| EntryError::Start { key: row.key, start: game.start.clone() })?;
    let mut record = Record::new(start);
    record.push_transcript(&game.moves).map_err(|reason| EntryError::Moves {
        key: row.key,
        moves: game.moves.clone(),
        reason: Box::new(reason),
    })?;
    if record.plies().len() as i64 == game.plies - 1 {
        // A pass at the end is not among the squares.
        let _not_a_pass_then = record.push(Ply::new(Move::Pass));
    }
    for (index, &time) in game.times.iter().enumerate() {
        if let Some(ply) = record.ply_mut(index) {
            ply.time = Some(Number::new(format!("{:.3}", time as f64 / 1000.0)));
        }
    }
    let kept = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let called =
        |name: &str, player: &str| Player { name: kept(name).or_else(|| kept(player)), rating: None };
    record.black = called(&game.black, &game.black_player);
    record.white = called(&game.white, &game.white_player);
    record.event = kept(&game.event);
    record.place = kept(&game.place);
    record.date = kept(&game.date).or_else(|| kept(&game.day));
    record.comment = kept(&game.notes);
    record.outcome = game.winner.map(|winner| Outcome {
        winner: match winner.signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        },
        score: game.score.and_then(|score| i32::try_from(score).ok()).map(Number::from),
        ending: Ending::ALL.into_iter().find(|one| one.name() == game.ending).unwrap_or_default(),
    });
    Ok(record)
}
