//! Tournaments of the laboratory: the folders that `outflank lab run` and the browser make, looked at while
//! they grow.

use std::fs;
use std::path::{Path as FilePath, PathBuf};

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use outflank_lab::Venue;

use super::StudioState;
use crate::error::ApiError;
use crate::request::ApiPath;
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::tournament::TournamentView;
use crate::workshop::tournament;

/// Lists the tournaments, most recently changed first.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = [TournamentView])))]
pub(super) async fn list(State(studio): StudioState) -> Result<Json<Vec<TournamentView>>, ApiError> {
    let views = read(move || {
        let mut views: Vec<TournamentView> =
            folders(&studio).iter().filter_map(|(id, folder)| tournament(&studio, id, folder).ok()).collect();
        views.sort_by_key(|view| std::cmp::Reverse(view.updated));
        Ok(views)
    });
    views.await.map(Json)
}

/// Shows the current state of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = TournamentView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<TournamentView>, ApiError> {
    read(move || tournament(&studio, &id, &find(&studio, &id)?)).await.map(Json)
}

/// Shows the report of a tournament as a page: the stored report, or one of the games so far.
#[utoipa::path(get, path = "/api/tournaments/{id}/report", params(("id" = String, Path)), responses(
    (status = 200, body = String), (status = 404, body = Refusal)))]
pub(super) async fn report(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Html<String>, ApiError> {
    let page = read(move || {
        let folder = find(&studio, &id)?;
        let (venue, results) = open(&folder)?;
        let written = fs::read_to_string(folder.join("report.html")).ok().filter(|_| results.complete);
        Ok(written.unwrap_or_else(|| venue.page(&results)))
    });
    page.await.map(Html)
}

/// Reads files on a thread that may block on disk access.
pub(super) async fn read<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(ApiError::internal(error.to_string())))
}

/// Lists the folders that contain a tournament, with their names; those started in the browser first.
pub(super) fn folders(studio: &Studio) -> Vec<(String, PathBuf)> {
    let tournament = |entry: fs::DirEntry| {
        let path = entry.path();
        path.join("tournament.toml").is_file().then_some(())?;
        Some((entry.file_name().into_string().ok()?, path))
    };
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for lab in studio.workshop.folder().into_iter().chain(studio.lab.as_deref()) {
        for (id, path) in fs::read_dir(lab).into_iter().flatten().flatten().filter_map(tournament) {
            if !found.iter().any(|(known, _)| *known == id) {
                found.push((id, path));
            }
        }
    }
    found
}

/// Finds a folder by name. The requested name is compared with existing names, never turned into a path.
pub(super) fn find(studio: &Studio, id: &str) -> Result<PathBuf, ApiError> {
    let found = folders(studio).into_iter().find(|(name, _)| name == id);
    found.map(|(_, path)| path).ok_or_else(|| ApiError::missing(format!("there is no tournament {id:?}")))
}

fn open(folder: &FilePath) -> Result<(Venue, outflank_lab::TournamentResults), ApiError> {
    let broken = |error: outflank_lab::VenueError| ApiError::internal(error.to_string());
    let venue = Venue::open(folder).map_err(broken)?;
    let results = venue.results().map_err(broken)?;
    Ok((venue, results))
}
