//! Games as a whole: list, begin, show, name, delete, export, play again.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use outflank_lab::{Openings, Source};
use outflank_records::{Format, Player, Record, to_bytes};
use outflank_rules::{Color, Game, Position};
use outflank_store::{ClockRule, GameRow, NewGame, SeatRow};

use crate::error::ApiError;
use crate::opponents::Opponent;
use crate::replay::replay;
use crate::request::{ApiJson, ApiPath};
use crate::routes::text;
use crate::seats::{Viewer, new_key};
use crate::table::{News, Studio};
use crate::view;
use crate::wire::{
    ChangeWish, Created, ExportQuery, ExportView, GameSummary, GameView, GameWish, ImportView, Refusal,
    SeatWish, TextWish,
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

type Shared = State<Arc<Studio>>;

/// Lists games, the last changed first.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = [GameSummary])))]
pub(super) async fn list(State(studio): Shared) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let rows = studio.store.latest(LISTED).await?;
    rows.iter().map(view::summary).collect::<Result<_, _>>().map(Json)
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", request_body = GameWish, responses(
    (status = 201, body = Created), (status = 422, body = Refusal)))]
pub(super) async fn create(
    State(studio): Shared,
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
        let seconds = |value: u32| i64::from(value) * 1000;
        let rule = ClockRule { initial: seconds(clock.initial), increment: seconds(clock.increment) };
        if sound {
            Ok(rule)
        } else {
            Err(ApiError::bad(format!("clocks of {} s are not possible", clock.initial)))
        }
    });
    let moves: Vec<String> = record.moves().map(|played| played.to_string()).collect();
    let game = NewGame {
        name: name(&wish.name)?,
        start: record.start().to_string(),
        black: seat(&wish.black, wish.invite.is_some())?,
        white: seat(&wish.white, wish.invite.is_some())?,
        opening: moves.len(),
        moves,
        pace: pace(wish.pace)?,
        manual_pass: wish.manual_pass,
        clock: clock.transpose()?,
    };
    begin(&studio, &game, wish.invite.map(Color::from)).await
}

/// Shows a game.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = GameView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<Json<GameView>, ApiError> {
    let row = studio.visit(id).await?;
    studio.show(&row, &viewer).map(Json)
}

/// Names a game, or sets the pace of its computer players.
#[utoipa::path(patch, path = "/api/games/{id}", params(("id" = i64, Path)), request_body = ChangeWish, responses(
    (status = 200, body = GameView), (status = 404, body = Refusal)))]
pub(super) async fn adjust(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ChangeWish>,
) -> Result<Json<GameView>, ApiError> {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    let row = owned(&studio, id, &viewer).await?;
    let name = wish.name.as_deref().map_or_else(|| Ok(row.name.clone()), name)?;
    let pace = wish.pace.map_or(Ok(row.pace), pace)?;
    let row = studio.store.adjust(id, &name, pace).await?;
    table.tell(News::Changed(Arc::new(row.clone())));
    studio.show(&row, &viewer).map(Json)
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = i64, Path)), responses(
    (status = 204), (status = 404, body = Refusal)))]
pub(super) async fn delete(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<StatusCode, ApiError> {
    let table = studio.table(id);
    let _turn = table.turn.lock().await;
    owned(&studio, id, &viewer).await?;
    studio.store.delete(id).await?;
    studio.clear(&table);
    studio.shelve_soon(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Writes a game, up to its present move, in a format of files.
#[utoipa::path(get, path = "/api/games/{id}/export", params(("id" = i64, Path), ExportQuery), responses(
    (status = 200, body = ExportView), (status = 422, body = Refusal)))]
pub(super) async fn export(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    Query(query): Query<ExportQuery>,
) -> Result<Json<ExportView>, ApiError> {
    let row = studio.store.game(id).await?;
    let format: Format = query.format.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let mut record = Record::from(&replay(&row)?);
    let called = |seat: &SeatRow| Some(if seat.name.is_empty() { &seat.player } else { &seat.name }.clone());
    record.black = Player { name: called(&row.black), ..Player::default() };
    record.white = Player { name: called(&row.white), ..Player::default() };
    let bytes = to_bytes([&record], format).map_err(|error| ApiError::bad(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_binary| ApiError::bad(format!("{format} is no text")))?;
    Ok(Json(ExportView { text }))
}

/// Begins a game with the same players and the same opening, colours exchanged.
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = i64, Path)), responses(
    (status = 201, body = Created), (status = 404, body = Refusal)))]
pub(super) async fn rematch(
    State(studio): Shared,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let old = owned(&studio, id, &viewer).await?;
    let renewed = |seat: &SeatRow| SeatRow { key: seat.key.as_ref().map(|_| new_key()), ..seat.clone() };
    let begun = old.moves.iter().take(usize::try_from(old.opening).unwrap_or(0));
    let opening: Vec<String> = begun.map(|kept| kept.played.clone()).collect();
    let game = NewGame {
        name: String::new(),
        start: old.start.clone(),
        black: renewed(&old.white),
        white: renewed(&old.black),
        opening: opening.len(),
        moves: opening,
        pace: old.pace,
        manual_pass: old.manual_pass,
        clock: old.clock,
    };
    // Whoever asks keeps playing themselves, on the other side; the other one is invited to the side this one had.
    let invited = [Color::Black, Color::White].into_iter().find(|&side| viewer.has_key_of(&old, side));
    let row = studio.begin(&game).await?;
    studio.table(id).tell(News::Rematch(Arc::new((old, row.clone()))));
    present(&studio, &row, invited)
}

/// Keeps the games of a text in any format: those that are over, and those that can be played on.
#[utoipa::path(post, path = "/api/import", request_body = TextWish, responses(
    (status = 201, body = ImportView), (status = 422, body = Refusal)))]
pub(super) async fn import(
    State(studio): Shared,
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
        let called = |player: &Player| {
            let name = player.name.as_deref().unwrap_or_default();
            let shown =
                name.chars().filter(|letter| !letter.is_control()).take(NAME_LIMIT).collect::<String>();
            SeatRow { player: "human".to_owned(), name: shown.trim().to_owned(), key: None }
        };
        let game = NewGame {
            name: String::new(),
            start: record.start().to_string(),
            black: called(&record.black),
            white: called(&record.white),
            moves: record.moves().map(|played| played.to_string()).collect(),
            opening: 0,
            pace: 0,
            manual_pass: false,
            clock: None,
        };
        games.push(studio.begin(&game).await?.id);
    }
    Ok((StatusCode::CREATED, Json(ImportView { games })))
}

/// Returns one of the balanced openings.
fn balanced_opening() -> Game {
    let start = || Game::new(Position::start());
    Openings::load(&Source::Balanced, None, rand::random()).map_or_else(|_| start(), |all| all.get(0))
}

async fn begin(
    studio: &Arc<Studio>,
    game: &NewGame,
    invited: Option<Color>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let row = studio.begin(game).await?;
    present(studio, &row, invited)
}

fn present(
    studio: &Studio,
    row: &GameRow,
    invited: Option<Color>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let key_of = |side: Color| crate::replay::seat(row, side).key.clone();
    let key = invited.and_then(|side| key_of(!side));
    let viewer = Viewer::with_key(key.clone());
    let created = Created { game: studio.show(row, &viewer)?, key, invitation: invited.and_then(key_of) };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Finds a game that the viewer may dispose of.
async fn owned(studio: &Studio, id: i64, viewer: &Viewer) -> Result<GameRow, ApiError> {
    let row = studio.store.game(id).await?;
    if viewer.belongs_to(&row) {
        Ok(row)
    } else {
        Err(ApiError::forbidden(format!("game {id} belongs to others")))
    }
}

fn seat(wish: &SeatWish, by_invitation: bool) -> Result<SeatRow, ApiError> {
    let human = wish.player == "human";
    if !human && Opponent::parse(&wish.player).is_none() {
        return Err(ApiError::bad(format!("there is no player {:?}; see /api/players", wish.player)));
    }
    let key = (human && by_invitation).then(new_key);
    Ok(SeatRow { player: wish.player.clone(), name: name(&wish.name)?, key })
}

/// Checks a pace.
fn pace(milliseconds: u32) -> Result<i64, ApiError> {
    if milliseconds > PACE_LIMIT {
        return Err(ApiError::bad(format!("a pause of {milliseconds} ms is too long; at most {PACE_LIMIT}")));
    }
    Ok(i64::from(milliseconds))
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
