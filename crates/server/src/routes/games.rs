//! Games as a whole: list, begin, show, name, delete, export, play again, go on from another position.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use outflank_game::{FairClock, GameInPlay, GameRights, KeptGame, PlayerId, RemotePlay, Seat};
use outflank_lab::{OpeningSource, Openings, game_log, report_line};
use outflank_records::{Format, Record, to_bytes};
use outflank_rules::{Color, Game, Position};
use outflank_store::NewGame;

use super::checks::{clock_of, name, pace};
use super::{StudioState, studies};
use crate::contest::{require_no_contest, seat_of};
use crate::error::ApiError;
use crate::hearing::PassingNews;
use crate::limits::{Attempt, ClientLimits};
use crate::live_game::{GameNews, LiveGame};
use crate::opponents::Opponent;
use crate::people::Caller;
use crate::rated::{may_be_rated, require_casual, require_deletable};
use crate::request::{ApiJson, ApiPath};
use crate::routes::text;
use crate::seats::{Viewer, new_key};
use crate::studies::StudiedGame;
use crate::studio::Studio;
use crate::view;
use crate::wire::{
    ChangeWish, Created, EditWish, ExportQuery, ExportView, GameSummary, GameView, GameWish, Refusal,
    SeatWish,
};

/// The maximum number of games in a list.
const LISTED: i64 = 200;

/// Lists games, most recently changed first; on a public server only the caller's own.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = [GameSummary])))]
pub(super) async fn list(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let games = studio.store.list_of(caller.whose(), LISTED).await?;
    // A damaged game does not keep the others from being listed; who opens it is told what is wrong with it.
    Ok(Json(games.iter().flatten().map(view::summary).collect()))
}

/// Creates a game.
#[utoipa::path(post, path = "/api/games", request_body = GameWish, responses(
    (status = 201, body = Created), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
    Extension(limits): Extension<Arc<ClientLimits>>,
    caller: Caller,
    viewer: Viewer,
    ApiJson(wish): ApiJson<GameWish>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let record = match &wish.start {
        Some(text) => text::parse(text)?,
        None if wish.balanced => Record::from(&balanced_opening()),
        None => Record::new(Position::start()),
    };
    if wish.balanced && wish.start.is_some() {
        return Err(ApiError::bad("a game has a start or a balanced opening, not both"));
    }
    let clock = wish.clock.map(clock_of);
    let mut seats = [seat(&studio, &wish.black)?, seat(&studio, &wish.white)?];
    limits.attempt(Attempt::NewGame, &caller)?;
    if !seats.iter().all(|seat| seat.player.is_person()) {
        // A computer that goes on from where people elsewhere are would tell what to play there.
        if !record.plies().is_empty() || record.start() != Position::start() {
            studio.require_not_in_contest(record.last_position(), &viewer).await?;
        }
        studio.engines.require_room()?;
        limits.require_free_board(&studio.store, &caller).await?;
    }
    let key = |seat: &Seat| (seat.player.is_person() && wish.invite.is_some()).then(new_key);
    let invited = wish.invite.map(Color::from).filter(|_| seats.iter().all(|seat| seat.player.is_person()));
    let plays = Color::BOTH.map(|side| seats[side as usize].player.is_person() && Some(side) != invited);
    let (opening, clock) = (record.plies().len(), clock.transpose()?);
    // In a rated game everybody goes by the name of the account.
    if let Some(account) = caller.logged_in().filter(|_| wish.rated) {
        for (seat, _) in seats.iter_mut().zip(plays).filter(|(_, plays)| *plays) {
            seat.name.clone_from(&account.name);
        }
    }
    let remote = RemotePlay {
        open_seat: invited,
        invitation: invited.map(|_| new_key()),
        is_rated: wish.rated,
        ..RemotePlay::default()
    };
    let keys = seats.each_ref().map(key);
    let mut game =
        GameInPlay::new(record.game(), seats).with_time_control(clock).with_manual_pass(wish.manual_pass);
    if invited.is_some() {
        game = game.with_fair_clock(FairClock::new(opening, clock));
    }
    let new = NewGame {
        name: name(&wish.name)?,
        opening,
        pace: pace(wish.pace)?,
        keys,
        saved: wish.saved.unwrap_or(true),
        rights: caller.rights(plays),
        remote,
        game,
    };
    if wish.rated {
        may_be_rated(&new, wish.start.is_some())?;
    }
    let kept = studio.begin(new).await?;
    Ok(present(&studio, &caller, &kept, invited))
}

/// Shows a game: the one with this number, otherwise the one with this key in the library.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<Json<GameView>, ApiError> {
    let missing = match studio.visit(id).await {
        Ok(kept) => return Ok(Json(studio.show(&kept, &viewer))),
        Err(error) => error,
    };
    let named = studio.store.library_game(id).await.ok().and_then(|row| row.game.game);
    let kept = studio.visit(named.ok_or(missing)?).await?;
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Renames a game, sets the pace of its computer players, pauses or resumes them, or sets whether it is
/// saved.
#[utoipa::path(patch, path = "/api/games/{id}", params(("id" = i64, Path)), request_body = ChangeWish, responses(
    (status = 200, body = GameView), (status = 404, body = Refusal)))]
pub(super) async fn adjust(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ChangeWish>,
) -> Result<Json<GameView>, ApiError> {
    let live = studio.live(id);
    let _turn = live.turn.lock().await;
    let kept = owned(&studio, &live, &viewer).await?;
    let name = wish.name.as_deref().map_or_else(|| Ok(kept.name.clone()), name)?;
    let pace = wish.pace.map_or(Ok(kept.pace), pace)?;
    let saved = wish.saved.unwrap_or(kept.saved);
    if saved != kept.saved {
        require_casual(&kept)?;
    }
    if saved != kept.saved && kept.is_by_invitation() {
        let message = format!("game {id} belongs to both players");
        return Err(ApiError::conflict("needs-consent", message));
    }
    if wish.paused == Some(true) && (kept.game.has_person() || kept.game.time_control().is_some()) {
        let message = format!("game {id} is between people or has a clock, so it cannot be paused");
        return Err(ApiError::conflict("no-pause", message));
    }
    let adjusted = studio.store.adjust(&kept, &name, pace, saved).await?;
    // A name does not change what the library has; that the game is saved does.
    let adjusted = if saved == kept.saved { adjusted } else { studio.with_key(adjusted).await };
    let kept = live.keep(adjusted);
    if let Some(paused) = wish.paused {
        live.stop_thinking();
        live.set_paused(paused);
        studio.pass_on(&PassingNews::Paused { game: id, paused });
        studio.go_on(&live, &kept);
    }
    // What was asked for at an earlier revision is not done.
    if studio.store.is_shared() && wish.paused.is_none() {
        studio.go_on(&live, &kept);
    }
    live.tell(GameNews::Changed(Arc::clone(&kept)));
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Deletes a game.
///
/// A remote game between people is kept while it is running, and is then hidden from the player who deletes
/// it. A game hidden from both players appears in no list.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = i64, Path)), responses(
    (status = 204), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn delete(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    let live = studio.live(id);
    let _turn = live.turn.lock().await;
    let kept = owned(&studio, &live, &viewer).await?;
    if let Some(side) = seat_of(&kept, &viewer).filter(|_| !kept.is_waiting_room()) {
        if !kept.game.is_over() {
            let message = format!("game {id} is in progress; neither player can delete it alone");
            return Err(ApiError::conflict("in-play", message));
        }
        live.keep(studio.store.hide(&kept, side).await?);
        return Ok(StatusCode::NO_CONTENT);
    }
    require_deletable(&kept, &viewer)?;
    studio.store.delete(id).await?;
    studio.forget(&live);
    studio.sync_library_soon(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Exports a game, up to its current move, in a file format, as a log, or as a line of a report.
#[utoipa::path(get, path = "/api/games/{id}/export", params(("id" = i64, Path), ExportQuery), responses(
    (status = 200, body = ExportView), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    viewer: Viewer,
    ApiPath(id): ApiPath<i64>,
    Query(query): Query<ExportQuery>,
) -> Result<Json<ExportView>, ApiError> {
    let kept = studio.look_at(&studio.live(id)).await?;
    match query.format.as_str() {
        "log" => return Ok(Json(ExportView { text: game_log(&kept.game, &[format!("Game: {id}")]) })),
        "report" if kept.game.is_over() => {
            return Ok(Json(ExportView { text: report_line(&kept.game) }));
        }
        "report" => {
            return Err(ApiError::bad(format!("game {id} is not over; a report holds finished games")));
        }
        _ => {}
    }
    let format: Format = query.format.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let record = studies::with_notes(&studio, &viewer, StudiedGame::of_kept(&kept)).await?;
    let bytes = to_bytes([&record], format).map_err(|error| ApiError::bad(error.to_string()))?;
    let text = String::from_utf8(bytes)
        .map_err(|_binary| ApiError::bad(format!("{format} is not a text format")))?;
    Ok(Json(ExportView { text }))
}

/// Starts a rematch: the same players and the same opening, with sides swapped.
///
/// For a remote game between people, returns the game both players agreed to, with the key of the caller's
/// seat.
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = i64, Path)), responses(
    (status = 201, body = Created), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn rematch(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let live = studio.live(id);
    let old = studio.look_at(&live).await?;
    require_owner(&old, &viewer)?;
    if old.is_by_invitation() {
        let Some(id) = old.remote.rematch else {
            let message = format!("the other player of game {id} has to agree: offer it");
            return Err(ApiError::conflict("needs-consent", message));
        };
        let new = studio.visit(id).await?;
        let key = viewer.key_after(&old, &new);
        let game = studio.show(&new, &Viewer::with_key(key.clone()).of(&caller));
        return Ok((StatusCode::CREATED, Json(Created { game, key, invitation: None })));
    }
    let kept = studio.begin(rematch_of(&old)?).await?;
    live.tell(GameNews::Rematch(Arc::new((KeptGame::clone(&old), KeptGame::clone(&kept)))));
    studio.pass_on(&PassingNews::Rematch { old: id, new: kept.id });
    Ok(present(&studio, &caller, &kept, None))
}

/// Describes the rematch of the same players, with sides swapped.
pub(super) fn rematch_of(old: &KeptGame) -> Result<NewGame, ApiError> {
    let mut opening = old.game.history().clone();
    opening.go_to(old.opening);
    let opening = Game::replay(opening.start(), opening.plies().iter().copied());
    let opening = opening.map_err(|error| ApiError::internal(error.to_string()))?;
    let [black, white] = old.game.seats().clone();
    let [black_key, white_key] = old.keys.each_ref().map(|key| key.as_ref().map(|_| new_key()));
    let [black_person, white_person] = old.rights.people.clone();
    let rights = GameRights { people: [white_person, black_person], ..old.rights.clone() };
    let mut new = NewGame {
        keys: [white_key, black_key],
        rights: GameRights { watch_key: None, ..rights },
        ..another(old, opening, [white, black])
    };
    if old.is_by_invitation() {
        let fair = FairClock::new(new.opening, new.game.time_control());
        new.game = new.game.with_fair_clock(fair);
    }
    // The other player may have left meanwhile.
    new.remote.is_rated = old.remote.is_rated && may_be_rated(&new, false).is_ok();
    Ok(new)
}

/// Continues from a position that was set up, as a new game with the same players on the same sides.
#[utoipa::path(post, path = "/api/games/{id}/edit", params(("id" = i64, Path)), request_body = EditWish, responses(
    (status = 201, body = Created), (status = 404, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn edit(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    viewer: Viewer,
    ApiJson(wish): ApiJson<EditWish>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let record = text::parse(&wish.position)?;
    let old = studio.look_at(&studio.live(id)).await?;
    require_owner(&old, &viewer)?;
    require_no_contest(&old)?;
    if old.is_by_invitation() {
        return Err(ApiError::conflict("no-help", "a game between people elsewhere cannot be edited"));
    }
    if !old.game.seats().iter().all(|seat| seat.player.is_person()) {
        studio.require_not_in_contest(record.last_position(), &viewer).await?;
    }
    let kept = studio.begin(another(&old, record.game(), old.game.seats().clone())).await?;
    Ok(present(&studio, &caller, &kept, None))
}

/// Describes another game of the same players, without keys.
fn another(old: &KeptGame, opening: Game, seats: [Seat; 2]) -> NewGame {
    NewGame {
        name: String::new(),
        opening: opening.plies().len(),
        pace: old.pace,
        keys: [None, None],
        saved: old.saved,
        rights: GameRights { watch_key: None, ..old.rights.clone() },
        remote: RemotePlay::default(),
        game: GameInPlay::new(opening, seats)
            .with_time_control(old.game.time_control())
            .with_manual_pass(old.game.has_manual_pass()),
    }
}

/// Returns one of the balanced openings.
fn balanced_opening() -> Game {
    let start = || Game::new(Position::start());
    Openings::load(&OpeningSource::Balanced, None, rand::random()).map_or_else(|_| start(), |all| all.get(0))
}

/// Converts a new game for its creator.
fn present(
    studio: &Studio,
    caller: &Caller,
    kept: &KeptGame,
    invited: Option<Color>,
) -> (StatusCode, Json<Created>) {
    let key_of = |side: Color| kept.key(side).map(str::to_owned);
    let key = invited.and_then(|side| key_of(!side));
    let viewer = Viewer::with_key(key.clone()).of(caller);
    let invitation = kept.remote.invitation.clone();
    let created = Created { game: studio.show(kept, &viewer), key, invitation };
    (StatusCode::CREATED, Json(created))
}

/// Finds a game that the viewer may change as a whole. The turn must be held.
async fn owned(studio: &Studio, live: &LiveGame, viewer: &Viewer) -> Result<Arc<KeptGame>, ApiError> {
    let kept = studio.kept(live).await?;
    require_owner(&kept, viewer)?;
    Ok(kept)
}

/// Rejects viewers who do not play in a remote game.
fn require_owner(kept: &KeptGame, viewer: &Viewer) -> Result<(), ApiError> {
    if viewer.belongs_to(kept) {
        return Ok(());
    }
    Err(ApiError::forbidden(format!("game {} belongs to others", kept.id)))
}

fn seat(studio: &Studio, wish: &SeatWish) -> Result<Seat, ApiError> {
    let player = PlayerId::from(wish.player.as_str());
    if !player.is_person() && Opponent::with_files(&wish.player, studio.workshop.files()).is_none() {
        return Err(ApiError::bad(format!("there is no player {:?}; see /api/players", wish.player)));
    }
    Ok(Seat { player, name: name(&wish.name)? })
}
