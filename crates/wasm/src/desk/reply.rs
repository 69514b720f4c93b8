//! Answers of the desk and its refusals: the same codes and bodies as a server's.

use outflank_wire::{Malformed, Refusal};
use serde::Serialize;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
    /// What a file with the answer is to be called.
    pub(crate) name: Option<String>,
}

impl Reply {
    /// Answers with a value.
    pub fn json(value: &impl Serialize) -> Reply {
        Reply::with_status(200, value)
    }

    /// Answers that something was made.
    pub fn created(value: &impl Serialize) -> Reply {
        Reply::with_status(201, value)
    }

    /// Answers with a value and a status.
    pub fn with_status(status: u16, value: &impl Serialize) -> Reply {
        let body = serde_json::to_vec(value).unwrap_or_else(|_| b"null".to_vec());
        Reply { status, kind: "application/json", body, name: None }
    }

    /// Answers that it is done, with nothing to say.
    pub fn nothing() -> Reply {
        Reply { status: 204, kind: "text/plain", body: Vec::new(), name: None }
    }

    /// Answers with a file.
    pub fn file(kind: &'static str, name: impl Into<String>, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status: 200, kind, body: body.into(), name: Some(name.into()) }
    }
}

/// What comes of a request at once: an answer, or `None` if it comes later.
pub(crate) type Handled = Result<Option<Reply>, DeskRefusal>;

/// Answers at once with a value.
pub(crate) fn now(value: &impl Serialize) -> Handled {
    Ok(Some(Reply::json(value)))
}

/// Why the desk does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskRefusal {
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl DeskRefusal {
    /// Refuses with a status, a word for programs and a sentence for people.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> DeskRefusal {
        DeskRefusal { status, code, message: message.into() }
    }

    /// The request cannot be understood.
    pub fn bad(message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(422, "bad-request", message)
    }

    /// The request has something in it that no request has.
    pub fn malformed(message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(400, "bad-request", message)
    }

    /// The move is against the rules.
    pub fn illegal(message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(422, "illegal-move", message)
    }

    /// Things are not as the request takes them to be.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(409, code, message)
    }

    /// There is nothing of that name.
    pub fn missing(message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(404, "not-found", message)
    }

    /// There is no game of that number.
    pub fn no_game(id: i64) -> DeskRefusal {
        DeskRefusal::missing(format!("there is no game {id}"))
    }

    /// Something failed that is not the caller's fault.
    pub fn internal(message: impl Into<String>) -> DeskRefusal {
        DeskRefusal::new(500, "internal", message)
    }

    /// Nothing here answers that: it takes a server.
    pub fn needs_server(path: &str) -> DeskRefusal {
        DeskRefusal::new(501, "needs-server", format!("{path} needs a server"))
    }
}

impl From<Malformed> for DeskRefusal {
    fn from(Malformed(reason): Malformed) -> DeskRefusal {
        DeskRefusal::bad(reason)
    }
}

impl From<DeskRefusal> for Reply {
    fn from(DeskRefusal { status, code, message }: DeskRefusal) -> Reply {
        Reply::with_status(status, &Refusal { code: code.to_owned(), message })
    }
}
