//! The interface, one file per kind of thing.

mod analyze;
mod assistant;
mod book;
mod change;
mod chat;
mod checks;
mod club;
mod club_play;
mod explain;
mod explorer;
mod file_imports;
mod games;
mod health;
mod lab;
mod learn;
mod learn_cards;
mod learn_openings;
pub(crate) mod library;
mod lobby;
mod minimax;
mod pasted;
mod people;
mod person;
mod positions;
mod puzzles;
mod remote;
mod sharing;
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

/// The state shared by all handlers.
type StudioState = State<Arc<Studio>>;

/// Returns all routes with their API description.
pub(crate) fn all() -> OpenApiRouter<Arc<Studio>> {
    OpenApiRouter::new()
        .routes(routes!(players))
        .routes(routes!(people::show, people::rename))
        .routes(routes!(people::sign_up))
        .routes(routes!(people::log_in, people::log_out))
        .routes(routes!(people::change_password))
        .routes(routes!(people::export))
        .routes(routes!(people::delete))
        .routes(routes!(person::show))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::show, games::adjust, games::delete))
        .routes(routes!(games::export))
        .routes(routes!(sharing::share, sharing::unshare))
        .routes(routes!(chat::show, chat::say, chat::switch))
        .routes(routes!(chat::report))
        .routes(routes!(chat::reports))
        .routes(routes!(chat::close))
        .routes(routes!(lobby::show))
        .routes(routes!(lobby::seek))
        .routes(routes!(lobby::withdraw))
        .routes(routes!(lobby::accept))
        .routes(routes!(crate::lobby::live))
        .routes(routes!(pasted::save_text))
        .routes(routes!(games::rematch))
        .routes(routes!(games::edit))
        .routes(routes!(remote::join))
        .routes(routes!(remote::offer))
        .routes(routes!(remote::claim))
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
        .routes(routes!(puzzles::overview))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::show))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(puzzles::endgame))
        .routes(routes!(book::look))
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
        .routes(routes!(club::list, club::create))
        .routes(routes!(club::turns))
        .routes(routes!(club::show, club::adjust, club::delete))
        .routes(routes!(club::revision))
        .routes(routes!(club::end))
        .routes(routes!(club::journal))
        .routes(routes!(club::export))
        .routes(routes!(club_play::enter, club_play::leave))
        .routes(routes!(club_play::enter_others))
        .routes(routes!(club_play::change_entrant))
        .routes(routes!(club_play::pair))
        .routes(routes!(club_play::unpair))
        .routes(routes!(club_play::set_result))
        .routes(routes!(club_play::begin_again))
        .routes(routes!(learn::today))
        .routes(routes!(learn::lesson, learn::lesson_done))
        .routes(routes!(learn::progress))
        .routes(routes!(learn::export))
        .routes(routes!(learn_cards::due))
        .routes(routes!(learn_cards::answer))
        .routes(routes!(learn_cards::hint))
        .routes(routes!(learn_cards::forget))
        .routes(routes!(learn_openings::named))
        .routes(routes!(learn_openings::create))
        .routes(routes!(learn_openings::show, learn_openings::delete))
        .routes(routes!(learn_openings::step))
        .routes(routes!(lab::list, lab::begin))
        .routes(routes!(lab::show, lab::remove))
        .routes(routes!(lab::pause))
        .routes(routes!(lab::resume))
        .routes(routes!(lab::download))
        .routes(routes!(lab::files))
        .routes(routes!(lab::send_file, lab::file, lab::remove_file))
        .routes(routes!(lab::count_logs))
}

/// Returns the routes for monitoring a process that serves no visitors.
pub(crate) fn for_watching() -> Router<Arc<Studio>> {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
}

/// Returns the route of the API description itself.
pub(crate) fn description(api: serde_json::Value) -> Router<Arc<Studio>> {
    Router::new().route("/api/openapi.json", get(move || async move { Json(api) }))
}

/// Lists the computer players.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [PlayerView])))]
async fn players() -> Json<Vec<PlayerView>> {
    Json(opponents::list())
}
