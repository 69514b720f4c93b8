//! Why a move is a mistake: a position and a move in, claims and the lines that show them out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_engine::Stopper;
use outflank_rules::Move;

use crate::engines::{StopOnDrop, Suspect};
use crate::error::ApiError;
use crate::request::ApiJson;
use crate::routes::text;
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::coaching::{ExplainWish, MistakeView};

/// Explains what a move loses and why. If it loses nothing, there are no claims.
#[utoipa::path(post, path = "/api/explain", request_body = ExplainWish, responses(
    (status = 200, body = MistakeView), (status = 422, body = crate::wire::Refusal)))]
pub(super) async fn explain(
    State(studio): State<Arc<Studio>>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ExplainWish>,
) -> Result<Json<MistakeView>, ApiError> {
    let position = text::parse(&wish.text)?.last_position();
    let played: Move = wish.played.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    position.play(played).map_err(|error| ApiError::bad(error.to_string()))?;
    studio.require_not_in_contest(position, &viewer).await?;
    let _place = studio.engines.question()?;
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let suspect = Suspect { position, played, better: None, threads: 1, stopper };
    let found = studio.engines.examine(suspect).await;
    Ok(Json(found.map(|(mistake, claims)| MistakeView::of(&mistake, &claims)).unwrap_or_default()))
}
