//! Learning: what there is today, lessons, progress and what is taken along.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_learn::DAY;
use outflank_store::{
    AnswerRow, CardRow, EndgameRecord, LearnedGameRow, LessonRow, RepertoireRow, TriedPuzzle,
};
use outflank_wire::cards::days_of;
use outflank_wire::learning::{AllLearned, LOOK_BACK, csv};
use outflank_wire::lessons;
use outflank_wire::puzzling::standing_view;

use super::StudioState;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::learn::{
    DayQuery, LearnExport, LearnView, LessonDone, LessonPlanView, ProgressExportQuery, ProgressView,
};
use crate::wire::puzzles::PuzzleStandingView;

/// The stored learning data of a person.
struct LearnedRows {
    cards: Vec<CardRow>,
    answers: Vec<AnswerRow>,
    lessons: Vec<LessonRow>,
    repertoires: Vec<RepertoireRow>,
    games: Vec<LearnedGameRow>,
    tried: Vec<TriedPuzzle>,
    endgames: Vec<EndgameRecord>,
    puzzles: PuzzleStandingView,
}

impl LearnedRows {
    /// Reads all data of a person, with the answers since a moment.
    async fn of(studio: &Studio, caller: &Caller, since: i64) -> Result<LearnedRows, ApiError> {
        let (store, person) = (&studio.store, caller.person());
        let standing = store.puzzle_standing(person).await?;
        let tried = store.tried_puzzles(person).await?;
        Ok(LearnedRows {
            cards: store.cards(person, None).await?,
            answers: store.answers(person, since).await?,
            lessons: store.lessons(person).await?,
            repertoires: store.repertoires(person).await?,
            games: store.learned_games(person).await?,
            endgames: store.endgame_records(person).await?,
            puzzles: standing_view(&standing, &tried, store.now().div_euclid(DAY)),
            tried,
        })
    }

    fn learned(&self) -> AllLearned<'_> {
        AllLearned {
            cards: &self.cards,
            answers: &self.answers,
            lessons: &self.lessons,
            repertoires: &self.repertoires,
            games: &self.games,
            tried: &self.tried,
            endgames: &self.endgames,
        }
    }
}

/// Shows what is due for learning today.
#[utoipa::path(get, path = "/api/learn", params(DayQuery), responses((status = 200, body = LearnView)))]
pub(super) async fn today(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<DayQuery>,
) -> Result<Json<LearnView>, ApiError> {
    let now = studio.learning_now();
    let rows = LearnedRows::of(&studio, &caller, now - LOOK_BACK * DAY).await?;
    Ok(Json(rows.learned().today(rows.puzzles.clone(), days_of(&query), now)))
}

fn no_lesson(id: &str) -> ApiError {
    ApiError::missing(format!("there is no lesson {id:?}"))
}

/// Shows a lesson.
#[utoipa::path(get, path = "/api/learn/lessons/{name}", params(("name" = String, Path)), responses(
    (status = 200, body = LessonPlanView), (status = 404, body = Refusal)))]
pub(super) async fn lesson(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<LessonPlanView>, ApiError> {
    let rows = studio.store.lessons(caller.person()).await?;
    lessons::shown(&id, &rows).map(Json).ok_or_else(|| no_lesson(&id))
}

/// Records how many steps of a lesson are done; a lower number than before changes nothing.
#[utoipa::path(put, path = "/api/learn/lessons/{name}", params(("name" = String, Path)), request_body = LessonDone,
    responses((status = 204), (status = 400, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn lesson_done(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiJson(done): ApiJson<LessonDone>,
) -> Result<StatusCode, ApiError> {
    let now = studio.learning_now();
    let row = lessons::done(&id, done, now).ok_or_else(|| no_lesson(&id))?;
    studio.store.keep_lesson(caller.person(), &row, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows the caller's progress.
#[utoipa::path(get, path = "/api/learn/progress", responses((status = 200, body = ProgressView)))]
pub(super) async fn progress(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<ProgressView>, ApiError> {
    let rows = LearnedRows::of(&studio, &caller, 0).await?;
    Ok(Json(rows.learned().progress(rows.puzzles.clone())))
}

/// Exports everything learned: all of it as JSON, or the games alone as CSV.
#[utoipa::path(get, path = "/api/learn/export", params(ProgressExportQuery), responses(
    (status = 200, body = LearnExport), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<ProgressExportQuery>,
) -> Result<Response, ApiError> {
    let attached = |name: &'static str| (header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    match query.format.as_deref() {
        None | Some("json") => {
            let rows = LearnedRows::of(&studio, &caller, 0).await?;
            let all = rows.learned().export(studio.learning_now());
            Ok(([attached("attachment; filename=\"outflank-learn.json\"")], Json(all)).into_response())
        }
        Some("csv") => {
            let games = studio.store.learned_games(caller.person()).await?;
            let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
            let name = attached("attachment; filename=\"outflank-games.csv\"");
            Ok(([kind, name], csv(&games)).into_response())
        }
        Some(other) => Err(ApiError::bad(format!("{other:?} is not a format; the formats are json and csv"))),
    }
}
