//! People on a public server: who they are, what they may, and that nobody gets more than that.

mod accounts;
mod attacks;
mod club;
mod hosting;
mod privacy;
mod ratings;
mod table;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use outflank_server::{ClientQuotas, Hosting, Store, Studio, app_as, new_admin};
use serde_json::{Value, json};
use sqlx::Connection as _;
use tempfile::TempDir;
use tower::ServiceExt;

pub(crate) const HOST: &str = "othello.example";

/// A public server with a database of its own, asked without a socket.
pub(crate) struct Site {
    pub(crate) app: Router,
    pub(crate) store: Store,
    /// The address of the database.
    pub(crate) url: String,
    pub(crate) _folder: TempDir,
}

/// Somebody with a browser: it keeps cookies and the key of a seat, and comes from an address.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) cookies: Vec<(String, String)>,
    pub(crate) key: Option<String>,
    pub(crate) address: String,
}

impl Browser {
    pub(crate) fn from(address: &str) -> Browser {
        Browser { cookies: Vec::new(), key: None, address: address.to_owned() }
    }

    fn take(&mut self, headers: &HeaderMap) {
        for value in headers.get_all(header::SET_COOKIE) {
            let line = value.to_str().unwrap();
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !line.contains("Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// Tells whether somebody was refused because of who they are.
    pub(crate) fn is_refused(&self) -> bool {
        self.body["code"] == "forbidden" || self.body["code"] == "log-in"
    }
}

impl Site {
    pub(crate) async fn of(url: &str, folder: TempDir, quotas: ClientQuotas) -> Site {
        let store = Store::open(url).await.unwrap();
        let studio = Studio::with_workers(store.clone(), Some(folder.path().to_owned()), Some(2));
        let proxies = ["127.0.0.1".to_owned()];
        let bound = "127.0.0.1:4664".parse().unwrap();
        let hosting = Hosting::decide(bound, false, Some(&format!("https://{HOST}")), &proxies).unwrap();
        let app = app_as(Arc::clone(&studio), hosting, quotas);
        Site { app, store, url: url.to_owned(), _folder: folder }
    }

    pub(crate) async fn new() -> Site {
        Site::in_folder(ClientQuotas::default()).await
    }

    pub(crate) async fn in_folder(quotas: ClientQuotas) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        Site::of(&url, folder, quotas).await
    }

    pub(crate) async fn ask(&self, who: &mut Browser, method: &str, path: &str, body: &Value) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", HOST)
            .header("x-forwarded-for", &who.address)
            .header("content-type", "application/json");
        for (name, value) in &who.cookies {
            request = request.header("cookie", format!("{name}={value}"));
        }
        if let Some(key) = &who.key {
            request = request.header("x-seat-key", key);
        }
        let response = self.app.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await;
        let (parts, body) = response.unwrap().into_parts();
        who.take(&parts.headers);
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) async fn get(&self, who: &mut Browser, path: &str) -> Answer {
        self.ask(who, "GET", path, &Value::Null).await
    }

    pub(crate) async fn post(&self, who: &mut Browser, path: &str, body: Value) -> Answer {
        self.ask(who, "POST", path, &body).await
    }

    /// Lets a guest come.
    pub(crate) async fn guest(&self, address: &str) -> Browser {
        let mut browser = Browser::from(address);
        let me = self.get(&mut browser, "/api/me").await;
        assert_eq!(
            (me.status, &me.body["shared"], &me.body["account"]),
            (StatusCode::OK, &json!(true), &json!(false))
        );
        browser
    }

    /// Lets somebody sign up.
    pub(crate) async fn account(&self, name: &str, address: &str) -> Browser {
        let mut browser = Browser::from(address);
        let wish = json!({ "name": name, "password": "correct horse" });
        let made = self.post(&mut browser, "/api/accounts", wish).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
        browser
    }

    /// Lets the admin log in.
    pub(crate) async fn admin(&self, address: &str) -> Browser {
        let password = new_admin(&self.store, "root").await.unwrap();
        let mut browser = Browser::from(address);
        let wish = json!({ "name": "root", "password": password });
        let entered = self.post(&mut browser, "/api/session", wish).await;
        assert_eq!((entered.status, &entered.body["admin"]), (StatusCode::OK, &json!(true)));
        browser
    }

    /// Lets somebody be an admin, or not any more.
    pub(crate) async fn set_admin(&self, name: &str, is_admin: bool) {
        sqlx::any::install_default_drivers();
        let url = if self.store.is_shared() { self.url.clone() } else { format!("{}?mode=rw", self.url) };
        let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
        let sql = "UPDATE accounts SET is_admin = $1 WHERE name = $2";
        sqlx::query(sql).bind(i64::from(is_admin)).bind(name).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Takes the seat that somebody is invited to.
    pub(crate) async fn join(&self, who: &mut Browser, id: i64, created: &Value) {
        let wish = json!({ "invitation": created["invitation"], "name": "Bob" });
        let joined = self.post(who, &format!("/api/games/{id}/join"), wish).await;
        assert_eq!(joined.status, StatusCode::CREATED, "{}", joined.body);
        who.key = joined.body["key"].as_str().map(str::to_owned);
    }

    /// Begins a game and returns its number with all that was answered.
    pub(crate) async fn game(&self, who: &mut Browser, wish: Value) -> (i64, Value) {
        let created = self.post(who, "/api/games", wish).await;
        assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
        (created.body["game"]["id"].as_i64().unwrap(), created.body)
    }
}

pub(crate) fn invitation() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "human" }, "invite": "white" })
}

pub(crate) fn against_computer() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "random" } })
}
