//! Games as a whole: list, begin, show, name, delete, export, play again, go on from another position.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use outflank_game::{GameInPlay, KeptGame, PlayerId, Seat, TimeControl};
use outflank_lab::{OpeningSource, Openings, game_log, report_line};
use outflank_records::{Format, PlayerInfo, Record, to_bytes};
use outflank_rules::{Color, Game, Position};
use outflank_store::NewGame;

use super::{StudioState, studies};
use crate::error::ApiError;
use crate::live_game::{GameNews, LiveGame};
use crate::opponents::Opponent;
use crate::request::{ApiJson, ApiPath};
use crate::routes::text;
use crate::seats::{Viewer, new_key};
use crate::studies::StudiedGame;
use crate::studio::Studio;
use crate::view;
use crate::wire::{
    ChangeWish, Created, EditWish, ExportQuery, ExportView, GameSummary, GameView, GameWish, ImportView,
    Refusal, SeatWish, TextWish,
};

/// How many games a list has.
const LISTED: i64 = 200;
/// The longest name, in letters.
const NAME_LIMIT: usize = 80;
/// The longest pause between moves, in milliseconds.
const PACE_LIMIT: u32 = 60_000;
/// How many games are imported at once.
const IMPORT_LIMIT: usize = 200;
/// The longest clock, in seconds.
const CLOCK_LIMIT: u32 = 24 * 3600;

/// Lists games, the last changed first.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = [GameSummary])))]
pub(super) async fn list(State(studio): StudioState) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let games = studio.store.list(LISTED).await?;
    // A damaged game does not keep the others from being listed; who opens it is told what is wrong with it.
    Ok(Json(games.iter().flatten().map(view::summary).collect()))
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", request_body = GameWish, responses(
    (status = 201, body = Created), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): StudioState,
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
    let clock = wish.clock.map(|clock| {
        let sound = (1..=CLOCK_LIMIT).contains(&clock.initial) && clock.increment <= CLOCK_LIMIT;
        let seconds = |value: u32| Duration::from_secs(value.into());
        if sound {
            Ok(TimeControl { initial: seconds(clock.initial), increment: seconds(clock.increment) })
        } else {
            Err(ApiError::bad(format!("clocks of {} s are not possible", clock.initial)))
        }
    });
    let seats = [seat(&studio, &wish.black)?, seat(&studio, &wish.white)?];
    if !seats.iter().all(|seat| seat.player.is_person()) {
        studio.engines.require_room()?;
    }
    let key = |seat: &Seat| (seat.player.is_person() && wish.invite.is_some()).then(new_key);
    let new = NewGame {
        name: name(&wish.name)?,
        opening: record.plies().len(),
        pace: pace(wish.pace)?,
        keys: seats.each_ref().map(key),
        saved: wish.saved.unwrap_or(true),
        game: GameInPlay::new(record.game(), seats)
            .with_time_control(clock.transpose()?)
            .with_manual_pass(wish.manual_pass),
    };
    let kept = studio.begin(new).await?;
    Ok(present(&studio, &kept, wish.invite.map(Color::from)))
}

/// Shows a game: that with the number, or else the one that has this key in the library.
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

/// Names a game, sets the pace of its computer players, lets them wait or go on, or says whether it is saved.
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
    if wish.paused == Some(true) && (kept.game.has_person() || kept.game.time_control().is_some()) {
        let message = format!("game {id} has people or clocks, which do not wait");
        return Err(ApiError::conflict("no-pause", message));
    }
    let adjusted = studio.store.adjust(&kept, &name, pace, saved).await?;
    // A name does not change what the library has; that the game is saved does.
    let adjusted = if saved == kept.saved { adjusted } else { studio.with_key(adjusted).await };
    let kept = live.keep(adjusted);
    if let Some(paused) = wish.paused {
        live.stop_thinking();
        live.set_paused(paused);
        studio.go_on(&live, &kept);
    }
    live.tell(GameNews::Changed(Arc::clone(&kept)));
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = i64, Path)), responses(
    (status = 204), (status = 404, body = Refusal)))]
pub(super) async fn delete(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    let live = studio.live(id);
    let _turn = live.turn.lock().await;
    owned(&studio, &live, &viewer).await?;
    studio.store.delete(id).await?;
    studio.forget(&live);
    studio.sync_library_soon(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Writes a game, up to its present move, in a format of files, as a log, or as the line of a report.
#[utoipa::path(get, path = "/api/games/{id}/export", params(("id" = i64, Path), ExportQuery), responses(
    (status = 200, body = ExportView), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    Query(query): Query<ExportQuery>,
) -> Result<Json<ExportView>, ApiError> {
    let kept = studio.look_at(&studio.live(id)).await?;
    match query.format.as_str() {
        "log" => return Ok(Json(ExportView { text: game_log(&kept.game, &[format!("Game: {id}")]) })),
        "report" if kept.game.is_over() => {
            return Ok(Json(ExportView { text: report_line(&kept.game) }));
        }
        "report" => return Err(ApiError::bad(format!("game {id} is not over; a report has finished games"))),
        _ => {}
    }
    let format: Format = query.format.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let record = studies::with_notes(&studio, StudiedGame::of_kept(&kept)).await?;
    let bytes = to_bytes([&record], format).map_err(|error| ApiError::bad(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_binary| ApiError::bad(format!("{format} is no text")))?;
    Ok(Json(ExportView { text }))
}

/// Begins a game with the same players and the same opening, colours exchanged.
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = i64, Path)), responses(
    (status = 201, body = Created), (status = 404, body = Refusal)))]
pub(super) async fn rematch(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let live = studio.live(id);
    let old = studio.look_at(&live).await?;
    require_owner(&old, &viewer)?;
    let mut opening = old.game.history().clone();
    opening.go_to(old.opening);
    let opening = Game::replay(opening.start(), opening.plies().iter().copied());
    let opening = opening.map_err(|error| ApiError::internal(error.to_string()))?;
    let [black, white] = old.game.seats().clone();
    let [black_key, white_key] = old.keys.each_ref().map(|key| key.as_ref().map(|_| new_key()));
    let new = NewGame { keys: [white_key, black_key], ..another(&old, opening, [white, black]) };
    // Whoever asks keeps playing themselves, on the other side; the other one is invited to the side this one
    // had.
    let invited = Color::BOTH.into_iter().find(|&side| viewer.has_key_of(&old, side));
    let kept = studio.begin(new).await?;
    live.tell(GameNews::Rematch(Arc::new((KeptGame::clone(&old), KeptGame::clone(&kept)))));
    Ok(present(&studio, &kept, invited))
}

/// Goes on from a position that was set up, with the same players on the same sides, as a game of its own.
#[utoipa::path(post, path = "/api/games/{id}/edit", params(("id" = i64, Path)), request_body = EditWish, responses(
    (status = 201, body = Created), (status = 404, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn edit(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<EditWish>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let record = text::parse(&wish.position)?;
    let old = studio.look_at(&studio.live(id)).await?;
    require_owner(&old, &viewer)?;
    if old.is_by_invitation() {
        return Err(ApiError::conflict("no-help", "a game between people elsewhere cannot be edited"));
    }
    let kept = studio.begin(another(&old, record.game(), old.game.seats().clone())).await?;
    Ok(present(&studio, &kept, None))
}

/// Describes another game of the same players, without keys.
fn another(old: &KeptGame, opening: Game, seats: [Seat; 2]) -> NewGame {
    NewGame {
        name: String::new(),
        opening: opening.plies().len(),
        pace: old.pace,
        keys: [None, None],
        saved: old.saved,
        game: GameInPlay::new(opening, seats)
            .with_time_control(old.game.time_control())
            .with_manual_pass(old.game.has_manual_pass()),
    }
}

/// Saves the games of a text in any format: finished ones, and ones that can be played on.
#[utoipa::path(post, path = "/api/import", request_body = TextWish, responses(
    (status = 201, body = ImportView), (status = 422, body = Refusal)))]
pub(super) async fn save_text(
    State(studio): StudioState,
    ApiJson(wish): ApiJson<TextWish>,
) -> Result<(StatusCode, Json<ImportView>), ApiError> {
    let records = text::parse_all(&wish.text)?;
    if records.len() > IMPORT_LIMIT {
        let count = records.len();
        return Err(ApiError::bad(format!("{count} games are too many at once; at most {IMPORT_LIMIT}")));
    }
    let mut games = Vec::with_capacity(records.len());
    for record in &records {
        // Names of other programs are cut where ours would be refused.
        let called = |player: &PlayerInfo| {
            let name = player.name.as_deref().unwrap_or_default();
            let shown =
                name.chars().filter(|letter| !letter.is_control()).take(NAME_LIMIT).collect::<String>();
            Seat::person(shown.trim())
        };
        let game = GameInPlay::new(record.game(), [called(&record.black), called(&record.white)]);
        games.push(studio.begin(NewGame::from(game)).await?.id);
    }
    Ok((StatusCode::CREATED, Json(ImportView { games })))
}

/// Returns one of the balanced openings.
fn balanced_opening() -> Game {
    let start = || Game::new(Position::start());
    Openings::load(&OpeningSource::Balanced, None, rand::random()).map_or_else(|_| start(), |all| all.get(0))
}

/// Shows a new game to the one who began it.
fn present(studio: &Studio, kept: &KeptGame, invited: Option<Color>) -> (StatusCode, Json<Created>) {
    let key_of = |side: Color| kept.key(side).map(str::to_owned);
    let key = invited.and_then(|side| key_of(!side));
    let viewer = Viewer::with_key(key.clone());
    let created = Created { game: studio.show(kept, &viewer), key, invitation: invited.and_then(key_of) };
    (StatusCode::CREATED, Json(created))
}

/// Finds a game that the viewer may change as a whole. The turn must be held.
async fn owned(studio: &Studio, live: &LiveGame, viewer: &Viewer) -> Result<Arc<KeptGame>, ApiError> {
    let kept = studio.kept(live).await?;
    require_owner(&kept, viewer)?;
    Ok(kept)
}

/// Refuses those who do not play in a game by invitation.
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

/// Checks a pace.
pub(super) fn pace(milliseconds: u32) -> Result<Duration, ApiError> {
    if milliseconds > PACE_LIMIT {
        return Err(ApiError::bad(format!("a pause of {milliseconds} ms is too long; at most {PACE_LIMIT}")));
    }
    Ok(Duration::from_millis(milliseconds.into()))
}

/// Checks a name: short, and nothing that cannot be shown.
fn name(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if text.chars().count() > NAME_LIMIT || text.chars().any(char::is_control) {
        return Err(ApiError::bad(format!(
            "a name has at most {NAME_LIMIT} letters and no control characters"
        )));
    }
    Ok(text.to_owned())
}
