//! Live connections: small buffers, and a ping now and then, so that one whose other side is gone ends.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};

use crate::error::ApiError;
use crate::listener::{live_connections, until_closing};
use crate::metrics::{Gauged, Metrics};
use crate::payer::Payer;
use crate::studio::Studio;

/// How many bytes are read at once, and how many wait to be written.
const BUFFER: usize = 2048;
/// How much may wait for a slow reader.
const BACKLOG: usize = 1024 * 1024;
/// How often the other side is asked whether it is there.
const PING: Duration = Duration::from_secs(25);
/// How long the other side may say nothing, though it was asked.
const SILENCE: Duration = Duration::from_secs(80);
/// The same for players of games between people: whoever is gone is missed sooner.
const PLAYER_PING: Duration = Duration::from_secs(5);
const PLAYER_SILENCE: Duration = Duration::from_secs(16);
/// How long the other side may take to read a message.
const SEND_TIME: Duration = Duration::from_secs(20);
/// The name of what is spoken here (`Sec-WebSocket-Protocol`).
const PROTOCOL: &str = "outflank";
/// How a protocol begins that is none, but the key of a seat: browsers cannot send it otherwise but in an
/// address, which ends up in logs.
const KEY: &str = "outflank-key.";

/// The connection has ended.
#[derive(Debug)]
pub(crate) struct Disconnected;

/// A live connection.
pub(crate) struct LiveSocket {
    socket: WebSocket,
    heard: Instant,
    ping: Interval,
    /// How long the other side may say nothing.
    silence: Duration,
    /// When the other side was asked last and has not answered yet.
    asked: Option<Instant>,
    /// Who is told how long an answer took.
    on_lag: Option<Box<dyn Fn(Duration) + Send + Sync>>,
    closing: watch::Receiver<bool>,
    _counted: Gauged,
}

/// Answers a request for a live connection, whose messages have at most so many bytes.
pub(crate) fn open<F: Future<Output = ()> + Send + 'static>(
    studio: &Arc<Studio>,
    upgrade: WebSocketUpgrade,
    message_limit: usize,
    attend: impl FnOnce(LiveSocket) -> F + Send + 'static,
) -> Result<Response, ApiError> {
    if usize::try_from(studio.metrics.sockets.get()).is_ok_and(|open| open >= live_connections()) {
        return Err(ApiError::busy("there are too many live connections"));
    }
    let counted = Metrics::count(&studio.metrics.sockets);
    let closing = studio.closing.subscribe();
    let payer = Payer::present();
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(BACKLOG)
        .max_message_size(message_limit)
        .max_frame_size(message_limit);
    Ok(upgrade.on_upgrade(move |socket| {
        let now = Instant::now();
        let mut ping = interval_at(now + PING, PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (silence, asked, on_lag) = (SILENCE, None, None);
        let socket =
            LiveSocket { socket, heard: now, ping, silence, asked, on_lag, closing, _counted: counted };
        payer.pays(attend(socket))
    }))
}

/// Returns the key of a seat that came as a protocol.
pub(crate) fn key(upgrade: &WebSocketUpgrade) -> Option<String> {
    let asked = upgrade.requested_protocols().filter_map(|value| value.to_str().ok());
    let mut protocols = asked.flat_map(|value| value.split(',')).map(str::trim);
    protocols.find_map(|protocol| protocol.strip_prefix(KEY)).map(str::to_owned)
}

/// Returns the key of a seat that a request shows, wherever: as a header, as a protocol of a live connection,
/// or in its address, as earlier pages did.
pub(crate) fn shown_key(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let header = headers.get("x-seat-key").and_then(|value| value.to_str().ok());
    let protocols =
        headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let mut protocols = protocols.flat_map(|value| value.split(',')).map(str::trim);
    let protocol = protocols.find_map(|protocol| protocol.strip_prefix(KEY));
    let query = uri.query().unwrap_or("").split('&').find_map(|pair| pair.strip_prefix("key="));
    header.or(protocol).or(query).map(str::to_owned)
}

impl LiveSocket {
    /// Asks the other side often whether it is there, and tells how long each answer took.
    pub(crate) fn watch_closely(&mut self, on_lag: impl Fn(Duration) + Send + Sync + 'static) {
        self.ping = interval_at(Instant::now(), PLAYER_PING);
        self.ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.silence = PLAYER_SILENCE;
        self.on_lag = Some(Box::new(on_lag));
    }

    /// Waits for the next message that is text. May be given up and called again.
    pub(crate) async fn recv(&mut self) -> Result<Utf8Bytes, Disconnected> {
        loop {
            tokio::select! {
                said = self.socket.recv() => {
                    self.heard = Instant::now();
                    match said {
                        Some(Ok(Message::Text(text))) => return Ok(text),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Disconnected),
                        Some(Ok(Message::Pong(_))) => {
                            if let Some((asked, on_lag)) = self.asked.take().zip(self.on_lag.as_ref()) {
                                on_lag(asked.elapsed());
                            }
                        }
                        Some(Ok(_greeting)) => {}
                    }
                }
                _ = self.ping.tick() => {
                    if self.heard.elapsed() > self.silence {
                        return Err(Disconnected);
                    }
                    self.asked = Some(Instant::now());
                    self.put(Message::Ping(Default::default())).await?;
                }
                () = until_closing(&mut self.closing) => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: "the server ends".into() };
                    self.put(Message::Close(Some(frame))).await?;
                    return Err(Disconnected);
                }
            }
        }
    }

    /// Sends a message as JSON.
    pub(crate) async fn send(&mut self, message: &impl Serialize) -> Result<(), Disconnected> {
        let text = serde_json::to_string(message).map_err(|_never| Disconnected)?;
        self.send_text(Utf8Bytes::from(text)).await
    }

    /// Sends a message that is written already.
    pub(crate) async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), Disconnected> {
        self.put(Message::Text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), Disconnected> {
        match timeout(SEND_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Disconnected),
        }
    }
}
