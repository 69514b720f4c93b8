//! Which request is answered by what.

use outflank_wire::{players, positions};
use serde::de::DeserializeOwned;

use super::{DeskRefusal, DeskRequest, Reply};

/// Answers a request.
pub(super) fn answer(request: &DeskRequest<'_>) -> Result<Reply, DeskRefusal> {
    match (request.method, request.path) {
        ("GET", "/api/players") => Ok(Reply::json(&players::list(|name| players::SETTABLE.contains(&name)))),
        ("POST", "/api/positions") => Ok(Reply::json(&positions::look(&wish(request)?)?)),
        ("POST", "/api/line") => Ok(Reply::json(&positions::follow(&wish(request)?)?)),
        (_, path) => Err(DeskRefusal::needs_server(path)),
    }
}

/// Reads what a request asks for.
fn wish<T: DeserializeOwned>(request: &DeskRequest<'_>) -> Result<T, DeskRefusal> {
    serde_json::from_str(request.body).map_err(|error| DeskRefusal::bad(error.to_string()))
}
