//! Connections: how many there are at a time, how long each may keep the server waiting, and how all of them
//! end.
//!
//! Whoever connects takes a file of the process and some memory, before anything is known about them. So
//! there are as many connections as files allow, less some for the database and its like. When all are taken
//! the one that has kept the server waiting longest is closed for the next: somebody who sends a request at
//! once is always served. A connection that is too slow is closed in any case ([`Connections::sweep`]).

mod body;
mod connections;
mod limits;
mod stream;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Service as _;
use tracing::{debug, info, warn};

use self::body::{RequestBody, ResponseBody};
use self::connections::{Connection, Connections};
pub(crate) use self::limits::live_connections;
use self::stream::ConnectionStream;
use crate::guard::PeerAddress;

/// The largest head of a request, in bytes, and how much of a body is read at once.
const HEAD_LIMIT: usize = 128 * 1024;
/// How often slow connections are looked for.
const SWEEP: Duration = Duration::from_secs(1);
/// How long requests that are under way may take once the server ends.
const DRAIN: Duration = Duration::from_secs(8);
/// How long requests that were sent before the end may take to arrive.
const LAST_REQUESTS: Duration = Duration::from_millis(100);
/// How long nobody is accepted when there are no files left.
const NO_FILES: Duration = Duration::from_millis(20);

/// Answers requests until `end` resolves, then lets those under way come to their end. `closing` is set to
/// true at that moment, for whoever holds a connection open.
pub(crate) async fn listen(
    listener: TcpListener,
    app: Router,
    closing: &watch::Sender<bool>,
    end: impl Future<Output = ()> + Send,
) {
    let limit = limits::connections();
    debug!(limit, "accepting connections");
    let connections = Arc::new(Connections::new(limit));
    let sweeper = tokio::spawn(sweep(Arc::clone(&connections)));
    let mut end = std::pin::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener, &connections) => attend(accepted, &app, &connections, closing),
        }
    }
    drop(listener);
    info!(connections = connections.len(), "ending: no new connections");
    closing.send_replace(true);
    // Requests that have come are read in this time; connections without one have nothing to wait for.
    tokio::time::sleep(LAST_REQUESTS).await;
    connections.close_waiting();
    if tokio::time::timeout(DRAIN, connections.until_empty()).await.is_err() {
        warn!(connections = connections.len(), "cut off what was not finished in time");
    }
    sweeper.abort();
}

/// Waits until the server ends.
pub(crate) async fn until_closing(closing: &mut watch::Receiver<bool>) {
    // That nobody is left who could say so is the end, too.
    let _ended = closing.wait_for(|&closing| closing).await;
}

async fn sweep(connections: Arc<Connections>) {
    let mut pause = tokio::time::interval(SWEEP);
    loop {
        pause.tick().await;
        let closed = connections.sweep();
        if closed > 0 {
            debug!(closed, "closed connections that were too slow");
        }
    }
}

/// Waits for the next connection, and for room for it.
async fn accept(listener: &TcpListener, connections: &Connections) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => {
                connections.until_room().await;
                return accepted;
            }
            Err(error) => {
                // One that was given up meanwhile is no failure; with no files left somebody has to go.
                debug!(%error, "cannot accept a connection");
                connections.close_stalest();
                tokio::time::sleep(NO_FILES).await;
            }
        }
    }
}

/// Serves a connection on a task of its own.
fn attend(
    (stream, peer): (TcpStream, SocketAddr),
    app: &Router,
    connections: &Arc<Connections>,
    closing: &watch::Sender<bool>,
) {
    // Small answers go out at once; without that they are only later.
    let _only_later = stream.set_nodelay(true);
    let connection = Connections::add(connections);
    let (app, mut closing) = (app.clone(), closing.subscribe());
    let own = Arc::clone(&connection);
    let task = tokio::spawn(async move {
        let stream = TokioIo::new(ConnectionStream::new(stream, Arc::clone(&own)));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(PeerAddress(peer.ip()));
            answer(app.clone(), Arc::clone(&own), request)
        });
        let mut http = http1::Builder::new();
        let serving = http.max_buf_size(HEAD_LIMIT).serve_connection(stream, service).with_upgrades();
        let mut serving = std::pin::pin!(serving);
        let ended = tokio::select! {
            ended = serving.as_mut() => ended,
            () = until_closing(&mut closing) => {
                serving.as_mut().graceful_shutdown();
                serving.await
            }
        };
        if let Err(error) = ended {
            debug!(%error, "a connection broke");
        }
    });
    connection.set_task(task.abort_handle());
}

/// Has a request answered, and takes note of how far it is.
async fn answer(
    mut app: Router,
    connection: Arc<Connection>,
    request: hyper::Request<Incoming>,
) -> Result<Response, Infallible> {
    connection.begin_request(!request.body().is_end_stream());
    let own = Arc::clone(&connection);
    let request: Request = request.map(|body| Body::new(RequestBody::new(body, own)));
    let response = app.call(request).await?;
    if response.status() == axum::http::StatusCode::SWITCHING_PROTOCOLS {
        connection.upgrade();
        return Ok(response);
    }
    Ok(response.map(|body| Body::new(ResponseBody::new(body, connection))))
}
