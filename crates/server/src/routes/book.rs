//! The opening book: what is known of a position, and where a game left it.

use axum::Json;
use axum::extract::State;
use outflank_rules::Position;
use outflank_wire::booked;

use super::StudioState;
use crate::error::ApiError;
use crate::request::ApiQuery;
use crate::seats::Viewer;
use crate::wire::Refusal;
use crate::wire::book::{BookQuery, BookView};

/// Looks up a position in the opening book, and finds where the moves to it left the book.
///
/// Scores are disc differences for the side to move.
#[utoipa::path(get, path = "/api/book", params(BookQuery), responses(
    (status = 200, body = BookView), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn look(
    State(studio): StudioState,
    viewer: Viewer,
    ApiQuery(query): ApiQuery<BookQuery>,
) -> Result<Json<BookView>, ApiError> {
    let record = booked::record_of(&query).map_err(ApiError::unread)?;
    let positions: Vec<Position> = record.game().positions().collect();
    studio.require_none_in_contest(&positions, &viewer).await?;
    let failed = |why: String| ApiError::internal(format!("the opening book cannot be read: {why}"));
    let look = move || match studio.book.as_ref() {
        Some(book) => booked::look(book, &record).map_err(|error| error.to_string()),
        None => Err("it is damaged".to_owned()),
    };
    let found = tokio::task::spawn_blocking(look).await.map_err(|error| failed(error.to_string()))?;
    found.map(Json).map_err(failed)
}
