//! The explorer: what was played in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_library::openings;
use outflank_library::{Results, Wanted};
use outflank_records::{Ply, Record};
use outflank_rules::{Move, Position, Square};

use crate::error::ApiError;
use crate::request::ApiQuery;
use crate::routes::{library, text};
use crate::table::Studio;
use crate::view;
use crate::wire::library::{ExploredMoveView, ExploredView, ExplorerQuery, ResultsView};
use crate::wire::{Refusal, Side};

/// How many games are shown.
const SHOWN: usize = 20;

/// Tells how often a position was played, in any symmetry, what was played there and how it ended.
#[utoipa::path(get, path = "/api/explorer", params(ExplorerQuery), responses(
    (status = 200, body = ExploredView), (status = 422, body = Refusal)))]
pub(super) async fn look(
    State(studio): State<Arc<Studio>>,
    ApiQuery(query): ApiQuery<ExplorerQuery>,
) -> Result<Json<ExploredView>, ApiError> {
    let mut record = match query.position.as_deref() {
        None | Some("" | "start") => Record::new(Position::start()),
        Some(written) => text::parse(written)?,
    };
    for (index, square) in query.moves.as_deref().unwrap_or("").as_bytes().chunks(2).enumerate() {
        let named = std::str::from_utf8(square).ok().and_then(|name| name.parse::<Square>().ok());
        let refused = || ApiError::bad(format!("move {} of {:?} cannot be made", index + 1, query.moves));
        record.push(Ply::new(named.ok_or_else(refused)?)).map_err(|_illegal| refused())?;
    }
    // Who has to pass does: there is nothing to choose.
    let position = match record.last_position() {
        position if position.must_pass() => position.play(Move::Pass).unwrap_or(position),
        position => position,
    };
    let wanted = Wanted {
        player: query.player,
        player_is_black: query.colour.map(|side| side == Side::Black),
        from: query.since,
        to: query.until,
    };
    let found = studio.explorer.look(&position, &wanted).await;
    let found = found.map_err(|error| ApiError::internal(error.to_string()))?;
    let shown = &found.keys[..found.keys.len().min(SHOWN)];
    let games = studio.store.library_games(shown).await?;
    // The position may be named itself, else the moves that led to it may have passed a named one.
    let on_the_way = || match record.start() == Position::start() {
        true => openings::line_of(record.moves()),
        false => "",
    };
    let line = openings::line_of_position(&position).unwrap_or_else(on_the_way);
    let moves = found.moves.iter().map(|played| ExploredMoveView {
        played: played.played.to_string(),
        squares: played.squares.iter().map(ToString::to_string).collect(),
        results: results(&played.results),
    });
    Ok(Json(ExploredView {
        position: view::position(position),
        opening: library::opening(line),
        results: results(&found.results),
        moves: moves.collect(),
        games: games.iter().map(library::entry).collect(),
    }))
}

fn results(results: &Results) -> ResultsView {
    let Results { games, black, draws, white, .. } = *results;
    ResultsView { games, black, draws, white, mean_score: results.mean_score() }
}
