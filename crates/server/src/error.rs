//! Refusals, as the interface gives them: a status, a code for programs, a sentence for people. What failed
//! inside the server is for its log ([`FailureDetail`]): strangers are not told of its files.

use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_store::StoreError;

use crate::storage::trouble_of;
use crate::wire::Refusal;
use crate::wire::live::StorageTrouble;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    /// What is written to the log; nothing if the refusal is no failure.
    detail: Option<String>,
    /// When it may be tried again, in seconds.
    retry_after: Option<u32>,
    /// Why nothing can be stored, if that is the reason.
    trouble: Option<StorageTrouble>,
}

/// What the log has to say about an answer. Goes along with it inside the server.
#[derive(Clone, Debug)]
pub(crate) struct FailureDetail(pub(crate) String);

/// When something that is refused because too much is under way may be tried again, in seconds.
const RETRY_AFTER: u32 = 5;

/// In how many seconds it makes sense to ask again what could not be stored.
const STORE_AGAIN_AFTER: u32 = 2;

impl ApiError {
    /// The request is refused by whoever read it.
    pub(crate) fn refused(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), detail: None, retry_after: None, trouble: None }
    }

    /// Returns why nothing can be stored, if that is the reason.
    pub(crate) fn trouble(&self) -> Option<StorageTrouble> {
        self.trouble
    }

    /// Returns the sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The request cannot be understood.
    pub(crate) fn bad(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-request", message)
    }

    /// The request has something in it that no request has.
    pub(crate) fn malformed(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// The request has more in it than is kept.
    pub(crate) fn too_large(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// The move is against the rules.
    pub(crate) fn illegal(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", message)
    }

    /// The game is not where the request thinks it is.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::CONFLICT, code, message)
    }

    /// The request may not be made from here or by this person.
    pub(crate) fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// There is nothing of that name.
    pub(crate) fn missing(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Too much is under way; later it may work.
    pub(crate) fn busy(message: impl Into<String>) -> ApiError {
        let refused = ApiError::refused(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        ApiError { retry_after: Some(RETRY_AFTER), ..refused }
    }

    /// The server cannot do its work now: what people are told, and what is only for the log.
    pub(crate) fn unready(message: impl Into<String>, detail: &impl Display) -> ApiError {
        ApiError { detail: Some(detail.to_string()), code: "not-ready", ..ApiError::busy(message) }
    }

    /// Something failed that is not the caller's fault, and that everybody may know.
    pub(crate) fn internal(message: impl Into<String>) -> ApiError {
        let message = message.into();
        ApiError::failed(message.clone(), &message)
    }

    /// Something failed that is not the caller's fault: what people are told, and what is only for the log.
    pub(crate) fn failed(message: impl Into<String>, detail: &impl Display) -> ApiError {
        let refused = ApiError::refused(StatusCode::INTERNAL_SERVER_ERROR, "internal", message);
        ApiError { detail: Some(detail.to_string()), ..refused }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        let message = error.to_string();
        let passing = |status, code| ApiError {
            detail: Some(message.clone()),
            retry_after: Some(STORE_AGAIN_AFTER),
            ..ApiError::refused(status, code, message.clone())
        };
        let refused = match &error {
            StoreError::NoGame { .. } => ApiError::missing(message),
            StoreError::NoStudy { .. } => ApiError::missing(message),
            StoreError::Stale { .. } | StoreError::StaleStudy { .. } | StoreError::StudyExists => {
                ApiError::conflict("moved-on", message)
            }
            StoreError::DamagedStudy(_) => ApiError::internal(message),
            StoreError::Full(_) => passing(StatusCode::INSUFFICIENT_STORAGE, "disk-full"),
            StoreError::ReadOnly(_) => passing(StatusCode::SERVICE_UNAVAILABLE, "read-only"),
            StoreError::Unreachable(_) => passing(StatusCode::SERVICE_UNAVAILABLE, "database-unreachable"),
            StoreError::Busy(_) => passing(StatusCode::SERVICE_UNAVAILABLE, "database-busy"),
            StoreError::Damaged(_) => ApiError::internal(message),
            _ => ApiError::failed("the database failed; the log of the server says why", &message),
        };
        ApiError { trouble: trouble_of(&error), ..refused }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let refusal = Refusal { code: self.code.to_owned(), message: self.message };
        let mut response = (self.status, Json(refusal)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(detail) = self.detail {
            response.extensions_mut().insert(FailureDetail(detail));
        }
        if let Some(trouble) = self.trouble {
            response.extensions_mut().insert(trouble);
        }
        response
    }
}
