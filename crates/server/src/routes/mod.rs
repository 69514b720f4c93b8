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

use std::collections::btree_map::Entry;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::routing::{MethodRouter, get, on};
use axum::{Json, Router};
use utoipa::openapi::path::Paths;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_axum::{PathItemExt as _, routes};

use crate::openapi;
use crate::opponents;
use crate::studio::Studio;
use crate::wire::PlayerView;

/// The state shared by all handlers.
type StudioState = State<Arc<Studio>>;

/// All operations, one line for each address, given to a router by a macro that makes routes of handlers.
macro_rules! operations {
    ($router:expr, $routes:ident) => {
        $router
            .routes($routes!(players))
            .routes($routes!(people::show, people::rename))
            .routes($routes!(people::sign_up))
            .routes($routes!(people::log_in, people::log_out))
            .routes($routes!(people::change_password))
            .routes($routes!(people::export))
            .routes($routes!(people::delete))
            .routes($routes!(person::show))
            .routes($routes!(games::list, games::create))
            .routes($routes!(games::show, games::adjust, games::delete))
            .routes($routes!(games::export))
            .routes($routes!(sharing::share, sharing::unshare))
            .routes($routes!(chat::show, chat::say, chat::switch))
            .routes($routes!(chat::report))
            .routes($routes!(chat::reports))
            .routes($routes!(chat::close))
            .routes($routes!(lobby::show))
            .routes($routes!(lobby::seek))
            .routes($routes!(lobby::withdraw))
            .routes($routes!(lobby::accept))
            .routes($routes!(crate::lobby::live))
            .routes($routes!(pasted::save_text))
            .routes($routes!(games::rematch))
            .routes($routes!(games::edit))
            .routes($routes!(remote::join))
            .routes($routes!(remote::offer))
            .routes($routes!(remote::claim))
            .routes($routes!(change::play))
            .routes($routes!(change::undo))
            .routes($routes!(change::redo))
            .routes($routes!(change::restart))
            .routes($routes!(change::resign))
            .routes($routes!(change::computer_move))
            .routes($routes!(change::hint))
            .routes($routes!(positions::look))
            .routes($routes!(positions::follow))
            .routes($routes!(library::list))
            .routes($routes!(library::tags))
            .routes($routes!(library::import_text))
            .routes($routes!(library::export_all))
            .routes($routes!(file_imports::begin, file_imports::list))
            .routes($routes!(file_imports::start, file_imports::show, file_imports::stop))
            .routes($routes!(file_imports::send))
            .routes($routes!(health::alive))
            .routes($routes!(health::ready))
            .routes($routes!(health::metrics))
            .routes($routes!(library::show, library::change, library::delete))
            .routes($routes!(library::restore))
            .routes($routes!(library::export))
            .routes($routes!(studies::list, studies::create))
            .routes($routes!(studies::export_tree))
            .routes($routes!(studies::show, studies::change, studies::delete))
            .routes($routes!(studies::export))
            .routes($routes!(explorer::look))
            .routes($routes!(puzzles::overview))
            .routes($routes!(puzzles::next))
            .routes($routes!(puzzles::show))
            .routes($routes!(puzzles::attempt))
            .routes($routes!(puzzles::endgame))
            .routes($routes!(book::look))
            .routes($routes!(analyze::analyze))
            .routes($routes!(explain::explain))
            .routes($routes!(think::think))
            .routes($routes!(minimax::grow))
            .routes($routes!(assistant::ask, assistant::show))
            .routes($routes!(assistant::set, assistant::forget))
            .routes($routes!(crate::live::live))
            .routes($routes!(crate::review::review))
            .routes($routes!(tournaments::list))
            .routes($routes!(tournaments::show))
            .routes($routes!(tournaments::report))
            .routes($routes!(club::list, club::create))
            .routes($routes!(club::turns))
            .routes($routes!(club::show, club::adjust, club::delete))
            .routes($routes!(club::revision))
            .routes($routes!(club::end))
            .routes($routes!(club::journal))
            .routes($routes!(club::export))
            .routes($routes!(club_play::enter, club_play::leave))
            .routes($routes!(club_play::enter_others))
            .routes($routes!(club_play::change_entrant))
            .routes($routes!(club_play::pair))
            .routes($routes!(club_play::unpair))
            .routes($routes!(club_play::set_result))
            .routes($routes!(club_play::begin_again))
            .routes($routes!(learn::today))
            .routes($routes!(learn::lesson, learn::lesson_done))
            .routes($routes!(learn::progress))
            .routes($routes!(learn::export))
            .routes($routes!(learn_cards::due))
            .routes($routes!(learn_cards::answer))
            .routes($routes!(learn_cards::hint))
            .routes($routes!(learn_cards::forget))
            .routes($routes!(learn_openings::named))
            .routes($routes!(learn_openings::create))
            .routes($routes!(learn_openings::show, learn_openings::delete))
            .routes($routes!(learn_openings::step))
            .routes($routes!(lab::list, lab::begin))
            .routes($routes!(lab::show, lab::remove))
            .routes($routes!(lab::pause))
            .routes($routes!(lab::resume))
            .routes($routes!(lab::download))
            .routes($routes!(lab::files))
            .routes($routes!(lab::send_file, lab::file, lab::remove_file))
            .routes($routes!(lab::count_logs))
    };
}

/// Makes routes of handlers as `utoipa_axum::routes` does, but describes nothing.
macro_rules! undescribed {
    ($($($part:ident)::+),+) => {{
        let mut routes = Vec::new();
        $({
            let path = routes!(@path [path()] of $($part)::+);
            for method in routes!(@path [methods()] of $($part)::+) {
                routes.push((path.clone(), on(method.to_method_filter(), $($part)::+)));
            }
        })+
        routes
    }};
}

/// Describes operations without their handlers, which a second router would have compiled twice.
macro_rules! description_of {
    ($($($part:ident)::+),+) => {{
        let (mut paths, mut schemas) = (Paths::new(), Vec::new());
        $({
            let (path, operation, methods) = routes!(@resolve_types $($part)::+ : schemas);
            paths.add_path_operation(path, methods, operation);
        })+
        (paths, schemas)
    }};
}

/// The description of the interface while it is put together.
struct InterfaceDescription(OpenApi);

impl InterfaceDescription {
    fn routes(mut self, (paths, schemas): (Paths, Vec<(String, RefOr<Schema>)>)) -> InterfaceDescription {
        for (path, item) in paths.paths {
            match self.0.paths.paths.entry(path) {
                Entry::Occupied(mut known) => known.get_mut().merge_operations(item),
                Entry::Vacant(new) => drop(new.insert(item)),
            }
        }
        self.0.components.get_or_insert_default().schemas.extend(schemas);
        self
    }
}

/// A router of routes that nothing is said about.
struct UndescribedRouter(Router<Arc<Studio>>);

impl UndescribedRouter {
    fn routes(self, routes: Vec<(String, MethodRouter<Arc<Studio>>)>) -> UndescribedRouter {
        UndescribedRouter(
            routes.into_iter().fold(self.0, |router, (path, methods)| router.route(&path, methods)),
        )
    }
}

/// Returns all routes. They are described on request only ([`describe`]): that takes 10 MiB and two thirds of
/// the time that a start would take with it.
pub(crate) fn all() -> Router<Arc<Studio>> {
    operations!(UndescribedRouter(Router::new()), undescribed).0
}

/// Adds all operations to a description of the interface.
pub(crate) fn describe(begun: OpenApi) -> OpenApi {
    operations!(InterfaceDescription(begun), description_of).0
}

/// Returns the routes for monitoring a process that serves no visitors.
pub(crate) fn for_watching() -> Router<Arc<Studio>> {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
}

/// Returns the route of the API description itself, which is written when somebody asks for it first.
pub(crate) fn description() -> Router<Arc<Studio>> {
    let written: Arc<OnceLock<Bytes>> = Arc::default();
    let answer = move || async move {
        let text = written.get_or_init(openapi::written).clone();
        ([(header::CONTENT_TYPE, "application/json")], text)
    };
    Router::new().route("/api/openapi.json", get(answer))
}

/// Lists the computer players.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = [PlayerView])))]
async fn players() -> Json<Vec<PlayerView>> {
    Json(opponents::list())
}
