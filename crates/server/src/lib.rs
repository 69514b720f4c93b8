//! The studio: games over HTTP and WebSocket, and the web pages that play them.
//!
//! [`Studio`] is everything that lives as long as the server: the store, the games that are played, the
//! engines. [`app`] makes the router from it and needs no socket, so that tests call it directly; [`serve`]
//! puts it on one.
//!
//! The rules are asked of `outflank-rules` on every request; a move is stored before it is answered or shown
//! to anybody (`play`). Wire types are in `wire` and nowhere else.

mod assistant;
mod background;
mod chat;
mod club;
mod contest;
mod engines;
mod error;
mod fair_queue;
mod file_imports;
mod flags;
mod give_way;
mod guard;
mod hearing;
mod hosting;
pub mod learning;
mod library_export;
mod library_sync;
mod limits;
mod listener;
mod live;
mod live_game;
mod lobby;
mod metrics;
mod observe;
mod openapi;
mod opponents;
mod pages;
mod payer;
mod people;
mod play;
mod ponderers;
mod presence;
mod rated;
mod readiness;
mod request;
mod review;
mod routes;
mod search_limits;
mod seats;
mod slices;
mod socket;
mod spectators;
mod storage;
mod stored_reviews;
mod studies;
mod studio;
mod tournament_cache;
mod view;
mod wire;
mod work;
mod workshop;
mod workspace;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::{Extension, Router};
use tokio::net::TcpListener;

use crate::limits::ClientLimits;
use crate::people::People;

pub use hosting::{Hosting, HostingError, PublicSite};
pub use limits::ClientQuotas;
pub use outflank_store::{Store, StoreError};
pub use pages::has_pages;
pub use people::{NewAdminError, Permission, Role, new_admin, permissions};
pub use stored_reviews::StoredReviews;
pub use studio::Studio;
pub use work::{BookEngine, BookQueue, WorkRole};
pub use workspace::clear_leftovers;

/// The largest request, in bytes. A pasted game is far smaller.
const BODY_LIMIT: usize = 256 * 1024;

/// How often imports that nobody sends files to are looked for.
const UPKEEP: Duration = Duration::from_secs(60);

/// Makes the router of a server that one person or a home network reaches. `bound` is the address it will
/// listen on: on loopback only requests for this machine are heard.
pub fn app(studio: Arc<Studio>, bound: SocketAddr) -> Router {
    app_as(studio, Hosting::of(bound), ClientQuotas::default())
}

/// Makes the router of a server that is reached in a way, and lets each client ask for so much if it is a
/// public one.
pub fn app_as(studio: Arc<Studio>, hosting: Hosting, quotas: ClientQuotas) -> Router {
    let limits = Arc::new(ClientLimits::new(quotas));
    guarded(studio, Arc::new(hosting), limits)
}

fn guarded(studio: Arc<Studio>, hosting: Arc<Hosting>, limits: Arc<ClientLimits>) -> Router {
    let people = Arc::new(People::new(Arc::clone(&hosting), Arc::clone(&studio)));
    routes::all()
        .merge(routes::description())
        .layer(middleware::from_fn_with_state(Arc::clone(&studio), storage::watch_answers))
        .with_state(Arc::clone(&studio))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(Extension(Arc::clone(&hosting)))
        .layer(Extension(Arc::clone(&people)))
        .layer(Extension(Arc::clone(&limits)))
        .layer(middleware::from_fn_with_state(Arc::clone(&people), people::door))
        .layer(middleware::from_fn_with_state(limits, limits::limit))
        .layer(middleware::from_fn_with_state(Arc::clone(&people), people::recognise))
        .layer(middleware::from_fn_with_state(hosting, guard::guard))
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
    let hosting = Hosting::of(listener.local_addr()?);
    serve_as(listener, studio, hosting, ClientQuotas::default(), end).await
}

/// Answers requests as [`serve`] does, of a server that is reached in a way.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve_as(
    listener: TcpListener,
    studio: Arc<Studio>,
    hosting: Hosting,
    quotas: ClientQuotas,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let limits = Arc::new(ClientLimits::new(quotas));
    let app = guarded(Arc::clone(&studio), Arc::new(hosting), Arc::clone(&limits));
    let upkeep = tokio::spawn(upkeep(Arc::clone(&studio), limits));
    listener::listen(listener, app, &studio.closing, end).await;
    upkeep.abort();
    studio.close().await;
    Ok(())
}

/// Does now and then what nobody asks for.
async fn upkeep(studio: Arc<Studio>, limits: Arc<ClientLimits>) {
    let mut pause = tokio::time::interval(UPKEEP);
    loop {
        pause.tick().await;
        studio.file_imports.expire();
        limits.forget_old();
    }
}
