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

/// Who answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Through {
    /// The built-in answerer: nothing leaves the machine.
    #[default]
    Builtin,
    /// The endpoint that was set up.
    Endpoint,
}

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Speaker {
    /// The person.
    User,
    /// The assistant.
    Assistant,
}

/// Something that was said before.
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
    /// At most 2000 characters.
    pub(crate) question: String,
    /// The position it is about: a board, moves or a game in any text format, whose last position is meant;
    /// the start if missing.
    #[serde(default)]
    pub(crate) text: String,
    /// Moves made after that.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    pub(crate) language: LanguageWish,
    #[serde(default)]
    pub(crate) through: Through,
    /// What was said before, for the endpoint; the latest twenty count.
    #[serde(default)]
    pub(crate) said: Vec<SaidWish>,
}

/// An answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AnswerView {
    /// Plain text.
    pub(crate) text: String,
    /// Who gave it: the built-in answerer also if the endpoint was asked and is in trouble.
    pub(crate) through: Through,
    /// What the built-in answerer took the question to be about; `unknown` if it does not know.
    pub(crate) topic: Option<String>,
    /// What a move lost and why, if the answer is about one that did.
    pub(crate) explained: Option<ExplainedMove>,
    /// Why the endpoint did not answer.
    pub(crate) trouble: Option<TroubleView>,
}

/// What a move lost and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExplainedMove {
    /// The position before it.
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) mistake: MistakeView,
}

/// Why an endpoint did not answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TroubleView {
    /// `off` means that none is set up.
    #[schema(schema_with = words::troubles)]
    pub(crate) code: &'static str,
    /// What it answered with, if that was the trouble.
    pub(crate) status: Option<u16>,
}

/// How the assistant is set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AssistantView {
    /// The endpoint; null if none is set up.
    pub(crate) endpoint: Option<EndpointView>,
    /// Whether it can be changed here.
    pub(crate) changeable: bool,
    /// What went wrong lately, the latest first.
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

/// Something that went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NoteView {
    /// In seconds since 1970.
    pub(crate) at: u64,
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

/// An endpoint to be set up.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndpointWish {
    /// Its address, `http` or `https`: up to the host, up to `/v1`, or that of the completions.
    pub(crate) url: String,
    pub(crate) model: Option<String>,
    /// Its key; without one the key that is kept stays, if the address is of the same place.
    pub(crate) key: Option<String>,
}
