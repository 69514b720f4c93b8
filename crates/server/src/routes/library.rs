//! The library: list, show, change, delete, restore, export, import.

use std::ops::ControlFlow;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use outflank_library::{ImportError, import as import_items};
use outflank_records::{Format, ReadOptions, detect, read, to_bytes};
use outflank_store::{Filter, LibraryRow};
use outflank_wire::{Malformed, entries};

use super::StudioState;
use super::studies;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery, filter_text};
use crate::seats::Viewer;
use crate::view;
use crate::wire::library::{
    LibraryChange, LibraryGameView, LibraryImport, LibraryPage, LibraryQuery, OpeningView, TagView,
};
use crate::wire::{ExportQuery, ExportView, Refusal, TextWish};

/// The maximum number of games on a page.
const PAGE_LIMIT: u32 = 500;
/// The longest tag, in characters, and the maximum number of tags of a game.
const TAG_LIMIT: usize = 40;
/// The longest notes, in characters.
const NOTES_LIMIT: usize = 10_000;

/// Lists games of the library.
#[utoipa::path(get, path = "/api/library", params(LibraryQuery), responses(
    (status = 200, body = LibraryPage), (status = 422, body = Refusal)))]
pub(super) async fn list(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<LibraryQuery>,
) -> Result<Json<LibraryPage>, ApiError> {
    let limit = query.limit.unwrap_or(50).min(PAGE_LIMIT);
    let order = entries::order(&query).map_err(refused)?;
    let offset = i64::from(query.offset);
    let page = studio.store.library(&filter(query, &caller)?, order, offset, i64::from(limit)).await?;
    Ok(Json(LibraryPage { total: page.total, games: page.games.iter().map(entries::entry).collect() }))
}

fn filter(query: LibraryQuery, caller: &Caller) -> Result<Filter, ApiError> {
    let query = LibraryQuery {
        search: filter_text("search", query.search)?,
        player: filter_text("player", query.player)?,
        opponent: filter_text("opponent", query.opponent)?,
        kind: filter_text("kind", query.kind)?,
        tag: filter_text("tag", query.tag)?,
        opening: filter_text("opening", query.opening)?,
        ..query
    };
    let filter = entries::filter(query).map_err(refused)?;
    Ok(Filter { seen_by: caller.person().cloned(), ..filter })
}

fn refused(Malformed(reason): Malformed) -> ApiError {
    ApiError::bad(reason)
}

/// Shows a library game: the one with this key, otherwise the one played under this number.
#[utoipa::path(get, path = "/api/library/{key}", params(("key" = i64, Path)), responses(
    (status = 200, body = LibraryGameView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(key): ApiPath<i64>,
) -> Result<Json<LibraryGameView>, ApiError> {
    let row = studio.store.library_game_numbered(key).await?;
    view(&row).map(Json)
}

/// Sets the notes and tags of a game.
#[utoipa::path(patch, path = "/api/library/{key}", params(("key" = i64, Path)), request_body = LibraryChange,
    responses((status = 200, body = LibraryGameView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn change(
    State(studio): StudioState,
    ApiPath(key): ApiPath<i64>,
    ApiJson(wish): ApiJson<LibraryChange>,
) -> Result<Json<LibraryGameView>, ApiError> {
    let row = studio.store.library_game(key).await?;
    let tags = wish.tags.map(|tags| tags.iter().map(|tag| checked_tag(tag)).collect::<Result<Vec<_>, _>>());
    let tags = tags.transpose()?;
    if let Some(notes) = wish.notes {
        if notes.chars().count() > NOTES_LIMIT {
            return Err(ApiError::bad(format!("notes have at most {NOTES_LIMIT} characters")));
        }
        studio.store.set_notes(key, &notes).await?;
    }
    if let Some(tags) = tags {
        if tags.len() > TAG_LIMIT {
            return Err(ApiError::bad(format!("a game has at most {TAG_LIMIT} tags")));
        }
        for old in row.tags.iter().filter(|old| !tags.contains(old)) {
            studio.store.set_tag(&[key], old, false).await?;
        }
        for new in &tags {
            studio.store.set_tag(&[key], new, true).await?;
        }
    }
    view(&studio.store.library_game(key).await?).map(Json)
}

fn checked_tag(text: &str) -> Result<String, ApiError> {
    let tag = text.trim();
    let sound = !tag.is_empty() && tag.chars().count() <= TAG_LIMIT && !tag.chars().any(char::is_control);
    if sound {
        Ok(tag.to_owned())
    } else {
        Err(ApiError::bad(format!("{text:?} is not a tag: 1 to {TAG_LIMIT} characters")))
    }
}

/// Deletes a library game; it can be restored.
#[utoipa::path(delete, path = "/api/library/{key}", params(("key" = i64, Path)), responses(
    (status = 204), (status = 404, body = Refusal)))]
pub(super) async fn delete(
    State(studio): StudioState,
    ApiPath(key): ApiPath<i64>,
) -> Result<StatusCode, ApiError> {
    studio.store.library_game(key).await?;
    studio.store.set_deleted(&[key], true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted game.
#[utoipa::path(post, path = "/api/library/{key}/restore", params(("key" = i64, Path)), responses(
    (status = 200, body = LibraryGameView), (status = 404, body = Refusal)))]
pub(super) async fn restore(
    State(studio): StudioState,
    ApiPath(key): ApiPath<i64>,
) -> Result<Json<LibraryGameView>, ApiError> {
    studio.store.set_deleted(&[key], false).await?;
    view(&studio.store.library_game(key).await?).map(Json)
}

/// Exports a library game in a file format.
#[utoipa::path(get, path = "/api/library/{key}/export", params(("key" = i64, Path), ExportQuery), responses(
    (status = 200, body = ExportView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    viewer: Viewer,
    ApiPath(key): ApiPath<i64>,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Json<ExportView>, ApiError> {
    let format = text_format(&query.format)?;
    let record = studies::with_notes(&studio, &viewer, studio.library_entry(key, &viewer).await?).await?;
    let bytes = to_bytes([&record], format).map_err(|error| ApiError::bad(error.to_string()))?;
    let text = String::from_utf8(bytes)
        .map_err(|_binary| ApiError::bad(format!("{format} is not a text format")))?;
    Ok(Json(ExportView { text }))
}

fn text_format(name: &str) -> Result<Format, ApiError> {
    let format: Format = name.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    match format {
        Format::Wthor => Err(ApiError::bad(
            "wthor is not a text format; /api/library/export writes all games that are listed",
        )),
        format => Ok(format),
    }
}

/// Exports all matching games, in the order they were added.
///
/// WTHOR files are packed into a ZIP archive.
#[utoipa::path(get, path = "/api/library/export", params(LibraryQuery), responses(
    (status = 200, body = String, content_type = "text/plain"), (status = 422, body = Refusal)))]
pub(super) async fn export_all(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<LibraryQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let name = query.format.clone().unwrap_or_else(|| "ggf".to_owned());
    let format: Format = name.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let (kind, name) = entries::file_of(format);
    let body = studio.export(filter(query, &caller)?, format).await?;
    let name = format!("attachment; filename=\"{name}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], body))
}

/// Imports the games of a text in any format. Duplicates are skipped; unreadable games are skipped and
/// reported.
#[utoipa::path(post, path = "/api/library/import", request_body = TextWish, responses(
    (status = 200, body = LibraryImport), (status = 422, body = Refusal)))]
pub(super) async fn import_text(
    State(studio): StudioState,
    ApiJson(wish): ApiJson<TextWish>,
) -> Result<Json<LibraryImport>, ApiError> {
    let format = detect(wish.text.as_bytes()).map_err(|error| ApiError::bad(error.to_string()))?;
    // The text is short: it is read before anything waits.
    let items: Vec<_> = read(wish.text.as_bytes(), format, ReadOptions::default()).collect();
    let go_on = |_: &outflank_library::ImportReport| ControlFlow::Continue(());
    let report = import_items(&studio.store, format, items.into_iter(), go_on).await;
    let report = report.map_err(|error| match error {
        ImportError::Store(error) => error.into(),
        ImportError::Read(error) => ApiError::bad(error.to_string()),
    })?;
    Ok(Json(view::import(report)))
}

/// Lists the tags of the library.
#[utoipa::path(get, path = "/api/library/tags", responses((status = 200, body = [TagView])))]
pub(super) async fn tags(State(studio): StudioState, caller: Caller) -> Result<Json<Vec<TagView>>, ApiError> {
    let tags = studio.store.tags(caller.person()).await?;
    Ok(Json(tags.into_iter().map(|(tag, games)| TagView { tag, games }).collect()))
}

/// Returns the name of a line; `None` if it has none.
pub(crate) fn opening(line: &str) -> Option<OpeningView> {
    OpeningView::of_line(line)
}

fn view(row: &LibraryRow) -> Result<LibraryGameView, ApiError> {
    entries::game(row).map_err(|error| ApiError::internal(error.to_string()))
}
