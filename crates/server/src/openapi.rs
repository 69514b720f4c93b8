//! The interface described for machines: `/api/openapi.json`.
//!
//! The types of the pages are made from it (`web/src/api/schema.ts`), so it says all that is known: an answer
//! always has all of its fields, and closed sets of words are listed (`wire::words`).

use std::collections::BTreeSet;

use axum::body::Bytes;
use serde_json::Value;
use utoipa::OpenApi;

use crate::{routes, wire};

/// What is said of the interface as a whole; the routes add themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Outflank",
        description = "Play Othello: games, moves, positions, the game library, and statistics of the moves played in a \
                       position. The simplest request is POST /api/analyze: it takes a position and returns the best \
                       move and its score."
    ),
    components(schemas(wire::review::ReviewWish)),
    tags((
        name = "live",
        description = "Live connections (WebSocket). GET /api/games/{id}/live sends every change of a game as a \
                       `LiveMessage`. GET /api/review reviews a game or analyzes positions: the client sends \
                       `ReviewWish` objects and receives `ReviewMessage` objects, for example \
                       {\"type\":\"open\",\"text\":\"f5d6c3\"} followed by a series of {\"type\":\"value\",...}. Every \
                       message is one JSON object with a `type`; docs/review.md describes them."
    ))
)]
struct Description;

/// What is said over a live connection; no path names it as its body.
const SAID: [&str; 1] = ["ReviewWish"];

const SCHEMAS: &str = "#/components/schemas/";

/// Writes the description, with what cannot be told from types and names of functions: everything but
/// requests has all its fields, empty ones as null, and every operation has a name of its own.
pub(crate) fn written() -> Bytes {
    let mut api = serde_json::to_value(routes::describe(Description::openapi())).unwrap_or_default();
    let requests = requests(&api);
    name_operations(&mut api);
    let schemas = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for (name, schema) in schemas.into_iter().flatten() {
        if !requests.contains(name) {
            require_all(schema);
        }
    }
    api.to_string().into()
}

/// Names every operation by its method and path, such as `get-games-id`: names must not occur twice.
fn name_operations(api: &mut Value) {
    let paths = api["paths"].as_object_mut();
    for (path, item) in paths.into_iter().flatten() {
        let words: Vec<&str> =
            path.split(['/', '{', '}']).filter(|word| !["", "api"].contains(word)).collect();
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            operation["operationId"] = Value::String(format!("{method}-{}", words.join("-")));
        }
    }
}

/// Marks all properties of a schema as required.
fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                let names = properties.keys().cloned().map(Value::String).collect();
                fields.insert("required".to_owned(), Value::Array(names));
            }
            fields.values_mut().for_each(require_all);
        }
        Value::Array(parts) => parts.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// Returns the names of the schemas that requests are made of.
fn requests(api: &Value) -> BTreeSet<String> {
    let mut waiting: Vec<String> = SAID.map(str::to_owned).into();
    let paths = api["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    for operation in paths.filter_map(Value::as_object).flat_map(|path| path.values()) {
        references(&operation["requestBody"], &mut waiting);
    }
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if !found.contains(&name) {
            references(&api["components"]["schemas"][&name], &mut waiting);
            found.insert(name);
        }
    }
    found
}

/// Collects the names of the schemas that a part of the description refers to.
fn references(part: &Value, names: &mut Vec<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(SCHEMAS));
            names.extend(name.map(str::to_owned));
            fields.values().for_each(|field| references(field, names));
        }
        Value::Array(parts) => parts.iter().for_each(|one| references(one, names)),
        _ => {}
    }
}
