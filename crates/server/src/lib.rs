//! The studio: games over HTTP and WebSocket, and the web pages that play them.
//!
//! [`Studio`] is everything that lives as long as the server: the store, the games that are played, the
//! engines. [`app`] makes the router from it and needs no socket, so that tests call it directly; [`serve`]
//! puts it on one.
//!
//! The rules are asked of `outflank-rules` on every request; a move is stored before it is answered or shown
//! to anybody (`play`). Wire types are in `wire` and nowhere else.

mod advice;
mod assistant;
mod background;
mod engines;
mod error;
mod file_imports;
mod flags;
mod guard;
mod library_export;
mod library_sync;
mod listener;
mod live;
mod live_game;
mod metrics;
mod observe;
mod openapi;
mod opponents;
mod pages;
mod play;
mod ponderers;
mod readiness;
mod request;
mod review;
mod routes;
mod seats;
mod socket;
mod storage;
mod stored_reviews;
mod studies;
mod studio;
mod tournament_cache;
mod view;
mod wire;
mod workshop;
mod workspace;
mod zip;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::{Extension, Router};
use tokio::net::TcpListener;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

pub use outflank_store::{Store, StoreError};
pub use pages::has_pages;
pub use stored_reviews::StoredReviews;
pub use studio::Studio;
pub use workspace::clear_leftovers;

/// The largest request, in bytes. A pasted game is far smaller.
const BODY_LIMIT: usize = 256 * 1024;

/// How often imports that nobody sends files to are looked for.
const UPKEEP: Duration = Duration::from_secs(60);

/// Makes the router. `bound` is the address it will listen on: on loopback only requests for this machine are
/// heard.
pub fn app(studio: Arc<Studio>, bound: SocketAddr) -> Router {
    let guard = guard::OriginGuard::of(bound);
    let (router, description) =
        OpenApiRouter::with_openapi(openapi::Description::openapi()).merge(routes::all()).split_for_parts();
    router
        .merge(routes::description(openapi::written(&description)))
        .layer(middleware::from_fn_with_state(Arc::clone(&studio), storage::watch_answers))
        .with_state(Arc::clone(&studio))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(Extension(guard))
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .layer(middleware::from_fn_with_state(studio, observe::observe))
}

/// Answers requests until `end` resolves. Then nobody new is accepted, requests under way are answered, live
/// connections are closed, and the store is closed.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    studio: Arc<Studio>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = app(Arc::clone(&studio), listener.local_addr()?);
    let upkeep = tokio::spawn(upkeep(Arc::clone(&studio)));
    listener::listen(listener, app, &studio.closing, end).await;
    upkeep.abort();
    studio.close().await;
    Ok(())
}

/// Does now and then what nobody asks for.
async fn upkeep(studio: Arc<Studio>) {
    let mut pause = tokio::time::interval(UPKEEP);
    loop {
        pause.tick().await;
        studio.file_imports.expire();
    }
}
