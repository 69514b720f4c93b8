//! The explorer: what was played in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use outflank_library::openings::{self, Language};
use outflank_library::{Results, Wanted};
use outflank_rules::Position;

use crate::error::ApiError;
use crate::routes::{library, text};
use crate::table::Studio;
use crate::view;
use crate::wire::library::{ExploredMoveView, ExploredView, ExplorerQuery, OpeningView, ResultsView};
use crate::wire::{Refusal, Side};

/// How many games are shown.
const SHOWN: usize = 20;

/// Tells how often a position was played, in any symmetry, what was played there and how it ended.
#[utoipa::path(get, path = "/api/explorer", params(ExplorerQuery), responses(
    (status = 200, body = ExploredView), (status = 422, body = Refusal)))]
pub(super) async fn look(
    State(studio): State<Arc<Studio>>,
    Query(query): Query<ExplorerQuery>,
) -> Result<Json<ExploredView>, ApiError> {
    let position = match query.position.as_deref() {
        None | Some("" | "start") => Position::start(),
        Some(written) => text::parse(written)?.last_position(),
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
    let name = |language| openings::name_of_position(&position, language).map(str::to_owned);
    let (en, ja) = (name(Language::English), name(Language::Japanese));
    let line = openings::line_of_position(&position).unwrap_or_default().to_owned();
    let moves = found.moves.iter().map(|played| ExploredMoveView {
        played: played.played.to_string(),
        squares: played.squares.iter().map(ToString::to_string).collect(),
        results: results(&played.results),
    });
    Ok(Json(ExploredView {
        position: view::position(position),
        opening: (!line.is_empty()).then_some(OpeningView { line, en, ja }),
        results: results(&found.results),
        moves: moves.collect(),
        games: games.iter().map(library::entry).collect(),
    }))
}

fn results(results: &Results) -> ResultsView {
    let Results { games, black, draws, white, .. } = *results;
    ResultsView { games, black, draws, white, mean_score: results.mean_score() }
}
