//! Who is at the board of a game between people.
//!
//! A player is there as long as a live connection with the key of their seat is open, to whichever server.
//! The database keeps it ([`Store::presence`](outflank_store::Store::presence)): what is decided by it, a
//! claim, is decided by the clock of the database. Here are the connections of this server, and whoever looks
//! on is told of a change ([`Studio::tell_presence`]).

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use outflank_game::{KeptGame, away_limit};
use outflank_rules::Color;
use outflank_store::{SeatArrival, SeatPresence};
use tokio::runtime::Handle;

use crate::hearing::PassingNews;
use crate::live_game::GameNews;
use crate::seats::new_key;
use crate::studio::Studio;
use crate::view::milliseconds;
use crate::wire::live::LiveMessage;
use crate::wire::remote::PresenceView;

/// How often this server says that its connections are still there.
const STAY: Duration = Duration::from_secs(15);

/// How much the network must differ from what is stored to be stored again.
const LAG_STEP: Duration = Duration::from_millis(30);

/// The connections of players to this server.
pub(crate) struct PresenceBoard {
    /// The name of this server, for as long as it runs.
    pub(crate) server: String,
    next: AtomicI64,
    here: Mutex<HashMap<(i64, Color), SeatConnections>>,
}

/// The connections of the player of one seat.
#[derive(Default)]
struct SeatConnections {
    numbers: Vec<i64>,
    lag: Option<Duration>,
    stored_lag: Duration,
}

impl Default for PresenceBoard {
    fn default() -> PresenceBoard {
        PresenceBoard { server: new_key(), next: AtomicI64::new(1), here: Mutex::default() }
    }
}

impl PresenceBoard {
    fn here(&self) -> MutexGuard<'_, HashMap<(i64, Color), SeatConnections>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrival(&self, game: i64, side: Color, connection: i64) -> SeatArrival {
        SeatArrival { game, side, server: self.server.clone(), connection }
    }

    /// Adds a connection.
    fn add(&self, game: i64, side: Color) -> SeatArrival {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.here().entry((game, side)).or_default().numbers.push(number);
        self.arrival(game, side, number)
    }

    /// Removes a connection, and returns another one of the same player if there is one.
    fn remove(&self, gone: &SeatArrival) -> Option<SeatArrival> {
        let mut here = self.here();
        let seat = here.get_mut(&(gone.game, gone.side))?;
        seat.numbers.retain(|&number| number != gone.connection);
        let Some(&other) = seat.numbers.last() else {
            here.remove(&(gone.game, gone.side));
            return None;
        };
        drop(here);
        Some(self.arrival(gone.game, gone.side, other))
    }

    /// Takes note of what the network takes, and tells whether it is to be stored.
    fn note_lag(&self, arrival: &SeatArrival, lag: Duration) -> bool {
        let mut here = self.here();
        let Some(seat) = here.get_mut(&(arrival.game, arrival.side)) else { return false };
        seat.lag = Some(lag);
        let is_new = seat.stored_lag.abs_diff(lag) > LAG_STEP;
        if is_new {
            seat.stored_lag = lag;
        }
        is_new
    }

    /// Returns what the network takes of a player who is connected here.
    fn lag(&self, game: i64, side: Color) -> Option<Duration> {
        self.here().get(&(game, side))?.lag
    }

    fn is_empty(&self) -> bool {
        self.here().is_empty()
    }
}

impl Studio {
    /// Takes note that the player of a seat has come, and tells everybody.
    pub(crate) async fn player_came(self: &Arc<Studio>, game: i64, side: Color) -> SeatArrival {
        let arrival = self.presence.add(game, side);
        // Whoever cannot be noted is there all the same: the other one just does not see it.
        let _noted = self.store.arrive(&arrival).await;
        self.presence_changed(game).await;
        arrival
    }

    /// Takes note that a connection of a player has ended, and tells everybody if they are away.
    pub(crate) async fn player_left(self: &Arc<Studio>, arrival: &SeatArrival) {
        let noted = match self.presence.remove(arrival) {
            Some(other) => self.store.arrive(&other).await,
            None => self.store.depart(arrival).await.map(drop),
        };
        if noted.is_ok() {
            self.presence_changed(arrival.game).await;
        }
    }

    /// Takes note of what the network takes between this server and a player.
    pub(crate) fn note_lag(self: &Arc<Studio>, arrival: &SeatArrival, lag: Duration) {
        if self.presence.note_lag(arrival, lag) {
            let (studio, arrival) = (Arc::clone(self), arrival.clone());
            tokio::spawn(async move {
                // Another server then gives nothing back, and this one does.
                let _stored = studio.store.set_lag(&arrival, lag).await;
            });
        }
    }

    /// Returns what the network takes of a player, whichever server they are connected to.
    pub(crate) async fn lag_of(&self, game: i64, side: Color) -> Duration {
        if let Some(lag) = self.presence.lag(game, side) {
            return lag;
        }
        self.store.presence(game).await.map_or(Duration::ZERO, |(sides, _)| sides[side as usize].lag)
    }

    /// Tells those who look on, here and on other servers, that somebody came or went.
    pub(crate) async fn presence_changed(self: &Arc<Studio>, game: i64) {
        self.tell_presence(game).await;
        self.pass_on(&PassingNews::Presence { game });
    }

    /// Tells those who look on at a game here who is there.
    pub(crate) async fn tell_presence(self: &Arc<Studio>, game: i64) {
        let Some(live) = self.live_games.find(game) else { return };
        if let Some(message) = self.presence_message(game).await {
            live.tell(GameNews::Presence(message));
        }
    }

    /// Says who is at the board of a game; nothing if that cannot be read.
    pub(crate) async fn presence_message(&self, game: i64) -> Option<LiveMessage> {
        let kept = self.live(game).kept()?;
        let (sides, now) = self.store.presence(game).await.ok()?;
        let [black, white] = sides.map(|presence| view(&kept, presence, now));
        let spectators = self.store.spectators(game).await.ok()?;
        Some(LiveMessage::Presence { black, white, spectators })
    }

    /// Says now and then that the players connected here are still there, until the studio is closed.
    pub(crate) fn watch_presence(self: &Arc<Studio>) {
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(stay(Arc::downgrade(self)));
    }
}

fn view(kept: &KeptGame, presence: SeatPresence, now: i64) -> PresenceView {
    let away = presence.away_since.map(|since| now.saturating_sub(since).max(0));
    let limit = milliseconds(away_limit(kept.game.time_control()));
    PresenceView { here: presence.is_here(), away, claim_in: away.map(|away| (limit - away).max(0)) }
}

async fn stay(studio: Weak<Studio>) {
    loop {
        tokio::time::sleep(STAY).await;
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        if !studio.presence.is_empty() || !studio.spectators.is_empty() {
            // What fails now is said the next time.
            let _said = studio.store.stay(&studio.presence.server).await;
        }
    }
}
