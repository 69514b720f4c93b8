//! The lobby: who seeks a game and what is on air, told over live connections.
//!
//! The database has it all. One task of this process reads it when something is said to have changed, a few
//! times a second at most and only while somebody is in the lobby here, and every connection is told what
//! is new to it. Whoever is connected is in the lobby: what they seek stays as long as that is so.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use outflank_game::{KeptGame, PersonId};
use outflank_lab::{OpeningSource, Openings};
use outflank_rules::{Game, Position};
use outflank_store::{GameOnAir, Seek, StoreError};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use crate::error::ApiError;
use crate::people::Caller;
use crate::socket::{self, Disconnected, LiveSocket};
use crate::studio::Studio;
use crate::wire::Side;
use crate::wire::lobby::{LobbyMessage, LobbyView, OnAirView, SeekView};

/// How often the owners of seeks who are here are said to be here, and the lobby is read again anyway.
const STAY: Duration = Duration::from_secs(4);

/// How often it is looked whether the studio is still there while nobody is in the lobby.
const IDLE: Duration = Duration::from_secs(30);

/// The shortest time between two readings.
const BETWEEN: Duration = Duration::from_millis(250);

/// How many seeks and how many games on air are shown.
const SHOWN_SEEKS: usize = 100;
const SHOWN_GAMES: i64 = 12;

/// The largest message that is read; nothing is expected but greetings of the protocol.
const MESSAGE_LIMIT: usize = 4096;

/// The lobby as it was read last.
#[derive(Debug, Default)]
struct LobbyState {
    seeks: Vec<Seek>,
    on_air: HashSet<i64>,
    /// What everybody is told of the two, written once.
    seeks_text: Utf8Bytes,
    games_text: Utf8Bytes,
}

/// What this process knows of the lobby.
#[derive(Default)]
pub(crate) struct LobbyDesk {
    state: watch::Sender<Arc<LobbyState>>,
    news: Arc<Notify>,
    /// When it was read last.
    read: tokio::sync::Mutex<Option<Instant>>,
    /// The connections of people to this server, and of those who are nobody yet.
    here: Mutex<HashMap<Option<PersonId>, usize>>,
    openings: OnceLock<Openings>,
}

impl LobbyDesk {
    fn here(&self) -> MutexGuard<'_, HashMap<Option<PersonId>, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note that something in the lobby has changed.
    pub(crate) fn changed(&self) {
        self.news.notify_one();
    }

    /// Takes note of a change of a game, stored here.
    pub(crate) fn game_changed(&self, kept: &KeptGame) {
        if kept.rights.is_on_air {
            self.changed();
        }
    }

    /// Takes note of a change of a game, stored by somebody.
    pub(crate) fn heard_of(&self, game: i64) {
        if self.state.borrow().on_air.contains(&game) {
            self.changed();
        }
    }

    /// Returns one of the balanced openings.
    pub(crate) fn opening(&self) -> Game {
        let all = self.openings.get_or_init(|| {
            let shipped = Openings::load(&OpeningSource::Balanced, None, rand::random());
            shipped.unwrap_or_else(|_never| Openings::List(vec![Game::new(Position::start())]))
        });
        all.get(rand::random_range(0..all.count().unwrap_or(1)))
    }

    fn enter(&self, person: Option<PersonId>) {
        *self.here().entry(person).or_default() += 1;
    }

    /// Removes a connection, and tells whether it was the last one of its person.
    fn leave(&self, person: &Option<PersonId>) -> bool {
        let mut here = self.here();
        let Some(number) = here.get_mut(person) else { return false };
        *number -= 1;
        let is_last = *number == 0;
        if is_last {
            here.remove(person);
        }
        is_last
    }

    /// Returns the waiting seeks, as they were read last, whose owners are connected here.
    fn seeks_here(&self) -> Vec<i64> {
        let (state, here) = (Arc::clone(&self.state.borrow()), self.here());
        let is_here =
            |seek: &&Seek| seek.game.is_none() && here.contains_key(&Some(seek.wish.person.clone()));
        state.seeks.iter().filter(is_here).map(|seek| seek.id).collect()
    }
}

impl Studio {
    /// Reads the lobby when it changes, until the studio is closed. Without a runtime nobody does.
    pub(crate) fn watch_lobby(self: &Arc<Studio>) {
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(watch_lobby(Arc::downgrade(self), Arc::clone(&self.lobby.news)));
    }

    /// Returns the lobby.
    pub(crate) async fn lobby_view(&self) -> Result<LobbyView, StoreError> {
        let (seeks, games) = (self.store.seeks().await?, self.store.games_on_air(SHOWN_GAMES).await?);
        Ok(LobbyView { seeks: shown(&seeks), games: games.iter().map(on_air).collect() })
    }

    /// Reads the lobby, unless somebody has done so within a time, and lets everybody be told.
    async fn read_lobby(&self, within: Duration) -> Result<(), StoreError> {
        let mut read = self.lobby.read.lock().await;
        if read.is_some_and(|read| read.elapsed() < within) {
            return Ok(());
        }
        let (seeks, games) = (self.store.seeks().await?, self.store.games_on_air(SHOWN_GAMES).await?);
        *read = Some(Instant::now());
        let text =
            |message: &LobbyMessage| Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default());
        let state = LobbyState {
            seeks_text: text(&LobbyMessage::Seeks { seeks: shown(&seeks) }),
            games_text: text(&LobbyMessage::Games { games: games.iter().map(on_air).collect() }),
            on_air: games.iter().map(|game| game.id).collect(),
            seeks,
        };
        self.lobby.state.send_if_modified(|known| {
            let is_new = known.seeks != state.seeks || known.games_text != state.games_text;
            *known = Arc::new(state);
            is_new
        });
        Ok(())
    }

    /// Takes note that a connection to the lobby has ended.
    async fn leave_lobby(&self, person: Option<PersonId>) {
        if !self.lobby.leave(&person) {
            return;
        }
        if let Some(person) = person {
            // What cannot be noted is forgotten a little later.
            let _noted = self.store.leave_lobby(&person).await;
        }
    }
}

async fn watch_lobby(studio: Weak<Studio>, news: Arc<Notify>) {
    let mut stayed: Option<Instant> = None;
    loop {
        let Some(strong) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        let is_empty = strong.lobby.here().is_empty();
        if !is_empty {
            // What fails now is done the next time.
            if stayed.is_none_or(|at| at.elapsed() >= STAY) {
                let _kept = strong.store.keep_seeks(&strong.lobby.seeks_here()).await;
                stayed = Some(Instant::now());
            }
            let _read = strong.read_lobby(Duration::ZERO).await;
        }
        // The studio is not held while nothing happens.
        drop(strong);
        tokio::time::sleep(BETWEEN).await;
        let _heard_or_not = timeout(if is_empty { IDLE } else { STAY }, news.notified()).await;
    }
}

/// Opens a live connection to the lobby (WebSocket).
///
/// The server sends `LobbyMessage` objects as JSON, one per message. The caller's seeks stay open as long as
/// the connection. The client does not need to send anything.
#[utoipa::path(get, path = "/api/lobby/live", tag = "live", responses(
    (status = 101, description = "The connection is open: messages follow", body = LobbyMessage),
    (status = 404, body = crate::wire::Refusal)))]
pub(crate) async fn live(
    State(studio): State<Arc<Studio>>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if caller.is_at_home() {
        return Err(no_lobby());
    }
    let person = caller.known_person().cloned();
    socket::open(&Arc::clone(&studio), upgrade, MESSAGE_LIMIT, move |socket| async move {
        studio.lobby.enter(person.clone());
        // A connection that breaks is made again by the page.
        let _broken_or_closed = follow(&studio, person.as_ref(), socket).await;
        studio.leave_lobby(person).await;
    })
}

/// Says that there is no lobby where nobody has a name.
pub(crate) fn no_lobby() -> ApiError {
    ApiError::missing("this studio has no lobby: it is not a public server")
}

async fn follow(
    studio: &Arc<Studio>,
    person: Option<&PersonId>,
    mut socket: LiveSocket,
) -> Result<(), Disconnected> {
    let mut news = studio.lobby.state.subscribe();
    studio.read_lobby(BETWEEN).await.map_err(|_unreadable| Disconnected)?;
    studio.lobby.changed();
    let (mut seeks, mut games) = (Utf8Bytes::default(), Utf8Bytes::default());
    let mut own: Option<(Vec<i64>, Option<i64>)> = None;
    loop {
        let state = Arc::clone(&news.borrow_and_update());
        if state.seeks_text != seeks {
            seeks = state.seeks_text.clone();
            socket.send_text(seeks.clone()).await?;
        }
        if state.games_text != games {
            games = state.games_text.clone();
            socket.send_text(games.clone()).await?;
        }
        let present = own_seeks(&state.seeks, person);
        if own.as_ref() != Some(&present) {
            let (seeks, game) = present.clone();
            socket.send(&LobbyMessage::Own { seeks, game }).await?;
            own = Some(present);
        }
        drop(state);
        loop {
            tokio::select! {
                changed = news.changed() => {
                    changed.map_err(|_closed| Disconnected)?;
                    break;
                }
                said = socket.recv() => said.map(|_ignored| ())?,
            }
        }
    }
}

/// Returns the seeks of somebody that wait, and the game that came of the last one.
fn own_seeks(seeks: &[Seek], person: Option<&PersonId>) -> (Vec<i64>, Option<i64>) {
    let own: Vec<&Seek> = seeks.iter().filter(|seek| Some(&seek.wish.person) == person).collect();
    let waiting = own.iter().filter(|seek| seek.game.is_none()).map(|seek| seek.id).collect();
    (waiting, own.iter().rev().find_map(|seek| seek.game))
}

fn shown(seeks: &[Seek]) -> Vec<SeekView> {
    let waiting = seeks.iter().filter(|seek| seek.game.is_none());
    waiting.take(SHOWN_SEEKS).map(seek_view).collect()
}

fn seek_view(seek: &Seek) -> SeekView {
    let (wish, terms) = (&seek.wish, &seek.wish.terms);
    SeekView {
        id: seek.id,
        name: wish.name.clone(),
        account: !wish.person.is_guest(),
        initial: terms.control.initial.as_secs(),
        increment: terms.control.increment.as_secs(),
        rated: terms.is_rated,
        side: wish.side.map(Side::from),
        balanced: terms.is_balanced,
        rating: seek.rating.map(|rating| rating.rating),
        provisional: seek.rating.is_some_and(|rating| rating.is_provisional),
        min_rating: wish.ratings.from,
        max_rating: wish.ratings.to,
    }
}

fn on_air(game: &GameOnAir) -> OnAirView {
    let [black, white] = game.names.clone();
    OnAirView {
        id: game.id,
        black,
        white,
        board: game.position.to_string(),
        plies: game.placed,
        initial: game.control.map(|control| control.initial.as_secs()),
        increment: game.control.map_or(0, |control| control.increment.as_secs()),
        rated: game.is_rated,
        spectators: game.spectators,
    }
}
