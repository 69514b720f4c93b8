//! Puzzles: which one comes next, whether a move is right, and endgames against perfect play.
//!
//! The answer stays here until somebody has found it or gone wrong. An attempt is not kept while it goes
//! on: the page sends the moves so far, which must be the beginning of the solution. The first one that is
//! over counts.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use outflank_engine::{Dice, Stopper};
use outflank_puzzles::Puzzle;
use outflank_ratings::PlayerRating;
use outflank_wire::Malformed;
use outflank_wire::puzzling::{self, JudgedTry, Seeker, moves_of, shown, spelled};

use super::StudioState;
use crate::engines::StopOnDrop;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::seats::Viewer;
use crate::view;
use crate::wire::Refusal;
use crate::wire::puzzles::{
    EndgameTry, EndgameView, NextPuzzle, PuzzleTry, PuzzleVerdictView, PuzzleView, PuzzlesView,
};

/// Finds a puzzle by its identifier in the path.
fn named(id: &str) -> Result<&'static Puzzle, ApiError> {
    puzzling::named(id).ok_or_else(|| ApiError::missing(format!("there is no puzzle called {id:?}")))
}

fn refused(Malformed(reason): Malformed) -> ApiError {
    ApiError::bad(reason)
}

/// Shows the caller's standing, today's puzzles, all themes and all endgames.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = PuzzlesView)))]
pub(super) async fn overview(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<PuzzlesView>, ApiError> {
    let person = caller.person();
    let standing = studio.store.puzzle_standing(person).await?;
    let tried = studio.store.tried_puzzles(person).await?;
    let records = studio.store.endgame_records(person).await?;
    Ok(Json(puzzling::overview(&standing, &tried, &records, studio.store.now())))
}

/// Chooses a puzzle the caller has not tried, near their rating; once all have been tried, one of those.
#[utoipa::path(get, path = "/api/puzzles/next", params(NextPuzzle), responses(
    (status = 200, body = PuzzleView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn next(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(wish): ApiQuery<NextPuzzle>,
) -> Result<Json<PuzzleView>, ApiError> {
    let person = caller.person();
    let tried = studio.store.tried_puzzles(person).await?;
    let endgames = studio.store.endgame_records(person).await?;
    let ratings: HashMap<u32, PlayerRating> = studio.store.puzzle_ratings().await?.into_iter().collect();
    let standing = studio.store.puzzle_standing(person).await?;
    let mut dice = Dice::of_words(&[studio.store.now() as u64, tried.len() as u64, rand::random()]);
    let seeker = Seeker { standing: &standing, tried: &tried, endgames: &endgames, ratings: &ratings };
    let drawn = puzzling::draw(&wish, seeker, &mut dice).map_err(refused)?;
    let puzzle = drawn.ok_or_else(|| ApiError::missing("there is no such puzzle"))?;
    Ok(Json(shown(puzzle, &tried)))
}

/// Shows a puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = PuzzleView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    let puzzle = named(&id)?;
    let tried = studio.store.tried_puzzles(caller.person()).await?;
    Ok(Json(shown(puzzle, &tried)))
}

/// Judges a move. The first completed attempt counts, for the rating of the puzzle as well.
#[utoipa::path(post, path = "/api/puzzles/{id}/attempts", params(("id" = String, Path)), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleVerdictView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn attempt(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiJson(wish): ApiJson<PuzzleTry>,
) -> Result<Json<PuzzleVerdictView>, ApiError> {
    let puzzle = named(&id)?;
    let judged = JudgedTry::of(puzzle, &wish).map_err(refused)?;
    // Somebody without a cookie may never come back: there is nobody to count for.
    let counts = caller.is_at_home() || caller.known_person().is_some();
    let counted = match judged.attempt.filter(|_| counts) {
        Some(attempt) => studio.store.count_attempt(caller.known_person(), &attempt).await?,
        None => None,
    };
    Ok(Json(judged.view(puzzle, counted)))
}

/// Plays an endgame to be won against perfect play: replies with best moves until it is the caller's turn.
///
/// Without a move the endgame starts, and the time runs. The moves and replies are stored until it is over.
/// It counts only if all replies are the ones that were given.
#[utoipa::path(post, path = "/api/puzzles/{id}/endgame", params(("id" = String, Path)), request_body = EndgameTry,
    responses((status = 200, body = EndgameView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn endgame(
    State(studio): StudioState,
    caller: Caller,
    viewer: Viewer,
    ApiPath(id): ApiPath<String>,
    ApiJson(wish): ApiJson<EndgameTry>,
) -> Result<Json<EndgameView>, ApiError> {
    let puzzle = named(&id)?;
    if !puzzle.is_endgame() {
        return Err(ApiError::bad(format!("puzzle {id} is not an endgame to be won against perfect play")));
    }
    let moves = moves_of(&wish.moves).map_err(refused)?;
    let mut now = puzzle.position;
    for &played in &moves {
        now = now.play(played).map_err(|error| ApiError::illegal(error.to_string()))?;
    }
    studio.require_not_in_contest(now, &viewer).await?;
    // Somebody without a cookie may never come back: there is nobody to count for.
    let counts = caller.is_at_home() || caller.known_person().is_some();
    let (person, number) = (caller.known_person(), puzzle.id.number());
    if moves.is_empty() {
        if counts {
            studio.store.begin_endgame(person, number).await?;
        }
        let score = puzzle.moves.first().map_or(0, |best| best.value.score);
        let positions = vec![view::position(now)];
        return Ok(Json(EndgameView { positions, score, ..EndgameView::default() }));
    }
    let _place = studio.engines.question()?;
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let outer = stopper.clone();
    // Somebody waits for the reply: unlike a review it does not give way to others.
    let answered = studio
        .engines
        .review(false, &outer, move |engine, _clock_that_rests| puzzle.endgame_reply(engine, &stopper, now));
    let reply = answered.await.flatten();
    let reply = reply.ok_or_else(|| ApiError::busy("the engines cannot answer at present"))?;
    // What was played and answered so far, and what is now.
    let before = spelled(&moves[..moves.len() - 1]).join(" ");
    let after = spelled(&[moves.as_slice(), &reply.moves].concat()).join(" ");
    let (over, won) = (reply.is_over(), reply.is_won());
    let mut took = None;
    let mut proven = false;
    if counts && over {
        took = studio.store.finish_endgame(person, number, &before, puzzle.empties(), won).await?;
        proven = took.is_some();
    } else if counts {
        proven = studio.store.continue_endgame(person, number, &before, &after).await?;
    }
    Ok(Json(EndgameView {
        reply: spelled(&reply.moves),
        positions: reply.positions.into_iter().map(view::position).collect(),
        over,
        won,
        score: reply.score,
        proven,
        milliseconds: took,
    }))
}
