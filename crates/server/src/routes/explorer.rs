//! The explorer: what was played in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_library::{ExplorerError, ExplorerFilter};
use outflank_records::Record;
use outflank_rules::Position;
use outflank_wire::entries;

use crate::error::ApiError;
use crate::request::{ApiQuery, filter_text};
use crate::routes::text;
use crate::studio::Studio;
use crate::wire::library::{ExploredView, ExplorerQuery};
use crate::wire::{Refusal, Side};

/// The number of games shown.
const SHOWN: usize = 20;

/// Shows how often a position was played, in any symmetry, which moves were played there, and the results.
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
    Ok(Json(entries::explored(&found, plies, games.iter().map(entries::entry).collect())))
}
