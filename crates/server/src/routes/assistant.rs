//! The assistant: questions, and how it is set up.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};

use crate::assistant::{
    AnswerLanguage, Endpoint, EndpointSource, Facts, QuestionLine, Said, SettingsError, answer, brief,
    square_in,
};
use crate::error::ApiError;
use crate::hosting::Hosting;
use crate::limits::QUESTIONS_A_DAY;
use crate::people::Caller;
use crate::request::ApiJson;
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::Refusal;
use crate::wire::assistant::{
    AnswerView, AskWish, AssistantView, EndpointView, EndpointWish, ExplainedMove, LanguageWish, NoteView,
    Speaker, Through, TroubleView,
};

/// The longest question, in characters.
const LONGEST: usize = 2000;
/// How many earlier messages are passed on, and how much of each.
const SAID: usize = 20;
const SAID_LONGEST: usize = 4000;

/// Answers a question about the rules, the studio, or a position.
///
/// The endpoint is asked only if the question requests it.
#[utoipa::path(post, path = "/api/assistant", request_body = AskWish, responses(
    (status = 200, body = AnswerView), (status = 422, body = Refusal)))]
pub(super) async fn ask(
    State(studio): State<Arc<Studio>>,
    caller: Caller,
    viewer: Viewer,
    ApiJson(wish): ApiJson<AskWish>,
) -> Result<Json<AnswerView>, ApiError> {
    let question = wish.question.trim();
    let length = question.chars().count();
    if !(1..=LONGEST).contains(&length) {
        return Err(ApiError::bad(format!(
            "a question has 1 to {LONGEST} characters; this one has {length}"
        )));
    }
    let line = QuestionLine::parse(&wish.text, &wish.moves)?;
    studio.require_not_in_contest(line.position(), &viewer).await?;
    let _place = studio.engines.question()?;
    let language = match wish.language {
        LanguageWish::En => AnswerLanguage::English,
        LanguageWish::Ja => AnswerLanguage::Japanese,
    };
    let trouble = match wish.through {
        Through::Builtin => None,
        Through::Endpoint => match studio.assistant.endpoint() {
            None => Some(TroubleView { code: "off", status: None }),
            Some(_) if !may_ask(&studio, &caller).await? => {
                Some(TroubleView { code: "used-up", status: None })
            }
            Some((endpoint, _)) => {
                let facts = Facts::all(&studio.engines, &line, square_in(question)).await;
                let said: Vec<Said> = said(&wish);
                match studio.assistant.ask(&endpoint, brief(&facts, language), &said, question).await {
                    Ok(text) => {
                        let (through, topic, explained, trouble) = (Through::Endpoint, None, None, None);
                        return Ok(Json(AnswerView { text, through, topic, explained, trouble }));
                    }
                    Err(trouble) => Some(TroubleView { code: trouble.code(), status: trouble.status() }),
                }
            }
        },
    };
    let found = answer(&studio.engines, &line, question, language).await;
    let explained =
        found.explained.map(|one| ExplainedMove { board: one.position.to_string(), mistake: one.mistake });
    let (text, topic) = (found.text, Some(found.topic));
    Ok(Json(AnswerView { text, through: Through::Builtin, topic, explained, trouble }))
}

/// Counts a question sent to the endpoint; returns whether the caller may ask it.
async fn may_ask(studio: &Studio, caller: &Caller) -> Result<bool, ApiError> {
    if caller.is_admin() {
        return Ok(true);
    }
    let (of_account, of_guests) = QUESTIONS_A_DAY;
    let most = if caller.logged_in().is_some() { of_account } else { of_guests };
    Ok(studio.store.use_quota(&caller.payer(), "assistant", most).await?)
}

fn said(wish: &AskWish) -> Vec<Said> {
    let latest = &wish.said[wish.said.len().saturating_sub(SAID)..];
    let short = |text: &str| text.chars().take(SAID_LONGEST).collect();
    latest
        .iter()
        .map(|said| Said { by_assistant: said.by == Speaker::Assistant, text: short(&said.text) })
        .collect()
}

/// Shows the configuration of the assistant, without any key, and recent errors.
#[utoipa::path(get, path = "/api/assistant", responses((status = 200, body = AssistantView)))]
pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Extension(hosting): Extension<Arc<Hosting>>,
    caller: Caller,
) -> Json<AssistantView> {
    Json(view(&studio, &hosting, &caller))
}

fn view(studio: &Studio, hosting: &Hosting, caller: &Caller) -> AssistantView {
    // Where questions go and what went wrong there is for those who set it up.
    let is_admin = caller.is_admin();
    let shown = |text: String| if is_admin { text } else { String::new() };
    let endpoint = studio.assistant.endpoint().map(|(endpoint, source)| EndpointView {
        url: shown(endpoint.shown()),
        model: shown(endpoint.model().to_owned()),
        has_key: endpoint.has_key(),
        source: match source {
            EndpointSource::Settings => "settings",
            EndpointSource::Environment => "environment",
        },
    });
    let notes = studio.assistant.journal.notes().into_iter().filter(|_| is_admin);
    AssistantView {
        endpoint,
        changeable: is_admin && hosting.has_settings() && studio.assistant.can_keep(),
        notes: notes.map(|note| NoteView { at: note.at, code: note.code, text: note.text }).collect(),
    }
}

/// Configures an endpoint.
///
/// On a local studio its one user may do this, on a public server only the admin: anyone else could have
/// questions sent anywhere.
#[utoipa::path(put, path = "/api/assistant/endpoint", request_body = EndpointWish, responses(
    (status = 200, body = AssistantView), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn set(
    State(studio): State<Arc<Studio>>,
    Extension(hosting): Extension<Arc<Hosting>>,
    caller: Caller,
    ApiJson(wish): ApiJson<EndpointWish>,
) -> Result<Json<AssistantView>, ApiError> {
    let endpoint = Endpoint::new(&wish.url, wish.model.as_deref(), wish.key.as_deref()).map_err(refusal)?;
    change(&studio, &hosting, &caller, Some(endpoint))
}

/// Removes the endpoint configured here; one configured by the environment remains.
#[utoipa::path(delete, path = "/api/assistant/endpoint", responses(
    (status = 200, body = AssistantView), (status = 403, body = Refusal)))]
pub(super) async fn forget(
    State(studio): State<Arc<Studio>>,
    Extension(hosting): Extension<Arc<Hosting>>,
    caller: Caller,
) -> Result<Json<AssistantView>, ApiError> {
    change(&studio, &hosting, &caller, None)
}

fn change(
    studio: &Studio,
    hosting: &Hosting,
    caller: &Caller,
    endpoint: Option<Endpoint>,
) -> Result<Json<AssistantView>, ApiError> {
    if !hosting.has_settings() || !caller.is_admin() {
        return Err(ApiError::forbidden(
            "this server is open to other machines: set OUTFLANK_ASSISTANT_URL, _MODEL and _KEY in its environment \
             instead",
        ));
    }
    studio.assistant.set(endpoint).map_err(refusal)?;
    Ok(Json(view(studio, hosting, caller)))
}

fn refusal(error: SettingsError) -> ApiError {
    match error {
        SettingsError::File(..) => ApiError::internal(error.to_string()),
        _ => ApiError::bad(error.to_string()),
    }
}
