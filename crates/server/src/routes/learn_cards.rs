//! Positions that come back: those that are due, answers, hints.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_engine::Stopper;
use outflank_learn::{DayBoundary, Grade, Habit, MemoryModel};
use outflank_rules::{Move, Position};
use outflank_store::{AnswerRow, CardRow};

use super::StudioState;
use crate::engines::{StopOnDrop, Suspect};
use crate::error::ApiError;
use crate::learning::{days_of, question_of, schedule_of, with_schedule};
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::view;
use crate::wire::Refusal;
use crate::wire::coaching::MistakeView;
use crate::wire::learn::{AnswerWish, CardAnswerView, CardHintView, CardView, DayQuery};

/// How many cards are asked in one sitting.
const SITTING: usize = 30;
/// The longest time of an answer that is kept, in milliseconds.
const LONGEST: u64 = 3_600_000;

/// Shows a card; `None` if its position is damaged.
pub(super) fn view_of(row: &CardRow, days: DayBoundary, now: i64) -> Option<CardView> {
    let position: Position = row.card.position.parse().ok()?;
    let schedule = schedule_of(row);
    let next = schedule.after(&MemoryModel::default(), days, now, Grade::Good);
    Some(CardView {
        id: row.id,
        kind: row.card.kind.clone(),
        position: view::position(position),
        game: row.card.game,
        number: row.card.ply + 1,
        played: row.card.played.clone(),
        loss: row.card.loss,
        opponent: row.card.opponent.clone(),
        due: row.card.due,
        reviews: row.reviews,
        strength: schedule.strength(),
        days: next.days_until(days, now),
    })
}

/// Lists the cards that are due, those that have waited longest first.
#[utoipa::path(get, path = "/api/learn/cards", params(DayQuery), responses((status = 200, body = [CardView])))]
pub(super) async fn due(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<DayQuery>,
) -> Result<Json<Vec<CardView>>, ApiError> {
    let (days, now) = (days_of(&query), studio.learning_now());
    let cards = studio.store.cards(caller.person(), None).await?;
    let due = cards.iter().filter(|card| schedule_of(card).is_due(now));
    Ok(Json(due.filter_map(|card| view_of(card, days, now)).take(SITTING).collect()))
}

async fn card_of(studio: &Studio, caller: &Caller, id: i64) -> Result<CardRow, ApiError> {
    let card = studio.store.card(caller.person(), id).await?;
    card.ok_or_else(|| ApiError::missing(format!("there is no card {id}")))
}

/// Answers a card: with a move, which is graded by whether it is right and how long it took.
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
    let card = card_of(&studio, &caller, id).await?;
    let question =
        question_of(&card).map_err(|error| ApiError::internal(format!("card {id} is damaged: {error}")))?;
    let position = question.position;
    let played: Move = wish.played.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    position.play(played).map_err(|error| ApiError::bad(error.to_string()))?;
    let right = question.accepts(played);
    let grade = Grade::of_answer(right, wish.hinted, wish.milliseconds);
    let days = graded(&studio, &caller, &query, &card, grade, &wish).await?;
    let better = question.answers.first().copied();
    let mistake = if right { None } else { refutation(&studio, position, played, better).await };
    let lesson = Habit::named(&card.card.habit).map(|habit| habit.lesson().to_owned());
    Ok(Json(CardAnswerView { right, grade: grade.name(), answers: card.card.answers, days, mistake, lesson }))
}

/// Keeps an answer, and tells in how many days the card comes back.
pub(super) async fn graded(
    studio: &Studio,
    caller: &Caller,
    query: &DayQuery,
    card: &CardRow,
    grade: Grade,
    wish: &AnswerWish,
) -> Result<u32, ApiError> {
    let (days, now) = (days_of(query), studio.learning_now());
    let next = schedule_of(card).after(&MemoryModel::default(), days, now, grade);
    let answer = AnswerRow {
        card: card.id,
        moment: now,
        grade: i64::from(grade.number()),
        milliseconds: i64::try_from(wish.milliseconds.min(LONGEST)).unwrap_or(0),
        played: wish.played.clone(),
    };
    let after = with_schedule(card, &next);
    if studio.store.answer_card(caller.person(), card.reviews, &after, &answer).await? {
        return Ok(next.days_until(days, now));
    }
    Err(ApiError::conflict("moved-on", "this card has been answered elsewhere in the meantime"))
}

/// Says why a move is wrong, with the line that shows it; nothing if the engines are too busy to say.
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

/// Gives a hint: a few squares, one of which is the answer.
#[utoipa::path(get, path = "/api/learn/cards/{id}/hint", params(("id" = i64, Path)), responses(
    (status = 200, body = CardHintView), (status = 404, body = Refusal)))]
pub(super) async fn hint(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<Json<CardHintView>, ApiError> {
    let card = card_of(&studio, &caller, id).await?;
    let question =
        question_of(&card).map_err(|error| ApiError::internal(format!("card {id} is damaged: {error}")))?;
    let squares = question.hint().iter().map(ToString::to_string).collect();
    Ok(Json(CardHintView { squares }))
}

/// Deletes a card: it is not asked again.
#[utoipa::path(delete, path = "/api/learn/cards/{id}", params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn forget(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<StatusCode, ApiError> {
    let _there_or_not = studio.store.delete_card(caller.person(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
