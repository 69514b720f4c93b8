//! The door: every request of a public server passes it, and the table of permissions decides.

use std::sync::Arc;

use axum::RequestExt;
use axum::extract::{MatchedPath, RawPathParams, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use outflank_game::{GameRights, KeptGame, PersonId};
use outflank_rules::Color;
use outflank_store::StoreError;

use super::permissions::{self, Permission, Role, Thing};
use super::{Caller, People};
use crate::error::ApiError;
use crate::rated::is_public;
use crate::seats::Viewer;
use crate::socket::shown_key;
use crate::studio::Studio;

/// Lets a request pass if whoever makes it may.
pub(crate) async fn door(State(people): State<Arc<People>>, mut request: Request, next: Next) -> Response {
    if people.hosting.site().is_none() || !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    match pass(&people.studio, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

async fn pass(studio: &Arc<Studio>, request: &mut Request) -> Result<(), ApiError> {
    let Some(path) = request.extensions().get::<MatchedPath>().cloned() else {
        // There is nothing under this path: whoever answers says so.
        return Ok(());
    };
    let method = request.method().clone();
    let Some(row) = permissions::of(method.as_str(), path.as_str()) else {
        return match method {
            Method::OPTIONS => Ok(()),
            _ => Err(ApiError::forbidden(format!("{method} {} is not allowed", path.as_str()))),
        };
    };
    let caller: Caller = request.extract_parts().await.unwrap_or_else(|never| match never {});
    let roles = roles(studio, row, &caller, request).await?;
    if row.allows(&roles) {
        return Ok(());
    }
    Err(refusal(row, &caller))
}

/// Says why somebody may not. What is somebody else's is not there for others.
fn refusal(row: &Permission, caller: &Caller) -> ApiError {
    if row.roles.contains(&Role::Guest) && caller.known_person().is_none() {
        return ApiError::forbidden("this needs the cookie that GET /api/me sets");
    }
    if row.roles.contains(&Role::Account) && caller.logged_in().is_none() {
        return ApiError::refused(StatusCode::UNAUTHORIZED, "log-in", "log in first");
    }
    match row.thing {
        Thing::Server => ApiError::forbidden("only the admin of this server may do this"),
        Thing::Game => ApiError::forbidden("this game belongs to others"),
        Thing::Study => ApiError::forbidden("this study belongs to somebody else"),
        Thing::Entry => ApiError::forbidden("this game belongs to others"),
        Thing::Club => ApiError::forbidden("only the organiser of this tournament may do this"),
        Thing::Import => ApiError::forbidden("this import belongs to somebody else"),
        Thing::Run => ApiError::forbidden("this was started by somebody else"),
    }
}

/// Finds what somebody is to the server and to what a request names.
async fn roles(
    studio: &Arc<Studio>,
    row: &Permission,
    caller: &Caller,
    request: &mut Request,
) -> Result<Vec<Role>, ApiError> {
    let mut roles = vec![match (caller.logged_in(), caller.known_person()) {
        (Some(account), _) if account.is_admin => Role::Admin,
        (Some(_), _) => Role::Account,
        (None, Some(_)) => Role::Guest,
        (None, None) => Role::Stranger,
    }];
    let named = match row.thing {
        Thing::Server => return Ok(roles),
        _ => last_parameter(request).await,
    };
    let number = || named.parse::<i64>().ok();
    match row.thing {
        Thing::Server => {}
        Thing::Study => match studio.store.study_owner(&named).await {
            Ok(owner) => roles.extend(owned(owner.as_ref(), caller)),
            // Whoever answers says that it is missing.
            Err(StoreError::NoStudy { .. }) => return Ok(Role::ALL.to_vec()),
            Err(error) => return Err(error.into()),
        },
        Thing::Club => match studio.store.club_owner(&named).await {
            Ok(owner) => roles.extend(owned(owner.as_ref(), caller)),
            Err(StoreError::NoClub { .. }) => return Ok(Role::ALL.to_vec()),
            Err(error) => return Err(error.into()),
        },
        Thing::Import => match named.parse() {
            // What is not there is nobody's: whoever may not see imports does not learn which there are.
            Ok(id) => roles
                .extend(studio.import(id).await.ok().and_then(|(owner, _)| owned(owner.as_ref(), caller))),
            Err(_) => return Ok(Role::ALL.to_vec()),
        },
        Thing::Run => {
            let owner = studio.workshop.find(&named).and_then(|run| run.owner());
            roles.extend(owned(owner.as_ref(), caller));
        }
        Thing::Entry => match number() {
            Some(key) => roles.extend(entry_roles(studio, key, caller, row.method == "GET").await?),
            None => return Ok(Role::ALL.to_vec()),
        },
        Thing::Game => match number() {
            Some(id) => roles.extend(
                game_roles(studio, id, caller, row, shown_key(request.headers(), request.uri())).await?,
            ),
            None => return Ok(Role::ALL.to_vec()),
        },
    }
    Ok(roles)
}

/// Returns what the path names.
async fn last_parameter(request: &mut Request) -> String {
    let parameters = request.extract_parts::<RawPathParams>().await;
    let first = parameters.ok().and_then(|all| all.iter().next().map(|(_, value)| value.to_owned()));
    first.unwrap_or_default()
}

fn owned(owner: Option<&PersonId>, caller: &Caller) -> Option<Role> {
    (owner.is_some() && owner == caller.person()).then_some(Role::Owner)
}

/// Finds what somebody is to a game of the library: that with the key, or else the one played under it.
async fn entry_roles(
    studio: &Studio,
    key: i64,
    caller: &Caller,
    is_look: bool,
) -> Result<Vec<Role>, ApiError> {
    let rights = match studio.store.library_rights(key).await {
        Err(StoreError::NoGame { .. }) if is_look => match studio.store.library_game_numbered(key).await {
            Ok(row) => studio.store.library_rights(row.key).await?,
            Err(StoreError::NoGame { .. }) => return Ok(Role::ALL.to_vec()),
            Err(error) => return Err(error.into()),
        },
        Err(StoreError::NoGame { .. }) => return Ok(Role::ALL.to_vec()),
        found => found?,
    };
    Ok(roles_by(&rights, caller, is_look))
}

/// Returns what rights make of somebody; what is everybody's may be looked at.
fn roles_by(rights: &GameRights, caller: &Caller, is_look: bool) -> Vec<Role> {
    let mut roles: Vec<Role> = owned(rights.owner.as_ref(), caller).into_iter().collect();
    if rights.people.iter().flatten().any(|person| Some(person) == caller.person()) {
        roles.push(Role::Player);
    }
    if rights.owner.is_none() && is_look {
        roles.push(Role::Watcher);
    }
    roles
}

/// Finds what somebody is to a game. Who shows the key of a seat for the first time takes it.
async fn game_roles(
    studio: &Arc<Studio>,
    id: i64,
    caller: &Caller,
    row: &Permission,
    key: Option<String>,
) -> Result<Vec<Role>, ApiError> {
    let live = studio.live(id);
    let kept = match studio.look_at(&live).await {
        Err(StoreError::NoGame { .. }) if row.path == "/api/games/{id}" && row.method == "GET" => {
            // The number may be the key that a game has in the library.
            let named = studio.store.library_game(id).await.ok().and_then(|row| row.game.game);
            let Some(named) = named else { return Ok(Role::ALL.to_vec()) };
            studio.look_at(&studio.live(named)).await?
        }
        Err(StoreError::NoGame { .. }) => return Ok(Role::ALL.to_vec()),
        found => found?,
    };
    let viewer = Viewer::with_key(key).of(caller);
    let kept = sit_down(studio, &kept, &viewer, caller).await?;
    Ok(roles_in(&kept, &viewer, caller))
}

fn roles_in(kept: &KeptGame, viewer: &Viewer, caller: &Caller) -> Vec<Role> {
    let mut roles = Vec::new();
    roles.extend(owned(kept.rights.owner.as_ref(), caller));
    if Color::BOTH.into_iter().any(|side| viewer.sits(kept, side)) {
        roles.push(Role::Player);
    }
    if viewer.may_watch(kept) || is_public(kept) {
        roles.push(Role::Watcher);
    }
    roles
}

/// Gives a seat to whoever is known and shows its key first: from then on the key alone is nobody's.
async fn sit_down(
    studio: &Arc<Studio>,
    kept: &Arc<KeptGame>,
    viewer: &Viewer,
    caller: &Caller,
) -> Result<Arc<KeptGame>, ApiError> {
    let Some(person) = caller.known_person() else { return Ok(Arc::clone(kept)) };
    let is_free = |side: Color| kept.rights.people[side as usize].is_none() && viewer.has_key_of(kept, side);
    let Some(side) = Color::BOTH.into_iter().find(|&side| is_free(side)) else { return Ok(Arc::clone(kept)) };
    let live = studio.live(kept.id);
    let _turn = live.turn.lock().await;
    let kept = studio.kept(&live).await?;
    if kept.rights.people[side as usize].is_some() {
        return Ok(kept);
    }
    let mut rights = kept.rights.clone();
    rights.people[side as usize] = Some(person.clone());
    Ok(live.keep(studio.store.set_rights(&kept, rights).await?))
}

/// Refuses those who may not look at a game that a request names elsewhere than in its path.
pub(crate) fn require_look(kept: &KeptGame, viewer: &Viewer) -> Result<(), ApiError> {
    let caller = viewer.caller();
    let may = caller.is_none_or(|caller| {
        caller.is_at_home() || caller.is_admin() || !roles_in(kept, viewer, caller).is_empty()
    });
    if may { Ok(()) } else { Err(ApiError::forbidden(format!("game {} belongs to others", kept.id))) }
}

/// Refuses those who may not look at a game of the library.
pub(crate) async fn require_look_at_entry(
    studio: &Studio,
    key: i64,
    viewer: &Viewer,
) -> Result<(), ApiError> {
    let Some(caller) = viewer.caller().filter(|caller| !caller.is_at_home() && !caller.is_admin()) else {
        return Ok(());
    };
    if roles_by(&studio.store.library_rights(key).await?, caller, true).is_empty() {
        return Err(ApiError::forbidden(format!("game {key} of the library belongs to others")));
    }
    Ok(())
}
