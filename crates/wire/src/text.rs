//! Positions and games that people write or paste.

use outflank_records::{Format, Record, parse_any, to_bytes};
use outflank_rules::{BoardTextError, Color, Position, Setup};

use crate::Malformed;

/// Parses a board, a list of moves, or a game in any text format; takes the first of several games.
pub fn parse(text: &str) -> Result<Record, Malformed> {
    let first = parse_all(text)?.into_iter().next();
    first.ok_or_else(|| Malformed("there is no position and no game in this text".to_owned()))
}

/// Parses all games of a text.
pub fn parse_all(text: &str) -> Result<Vec<Record>, Malformed> {
    let text = text.trim();
    if let Some(position) = bare_board(text) {
        return Ok(vec![Record::new(position)]);
    }
    parse_any(text).map_err(|error| Malformed(error.to_string()))
}

/// Writes a game in a form that fits into a link and can be opened again: its moves; GGF if it does not begin
/// from the standard starting position; a board for a bare position.
pub fn linked(record: &Record) -> String {
    if record.start() == Position::start() && !record.is_position() {
        return record.transcript();
    }
    if record.is_position() {
        return record.start().to_string();
    }
    let bare = Record::from(&record.game());
    let spelled = to_bytes([&bare], Format::Ggf).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    spelled.map_or_else(|| record.last_position().to_string(), |text| text.trim().to_owned())
}

/// Parses 64 squares without a side to move: Black moves, or White if Black cannot.
fn bare_board(text: &str) -> Option<Position> {
    if text.chars().filter(|letter| !letter.is_whitespace()).count() != 64 {
        return None;
    }
    let squares: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let read = |side| -> Result<Setup, BoardTextError> { Setup::from_squares(&squares, side) };
    let black = Position::try_from(read(Color::Black).ok()?).ok()?;
    if black.must_pass() { Position::try_from(read(Color::White).ok()?).ok() } else { Some(black) }
}
