//! The simplest question: a position in, the best move and its score out.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use outflank_engine::{Stopper, Wanted};
use outflank_review::PositionNotes;

use crate::engines::{StopOnDrop, Study};
use crate::error::ApiError;
use crate::request::ApiJson;
use crate::routes::text;
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::review::{AnalyzeView, AnalyzeWish};
use crate::wire::values::view_of_moves;

/// The default search time, in seconds.
const USUAL: f64 = 1.0;
/// The maximum search time, in seconds.
const LONGEST: f64 = 60.0;
/// The maximum search depth, in plies: to the end of any game.
const DEEPEST: u32 = 60;

/// Validates the search time.
pub(super) fn duration(seconds: f64) -> Result<Duration, ApiError> {
    if !(0.01..=LONGEST).contains(&seconds) {
        return Err(ApiError::bad(format!("{seconds} seconds are not possible; give 0.01 to {LONGEST}")));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Analyzes a position: a board, or the last position of a game in any text format.
///
/// Scores are disc differences for the side to move.
#[utoipa::path(post, path = "/api/analyze", request_body = AnalyzeWish, responses(
    (status = 200, body = AnalyzeView), (status = 422, body = crate::wire::Refusal)))]
pub(super) async fn analyze(
    State(studio): State<Arc<Studio>>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<AnalyzeWish>,
) -> Result<Json<AnalyzeView>, ApiError> {
    let position = text::parse(&wish.text)?.last_position();
    let time = duration(wish.seconds.unwrap_or(USUAL))?;
    let depth = wish.depth.map(|depth| depth.clamp(1, DEEPEST));
    if position.is_finished() {
        let score = position.board().final_score();
        return Ok(Json(AnalyzeView::over(position, score)));
    }
    studio.require_not_in_contest(position, &viewer).await?;
    let _place = studio.engines.question()?;
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let wanted = Wanted::best(wish.best.map_or(1, |best| usize::from(best.max(1))));
    let study = Study { position, wanted, depth, time, threads: 1, stopper };
    let found = studio.engines.compare(study, |_| {}).await;
    let found = found.ok_or_else(|| ApiError::internal("there is not enough memory for the engine"))?;
    let moves = view_of_moves(position, &PositionNotes::of(&position, &found));
    let first = moves.first().ok_or_else(|| ApiError::internal("the engine found no move"))?;
    Ok(Json(AnalyzeView {
        position: position.to_string(),
        best: Some(first.played.clone()),
        score: first.score,
        kind: first.kind.clone(),
        depth: found.depth,
        nodes: found.nodes,
        moves,
    }))
}
