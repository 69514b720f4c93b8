//! Between records of files and rows of the library.

use std::time::Duration;

use crate::day::{day_of_date, day_of_moment};
use crate::fingerprint::fingerprint;
use crate::openings;
use crate::row::{DamagedEntry, LibraryGame, LibraryMoves, LibraryRow, LibrarySource};
use outflank_game::{Ending, GameResult, KeptGame, PlayerId};
use outflank_records::{Number, Outcome, PlayerInfo, Ply, Record};
use outflank_rules::{Color, Position};

/// The longest name that is kept, in letters.
const NAME_LIMIT: usize = 200;

/// Makes what the library keeps of a record.
#[must_use]
pub fn game_of_record(record: &Record, source: LibrarySource) -> LibraryGame {
    let text = |text: Option<&str>| -> String {
        let shown = text.unwrap_or("").chars().filter(|letter| !letter.is_control()).take(NAME_LIMIT);
        shown.collect::<String>().trim().to_owned()
    };
    let (black, white) = (text(record.black.name.as_deref()), text(record.white.name.as_deref()));
    let is_usual = record.start() == Position::start();
    let moves = LibraryMoves::new(record.start(), record.moves());
    let date = text(record.date.as_deref());
    let day = day_of_date(&date);
    let (score, result) = result(record);
    LibraryGame {
        fingerprint: fingerprint(moves.start(), moves.squares(), &black, &white, &day),
        game: None,
        day,
        date,
        black,
        white,
        black_player: None,
        white_player: None,
        event: text(record.event.as_deref()),
        place: text(record.place.as_deref()),
        opening: if is_usual { openings::line_of(record.moves()).to_owned() } else { String::new() },
        score,
        result,
        moves,
        times: times(record),
        source,
        // PostgreSQL keeps no NUL, and nobody writes one.
        notes: record.comment.as_deref().unwrap_or_default().replace('\0', ""),
    }
}

/// Makes what the library keeps of a game that is over.
#[must_use]
pub fn game_of_kept(kept: &KeptGame) -> LibraryGame {
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

/// Returns the score and the result, stated or on the board.
fn result(record: &Record) -> (Option<i32>, Option<GameResult>) {
    match &record.outcome {
        Some(outcome) => {
            let score = outcome.score.as_ref().and_then(Number::as_i32);
            (score, Some(GameResult { ending: outcome.ending, winner: outcome.winner }))
        }
        None => {
            let last = record.last_position();
            (last.is_finished().then(|| last.score()), GameResult::by_discs(last))
        }
    }
}

/// Returns what all plies took, or nothing if no ply has a time.
fn times(record: &Record) -> Vec<Duration> {
    let seconds =
        |ply: &Ply| ply.time.as_ref().and_then(Number::as_f64).filter(|time| (0.0..1e9).contains(time));
    if record.plies().iter().all(|ply| seconds(ply).is_none()) {
        return Vec::new();
    }
    let milliseconds = |ply: &Ply| (seconds(ply).unwrap_or(0.0) * 1000.0).round() as u64;
    record.plies().iter().map(|ply| Duration::from_millis(milliseconds(ply))).collect()
}

/// Returns the word for an ending in lists of the library: those of version 0.1, which other programs read.
#[must_use]
pub fn listed_ending(result: Option<GameResult>) -> &'static str {
    match result.map(|result| result.ending).unwrap_or_default() {
        Ending::Discs => "played",
        Ending::TimeOut => "timed-out",
        ending => ending.name(),
    }
}

/// Makes the record of a row.
///
/// # Errors
///
/// If the row is not a game, which only another program can have written.
pub fn record_of_row(row: &LibraryRow) -> Result<Record, DamagedEntry> {
    let game = &row.game;
    let mut record = Record::from(&row.play()?);
    for (index, &time) in game.times.iter().enumerate() {
        if let Some(ply) = record.ply_mut(index) {
            ply.time = Some(Number::new(format!("{:.3}", time.as_secs_f64())));
        }
    }
    let kept = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let called = |name: &str, player: &Option<PlayerId>| PlayerInfo {
        name: kept(name).or_else(|| player.as_ref().map(ToString::to_string)),
        rating: None,
    };
    record.black = called(&game.black, &game.black_player);
    record.white = called(&game.white, &game.white_player);
    record.event = kept(&game.event);
    record.place = kept(&game.place);
    record.date = kept(&game.date).or_else(|| kept(&game.day));
    record.comment = kept(&game.notes);
    record.outcome = game.result.map(|result| Outcome {
        winner: result.winner,
        score: game.score.map(Number::from),
        ending: result.ending,
    });
    Ok(record)
}
