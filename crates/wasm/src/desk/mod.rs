//! The studio without a server: one [`DeskEvent`] in, [`DeskEffect`]s out. It reads no clock, starts nothing
//! and never waits: searches are jobs that others do, what must be kept is handed out, and every event brings
//! the time.

mod event;
mod reply;
mod routes;

use std::collections::BTreeMap;

pub use event::{DeskEffect, DeskEvent, JobUrgency};
pub use reply::{DeskRefusal, Reply};

/// A request to the desk.
#[derive(Clone, Debug)]
pub struct DeskRequest<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) body: &'a str,
}

/// The studio without a server.
#[derive(Debug, Default)]
pub struct Desk {
    /// What was kept when the page was last open, by key, until it is asked for.
    kept: BTreeMap<String, Vec<u8>>,
    /// The file that belongs to the next request.
    file: Option<Vec<u8>>,
}

impl Desk {
    /// A desk with nothing on it.
    #[must_use]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Takes a value that was kept, before the first event.
    pub fn load(&mut self, key: String, value: Vec<u8>) {
        self.kept.insert(key, value);
    }

    /// Takes the file that the next request sends.
    pub fn file(&mut self, bytes: Vec<u8>) {
        self.file = Some(bytes);
    }

    /// Takes an event written as JSON and returns its effects written as a JSON array.
    #[must_use]
    pub fn hear(&mut self, event: &str) -> String {
        let effects = match serde_json::from_str(event) {
            Ok(event) => self.handle(event),
            Err(error) => vec![DeskEffect::Fault { message: format!("no event: {error}") }],
        };
        serde_json::to_string(&effects).unwrap_or_else(|_| "[]".to_owned())
    }

    /// Takes an event and returns its effects.
    pub fn handle(&mut self, event: DeskEvent) -> Vec<DeskEffect> {
        match event {
            DeskEvent::Request { id, method, path, body, .. } => {
                let request = DeskRequest { method: &method, path: &path, body: &body };
                let reply = routes::answer(&request).unwrap_or_else(Reply::from);
                self.file = None;
                vec![DeskEffect::Answer { id, status: reply.status, kind: reply.kind, body: reply.body }]
            }
            DeskEvent::Open { socket, .. } => vec![DeskEffect::Shut { socket, code: 1000 }],
            DeskEvent::Start { .. }
            | DeskEvent::Message { .. }
            | DeskEvent::Close { .. }
            | DeskEvent::Report { .. }
            | DeskEvent::Done { .. }
            | DeskEvent::Failed { .. }
            | DeskEvent::Timer { .. }
            | DeskEvent::Abort { .. } => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer(method: &str, path: &str, body: &Value) -> (u64, Value) {
        let event = json!({ "event": "request", "id": 7, "now": 1, "method": method, "path": path, "query": "",
            "body": body.to_string() });
        let effects: Value = serde_json::from_str(&Desk::new().hear(&event.to_string())).unwrap();
        let effect = &effects[0];
        assert_eq!((&effect["effect"], &effect["id"]), (&json!("answer"), &json!(7)));
        let body = serde_json::from_str(effect["body"].as_str().unwrap()).unwrap();
        (effect["status"].as_u64().unwrap(), body)
    }

    #[test]
    fn players_are_listed() {
        let (status, players) = answer("GET", "/api/players", &Value::Null);
        assert_eq!((status, &players[0]["id"]), (200, &json!("level:1")));
        assert!(players.as_array().unwrap().iter().any(|player| player["id"] == "nea"));
    }

    #[test]
    fn a_position_is_looked_at() {
        let (status, seen) = answer("POST", "/api/positions", &json!({ "text": "f5d6" }));
        assert_eq!((status, &seen["position"]["black"]), (200, &json!(3)));
        let (status, refusal) = answer("POST", "/api/positions", &json!({ "text": "f5f5" }));
        assert_eq!((status, &refusal["code"]), (422, &json!("bad-request")));
    }

    #[test]
    fn what_needs_a_server_says_so() {
        let (status, refusal) = answer("GET", "/api/lobby", &Value::Null);
        assert_eq!((status, &refusal["code"]), (501, &json!("needs-server")));
    }

    #[test]
    fn what_is_no_event_is_a_fault() {
        let effects = Desk::new().hear("{\"event\":\"dance\"}");
        assert!(effects.contains("\"effect\":\"fault\"") && effects.contains("dance"), "{effects}");
    }
}
