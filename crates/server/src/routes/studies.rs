//! Studies: keep, list, show, change, delete, export.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use outflank_game::{KeptStudy, StudyContent};
use outflank_records::{Format, Record};
use outflank_store::{NewStudy, StoreError};
use outflank_wire::{Malformed, studying};
use rand::Rng;
use rand::distr::Alphanumeric;

use super::StudioState;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::seats::Viewer;
use crate::studies::StudiedGame;
use crate::studio::Studio;
use crate::wire::study::{
    StudiesQuery, StudyChange, StudyConflict, StudyExportWish, StudyListed, StudyText, StudyView, StudyWish,
};
use crate::wire::{ExportQuery, Refusal};

pub(super) use outflank_wire::studying::record_of;

/// The length of a study's identifier in links, in letters and digits: more than 59 bits.
const SLUG_LENGTH: usize = 10;
/// The maximum number of studies in a list.
const LIST_LIMIT: u32 = 100;

/// Lists studies, most recently changed first.
#[utoipa::path(get, path = "/api/studies", params(StudiesQuery), responses((status = 200, body = [StudyListed])))]
pub(super) async fn list(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<StudiesQuery>,
) -> Result<Json<Vec<StudyListed>>, ApiError> {
    let limit = query.limit.unwrap_or(30).min(LIST_LIMIT);
    let found = studio.store.studies(caller.person(), i64::from(query.offset), i64::from(limit)).await?;
    // A damaged one is told to whoever opens it.
    Ok(Json(found.into_iter().flatten().map(StudyListed::from).collect()))
}

/// Saves a new study, of a game or standing alone.
#[utoipa::path(post, path = "/api/studies", request_body = StudyWish, responses(
    (status = 201, body = StudyView), (status = 400, body = Refusal), (status = 404, body = Refusal),
    (status = 409, body = StudyConflict), (status = 413, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
    viewer: Viewer,
    ApiJson(wish): ApiJson<StudyWish>,
) -> Result<Response, ApiError> {
    let studied = studio.studied_game(wish.game, wish.entry, &viewer).await?;
    let (subject, content) = (studied.as_ref().map(|studied| studied.subject), content_of(wish, studied)?);
    let slug = rand::rng().sample_iter(Alphanumeric).take(SLUG_LENGTH).map(char::from).collect();
    match studio
        .store
        .create_study(&NewStudy { slug, subject, owner: viewer.person().cloned(), content })
        .await
    {
        Ok(kept) => Ok((StatusCode::CREATED, Json(StudyView::from(kept))).into_response()),
        Err(error @ StoreError::StudyExists) => {
            let message = error.to_string();
            let known = match subject {
                Some(subject) => studio.store.study_of(subject, viewer.person()).await?,
                None => None,
            };
            known.map(|study| conflict(message, study)).ok_or_else(|| error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Builds the content of a new study.
fn content_of(wish: StudyWish, studied: Option<StudiedGame>) -> Result<StudyContent, ApiError> {
    let is_text = wish.text.is_some();
    let content = studying::content_of(wish, studied.map(|studied| studied.record));
    checked(content.map_err(|Malformed(reason)| match is_text {
        true => ApiError::bad(reason),
        false => ApiError::malformed(reason),
    })?)
}

fn conflict(message: String, study: KeptStudy) -> Response {
    let (code, study) = ("moved-on".to_owned(), StudyView::from(study));
    (StatusCode::CONFLICT, Json(StudyConflict { code, message, study })).into_response()
}

/// Shows a study.
#[utoipa::path(get, path = "/api/studies/{slug}", params(("slug" = String, Path)), responses(
    (status = 200, body = StudyView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<StudyView>, ApiError> {
    Ok(Json(studio.store.study(&slug).await?.into()))
}

/// Changes a study. If it has been changed by someone else in the meantime, returns the current study.
#[utoipa::path(put, path = "/api/studies/{slug}", params(("slug" = String, Path)), request_body = StudyChange, responses(
    (status = 200, body = StudyView), (status = 400, body = Refusal), (status = 404, body = Refusal),
    (status = 409, body = StudyConflict), (status = 413, body = Refusal)))]
pub(super) async fn change(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
    ApiJson(wish): ApiJson<StudyChange>,
) -> Result<Response, ApiError> {
    let kept = studio.store.study(&slug).await?;
    let StudyChange { revision, title, black, white, tree } = wish;
    let mut tree = tree.read()?;
    let played = kept.content.played;
    if tree.start() != played.start() {
        return Err(ApiError::malformed("the start of a study never changes"));
    }
    tree.add_line(played.plies().iter().copied()).map_err(|fault| ApiError::malformed(fault.to_string()))?;
    let content = checked(StudyContent { title, black, white, played, tree })?;
    match studio.store.update_study(&slug, revision, &content).await {
        Ok(kept) => Ok(Json(StudyView::from(kept)).into_response()),
        Err(error @ StoreError::StaleStudy { .. }) => {
            Ok(conflict(error.to_string(), studio.store.study(&slug).await?))
        }
        Err(error) => Err(error.into()),
    }
}

/// Deletes a study; the game it belongs to is kept.
#[utoipa::path(delete, path = "/api/studies/{slug}", params(("slug" = String, Path)), responses(
    (status = 204), (status = 404, body = Refusal)))]
pub(super) async fn delete(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
) -> Result<StatusCode, ApiError> {
    studio.store.delete_study(&slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Exports a study in a file format, with variations and comments where the format supports them.
#[utoipa::path(get, path = "/api/studies/{slug}/export", params(("slug" = String, Path), ExportQuery), responses(
    (status = 200, body = StudyText), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    viewer: Viewer,
    ApiPath(slug): ApiPath<String>,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Json<StudyText>, ApiError> {
    let study = StudyView::from(studio.store.study(&slug).await?);
    let StudyView { game, entry, title, black, white, tree, .. } = study;
    let format = query.format;
    // A game that was deleted takes its date along; the study stays.
    let is_there = studio.studied_game(game, entry, &viewer).await.is_ok();
    let (game, entry) = if is_there { (game, entry) } else { (None, None) };
    export_tree(
        State(studio),
        viewer,
        ApiJson(StudyExportWish { format, game, entry, title, black, white, tree }),
    )
    .await
}

/// Exports a tree in a file format, whether or not it is saved.
#[utoipa::path(post, path = "/api/studies/export", request_body = StudyExportWish, responses(
    (status = 200, body = StudyText), (status = 400, body = Refusal), (status = 413, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn export_tree(
    State(studio): StudioState,
    viewer: Viewer,
    ApiJson(wish): ApiJson<StudyExportWish>,
) -> Result<Json<StudyText>, ApiError> {
    let format: Format = wish.format.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let studied = studio.studied_game(wish.game, wish.entry, &viewer).await?;
    let StudyExportWish { title, black, white, tree, .. } = wish;
    let tree = tree.read()?;
    let played = tree.main_game();
    let content = checked(StudyContent { title, black, white, played, tree })?;
    let record = record_of(&content, studied.map(|studied| studied.record));
    let written = studying::study_text(&record, format);
    written.map(Json).map_err(|Malformed(reason)| ApiError::bad(reason))
}

/// Adds the variations and comments of the study of a game, if one is saved; its moves stay the main line.
pub(super) async fn with_notes(
    studio: &Studio,
    viewer: &Viewer,
    game: StudiedGame,
) -> Result<Record, ApiError> {
    let StudiedGame { subject, record } = game;
    let Some(study) = studio.store.study_of(subject, viewer.person()).await? else { return Ok(record) };
    let noted = studying::with_notes(record, study.content);
    noted.map_err(|Malformed(reason)| ApiError::internal(reason))
}

/// Validates the size of a study.
fn checked(content: StudyContent) -> Result<StudyContent, ApiError> {
    content.check().map_err(|excess| ApiError::too_large(excess.to_string()))?;
    Ok(content)
}
