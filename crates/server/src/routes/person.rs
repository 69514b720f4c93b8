//! The page of somebody with an account, for everybody: their rated games and nothing else.

use axum::Json;
use axum::extract::State;
use outflank_store::{PersonPage, RatingPoint, ResultCount};

use super::StudioState;
use super::library::opening;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::ApiPath;
use crate::view;
use crate::wire::person::{
    OpponentView, PersonGameView, PersonView, PlayedOpeningView, RatingPointView, RatingView, RecordView,
};
use crate::wire::{GameSummary, Refusal};

/// Shows the public profile of an account.
#[utoipa::path(get, path = "/api/people/{name}", params(("name" = String, Path)), responses(
    (status = 200, body = PersonView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(name): ApiPath<String>,
) -> Result<Json<PersonView>, ApiError> {
    let missing = || ApiError::missing(format!("there is nobody called {name:?} here"));
    if caller.is_at_home() {
        return Err(missing());
    }
    let (account, _) = studio.store.account_named(&name).await?.ok_or_else(missing)?;
    let PersonPage { standing, curve, results, opponents, openings, games } =
        studio.store.person_page(&account.person).await?;
    let [black, white] = results.map(record);
    let rating = RatingView {
        rating: standing.rating.shown(),
        provisional: standing.rating.is_provisional(),
        change: None,
    };
    let opponents = opponents.into_iter().map(|one| OpponentView {
        account: one.account,
        computer: one.computer,
        results: record(one.results),
    });
    let openings = openings.into_iter().filter_map(|one| {
        Some(PlayedOpeningView { opening: opening(&one.moves)?, results: record(one.results) })
    });
    let latest = games.into_iter().map(|one| PersonGameView {
        // What its owner calls a game is not everybody's business.
        game: GameSummary { name: String::new(), ..view::summary(&one.game) },
        side: one.side.into(),
        change: one.change,
    });
    Ok(Json(PersonView {
        name: account.name,
        created: account.created,
        rating,
        games: standing.games,
        curve: curve.iter().map(point).collect(),
        black,
        white,
        opponents: opponents.collect(),
        openings: openings.collect(),
        latest: latest.collect(),
    }))
}

fn record(ResultCount { won, drawn, lost }: ResultCount) -> RecordView {
    RecordView { won, drawn, lost }
}

/// Converts a point of a rating curve.
pub(super) fn point(point: &RatingPoint) -> RatingPointView {
    RatingPointView { game: point.game, moment: point.moment, rating: point.rating.round() as i32 }
}
