//! A live connection to a game: what changes is sent at once.

use std::sync::Arc;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::live_game::GameNews;
use crate::request::ApiPath;
use crate::seats::Viewer;
use crate::studio::Studio;
use crate::wire::live::LiveMessage;

/// The largest message that is read; nothing is expected but greetings of the protocol.
const MESSAGE_LIMIT: usize = 4096;

/// Who looks on; a browser cannot send headers with a WebSocket.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveQuery {
    /// The key of one's seat, in a game by invitation.
    key: Option<String>,
}

/// Opens a live connection to a game (WebSocket): the server says `LiveMessage` as JSON, one a message, at
/// first the game as it is, then every change. Nothing has to be said to it.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "live", params(("id" = i64, Path), LiveQuery), responses(
    (status = 101, description = "The connection is open: messages follow", body = LiveMessage),
    (status = 404, body = crate::wire::Refusal)))]
pub(crate) async fn live(
    State(studio): State<Arc<Studio>>,
    ApiPath(id): ApiPath<i64>,
    Query(query): Query<LiveQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    studio.visit(id).await?;
    let viewer = Viewer::with_key(query.key);
    let upgrade = upgrade.max_message_size(MESSAGE_LIMIT).max_frame_size(MESSAGE_LIMIT);
    Ok(upgrade.on_upgrade(move |socket| async move {
        // A connection that breaks is made again by the page.
        let _broken_or_closed = follow(&studio, id, &viewer, socket).await;
        studio.leave(id).await;
    }))
}

async fn follow(
    studio: &Arc<Studio>,
    id: i64,
    viewer: &Viewer,
    mut socket: WebSocket,
) -> Result<(), Disconnected> {
    let mut news = studio.live(id).listen();
    let mut storage = studio.storage.listen();
    present(studio, id, viewer, &mut socket).await?;
    if storage.borrow().is_some() {
        storage.mark_changed();
    }
    loop {
        tokio::select! {
            Ok(()) = storage.changed() => {
                let trouble = *storage.borrow_and_update();
                send(&mut socket, &LiveMessage::Storage { trouble }).await?;
            }
            heard = news.recv() => match heard {
                Ok(GameNews::Changed(kept)) => {
                    let game = Box::new(studio.show(&kept, viewer));
                    send(&mut socket, &LiveMessage::Game { game }).await?;
                }
                Ok(GameNews::Thought(thought)) => send(&mut socket, &LiveMessage::Thought { thought }).await?,
                Ok(GameNews::Rematch(games)) => {
                    let (old, new) = games.as_ref();
                    let rematch = LiveMessage::Rematch { id: new.id, key: viewer.key_after(old, new) };
                    send(&mut socket, &rematch).await?;
                }
                Ok(GameNews::Gone) | Err(RecvError::Closed) => return send(&mut socket, &LiveMessage::Gone).await,
                // Too slow for every step: the present is enough.
                Err(RecvError::Lagged(_)) => present(studio, id, viewer, &mut socket).await?,
            },
            said = socket.recv() => match said {
                Some(Ok(_ignored)) => {}
                Some(Err(_)) | None => return Ok(()),
            },
        }
    }
}

/// The connection has ended.
#[derive(Debug)]
struct Disconnected;

async fn present(
    studio: &Arc<Studio>,
    id: i64,
    viewer: &Viewer,
    socket: &mut WebSocket,
) -> Result<(), Disconnected> {
    // Somebody else's leaving may have stopped the computer meanwhile.
    let kept = studio.visit(id).await.map_err(|_missing| Disconnected)?;
    let game = Box::new(studio.show(&kept, viewer));
    send(socket, &LiveMessage::Game { game }).await
}

async fn send(socket: &mut WebSocket, message: &LiveMessage) -> Result<(), Disconnected> {
    let text = serde_json::to_string(message).map_err(|_never| Disconnected)?;
    socket.send(Message::Text(Utf8Bytes::from(text))).await.map_err(|_closed| Disconnected)
}
