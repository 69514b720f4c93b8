//! Positions that come back: those that are due, answers, hints.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_engine::Stopper;
use outflank_learn::{CardQuestion, Grade};
use outflank_rules::{Move, Position};
use outflank_store::CardRow;
use outflank_wire::cards::{self, GradedCard, JudgedAnswer, days_of, question_of};

use super::StudioState;
use crate::engines::{StopOnDrop, Suspect};
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::coaching::MistakeView;
use crate::wire::learn::{AnswerWish, CardAnswerView, CardHintView, CardView, DayQuery};

/// Lists the cards that are due, longest overdue first.
#[utoipa::path(get, path = "/api/learn/cards", params(DayQuery), responses((status = 200, body = [CardView])))]
pub(super) async fn due(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<DayQuery>,
) -> Result<Json<Vec<CardView>>, ApiError> {
    let rows = studio.store.cards(caller.person(), None).await?;
    Ok(Json(cards::due(&rows, days_of(&query), studio.learning_now())))
}

/// Finds a card and its question.
async fn card_of(studio: &Studio, caller: &Caller, id: i64) -> Result<(CardRow, CardQuestion), ApiError> {
    let card = studio.store.card(caller.person(), id).await?;
    let card = card.ok_or_else(|| ApiError::missing(format!("there is no card {id}")))?;
    let damaged = |error| ApiError::internal(format!("card {id} is damaged: {error}"));
    let question = question_of(&card).map_err(damaged)?;
    Ok((card, question))
}

/// Answers a card with a move, which is graded by whether it is correct and how long it took.
#[utoipa::path(post, path = "/api/learn/cards/{id}/answer", params(("id" = i64, Path), DayQuery), request_body = AnswerWish,
    responses((status = 200, body = CardAnswerView), (status = 400, body = Refusal), (status = 404, body = Refusal),
        (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn answer(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
    ApiQuery(query): ApiQuery<DayQuery>,
    ApiJson(wish): ApiJson<AnswerWish>,
) -> Result<Json<CardAnswerView>, ApiError> {
    let (card, question) = card_of(&studio, &caller, id).await?;
    let judged = JudgedAnswer::of(&question, &wish).map_err(ApiError::unread)?;
    let days = graded(&studio, &caller, &query, &card, judged.grade, &wish).await?;
    let JudgedAnswer { position, played, better, right, .. } = judged;
    let mistake = if right { None } else { refutation(&studio, position, played, better).await };
    Ok(Json(judged.view(&card, days, mistake)))
}

/// Stores an answer, and returns the number of days until the card comes back.
pub(super) async fn graded(
    studio: &Studio,
    caller: &Caller,
    query: &DayQuery,
    card: &CardRow,
    grade: Grade,
    wish: &AnswerWish,
) -> Result<u32, ApiError> {
    let graded = GradedCard::of(card, grade, wish, days_of(query), studio.learning_now());
    let GradedCard { after, answer, days } = graded;
    if studio.store.answer_card(caller.person(), card.reviews, &after, &answer).await? {
        return Ok(days);
    }
    Err(ApiError::conflict("moved-on", "this card has been answered elsewhere in the meantime"))
}

/// Explains why a move is wrong, with the line that shows it; `None` if the engines are too busy.
pub(super) async fn refutation(
    studio: &Arc<Studio>,
    position: Position,
    played: Move,
    better: Option<Move>,
) -> Option<MistakeView> {
    let _place = studio.engines.question().ok()?;
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let suspect = Suspect { position, played, better, threads: 1, stopper };
    let found = studio.engines.examine(suspect).await;
    found.map(|(mistake, claims)| MistakeView::of(&mistake, &claims))
}

/// Returns a hint: a few squares, one of which is the answer.
#[utoipa::path(get, path = "/api/learn/cards/{id}/hint", params(("id" = i64, Path)), responses(
    (status = 200, body = CardHintView), (status = 404, body = Refusal)))]
pub(super) async fn hint(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<Json<CardHintView>, ApiError> {
    let (_, question) = card_of(&studio, &caller, id).await?;
    Ok(Json(cards::hint(&question)))
}

/// Deletes a card, which is then not asked again.
#[utoipa::path(delete, path = "/api/learn/cards/{id}", params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn forget(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<StatusCode, ApiError> {
    let _there_or_not = studio.store.delete_card(caller.person(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
