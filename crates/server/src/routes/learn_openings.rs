//! The openings trainer: repertoires, and training step by step.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_engine::{Stopper, Wanted};
use outflank_rules::Position;
use outflank_store::RepertoireRow;
use outflank_wire::cards::{MOST_CARDS, days_of};
use outflank_wire::training::{self, DEPTH, MOST_REPERTOIRES, RepertoireDraft, TrainingStep, tree_of};
use rand::Rng;

use super::StudioState;
use super::learn_cards::{graded, refutation};
use crate::engines::{StopOnDrop, Study};
use crate::error::ApiError;
use crate::learning::OpeningReplies;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::learn::{
    DayQuery, OpeningsQuery, RepertoireListed, RepertoireView, RepertoireWish, TrainingMoveValue,
    TrainingView, TrainingWish,
};
use crate::wire::library::OpeningView;

/// The time limit for comparing the moves of a position.
const TIME: Duration = Duration::from_millis(900);

async fn row_of(studio: &Studio, caller: &Caller, id: i64) -> Result<RepertoireRow, ApiError> {
    let all = studio.store.repertoires(caller.person()).await?;
    let row = all.into_iter().find(|row| row.id == id);
    row.ok_or_else(|| ApiError::missing(format!("there is no repertoire {id}")))
}

/// Creates a repertoire. Its moves are due at once.
#[utoipa::path(post, path = "/api/learn/repertoires", request_body = RepertoireWish, responses(
    (status = 201, body = RepertoireListed), (status = 400, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
    caller: Caller,
    ApiJson(wish): ApiJson<RepertoireWish>,
) -> Result<(StatusCode, Json<RepertoireListed>), ApiError> {
    let mut draft = RepertoireDraft::of(&wish).map_err(ApiError::unread)?;
    if wish.games {
        let games = studio.store.learned_games(caller.person()).await?;
        for id in draft.games(&games) {
            // A game that was deleted since has no opening any more.
            if let Ok(kept) = studio.store.game(id).await {
                draft.add_game(kept.game.plies());
            }
        }
    }
    if let Some(most) = wish.book {
        draft = held_by_book(&studio, draft, most).await?;
    }
    let tree = match wish.grow {
        true => OpeningReplies::default().settle(&studio, |source| draft.grown(source)).await?,
        false => draft.tree(),
    };
    let (person, now) = (caller.person(), studio.learning_now());
    let (row, cards) = draft.kept(&tree, now).map_err(ApiError::unread)?;
    let id = studio.store.keep_repertoire(person, &row, now, MOST_REPERTOIRES).await?;
    let id = id.ok_or_else(|| ApiError::bad(format!("there are already {MOST_REPERTOIRES} repertoires")))?;
    studio.store.keep_cards(person, &cards, now, MOST_CARDS).await?;
    let cards = studio.store.cards(person, Some("opening")).await?;
    Ok((StatusCode::CREATED, Json(training::listed(&RepertoireRow { id, ..row }, &cards, now))))
}

/// Takes the lines from the book.
async fn held_by_book(
    studio: &Arc<Studio>,
    mut draft: RepertoireDraft,
    most: u16,
) -> Result<RepertoireDraft, ApiError> {
    let failed = |why: String| ApiError::internal(format!("the opening book cannot be read: {why}"));
    let studio = Arc::clone(studio);
    let find = move || {
        let book = studio.book.as_ref().ok_or("it is damaged".to_owned())?;
        draft.hold(book, most).map_err(|error| error.to_string())?;
        Ok(draft)
    };
    let found = tokio::task::spawn_blocking(find).await.map_err(|error| failed(error.to_string()))?;
    let held = found.map_err(failed)?;
    if held.is_empty() { Err(ApiError::unread(training::nothing_held())) } else { Ok(held) }
}

/// Shows a repertoire: its tree, and how much of what opponents play it covers.
#[utoipa::path(get, path = "/api/learn/repertoires/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = RepertoireView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<Json<RepertoireView>, ApiError> {
    let row = row_of(&studio, &caller, id).await?;
    let cards = studio.store.cards(caller.person(), Some("opening")).await?;
    let tree = tree_of(&row);
    let source = OpeningReplies::default();
    let coverage = source.settle(&studio, |source| training::coverage(&tree, source)).await?;
    Ok(Json(training::shown(&row, &coverage, &cards, studio.learning_now())))
}

/// Finds named openings by part of the name or by the first moves, shortest first.
#[utoipa::path(get, path = "/api/learn/openings", params(OpeningsQuery), responses(
    (status = 200, body = [OpeningView]), (status = 422, body = Refusal)))]
pub(super) async fn named(ApiQuery(query): ApiQuery<OpeningsQuery>) -> Json<Vec<OpeningView>> {
    Json(training::named(&query.find))
}

/// Deletes a repertoire. Its moves keep coming back unless they are deleted as well.
#[utoipa::path(delete, path = "/api/learn/repertoires/{id}", params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn delete(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<StatusCode, ApiError> {
    let person = caller.person();
    if let Ok(row) = row_of(&studio, &caller, id).await {
        let keys: Vec<String> = tree_of(&row).cards().map(|(key, _)| key.clone()).collect();
        for card in studio.store.cards(person, Some("opening")).await? {
            if keys.contains(&card.card.board) {
                studio.store.delete_card(person, card.id).await?;
            }
        }
    }
    let _there_or_not = studio.store.delete_repertoire(person, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Plays a training step against the trainer, who replies as people do.
#[utoipa::path(post, path = "/api/learn/repertoires/{id}/step", params(("id" = i64, Path), DayQuery), request_body = TrainingWish,
    responses((status = 200, body = TrainingView), (status = 400, body = Refusal), (status = 404, body = Refusal),
        (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn step(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
    ApiQuery(query): ApiQuery<DayQuery>,
    ApiJson(wish): ApiJson<TrainingWish>,
) -> Result<Json<TrainingView>, ApiError> {
    let tree = tree_of(&row_of(&studio, &caller, id).await?);
    let step = TrainingStep::of(tree.clone(), &wish).map_err(ApiError::unread)?;
    let (mut days, mut found, mut mistake) = (None, Vec::new(), None);
    if let Some(own) = step.judged() {
        let cards = studio.store.cards(caller.person(), Some("opening")).await?;
        if let Some(card) = training::card_at(&cards, &own.key) {
            let practised = training::practised(own, card, days_of(&query), studio.learning_now());
            days = Some(match practised {
                Some(days) => days,
                None => graded(&studio, &caller, &query, card, own.grade, &own.answer).await?,
            });
        }
        found = values(&studio, own.position).await;
        if !own.right {
            mistake = refutation(&studio, own.position, own.played, Some(own.expected)).await;
        }
    }
    let source = OpeningReplies::default();
    if let Some(here) = step.asks_trainer() {
        // All replies are known before one is drawn.
        source.settle(&studio, |source| tree.reply(&here, source, &mut |_| 0)).await?;
    }
    let told = step.told(&source, &mut |sum| rand::rng().random_range(0..sum));
    Ok(Json(TrainingView { days, values: found, mistake, ..told }))
}

/// Evaluates the moves of a position; empty if the engines are too busy.
async fn values(studio: &Arc<Studio>, position: Position) -> Vec<TrainingMoveValue> {
    let Ok(_place) = studio.engines.question() else { return Vec::new() };
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let study = Study { position, wanted: Wanted::ALL, depth: Some(DEPTH), time: TIME, threads: 1, stopper };
    let found = studio.engines.compare(study, |_| {}).await;
    let notes = found.map(|found| outflank_review::PositionNotes::of(&position, &found));
    let view = |one: &outflank_engine::MoveValue| TrainingMoveValue {
        played: one.played.to_string(),
        score: one.value.score,
    };
    notes.map(|notes| notes.moves().iter().map(view).collect()).unwrap_or_default()
}
