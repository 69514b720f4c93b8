//! Refusals, as the interface gives them: a status, a code for programs, a sentence for people. What failed
//! inside the server is for its log ([`FailureDetail`]): strangers are not told of its files.

use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_game::{ChangeRefused, MoveRefused};
use outflank_store::{ChatRefused, SeekRefused, StoreError};

use crate::storage::trouble_of;
use crate::wire::live::StorageTrouble;
use crate::wire::{Malformed, Refusal};

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

impl From<Malformed> for ApiError {
    fn from(Malformed(reason): Malformed) -> ApiError {
        ApiError::malformed(reason)
    }
}

/// What the log has to say about an answer. Goes along with it inside the server.
#[derive(Clone, Debug)]
pub(crate) struct FailureDetail(pub(crate) String);

/// Says that a game is not what it was any more when it was to be changed.
const MOVED_ON: &str = "moved-on";

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

    /// Tells whether somebody else has changed the game in the meantime.
    pub(crate) fn is_moved_on(&self) -> bool {
        self.code == MOVED_ON
    }

    /// Returns the code for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The request cannot be understood.
    pub(crate) fn bad(message: impl Into<String>) -> ApiError {
        ApiError::refused(StatusCode::UNPROCESSABLE_ENTITY, "bad-request", message)
    }

    /// The request cannot be understood, and this is why.
    pub(crate) fn unread(Malformed(reason): Malformed) -> ApiError {
        ApiError::bad(reason)
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

    /// Somebody asks too often; after a while it may work.
    pub(crate) fn too_many(message: impl Into<String>, wait: Duration) -> ApiError {
        let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        let message = format!("{}; try again in {seconds} s", message.into());
        let refused = ApiError::refused(StatusCode::TOO_MANY_REQUESTS, "too-many", message);
        ApiError { retry_after: Some(seconds), ..refused }
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

impl From<ChangeRefused> for ApiError {
    fn from(refused: ChangeRefused) -> ApiError {
        let (code, message) = (refused.code(), refused.to_string());
        match refused {
            ChangeRefused::NotYours(_) => ApiError::forbidden(message),
            // The flag falls in the same moment.
            ChangeRefused::Move(MoveRefused::OutOfTime(_)) => ApiError::conflict(code, message),
            ChangeRefused::Move(_) => ApiError::illegal(message),
            _ => ApiError::conflict(code, message),
        }
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
            StoreError::NoStudy { .. }
            | StoreError::NoReport { .. }
            | StoreError::NoClub { .. }
            | StoreError::NoImport { .. } => ApiError::missing(message),
            StoreError::Import(_) => ApiError::conflict("under-way", message),
            StoreError::Seek(refused) => of_seek(*refused, message),
            StoreError::Chat(refused) => of_chat(*refused, message),
            StoreError::NameTaken { .. } => ApiError::conflict("name-taken", message),
            StoreError::Stale { .. }
            | StoreError::StaleStudy { .. }
            | StoreError::StudyExists
            | StoreError::StaleClub { .. } => ApiError::conflict(MOVED_ON, message),
            StoreError::DamagedStudy(_) | StoreError::DamagedClub { .. } => ApiError::internal(message),
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

fn of_seek(refused: SeekRefused, message: String) -> ApiError {
    match refused {
        SeekRefused::Gone { .. } => ApiError::conflict("seek-gone", message),
        SeekRefused::Own { .. } => ApiError::conflict("own-seek", message),
        SeekRefused::AccountsOnly => ApiError::refused(StatusCode::FORBIDDEN, "accounts-only", message),
        SeekRefused::OtherRating { .. } => ApiError::refused(StatusCode::FORBIDDEN, "other-rating", message),
        SeekRefused::TooMany => ApiError::refused(StatusCode::TOO_MANY_REQUESTS, "too-many-seeks", message),
        SeekRefused::Full => ApiError::busy(message),
    }
}

fn of_chat(refused: ChatRefused, message: String) -> ApiError {
    match refused {
        ChatRefused::Silent { .. } => ApiError::conflict("chat-off", message),
        ChatRefused::TooMany => ApiError::conflict("chat-full", message),
        ChatRefused::TooFast => ApiError::too_many(message, refused.wait().unwrap_or_default()),
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
