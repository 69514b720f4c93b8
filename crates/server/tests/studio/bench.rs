//! A studio with a database of its own, asked without a socket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use outflank_server::{Store, Studio, app};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

pub(crate) struct Bench {
    pub(crate) app: Router,
    pub(crate) studio: Arc<Studio>,
    pub(crate) folder: TempDir,
    /// The store of the studio.
    pub(crate) store: Store,
}

impl Bench {
    pub(crate) async fn new() -> Bench {
        Bench::on(tempfile::tempdir().unwrap()).await
    }

    pub(crate) async fn on(folder: TempDir) -> Bench {
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        Bench::of(&url, folder).await
    }

    pub(crate) async fn of(url: &str, folder: TempDir) -> Bench {
        let store = Store::open(url).await.unwrap();
        let studio = Studio::new(store.clone());
        let app = app(Arc::clone(&studio), SocketAddr::from(([127, 0, 0, 1], 4664)));
        Bench { app, studio, folder, store }
    }

    pub(crate) async fn raw(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> (StatusCode, Value) {
        let mut request =
            Request::builder().method(method).uri(path).header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("x-seat-key", key);
        }
        let (status, text) = self.raw(request.body(Body::from(body.to_string())).unwrap()).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.send("GET", path, None, &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send("POST", path, None, &body).await
    }

    pub(crate) async fn create(&self, body: Value) -> Value {
        let (status, created) = self.post("/api/games", body).await;
        assert_eq!(status, StatusCode::CREATED, "{created}");
        created
    }

    pub(crate) async fn play(&self, id: &Value, ply: usize, played: &str) -> (StatusCode, Value) {
        self.post(&format!("/api/games/{id}/moves"), json!({ "ply": ply, "move": played })).await
    }

    /// Waits until a game has a number of plies or is over.
    pub(crate) async fn wait_for(&self, id: &Value, plies: usize) -> Value {
        for _ in 0..600 {
            let (_, game) = self.get(&format!("/api/games/{id}")).await;
            if game["plies"].as_array().unwrap().len() >= plies || !game["result"].is_null() {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("game {id} does not reach ply {plies}");
    }
}

pub(crate) fn two_people() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "human" } })
}
