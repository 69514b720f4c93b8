//! stub
use crate::failure::Failure;
use outflank_rules::Position;
use std::ffi::OsStr;
pub(crate) fn position(text: &OsStr) -> Result<Position, Failure> {
    if text == "start" {
        return Ok(Position::start());
    }
    text.to_string_lossy().parse().map_err(Failure::input)
}
