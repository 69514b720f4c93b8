//! How games go on: every change of a game goes through here, one at a time.
//!
//! What is kept is the truth. A change takes the game as it is stored, applies the rules, stores it, and only
//! then is answered and told to those who look on. One [`KeptGame`] serves all of that: nothing is parsed
//! twice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::Stopper;
use outflank_game::{GameInPlay, KeptGame, MoveRefused};
use outflank_players::Thought;
use outflank_rules::Game;
use outflank_store::NewGame;

use crate::error::ApiError;
use crate::live_game::{GameNews, LiveGame};
use crate::opponents::Opponent;
use crate::studio::Studio;
use crate::wire::ThoughtView;

/// How often a change of the pace is looked for.
const PACE_LOOK: Duration = Duration::from_millis(400);

impl Studio {
    /// Finds a game, and lets its computer and its clock go on if they were interrupted.
    pub(crate) async fn visit(self: &Arc<Studio>, id: i64) -> Result<Arc<KeptGame>, ApiError> {
        let live = self.live(id);
        let kept = self.look_at(&live).await?;
        let rests = |kept: &KeptGame| match kept.game.turn() {
            Some(side) if kept.game.is_person(side) => {
                kept.game.time_control().is_some() && !live.has_clock()
            }
            Some(_) => !live.moment().thinking,
            None => false,
        };
        if rests(&kept) {
            let _turn = live.turn.lock().await;
            let kept = self.kept(&live).await?;
            if rests(&kept) {
                self.go_on(&live, &kept);
            }
            return Ok(kept);
        }
        Ok(kept)
    }

    /// Keeps a new game and begins it.
    pub(crate) async fn begin(self: &Arc<Studio>, mut new: NewGame) -> Result<Arc<KeptGame>, ApiError> {
        let _pass = new.game.pass_if_forced();
        let kept = self.store.create(&new).await?;
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
        let kept = self.kept(&live).await?;
        let game = decide(&kept, live.waiting())?;
        self.put(&live, &kept, game).await
    }

    /// Stores what a game has become. The turn must be held.
    async fn put(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
        game: GameInPlay,
    ) -> Result<Arc<KeptGame>, ApiError> {
        let was_over = kept.game.is_over();
        let kept = self.store.update(kept, game).await?;
        if was_over && !kept.game.is_over() {
            self.sync_library_soon(kept.id);
        }
        Ok(self.settle(live, kept))
    }

    /// Takes note of a change that is stored: starts the next clock and the next thinker, and tells those who
    /// look on.
    fn settle(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: KeptGame) -> Arc<KeptGame> {
        let kept = live.keep(kept);
        live.stop_thinking();
        live.start_turn();
        self.go_on(live, &kept);
        if kept.game.is_over() {
            self.sync_library_soon(kept.id);
        }
        live.tell(GameNews::Changed(Arc::clone(&kept)));
        kept
    }

    /// Starts the clock and the computer of the side to move.
    fn go_on(self: &Arc<Studio>, live: &Arc<LiveGame>, kept: &KeptGame) {
        let game = &kept.game;
        live.set_clock(None);
        let Some(side) = game.turn() else { return live.clear_seats() };
        if let Some(time) = game.flag_falls_in(live.waiting()) {
            self.watch_clock(live, time);
        }
        if let Some(opponent) = live.opponent(side, || Opponent::parse(game.seat(side).player.as_str())) {
            self.start_thinking(live, game.history(), opponent);
        }
    }

    /// Lets a computer player choose a move for the side to move and make it.
    pub(crate) fn start_thinking(self: &Arc<Studio>, live: &Arc<LiveGame>, game: &Game, opponent: Opponent) {
        let stopper = Stopper::new();
        live.set_thinking(stopper.clone());
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
            let took = begin.elapsed();
            studio.keep_pace(&live, begin, &stopper).await;
            let _turn = live.turn.lock().await;
            if stopper.is_stopped() {
                return;
            }
            live.end_thinking();
            let Some(played) = chosen else { return };
            let Ok(kept) = studio.kept(&live).await else { return };
            let mut game = kept.game.clone();
            match game.play(played, took) {
                Ok(_) => drop(game.pass_if_forced()),
                // The flag has fallen, and the game has ended with this.
                Err(MoveRefused::OutOfTime(_)) => {}
                Err(_) => return,
            }
            // A move that cannot be stored is chosen again when somebody next visits the game.
            let _visited_again_later = studio.put(&live, &kept, game).await;
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
        if !live.is_watched() && !live.has_clock() {
            live.stop_thinking();
        }
    }

    /// Waits until a move that was begun at a moment may be shown. The pace can be changed meanwhile.
    async fn keep_pace(&self, live: &LiveGame, begin: Instant, stopper: &Stopper) {
        while let Ok(kept) = self.look_at(live).await {
            let left = kept.pace.saturating_sub(begin.elapsed());
            if left.is_zero() || stopper.is_stopped() {
                return;
            }
            tokio::time::sleep(left.min(PACE_LOOK)).await;
        }
    }

    /// Ends the game when the flag falls. The next change of the game puts an end to this.
    fn watch_clock(self: &Arc<Studio>, live: &Arc<LiveGame>, mut time: Duration) {
        let (studio, game) = (Arc::clone(self), Arc::clone(live));
        let task = tokio::spawn(async move {
            loop {
                tokio::time::sleep(time).await;
                let _turn = game.turn.lock().await;
                let Ok(kept) = studio.kept(&game).await else { return };
                let mut ended = kept.game.clone();
                if ended.flag_if_fallen(game.waiting()) {
                    game.take_clock();
                    let _told_when_visited = studio.put(&game, &kept, ended).await;
                    return;
                }
                match kept.game.flag_falls_in(game.waiting()) {
                    Some(left) => time = left.max(Duration::from_millis(1)),
                    None => return game.take_clock(),
                }
            }
        });
        live.set_clock(Some(task.abort_handle()));
    }
}
