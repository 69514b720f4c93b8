//! Positions without a game.

use axum::Json;
use outflank_rules::{Move, Setup};

use crate::error::ApiError;
use crate::request::ApiJson;
use crate::review::wire::{LineView, LineWish};
use crate::routes::text;
use crate::view;
use crate::wire::{Refusal, SetupView, TextWish};

/// The longest line that is followed, in plies: no game is longer.
const LONGEST: usize = 128;

/// Looks at a position: a board, or the last position of a game in any text format.
#[utoipa::path(post, path = "/api/positions", request_body = TextWish, responses(
    (status = 200, body = SetupView), (status = 422, body = Refusal)))]
pub(super) async fn look(ApiJson(wish): ApiJson<TextWish>) -> Result<Json<SetupView>, ApiError> {
    let position = text::parse(&wish.text)?.last_position();
    let oddities = Setup::from(position).oddities().iter().map(view::oddity).collect();
    Ok(Json(SetupView { position: view::position(position), oddities }))
}

/// Follows moves from a position and shows every position on the way.
#[utoipa::path(post, path = "/api/line", request_body = LineWish, responses(
    (status = 200, body = LineView), (status = 422, body = Refusal)))]
pub(super) async fn follow(ApiJson(wish): ApiJson<LineWish>) -> Result<Json<LineView>, ApiError> {
    let count = wish.moves.len();
    if count > LONGEST {
        return Err(ApiError::bad(format!("{count} moves are too many; at most {LONGEST} are possible")));
    }
    let mut position = text::parse(&wish.text)?.last_position();
    let mut positions = vec![view::position(position)];
    for text in &wish.moves {
        let refuse = |error: String| ApiError::bad(format!("{text}: {error}"));
        let played: Move = text.parse().map_err(|error| refuse(format!("{error}")))?;
        position = position.play(played).map_err(|error| refuse(error.to_string()))?;
        positions.push(view::position(position));
    }
    Ok(Json(LineView { positions }))
}
