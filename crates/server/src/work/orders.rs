//! Asking for work that anybody may do.

use std::sync::Arc;
use std::time::Duration;

use outflank_game::{KeptGame, PlayerId};
use outflank_store::{JobClass, NewJob};
use serde::{Deserialize, Serialize};
use tracing::warn;

use crate::live_game::LiveGame;
use crate::storage::trouble_of;
use crate::studio::Studio;

/// The kind of a job that is a move of a computer player.
pub(super) const MOVE: &str = "move";

/// How long a move takes, about.
const MOVE_BUDGET: Duration = Duration::from_millis(300);

/// What the worker of a move must know beside the game.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct TurnOrder {
    /// How long the move waits at least before it is shown, in milliseconds, if the page said so.
    pub(super) pause: Option<u64>,
    /// Who chooses the move, if somebody else sits there.
    pub(super) helper: Option<String>,
}

/// Names a job for those who wait for it.
pub(super) fn job_name(kind: &str, game: i64, revision: i64, subject: &str) -> String {
    format!("{kind} {game} {revision} {subject}")
}

impl Studio {
    /// Asks for the move of a computer player, once for each revision of a game.
    pub(crate) fn order_move(
        self: &Arc<Studio>,
        live: &Arc<LiveGame>,
        kept: &KeptGame,
        helper: Option<&PlayerId>,
    ) {
        live.set_ordered(kept.revision);
        let pause = live.take_pause().map(|pause| u64::try_from(pause.as_millis()).unwrap_or(u64::MAX));
        let order = TurnOrder { pause, helper: helper.map(ToString::to_string) };
        let job = NewJob {
            kind: MOVE,
            game: kept.id,
            revision: kept.revision,
            subject: String::new(),
            owner: owner_of(kept),
            class: JobClass::Move,
            payload: serde_json::to_string(&order).unwrap_or_default(),
            budget: MOVE_BUDGET,
        };
        let (studio, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            match studio.store.enqueue(&job).await {
                Ok(_) => studio.work.wake.notify_waiters(),
                Err(error) => {
                    live.set_ordered(0);
                    warn!(game = job.game, %error, "nobody is asked for the computer's move yet");
                    trouble_of(&error).inspect(|&trouble| studio.storage_failed(trouble));
                }
            }
        });
    }

    /// Asks again for the moves that nobody may have been asked for: of computers whose clocks run, and in
    /// games that somebody looks at here. What has been asked for is not asked for twice.
    pub(super) async fn order_forgotten(self: &Arc<Studio>) {
        for id in self.store.forgotten_turns(MOVE).await.unwrap_or_default() {
            self.order_again(id).await;
        }
        for live in self.live_games.all() {
            if live.is_watched() && !live.has_clock_running() && live.waits_for_computer() {
                self.order_again(live.id()).await;
            }
        }
    }

    async fn order_again(self: &Arc<Studio>, id: i64) {
        let live = self.live(id);
        live.set_ordered(0);
        // A damaged game rests.
        let _resting = self.visit(id).await;
    }
}

/// Returns whose work the moves of a game are.
pub(super) fn owner_of(kept: &KeptGame) -> String {
    match &kept.rights.owner {
        Some(owner) => owner.to_string(),
        None => format!("game {}", kept.id),
    }
}
