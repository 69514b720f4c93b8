//! Games that people paste: saved as games of their own.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_game::{GameInPlay, Seat};
use outflank_records::PlayerInfo;
use outflank_store::NewGame;

use super::checks::NAME_LIMIT;
use super::{StudioState, text};
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::ApiJson;
use crate::wire::{ImportView, Refusal, TextWish};

/// The maximum number of games in one import.
const IMPORT_LIMIT: usize = 200;

/// Saves the games of a text in any format, both finished games and games that can be continued.
#[utoipa::path(post, path = "/api/import", request_body = TextWish, responses(
    (status = 201, body = ImportView), (status = 422, body = Refusal)))]
pub(super) async fn save_text(
    State(studio): StudioState,
    caller: Caller,
    ApiJson(wish): ApiJson<TextWish>,
) -> Result<(StatusCode, Json<ImportView>), ApiError> {
    let records = text::parse_all(&wish.text)?;
    if records.len() > IMPORT_LIMIT {
        let count = records.len();
        return Err(ApiError::bad(format!(
            "{count} games are too many at once; the limit is {IMPORT_LIMIT}"
        )));
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
        let new = NewGame { rights: caller.rights([true, true]), ..NewGame::from(game) };
        games.push(studio.begin(new).await?.id);
    }
    Ok((StatusCode::CREATED, Json(ImportView { games })))
}
