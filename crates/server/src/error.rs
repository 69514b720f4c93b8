//! Refusals, as the interface gives them: a status, a code for programs, a sentence for people.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use outflank_store::StoreError;

use crate::wire::Refusal;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl ApiError {
    /// The request is refused by whoever read it.
    pub(crate) fn refused(status: StatusCode, code: &'static str, message: String) -> ApiError {
        ApiError { status, code, message }
    }

    /// Returns the sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The request cannot be understood.
    pub(crate) fn bad(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, code: "bad-request", message: message.into() }
    }

    /// The move is against the rules.
    pub(crate) fn illegal(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, code: "illegal-move", message: message.into() }
    }

    /// The game is not where the request thinks it is.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::CONFLICT, code, message: message.into() }
    }

    /// The request may not be made from here or by this person.
    pub(crate) fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::FORBIDDEN, code: "forbidden", message: message.into() }
    }

    /// There is nothing of that name.
    pub(crate) fn missing(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::NOT_FOUND, code: "not-found", message: message.into() }
    }

    /// Something failed that is not the caller's fault.
    pub(crate) fn internal(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::INTERNAL_SERVER_ERROR, code: "internal", message: message.into() }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NoGame { .. } => ApiError::missing(error.to_string()),
            StoreError::Stale { .. } => ApiError::conflict("moved-on", error.to_string()),
            _ => ApiError::internal(error.to_string()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let refusal = Refusal { code: self.code.to_owned(), message: self.message };
        (self.status, Json(refusal)).into_response()
    }
}
