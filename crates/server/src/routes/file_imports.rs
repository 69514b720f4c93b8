//! Imports of files into the library: begin, send files, start, watch, stop.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;

use super::StudioState;
use crate::error::ApiError;
use crate::request::ApiPath;
use crate::wire::Refusal;
use crate::wire::library::ImportProgress;

/// Begins an import of files; they are sent one by one, and then it is started.
#[utoipa::path(post, path = "/api/library/imports", responses(
    (status = 201, body = ImportProgress), (status = 503, body = Refusal)))]
pub(super) async fn begin(
    State(studio): StudioState,
) -> Result<(StatusCode, Json<ImportProgress>), ApiError> {
    let job = studio.file_imports.begin(&studio.workspace)?;
    Ok((StatusCode::CREATED, Json(job.show())))
}

/// Lists the imports of files, the latest first: whoever comes back to the page finds them here.
#[utoipa::path(get, path = "/api/library/imports", responses((status = 200, body = [ImportProgress])))]
pub(super) async fn list(State(studio): StudioState) -> Json<Vec<ImportProgress>> {
    Json(studio.file_imports.list().iter().map(|job| job.show()).collect())
}

/// Sends a file of an import, as it is.
///
/// WTHOR games find their names in the tables sent with them.
#[utoipa::path(put, path = "/api/library/imports/{id}/{name}", params(("id" = u64, Path), ("name" = String, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ImportProgress), (status = 404, body = Refusal),
        (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn send(
    State(studio): StudioState,
    ApiPath((id, name)): ApiPath<(u64, String)>,
    body: Body,
) -> Result<Json<ImportProgress>, ApiError> {
    let job = studio.file_imports.find(id)?;
    job.take(&name, body).await?;
    Ok(Json(job.show()))
}

/// Starts an import whose files are there.
#[utoipa::path(post, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 202, body = ImportProgress), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn start(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<(StatusCode, Json<ImportProgress>), ApiError> {
    let job = studio.file_imports.find(id)?;
    job.start(&studio)?;
    Ok((StatusCode::ACCEPTED, Json(job.show())))
}

/// Shows how far an import is.
#[utoipa::path(get, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 200, body = ImportProgress), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<Json<ImportProgress>, ApiError> {
    Ok(Json(studio.file_imports.find(id)?.show()))
}

/// Stops an import. The games kept until then stay.
#[utoipa::path(delete, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 200, body = ImportProgress), (status = 404, body = Refusal)))]
pub(super) async fn stop(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<Json<ImportProgress>, ApiError> {
    let job = studio.file_imports.find(id)?;
    job.stop();
    Ok(Json(job.show()))
}
