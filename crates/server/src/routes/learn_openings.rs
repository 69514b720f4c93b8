//! The openings trainer: repertoires, and training step by step.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_engine::{Stopper, Wanted};
use outflank_learn::{CardPosition, Grade, RepertoireCard, RepertoireTree, ReplySource};
use outflank_library::openings;
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};
use outflank_store::{CardRow, NewCard, RepertoireRow};
use rand::Rng;

use super::learn_cards::{graded, refutation};
use super::{StudioState, library};
use crate::engines::{StopOnDrop, Study};
use crate::error::ApiError;
use crate::learning::{MOST_CARDS, MOST_REPERTOIRES, OpeningReplies, held_lines, schedule_of, tree_of};
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::view;
use crate::wire::learn::{
    AnswerWish, CoverageView, DayQuery, RepertoireListed, RepertoireMoveView, RepertoireView, RepertoireWish,
    TrainingMoveValue, TrainingView, TrainingWish,
};
use crate::wire::{Refusal, Side};

/// How many lines a wish may have, and how many letters a name.
const MOST_LINES: usize = 100;
const LONGEST_NAME: usize = 60;
/// How far lines are grown beyond what was chosen, in plies, and up to how many own moves.
const GROWN: usize = 6;
const GROWN_MOVES: usize = 40;
/// A reply that is played this often gets an answer.
const OFTEN: f64 = 0.1;
/// How many plies of one's own games are an opening.
const OPENING: usize = 14;
/// How far coverage is told, in own moves.
const COVERED: usize = 8;
/// How deep the moves of a position are compared, and for how long at most.
const DEPTH: u32 = 10;
const TIME: Duration = Duration::from_millis(900);

/// Shows a repertoire in a list.
pub(super) fn listed(row: &RepertoireRow, cards: &[CardRow], now: i64) -> RepertoireListed {
    let tree = tree_of(row);
    let own = |key: &String| cards.iter().find(|card| card.card.kind == "opening" && card.card.board == *key);
    let found: Vec<&CardRow> = tree.cards().filter_map(|(key, _)| own(key)).collect();
    RepertoireListed {
        id: row.id,
        name: row.name.clone(),
        side: row.side.clone(),
        lines: row.lines.clone(),
        moves: tree.len(),
        known: found.iter().filter(|card| schedule_of(card).strength() >= 2).count(),
        due: found.iter().filter(|card| schedule_of(card).is_due(now)).count(),
    }
}

async fn row_of(studio: &Studio, caller: &Caller, id: i64) -> Result<RepertoireRow, ApiError> {
    let all = studio.store.repertoires(caller.person()).await?;
    let row = all.into_iter().find(|row| row.id == id);
    row.ok_or_else(|| ApiError::missing(format!("there is no repertoire {id}")))
}

/// Makes a repertoire. Its moves are due at once.
#[utoipa::path(post, path = "/api/learn/repertoires", request_body = RepertoireWish, responses(
    (status = 201, body = RepertoireListed), (status = 400, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
    caller: Caller,
    ApiJson(wish): ApiJson<RepertoireWish>,
) -> Result<(StatusCode, Json<RepertoireListed>), ApiError> {
    if wish.lines.len() > MOST_LINES || wish.name.chars().count() > LONGEST_NAME {
        return Err(ApiError::bad(format!(
            "a repertoire has at most {MOST_LINES} lines and a name of at most {LONGEST_NAME} characters"
        )));
    }
    let side: Color = match wish.side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let mut lines = Vec::new();
    for line in &wish.lines {
        let record = Record::from_transcript(line)
            .map_err(|error| ApiError::bad(format!("line {line:?}: {error}")))?;
        lines.push(record.moves().collect::<Vec<Move>>());
    }
    if wish.games {
        lines.extend(played_lines(&studio, &caller, side).await?);
    }
    if let Some(most) = wish.book {
        lines = held_by_book(&studio, side, lines, most).await?;
    }
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let chosen = RepertoireTree::of_lines(side, lines.iter().map(Vec::as_slice));
    let tree = if wish.grow { grown(&studio, chosen, longest + GROWN).await? } else { chosen };
    if tree.is_empty() {
        return Err(ApiError::bad(format!("no line has a move of {}", side.name())));
    }
    let row = RepertoireRow {
        id: 0,
        name: wish.name.trim().to_owned(),
        side: side.name().to_owned(),
        lines: tree.cards().map(|(_, card)| written(card)).collect(),
    };
    let (person, now) = (caller.person(), studio.learning_now());
    let cards: Vec<NewCard> = tree.cards().map(|(key, card)| card_of(key, card, now)).collect();
    let id = studio.store.keep_repertoire(person, &row, now, MOST_REPERTOIRES).await?;
    let id = id.ok_or_else(|| ApiError::bad(format!("there are already {MOST_REPERTOIRES} repertoires")))?;
    studio.store.keep_cards(person, &cards, now, MOST_CARDS).await?;
    let cards = studio.store.cards(person, Some("opening")).await?;
    Ok((StatusCode::CREATED, Json(listed(&RepertoireRow { id, ..row }, &cards, now))))
}

/// Returns the lines of what the book holds after some lines, with at most so many moves to remember after
/// each.
async fn held_by_book(
    studio: &Arc<Studio>,
    side: Color,
    lines: Vec<Vec<Move>>,
    most: u16,
) -> Result<Vec<Vec<Move>>, ApiError> {
    let failed = |why: String| ApiError::internal(format!("the opening book cannot be read: {why}"));
    let (studio, most) = (Arc::clone(studio), usize::from(most).min(MOST_LINES));
    let find = move || {
        let book = studio.book.as_ref().ok_or("it is damaged".to_owned())?;
        held_lines(book, side, &lines, most).map_err(|error| error.to_string())
    };
    let found = tokio::task::spawn_blocking(find).await.map_err(|error| failed(error.to_string()))?;
    let held = found.map_err(failed)?;
    if held.is_empty() {
        return Err(ApiError::bad(
            "the opening book has nothing to remember there, or not with so few moves",
        ));
    }
    Ok(held)
}

async fn grown(studio: &Studio, chosen: RepertoireTree, plies: usize) -> Result<RepertoireTree, ApiError> {
    let source = OpeningReplies::default();
    source
        .settle(studio, |source| {
            let mut tree = chosen.clone();
            tree.grow(source, OFTEN, plies, GROWN_MOVES, &mut |position| source.usual(position));
            tree
        })
        .await
}

/// Returns the openings of somebody's own games with a colour, the latest first.
async fn played_lines(studio: &Studio, caller: &Caller, side: Color) -> Result<Vec<Vec<Move>>, ApiError> {
    let games = studio.store.learned_games(caller.person()).await?;
    let own = games.iter().rev().filter(|game| game.side == side.name()).take(MOST_LINES);
    let mut lines = Vec::new();
    for game in own {
        // A game that was deleted since has no opening any more.
        if let Ok(kept) = studio.store.game(game.game).await {
            lines.push(kept.game.plies().iter().copied().take(OPENING).collect());
        }
    }
    Ok(lines)
}

fn spelled(moves: &[Move]) -> String {
    moves.iter().filter(|played| !played.is_pass()).map(ToString::to_string).collect()
}

fn written(card: &RepertoireCard) -> String {
    spelled(&card.way) + &card.answer.to_string()
}

fn card_of(key: &str, card: &RepertoireCard, now: i64) -> NewCard {
    NewCard {
        kind: "opening".to_owned(),
        board: key.to_owned(),
        position: card.position.to_string(),
        answers: vec![card.answer.to_string()],
        due: now,
        ply: i64::try_from(card.way.len()).unwrap_or(0),
        ..NewCard::default()
    }
}

/// Shows a repertoire: its tree, and how much of what opponents play it answers.
#[utoipa::path(get, path = "/api/learn/repertoires/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = RepertoireView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<i64>,
) -> Result<Json<RepertoireView>, ApiError> {
    let row = row_of(&studio, &caller, id).await?;
    let now = studio.learning_now();
    let cards = studio.store.cards(caller.person(), Some("opening")).await?;
    let tree = tree_of(&row);
    let source = OpeningReplies::default();
    let coverage = source.settle(&studio, |source| tree.coverage(source, COVERED)).await?;
    let moves = tree.cards().map(|(key, card)| {
        let known = cards.iter().find(|one| one.card.board == *key).map(schedule_of);
        RepertoireMoveView {
            way: spelled(&card.way),
            played: card.answer.to_string(),
            opening: name_after(&card.position, card.answer),
            strength: known.map_or(0, |known| known.strength()),
            due: known.is_some_and(|known| known.is_due(now)),
        }
    });
    let mut moves: Vec<RepertoireMoveView> = moves.collect();
    moves.sort_by(|one, other| (one.way.len(), &one.way).cmp(&(other.way.len(), &other.way)));
    let share = coverage.iter().map(|one| CoverageView { own_moves: one.own_moves, share: one.share });
    Ok(Json(RepertoireView { listed: listed(&row, &cards, now), tree: moves, coverage: share.collect() }))
}

fn name_after(position: &Position, played: Move) -> Option<crate::wire::library::OpeningView> {
    let next = position.play(played).ok()?;
    library::opening(openings::line_of_position(&next)?)
}

/// Deletes a repertoire; its moves go on coming back unless they are deleted, too.
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

/// Plays a step against the trainer, who answers as people do.
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
    let record = Record::from_transcript(&wish.moves)
        .map_err(|error| ApiError::bad(format!("moves {:?}: {error}", wish.moves)))?;
    let mut moves: Vec<Move> = record.moves().collect();
    let mut position = record.last_position();
    let mut told = TrainingView::default();
    if let Some(text) = &wish.played {
        let played: Move = text.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
        let next = position.play(played).map_err(|error| ApiError::bad(error.to_string()))?;
        let expected = tree.answer(&position);
        let expected = expected
            .ok_or_else(|| ApiError::bad(format!("the repertoire has no move after {:?}", wish.moves)))?;
        let same = |one: Move| position.play(one).ok().map(|next| CardPosition::of(&next).key());
        let right = same(played) == same(expected);
        let answer =
            AnswerWish { played: text.clone(), milliseconds: wish.milliseconds, hinted: wish.hinted };
        let grade = Grade::of_answer(right, wish.hinted, wish.milliseconds);
        let key = CardPosition::of(&position).key();
        let cards = studio.store.cards(caller.person(), Some("opening")).await?;
        if let Some(card) = cards.iter().find(|card| card.card.board == key) {
            told.days = Some(graded(&studio, &caller, &query, card, grade, &answer).await?);
        }
        (told.right, told.expected) = (Some(right), Some(expected.to_string()));
        told.opening = name_after(&position, expected);
        told.values = values(&studio, position).await;
        if right {
            moves.push(played);
            position = next;
        } else {
            told.mistake = refutation(&studio, position, played, Some(expected)).await;
        }
    }
    if told.right != Some(false) {
        reply(&studio, &tree, &mut moves, &mut position, &mut told).await?;
    }
    told.moves = spelled(&moves);
    told.finished = told.right != Some(false) && tree.answer(&position).is_none();
    told.position = Some(view::position(position));
    Ok(Json(told))
}

/// Lets the trainer move, if it is its turn: one of the replies that the repertoire answers, as often as
/// people play it.
async fn reply(
    studio: &Studio,
    tree: &RepertoireTree,
    moves: &mut Vec<Move>,
    position: &mut Position,
    told: &mut TrainingView,
) -> Result<(), ApiError> {
    let source = OpeningReplies::default();
    let here = *position;
    // All replies are known before one is drawn.
    source.settle(studio, |source| source.replies(&here)).await?;
    let draw = &mut |sum| rand::rng().random_range(0..sum);
    if let Some(found) = tree.reply(&here, &source, draw) {
        (told.reply, told.share) = (Some(found.played.to_string()), found.share);
        moves.push(found.played);
        *position = found.next;
    }
    Ok(())
}

/// Values the moves of a position; nothing if the engines are too busy.
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
