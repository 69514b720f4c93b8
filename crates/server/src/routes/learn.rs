//! Learning: what there is today, lessons, progress and what is taken along.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_game::PersonId;
use outflank_learn::{
    DAY, DayBoundary, LessonPlan, LessonStep, LessonText, OpponentTally, ProgressPoint, ProgressSum,
    opponent_tallies, rating_curve, streak, suggested_level,
};
use outflank_puzzles::PuzzleId;
use outflank_ratings::PlayerRating;
use outflank_rules::{Bitboard, Position};
use outflank_store::{CardRow, EndgameRecord, LearnedGameRow, LessonRow, ResultCount, TriedPuzzle};

use outflank_wire::puzzling::standing_view;

use super::learn_cards::view_of;
use super::learn_openings::listed;
use super::{StudioState, person};
use crate::error::ApiError;
use crate::learning::{days_of, frequent_habits, played_games, schedule_of};
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::view;
use crate::wire::learn::{
    DayQuery, ExportedAnswer, HabitView, LearnDayView, LearnExport, LearnView, LessonDone, LessonListed,
    LessonMoveView, LessonPlanView, LessonShownView, LessonStepView, LessonTextView, OpponentRecordView,
    PlayedEndgameView, ProgressBrief, ProgressExportQuery, ProgressGameView, ProgressView, PuzzlePointView,
};
use crate::wire::puzzles::PuzzleStandingView;
use crate::wire::{LegalMove, Refusal};

/// How many days back answers are looked at for the row of days.
const LOOK_BACK: i64 = 400;
/// How many of the latest games say how somebody plays now.
const LATEST: usize = 10;

/// Tells what there is to learn today.
#[utoipa::path(get, path = "/api/learn", params(DayQuery), responses((status = 200, body = LearnView)))]
pub(super) async fn today(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(query): ApiQuery<DayQuery>,
) -> Result<Json<LearnView>, ApiError> {
    let (days, now, person) = (days_of(&query), studio.learning_now(), caller.person());
    let cards = studio.store.cards(person, None).await?;
    let due: Vec<&CardRow> = cards.iter().filter(|card| schedule_of(card).is_due(now)).collect();
    let later = cards.iter().filter(|card| !schedule_of(card).is_due(now)).map(|card| card.card.due).min();
    let answers = studio.store.answers(person, now - LOOK_BACK * DAY).await?;
    let lessons = studio.store.lessons(person).await?;
    let moments =
        answers.iter().map(|answer| answer.moment).chain(lessons.iter().filter_map(|lesson| lesson.done));
    let learned: Vec<i64> = moments.map(|moment| days.day(moment)).collect();
    let today = days.day(now);
    let week = (today - 6..=today)
        .map(|day| LearnDayView { weekday: DayBoundary::weekday(day), learned: learned.contains(&day) });
    let repertoires = studio.store.repertoires(person).await?;
    let games = studio.store.learned_games(person).await?;
    Ok(Json(LearnView {
        due: due.len(),
        cards: cards.len(),
        next_due: later.filter(|_| due.is_empty()),
        first: due.first().and_then(|card| view_of(card, days, now)),
        streak: streak(&learned, today),
        week: week.collect(),
        lessons: list(&lessons)?,
        habits: habits(&cards),
        repertoires: repertoires.iter().map(|row| listed(row, &cards, now)).collect(),
        progress: brief(&games),
        puzzles: puzzles_of(&studio, person).await?.0,
    }))
}

/// Tells what somebody often does wrong.
fn habits(cards: &[CardRow]) -> Vec<HabitView> {
    let told = |one: outflank_learn::HabitCount| HabitView {
        habit: one.habit.name(),
        mistakes: one.mistakes,
        loss: one.loss,
        lesson: one.habit.lesson(),
        theme: one.habit.theme(),
    };
    frequent_habits(cards).into_iter().map(told).collect()
}

fn all_lessons() -> Result<&'static [LessonPlan], ApiError> {
    LessonPlan::all().map_err(|error| ApiError::internal(error.to_string()))
}

fn list(rows: &[LessonRow]) -> Result<Vec<LessonListed>, ApiError> {
    let listed = |lesson: &LessonPlan| LessonListed {
        id: lesson.id.clone(),
        title: text(&lesson.title),
        about: text(&lesson.about),
        minutes: lesson.minutes,
        steps: lesson.steps.len(),
        done: steps_done(rows, lesson),
    };
    Ok(all_lessons()?.iter().map(listed).collect())
}

fn steps_done(rows: &[LessonRow], lesson: &LessonPlan) -> usize {
    let row = rows.iter().find(|row| row.lesson == lesson.id);
    row.map_or(0, |row| usize::try_from(row.steps).unwrap_or(0).min(lesson.steps.len()))
}

fn text(text: &LessonText) -> LessonTextView {
    LessonTextView { en: text.en.clone(), ja: text.ja.clone() }
}

/// Finds a lesson and the one after it.
fn find(id: &str) -> Result<(&'static LessonPlan, Option<&'static LessonPlan>), ApiError> {
    let all = all_lessons()?;
    let place = all.iter().position(|lesson| lesson.id == id);
    let place = place.ok_or_else(|| ApiError::missing(format!("there is no lesson {id:?}")))?;
    Ok((&all[place], all.get(place + 1)))
}

/// Shows a lesson.
#[utoipa::path(get, path = "/api/learn/lessons/{name}", params(("name" = String, Path)), responses(
    (status = 200, body = LessonPlanView), (status = 404, body = Refusal)))]
pub(super) async fn lesson(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<LessonPlanView>, ApiError> {
    let (lesson, next) = find(&id)?;
    let rows = studio.store.lessons(caller.person()).await?;
    Ok(Json(LessonPlanView {
        id: lesson.id.clone(),
        title: text(&lesson.title),
        end: text(&lesson.end),
        done: steps_done(&rows, lesson),
        next: next.map(|next| next.id.clone()),
        steps: lesson.steps.iter().map(step).collect(),
    }))
}

fn step(step: &LessonStep) -> LessonStepView {
    let position = step.position;
    let mut shown = Vec::new();
    let mut at = position;
    for square in &step.shown {
        // A test has played them all.
        let Ok(next) = at.play(*square) else { break };
        at = next;
        shown.push(LessonShownView { played: square.to_string(), board: at.to_string() });
    }
    let legal = view::position(position);
    let moves =
        legal.legal.iter().filter(|_| step.asks()).filter_map(|legal| outcome(step, &position, legal));
    LessonStepView {
        id: step.id.clone(),
        title: text(&step.title),
        ask: text(&step.ask),
        done: text(&step.done),
        miss: step.miss.as_ref().map(text),
        marks: step.marks.iter().map(ToString::to_string).collect(),
        shown,
        moves: moves.collect(),
        position: legal,
    }
}

fn outcome(step: &LessonStep, position: &Position, legal: &LegalMove) -> Option<LessonMoveView> {
    let square = legal.square.parse().ok()?;
    let next = position.play(square).ok()?;
    let says = step.misses.iter().find(|(at, _)| *at == square).map(|(_, says)| text(says));
    Some(LessonMoveView {
        played: legal.clone(),
        board: next.to_string(),
        right: step.answers.contains(&square),
        replies: next.legal_moves().len() as usize,
        corner: (next.legal_moves() & Bitboard::CORNERS).first().map(|corner| corner.to_string()),
        says,
    })
}

/// Takes note of how many steps of a lesson are done; fewer than before change nothing.
#[utoipa::path(put, path = "/api/learn/lessons/{name}", params(("name" = String, Path)), request_body = LessonDone,
    responses((status = 204), (status = 400, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn lesson_done(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiJson(done): ApiJson<LessonDone>,
) -> Result<StatusCode, ApiError> {
    let (lesson, _) = find(&id)?;
    let (all, now) = (lesson.steps.len(), studio.learning_now());
    let steps = done.steps.min(all);
    let row = LessonRow {
        lesson: lesson.id.clone(),
        steps: i64::try_from(steps).unwrap_or(0),
        done: (steps == all).then_some(now),
    };
    studio.store.keep_lesson(caller.person(), &row, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn point(game: &LearnedGameRow) -> ProgressPoint {
    let small = |numbers: [i64; 3]| numbers.map(|number| u32::try_from(number).unwrap_or(0));
    ProgressPoint {
        moment: game.moment,
        accuracy: game.accuracy,
        losses: small(game.losses),
        moves: small(game.moves),
    }
}

fn brief(games: &[LearnedGameRow]) -> ProgressBrief {
    let points: Vec<ProgressPoint> = games.iter().rev().take(LATEST).map(point).collect();
    let sum = ProgressSum::of(&points);
    let rating = rating_curve(&played_games(games)).into_iter().flatten().next_back();
    let rating = rating.map(|rating| rating.rating);
    ProgressBrief {
        games: games.len(),
        rating: rating.map(|rating| rating.round() as i32),
        accuracy: sum.accuracy,
        level: rating.and_then(suggested_level),
        losses: sum.losses,
    }
}

fn games_of(games: &[LearnedGameRow]) -> Vec<ProgressGameView> {
    let curve = rating_curve(&played_games(games));
    let view = |(game, rating): (&LearnedGameRow, &Option<PlayerRating>)| ProgressGameView {
        game: game.game,
        moment: game.moment,
        side: game.side.clone(),
        opponent: game.opponent.clone(),
        score: game.score,
        accuracy: game.accuracy,
        losses: game.losses,
        rating: rating.map(|rating| rating.shown()),
    };
    games.iter().zip(&curve).map(view).collect()
}

fn opponents(games: &[LearnedGameRow]) -> Vec<OpponentRecordView> {
    let view = |one: OpponentTally| OpponentRecordView {
        opponent: one.opponent,
        results: person::record(ResultCount { won: one.won, drawn: one.drawn, lost: one.lost }),
    };
    opponent_tallies(&played_games(games)).into_iter().map(view).collect()
}

/// Finds out where somebody stands in puzzles, and all first attempts.
async fn puzzles_of(
    studio: &Studio,
    person: Option<&PersonId>,
) -> Result<(PuzzleStandingView, Vec<TriedPuzzle>), ApiError> {
    let standing = studio.store.puzzle_standing(person).await?;
    let tried = studio.store.tried_puzzles(person).await?;
    Ok((standing_view(&standing, &tried, studio.store.now().div_euclid(DAY)), tried))
}

fn puzzle_name(number: u32) -> String {
    PuzzleId::of_number(number).to_string()
}

fn puzzle_point(tried: &TriedPuzzle) -> PuzzlePointView {
    PuzzlePointView {
        puzzle: puzzle_name(tried.puzzle),
        moment: tried.moment,
        solved: tried.solved,
        rating: tried.rating.round() as i32,
    }
}

/// Tells how somebody gets on.
#[utoipa::path(get, path = "/api/learn/progress", responses((status = 200, body = ProgressView)))]
pub(super) async fn progress(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<ProgressView>, ApiError> {
    let person = caller.person();
    let games = studio.store.learned_games(person).await?;
    let answers = studio.store.answers(person, 0).await?;
    let mut strengths = [0; 6];
    for card in studio.store.cards(person, None).await? {
        strengths[usize::from(schedule_of(&card).strength()).min(5)] += 1;
    }
    let (standing, tried) = puzzles_of(&studio, person).await?;
    Ok(Json(ProgressView {
        brief: brief(&games),
        games: games_of(&games),
        opponents: opponents(&games),
        puzzles: standing,
        puzzle_curve: tried.iter().map(puzzle_point).collect(),
        answers: answers.len(),
        right: answers.iter().filter(|answer| answer.grade > 1).count(),
        strengths,
    }))
}

/// Gives all that was learned, to be taken along: everything as JSON, or the games as CSV.
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
            let all = all_of(&studio, &caller).await?;
            Ok(([attached("attachment; filename=\"outflank-learn.json\"")], Json(all)).into_response())
        }
        Some("csv") => {
            let games = studio.store.learned_games(caller.person()).await?;
            let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
            let name = attached("attachment; filename=\"outflank-games.csv\"");
            Ok(([kind, name], csv(&games_of(&games))).into_response())
        }
        Some(other) => Err(ApiError::bad(format!("{other:?} is not a format; the formats are json and csv"))),
    }
}

async fn all_of(studio: &Studio, caller: &Caller) -> Result<LearnExport, ApiError> {
    let (person, now) = (caller.person(), studio.learning_now());
    let cards = studio.store.cards(person, None).await?;
    let answers = studio.store.answers(person, 0).await?.into_iter().map(|answer| ExportedAnswer {
        card: answer.card,
        moment: answer.moment,
        grade: answer.grade,
        milliseconds: answer.milliseconds,
        played: answer.played,
    });
    let endgame = |one: EndgameRecord| PlayedEndgameView {
        puzzle: puzzle_name(one.puzzle),
        empties: one.empties,
        tries: one.tries,
        won: one.won,
        best: one.best,
    };
    Ok(LearnExport {
        puzzles: studio.store.tried_puzzles(person).await?.iter().map(puzzle_point).collect(),
        endgames: studio.store.endgame_records(person).await?.into_iter().map(endgame).collect(),
        games: games_of(&studio.store.learned_games(person).await?),
        cards: cards.iter().filter_map(|card| view_of(card, DayBoundary::default(), now)).collect(),
        answers: answers.collect(),
        lessons: list(&studio.store.lessons(person).await?)?,
        repertoires: studio
            .store
            .repertoires(person)
            .await?
            .iter()
            .map(|row| listed(row, &cards, now))
            .collect(),
    })
}

/// Writes games as a table with a heading; names are quoted.
fn csv(games: &[ProgressGameView]) -> String {
    let mut text =
        "game,moment,side,opponent,score,accuracy,lost_opening,lost_midgame,lost_endgame,rating\n".to_owned();
    for game in games {
        let accuracy = game.accuracy.map_or(String::new(), |accuracy| format!("{accuracy:.1}"));
        let rating = game.rating.map_or(String::new(), |rating| rating.to_string());
        // A program that opens the table takes a text that begins so for a formula.
        let formula = game.opponent.starts_with(['=', '+', '-', '@']);
        let opponent = format!("{}{}", if formula { "'" } else { "" }, game.opponent).replace('"', "\"\"");
        let [opening, midgame, endgame] = game.losses;
        text += &format!(
            "{},{},{},\"{opponent}\",{},{accuracy},{opening},{midgame},{endgame},{rating}\n",
            game.game, game.moment, game.side, game.score
        );
    }
    text
}
