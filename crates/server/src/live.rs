//! A live connection to a game: what changes is sent at once.

use std::sync::Arc;

use axum::extract::{Query, State, WebSocketUpgrade};
use axum::response::Response;
use outflank_game::KeptGame;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;

use crate::contest::seat_of;
use crate::error::ApiError;
use crate::live_game::GameNews;
use crate::request::ApiPath;
use crate::seats::Viewer;
use crate::socket::{self, Disconnected, LiveSocket};
use crate::studio::Studio;
use crate::wire::chat::ChatView;
use crate::wire::live::LiveMessage;

/// The largest message that is read; nothing is expected but greetings of the protocol.
const MESSAGE_LIMIT: usize = 4096;

/// The viewer and their options.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveQuery {
    /// The key of the caller's seat, as older pages send it. It ends up in logs: send it as a protocol
    /// instead.
    key: Option<String>,
    /// Whether the computer player may think on the opponent's time while this connection is open.
    #[serde(default)]
    ponder: bool,
}

/// Opens a live connection to a game (WebSocket).
///
/// The server sends `LiveMessage` objects as JSON, one per message: first the current state of the game, then
/// every change. The client does not need to send anything.
///
/// In a game by invitation, the client passes the key of its seat as a protocol (`Sec-WebSocket-Protocol:
/// outflank, outflank-key.KEY`) or in the header `X-Seat-Key`.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "live", params(("id" = i64, Path), LiveQuery), responses(
    (status = 101, description = "The connection is open: messages follow", body = LiveMessage),
    (status = 404, body = crate::wire::Refusal)))]
pub(crate) async fn live(
    State(studio): State<Arc<Studio>>,
    ApiPath(id): ApiPath<i64>,
    Query(query): Query<LiveQuery>,
    viewer: Viewer,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    studio.visit(id).await?;
    let viewer = viewer.or_with_key(socket::key(&upgrade).or(query.key.clone()));
    socket::open(&Arc::clone(&studio), upgrade, MESSAGE_LIMIT, move |socket| async move {
        // A connection that breaks is made again by the page.
        let _broken_or_closed = attend(&studio, id, &viewer, query.ponder, socket).await;
        studio.leave(id).await;
    })
}

/// Follows a game; whoever plays in it against somebody elsewhere is at the board meanwhile.
async fn attend(
    studio: &Arc<Studio>,
    id: i64,
    viewer: &Viewer,
    ponder: bool,
    mut socket: LiveSocket,
) -> Result<(), Disconnected> {
    let kept = studio.look_at(&studio.live(id)).await.map_err(|_missing| Disconnected)?;
    let Some(side) = seat_of(&kept, viewer) else {
        let _looks_on = studio.spectator_comes(&kept);
        return follow(studio, id, viewer, ponder, socket).await;
    };
    let arrival = studio.player_came(id, side).await;
    let (measuring, measured) = (Arc::clone(studio), arrival.clone());
    socket.watch_closely(move |lag| measuring.note_lag(&measured, lag));
    let ended = follow(studio, id, viewer, ponder, socket).await;
    studio.player_left(&arrival).await;
    ended
}

async fn follow(
    studio: &Arc<Studio>,
    id: i64,
    viewer: &Viewer,
    ponder: bool,
    mut socket: LiveSocket,
) -> Result<(), Disconnected> {
    let live = studio.live(id);
    let mut news = live.listen();
    let _wish = ponder.then(|| live.wish_pondering());
    let mut storage = studio.storage.listen();
    present(studio, id, viewer, &mut socket).await?;
    if let Some(kept) = live.kept() {
        studio.start_pondering(&live, &kept);
        if kept.is_by_invitation()
            && let Some(presence) = studio.presence_message(id).await
        {
            socket.send(&presence).await?;
        }
        send_chat(studio, &kept, viewer, &mut socket).await?;
    }
    drop(live);
    if storage.borrow().is_some() {
        storage.mark_changed();
    }
    loop {
        tokio::select! {
            Ok(()) = storage.changed() => {
                let trouble = *storage.borrow_and_update();
                socket.send(&LiveMessage::Storage { trouble }).await?;
            }
            heard = news.recv() => match heard {
                Ok(GameNews::Changed(kept)) => {
                    let game = Box::new(studio.show(&kept, viewer));
                    socket.send(&LiveMessage::Game { game }).await?;
                }
                Ok(GameNews::Thought(thought)) => socket.send(&LiveMessage::Thought { thought }).await?,
                Ok(GameNews::Rematch(games)) => {
                    let (old, new) = games.as_ref();
                    let rematch = LiveMessage::Rematch { id: new.id, key: viewer.key_after(old, new) };
                    socket.send(&rematch).await?;
                }
                Ok(GameNews::Presence(presence)) => socket.send(&presence).await?,
                Ok(GameNews::Chat(chat)) => {
                    let kept = studio.live(id).kept();
                    if kept.is_some_and(|kept| viewer.caller().is_some() && seat_of(&kept, viewer).is_some()) {
                        socket.send(&LiveMessage::Chat { chat: ChatView::clone(&chat) }).await?;
                    }
                }
                Ok(GameNews::Gone) | Err(RecvError::Closed) => return socket.send(&LiveMessage::Gone).await,
                // Too slow for every step: the present is enough.
                Err(RecvError::Lagged(_)) => {
                    present(studio, id, viewer, &mut socket).await?;
                    if let Some(kept) = studio.live(id).kept() {
                        send_chat(studio, &kept, viewer, &mut socket).await?;
                    }
                }
            },
            said = socket.recv() => said.map(|_ignored| ())?,
        }
    }
}

/// Sends what was said in a game to whoever plays in it against somebody elsewhere.
async fn send_chat(
    studio: &Studio,
    kept: &KeptGame,
    viewer: &Viewer,
    socket: &mut LiveSocket,
) -> Result<(), Disconnected> {
    if viewer.caller().is_none() || seat_of(kept, viewer).is_none() {
        return Ok(());
    }
    match studio.chat_view(kept).await {
        Ok(chat) => socket.send(&LiveMessage::Chat { chat }).await,
        // It comes with the next message.
        Err(_unreadable) => Ok(()),
    }
}

async fn present(
    studio: &Arc<Studio>,
    id: i64,
    viewer: &Viewer,
    socket: &mut LiveSocket,
) -> Result<(), Disconnected> {
    // Somebody else's leaving may have stopped the computer meanwhile.
    let kept = studio.visit(id).await.map_err(|_missing| Disconnected)?;
    let game = Box::new(studio.show(&kept, viewer));
    socket.send(&LiveMessage::Game { game }).await?;
    // The next depth of a long search may be seconds away.
    match studio.live(id).thought() {
        Some(thought) => socket.send(&LiveMessage::Thought { thought }).await,
        None => Ok(()),
    }
}
