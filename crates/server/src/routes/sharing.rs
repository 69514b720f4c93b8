//! Sharing a game by a link: who has it may look on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_game::GameRights;

use super::StudioState;
use crate::error::ApiError;
use crate::live_game::GameNews;
use crate::people::Caller;
use crate::request::ApiPath;
use crate::seats::new_key;
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::people::ShareView;

/// Shares a game: anyone with the link, which contains the key, can watch every move but change nothing.
#[utoipa::path(post, path = "/api/games/{id}/share", params(("id" = i64, Path)), responses(
    (status = 200, body = ShareView), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn share(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
) -> Result<Json<ShareView>, ApiError> {
    if caller.is_at_home() {
        // Whoever reaches this studio sees all its games.
        return Ok(Json(ShareView { key: String::new() }));
    }
    let shared = change(&studio, id, |rights| {
        let key = rights.watch_key.clone().unwrap_or_else(new_key);
        GameRights { watch_key: Some(key), ..rights }
    });
    Ok(Json(ShareView { key: shared.await?.watch_key.unwrap_or_default() }))
}

/// Revokes the key with which others can watch a game.
#[utoipa::path(delete, path = "/api/games/{id}/share", params(("id" = i64, Path)), responses(
    (status = 204), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn unshare(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
) -> Result<StatusCode, ApiError> {
    change(&studio, id, |rights| GameRights { watch_key: None, ..rights }).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn change(
    studio: &Arc<Studio>,
    id: i64,
    become_of: impl FnOnce(GameRights) -> GameRights,
) -> Result<GameRights, ApiError> {
    let live = studio.live(id);
    let _turn = live.turn.lock().await;
    let kept = studio.kept(&live).await?;
    let rights = become_of(kept.rights.clone());
    let kept = live.keep(studio.store.set_rights(&kept, rights).await?);
    live.tell(GameNews::Changed(Arc::clone(&kept)));
    Ok(kept.rights.clone())
}
