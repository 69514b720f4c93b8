//! Refusals, as the interface gives them: a status, a code for programs, a sentence for people.

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
    /// Why nothing can be stored, if that is the reason.
    trouble: Option<StorageTrouble>,
}

/// In how many seconds it makes sense to ask again what could not be stored.
const RETRY_AFTER: &str = "2";

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), trouble: None }
    }

    /// The request is refused by whoever read it.
    pub(crate) fn refused(status: StatusCode, code: &'static str, message: String) -> ApiError {
        ApiError::new(status, code, message)
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
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-request", message)
    }

    /// The move is against the rules.
    pub(crate) fn illegal(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", message)
    }

    /// The game is not where the request thinks it is.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }

    /// The request may not be made from here or by this person.
    pub(crate) fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// There is nothing of that name.
    pub(crate) fn missing(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Something failed that is not the caller's fault.
    pub(crate) fn internal(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        let message = error.to_string();
        let refused = match &error {
            StoreError::NoGame { .. } => ApiError::missing(message),
            StoreError::Stale { .. } => ApiError::conflict("moved-on", message),
            StoreError::Full(_) => ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "disk-full", message),
            StoreError::ReadOnly(_) => unavailable("read-only", message),
            StoreError::Unreachable(_) => unavailable("database-unreachable", message),
            StoreError::Busy(_) => unavailable("database-busy", message),
            _ => ApiError::internal(message),
        };
        ApiError { trouble: trouble_of(&error), ..refused }
    }
}

fn unavailable(code: &'static str, message: String) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let refusal = Refusal { code: self.code.to_owned(), message: self.message };
        let mut response = (self.status, Json(refusal)).into_response();
        if let Some(trouble) = self.trouble {
            response.extensions_mut().insert(trouble);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
