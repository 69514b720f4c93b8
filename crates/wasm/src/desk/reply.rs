//! Answers of the desk and its refusals: the same codes and bodies as a server's.

use outflank_wire::{Malformed, Refusal};
use serde::Serialize;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) body: String,
}

impl Reply {
    /// Answers with a value.
    pub fn json(value: &impl Serialize) -> Reply {
        Reply::with_status(200, value)
    }

    /// Answers with a value and a status.
    pub fn with_status(status: u16, value: &impl Serialize) -> Reply {
        let body = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        Reply { status, kind: "application/json", body }
    }
}

/// Why the desk does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskRefusal {
    status: u16,
    code: &'static str,
    message: String,
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
