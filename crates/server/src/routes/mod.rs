//! The interface, one file per kind of thing.

mod analyze;
mod assistant;
mod change;
mod explain;
mod explorer;
mod file_imports;
mod games;
mod health;
mod lab;
pub(crate) mod library;
mod minimax;
mod positions;
mod studies;
pub(crate) mod text;
mod think;
mod tournaments;

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::opponents;
use crate::studio::Studio;
use crate::wire::PlayerView;

/// What handlers share.
type StudioState = State<Arc<Studio>>;

/// Returns all routes with their description.
pub(crate) fn all() -> OpenApiRouter<Arc<Studio>> {
    OpenApiRouter::new()
        .routes(routes!(players))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::show, games::adjust, games::delete))
        .routes(routes!(games::export))
        .routes(routes!(games::save_text))
        .routes(routes!(games::rematch))
        .routes(routes!(games::edit))
        .routes(routes!(change::play))
        .routes(routes!(change::undo))
        .routes(routes!(change::redo))
        .routes(routes!(change::restart))
        .routes(routes!(change::resign))
        .routes(routes!(change::computer_move))
        .routes(routes!(change::hint))
        .routes(routes!(positions::look))
        .routes(routes!(positions::follow))
        .routes(routes!(library::list))
        .routes(routes!(library::tags))
        .routes(routes!(library::import_text))
        .routes(routes!(library::export_all))
        .routes(routes!(file_imports::begin, file_imports::list))
        .routes(routes!(file_imports::start, file_imports::show, file_imports::stop))
        .routes(routes!(file_imports::send))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .routes(routes!(library::show, library::change, library::delete))
        .routes(routes!(library::restore))
        .routes(routes!(library::export))
        .routes(routes!(studies::list, studies::create))
        .routes(routes!(studies::export_tree))
        .routes(routes!(studies::show, studies::change, studies::delete))
        .routes(routes!(studies::export))
        .routes(routes!(explorer::look))
        .routes(routes!(analyze::analyze))
        .routes(routes!(explain::explain))
        .routes(routes!(think::think))
        .routes(routes!(minimax::grow))
        .routes(routes!(assistant::ask, assistant::show))
        .routes(routes!(assistant::set, assistant::forget))
        .routes(routes!(crate::live::live))
        .routes(routes!(crate::review::review))
        .routes(routes!(tournaments::list))
        .routes(routes!(tournaments::show))
        .routes(routes!(tournaments::report))
        .routes(routes!(lab::list, lab::begin))
        .routes(routes!(lab::show, lab::remove))
        .routes(routes!(lab::pause))
        .routes(routes!(lab::resume))
        .routes(routes!(lab::download))
        .routes(routes!(lab::files))
        .routes(routes!(lab::send_file, lab::file, lab::remove_file))
        .routes(routes!(lab::count_logs))
}

/// Returns the route that gives the description itself.
pub(crate) fn description(api: serde_json::Value) -> Router<Arc<Studio>> {
    Router::new().route("/api/openapi.json", get(move || async move { Json(api) }))
}

/// Lists the computer players.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [PlayerView])))]
async fn players() -> Json<Vec<PlayerView>> {
    Json(opponents::list())
}
