//! An assistant and endpoints that fail in every way.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use tokio::net::TcpListener;

use super::*;

const GOOD: &str = r#"{"choices":[{"message":{"role":"assistant","content":"Play <b>f5</b>."}}]}"#;

/// What an endpoint was asked: the authorization and the body.
type Heard = Arc<Mutex<Vec<(Option<String>, String)>>>;

/// An endpoint that gives the same answer to every question, after a while.
async fn endpoint(
    pause: Duration,
    answer: impl Fn() -> Response + Clone + Send + Sync + 'static,
) -> (String, Heard) {
    let heard = Heard::default();
    let noted = Arc::clone(&heard);
    let app = Router::new().route(
        "/v1/chat/completions",
        post(move |headers: HeaderMap, body: Bytes| {
            let authorization =
                headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap().to_owned());
            noted.lock().unwrap().push((authorization, String::from_utf8_lossy(&body).into_owned()));
            let answer = answer.clone();
            async move {
                tokio::time::sleep(pause).await;
                answer()
            }
        }),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, app).await });
    (address, heard)
}

/// Asks an endpoint with little patience; returns the answer and what was noted.
async fn asked(url: &str) -> (Result<String, EndpointTrouble>, String) {
    let environment = |name: &str| (name == "OUTFLANK_ASSISTANT_SECONDS").then(|| "1.5".to_owned());
    let assistant = Assistant::open(None, &environment);
    let endpoint = Endpoint::new(url, Some("small"), Some("sk-secret")).unwrap();
    let answer = assistant.ask(&endpoint, "facts".to_owned(), &[], "Where?").await;
    let notes = assistant.journal.notes().into_iter().map(|note| note.text).collect::<Vec<_>>().join("\n");
    assert!(!notes.contains("sk-secret"), "{notes}");
    (answer, notes)
}

/// Asks an endpoint that answers at once.
async fn trouble(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (EndpointTrouble, String) {
    let (url, _) = endpoint(Duration::ZERO, answer).await;
    let (answer, notes) = asked(&url).await;
    (answer.unwrap_err(), notes)
}

#[tokio::test]
async fn a_question_goes_out_with_facts_model_and_key_and_the_answer_comes_as_it_is() {
    let (url, heard) = endpoint(Duration::ZERO, || GOOD.into_response()).await;
    assert_eq!(asked(&url).await, (Ok("Play <b>f5</b>.".to_owned()), String::new()));
    let heard = heard.lock().unwrap();
    assert_eq!(heard[0].0.as_deref(), Some("Bearer sk-secret"));
    let body: serde_json::Value = serde_json::from_str(&heard[0].1).unwrap();
    assert_eq!((&body["model"], &body["stream"]), (&serde_json::json!("small"), &serde_json::json!(false)));
    assert_eq!(body["messages"][0], serde_json::json!({ "role": "system", "content": "facts" }));
    assert_eq!(body["messages"][1], serde_json::json!({ "role": "user", "content": "Where?" }));
}

#[tokio::test]
async fn an_endpoint_that_is_not_there_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let (answer, notes) = asked(&url).await;
    assert_eq!(answer, Err(EndpointTrouble::Unreachable));
    assert!(notes.contains(&url), "{notes}");
}

#[tokio::test]
async fn an_endpoint_that_hesitates_is_slow() {
    let (url, _) = endpoint(Duration::from_secs(30), || GOOD.into_response()).await;
    assert_eq!(asked(&url).await.0, Err(EndpointTrouble::Slow));
}

#[tokio::test]
async fn refusals_are_told_apart_and_noted_without_the_key() {
    let said = |status: StatusCode| move || (status, "wrong key sk-secret").into_response();
    let (unauthorized, notes) = trouble(said(StatusCode::UNAUTHORIZED)).await;
    assert_eq!(unauthorized, EndpointTrouble::Refused(401));
    assert!(notes.contains("401") && notes.contains("wrong key ..."), "{notes}");
    assert_eq!(trouble(said(StatusCode::NOT_FOUND)).await.0, EndpointTrouble::Refused(404));
    assert_eq!(trouble(said(StatusCode::TOO_MANY_REQUESTS)).await.0, EndpointTrouble::Busy);
    assert_eq!(trouble(said(StatusCode::BAD_GATEWAY)).await.0, EndpointTrouble::Broken(502));
}

#[tokio::test]
async fn a_question_is_not_sent_on_to_another_place() {
    let (elsewhere, heard) = endpoint(Duration::ZERO, || GOOD.into_response()).await;
    let target = format!("{elsewhere}/chat/completions");
    let moved =
        move || (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, target.clone())]).into_response();
    assert_eq!(trouble(moved).await.0, EndpointTrouble::Refused(307));
    assert!(heard.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_is_no_answer_or_too_much_is_not_shown() {
    assert_eq!(trouble(|| "<html>not found</html>".into_response()).await.0, EndpointTrouble::Malformed);
    assert_eq!(trouble(|| r#"{"choices":[]}"#.into_response()).await.0, EndpointTrouble::Malformed);
    assert_eq!(trouble(|| "x".repeat(300_000).into_response()).await.0, EndpointTrouble::Oversized);
    let long =
        || format!(r#"{{"choices":[{{"message":{{"content":"{}"}}}}]}}"#, "x".repeat(30_000)).into_response();
    assert_eq!(trouble(long).await.0, EndpointTrouble::Oversized);
}
