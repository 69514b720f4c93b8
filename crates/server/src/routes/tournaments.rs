//! Tournaments of the laboratory: the folders that `outflank lab run` makes, looked at while they grow.

use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::time::UNIX_EPOCH;

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use outflank_lab::{TournamentSummary, Venue};

use super::StudioState;
use crate::error::ApiError;
use crate::request::ApiPath;
use crate::studio::Studio;
use crate::wire::{PlaceView, Refusal, TournamentView};

/// Lists the tournaments, the last changed first.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = [TournamentView])))]
pub(super) async fn list(State(studio): StudioState) -> Result<Json<Vec<TournamentView>>, ApiError> {
    let views = read(move || {
        let mut views: Vec<TournamentView> =
            folders(&studio).iter().filter_map(|(id, folder)| look(&studio, id, folder).ok()).collect();
        views.sort_by_key(|view| std::cmp::Reverse(view.updated));
        Ok(views)
    });
    views.await.map(Json)
}

/// Shows a tournament as it stands.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = TournamentView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<TournamentView>, ApiError> {
    read(move || look(&studio, &id, &find(&studio, &id)?)).await.map(Json)
}

/// Shows the report of a tournament as a page: the one that was written, or one of the games so far.
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

/// Reads files on a thread that may wait for the disk.
async fn read<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(ApiError::internal(error.to_string())))
}

/// Lists the folders that hold a tournament, with their names.
fn folders(studio: &Studio) -> Vec<(String, PathBuf)> {
    let Some(entries) = studio.lab.as_ref().and_then(|lab| fs::read_dir(lab).ok()) else { return Vec::new() };
    let tournament = |entry: fs::DirEntry| {
        let path = entry.path();
        path.join("tournament.toml").is_file().then_some(())?;
        Some((entry.file_name().into_string().ok()?, path))
    };
    entries.flatten().filter_map(tournament).collect()
}

/// Finds a folder by its name. What is asked for is compared with what there is, never made a path of.
fn find(studio: &Studio, id: &str) -> Result<PathBuf, ApiError> {
    let found = folders(studio).into_iter().find(|(name, _)| name == id);
    found.map(|(_, path)| path).ok_or_else(|| ApiError::missing(format!("there is no tournament {id:?}")))
}

fn open(folder: &FilePath) -> Result<(Venue, outflank_lab::TournamentResults), ApiError> {
    let broken = |error: outflank_lab::VenueError| ApiError::internal(error.to_string());
    let venue = Venue::open(folder).map_err(broken)?;
    let results = venue.results().map_err(broken)?;
    Ok((venue, results))
}

/// The files that a tournament follows from.
const FILES: [&str; 2] = ["games.jsonl", "tournament.toml"];

fn look(studio: &Studio, id: &str, folder: &FilePath) -> Result<TournamentView, ApiError> {
    studio.tournaments.or_look(folder, &FILES, || count(id, folder))
}

fn count(id: &str, folder: &FilePath) -> Result<TournamentView, ApiError> {
    let (venue, results) = open(folder)?;
    let summary = TournamentSummary::new(&venue.plan, &results);
    let changed = FILES
        .iter()
        .filter_map(|name| fs::metadata(folder.join(name)).ok()?.modified().ok())
        .filter_map(|time| i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok())
        .max();
    let place = |line: &outflank_lab::PlayerLine| PlaceView {
        rank: line.rank,
        name: line.name.clone(),
        player: line.player.clone(),
        games: line.games,
        wins: line.wins,
        draws: line.draws,
        losses: line.losses,
        points: line.points,
        percent: line.percent,
        elo: line.elo,
        elo_low: line.elo_low,
        elo_high: line.elo_high,
        mean_score: line.mean_score,
        seconds_per_move: line.seconds_per_move,
    };
    Ok(TournamentView {
        id: id.to_owned(),
        name: summary.name.clone().unwrap_or_else(|| id.to_owned()),
        format: summary.format.to_owned(),
        games: summary.games,
        planned: summary.planned,
        complete: summary.complete,
        forfeits: summary.forfeits,
        updated: changed.unwrap_or(0),
        players: summary.players.iter().map(place).collect(),
        cross: summary.cross,
    })
}
