//! A good request to every operation, in an order in which each has something to work on. Random requests are
//! made of them: what spoils a good one comes past the first checks.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::requests::{Interface, RandomRequest};
use super::{Asker, send};
use crate::people::{Browser, Site};

/// What a router without sockets cannot do: live connections; and what no visitor may ask for.
pub(super) const OUT_OF_REACH: [&str; 4] =
    ["GET /api/games/{id}/live", "GET /api/lobby/live", "GET /api/review", "GET /metrics"];

/// What is set up by the environment where several servers share a database.
pub(super) const NOT_SHARED: [&str; 2] = ["DELETE /api/assistant/endpoint", "PUT /api/assistant/endpoint"];

/// A request that was answered well.
pub(super) struct GoodRequest {
    /// The place of whoever asked, among those who ask.
    pub(super) who: usize,
    pub(super) method: &'static str,
    /// The path as the description has it.
    pub(super) path: String,
    pub(super) uri: String,
    pub(super) key: Option<String>,
    pub(super) body: Value,
    pub(super) bytes: Option<Vec<u8>>,
}

impl GoodRequest {
    pub(super) fn is_of(&self, method: &str, path: &str) -> bool {
        self.method == method && self.path == path
    }

    pub(super) fn request(&self) -> RandomRequest {
        let json = || match self.body {
            Value::Null => b"{}".to_vec(),
            ref body => body.to_string().into_bytes(),
        };
        RandomRequest {
            method: self.method.to_owned(),
            uri: self.uri.clone(),
            content_type: if self.bytes.is_some() { "application/octet-stream" } else { "application/json" },
            key: self.key.clone(),
            body: self.bytes.clone().unwrap_or_else(json),
        }
    }
}

/// Somebody who goes through all operations.
pub(super) struct Walk<'a> {
    pub(super) site: &'a Site,
    pub(super) people: Vec<Browser>,
    interface: &'a mut Interface,
    good: Vec<GoodRequest>,
    /// What was not answered well.
    bad: Vec<String>,
}

impl Walk<'_> {
    /// Asks for something as somebody. The path has `{}` for each value; what follows a `?` is the query.
    pub(super) async fn ask(
        &mut self,
        who: usize,
        method: &'static str,
        path: &str,
        values: &[&str],
        body: Value,
    ) -> Value {
        self.tell(who, method, path, values, body, None).await
    }

    pub(super) async fn tell(
        &mut self,
        who: usize,
        method: &'static str,
        path: &str,
        values: &[&str],
        body: Value,
        bytes: Option<&[u8]>,
    ) -> Value {
        let (path, query) =
            path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
        let mut parts = path.split("{}");
        let mut uri = parts.next().unwrap_or_default().to_owned();
        for (part, value) in parts.zip(values) {
            uri = format!("{uri}{value}{part}");
        }
        let browser = &mut self.people[who];
        let (bytes, key) = (bytes.map(<[u8]>::to_vec), browser.key.clone());
        let found = self.interface.operations.iter().find(|one| {
            let mut own = one.path.split('{').enumerate().map(|(place, part)| match place {
                0 => part,
                _ => part.split_once('}').map_or("", |(_, rest)| rest),
            });
            one.method == method
                && path.split("{}").all(|part| own.next() == Some(part))
                && own.next().is_none()
        });
        let path = found.unwrap_or_else(|| panic!("no operation is {method} {path}")).path.clone();
        let good = GoodRequest { who, method, path, uri: uri + &query, key, body, bytes };
        let (status, answer) = match &good.bytes {
            Some(_) => {
                let told = send(self.site, browser, &good.request()).await;
                told.map_or((StatusCode::GATEWAY_TIMEOUT, Value::Null), |(status, text)| {
                    (status, json!(text))
                })
            }
            None => {
                let answer = self.site.ask(browser, method, &good.uri, &good.body).await;
                (answer.status, answer.body)
            }
        };
        if status.is_success() {
            self.interface.learn(&good.path, &answer.to_string());
            self.good.push(good);
        } else {
            self.bad.push(format!("{method} {}: {status} {answer}", good.uri));
        }
        answer
    }
}

/// Asks every operation for something good, and returns these requests. All operations are reached but those
/// that are out of reach.
pub(super) async fn walk(site: &Site, cast: &[Asker], interface: &mut Interface) -> Vec<GoodRequest> {
    let people = cast.iter().map(|asker| asker.browser.clone()).collect();
    let mut walk = Walk { site, people, interface, good: Vec::new(), bad: Vec::new() };
    walk.all_stations().await;
    let Walk { good, bad, interface, .. } = walk;
    let names =
        interface.operations.iter().filter(|one| !good.iter().any(|good| good.is_of(&one.method, &one.path)));
    let never: Vec<String> = names.map(|one| format!("{} {}", one.method, one.path)).collect();
    assert_eq!(bad, Vec::<String>::new(), "requests that are good are refused; never reached: {never:?}");
    let mut expected = OUT_OF_REACH.to_vec();
    if site.store.is_shared() {
        expected.extend(NOT_SHARED);
        expected.sort_by_key(|name| never.iter().position(|one| one == name));
    }
    assert_eq!(never, expected, "operations that nobody was asked for");
    good
}
