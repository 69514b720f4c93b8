//! What changes a game that is on: moves, taking back, beginning again, resigning, and asking the engine.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use outflank_game::{KeptGame, PlayerId};
use outflank_rules::{Color, Move};
use serde_json::Value;

use super::StudioState;
use crate::contest::{require_no_contest, seat_of};
use crate::error::ApiError;
use crate::opponents::Opponent;
use crate::request::{ApiJson, ApiJsonOrDefault, ApiPath};
use crate::seats::Viewer;
use crate::wire::hint::HintView;
use crate::wire::{ComputerMoveWish, GameView, MoveWish, Refusal};

/// The computer player that moves for a person who does not name one.
const ASSISTANT: &str = "engine:depth=10";

type GameAnswer = Result<Json<GameView>, ApiError>;

/// Plays a move. The move is stored before the response is sent.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = i64, Path)), request_body = MoveWish, responses(
    (status = 200, body = GameView), (status = 404, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn play(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<MoveWish>,
) -> GameAnswer {
    let played: Move = wish.played.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let pause = wish.pause.map(super::checks::pace).transpose()?;
    let live = studio.live(id);
    // Only where people sit elsewhere the network is in the way of a clock.
    let lag = match live.kept().and_then(|kept| seat_of(&kept, &viewer)) {
        Some(side) => studio.lag_of(id, side).await,
        None => Duration::ZERO,
    };
    let kept = studio.change(id, |kept, waiting| {
        let may = |side| viewer.may_move(kept, side);
        let game = kept.after_move((wish.ply, played), (waiting, lag), may)?;
        live.set_pause(pause);
        Ok(game)
    });
    let kept = kept.await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Takes back moves: the last one, or against a computer everything back to the person's own last move.
#[utoipa::path(post, path = "/api/games/{id}/undo", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn undo(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> GameAnswer {
    let kept = studio.change(id, |kept, _| Ok(kept.after_undo(|side| viewer.may_move(kept, side))?)).await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Redoes moves that were taken back, up to the person's next turn.
#[utoipa::path(post, path = "/api/games/{id}/redo", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn redo(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> GameAnswer {
    let kept = studio.change(id, |kept, _| Ok(kept.after_redo(|side| viewer.may_move(kept, side))?)).await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Restarts a running game: all moves after its opening are taken back.
#[utoipa::path(post, path = "/api/games/{id}/restart", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn restart(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> GameAnswer {
    let kept = studio.change(id, |kept, _| Ok(kept.after_restart()?)).await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Resigns the game.
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn resign(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> GameAnswer {
    let kept =
        studio.change(id, |kept, _| Ok(kept.after_resignation(|side| viewer.may_move(kept, side))?)).await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Has a computer player make one move for the person to move. The response does not wait for the move.
#[utoipa::path(post, path = "/api/games/{id}/computer-move", params(("id" = i64, Path)),
    request_body = ComputerMoveWish, responses((status = 200, body = GameView), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn computer_move(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJsonOrDefault(wish): ApiJsonOrDefault<ComputerMoveWish>,
) -> GameAnswer {
    let player = wish.player.as_deref().unwrap_or(ASSISTANT);
    let helper = Opponent::parse(player)
        .ok_or_else(|| ApiError::bad(format!("there is no player {player:?}; see /api/players")))?;
    let live = studio.live(id);
    let _turn = live.turn.lock().await;
    let kept = studio.kept(&live).await?;
    let side = on_turn(&kept, &viewer)?;
    if let Some(wanted) = wish.side.map(Color::from).filter(|&wanted| wanted != side) {
        return Err(ApiError::conflict("not-your-turn", format!("{side} is to move, not {wanted}")));
    }
    require_no_contest(&kept)?;
    studio.require_not_in_contest(kept.game.position(), &viewer).await?;
    studio.engines.require_room()?;
    let helper = helper.in_game(&kept.game);
    studio.start_thinking(&live, &kept, helper, Some(PlayerId::from(player)));
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Returns the engine's recommended move, its idea, and the reason; `idea` can be shown before `best`.
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = i64, Path)), responses(
    (status = 200, body = HintView), (status = 409, body = Refusal)))]
pub(super) async fn hint(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<Json<Value>, ApiError> {
    let kept = studio.look_at(&studio.live(id)).await?;
    on_turn(&kept, &viewer)?;
    require_no_contest(&kept)?;
    studio.require_not_in_contest(kept.game.position(), &viewer).await?;
    let _place = studio.engines.question()?;
    studio.hint(&kept).await.map(Json)
}

/// Returns the side to move if the viewer may move for it now.
fn on_turn(kept: &KeptGame, viewer: &Viewer) -> Result<Color, ApiError> {
    Ok(kept.side_to_play(|side| viewer.may_move(kept, side))?)
}
