//! Chat in games between people elsewhere, and reports of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_game::KeptGame;
use outflank_rules::Color;

use super::StudioState;
use super::people::require_people;
use crate::chat::checked_message;
use crate::contest::seat_of;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath};
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::view;
use crate::wire::Refusal;
use crate::wire::chat::{ChatSwitch, ChatView, ChatWish, ReportView};

/// Shows the chat between the players of a game.
#[utoipa::path(get, path = "/api/games/{id}/chat", params(("id" = i64, Path)), responses(
    (status = 200, body = ChatView), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
) -> Result<Json<ChatView>, ApiError> {
    let (kept, _) = player(&studio, id, &caller, &viewer).await?;
    Ok(Json(studio.chat_view(&kept).await?))
}

/// Sends a message to the other player.
#[utoipa::path(post, path = "/api/games/{id}/chat", params(("id" = i64, Path)), request_body = ChatWish, responses(
    (status = 200, body = ChatView), (status = 403, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal), (status = 429, body = Refusal)))]
pub(super) async fn say(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ChatWish>,
) -> Result<Json<ChatView>, ApiError> {
    let text = checked_message(&wish.text)?;
    let (kept, side) = player(&studio, id, &caller, &viewer).await?;
    if !studio.may_still_talk(&kept) {
        return Err(ApiError::conflict("chat-over", format!("nobody can chat in game {id} now")));
    }
    studio.store.say(id, side, caller.person(), &text).await?;
    studio.tell_chat(id).await;
    Ok(Json(studio.chat_view(&kept).await?))
}

/// Switches the chat of a game on or off for the caller. Messages can be sent while it is on for both.
#[utoipa::path(put, path = "/api/games/{id}/chat", params(("id" = i64, Path)), request_body = ChatSwitch, responses(
    (status = 200, body = ChatView), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn switch(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ChatSwitch>,
) -> Result<Json<ChatView>, ApiError> {
    let (kept, side) = player(&studio, id, &caller, &viewer).await?;
    studio.store.set_silent(id, side, !wish.on).await?;
    studio.tell_chat(id).await;
    Ok(Json(studio.chat_view(&kept).await?))
}

/// Reports the other player's messages: the admin receives a copy of the chat.
#[utoipa::path(post, path = "/api/games/{id}/report", params(("id" = i64, Path)), responses(
    (status = 204), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn report(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    let (kept, side) = player(&studio, id, &caller, &viewer).await?;
    let chat = studio.store.chat(id).await?;
    let Some(reporter) = caller.person().filter(|_| chat.messages.iter().any(|said| said.side != side))
    else {
        let message = format!("the other player has said nothing in game {id}");
        return Err(ApiError::conflict("nothing-said", message));
    };
    studio.store.report_chat(&kept, side, reporter).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists chat reports, open ones first.
#[utoipa::path(get, path = "/api/reports", responses(
    (status = 200, body = [ReportView]), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn reports(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<Vec<ReportView>>, ApiError> {
    require_people(&caller)?;
    let reports = studio.store.reports().await?;
    let view = reports.into_iter().map(|report| ReportView {
        id: report.id,
        game: report.game,
        reporter: report.reporter,
        reported: report.reported,
        side: report.side.into(),
        messages: report.messages.into_iter().map(view::message).collect(),
        created: report.created,
        closed: report.closed,
    });
    Ok(Json(view.collect()))
}

/// Closes a report. Closed reports are deleted after three months.
#[utoipa::path(post, path = "/api/reports/{id}/close", params(("id" = i64, Path)), responses(
    (status = 204), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn close(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    require_people(&caller)?;
    studio.store.close_report(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds a remote game between people, and the side of the caller, who must be one of its players.
async fn player(
    studio: &Arc<Studio>,
    id: i64,
    caller: &Caller,
    viewer: &Viewer,
) -> Result<(Arc<KeptGame>, Color), ApiError> {
    require_people(caller)?;
    let kept = studio.look_at(&studio.live(id)).await?;
    if !kept.is_by_invitation() {
        let message = format!("game {id} is not between people elsewhere: there is nobody to chat with");
        return Err(ApiError::conflict("no-chat", message));
    }
    let side = seat_of(&kept, viewer);
    let side = side.ok_or_else(|| ApiError::forbidden(format!("you do not play in game {id}")))?;
    Ok((kept, side))
}
