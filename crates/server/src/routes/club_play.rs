//! What is done in a tournament between people: entries, rounds, results.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_club::{ClubState, EntrantNumber};
use outflank_store::KeptClub;

use super::StudioState;
use super::checks::name;
use super::club::{ClubAnswer, present, require_few};
use crate::club::{entrant_of, result_of};
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::club::ClubView;
use crate::wire::club_journal::{ClubDeed, ClubDeedKind};
use crate::wire::club_wish::{BoardWish, EntrantChange, EntrantsWish, RoundWish};

/// Enters the caller in a tournament under their account name.
#[utoipa::path(post, path = "/api/club/{club}/entry", params(("club" = String, Path)), responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn enter(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
) -> ClubAnswer {
    let person = caller.logged_in().map(|account| account.person.clone());
    let person = person.ok_or_else(|| ApiError::bad("there are no accounts here: enter by name"))?;
    let kept = studio.change_club(&slug, Some(&person), |kept| {
        let number = match entrant_of(kept, &person) {
            // Who has withdrawn plays on.
            Some(number) => {
                kept.club.withdraw(number, false)?;
                return Ok(concerning(ClubDeedKind::Returned, number));
            }
            None => kept.club.enter(caller.name())?,
        };
        kept.people.push(Some(person.clone()));
        Ok(concerning(ClubDeedKind::Entered, number))
    });
    Ok(Json(studio.show_club(&kept.await?, &caller)))
}

/// Withdraws the caller: they play no further rounds, and an unfinished board is forfeited.
#[utoipa::path(delete, path = "/api/club/{club}/entry", params(("club" = String, Path)), responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn leave(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
) -> ClubAnswer {
    present(&studio, &slug).await?;
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        let own = caller.person().and_then(|person| entrant_of(kept, person));
        let number = own.ok_or_else(|| ApiError::missing("you do not take part"))?;
        kept.club.withdraw(number, true)?;
        Ok(concerning(ClubDeedKind::Withdrew, number))
    });
    let kept = kept.await?;
    end_decided(&studio, &kept).await?;
    Ok(Json(studio.show_club(&kept, &caller)))
}

/// Enters people by name.
#[utoipa::path(post, path = "/api/club/{club}/entrants", params(("club" = String, Path)), request_body = EntrantsWish, responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn enter_others(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
    ApiJson(wish): ApiJson<EntrantsWish>,
) -> ClubAnswer {
    require_few(&wish.names)?;
    let names = wish.names.iter().map(|text| name(text)).collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(ApiError::bad("no name was given"));
    }
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        if kept.pace.is_online && !caller.is_at_home() {
            let message = "whoever plays here has an account: people enter this tournament themselves";
            return Err(ApiError::conflict("needs-account", message));
        }
        let mut last = None;
        for called in &names {
            last = Some(kept.club.enter(called)?);
            kept.people.push(None);
        }
        let entrant = last.map(|number| number.0 + 1).filter(|_| names.len() == 1);
        Ok(ClubDeed { entrant, ..ClubDeed::new(ClubDeedKind::Entered) })
    });
    Ok(Json(studio.show_club(&kept.await?, &caller)))
}

/// Renames an entrant, withdraws them from further rounds, or lets them play again.
#[utoipa::path(patch, path = "/api/club/{club}/entrants/{number}", params(("club" = String, Path), ("number" = usize, Path)),
    request_body = EntrantChange, responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn change_entrant(
    State(studio): StudioState,
    caller: Caller,
    ApiPath((slug, number)): ApiPath<(String, usize)>,
    ApiJson(wish): ApiJson<EntrantChange>,
) -> ClubAnswer {
    let number = EntrantNumber(from_one(number, "nobody has")?);
    let called = wish.name.as_deref().map(name).transpose()?;
    present(&studio, &slug).await?;
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        let mut kind = ClubDeedKind::Renamed;
        if let Some(called) = &called {
            if kept.people.get(number.0).is_some_and(Option::is_some) {
                let message = "somebody with an account goes by the name of the account";
                return Err(ApiError::conflict("needs-account", message));
            }
            kept.club.rename(number, called)?;
        }
        if let Some(withdrawn) = wish.withdrawn {
            kept.club.withdraw(number, withdrawn)?;
            kind = if withdrawn { ClubDeedKind::Withdrew } else { ClubDeedKind::Returned };
        }
        Ok(concerning(kind, number))
    });
    let kept = kept.await?;
    end_decided(&studio, &kept).await?;
    Ok(Json(studio.show_club(&kept, &caller)))
}

/// Pairs the next round, and starts its games if they are played on this server.
#[utoipa::path(post, path = "/api/club/{club}/rounds", params(("club" = String, Path)), request_body = RoundWish, responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn pair(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
    ApiJson(wish): ApiJson<RoundWish>,
) -> ClubAnswer {
    present(&studio, &slug).await?;
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        let next = kept.club.rounds.len() + 1;
        if wish.round != next {
            let message = format!("round {next} is next, not round {}", wish.round);
            return Err(ApiError::conflict("moved-on", message));
        }
        kept.club.pair()?;
        Ok(ClubDeed { round: Some(next), ..ClubDeed::new(ClubDeedKind::Paired) })
    });
    let kept = studio.begin_club_games(kept.await?).await?;
    Ok(Json(studio.show_club(&kept, &caller)))
}

/// Undoes the pairing of the last round, as long as no result is entered and no game has started.
#[utoipa::path(delete, path = "/api/club/{club}/rounds/{round}", params(("club" = String, Path), ("round" = usize, Path)), responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn unpair(
    State(studio): StudioState,
    caller: Caller,
    ApiPath((slug, round)): ApiPath<(String, usize)>,
) -> ClubAnswer {
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        if round != kept.club.rounds.len() {
            return Err(ApiError::conflict("moved-on", format!("round {round} is not the last one")));
        }
        if kept.pace.is_online {
            return Err(ApiError::conflict("in-play", format!("the games of round {round} have begun")));
        }
        kept.club.unpair()?;
        Ok(ClubDeed { round: Some(round), ..ClubDeed::new(ClubDeedKind::Unpaired) })
    });
    Ok(Json(studio.show_club(&kept.await?, &caller)))
}

/// Enters, corrects or removes the result of a board. This ends a game in progress.
#[utoipa::path(put, path = "/api/club/{club}/rounds/{round}/boards/{board}",
    params(("club" = String, Path), ("round" = usize, Path), ("board" = usize, Path)), request_body = BoardWish, responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn set_result(
    State(studio): StudioState,
    caller: Caller,
    ApiPath((slug, round, board)): ApiPath<(String, usize, usize)>,
    ApiJson(wish): ApiJson<BoardWish>,
) -> ClubAnswer {
    let result = result_of(wish)?;
    let place = (from_one(round, "there is no round")?, from_one(board, "there is no board")?);
    present(&studio, &slug).await?;
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        if result.is_none() && kept.pace.is_online {
            return Err(ApiError::conflict("not-now", "a game played here gets its result from the game"));
        }
        let before = kept.club.set_result(place.0, place.1, result)?;
        Ok(ClubDeed {
            round: Some(round),
            board: Some(board),
            before: before.map(Into::into),
            after: result.map(Into::into),
            ..ClubDeed::new(ClubDeedKind::Result)
        })
    });
    let kept = kept.await?;
    studio.end_club_game(&kept, place).await?;
    Ok(Json(studio.show_club(&kept, &caller)))
}

/// Starts another game at a board whose game never got under way.
#[utoipa::path(post, path = "/api/club/{club}/rounds/{round}/boards/{board}/game",
    params(("club" = String, Path), ("round" = usize, Path), ("board" = usize, Path)), responses(
    (status = 201, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn begin_again(
    State(studio): StudioState,
    caller: Caller,
    ApiPath((slug, round, board)): ApiPath<(String, usize, usize)>,
) -> Result<(StatusCode, Json<ClubView>), ApiError> {
    let place = (from_one(round, "there is no round")?, from_one(board, "there is no board")?);
    let kept = present(&studio, &slug).await?;
    let missing = || ApiError::missing(format!("there is no board {board} in round {round}"));
    let games = kept.games.get(place.0).ok_or_else(missing)?;
    let game = games.get(place.1).ok_or_else(missing)?.as_ref();
    let is_aborted = game.is_some_and(|game| !game.is_there || game.ended.as_deref() == Some("aborted"));
    let is_open = kept.club.rounds[place.0].boards[place.1].result.is_none();
    if !is_aborted || !is_open || kept.club.state() != ClubState::RoundRunning {
        let message = format!("board {board} of round {round} needs no new game");
        return Err(ApiError::conflict("not-now", message));
    }
    studio.begin_club_game(&kept, place).await?;
    let kept = studio.store.club(&slug).await?;
    Ok((StatusCode::CREATED, Json(studio.show_club(&kept, &caller))))
}

fn concerning(kind: ClubDeedKind, number: EntrantNumber) -> ClubDeed {
    ClubDeed { entrant: Some(number.0 + 1), ..ClubDeed::new(kind) }
}

/// Converts a number counted from 1 to an index.
fn from_one(number: usize, what: &str) -> Result<usize, ApiError> {
    number.checked_sub(1).ok_or_else(|| ApiError::missing(format!("{what} 0")))
}

/// Ends the games of the last round that were decided otherwise.
async fn end_decided(studio: &Arc<Studio>, kept: &KeptClub) -> Result<(), ApiError> {
    let Some(round) = kept.club.rounds.len().checked_sub(1) else { return Ok(()) };
    for board in 0..kept.club.rounds[round].boards.len() {
        studio.end_club_game(kept, (round, board)).await?;
    }
    Ok(())
}
