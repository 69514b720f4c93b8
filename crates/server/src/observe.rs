//! Every request is counted, and written to the log.
//!
//! The log has the route and the number of the request, never the address as it was sent: keys may be in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{debug, error, warn};

use crate::error::FailureDetail;
use crate::studio::Studio;

/// The last number of a request. It goes to the log and to the answer, so that one leads to the other.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Has a request answered, counts it and writes a line about it.
pub(crate) async fn observe(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let method = name(request.method());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = next.run(request).await;
    let (time, status) = (begun.elapsed(), response.status());
    let route = route.as_deref().unwrap_or("pages");
    studio.metrics.answered(method, route, status.as_u16(), time);
    let detail = response.extensions().get::<FailureDetail>().map_or("", |detail| detail.0.as_str());
    let milliseconds = time.as_millis();
    match status.as_u16() {
        500.. if detail.is_empty() => {
            warn!(id, method, route, status = status.as_u16(), milliseconds, "refused")
        }
        500.. => error!(id, method, route, status = status.as_u16(), milliseconds, detail, "failed"),
        _ => debug!(id, method, route, status = status.as_u16(), milliseconds, "answered"),
    }
    response.headers_mut().insert("x-request-id", HeaderValue::from(id));
    response
}

/// Returns the name of a method; all that are made up have one.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
