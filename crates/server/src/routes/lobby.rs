//! The lobby: seeking a game, accepting what somebody seeks, withdrawing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use outflank_game::{FairClock, GameInPlay, GameRights, PersonId, Seat, TimeControl};
use outflank_rules::{Color, Game, Position};
use outflank_store::{NewGame, NewSeek, RatingRange, Seek, SeekOutcome, SeekTerms};

use super::StudioState;
use crate::error::ApiError;
use crate::limits::{Attempt, ClientLimits};
use crate::lobby::no_lobby;
use crate::people::Caller;
use crate::rated::may_be_rated;
use crate::request::{ApiJson, ApiPath};
use crate::seats::new_key;
use crate::wire::Refusal;
use crate::wire::lobby::{LobbyView, SeekAnswer, SeekWish};

/// The range of initial times for a game of the lobby, and the largest increment, in seconds.
const CLOCKS: std::ops::RangeInclusive<u32> = 30..=3 * 3600;
const INCREMENT_LIMIT: u32 = 180;

/// The range of ratings a seek may specify.
const RATINGS: std::ops::RangeInclusive<i32> = 0..=4000;

/// Shows the open seeks and the games that can be watched.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView), (status = 404, body = Refusal)))]
pub(super) async fn show(State(studio): StudioState, caller: Caller) -> Result<Json<LobbyView>, ApiError> {
    if caller.is_at_home() {
        return Err(no_lobby());
    }
    Ok(Json(studio.lobby_view().await?))
}

/// Posts a seek. Starts a game at once if a matching seek is waiting.
///
/// Otherwise the seek stays open as long as the caller's live connection to the lobby.
#[utoipa::path(post, path = "/api/lobby/seeks", request_body = SeekWish, responses(
    (status = 201, body = SeekAnswer), (status = 403, body = Refusal), (status = 422, body = Refusal),
    (status = 429, body = Refusal)))]
pub(super) async fn seek(
    State(studio): StudioState,
    Extension(limits): Extension<Arc<ClientLimits>>,
    caller: Caller,
    ApiJson(wish): ApiJson<SeekWish>,
) -> Result<(StatusCode, Json<SeekAnswer>), ApiError> {
    let person = caller.known_person().ok_or_else(no_lobby)?;
    let new = NewSeek {
        person: person.clone(),
        name: caller.name().to_owned(),
        terms: terms(&wish)?,
        side: wish.side.map(Color::from),
        ratings: ratings(&wish)?,
    };
    limits.attempt(Attempt::Seek, &caller)?;
    let opening = opening(wish.balanced.then(|| studio.lobby.opening()));
    let outcome = studio.store.seek(&new, |seek| game_of(seek, &new, opening)).await?;
    let answer = match outcome {
        SeekOutcome::Waiting(seek) => SeekAnswer { seek: Some(seek.id), game: None },
        SeekOutcome::Paired(kept) => SeekAnswer { seek: None, game: Some(studio.begun(*kept).await.id) },
    };
    studio.lobby.changed();
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Withdraws the caller's seek.
#[utoipa::path(delete, path = "/api/lobby/seeks/{id}", params(("id" = i64, Path)), responses(
    (status = 204), (status = 409, body = Refusal)))]
pub(super) async fn withdraw(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    let person = caller.known_person().ok_or_else(no_lobby)?;
    studio.store.withdraw_seek(id, person).await?;
    studio.lobby.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Accepts another player's seek, which starts the game. If two players try at once, only one succeeds.
#[utoipa::path(post, path = "/api/lobby/seeks/{id}/accept", params(("id" = i64, Path)), responses(
    (status = 201, body = SeekAnswer), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn accept(
    State(studio): StudioState,
    Extension(limits): Extension<Arc<ClientLimits>>,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
) -> Result<(StatusCode, Json<SeekAnswer>), ApiError> {
    let person = caller.known_person().ok_or_else(no_lobby)?;
    limits.attempt(Attempt::NewGame, &caller)?;
    // Which one it is, if any, is known when nobody else may change the lobby: that should not take long.
    let balanced = studio.lobby.opening();
    let make = |seek: &Seek| {
        let taker = NewSeek {
            person: person.clone(),
            name: caller.name().to_owned(),
            side: None,
            ..seek.wish.clone()
        };
        game_of(seek, &taker, opening(seek.wish.terms.is_balanced.then_some(balanced)))
    };
    let kept = studio.store.accept_seek(id, person, make).await?;
    let kept = studio.begun(kept).await;
    studio.lobby.changed();
    Ok((StatusCode::CREATED, Json(SeekAnswer { seek: None, game: Some(kept.id) })))
}

fn opening(balanced: Option<Game>) -> Game {
    balanced.unwrap_or_else(|| Game::new(Position::start()))
}

/// Validates the terms of a seek.
fn terms(wish: &SeekWish) -> Result<SeekTerms, ApiError> {
    if !CLOCKS.contains(&wish.initial) || wish.increment > INCREMENT_LIMIT {
        let message = format!(
            "clocks of {} s with {} s a move are not possible here; give {} to {} s with up to {INCREMENT_LIMIT} s a \
             move",
            wish.initial,
            wish.increment,
            CLOCKS.start(),
            CLOCKS.end()
        );
        return Err(ApiError::bad(message));
    }
    let seconds = |value: u32| Duration::from_secs(value.into());
    let control = TimeControl { initial: seconds(wish.initial), increment: seconds(wish.increment) };
    Ok(SeekTerms { control, is_rated: wish.rated, is_balanced: wish.balanced })
}

/// Validates the rating range of a seek.
fn ratings(wish: &SeekWish) -> Result<RatingRange, ApiError> {
    let range = RatingRange { from: wish.min_rating, to: wish.max_rating };
    let is_possible = [range.from, range.to].into_iter().flatten().all(|rating| RATINGS.contains(&rating));
    let is_empty = range.from.zip(range.to).is_some_and(|(from, to)| from > to);
    if is_empty || !is_possible {
        let message =
            format!("nobody is rated {range}; ratings are {} to {}", RATINGS.start(), RATINGS.end());
        return Err(ApiError::bad(message));
    }
    Ok(range)
}

/// Describes the game between the player who waited and the player who accepted. Anyone may spectate.
fn game_of(seek: &Seek, taker: &NewSeek, opening: Game) -> NewGame {
    let drawn = || if rand::random() { Color::Black } else { Color::White };
    let waited = seek.wish.side.or(taker.side.map(|side| !side)).unwrap_or_else(drawn);
    let by_side = |of: fn(&NewSeek) -> String| {
        Color::BOTH.map(|side| of(if side == waited { &seek.wish } else { taker }))
    };
    let seats = by_side(|wish| wish.name.clone()).map(|name| Seat::person(&name));
    let people = by_side(|wish| wish.person.to_string()).map(|person| Some(PersonId::from(person)));
    let SeekTerms { control, is_rated, .. } = seek.wish.terms;
    let plies = opening.plies().len();
    let game = GameInPlay::new(opening, seats).with_time_control(Some(control));
    let mut new = NewGame {
        opening: plies,
        keys: [Some(new_key()), Some(new_key())],
        rights: GameRights {
            owner: Some(seek.wish.person.clone()),
            people,
            watch_key: None,
            is_on_air: true,
        },
        ..NewGame::from(game.with_fair_clock(FairClock::new(plies, Some(control))))
    };
    // Who is not logged in cannot seek or accept a rated game; one rule decides whoever begins it.
    new.remote.is_rated = is_rated && may_be_rated(&new, false).is_ok();
    new
}
