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
use outflank_rules::Game;
use outflank_store::NewGame;

use crate::error::ApiError;
use crate::live_game::{GameNews, LiveGame};
use crate::opponents::Opponent;
use crate::studio::Studio;
use crate::wire::live::ThoughtView;

/// How often a change of the pace is looked for.
const PACE_LOOK: Duration = Duration::from_millis(400);

/// How long the computer uses the opponent's time at most.
const PONDER_TIME: Duration = Duration::from_secs(60);

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
            woken => woken,
        }
    }

    /// Tells whether a game should go on by itself and does not: its flag has fallen, its clock does not run,
    /// or its computer does not think.
    fn rests(&self, live: &LiveGame, kept: &KeptGame) -> bool {
        let is_computers = kept.game.turn().is_some_and(|side| !kept.game.is_person(side));
        kept.has_flag_fallen(self.store.now())
            || kept.is_clock_resting()
            || (is_computers && !live.is_thinking() && !live.is_paused())
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
        let live = self.live(kept.id);
        let _turn = live.turn.lock().await;
        Ok(self.settle(&live, kept))
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
        let mut kept = self.kept(&live).await?;
        if let Some(ended) = self.lost_on_time(&kept) {
            kept = self.put(&live, &kept, ended).await?;
        }
        let game = decide(&kept, kept.waiting(self.store.now()))?;
        self.put(&live, &kept, game).await
    }

    /// Stores what a game has become. The turn must be held. Once begun this is done to its end, though the
    /// one who asked for it may go away meanwhile: what is stored is told to everybody else.
    async fn put(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
        game: GameInPlay,
    ) -> Result<Arc<KeptGame>, ApiError> {
        let (studio, live, kept) = (Arc::clone(self), Arc::clone(live), kept.clone());
        let done = tokio::spawn(async move {
            let was_over = kept.game.is_over();
            let kept = studio.with_key(studio.store.update(&kept, game).await?).await;
            if was_over && !kept.game.is_over() {
                studio.sync_library_soon(kept.id);
            }
            Ok(studio.settle(&live, kept))
        });
        done.await.map_err(|error| ApiError::internal(error.to_string()))?
    }

    /// Takes note of a change that is stored.
    fn settle(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: KeptGame) -> Arc<KeptGame> {
        let kept = live.keep(kept);
        self.tell_all(live, &kept);
        kept
    }

    /// Tells everybody of a game that has changed: those who look on, whoever moves next, and the watch of
    /// the flags.
    fn tell_all(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: &Arc<KeptGame>) {
        live.stop_thinking();
        live.stop_pondering();
        self.go_on(live, kept);
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
            self.start_thinking(live, game.history(), opponent, None);
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
    /// somebody else sits there.
    pub(crate) fn start_thinking(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        game: &Game,
        opponent: Opponent,
        helper: Option<PlayerId>,
    ) {
        let stopper = Stopper::new();
        live.set_thinking(stopper.clone());
        let pause = live.take_pause();
        let (studio, live, game) = (Arc::clone(self), Arc::clone(live), game.clone());
        let position = game.position();
        let teller = Arc::clone(&live);
        tokio::spawn(async move {
            let begin = Instant::now();
            let observe = move |thought: &Thought| {
                // What others think is not measured in discs.
                let Some(value) = thought.value else { return };
                let thought = ThoughtView {
                    side: position.side_to_move().into(),
                    depth: thought.depth,
                    exact: value.is_exact(),
                    score: value.score,
                    best: thought.best.map(|played| played.to_string()),
                    milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
                };
                teller.tell(GameNews::Thought(thought));
            };
            let chosen = studio.engines.choose(opponent, game, stopper.clone(), observe).await;
            let thought = begin.elapsed();
            studio.keep_pace(&live, begin, pause, &stopper).await;
            let paced = begin.elapsed().saturating_sub(thought);
            let _turn = live.turn.lock().await;
            if stopper.is_stopped() {
                return;
            }
            live.end_thinking();
            let Some(played) = chosen else { return };
            let Ok(kept) = studio.kept(&live).await else { return };
            // A running clock counts everything but the pause before a move is shown, a restart included.
            let took = match kept.deadline {
                Some(_) => kept.waiting(studio.store.now()).saturating_sub(paced),
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
                Err(_) => return,
            }
            // A move that cannot be stored is chosen again when that is possible, or when somebody next
            // visits the game.
            if let Some(trouble) =
                studio.put(&live, &kept, game).await.err().and_then(|error| error.trouble())
            {
                studio.storage_failed(trouble);
            }
        });
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
