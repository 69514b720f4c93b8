//! For those who run a server: is it alive, can it work, what has it done.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use outflank_store::Filter;

use super::StudioState;
use crate::error::ApiError;
use crate::wire::Refusal;

/// The Prometheus text format, and its successor, which some clients request. The output is valid in both.
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Reports that the process is alive, and checks nothing else.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// Reports whether games can be stored, by writing to the database.
#[utoipa::path(get, path = "/readyz", responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 503, body = Refusal)))]
pub(super) async fn ready(State(studio): StudioState) -> Result<&'static str, ApiError> {
    if *studio.closing.borrow() {
        return Err(ApiError::busy("the server ends"));
    }
    studio.is_ready().await.map(|()| "ready\n")
}

/// Returns the metrics in the Prometheus text format.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn metrics(State(studio): StudioState, headers: HeaderMap) -> impl IntoResponse {
    studio.metrics.live_games.set(i64::try_from(studio.live_count()).unwrap_or(i64::MAX));
    // A database that does not answer is seen elsewhere; the last number stays.
    if let Ok(games) = studio.store.library_size(&Filter::default()).await {
        studio.metrics.library_games.set(games);
    }
    if studio.store.is_shared()
        && let Ok(length) = studio.store.queue_length().await
    {
        let counts = [length.waiting, length.running, length.given_up];
        for (gauge, count) in studio.metrics.jobs.iter().zip(counts) {
            gauge.set(count);
        }
    }
    let asked = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = if asked.contains("openmetrics") { OPEN_METRICS } else { PROMETHEUS };
    ([(header::CONTENT_TYPE, kind)], studio.metrics.text())
}
