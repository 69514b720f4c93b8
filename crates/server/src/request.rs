//! Extractors: what requests carry, read so that a refusal is one of ours, a code for programs and a sentence
//! for people.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// A body of JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiJson<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<ApiJson<T>, ApiError> {
        let read = axum::Json::<T>::from_request(request, state).await;
        let refused = |error: axum::extract::rejection::JsonRejection| {
            ApiError::refused(error.status(), "bad-request", error.body_text())
        };
        read.map(|axum::Json(body)| ApiJson(body)).map_err(refused)
    }
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
