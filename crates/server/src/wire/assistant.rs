//! What goes to and from the assistant. The key of an endpoint comes in and never goes out.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words;
use crate::wire::coaching::MistakeView;

/// A language of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LanguageWish {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

/// What answers a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Through {
    /// The built-in answerer. Nothing leaves the machine.
    #[default]
    Builtin,
    /// The configured endpoint.
    Endpoint,
}

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Speaker {
    /// The user.
    User,
    /// The assistant.
    Assistant,
}

/// An earlier message of the conversation.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaidWish {
    pub(crate) by: Speaker,
    pub(crate) text: String,
}

/// A question.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskWish {
    /// The question, at most 2000 characters.
    pub(crate) question: String,
    /// The position the question is about: a board, moves or a game in any text format, of which the last
    /// position counts. The starting position if missing.
    #[serde(default)]
    pub(crate) text: String,
    /// Moves played from that position.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) language: LanguageWish,
    #[serde(default)]
    pub(crate) through: Through,
    /// The conversation so far, for the endpoint. Only the latest twenty messages are used.
    #[serde(default)]
    pub(crate) said: Vec<SaidWish>,
}

/// An answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AnswerView {
    /// The answer, as plain text.
    pub(crate) text: String,
    /// What gave the answer. This is the built-in answerer if the endpoint was asked but failed.
    pub(crate) through: Through,
    /// The topic the built-in answerer recognized in the question; `unknown` if it recognized none.
    pub(crate) topic: Option<String>,
    /// What a move lost and why, if the answer is about a losing move.
    pub(crate) explained: Option<ExplainedMove>,
    /// Why the endpoint did not answer.
    pub(crate) trouble: Option<TroubleView>,
}

/// What a move lost and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExplainedMove {
    /// The position before the move.
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) mistake: MistakeView,
}

/// Why an endpoint did not answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TroubleView {
    /// The kind of failure; `off` means that no endpoint is configured.
    #[schema(schema_with = words::troubles)]
    pub(crate) code: &'static str,
    /// The HTTP status the endpoint returned, if that was the failure.
    pub(crate) status: Option<u16>,
}

/// The configuration of the assistant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AssistantView {
    /// The endpoint; null if none is configured.
    pub(crate) endpoint: Option<EndpointView>,
    /// Whether the caller can change the endpoint.
    pub(crate) changeable: bool,
    /// Recent errors, latest first.
    pub(crate) notes: Vec<NoteView>,
}

/// An endpoint, without its key.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EndpointView {
    pub(crate) url: String,
    pub(crate) model: String,
    pub(crate) has_key: bool,
    #[schema(schema_with = words::endpoint_sources)]
    pub(crate) source: &'static str,
}

/// An error of the assistant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NoteView {
    /// When it happened, in seconds since 1970.
    pub(crate) at: u64,
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

/// An endpoint to configure.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndpointWish {
    /// Its URL, `http` or `https`: up to the host, up to `/v1`, or the full URL of the completions.
    pub(crate) url: String,
    pub(crate) model: Option<String>,
    /// Its API key. If missing, the stored key is kept, provided the URL has the same origin.
    pub(crate) key: Option<String>,
}
