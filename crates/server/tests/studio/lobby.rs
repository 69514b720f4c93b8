//! The lobby of a public server: people seek, meet, play, talk and look on, through one server or two.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::http::{HeaderValue, StatusCode};
use futures_util::StreamExt as _;
use outflank_server::ClientQuotas;
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::bench::Bench;
use crate::people::{Browser, HOST, Site};
use crate::postgres;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A public server that listens.
pub(crate) struct PublicServer {
    pub(crate) site: Site,
    address: SocketAddr,
}

impl PublicServer {
    pub(crate) async fn of(site: Site) -> PublicServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, site.app.clone()).into_future());
        PublicServer { site, address }
    }

    async fn on(url: &str) -> PublicServer {
        PublicServer::of(Site::of(url, tempfile::tempdir().unwrap(), ClientQuotas::default()).await).await
    }

    /// Opens a live connection as somebody.
    pub(crate) async fn connect(&self, who: &Browser, path: &str) -> Socket {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        let cookies: Vec<String> =
            who.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let headers = request.headers_mut();
        headers.insert("host", HeaderValue::from_static(HOST));
        headers.insert("x-forwarded-for", HeaderValue::from_str(&who.address).unwrap());
        headers.insert("cookie", HeaderValue::from_str(&cookies.join("; ")).unwrap());
        connect_async(request).await.unwrap().0
    }
}

/// Waits for a message that is as wanted.
async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let left = Duration::from_secs(15).saturating_sub(begin.elapsed());
        let said = tokio::time::timeout(left, socket.next()).await.expect("a message as wanted");
        let said = said.unwrap().unwrap();
        if said.is_text() {
            let said: Value = serde_json::from_str(said.to_text().unwrap()).unwrap();
            if wanted(&said) {
                return said;
            }
        }
    }
}

fn blitz() -> Value {
    json!({ "initial": 180, "increment": 2 })
}

async fn people_meet(first: &PublicServer, second: &PublicServer) {
    let (here, there) = (&first.site, &second.site);
    let mut ada = here.account("Ada", "192.0.2.1").await;
    let mut bob = there.guest("192.0.2.2").await;
    let mut eve = there.guest("192.0.2.3").await;
    let mut lobby = first.connect(&ada, "/api/lobby/live").await;
    hear(&mut lobby, |said| said["type"] == "own" && said["seeks"] == json!([])).await;
    // Somebody without a cookie looks on, too.
    let mut anybody = second.connect(&Browser::from("192.0.2.4"), "/api/lobby/live").await;
    hear(&mut anybody, |said| said["type"] == "seeks" && said["seeks"] == json!([])).await;

    let made = here.post(&mut ada, "/api/lobby/seeks", blitz()).await;
    assert_eq!((made.status, &made.body["game"]), (StatusCode::CREATED, &Value::Null), "{}", made.body);
    let seek = made.body["seek"].as_i64().unwrap();
    hear(&mut lobby, |said| said["type"] == "own" && said["seeks"] == json!([seek])).await;
    let listed = hear(&mut anybody, |said| said["type"] == "seeks" && said["seeks"][0]["id"] == seek).await;
    let expected = json!({ "id": seek, "name": "Ada", "account": true, "initial": 180, "increment": 2,
        "rated": false, "side": null, "balanced": false, "rating": 1500, "provisional": true,
        "min_rating": null, "max_rating": null });
    assert_eq!(listed["seeks"], json!([expected]));

    // Not by oneself, and not by somebody who is nobody; of two others at once, one gets it.
    let accept = format!("/api/lobby/seeks/{seek}/accept");
    assert_eq!(here.post(&mut ada, &accept, json!({})).await.body["code"], "own-seek");
    let nobody = there.post(&mut Browser::from("192.0.2.5"), &accept, json!({})).await;
    assert!(nobody.is_refused(), "{}", nobody.body);
    let (one, other) =
        tokio::join!(there.post(&mut bob, &accept, json!({})), here.post(&mut eve, &accept, json!({})));
    let mut statuses = [one.status, other.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::CREATED, StatusCode::CONFLICT], "{} {}", one.body, other.body);
    let is_bobs = one.status == StatusCode::CREATED;
    let id = (if is_bobs { &one } else { &other }).body["game"].as_i64().unwrap();
    let [player, third] = if is_bobs { [&mut bob, &mut eve] } else { [&mut eve, &mut bob] };
    // The page of whoever waited goes to the game by itself.
    hear(&mut lobby, |said| said["type"] == "own" && said["game"] == id).await;
    play_talk_and_look_on(first, second, id, [&mut ada, player, third]).await;
    // Moves of games on air are told in the lobby.
    hear(&mut anybody, |said| said["type"] == "games" && said["games"][0]["plies"] == 2).await;
}

async fn play_talk_and_look_on(
    first: &PublicServer,
    second: &PublicServer,
    id: i64,
    [ada, player, third]: [&mut Browser; 3],
) {
    let (here, there) = (&first.site, &second.site);
    let path = format!("/api/games/{id}");
    let own = here.get(ada, &path).await.body;
    let ada_is_black = own["yours"] == json!(["black"]);
    assert_eq!(own["remote"]["on_air"], true, "{own}");
    let [black, white] = if ada_is_black { [&mut *ada, &mut *player] } else { [&mut *player, &mut *ada] };
    for (ply, played) in ["f5", "d6"].into_iter().enumerate() {
        let who = if ply == 0 { &mut *black } else { &mut *white };
        let moved = there.post(who, &format!("{path}/moves"), json!({ "ply": ply, "move": played })).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);
    }
    // Anybody may look on, and do nothing else.
    let seen = there.get(third, &path).await;
    assert_eq!((seen.status, &seen.body["yours"]), (StatusCode::OK, &json!([])), "{}", seen.body);
    for (method, what, body) in [
        ("POST", "moves", json!({ "ply": 2, "move": "c3" })),
        ("POST", "resign", json!({})),
        ("POST", "share", json!({})),
        ("GET", "chat", json!(null)),
        ("POST", "chat", json!({ "text": "hello" })),
        ("POST", "report", json!({})),
    ] {
        let answer = there.ask(third, method, &format!("{path}/{what}"), &body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {what}: {}", answer.body);
    }
    let mut adas = first.connect(ada, &format!("{path}/live")).await;
    let first_chat = hear(&mut adas, |said| said["type"] == "chat").await;
    assert_eq!(
        first_chat["chat"],
        json!({ "messages": [], "black_on": true, "white_on": true, "open": true })
    );
    let mut looking = second.connect(third, &format!("{path}/live")).await;
    hear(&mut adas, |said| said["type"] == "presence" && said["spectators"] == 1).await;
    hear(&mut looking, |said| said["type"] == "presence" && said["spectators"] == 1).await;

    let chat = format!("{path}/chat");
    let text = "<script>alert(1)</script> http://evil.example";
    let said = there.post(player, &chat, json!({ "text": text })).await;
    assert_eq!(
        (said.status, &said.body["messages"][0]["text"]),
        (StatusCode::OK, &json!(text)),
        "{}",
        said.body
    );
    let heard = hear(&mut adas, |said| said["chat"]["messages"][0]["text"] == text).await;
    assert_eq!(heard["chat"]["messages"][0]["side"], if ada_is_black { "white" } else { "black" });
    for (text, status) in [("", 422), (&*"x".repeat(201), 422), ("a\u{202e}b", 422), ("fine", 200)] {
        let answer = here.post(ada, &chat, json!({ "text": text })).await;
        assert_eq!(answer.status.as_u16(), status, "{}", answer.body);
    }
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(there.post(player, &chat, json!({ "text": "spam" })).await.body["code"].clone());
    }
    assert_eq!(codes.last().unwrap(), "too-many", "{codes:?}");
    let off = here.ask(ada, "PUT", &chat, &json!({ "on": false })).await;
    assert_eq!((off.status, &off.body["open"]), (StatusCode::OK, &json!(false)));
    assert_eq!(there.post(player, &chat, json!({ "text": "?" })).await.body["code"], "chat-off");

    // A report shows the admin what was said, and nobody else.
    let report = format!("{path}/report");
    assert_eq!(here.post(ada, &report, json!({})).await.status, StatusCode::NO_CONTENT);
    assert!(here.get(ada, "/api/reports").await.is_refused());
    let mut admin = there.admin("192.0.2.9").await;
    let reports = there.get(&mut admin, "/api/reports").await.body;
    assert_eq!(
        (&reports[0]["game"], &reports[0]["messages"][0]["text"]),
        (&json!(id), &json!(text)),
        "{reports}"
    );
    let close = format!("/api/reports/{}/close", reports[0]["id"]);
    assert_eq!(there.post(&mut admin, &close, json!({})).await.status, StatusCode::NO_CONTENT);
    assert!(there.get(&mut admin, "/api/reports").await.body[0]["closed"].is_i64());
    let export = here.get(ada, "/api/account/export").await.body;
    assert_eq!(export["messages"][0]["text"], "fine", "{}", export["messages"]);

    // The spectator hears moves and the number of spectators, and never the chat.
    drop(adas);
    let last = loop {
        let said = tokio::time::timeout(Duration::from_millis(700), looking.next()).await;
        let Ok(Some(Ok(said))) = said else { break true };
        if said.is_text() && said.to_text().unwrap().contains("\"chat\"") {
            break false;
        }
    };
    assert!(last, "a spectator heard the chat");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_meet_play_and_talk_on_sqlite() {
    let server = PublicServer::of(Site::new().await).await;
    people_meet(&server, &server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_meet_play_and_talk_through_two_servers_on_postgresql() {
    let database = postgres::Server::start();
    let (first, second) = (PublicServer::on(&database.url()).await, PublicServer::on(&database.url()).await);
    people_meet(&first, &second).await;
    // After the connection that listens is lost, the lobby is read again.
    let mut dan = first.site.guest("192.0.2.20").await;
    let mut lobby = second.connect(&dan, "/api/lobby/live").await;
    hear(&mut lobby, |said| said["type"] == "own").await;
    let mut connection = sqlx::PgConnection::connect(&database.url()).await.unwrap();
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
    sqlx::query(kill).execute(&mut connection).await.unwrap();
    let seek = first.site.post(&mut dan, "/api/lobby/seeks", blitz()).await.body["seek"].clone();
    hear(&mut lobby, |said| said["type"] == "own" && said["seeks"] == json!([seek])).await;
    // It waits as long as its owner is in the lobby, whichever server that is, and no longer.
    let is_there = async || {
        let lobby = first.site.get(&mut Browser::from("192.0.2.21"), "/api/lobby").await.body;
        lobby["seeks"].as_array().unwrap().iter().any(|listed| listed["id"] == seek)
    };
    assert!(is_there().await);
    drop(lobby);
    let begin = Instant::now();
    while is_there().await {
        assert!(begin.elapsed() < Duration::from_secs(10), "the seek of somebody who left is still there");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(begin.elapsed() > Duration::from_secs(3), "a page that is opened again is no absence");
    for server in [first, second] {
        server.site.store.close().await;
    }
}

#[tokio::test]
async fn seeks_have_terms_limits_and_owners() {
    let site = Site::new().await;
    let (mut ada, mut bob) = (site.account("Ada", "192.0.2.1").await, site.guest("192.0.2.2").await);
    let seek = async |who: &mut Browser, wish: Value| site.post(who, "/api/lobby/seeks", wish).await;
    for (wish, status) in [
        (json!({ "initial": 5 }), 422),
        (json!({ "initial": 100_000 }), 422),
        (json!({ "initial": 60, "increment": 999 }), 422),
        (json!({ "initial": 60, "side": "red" }), 422),
        (json!({ "initial": 60, "min_rating": 1600, "max_rating": 1500 }), 422),
        (json!({ "initial": 60, "min_rating": -1 }), 422),
        (json!({ "initial": 60, "max_rating": 9000 }), 422),
        (json!({ "initial": 60, "max_rating": "high" }), 422),
        (json!({}), 422),
        (json!({ "initial": 60, "rated": true }), 403),
        (json!({ "initial": 60 }), 201),
        (json!({ "initial": 61 }), 201),
        (json!({ "initial": 62 }), 201),
        (json!({ "initial": 63 }), 429),
    ] {
        let answer = seek(&mut bob, wish.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{wish}: {}", answer.body);
    }
    // Rated and with a balanced opening; the side is the one that was wanted.
    let rated = json!({ "initial": 600, "rated": true, "balanced": true, "side": "white" });
    let waits = seek(&mut ada, rated.clone()).await;
    assert!(waits.body["seek"].is_i64(), "{}", waits.body);
    let id = waits.body["seek"].clone();
    let refused = site.post(&mut bob, &format!("/api/lobby/seeks/{id}/accept"), json!({})).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("accounts-only")));
    let others = site.ask(&mut bob, "DELETE", &format!("/api/lobby/seeks/{id}"), &json!(null)).await;
    assert_eq!(others.body["code"], "seek-gone");
    let mut cy = site.account("Cy", "192.0.2.3").await;
    let wanted = seek(&mut cy, rated).await;
    assert!(wanted.body["seek"].is_i64(), "both want white: {}", wanted.body);
    let either = json!({ "initial": 600, "rated": true, "balanced": true });
    let mut dan = site.account("Dan", "192.0.2.4").await;
    let game = seek(&mut dan, either).await.body["game"].clone();
    let shown = site.get(&mut dan, &format!("/api/games/{game}")).await.body;
    assert_eq!((&shown["yours"], &shown["rated"]), (&json!(["black"]), &json!(true)), "{shown}");
    assert_eq!((&shown["opening"], &shown["white"]["name"]), (&json!(8), &json!("Ada")));
    assert!(shown["remote"]["first_move"].is_i64() && shown["clock"]["black"] == 600_000, "{shown}");
    // An invitation stays private unless a player shares it.
    let lobby = site.get(&mut bob, "/api/lobby").await.body;
    assert_eq!(lobby["games"].as_array().unwrap().len(), 1, "{lobby}");

    // Who seeks is shown with their rating, and says whom they want to meet: others and guests are refused.
    let strong = json!({ "initial": 900, "min_rating": 1700 });
    let id = seek(&mut ada, strong).await.body["seek"].clone();
    let lobby = site.get(&mut bob, "/api/lobby").await.body;
    let shown = lobby["seeks"].as_array().unwrap().iter().find(|seek| seek["id"] == id).unwrap();
    assert_eq!((&shown["rating"], &shown["provisional"]), (&json!(1500), &json!(true)), "{shown}");
    assert_eq!((&shown["min_rating"], &shown["max_rating"]), (&json!(1700), &Value::Null), "{shown}");
    let guest = lobby["seeks"].as_array().unwrap().iter().find(|seek| seek["initial"] == 60).unwrap();
    assert_eq!((&guest["rating"], &guest["provisional"]), (&Value::Null, &json!(false)), "{guest}");
    for who in [&mut bob, &mut dan] {
        let refused = site.post(who, &format!("/api/lobby/seeks/{id}/accept"), json!({})).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("other-rating")));
    }
    let waits = seek(&mut dan, json!({ "initial": 900 })).await;
    assert!(waits.body["seek"].is_i64(), "nobody is paired with somebody they do not want: {}", waits.body);

    // Where one person uses the studio, there is no lobby and no chat.
    let bench = Bench::new().await;
    let human = json!({ "player": "human" });
    let created = bench.create(json!({ "black": human, "white": human, "invite": "white" })).await;
    let chat = format!("/api/games/{}/chat", created["game"]["id"]);
    for (method, path) in [
        ("GET", "/api/lobby"),
        ("POST", "/api/lobby/seeks"),
        ("POST", "/api/lobby/seeks/1/accept"),
        ("GET", "/api/reports"),
        ("GET", chat.as_str()),
    ] {
        let (status, answer) = bench.send(method, path, created["key"].as_str(), &blitz()).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}: {answer}");
    }
}
