//! What changes a game that is on: moves, taking back, resigning, and asking the engine.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_rules::{Color, Game, Move};
use outflank_store::{Ending, GameRow};

use crate::error::ApiError;
use crate::opponents::{Opponent, depth_of};
use crate::replay::{ending_by_discs, is_human, left, replay, seat};
use crate::request::{ApiJson, ApiPath};
use crate::seats::{Viewer, by_invitation};
use crate::table::Studio;
use crate::wire::{GameView, HintView, MoveWish, Refusal};

/// Who moves when a person lets the computer move for them.
const ASSISTANT: Opponent = Opponent::Engine { depth: 10 };

type Shared = State<Arc<Studio>>;
type Answer = Result<Json<GameView>, ApiError>;

/// Makes a move. It is stored before it is answered.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = i64, Path)), request_body = MoveWish, responses(
    (status = 200, body = GameView), (status = 404, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn play(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<MoveWish>,
) -> Answer {
    let played: Move = wish.played.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = studio.store.game(id).await?;
    let game = replay(&row)?;
    if game.plies().len() != wish.ply {
        let message = format!("the move is for ply {}, the game is at ply {}", wish.ply, game.plies().len());
        return Err(ApiError::conflict("moved-on", message));
    }
    let side = on_turn(&row, &game, &viewer)?;
    let took = studio.waiting(&table);
    if let Some(left) = left(&row, &game, side)
        && i64::try_from(took.as_millis()).unwrap_or(i64::MAX) > left
    {
        return Err(ApiError::conflict("time-over", format!("{side} has no time left")));
    }
    let row = studio.place(&table, &row, played, took).await?;
    studio.show(&row, &viewer).map(Json)
}

/// Takes moves back: the last one, against a computer up to the person's own last move.
#[utoipa::path(post, path = "/api/games/{id}/undo", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn undo(State(studio): Shared, ApiPath(id): ApiPath<i64>, viewer: Viewer) -> Answer {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = studio.store.game(id).await?;
    let game = replay(&row)?;
    let movers = game.positions().map(|position| position.side_to_move());
    let plies = game.plies().iter().zip(movers).enumerate();
    let own = plies.filter(|(_, (played, side))| !played.is_pass() && viewer.may_move(&row, *side)).last();
    let (made, _) =
        own.ok_or_else(|| ApiError::conflict("nothing-to-undo", "there is no move of yours to take back"))?;
    let answered = game.plies().iter().skip(made + 1).any(|played| !played.is_pass());
    if by_invitation(&row) && answered {
        return Err(ApiError::conflict("answered", "the other person has answered this move already"));
    }
    let was_over = row.ended.is_some();
    let row = studio.store.set_made(id, row.revision, i64::try_from(made).unwrap_or(0), None).await?;
    if was_over {
        studio.shelve_soon(id);
    }
    let row = studio.settle(&table, row)?;
    studio.show(&row, &viewer).map(Json)
}

/// Does moves again that were taken back, up to the person's next turn.
#[utoipa::path(post, path = "/api/games/{id}/redo", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn redo(State(studio): Shared, ApiPath(id): ApiPath<i64>, viewer: Viewer) -> Answer {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = studio.store.game(id).await?;
    let mut game = replay(&row)?;
    if ![Color::Black, Color::White].into_iter().any(|side| viewer.may_move(&row, side)) {
        return Err(ApiError::forbidden(format!("you do not play in game {id}")));
    }
    if game.redo().is_none() {
        return Err(ApiError::conflict("nothing-to-redo", "there is no move to do again"));
    }
    let waits = |game: &Game| {
        let position = game.position();
        is_human(seat(&row, position.side_to_move())) && !position.must_pass()
    };
    while !waits(&game) && game.redo().is_some() {}
    let made = i64::try_from(game.plies().len()).unwrap_or(0);
    let ended = ending_by_discs(&game.position());
    let row = studio.store.set_made(id, row.revision, made, ended.as_ref()).await?;
    let row = studio.settle(&table, row)?;
    studio.show(&row, &viewer).map(Json)
}

/// Resigns.
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn resign(State(studio): Shared, ApiPath(id): ApiPath<i64>, viewer: Viewer) -> Answer {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = studio.store.game(id).await?;
    let game = replay(&row)?;
    let own: Vec<Color> =
        [Color::Black, Color::White].into_iter().filter(|&side| viewer.may_move(&row, side)).collect();
    // Who plays both sides resigns for the one to move; who plays one may do so at any time.
    let side = match own[..] {
        [] => return Err(ApiError::forbidden(format!("you do not play in game {id}"))),
        [side] if row.ended.is_none() => side,
        _ => on_turn(&row, &game, &viewer)?,
    };
    let ended = Ending { reason: "resigned".to_owned(), winner: Some((!side).name().to_owned()) };
    let row = studio.store.end(id, row.revision, &ended).await?;
    let row = studio.settle(&table, row)?;
    studio.show(&row, &viewer).map(Json)
}

/// Lets the computer make one move for the person whose turn it is. The answer does not wait for the move.
#[utoipa::path(post, path = "/api/games/{id}/computer-move", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 409, body = Refusal)))]
pub(super) async fn computer_move(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Answer {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = studio.store.game(id).await?;
    let game = replay(&row)?;
    on_turn(&row, &game, &viewer)?;
    alone(&row)?;
    studio.start_thinking(&table, &game, ASSISTANT);
    studio.show(&row, &viewer).map(Json)
}

/// Says what the engine would play.
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = i64, Path)), responses(
    (status = 200, body = HintView), (status = 409, body = Refusal)))]
pub(super) async fn hint(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<Json<HintView>, ApiError> {
    let row = studio.store.game(id).await?;
    let game = replay(&row)?;
    on_turn(&row, &game, &viewer)?;
    alone(&row)?;
    let position = game.position();
    let found = studio.engines.hint(position).await;
    let found = found.ok_or_else(|| ApiError::internal("there is no memory for the engine"))?;
    Ok(Json(HintView {
        best: found.best.map(|played| played.to_string()),
        score: found.value.score,
        exact: found.value.is_exact(),
        depth: depth_of(found.value.truth, &position),
    }))
}

/// Returns the side to move if the viewer may move for it now.
fn on_turn(row: &GameRow, game: &Game, viewer: &Viewer) -> Result<Color, ApiError> {
    if row.ended.is_some() {
        return Err(ApiError::conflict("game-over", format!("game {} is over", row.id)));
    }
    let side = game.position().side_to_move();
    if viewer.may_move(row, side) {
        return Ok(side);
    }
    Err(ApiError::conflict("not-your-turn", format!("{side} is to move, and you do not play {side}")))
}

/// Refuses the help of a computer in a game of two people who do not sit together.
fn alone(row: &GameRow) -> Result<(), ApiError> {
    if by_invitation(row) {
        return Err(ApiError::conflict(
            "no-help",
            "the computer does not help in games between people elsewhere",
        ));
    }
    Ok(())
}
