//! Tournaments between people: made, listed, shown, changed, exported, deleted.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use outflank_club::{MOST_ENTRANTS, MOST_ROUNDS};
use outflank_game::TimeControl;
use outflank_store::{ClubPace, KeptClub, NewClub};
use rand::Rng;
use rand::distr::Alphanumeric;

use super::StudioState;
use super::checks::{clock_of, name};
use crate::error::ApiError;
use crate::limits::{Attempt, ClientLimits};
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::club::{ClubListed, ClubRevision, ClubTurnView, ClubView};
use crate::wire::club_journal::{ClubDeed, ClubDeedKind, ClubExportQuery, ClubJournalLine};
use crate::wire::club_wish::{ClubChange, ClubWish, ClubsQuery};

/// The length of a tournament's identifier in links, in letters and digits.
const SLUG_LENGTH: usize = 10;
/// The maximum number of tournaments in a list.
const LISTED: i64 = 50;
/// The maximum number of running tournaments per person.
const RUNNING: i64 = 50;
/// The largest constant of the Brightwell quotient.
const LARGEST_CONSTANT: u32 = 64;
/// The number of journal entries shown.
const JOURNAL: i64 = 300;

/// The current state of a tournament.
pub(super) type ClubAnswer = Result<Json<ClubView>, ApiError>;

/// Lists tournaments between people: those not yet over first, then newest first.
#[utoipa::path(get, path = "/api/club", params(ClubsQuery), responses((status = 200, body = [ClubListed])))]
pub(super) async fn list(
    State(studio): StudioState,
    ApiQuery(query): ApiQuery<ClubsQuery>,
) -> Result<Json<Vec<ClubListed>>, ApiError> {
    let heads = studio.store.clubs(i64::from(query.offset), LISTED).await?;
    Ok(Json(heads.into_iter().filter_map(ClubListed::of).collect()))
}

/// Creates a tournament between people.
#[utoipa::path(post, path = "/api/club", request_body = ClubWish, responses(
    (status = 201, body = ClubView), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
    Extension(limits): Extension<Arc<ClientLimits>>,
    caller: Caller,
    ApiJson(wish): ApiJson<ClubWish>,
) -> Result<(StatusCode, Json<ClubView>), ApiError> {
    let called = name(&wish.name)?;
    if called.is_empty() {
        return Err(ApiError::bad("a tournament needs a name"));
    }
    let rules = wish.rules();
    require_rounds(rules.rounds, 1)?;
    if let Some(constant) = rules.brightwell.filter(|&constant| constant > LARGEST_CONSTANT) {
        return Err(ApiError::bad(format!("the constant {constant} is more than {LARGEST_CONSTANT}")));
    }
    let clock: Option<TimeControl> = wish.clock.map(clock_of).transpose()?;
    limits.attempt(Attempt::NewGame, &caller)?;
    if studio.store.running_clubs(caller.person()).await? >= RUNNING {
        let message = format!("{RUNNING} tournaments are in progress; end or delete one first");
        return Err(ApiError::conflict("too-many", message));
    }
    let slug = rand::rng().sample_iter(Alphanumeric).take(SLUG_LENGTH).map(char::from).collect();
    let pace = ClubPace { is_online: wish.online, clock: clock.filter(|_| wish.online) };
    let new = NewClub { slug, owner: caller.person().cloned(), name: called, rules, pace };
    let kept = studio.store.create_club(&new).await?;
    Ok((StatusCode::CREATED, Json(studio.show_club(&kept, &caller))))
}

fn require_rounds(rounds: usize, least: usize) -> Result<(), ApiError> {
    if (least..=MOST_ROUNDS).contains(&rounds) {
        return Ok(());
    }
    Err(ApiError::bad(format!("{rounds} rounds are not possible; give {least} to {MOST_ROUNDS}")))
}

/// Lists the tournament games the caller has to play.
#[utoipa::path(get, path = "/api/club/games", responses((status = 200, body = [ClubTurnView])))]
pub(super) async fn turns(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<Vec<ClubTurnView>>, ApiError> {
    let Some(person) = caller.known_person() else { return Ok(Json(Vec::new())) };
    let turns = studio.store.club_turns(person).await?;
    Ok(Json(turns.into_iter().map(ClubTurnView::from).collect()))
}

/// Brings a tournament up to date: records the results of finished games and starts missing games.
pub(super) async fn present(studio: &Arc<Studio>, slug: &str) -> Result<KeptClub, ApiError> {
    let (_, ended) = studio.store.club_revision(slug).await?;
    for game in ended {
        studio.take_over(game).await?;
    }
    let kept = studio.store.club(slug).await?;
    studio.begin_club_games(kept).await
}

/// Shows a tournament between people.
#[utoipa::path(get, path = "/api/club/{club}", params(("club" = String, Path)), responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
) -> ClubAnswer {
    let kept = present(&studio, &slug).await?;
    Ok(Json(studio.show_club(&kept, &caller)))
}

/// Returns the revision of a tournament, which shows whether it has changed.
#[utoipa::path(get, path = "/api/club/{club}/revision", params(("club" = String, Path)), responses(
    (status = 200, body = ClubRevision), (status = 404, body = Refusal)))]
pub(super) async fn revision(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<ClubRevision>, ApiError> {
    let (revision, ended) = studio.store.club_revision(&slug).await?;
    // A server may have been stopped between the end of a game and this.
    let revision = if ended.is_empty() { revision } else { present(&studio, &slug).await?.revision };
    Ok(Json(ClubRevision { revision }))
}

/// Renames a tournament, or sets its number of rounds.
#[utoipa::path(patch, path = "/api/club/{club}", params(("club" = String, Path)), request_body = ClubChange, responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn adjust(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
    ApiJson(wish): ApiJson<ClubChange>,
) -> ClubAnswer {
    let called = wish.name.as_deref().map(name).transpose()?.filter(|called| !called.is_empty());
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        if let Some(rounds) = wish.rounds {
            require_rounds(rounds, kept.club.rounds.len().max(1))?;
            kept.club.rules.rounds = rounds;
        }
        if let Some(called) = &called {
            kept.name.clone_from(called);
        }
        Ok(ClubDeed::new(ClubDeedKind::Changed))
    });
    Ok(Json(studio.show_club(&kept.await?, &caller)))
}

/// Deletes a tournament; its games are kept.
#[utoipa::path(delete, path = "/api/club/{club}", params(("club" = String, Path)), responses(
    (status = 204), (status = 404, body = Refusal)))]
pub(super) async fn delete(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
) -> Result<StatusCode, ApiError> {
    studio.store.delete_club(&slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a tournament.
#[utoipa::path(post, path = "/api/club/{club}/end", params(("club" = String, Path)), responses(
    (status = 200, body = ClubView), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn end(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(slug): ApiPath<String>,
) -> ClubAnswer {
    let kept = studio.change_club(&slug, caller.person(), |kept| {
        kept.club.end()?;
        Ok(ClubDeed::new(ClubDeedKind::Ended))
    });
    Ok(Json(studio.show_club(&kept.await?, &caller)))
}

/// Returns the journal of a tournament, latest entry first.
#[utoipa::path(get, path = "/api/club/{club}/journal", params(("club" = String, Path)), responses(
    (status = 200, body = [ClubJournalLine])))]
pub(super) async fn journal(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<Vec<ClubJournalLine>>, ApiError> {
    let rows = studio.store.club_journal(&slug, JOURNAL).await?;
    let lines = rows.into_iter().filter_map(|row| {
        let deed = serde_json::from_str(&row.deed).ok()?;
        Some(ClubJournalLine { moment: row.moment, by: row.done_by, deed })
    });
    Ok(Json(lines.collect()))
}

/// Exports a tournament as a file: its standings, or the games played on this server.
#[utoipa::path(get, path = "/api/club/{club}/export", params(("club" = String, Path), ClubExportQuery), responses(
    (status = 200, body = String), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    ApiPath(slug): ApiPath<String>,
    ApiQuery(query): ApiQuery<ClubExportQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let kept = present(&studio, &slug).await?;
    let file = studio.export_club(&kept, &query.format).await?;
    let name = format!("attachment; filename=\"club-{slug}.{}\"", file.extension);
    Ok(([(header::CONTENT_TYPE, file.kind.to_owned()), (header::CONTENT_DISPOSITION, name)], file.bytes))
}

/// Rejects a request with more entries than a tournament can hold.
pub(super) fn require_few(names: &[String]) -> Result<(), ApiError> {
    if names.len() > MOST_ENTRANTS {
        return Err(ApiError::too_large(format!("{} people at once are too many", names.len())));
    }
    Ok(())
}
