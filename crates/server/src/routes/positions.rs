//! Positions without a game.

use axum::Json;
use outflank_wire::positions;

use crate::error::ApiError;
use crate::request::ApiJson;
use crate::wire::review::{LineView, LineWish};
use crate::wire::{Malformed, Refusal, SetupView, TextWish};

/// Checks a position: a board, or the last position of a game in any text format.
#[utoipa::path(post, path = "/api/positions", request_body = TextWish, responses(
    (status = 200, body = SetupView), (status = 422, body = Refusal)))]
pub(super) async fn look(ApiJson(wish): ApiJson<TextWish>) -> Result<Json<SetupView>, ApiError> {
    positions::look(&wish).map(Json).map_err(|Malformed(reason)| ApiError::bad(reason))
}

/// Plays a line of moves from a position and returns every position on the way.
#[utoipa::path(post, path = "/api/line", request_body = LineWish, responses(
    (status = 200, body = LineView), (status = 422, body = Refusal)))]
pub(super) async fn follow(ApiJson(wish): ApiJson<LineWish>) -> Result<Json<LineView>, ApiError> {
    positions::follow(&wish).map(Json).map_err(|Malformed(reason)| ApiError::bad(reason))
}
