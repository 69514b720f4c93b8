//! Asking an endpoint that speaks the OpenAI interface, with a limit to everything: time, size, trust.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::AUTHORIZATION;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use serde::{Deserialize, Serialize};

use super::settings::Endpoint;

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// The largest answer, in bytes, and the longest text in it, in characters.
const LARGEST: usize = 256 * 1024;
const LONGEST: usize = 20_000;
/// How much of a refusal is noted, in bytes.
const EXCERPT: usize = 300;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndpointTrouble {
    /// Nobody answers there.
    Unreachable,
    /// It took too long.
    Slow,
    /// The question was refused, with this status.
    Refused(u16),
    /// There were too many questions.
    Busy,
    /// The endpoint failed, with this status.
    Broken(u16),
    /// The answer is none.
    Malformed,
    /// The answer is too large.
    Oversized,
}

impl EndpointTrouble {
    /// Names it in a word.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            EndpointTrouble::Unreachable => "unreachable",
            EndpointTrouble::Slow => "slow",
            EndpointTrouble::Refused(_) => "refused",
            EndpointTrouble::Busy => "busy",
            EndpointTrouble::Broken(_) => "broken",
            EndpointTrouble::Malformed => "malformed",
            EndpointTrouble::Oversized => "oversized",
        }
    }

    /// Returns the status that the endpoint answered with, if that was the trouble.
    pub(crate) const fn status(self) -> Option<u16> {
        match self {
            EndpointTrouble::Refused(status) | EndpointTrouble::Broken(status) => Some(status),
            EndpointTrouble::Busy => Some(429),
            _ => None,
        }
    }
}

/// Something that was said before.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// Whether the assistant said it.
    pub(crate) by_assistant: bool,
    pub(crate) text: String,
}

/// A message as the interface has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ChatMessage {
    role: &'static str,
    content: String,
}

#[derive(Serialize)]
struct ChatRequest<'m> {
    #[serde(skip_serializing_if = "str::is_empty")]
    model: &'m str,
    messages: &'m [ChatMessage],
    stream: bool,
}

#[derive(Deserialize)]
struct ChatReply {
    choices: Vec<ChatChoice>,
}

#[derive(Deserialize)]
struct ChatChoice {
    message: ChatContent,
}

#[derive(Deserialize)]
struct ChatContent {
    content: Option<String>,
}

/// Puts together what is sent.
pub(super) fn messages(briefing: String, said: &[Said], question: &str) -> Vec<ChatMessage> {
    let mut messages = vec![ChatMessage { role: "system", content: briefing }];
    messages.extend(said.iter().map(|said| ChatMessage {
        role: if said.by_assistant { "assistant" } else { "user" },
        content: said.text.clone(),
    }));
    messages.push(ChatMessage { role: "user", content: question.to_owned() });
    messages
}

/// Asks; what goes wrong comes with details for the journal.
pub(super) async fn ask(
    endpoint: &Endpoint,
    messages: &[ChatMessage],
    patience: Duration,
) -> Result<String, (EndpointTrouble, String)> {
    let client = client(endpoint).map_err(|error| (EndpointTrouble::Unreachable, causes(&error)))?;
    let question = ChatRequest { model: endpoint.model(), messages, stream: false };
    let mut request = client.post(endpoint.url().clone()).timeout(patience).json(&question);
    if let Ok(Some(authorization)) = endpoint.authorization() {
        request = request.header(AUTHORIZATION, authorization);
    }
    let response = request.send().await.map_err(|error| trouble_of(&error))?;
    let status = response.status();
    if status.is_success() {
        return text_of(&read(response, LARGEST).await?);
    }
    let trouble = match status {
        StatusCode::TOO_MANY_REQUESTS => EndpointTrouble::Busy,
        status if status.is_server_error() => EndpointTrouble::Broken(status.as_u16()),
        status => EndpointTrouble::Refused(status.as_u16()),
    };
    let said = read_some(response).await;
    Err((trouble, format!("{status}: {}", String::from_utf8_lossy(&said))))
}

/// Makes a client. It goes where it was told and nowhere else; machines of one's own are reached without a
/// proxy.
fn client(endpoint: &Endpoint) -> Result<Client, reqwest::Error> {
    static CRYPTOGRAPHY: OnceLock<()> = OnceLock::new();
    CRYPTOGRAPHY.get_or_init(|| {
        // Another part of the program may have chosen already.
        let _chosen_already = rustls::crypto::ring::default_provider().install_default();
    });
    let builder = Client::builder().connect_timeout(CONNECTING).redirect(Policy::none());
    // Without encryption nobody's certificates are needed: machines that have none can ask their own.
    let builder = if endpoint.url().scheme() == "http" { builder.tls_certs_only([]) } else { builder };
    let host = endpoint.url().host_str().unwrap_or_default();
    let near =
        host == "localhost" || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
    if near { builder.no_proxy().build() } else { builder.build() }
}

fn trouble_of(error: &reqwest::Error) -> (EndpointTrouble, String) {
    let trouble = if error.is_connect() {
        EndpointTrouble::Unreachable
    } else if error.is_timeout() {
        EndpointTrouble::Slow
    } else if error.is_body() || error.is_decode() {
        EndpointTrouble::Malformed
    } else {
        EndpointTrouble::Unreachable
    };
    (trouble, causes(error))
}

/// Writes an error with its causes, without the address, which may hold a secret.
fn causes(error: &reqwest::Error) -> String {
    let mut text = "cannot be asked".to_owned();
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

/// Reads an answer up to a size.
async fn read(mut response: Response, limit: usize) -> Result<Vec<u8>, (EndpointTrouble, String)> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| trouble_of(&error))? {
        if bytes.len() + chunk.len() > limit {
            return Err((EndpointTrouble::Oversized, format!("the answer has more than {limit} bytes")));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Reads the beginning of a refusal.
async fn read_some(mut response: Response) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        bytes.extend_from_slice(&chunk);
        if bytes.len() >= EXCERPT {
            break;
        }
    }
    bytes.truncate(EXCERPT);
    bytes
}

/// Finds the text in an answer.
fn text_of(bytes: &[u8]) -> Result<String, (EndpointTrouble, String)> {
    let malformed = |why: String| (EndpointTrouble::Malformed, why);
    let reply: ChatReply = serde_json::from_slice(bytes).map_err(|error| malformed(error.to_string()))?;
    let first = reply.choices.into_iter().next().and_then(|choice| choice.message.content);
    let text = first.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| malformed("there is no text in the answer".to_owned()))?;
    if text.chars().count() > LONGEST {
        return Err((EndpointTrouble::Oversized, format!("the text has more than {LONGEST} characters")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_answer_is_found_or_missed() {
        let text = |json: &str| text_of(json.as_bytes()).map_err(|(trouble, _)| trouble);
        let good = r#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":" f5. "}}]}"#;
        assert_eq!(text(good), Ok("f5.".to_owned()));
        for bad in [
            "",
            "<html>",
            "{}",
            r#"{"choices":[]}"#,
            r#"{"choices":[{"message":{"content":null}}]}"#,
            r#"{"choices":[{"message":{"content":"  "}}]}"#,
            r#"{"choices":[{"message":{"content":7}}]}"#,
        ] {
            assert_eq!(text(bad), Err(EndpointTrouble::Malformed), "{bad}");
        }
        let long = format!(r#"{{"choices":[{{"message":{{"content":"{}"}}}}]}}"#, "x".repeat(LONGEST + 1));
        assert_eq!(text(&long), Err(EndpointTrouble::Oversized));
    }

    #[test]
    fn what_was_said_before_stands_between_the_briefing_and_the_question() {
        let said = [(false, "Hi"), (true, "Hello")]
            .map(|(by_assistant, text)| Said { by_assistant, text: text.to_owned() });
        let messages = messages("facts".to_owned(), &said, "And now?");
        let roles: Vec<&str> = messages.iter().map(|message| message.role).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
        assert_eq!(messages[3].content, "And now?");
    }
}
