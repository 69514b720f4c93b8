//! Imports of files into the library: begin, send files, start, watch, stop.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_game::PersonId;
use outflank_records::NameEncoding;
use serde::Deserialize;
use utoipa::IntoParams;

use super::StudioState;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiPath, ApiQuery};
use crate::wire::Refusal;
use crate::wire::library::ImportProgress;

/// How the files of an import are read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImportQuery {
    /// The encoding of names that are not UTF-8, by its web label: shift_jis, euc-kr, windows-1251. Latin-1
    /// if missing.
    names: Option<String>,
}

/// Creates a file import. The files are then uploaded one by one, and the import is started.
#[utoipa::path(post, path = "/api/library/imports", params(ImportQuery), responses(
    (status = 201, body = ImportProgress), (status = 422, body = Refusal), (status = 503, body = Refusal)))]
pub(super) async fn begin(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(ImportQuery { names }): ApiQuery<ImportQuery>,
) -> Result<(StatusCode, Json<ImportProgress>), ApiError> {
    let names = names.filter(|names| !names.is_empty());
    let encoding = names.map(|names| names.parse::<NameEncoding>()).transpose();
    let encoding = encoding.map_err(|error| ApiError::bad(error.to_string()))?;
    Ok((StatusCode::CREATED, Json(studio.begin_import(encoding, caller.person()).await?)))
}

/// Lists the file imports, latest first, so that a returning user finds them again.
///
/// On a public server a caller sees their own imports, and the admin sees all.
#[utoipa::path(get, path = "/api/library/imports", responses((status = 200, body = [ImportProgress])))]
pub(super) async fn list(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<Vec<ImportProgress>>, ApiError> {
    let is_seen = |owner: &Option<PersonId>| caller.is_admin() || owner.as_ref() == caller.person();
    let imports = studio.imports().await?.into_iter().filter(|(owner, _)| is_seen(owner));
    Ok(Json(imports.map(|(_, progress)| progress).collect()))
}

/// Uploads a file of an import, unmodified.
///
/// WTHOR games take their names from the tables uploaded with them.
#[utoipa::path(put, path = "/api/library/imports/{id}/{name}", params(("id" = u64, Path), ("name" = String, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ImportProgress), (status = 404, body = Refusal),
        (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn send(
    State(studio): StudioState,
    ApiPath((id, name)): ApiPath<(u64, String)>,
    body: Body,
) -> Result<Json<ImportProgress>, ApiError> {
    Ok(Json(studio.take_import_file(id, &name, body).await?))
}

/// Starts an import whose files have been uploaded.
#[utoipa::path(post, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 202, body = ImportProgress), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn start(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<(StatusCode, Json<ImportProgress>), ApiError> {
    Ok((StatusCode::ACCEPTED, Json(studio.start_import(id).await?)))
}

/// Shows the progress of an import.
#[utoipa::path(get, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 200, body = ImportProgress), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<Json<ImportProgress>, ApiError> {
    Ok(Json(studio.import(id).await?.1))
}

/// Stops an import. Games stored so far are kept.
#[utoipa::path(delete, path = "/api/library/imports/{id}", params(("id" = u64, Path)), responses(
    (status = 200, body = ImportProgress), (status = 404, body = Refusal)))]
pub(super) async fn stop(
    State(studio): StudioState,
    ApiPath(id): ApiPath<u64>,
) -> Result<Json<ImportProgress>, ApiError> {
    Ok(Json(studio.stop_import(id).await?))
}
