//! People: who one is, accounts, logging in and out, taking everything along, leaving.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use outflank_game::{KeptGame, PersonId};
use outflank_puzzles::PuzzleId;
use outflank_records::{Format, Record, to_bytes};
use outflank_store::{Account, NewAccount};
use rand::Rng;
use rand::distr::Alphanumeric;

use super::person::point;
use super::studies::record_of;
use crate::error::ApiError;
use crate::limits::{Attempt, ClientLimits};
use crate::people::{
    Caller, Passwords, People, SESSION_DAYS, WeakPassword, session_cookie, session_ended, token_hash,
};
use crate::request::ApiJson;
use crate::studies::StudiedGame;
use crate::wire::Refusal;
use crate::wire::people::{
    AccountExport, AccountWish, DeletionWish, ExportedAttempt, ExportedThing, MeView, MeWish, PasswordWish,
    SaidMessage, SessionWish,
};

/// The longest name, in characters.
const NAME_LIMIT: usize = 30;
/// The longest email address, in characters.
const EMAIL_LIMIT: usize = 200;
/// The length of the tokens of sessions and accounts, in letters and digits.
const TOKEN_LETTERS: usize = 43;
const ACCOUNT_LETTERS: usize = 16;
/// A day in milliseconds.
const DAY: i64 = 24 * 3600 * 1000;

/// The state of the handlers for accounts.
type PeopleState = Extension<Arc<People>>;
type LimitsState = Extension<Arc<ClientLimits>>;

fn me(caller: &Caller) -> MeView {
    let account = caller.logged_in();
    MeView {
        shared: !caller.is_at_home(),
        name: caller.name().to_owned(),
        account: account.is_some(),
        admin: caller.is_admin(),
        email: account.and_then(|account| account.email.clone()),
    }
}

/// Shows the identity of the caller.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = MeView)))]
pub(super) async fn show(caller: Caller) -> Json<MeView> {
    Json(me(&caller))
}

/// Sets the name of a guest, or the email address of an account.
#[utoipa::path(put, path = "/api/me", request_body = MeWish, responses(
    (status = 200, body = MeView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn rename(
    Extension(people): PeopleState,
    caller: Caller,
    ApiJson(wish): ApiJson<MeWish>,
) -> Result<Response, ApiError> {
    require_people(&caller)?;
    if let Some(account) = caller.logged_in() {
        let email =
            wish.email.map_or_else(|| Ok(account.email.clone()), |email| checked_email(Some(email)))?;
        people.studio.store.set_email(&account.person, email.as_deref()).await?;
        let view = MeView { email, ..me(&caller) };
        return Ok(Json(view).into_response());
    }
    let (name, person) = (checked_name(wish.name.as_deref().unwrap_or(""))?, caller.person());
    let Some(person) = person else { return Err(no_people()) };
    let cookie = people.guest_cookie(person, &name).await?;
    Ok(with_cookie(&cookie, Json(MeView { name, ..me(&caller) })))
}

/// Creates an account and logs in. The guest's data moves to the account.
#[utoipa::path(post, path = "/api/accounts", request_body = AccountWish, responses(
    (status = 201, body = MeView), (status = 409, body = Refusal), (status = 422, body = Refusal),
    (status = 429, body = Refusal)))]
pub(super) async fn sign_up(
    Extension(people): PeopleState,
    Extension(limits): LimitsState,
    caller: Caller,
    ApiJson(wish): ApiJson<AccountWish>,
) -> Result<Response, ApiError> {
    require_people(&caller)?;
    let (name, email) = (checked_name(&wish.name)?, checked_email(wish.email)?);
    Passwords::check(&wish.password, &name).map_err(weak)?;
    limits.attempt(Attempt::SignUp, &caller)?;
    let password = people.passwords.hash(wish.password).await?;
    let person = PersonId::account(&letters(ACCOUNT_LETTERS));
    let new = NewAccount { person, name, password, email, is_admin: false };
    let account = people.studio.store.create_account(&new).await?;
    let answer = begin_session(&people, &caller, account).await?;
    Ok((StatusCode::CREATED, answer).into_response())
}

/// Logs in. The guest's data moves to the account.
#[utoipa::path(post, path = "/api/session", request_body = SessionWish, responses(
    (status = 200, body = MeView), (status = 403, body = Refusal), (status = 429, body = Refusal)))]
pub(super) async fn log_in(
    Extension(people): PeopleState,
    Extension(limits): LimitsState,
    caller: Caller,
    ApiJson(wish): ApiJson<SessionWish>,
) -> Result<Response, ApiError> {
    require_people(&caller)?;
    limits.log_in(&people.studio.store, &caller, &wish.name).await?;
    let found = people.studio.store.account_named(&wish.name).await?;
    let (account, known) = found.unzip();
    let is_right = people.passwords.verify(wish.password, known).await?;
    let account = account.filter(|_| is_right);
    let account = account.ok_or_else(|| {
        ApiError::refused(StatusCode::FORBIDDEN, "wrong-password", "the name or the password is wrong")
    })?;
    begin_session(&people, &caller, account).await
}

/// Logs out.
#[utoipa::path(delete, path = "/api/session", responses((status = 204), (status = 404, body = Refusal)))]
pub(super) async fn log_out(Extension(people): PeopleState, caller: Caller) -> Result<Response, ApiError> {
    require_people(&caller)?;
    if let Some(token_hash) = caller.token_hash() {
        people.studio.store.end_session(token_hash).await?;
    }
    Ok(with_cookie(&session_ended(people.is_secure()), StatusCode::NO_CONTENT))
}

/// Changes the password, and ends all other sessions.
#[utoipa::path(put, path = "/api/account/password", request_body = PasswordWish, responses(
    (status = 200, body = MeView), (status = 401, body = Refusal), (status = 403, body = Refusal),
    (status = 422, body = Refusal)))]
pub(super) async fn change_password(
    Extension(people): PeopleState,
    Extension(limits): LimitsState,
    caller: Caller,
    ApiJson(wish): ApiJson<PasswordWish>,
) -> Result<Response, ApiError> {
    let account = require_password(&people, &limits, &caller, wish.old).await?;
    Passwords::check(&wish.new, &account.name).map_err(weak)?;
    let hash = people.passwords.hash(wish.new).await?;
    people.studio.store.set_password(&account.person, &hash).await?;
    begin_session(&people, &caller, account).await
}

/// Exports everything stored about the caller.
#[utoipa::path(get, path = "/api/account/export", responses(
    (status = 200, body = AccountExport), (status = 401, body = Refusal)))]
pub(super) async fn export(
    Extension(people): PeopleState,
    caller: Caller,
) -> Result<impl IntoResponse, ApiError> {
    let account = caller.logged_in().ok_or_else(no_people)?;
    let store = &people.studio.store;
    let things = store.belongings(&account.person).await?;
    let mut games = Vec::with_capacity(things.games.len());
    for id in things.games {
        // A damaged game does not keep the others from being taken along.
        if let Ok(kept) = store.game(id).await {
            games.push(ExportedThing { id: id.to_string(), text: game_text(&kept)? });
        }
    }
    let mut studies = Vec::with_capacity(things.studies.len());
    for slug in things.studies {
        if let Ok(kept) = store.study(&slug).await {
            let text = written(&record_of(&kept.content, None), Format::Sgf)?;
            studies.push(ExportedThing { id: slug, text });
        }
    }
    let club_tournaments = things.clubs.into_iter().map(|(id, text)| ExportedThing { id, text }).collect();
    let Account { name, email, is_admin: admin, created, .. } = account.clone();
    let name_of_file = HeaderValue::from_static("attachment; filename=\"outflank-account.json\"");
    let ratings = store.rating_curve(&account.person).await?.iter().map(point).collect();
    let said = store.said_by(&account.person).await?.into_iter();
    let messages = said.map(|(game, said)| SaidMessage { game, text: said.text, said: said.said }).collect();
    let tried = store.tried_puzzles(Some(&account.person)).await?.into_iter();
    let puzzles = tried.map(|tried| ExportedAttempt {
        puzzle: PuzzleId::of_number(tried.puzzle).to_string(),
        solved: tried.solved,
        moment: tried.moment,
        rating: tried.rating.round() as i32,
    });
    let puzzles = puzzles.collect();
    let all = AccountExport {
        name,
        email,
        admin,
        created,
        games,
        studies,
        club_tournaments,
        ratings,
        messages,
        puzzles,
    };
    Ok(([(header::CONTENT_DISPOSITION, name_of_file)], Json(all)))
}

/// Deletes the account with all its data. Games with other people are kept for them, without the caller's
/// name.
#[utoipa::path(post, path = "/api/account/delete", request_body = DeletionWish, responses(
    (status = 204), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn delete(
    Extension(people): PeopleState,
    Extension(limits): LimitsState,
    caller: Caller,
    ApiJson(wish): ApiJson<DeletionWish>,
) -> Result<Response, ApiError> {
    let account = require_password(&people, &limits, &caller, wish.password).await?;
    people.studio.store.delete_account(&account.person).await?;
    Ok(with_cookie(&session_ended(people.is_secure()), StatusCode::NO_CONTENT))
}

/// Starts a session, and takes over the guest's data.
async fn begin_session(people: &People, caller: &Caller, account: Account) -> Result<Response, ApiError> {
    let token = letters(TOKEN_LETTERS);
    let (store, hash) = (&people.studio.store, token_hash(&token));
    store.create_session(&hash, &account.person, SESSION_DAYS * DAY).await?;
    // Nobody keeps a session that another log-in has replaced.
    if let Some(old) = caller.token_hash() {
        store.end_session(old).await?;
    }
    if let Some(guest) = caller.known_person().filter(|person| person.is_guest()) {
        store.hand_over(guest, &account.person).await?;
    }
    let view = me(&Caller::account(account, hash, caller.address));
    Ok(with_cookie(&session_cookie(&token, people.is_secure()), Json(view)))
}

/// Finds the account of a caller who is logged in and gives its password.
async fn require_password(
    people: &People,
    limits: &ClientLimits,
    caller: &Caller,
    password: String,
) -> Result<Account, ApiError> {
    let account = caller.logged_in().ok_or_else(no_people)?;
    limits.log_in(&people.studio.store, caller, &account.name).await?;
    let known = people.studio.store.account_named(&account.name).await?.map(|(_, password)| password);
    match people.passwords.verify(password, known).await? {
        true => Ok(account.clone()),
        false => Err(ApiError::refused(StatusCode::FORBIDDEN, "wrong-password", "the password is wrong")),
    }
}

pub(super) fn require_people(caller: &Caller) -> Result<(), ApiError> {
    if caller.is_at_home() { Err(no_people()) } else { Ok(()) }
}

fn no_people() -> ApiError {
    ApiError::missing("this studio has no accounts: everything in it is yours")
}

fn weak(reason: WeakPassword) -> ApiError {
    ApiError::refused(StatusCode::UNPROCESSABLE_ENTITY, "weak-password", reason.to_string())
}

/// Validates a name: it must be short and printable.
fn checked_name(text: &str) -> Result<String, ApiError> {
    let name = text.trim();
    let letters = name.chars().count();
    if !(1..=NAME_LIMIT).contains(&letters) || name.chars().any(char::is_control) {
        let message = format!("{text:?} is not a name: 1 to {NAME_LIMIT} characters, no control characters");
        return Err(ApiError::bad(message));
    }
    Ok(name.to_owned())
}

/// Validates an email address; an empty one counts as none.
fn checked_email(text: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(text) = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let is_sound = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let is_plain = text.chars().count() <= EMAIL_LIMIT && !text.chars().any(|c| c.is_control() || c == ' ');
    if is_sound && is_plain {
        Ok(Some(text))
    } else {
        Err(ApiError::bad(format!("{text:?} is not an address")))
    }
}

fn letters(count: usize) -> String {
    rand::rng().sample_iter(Alphanumeric).take(count).map(char::from).collect()
}

fn with_cookie(cookie: &str, answer: impl IntoResponse) -> Response {
    (AppendHeaders([(header::SET_COOKIE, cookie.to_owned())]), answer).into_response()
}

fn game_text(kept: &KeptGame) -> Result<String, ApiError> {
    written(&StudiedGame::of_kept(kept).record, Format::Ggf)
}

fn written(record: &Record, format: Format) -> Result<String, ApiError> {
    let bytes = to_bytes([record], format).map_err(|error| ApiError::internal(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
