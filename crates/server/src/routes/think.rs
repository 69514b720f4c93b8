//! How the engine thinks: what it sees at once in a position, then what it finds depth by depth while it
//! searches.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use outflank_engine::{Progress, Stopper};
use tokio::sync::mpsc;

use super::analyze::duration;
use crate::assistant::QuestionLine;
use crate::engines::StopOnDrop;
use crate::error::ApiError;
use crate::payer::Payer;
use crate::request::ApiJson;
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::thinking::{DepthView, EndView, SeenView, ThinkLine, ThinkWish};

/// The default search time, in seconds.
const USUAL: f64 = 10.0;
/// The maximum number of lines waiting to be sent: more than there are depths.
const BACKLOG: usize = 128;

/// Streams the engine's analysis of a position.
///
/// The response is one line of JSON for the static evaluation, one for every completed depth, and one for the
/// end. Closing the connection stops the search. With 0 seconds nothing is searched: the response is only the
/// end, or the refusal to search the position now.
#[utoipa::path(post, path = "/api/think", request_body = ThinkWish, responses(
    (status = 200, body = ThinkLine, content_type = "application/x-ndjson"),
    (status = 422, body = crate::wire::Refusal)))]
pub(super) async fn think(
    State(studio): State<Arc<Studio>>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ThinkWish>,
) -> Result<Response, ApiError> {
    let position = QuestionLine::parse(&wish.text, &wish.moves)?.position();
    let seconds = wish.seconds.unwrap_or(USUAL);
    let time = if seconds == 0.0 { None } else { Some(duration(seconds)?) };
    studio.require_not_in_contest(position, &viewer).await?;
    let Some(time) = time else { return Ok(answer(Body::from(written(&ThinkLine::UNSEARCHED)))) };
    let (tell, heard) = mpsc::channel::<ThinkLine>(BACKLOG);
    let place = studio.engines.question()?;
    let stopper = Stopper::new();
    let left_alone = StopOnDrop(stopper.clone());
    // There is room for all lines; that nobody hears them is no failure.
    let _never_full = tell.try_send(ThinkLine::Seen(SeenView::of(position)));
    tokio::spawn(Payer::present().pays(async move {
        if position.is_finished() {
            return;
        }
        let (begun, told) = (Instant::now(), tell.clone());
        let observe = move |progress: &Progress| {
            let line = DepthView::of(position, progress, begun.elapsed());
            let _nobody_hears = told.try_send(ThinkLine::Depth(line));
        };
        let found = studio.engines.deepen(position, time, stopper, observe).await;
        let end = EndView { stopped: found.as_ref().is_none_or(|found| found.stopped) };
        drop(place);
        let _nobody_hears = tell.try_send(ThinkLine::End(end));
    }));
    let lines = stream::unfold((heard, left_alone), |(mut heard, left_alone)| async {
        let line = heard.recv().await?;
        Some((Ok::<_, Infallible>(Bytes::from(written(&line))), (heard, left_alone)))
    });
    Ok(answer(Body::from_stream(lines)))
}

fn written(line: &ThinkLine) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

fn answer(lines: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response()
}
