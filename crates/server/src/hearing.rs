//! What other servers on the same database do: heard, and told to those who look on here.
//!
//! What is stored is the truth. A change that somebody else made is read when it is heard of, if anybody here
//! looks on; after a lost connection all games that somebody looks at are read again. What nobody stores,
//! such as thoughts, is passed on as [`PassingNews`] and may be lost.

use std::sync::{Arc, Weak};

use outflank_game::KeptGame;
use outflank_store::StoreNews;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tracing::debug;

use crate::live_game::{GameNews, LiveGame};
use crate::studio::Studio;
use crate::wire::live::ThoughtView;

/// What servers tell each other and nobody stores.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "kebab-case")]
pub(crate) enum PassingNews {
    /// A computer player thinks.
    Thought {
        /// The game.
        game: i64,
        /// What it thinks.
        thought: ThoughtView,
    },
    /// The same players meet again.
    Rematch {
        /// The game that is over.
        old: i64,
        /// The new one.
        new: i64,
    },
    /// Somebody came to the board of a game between people, or left it.
    Presence {
        /// The game.
        game: i64,
    },
    /// A job is done.
    Done {
        /// Its name.
        job: String,
        /// What came of it.
        result: String,
    },
    /// A worker is there that has no visitors.
    Worker {
        /// Its name among all that share the database.
        #[serde(default)]
        name: String,
        /// How many games of tournaments it can play at a time.
        #[serde(default)]
        games: usize,
    },
    /// The computer players of a game wait, or go on.
    Paused {
        /// The game.
        game: i64,
        /// Whether they wait.
        paused: bool,
    },
}

impl Studio {
    /// Hears from now on what other servers do. Without a runtime nobody does.
    pub(crate) fn hear_news(self: &Arc<Studio>) {
        let Ok(runtime) = Handle::try_current() else { return };
        if self.store.is_shared() {
            runtime.spawn(hear(Arc::downgrade(self), self.store.news()));
        }
    }

    /// Tells other servers what nobody stores. It may be lost.
    pub(crate) fn pass_on(&self, news: &PassingNews) {
        if !self.store.is_shared() {
            return;
        }
        let (Ok(runtime), Ok(text)) = (Handle::try_current(), serde_json::to_string(news)) else { return };
        let store = self.store.clone();
        runtime.spawn(async move {
            if let Err(error) = store.pass_on(&text).await {
                debug!(%error, "other servers do not hear of it");
            }
        });
    }

    /// Takes note of a revision of a game that somebody has stored. What was stored here is known already.
    pub(crate) async fn hear_of(self: &Arc<Studio>, live: &Arc<LiveGame>, revision: i64) {
        if live.told() >= revision {
            return;
        }
        let _turn = live.turn.lock().await;
        if live.told() >= revision {
            return;
        }
        // It is read only if nobody here has read it since: what is stored is this revision or a later one.
        let known = live.kept().filter(|kept| kept.revision >= revision);
        let mut kept = match known {
            Some(kept) => kept,
            None => match self.store.game(live.id()).await {
                Ok(kept) => live.keep(kept),
                Err(_damaged_or_gone) => return,
            },
        };
        // Whoever ended it may not have put it into the library yet; doing so twice does no harm.
        if kept.game.is_over() && kept.key.is_none() && kept.saved {
            let key = self.sync_game(live.id()).await.unwrap_or_default();
            kept = live.keep(KeptGame { key, ..KeptGame::clone(&kept) });
        }
        self.tell_all(live, &kept);
    }

    /// Looks at all games again that somebody looks at: news of them may have been missed.
    async fn look_again(self: &Arc<Studio>) {
        for live in self.live_games.all() {
            if live.is_watched()
                && let Ok(state) = self.store.state(live.id()).await
            {
                self.hear_of(&live, state.revision).await;
                self.tell_chat(live.id()).await;
            }
        }
    }

    /// Tells those who look on here what was passed on.
    async fn hear_passing(self: &Arc<Studio>, news: PassingNews) {
        match news {
            PassingNews::Thought { game, thought } => {
                if let Some(live) = self.live_games.find(game) {
                    live.tell(GameNews::Thought(thought));
                }
            }
            PassingNews::Rematch { old, new } => {
                let Some(live) = self.live_games.find(old).filter(|live| live.is_watched()) else { return };
                if let (Ok(old), Ok(new)) = tokio::join!(self.store.game(old), self.store.game(new)) {
                    live.tell(GameNews::Rematch(Arc::new((old, new))));
                }
            }
            PassingNews::Presence { game } => self.tell_presence(game).await,
            PassingNews::Done { job, result } => drop(self.work.hear_result(&job, &result)),
            PassingNews::Worker { name, games } => self.work.hear_worker(name, games),
            PassingNews::Paused { game, paused } => {
                if let Some(live) = self.live_games.find(game) {
                    live.set_paused(paused);
                }
            }
        }
    }
}

async fn hear(studio: Weak<Studio>, mut news: Receiver<StoreNews>) {
    loop {
        let heard = match news.recv().await {
            Ok(heard) => heard,
            Err(RecvError::Lagged(_)) => StoreNews::Missed,
            Err(RecvError::Closed) => return,
        };
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        match heard {
            StoreNews::Changed { id, revision } => {
                studio.work.moved_on(id, revision);
                studio.lobby.heard_of(id);
                let live = studio.live_games.find(id).filter(|live| live.is_watched());
                if let Some(live) = live.filter(|live| live.told() < revision) {
                    tokio::spawn(async move { studio.hear_of(&live, revision).await });
                }
            }
            StoreNews::Deleted { id } => {
                studio.work.moved_on(id, i64::MAX);
                if let Some(live) = studio.live_games.find(id) {
                    studio.forget(&live);
                }
            }
            StoreNews::Passing(text) => {
                // Servers of another version may have other news.
                if let Ok(news) = serde_json::from_str(&text) {
                    tokio::spawn(async move { studio.hear_passing(news).await });
                }
            }
            StoreNews::Missed => {
                studio.work.wake.notify_waiters();
                studio.lobby.changed();
                tokio::spawn(async move { studio.look_again().await });
            }
            StoreNews::Work => studio.work.wake.notify_waiters(),
            StoreNews::Lobby => studio.lobby.changed(),
            StoreNews::Said { id } => {
                tokio::spawn(async move { studio.tell_chat(id).await });
            }
        }
    }
}
