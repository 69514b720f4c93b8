//! Games that are played here and now: what no database keeps of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_engine::Stopper;
use outflank_game::KeptGame;
use outflank_rules::Color;
use tokio::sync::broadcast;

use crate::opponents::Opponent;
use crate::wire::chat::ChatView;
use crate::wire::live::{LiveMessage, ThoughtView};

/// How many messages a slow listener may be behind before it is shown the present instead.
const BACKLOG: usize = 16;

/// From how many games on those that nobody uses are let go.
const MANY_GAMES: usize = 128;

/// What spectators and players of a game are told.
#[derive(Clone, Debug)]
pub(crate) enum GameNews {
    /// The game has changed.
    Changed(Arc<KeptGame>),
    /// The computer thinks.
    Thought(ThoughtView),
    /// The same players meet again: the game that is over, and the new one.
    Rematch(Arc<(KeptGame, KeptGame)>),
    /// Somebody has come or gone.
    Presence(LiveMessage),
    /// Something was said, for the players.
    Chat(Arc<ChatView>),
    /// The game was deleted.
    Gone,
}

/// A game that is played here. It holds nothing of the game that a restart would lose; whoever paused it to
/// look at it finds it going on after one.
pub(crate) struct LiveGame {
    id: i64,
    news: broadcast::Sender<GameNews>,
    /// Held during a change.
    pub(crate) turn: tokio::sync::Mutex<()>,
    state: Mutex<LiveState>,
}

struct LiveState {
    /// The game as it was stored last, parsed.
    kept: Option<Arc<KeptGame>>,
    /// The revision that those who listen were told last.
    told: i64,
    /// The revision at which the computer's move was asked for, where anybody may do it.
    ordered: i64,
    thinking: Option<Stopper>,
    /// What a computer thought last, and after how many plies.
    thought: Option<(usize, ThoughtView)>,
    /// How many of those who look on want the computer to use their time.
    ponder_wishes: usize,
    pondering: Option<Stopper>,
    /// How long the next answer of a computer waits at least, if the page that made the move said so.
    pause: Option<Duration>,
    /// Whether computer players wait until they are told to go on.
    paused: bool,
    /// The computer players who sit here, as long as the game is on.
    seated: HashMap<Color, Opponent>,
}

impl LiveState {
    /// Returns how many plies the game has, as far as is known here.
    fn plies(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.game.plies().len())
    }
}

impl LiveGame {
    fn new(id: i64) -> LiveGame {
        let state = LiveState {
            kept: None,
            told: 0,
            ordered: 0,
            thinking: None,
            thought: None,
            ponder_wishes: 0,
            pondering: None,
            pause: None,
            paused: false,
            seated: HashMap::new(),
        };
        LiveGame {
            id,
            news: broadcast::Sender::new(BACKLOG),
            turn: tokio::sync::Mutex::default(),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the game.
    pub(crate) fn id(&self) -> i64 {
        self.id
    }

    /// Returns the game as it was read or stored last.
    pub(crate) fn kept(&self) -> Option<Arc<KeptGame>> {
        self.state().kept.clone()
    }

    /// Returns the revision that those who listen were told last; 0 if none.
    pub(crate) fn told(&self) -> i64 {
        self.state().told
    }

    /// Returns the revision at which the computer's move was asked for; 0 if it was not.
    pub(crate) fn ordered(&self) -> i64 {
        self.state().ordered
    }

    /// Takes note at which revision the computer's move is asked for; 0 if it must be asked for again.
    pub(crate) fn set_ordered(&self, revision: i64) {
        self.state().ordered = revision;
    }

    /// Tells whether the turn is a computer's, as far as is known here.
    pub(crate) fn waits_for_computer(&self) -> bool {
        let kept = self.kept();
        kept.is_some_and(|kept| kept.game.turn().is_some_and(|side| !kept.game.is_person(side)))
    }

    /// Keeps a game that was read or stored, unless a later one is kept already, and returns it.
    pub(crate) fn keep(&self, kept: KeptGame) -> Arc<KeptGame> {
        let kept = Arc::new(kept);
        let mut state = self.state();
        if state.kept.as_ref().is_none_or(|old| old.revision <= kept.revision) {
            state.kept = Some(Arc::clone(&kept));
        }
        kept
    }

    /// Tells whether a computer player thinks.
    pub(crate) fn is_thinking(&self) -> bool {
        self.state().thinking.is_some()
    }

    /// Sets what stops the computer player who begins to think.
    pub(crate) fn set_thinking(&self, stopper: Stopper) {
        self.stop_thinking();
        let mut state = self.state();
        state.thinking = Some(stopper);
        state.thought = None;
    }

    /// Returns what a computer thought last of the position on the board.
    pub(crate) fn thought(&self) -> Option<ThoughtView> {
        let state = self.state();
        let (plies, thought) = state.thought.as_ref()?;
        (state.plies() == *plies).then(|| thought.clone())
    }

    /// Takes note that the computer player has chosen.
    pub(crate) fn end_thinking(&self) {
        self.state().thinking = None;
    }

    /// Stops the computer player who thinks, if one does.
    pub(crate) fn stop_thinking(&self) {
        if let Some(stopper) = self.state().thinking.take() {
            stopper.stop();
        }
    }

    /// Says how long the next answer of a computer waits at least.
    pub(crate) fn set_pause(&self, pause: Option<Duration>) {
        self.state().pause = pause;
    }

    /// Takes what was said of the next answer.
    pub(crate) fn take_pause(&self) -> Option<Duration> {
        self.state().pause.take()
    }

    /// Tells whether the computer players wait.
    pub(crate) fn is_paused(&self) -> bool {
        self.state().paused
    }

    /// Lets the computer players wait, or go on.
    pub(crate) fn set_paused(&self, paused: bool) {
        self.state().paused = paused;
    }

    /// Wishes that the computer use the opponent's time, until what is returned is dropped.
    pub(crate) fn wish_pondering(self: &Arc<LiveGame>) -> PonderWish {
        self.state().ponder_wishes += 1;
        PonderWish(Arc::clone(self))
    }

    /// Sets what stops a computer player who begins to use the opponent's time; `None` if nobody who looks on
    /// wants that, or it does so already.
    pub(crate) fn set_pondering(&self) -> Option<Stopper> {
        let mut state = self.state();
        let is_pondering = state.pondering.as_ref().is_some_and(|stopper| !stopper.is_stopped());
        let stopper = (state.ponder_wishes > 0 && !is_pondering).then(Stopper::new)?;
        state.pondering = Some(stopper.clone());
        Some(stopper)
    }

    /// Stops the computer player who uses the opponent's time, if one does.
    pub(crate) fn stop_pondering(&self) {
        if let Some(stopper) = self.state().pondering.take() {
            stopper.stop();
        }
    }

    /// Returns the computer player of a side; `find` finds one who does not sit here yet.
    pub(crate) fn opponent(&self, side: Color, find: impl FnOnce() -> Option<Opponent>) -> Option<Opponent> {
        let seated = self.state().seated.get(&side).cloned();
        let opponent = seated.or_else(find)?;
        self.state().seated.insert(side, opponent.clone());
        Some(opponent)
    }

    /// Lets the computer players go.
    pub(crate) fn clear_seats(&self) {
        self.state().seated.clear();
    }

    /// Tells whether the clock of the side to move runs, as far as is known here.
    pub(crate) fn has_clock_running(&self) -> bool {
        self.state().kept.as_ref().is_some_and(|kept| kept.deadline.is_some())
    }

    /// Tells whether anybody listens.
    pub(crate) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Listens to what happens in the game.
    pub(crate) fn listen(&self) -> broadcast::Receiver<GameNews> {
        self.news.subscribe()
    }

    /// Tells those who listen. That nobody does is no failure.
    pub(crate) fn tell(&self, news: GameNews) {
        let mut state = self.state();
        match &news {
            GameNews::Changed(kept) => state.told = state.told.max(kept.revision),
            GameNews::Thought(thought) => state.thought = Some((state.plies(), thought.clone())),
            _ => {}
        }
        drop(state);
        let _nobody_listens = self.news.send(news);
    }
}

/// Somebody who looks on and wants the computer to use their time.
pub(crate) struct PonderWish(Arc<LiveGame>);

impl Drop for PonderWish {
    /// When the last one leaves, nobody is pondered for.
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.ponder_wishes -= 1;
        if state.ponder_wishes == 0
            && let Some(stopper) = state.pondering.take()
        {
            stopper.stop();
        }
    }
}

/// The games that are played here, by number.
#[derive(Default)]
pub(crate) struct LiveGames(Mutex<HashMap<i64, Arc<LiveGame>>>);

impl LiveGames {
    fn games(&self) -> MutexGuard<'_, HashMap<i64, Arc<LiveGame>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns all of them.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        self.games().values().cloned().collect()
    }

    /// Returns a game if it is played here.
    pub(crate) fn find(&self, id: i64) -> Option<Arc<LiveGame>> {
        self.games().get(&id).cloned()
    }

    /// Returns a game, which begins to be live if it was not.
    pub(crate) fn get(&self, id: i64) -> Arc<LiveGame> {
        let mut games = self.games();
        if games.len() >= MANY_GAMES && !games.contains_key(&id) {
            // Who plays, thinks or looks on holds a game; the others can be read again.
            games.retain(|_, live| Arc::strong_count(live) > 1 || live.is_watched());
        }
        Arc::clone(games.entry(id).or_insert_with(|| Arc::new(LiveGame::new(id))))
    }

    /// Lets go of a game that was deleted, and tells those who listen.
    pub(crate) fn remove(&self, live: &LiveGame) {
        live.stop_thinking();
        live.stop_pondering();
        self.games().remove(&live.id);
        live.tell(GameNews::Gone);
    }
}
