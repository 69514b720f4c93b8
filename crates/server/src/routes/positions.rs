//! Positions without a game.

use axum::Json;
use outflank_rules::Setup;

use crate::error::ApiError;
use crate::request::ApiJson;
use crate::routes::text;
use crate::view;
use crate::wire::{Refusal, SetupView, TextWish};

/// Looks at a position: a board, or the last position of a game in any text format.
#[utoipa::path(post, path = "/api/positions", request_body = TextWish, responses(
    (status = 200, body = SetupView), (status = 422, body = Refusal)))]
pub(super) async fn look(ApiJson(wish): ApiJson<TextWish>) -> Result<Json<SetupView>, ApiError> {
    let position = text::parse(&wish.text)?.last_position();
    let oddities = Setup::from(position).oddities().iter().map(view::oddity).collect();
    Ok(Json(SetupView { position: view::position(position), oddities }))
}
