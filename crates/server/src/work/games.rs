//! Games of tournaments: asked for by the server in whose laboratory they belong, played by workers.
//!
//! What was played is told, not stored: a game counts when it is in the journal of its tournament. One that
//! is not heard of is played again.

use std::sync::{Arc, Weak};
use std::time::Duration;

use outflank_engine::Stopper;
use outflank_game::PersonId;
use outflank_lab::{GameHelpers, GameOrder, PlayedGameReport};
use outflank_players::Entrant;
use outflank_store::{ClaimedJob, JobClass, NewJob};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::runtime::Handle;
use tracing::warn;

use super::WorkPlace;
use crate::background;
use crate::opponents;
use crate::studio::Studio;
use crate::workshop::LabFiles;

/// The kind of a job that is a game of a tournament.
pub(super) const GAME: &str = "game";

/// How long a game takes, about.
const BUDGET: Duration = Duration::from_secs(10);

/// After how long it is looked whether the queue still has a game: whoever told of its end may not have been
/// heard.
const LOOK: Duration = Duration::from_secs(10);

/// How often it is looked whether a game is still wanted.
const STOP_LOOK: Duration = Duration::from_millis(50);

/// A game of a tournament, as the queue has it.
#[derive(Debug, Serialize, Deserialize)]
struct QueuedGame {
    /// Which tournament it belongs to: games of others may be alike.
    tournament: String,
    order: GameOrder,
}

impl QueuedGame {
    /// Returns the players, if workers may seat them: no program is started and no file read because a row of
    /// the database says so.
    fn entrants(&self) -> Result<Vec<Entrant>, String> {
        let files = LabFiles::default();
        let seat = |text: &String| {
            let known = opponents::entrant(text, &files);
            known.ok_or_else(|| format!("workers do not know the player {text:?}"))
        };
        self.order.players.iter().map(seat).collect()
    }
}

/// The workers, for the games of a tournament.
#[derive(Clone)]
pub(crate) struct TournamentWorkers {
    studio: Weak<Studio>,
    runtime: Handle,
    tournament: String,
    /// Whose tournament it is.
    owner: String,
}

impl TournamentWorkers {
    /// Returns those who share the database of a studio; `None` if nobody does.
    pub(crate) fn of(studio: &Arc<Studio>) -> Option<TournamentWorkers> {
        let runtime = Handle::try_current().ok().filter(|_| studio.store.is_shared())?;
        let studio = Arc::downgrade(studio);
        Some(TournamentWorkers { studio, runtime, tournament: String::new(), owner: String::new() })
    }

    /// Returns the same for a tournament of somebody.
    pub(crate) fn playing_for(&self, tournament: String, owner: Option<&PersonId>) -> TournamentWorkers {
        let owner = owner.map_or_else(|| GAME.to_owned(), ToString::to_string);
        TournamentWorkers { tournament, owner, ..self.clone() }
    }

    /// Waits for what a job comes to; `None` if it is not wanted any more, nobody is there, or it was given
    /// up.
    async fn result(&self, job: &NewJob, stopper: &Stopper) -> Option<String> {
        loop {
            let studio = self.studio.upgrade().filter(|studio| !*studio.closing.borrow())?;
            let asked = tokio::time::timeout(LOOK, studio.ask(job));
            let unwanted = async {
                while !stopper.is_stopped() && !*studio.closing.borrow() && self.boards() > 0 {
                    tokio::time::sleep(STOP_LOOK).await;
                }
            };
            tokio::select! {
                answer = asked => if let Ok(answer) = answer {
                    return answer;
                },
                () = unwanted => {
                    let _played_for_nobody = studio.store.withdraw(job).await;
                    return None;
                }
            }
            match studio.store.given_up(job).await {
                Ok(None) => {}
                // It stays where it can be looked at; it is played here.
                Ok(Some(why)) => {
                    warn!(why, "workers have given up a game of a tournament");
                    return None;
                }
                Err(_the_database_is_away) => return None,
            }
        }
    }
}

impl GameHelpers for TournamentWorkers {
    fn boards(&self) -> usize {
        self.studio.upgrade().map_or(0, |studio| studio.work.games_at_a_time())
    }

    fn know(&self, player: &str) -> bool {
        opponents::entrant(player, &LabFiles::default()).is_some()
    }

    fn play(&self, order: &GameOrder, stopper: &Stopper) -> Option<PlayedGameReport> {
        let game = QueuedGame { tournament: self.tournament.clone(), order: order.clone() };
        let payload = serde_json::to_string(&game).ok()?;
        let job = NewJob {
            kind: GAME,
            game: 0,
            revision: 0,
            subject: Sha256::digest(&payload).iter().map(|byte| format!("{byte:02x}")).collect(),
            owner: self.owner.clone(),
            class: JobClass::Background,
            payload,
            budget: BUDGET,
        };
        let told = self.runtime.block_on(self.result(&job, stopper))?;
        serde_json::from_str(&told).ok()
    }
}

impl Studio {
    /// Plays a game of a tournament, and tells whoever waits for it.
    pub(super) async fn play_for_tournament(
        self: &Arc<Studio>,
        job: &ClaimedJob,
        stopper: &Stopper,
        place: WorkPlace,
    ) -> Result<(), String> {
        let game: QueuedGame = serde_json::from_str(&job.payload)
            .map_err(|error| format!("the order {:?}: {error}", job.payload))?;
        let entrants = game.entrants()?;
        let stopper = stopper.clone();
        let played = background::run_unhurried("game", move || game.order.play(&entrants, &stopper)).await;
        drop(place);
        let report = played.unwrap_or_else(|| Err("it ended unexpectedly".to_owned()))?;
        if let Some(report) = report {
            self.tell_result(job, serde_json::to_string(&report).map_err(|error| error.to_string())?);
        }
        Ok(())
    }
}
