//! Extractors: what requests carry, read so that a refusal is one of ours, a code for programs and a sentence
//! for people.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// A body of JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiJson<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<ApiJson<T>, ApiError> {
        let (parts, body) = request.into_parts();
        let copy = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(copy, state)
            .await
            .map_err(|error| ApiError::refused(error.status(), "bad-request", error.body_text()))?;
        if has_escaped_nul(&bytes) {
            return Err(ApiError::malformed("there is a NUL in the text"));
        }
        let request = Request::from_parts(parts, Body::from(bytes));
        let read = axum::Json::<T>::from_request(request, state).await;
        let refused = |error: axum::extract::rejection::JsonRejection| {
            ApiError::refused(error.status(), "bad-request", error.body_text())
        };
        read.map(|axum::Json(body)| ApiJson(body)).map_err(refused)
    }
}

/// A body of JSON that may be missing: then it is the default.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiJsonOrDefault<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for ApiJsonOrDefault<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<ApiJsonOrDefault<T>, ApiError> {
        if request.headers().get(CONTENT_TYPE).is_none() {
            return Ok(ApiJsonOrDefault(T::default()));
        }
        ApiJson::from_request(request, state).await.map(|ApiJson(body)| ApiJsonOrDefault(body))
    }
}

/// Tells whether a string of a JSON text has the character NUL, which no database keeps and nobody types.
fn has_escaped_nul(json: &[u8]) -> bool {
    const NUL: &[u8] = b"\\u0000";
    let found = json.windows(NUL.len()).enumerate().filter(|(_, part)| *part == NUL);
    // A backslash that is escaped itself begins nothing.
    found
        .into_iter()
        .any(|(at, _)| json[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 0)
}

/// The longest text that a filter looks for, in letters. Names and events are shorter.
const FILTER_LIMIT: usize = 200;

/// Checks a text that something is filtered by.
pub(crate) fn filter_text(name: &str, text: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    let letters = text.chars().count();
    if letters > FILTER_LIMIT {
        let message = format!("{name} has {letters} characters; at most {FILTER_LIMIT} are possible");
        return Err(ApiError::malformed(message));
    }
    if text.contains('\0') {
        return Err(ApiError::malformed(format!("there is a NUL in {name}")));
    }
    Ok(Some(text))
}

/// A part of the path: the number of a game, the name of a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiPath<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for ApiPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ApiPath<T>, ApiError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let refused = |error: axum::extract::rejection::PathRejection| {
            ApiError::refused(error.status(), "bad-request", error.body_text())
        };
        read.map(|axum::extract::Path(part)| ApiPath(part)).map_err(refused)
    }
}

/// What follows `?`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiQuery<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ApiQuery<T>, ApiError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let refused = |error: axum::extract::rejection::QueryRejection| ApiError::bad(error.body_text());
        read.map(|axum::extract::Query(query)| ApiQuery(query)).map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_and_what_only_looks_like_one_is_not() {
        for json in [r#""\u0000""#, r#""a\\\u0000""#] {
            assert!(has_escaped_nul(json.as_bytes()), "{json}");
        }
        for json in [r#""\\u0000""#, r#""u0000""#, r#""\u0001""#, ""] {
            assert!(!has_escaped_nul(json.as_bytes()), "{json}");
        }
    }
}
