//! What people who do not sit together do in a game: take the open seat, offer and answer, claim.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use outflank_game::{
    ClaimRefused, Ending, GameInPlay, GameResult, KeptGame, OfferKind, OfferRefused, Offered, Offers,
};
use outflank_rules::Color;
use outflank_store::NewGame;

use super::StudioState;
use super::checks::name;
use super::games::rematch_of;
use crate::contest::seat_of;
use crate::error::ApiError;
use crate::hearing::PassingNews;
use crate::live_game::{GameNews, LiveGame};
use crate::people::Caller;
use crate::rated::may_join;
use crate::request::{ApiJson, ApiPath};
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::remote::{ClaimWish, ClaimedResult, JoinWish, OfferDeed, OfferWish};
use crate::wire::{Created, GameView, Refusal};

/// Takes the open seat of a game. This uses up the invitation: nobody else can take the seat with it.
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = i64, Path)), request_body = JoinWish, responses(
    (status = 201, body = Created), (status = 404, body = Refusal), (status = 409, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn join(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    caller: Caller,
    ApiJson(wish): ApiJson<JoinWish>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let called = name(&wish.name)?;
    let live = studio.live(id);
    let turn = live.turn.lock().await;
    let kept = studio.kept(&live).await?;
    let open = kept.remote.open_seat.filter(|_| !kept.game.is_over());
    let Some(side) = open.filter(|_| kept.remote.invitation.as_deref() == Some(&wish.invitation)) else {
        let message = format!("game {id} is not waiting for anybody, or the invitation is for another game");
        return Err(ApiError::conflict("invitation-used", message));
    };
    may_join(&kept, &caller)?;
    // In a rated game everybody goes by the name of the account.
    let account = caller.logged_in().filter(|_| kept.remote.is_rated);
    let called = account.map_or(called, |account| account.name.clone());
    let kept = studio.store.take_seat(&kept, &called, caller.known_person()).await?;
    let kept = studio.settle(&live, kept);
    drop(turn);
    let key = kept.key(side).map(str::to_owned);
    let viewer = Viewer::with_key(key.clone());
    let created = Created { game: studio.show(&kept, &viewer), key, invitation: None };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Makes an offer to the other player, or responds to theirs: a take-back, a draw, an adjournment, a rematch.
#[utoipa::path(post, path = "/api/games/{id}/offers", params(("id" = i64, Path)), request_body = OfferWish, responses(
    (status = 200, body = GameView), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn offer(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<OfferWish>,
) -> Result<Json<GameView>, ApiError> {
    let live = studio.live(id);
    let turn = live.turn.lock().await;
    let kept = studio.present_game(&live).await?;
    let by = player(&kept, &viewer)?;
    let kind = OfferKind::from(wish.kind);
    let now = studio.store.now();
    let mut offers = kept.remote.offers.clone();
    let agreed = match wish.deed {
        OfferDeed::Offer => {
            kept.may_offer(by, kind, now)?;
            offers.offer(by, kind, kept.offer_moment(now))? == Offered::Agreed
        }
        OfferDeed::Accept => {
            offers.accept(by, kind)?;
            kept.may_offer(!by, kind, now)?;
            true
        }
        OfferDeed::Decline => {
            offers.decline(by, kind, kept.offer_moment(now))?;
            false
        }
        OfferDeed::Withdraw => {
            offers.withdraw(by, kind)?;
            false
        }
    };
    let kept = if agreed {
        agree(&studio, &live, &kept, (kind, !by), offers).await?
    } else {
        let kept = studio.store.set_offers(&kept, offers).await?;
        studio.settle_quietly(&live, kept)
    };
    drop(turn);
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Carries out what both players agreed to. The turn must be held.
async fn agree(
    studio: &Arc<Studio>,
    live: &Arc<LiveGame>,
    kept: &Arc<KeptGame>,
    (kind, offered_by): (OfferKind, Color),
    offers: Offers,
) -> Result<Arc<KeptGame>, ApiError> {
    let waiting = kept.waiting(studio.store.now());
    let mut game: GameInPlay = kept.game.clone();
    match kind {
        OfferKind::TakeBack => {
            let to = kept.taken_back_to(offered_by).ok_or(OfferRefused::Impossible(kind))?;
            game.take_back_without_time(to, waiting);
        }
        OfferKind::Draw => {
            game.end(GameResult { ending: Ending::Agreed, winner: None });
        }
        OfferKind::Adjourn => {
            game.adjourn(waiting);
        }
        OfferKind::Resume => {
            let (sides, _) = studio.store.presence(kept.id).await?;
            if !sides[offered_by as usize].is_here() {
                return Err(ApiError::conflict("not-here", "the other player is not there at the moment"));
            }
            game.resume();
        }
        OfferKind::Rematch => return play_again(studio, live, kept, offers).await,
    }
    studio.put(live, kept, game).await
}

/// Starts the rematch of two players who agreed to one; if two servers try at once, only one starts it. The
/// turn must be held.
async fn play_again(
    studio: &Arc<Studio>,
    live: &Arc<LiveGame>,
    kept: &Arc<KeptGame>,
    offers: Offers,
) -> Result<Arc<KeptGame>, ApiError> {
    let new: NewGame = rematch_of(kept)?;
    let begun = studio.begin(new).await?;
    match studio.store.set_rematch(kept, offers, begun.id).await {
        Ok(noted) => {
            let noted = studio.settle_quietly(live, noted);
            live.tell(GameNews::Rematch(Arc::new((KeptGame::clone(&noted), KeptGame::clone(&begun)))));
            studio.pass_on(&PassingNews::Rematch { old: noted.id, new: begun.id });
            Ok(noted)
        }
        Err(error) => {
            studio.store.delete(begun.id).await?;
            studio.forget(&studio.live(begun.id));
            Err(error.into())
        }
    }
}

/// Claims a game whose other player has been absent for too long, which ends it.
#[utoipa::path(post, path = "/api/games/{id}/claim", params(("id" = i64, Path)), request_body = ClaimWish, responses(
    (status = 200, body = GameView), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
pub(super) async fn claim(
    State(studio): StudioState,
    ApiPath(id): ApiPath<i64>,
    viewer: Viewer,
    ApiJson(wish): ApiJson<ClaimWish>,
) -> Result<Json<GameView>, ApiError> {
    let live = studio.live(id);
    let turn = live.turn.lock().await;
    let kept = studio.present_game(&live).await?;
    let by = player(&kept, &viewer)?;
    let (sides, now) = studio.store.presence(id).await?;
    kept.may_claim(by, sides[!by as usize].away_since, now)?;
    let mut game = kept.game.clone();
    game.end(match wish.result {
        ClaimedResult::Win => GameResult::lost_by(Ending::Forfeited, !by),
        ClaimedResult::Draw => GameResult { ending: Ending::Adjudicated, winner: None },
    });
    let kept = studio.put(&live, &kept, game).await?;
    drop(turn);
    Ok(Json(studio.show(&kept, &viewer)))
}

/// Returns the side of the caller, who must be a player in a game between people.
fn player(kept: &KeptGame, viewer: &Viewer) -> Result<Color, ApiError> {
    if !kept.is_by_invitation() {
        let message = format!("game {} is not between people elsewhere, so nobody has to agree", kept.id);
        return Err(ApiError::conflict("no-consent-needed", message));
    }
    seat_of(kept, viewer).ok_or_else(|| ApiError::forbidden(format!("you do not play in game {}", kept.id)))
}

impl From<OfferRefused> for ApiError {
    fn from(refused: OfferRefused) -> ApiError {
        let code = match refused {
            OfferRefused::Impossible(_) => "not-now",
            OfferRefused::TooSoon { .. } | OfferRefused::TooFewMoves(_) => "too-soon",
            OfferRefused::NoOffer(_) => "no-offer",
        };
        ApiError::conflict(code, refused.to_string())
    }
}

impl From<ClaimRefused> for ApiError {
    fn from(refused: ClaimRefused) -> ApiError {
        ApiError::conflict("no-claim", refused.to_string())
    }
}
