//! Work of the laboratory: begin it, watch it, pause it, resume it, remove it, take its files along.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_lab::{Logs, TournamentSummary};

use super::StudioState;
use super::tournaments::{find, folders, read};
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::lab::{
    LabFileKind, LabFileView, LabOrder, LabRunDetail, LabRunView, LabState, LabView, LogFile, LogsView,
    LogsWish,
};
use crate::workshop::{FILE_BYTES, LabRun, detail, document, places, too_large};

/// The largest request with logs, in bytes.
const LOG_BYTES: usize = 16 << 20;
/// The maximum number of logs counted in one request.
const LOG_FILES: usize = 2000;
/// How many of the skipped logs are named.
const LEFT_OUT: usize = 20;

/// Lists the runs of the laboratory, most recently changed first.
#[utoipa::path(get, path = "/api/lab/runs", responses((status = 200, body = LabView)))]
pub(super) async fn list(State(studio): StudioState) -> Result<Json<LabView>, ApiError> {
    let view = read(move || {
        let mut runs: Vec<LabRunView> = Vec::new();
        for run in studio.workshop.list() {
            match detail(&studio, &run.id, &run.folder, Some(&run)) {
                Ok(found) => runs.push(found.run),
                // What cannot be read is named by its folder, so that it can be removed.
                Err(error) => runs.push(damaged(&run.id, run.kind, error.message())),
            }
        }
        for (id, folder) in folders(&studio) {
            if studio.workshop.find(&id).is_none()
                && let Ok(found) = detail(&studio, &id, &folder, None)
            {
                runs.push(found.run);
            }
        }
        runs.sort_by_key(|run| std::cmp::Reverse(run.updated));
        Ok(LabView { runs, limits: studio.workshop.limits() })
    });
    view.await.map(Json)
}

fn damaged(id: &str, kind: crate::wire::lab::LabKind, failure: &str) -> LabRunView {
    LabRunView {
        id: id.to_owned(),
        kind,
        name: id.to_owned(),
        state: LabState::Failed,
        failure: Some(failure.to_owned()),
        done: 0,
        planned: 0,
        seconds_left: None,
        resumed_at: None,
        own: true,
        players: Vec::new(),
        created: None,
        updated: 0,
    }
}

/// Starts a tournament, a tuning run or a learning run.
#[utoipa::path(post, path = "/api/lab/runs", request_body = LabOrder, responses(
    (status = 201, body = LabRunDetail), (status = 422, body = Refusal), (status = 503, body = Refusal)))]
pub(super) async fn begin(
    State(studio): StudioState,
    caller: Caller,
    ApiJson(order): ApiJson<LabOrder>,
) -> Result<(StatusCode, Json<LabRunDetail>), ApiError> {
    let begun = read(move || {
        let run = studio.workshop.begin(&order, caller.person())?;
        detail(&studio, &run.id, &run.folder, Some(&run))
    });
    begun.await.map(|view| (StatusCode::CREATED, Json(view)))
}

/// Shows the current state of a run.
#[utoipa::path(get, path = "/api/lab/runs/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = LabRunDetail), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<LabRunDetail>, ApiError> {
    read(move || look(&studio, &id)).await.map(Json)
}

/// Deletes a run with all its games.
#[utoipa::path(delete, path = "/api/lab/runs/{id}", params(("id" = String, Path)), responses(
    (status = 204), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn remove(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, ApiError> {
    let run = own(&studio, &id)?;
    studio.workshop.remove(&run).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Pauses a run: games in progress are abandoned, and played again when the run is resumed.
#[utoipa::path(post, path = "/api/lab/runs/{id}/pause", params(("id" = String, Path)), responses(
    (status = 200, body = LabRunDetail), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn pause(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<LabRunDetail>, ApiError> {
    let paused = read(move || {
        studio.workshop.pause(&*own(&studio, &id)?)?;
        look(&studio, &id)
    });
    paused.await.map(Json)
}

/// Resumes a run that was paused or has failed.
#[utoipa::path(post, path = "/api/lab/runs/{id}/resume", params(("id" = String, Path)), responses(
    (status = 200, body = LabRunDetail), (status = 403, body = Refusal), (status = 404, body = Refusal),
    (status = 503, body = Refusal)))]
pub(super) async fn resume(
    State(studio): StudioState,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<LabRunDetail>, ApiError> {
    let resumed = read(move || {
        studio.workshop.resume(&own(&studio, &id)?)?;
        look(&studio, &id)
    });
    resumed.await.map(Json)
}

/// Downloads a file of a run: its report, games, tables, charts or logs.
#[utoipa::path(get, path = "/api/lab/runs/{id}/files/{name}", params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 404, body = Refusal)))]
pub(super) async fn download(
    State(studio): StudioState,
    ApiPath((id, name)): ApiPath<(String, String)>,
) -> Result<Response, ApiError> {
    let downloads = Arc::clone(&studio.workshop.downloads);
    let file = read(move || {
        let run = studio.workshop.find(&id);
        let folder = run.as_ref().map_or_else(|| find(&studio, &id), |run| Ok(run.folder.clone()))?;
        let content = document(&id, &folder, run.as_deref(), &name)?;
        Ok((format!("{id}-{name}"), content))
    });
    // Files are made in memory: few at a time.
    let _turn = downloads.acquire().await;
    let (name, content) = file.await?;
    Ok(attached(&name, content))
}

/// Lists the files that can be selected by name.
#[utoipa::path(get, path = "/api/lab/files", responses((status = 200, body = [LabFileView])))]
pub(super) async fn files(State(studio): StudioState) -> Result<Json<Vec<LabFileView>>, ApiError> {
    read(move || Ok(studio.workshop.files().list())).await.map(Json)
}

/// Uploads a file that players and tournaments can name. It is validated before it is stored.
#[utoipa::path(put, path = "/api/lab/files/{kind}/{name}",
    params(("kind" = LabFileKind, Path), ("name" = String, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = [LabFileView]), (status = 422, body = Refusal)))]
pub(super) async fn send_file(
    State(studio): StudioState,
    ApiPath((kind, name)): ApiPath<(LabFileKind, String)>,
    body: Body,
) -> Result<Json<Vec<LabFileView>>, ApiError> {
    let content = axum::body::to_bytes(body, FILE_BYTES as usize).await.map_err(|_| too_large())?;
    let stored = read(move || {
        studio.workshop.require_room(content.len() as u64)?;
        studio.workshop.files().store(kind, &name, &content)?;
        Ok(studio.workshop.files().list())
    });
    stored.await.map(Json)
}

/// Downloads a file that can be selected by name.
#[utoipa::path(get, path = "/api/lab/files/{kind}/{name}",
    params(("kind" = LabFileKind, Path), ("name" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 404, body = Refusal)))]
pub(super) async fn file(
    State(studio): StudioState,
    ApiPath((kind, name)): ApiPath<(LabFileKind, String)>,
) -> Result<Response, ApiError> {
    let found = read(move || Ok((studio.workshop.files().read(kind, &name)?, name)));
    let (content, name) = found.await?;
    Ok(attached(&name, content))
}

/// Deletes a file. Runs that were started with it have their own copy.
#[utoipa::path(delete, path = "/api/lab/files/{kind}/{name}",
    params(("kind" = LabFileKind, Path), ("name" = String, Path)),
    responses((status = 200, body = [LabFileView]), (status = 404, body = Refusal)))]
pub(super) async fn remove_file(
    State(studio): StudioState,
    ApiPath((kind, name)): ApiPath<(LabFileKind, String)>,
) -> Result<Json<Vec<LabFileView>>, ApiError> {
    let removed = read(move || {
        studio.workshop.files().remove(kind, &name)?;
        Ok(studio.workshop.files().list())
    });
    removed.await.map(Json)
}

/// Counts results in logs: wins, losses and margins. Nothing is stored.
#[utoipa::path(post, path = "/api/lab/logs", request_body = LogsWish, responses(
    (status = 200, body = LogsView), (status = 422, body = Refusal)))]
pub(super) async fn count_logs(State(studio): StudioState, body: Body) -> Result<Json<LogsView>, ApiError> {
    let bytes = axum::body::to_bytes(body, LOG_BYTES).await;
    let bytes = bytes.map_err(|_| ApiError::bad(format!("logs may have at most {} MiB", LOG_BYTES >> 20)))?;
    let wish: LogsWish = serde_json::from_slice(&bytes).map_err(|error| ApiError::bad(error.to_string()))?;
    read(move || count(&studio, &wish.files)).await.map(Json)
}

fn count(studio: &Studio, files: &[LogFile]) -> Result<LogsView, ApiError> {
    if files.len() > LOG_FILES {
        return Err(ApiError::bad(format!("{} logs are too many; the limit is {LOG_FILES}", files.len())));
    }
    let failed = |error: std::io::Error| ApiError::failed("the logs cannot be stored", &error);
    let folder = studio.workspace.folder().map_err(failed)?;
    for (index, file) in files.iter().enumerate() {
        // Logs are named after their players, but a name is never a path.
        let plain = |letter: char| letter.is_alphanumeric() || "._- +".contains(letter);
        let name: String = file.name.chars().filter(|letter| plain(*letter)).take(100).collect();
        let place = folder.path().join(format!("{index:06}"));
        std::fs::create_dir(&place).map_err(failed)?;
        let name = Some(name.trim_start_matches('.')).filter(|name| !name.is_empty()).unwrap_or("log");
        std::fs::write(place.join(name), &file.text).map_err(failed)?;
    }
    let logs = Logs::read(folder.path()).map_err(failed)?;
    let named = |(path, reason): &(std::path::PathBuf, String)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let prefix = format!("{}{}", path.parent().unwrap_or(path).display(), std::path::MAIN_SEPARATOR);
        format!("{name}: {}", reason.replace(&prefix, ""))
    };
    let left_out: Vec<String> = logs.left_out.iter().take(LEFT_OUT).map(named).collect();
    if logs.games.is_empty() {
        let why = left_out.first().map(|why| format!(": {why}")).unwrap_or_default();
        return Err(ApiError::bad(format!("there is no game with a result in these logs{why}")));
    }
    let (names, standings) = logs.standings();
    let summary = TournamentSummary::of_games(&names, &standings);
    Ok(LogsView {
        games: summary.games,
        forfeits: summary.forfeits,
        players: places(&summary.players),
        cross: summary.cross,
        left_out,
    })
}

fn look(studio: &Studio, id: &str) -> Result<LabRunDetail, ApiError> {
    let run = studio.workshop.find(id);
    let folder = run.as_ref().map_or_else(|| find(studio, id), |run| Ok(run.folder.clone()))?;
    detail(studio, id, &folder, run.as_deref())
}

/// Finds a run that may be changed here.
fn own(studio: &Studio, id: &str) -> Result<Arc<LabRun>, ApiError> {
    if studio.workshop.find(id).is_none() {
        find(studio, id)?;
    }
    studio.workshop.own(id)
}

/// Responds with a file to download.
fn attached(name: &str, content: Vec<u8>) -> Response {
    let kind = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("zip") => "application/zip",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html; charset=utf-8",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    // Names of headers are ASCII; the browser is told the true one beside it.
    let plain: String = name.chars().map(|one| if one.is_ascii_graphic() { one } else { '_' }).collect();
    let plain = plain.replace(['"', '\\'], "_");
    let coded: String = name.bytes().map(coded_byte).collect();
    let disposition = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{coded}");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], content)
        .into_response()
}

fn coded_byte(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}
