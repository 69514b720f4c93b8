//! How games go on: every change of a game goes through here, one at a time.
//!
//! What is kept is the truth. A change takes the game as it is stored, applies the rules, stores it, and only
//! then is answered and told to those who look on. One [`KeptGame`] serves all of that: nothing is parsed
//! twice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::Stopper;
use outflank_game::{GameInPlay, KeptGame, MoveRefused, PlayerId};
use outflank_players::Thought;
use outflank_rules::{Color, Game};
use outflank_store::NewGame;
use tokio::runtime::Handle;

use crate::error::ApiError;
use crate::hearing::PassingNews;
use crate::live_game::{GameNews, LiveGame};
use crate::opponents::Opponent;
use crate::payer::Payer;
use crate::studio::Studio;
use crate::wire::live::ThoughtView;
use crate::work::WorkPlace;

/// How often a change of the pace is looked for.
const PACE_LOOK: Duration = Duration::from_millis(400);

/// How long the computer uses the opponent's time at most.
const PONDER_TIME: Duration = Duration::from_secs(60);

/// How often other servers are told what a computer player thinks, at most.
const THOUGHT_PAUSE: Duration = Duration::from_millis(250);

/// The turn of a computer player.
pub(crate) struct ComputerTurn {
    pub(crate) game: Game,
    pub(crate) opponent: Opponent,
    /// Its name if somebody else sits there.
    pub(crate) helper: Option<PlayerId>,
    /// How long the move waits at least before it is shown, instead of the pace of the game.
    pub(crate) pause: Option<Duration>,
    /// The place among those who think at a time, given back when the move is chosen.
    pub(crate) place: Option<WorkPlace>,
    pub(crate) stopper: Stopper,
}

impl Studio {
    /// Finds a game, and lets its computer and its clock go on if they were interrupted.
    pub(crate) async fn visit(self: &Arc<Studio>, id: i64) -> Result<Arc<KeptGame>, ApiError> {
        let live = self.live(id);
        let kept = self.look_at(&live).await?;
        if !self.rests(&live, &kept) {
            return Ok(kept);
        }
        let _turn = live.turn.lock().await;
        let kept = self.kept(&live).await?;
        if !self.rests(&live, &kept) {
            return Ok(kept);
        }
        match self.wake(&live, &kept).await {
            // What cannot be stored now rests a little longer.
            Err(error) if error.trouble().is_some() => {
                error.trouble().inspect(|&trouble| self.storage_failed(trouble));
                Ok(kept)
            }
            // Somebody else was first, as the watch of the flags may be.
            Err(error) if error.is_moved_on() => Ok(self.kept(&live).await?),
            woken => woken,
        }
    }

    /// Tells whether a game should go on by itself and does not: its flag has fallen, its clock does not run,
    /// or its computer does not think.
    fn rests(&self, live: &LiveGame, kept: &KeptGame) -> bool {
        let is_computers = kept.game.turn().is_some_and(|side| !kept.game.is_person(side));
        kept.has_flag_fallen(self.store.now())
            || kept.is_clock_resting()
            || (is_computers && !self.is_computer_at_it(live, kept) && !live.is_paused())
    }

    /// Tells whether a computer player thinks about a move of a game, or has been asked for one.
    pub(crate) fn is_computer_at_it(&self, live: &LiveGame, kept: &KeptGame) -> bool {
        live.is_thinking() || live.ordered() == kept.revision
    }

    /// Lets a game that rests go on. The turn must be held.
    async fn wake(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
    ) -> Result<Arc<KeptGame>, ApiError> {
        if let Some(ended) = self.lost_on_time(kept) {
            return self.put(live, kept, ended).await;
        }
        if kept.is_clock_resting() {
            let kept = self.store.start_clock(kept).await?;
            return Ok(self.settle(live, kept));
        }
        self.go_on(live, kept);
        Ok(Arc::new(kept.clone()))
    }

    /// Returns what a game becomes whose flag has fallen; `None` if it has not.
    fn lost_on_time(&self, kept: &KeptGame) -> Option<GameInPlay> {
        let now = self.store.now();
        let mut ended = kept.game.clone();
        (kept.has_flag_fallen(now) && ended.flag_if_fallen(kept.waiting(now))).then_some(ended)
    }

    /// Takes note that a game has been changed in the database, by a fallen flag or somebody else.
    pub(crate) async fn take_note(self: &Arc<Studio>, id: i64) {
        self.take_over_soon(id);
        let Some(live) = self.live_games.find(id) else { return self.sync_library_soon(id) };
        let _turn = live.turn.lock().await;
        // What fails now is done at the next start.
        let _key_is_read_again = self.sync_game(id).await;
        if let Ok(kept) = self.kept(&live).await {
            self.tell_all(&live, &kept);
        }
    }

    /// Keeps a new game and begins it.
    pub(crate) async fn begin(self: &Arc<Studio>, mut new: NewGame) -> Result<Arc<KeptGame>, ApiError> {
        let _pass = new.game.pass_if_forced();
        let kept = self.with_key(self.store.create(&new).await?).await;
        Ok(self.begun(kept).await)
    }

    /// Lets a game that is stored begin.
    pub(crate) async fn begun(self: &Arc<Studio>, kept: KeptGame) -> Arc<KeptGame> {
        let live = self.live(kept.id);
        let _turn = live.turn.lock().await;
        self.settle(&live, kept)
    }

    /// Changes a game: `decide` gets it as it is, with the time the side to move has been at it, and returns
    /// what it becomes.
    pub(crate) async fn change(
        self: &Arc<Studio>,
        id: i64,
        decide: impl FnOnce(&KeptGame, Duration) -> Result<GameInPlay, ApiError>,
    ) -> Result<Arc<KeptGame>, ApiError> {
        let live = self.live(id);
        let _turn = live.turn.lock().await;
        let kept = self.present_game(&live).await?;
        let game = decide(&kept, kept.waiting(self.store.now()))?;
        self.put(&live, &kept, game).await
    }

    /// Returns a game as it is now: one whose flag has fallen is over. The turn must be held.
    pub(crate) async fn present_game(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
    ) -> Result<Arc<KeptGame>, ApiError> {
        let kept = self.kept(live).await?;
        let Some(ended) = self.lost_on_time(&kept) else { return Ok(kept) };
        match self.put(live, &kept, ended).await {
            Err(error) if error.is_moved_on() => Ok(self.kept(live).await?),
            put => put,
        }
    }

    /// Stores what a game has become. The turn must be held. Once begun this is done to its end, though the
    /// one who asked for it may go away meanwhile: what is stored is told to everybody else.
    pub(crate) async fn put(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
        game: GameInPlay,
    ) -> Result<Arc<KeptGame>, ApiError> {
        let (studio, live, kept) = (Arc::clone(self), Arc::clone(live), kept.clone());
        let done = tokio::spawn(Payer::present().pays(async move {
            let was_over = kept.game.is_over();
            let kept = studio.with_key(studio.store.update(&kept, game).await?).await;
            if was_over && !kept.game.is_over() {
                studio.sync_library_soon(kept.id);
            }
            Ok(studio.settle(&live, kept))
        }));
        done.await.map_err(|error| ApiError::internal(error.to_string()))?
    }

    /// Takes note of a change that is stored.
    pub(crate) fn settle(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: KeptGame) -> Arc<KeptGame> {
        let kept = live.keep(kept);
        if kept.game.is_over() && kept.is_by_invitation() {
            self.take_over_soon(kept.id);
        }
        self.tell_all(live, &kept);
        kept
    }

    /// Takes note of a change that is stored and does not let the game go on.
    pub(crate) fn settle_quietly(&self, live: &LiveGame, kept: KeptGame) -> Arc<KeptGame> {
        let kept = live.keep(kept);
        self.lobby.game_changed(&kept);
        live.tell(GameNews::Changed(Arc::clone(&kept)));
        kept
    }

    /// Tells everybody of a game that has changed: those who look on, whoever moves next, and the watch of
    /// the flags.
    pub(crate) fn tell_all(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: &Arc<KeptGame>) {
        live.stop_thinking();
        live.stop_pondering();
        // Computers among themselves play on where somebody looks on.
        let is_elsewhere = self.store.is_shared() && !live.is_watched();
        if !is_elsewhere || kept.game.has_person() || kept.deadline.is_some() || kept.game.is_over() {
            self.go_on(live, kept);
        }
        self.lobby.game_changed(kept);
        live.tell(GameNews::Changed(Arc::clone(kept)));
    }

    /// Starts the computer of the side to move, and lets its flag be watched.
    pub(crate) fn go_on(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: &KeptGame) {
        let game = &kept.game;
        if let Some(deadline) = kept.deadline {
            self.flags.expect(deadline);
        }
        let Some(side) = game.turn() else { return live.clear_seats() };
        if live.is_paused() && !game.has_person() {
            return;
        }
        if let Some(opponent) = live.opponent(side, || {
            let player = game.seat(side).player.as_str();
            Some(Opponent::of_game(player, self.workshop.files())?.in_game(game))
        }) {
            self.start_thinking(live, kept, opponent, None);
        } else {
            self.start_pondering(live, kept);
        }
    }

    /// Lets the computer player whose opponent is to move use that time, if somebody who looks on wants it
    /// and a core is free.
    pub(crate) fn start_pondering(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: &KeptGame) {
        let game = &kept.game;
        let Some(side) = game.turn().filter(|&side| game.is_person(side) && !game.is_person(!side)) else {
            return;
        };
        let find = || Opponent::of_game(game.seat(!side).player.as_str(), self.workshop.files());
        let Some((opponent, stopper)) = live.opponent(!side, find).zip(live.set_pondering()) else { return };
        let (engines, game) = (Arc::clone(&self.engines), game.history().clone());
        tokio::spawn(async move {
            let end = stopper.clone();
            let pondering = engines.ponder(opponent, game, stopper);
            // Who thinks for longer than that may have left without a word.
            if tokio::time::timeout(PONDER_TIME, pondering).await.is_err() {
                end.stop();
            }
        });
    }

    /// Lets a computer player choose a move for the side to move and make it. `helper` is its name if
    /// somebody else sits there. In a database that others share, anybody may do it.
    pub(crate) fn start_thinking(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
        opponent: Opponent,
        helper: Option<PlayerId>,
    ) {
        if self.store.is_shared() {
            return self.order_move(live, kept, helper.as_ref());
        }
        let stopper = Stopper::new();
        live.set_thinking(stopper.clone());
        let (game, pause) = (kept.game.history().clone(), live.take_pause());
        let payer = Payer::present().or_owner(kept.rights.owner.as_ref());
        let turn = ComputerTurn { game, opponent, helper, pause, place: None, stopper };
        let (studio, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(payer.pays(async move {
            // A move that cannot be stored is chosen again when that is possible, or when somebody next
            // visits the game.
            if let Some(trouble) = studio.take_turn(&live, turn).await.err().and_then(|error| error.trouble())
            {
                studio.storage_failed(trouble);
            }
        }));
    }

    /// Lets a computer player choose its move and makes it, unless the game has moved on meanwhile.
    pub(crate) async fn take_turn(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        turn: ComputerTurn,
    ) -> Result<(), ApiError> {
        let ComputerTurn { game, opponent, helper, pause, place, stopper } = turn;
        let (position, made) = (game.position(), game.plies().len());
        let begin = Instant::now();
        let observe = self.teller(live, position.side_to_move());
        let chosen = self.engines.choose(opponent, game, stopper.clone(), observe).await;
        drop(place);
        let thought = begin.elapsed();
        self.keep_pace(live, begin, pause, &stopper).await;
        let paced = begin.elapsed().saturating_sub(thought);
        let _turn = live.turn.lock().await;
        if stopper.is_stopped() {
            return Ok(());
        }
        live.end_thinking();
        let Some(played) = chosen else { return Ok(()) };
        let kept = self.kept(live).await?;
        // Another server may have changed the game meanwhile.
        if kept.game.plies().len() != made || kept.game.position() != position {
            return Ok(());
        }
        // A running clock counts everything but the pause before a move is shown, a restart included.
        let took = match kept.deadline {
            Some(_) => kept.waiting(self.store.now()).saturating_sub(paced),
            None => thought,
        };
        let mut game = kept.game.clone();
        let made = match helper {
            Some(helper) => game.play_for(played, took, helper),
            None => game.play(played, took),
        };
        match made {
            Ok(_) => drop(game.pass_if_forced()),
            // The flag has fallen, and the game has ended with this.
            Err(MoveRefused::OutOfTime(_)) => {}
            Err(_) => return Ok(()),
        }
        self.put(live, &kept, game).await.map(drop)
    }

    /// Returns what tells those who look on, here and on other servers, what a computer player thinks.
    fn teller(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        side: Color,
    ) -> impl FnMut(&Thought) + Send + 'static {
        let (studio, live, runtime) = (Arc::clone(self), Arc::clone(live), Handle::current());
        let (begin, mut passed_on) = (Instant::now(), None::<Instant>);
        move |thought: &Thought| {
            // What others think is not measured in discs.
            let Some(value) = thought.value else { return };
            let thought = ThoughtView {
                side: side.into(),
                depth: thought.depth,
                exact: value.is_exact(),
                score: value.score,
                best: thought.best.map(|played| played.to_string()),
                milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
            };
            if passed_on.is_none_or(|at| at.elapsed() > THOUGHT_PAUSE) {
                passed_on = Some(Instant::now());
                let _within = runtime.enter();
                studio.pass_on(&PassingNews::Thought { game: live.id(), thought: thought.clone() });
            }
            live.tell(GameNews::Thought(thought));
        }
    }

    /// Stops the computer of a game that the last one who looked on has left; it goes on when somebody
    /// visits. A player whose clock runs is let alone: its time bounds it.
    pub(crate) async fn leave(&self, id: i64) {
        let live = self.live(id);
        if live.is_watched() {
            return;
        }
        let _turn = live.turn.lock().await;
        if !live.is_watched() && !live.has_clock_running() {
            live.stop_thinking();
        }
    }

    /// Waits until a move that was begun at a moment may be shown: for the pause that was asked for, or by
    /// the pace of the game, which can be changed meanwhile.
    async fn keep_pace(&self, live: &LiveGame, begin: Instant, pause: Option<Duration>, stopper: &Stopper) {
        while let Ok(kept) = self.look_at(live).await {
            let left = pause.unwrap_or(kept.pace).saturating_sub(begin.elapsed());
            if left.is_zero() || stopper.is_stopped() {
                return;
            }
            tokio::time::sleep(left.min(PACE_LOOK)).await;
        }
    }
}
