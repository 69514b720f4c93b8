//! The explorer: what was played in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_library::{ExplorerError, ExplorerFilter, ResultCounts, openings};
use outflank_records::Record;
use outflank_rules::Position;

use crate::error::ApiError;
use crate::request::{ApiQuery, filter_text};
use crate::routes::{library, text};
use crate::studio::Studio;
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
    let moves = query.moves.as_deref().unwrap_or("");
    let start = record.clone();
    record.push_transcript(moves).map_err(|error| ApiError::bad(format!("moves {moves:?}: {error}")))?;
    let wanted = ExplorerFilter {
        player: filter_text("player", query.player)?,
        player_is_black: query.colour.map(|side| side == Side::Black),
        from: query.since,
        to: query.until,
    };
    let look = async |record: &Record| {
        studio.explorer.look(record, &wanted).await.map_err(|error| match error {
            ExplorerError::Store(error) => error.into(),
            error => ApiError::failed("the explorer failed; the log of the server says why", &error),
        })
    };
    let mut found = look(&record).await?;
    // Squares have two letters each; the moves were read above.
    let mut plies = moves.len() / 2;
    while query.shared == Some(true) && found.results.games < 2 && plies > 0 {
        plies -= 1;
        let mut earlier = start.clone();
        let reached = earlier.push_transcript(moves.get(..2 * plies).unwrap_or_default());
        reached.map_err(|error| ApiError::bad(format!("moves {moves:?}: {error}")))?;
        found = look(&earlier).await?;
    }
    let shown = &found.keys[..found.keys.len().min(SHOWN)];
    let games = studio.store.library_games(shown).await?;
    let moves = found.moves.iter().map(|played| ExploredMoveView {
        played: played.played.to_string(),
        squares: played.squares.iter().map(ToString::to_string).collect(),
        opening: found
            .position
            .play(played.played)
            .ok()
            .and_then(|next| library::opening(openings::line_of_position(&next)?)),
        results: results(&played.results),
    });
    Ok(Json(ExploredView {
        plies,
        position: view::position(found.position),
        opening: library::opening(found.opening),
        results: results(&found.results),
        moves: moves.collect(),
        games: games.iter().map(library::entry).collect(),
    }))
}

fn results(results: &ResultCounts) -> ResultsView {
    let ResultCounts { games, black, draws, white, .. } = *results;
    ResultsView { games, black, draws, white, mean_score: results.mean_score() }
}
