//! Positions and games that people write or paste: a refusal if there are none.

use outflank_records::Record;
use outflank_wire::text;

use crate::error::ApiError;

/// Parses a board, a list of moves, or a game in any text format; takes the first of several games.
pub(crate) fn parse(text: &str) -> Result<Record, ApiError> {
    text::parse(text).map_err(|error| ApiError::bad(error.0))
}

/// Parses all games of a text.
pub(super) fn parse_all(text: &str) -> Result<Vec<Record>, ApiError> {
    text::parse_all(text).map_err(|error| ApiError::bad(error.0))
}
