//! Everything that lives as long as the server.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_book::Book;
use outflank_game::KeptGame;
use outflank_library::Explorer;
use outflank_store::{Store, StoreError};

use crate::assistant::Assistant;
use crate::engines::Engines;
use crate::file_imports::FileImports;
use crate::flags::FlagWatch;
use crate::library_export::Exports;
use crate::live_game::{LiveGame, LiveGames};
use crate::lobby::LobbyDesk;
use crate::metrics::Metrics;
use crate::presence::PresenceBoard;
use crate::readiness::Readiness;
use crate::seats::Viewer;
use crate::spectators::SpectatorBoard;
use crate::storage::StorageWatch;
use crate::tournament_cache::TournamentCache;
use crate::view::{self, Moment};
use crate::wire::GameView;
use crate::work::{WorkDesk, WorkRole};
use crate::workshop::{LAB_IN_USE, Workshop};
use crate::workspace::Workspace;

/// Everything that lives as long as the server.
pub struct Studio {
    pub(crate) store: Store,
    pub(crate) engines: Arc<Engines>,
    /// The folder whose folders may hold tournaments.
    pub(crate) lab: Option<PathBuf>,
    /// Tournaments, tunings and learnings that visitors begin.
    pub(crate) workshop: Arc<Workshop>,
    /// Tournaments as they were when last looked at.
    pub(crate) tournaments: TournamentCache,
    /// What was played in positions.
    pub(crate) explorer: Explorer,
    /// The shipped opening book, of which nothing is unpacked before somebody asks; `None` if it is damaged.
    pub(crate) book: Option<Book>,
    /// Imports of files into the library.
    pub(crate) file_imports: FileImports,
    /// Exports of the library.
    pub(crate) exports: Exports,
    /// Folders for files that nobody keeps.
    pub(crate) workspace: Workspace,
    /// Answers questions about games and positions.
    pub(crate) assistant: Assistant,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// Whether the database can be written to, as it was found last.
    pub(crate) readiness: Readiness,
    /// True once the server ends.
    pub(crate) closing: tokio::sync::watch::Sender<bool>,
    /// Held while the library is made to agree with a game.
    pub(crate) library_sync: tokio::sync::Mutex<()>,
    /// When the next flag falls.
    pub(crate) flags: Arc<FlagWatch>,
    /// Whether games can be stored.
    pub(crate) storage: StorageWatch,
    /// Who is at the boards of games between people.
    pub(crate) presence: PresenceBoard,
    /// How many look on at games between people.
    pub(crate) spectators: SpectatorBoard,
    /// Who seeks a game, and what is on air.
    pub(crate) lobby: LobbyDesk,
    pub(crate) live_games: LiveGames,
    /// By how much the clock of learning runs ahead, in milliseconds.
    pub(crate) learning_ahead: i64,
    /// Work that is shared with other servers.
    pub(crate) work: WorkDesk,
}

impl Studio {
    /// Makes a studio whose games are in a store. From now on their clocks run: this needs a runtime.
    #[must_use]
    pub fn new(store: Store) -> Arc<Studio> {
        Studio::with_lab(store, None)
    }

    /// Makes a studio that also shows the tournaments in the folders of a folder.
    #[must_use]
    pub fn with_lab(store: Store, lab: Option<PathBuf>) -> Arc<Studio> {
        Studio::with_workers(store, lab, None)
    }

    /// Makes a studio in which so many players think at a time, as many as there are cores unless told.
    #[must_use]
    pub fn with_workers(store: Store, lab: Option<PathBuf>, workers: Option<usize>) -> Arc<Studio> {
        Studio::with_role(store, lab, workers, WorkRole::Beside)
    }

    /// Makes a studio and says who does its work, if its database is shared.
    #[must_use]
    pub fn with_role(
        store: Store,
        lab: Option<PathBuf>,
        workers: Option<usize>,
        role: WorkRole,
    ) -> Arc<Studio> {
        let store = store.with_running_clocks();
        let beside = |file: &Path| file.with_extension("assistant.json");
        let assistant = Assistant::open(store.file().map(beside), &|name| std::env::var(name).ok());
        let metrics = Metrics::new();
        // Beside the games, so that a server finds what another began; without a file where tournaments are.
        let own_lab = store.file().map(|file| file.with_extension("lab")).or_else(|| lab.clone());
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        let workshop = Arc::new(Workshop::open(own_lab, workers.unwrap_or_else(cores)));
        let studio = Arc::new(Studio {
            assistant,
            explorer: Explorer::new(store.clone()),
            book: Book::shipped().ok(),
            file_imports: FileImports::default(),
            exports: Exports::default(),
            workspace: Workspace::default(),
            readiness: Readiness::default(),
            closing: tokio::sync::watch::Sender::new(false),
            library_sync: tokio::sync::Mutex::default(),
            store,
            engines: Arc::new(Engines::new(workers, &metrics)),
            metrics,
            lab,
            workshop,
            tournaments: TournamentCache::default(),
            flags: Arc::default(),
            storage: StorageWatch::default(),
            presence: PresenceBoard::default(),
            spectators: SpectatorBoard::default(),
            lobby: LobbyDesk::default(),
            live_games: LiveGames::default(),
            learning_ahead: crate::learning::learning_ahead(),
            work: WorkDesk::new(role),
        });
        studio.watch_flags();
        studio.hear_news();
        studio.begin_work();
        studio.watch_presence();
        studio.watch_lobby();
        if !matches!(role, WorkRole::Only | WorkRole::Asking) {
            studio.workshop.resume_all();
        }
        studio
    }

    /// Says why this studio cannot begin or go on with work of the laboratory, if another server works in its
    /// folder.
    #[must_use]
    pub fn laboratory_trouble(&self) -> Option<String> {
        let error = self.workshop.require_own_folder().err()?;
        (error.code() == LAB_IN_USE).then(|| error.message().to_owned())
    }

    /// Lets reviews, long analyses and thinking on the opponent's time give way to people from now on: they
    /// rest for most of the time as long as the machine is busy. Where one person uses a studio that would
    /// only make them wait.
    pub fn give_way(&self) {
        self.engines.give_way();
    }

    /// Stops all thinking, all imports and the work of the laboratory, and closes the store.
    pub async fn close(&self) {
        for live in self.live_games.all() {
            live.stop_thinking();
        }
        self.stop_work().await;
        self.file_imports.stop_all().await;
        self.workshop.close().await;
        self.store.close().await;
        self.workspace.close();
    }

    /// Returns how many games are in memory.
    pub(crate) fn live_count(&self) -> usize {
        self.live_games.all().len()
    }

    /// Returns how many players could begin to think at once: all workers if nobody thinks.
    #[must_use]
    pub fn idle_workers(&self) -> usize {
        self.engines.idle_workers()
    }

    /// Returns how many computer players think on the opponent's time.
    #[must_use]
    pub fn pondering(&self) -> usize {
        self.engines.pondering()
    }

    /// Returns a game as it is played here.
    pub(crate) fn live(&self, id: i64) -> Arc<LiveGame> {
        self.live_games.get(id)
    }

    /// Lets go of a game that was deleted.
    pub(crate) fn forget(&self, live: &LiveGame) {
        self.live_games.remove(live);
    }

    /// Returns a game as it is stored, for a change: the turn must be held. The game is read and parsed only
    /// if it has changed since that was done last: other programs may use the same database.
    pub(crate) async fn kept(&self, live: &LiveGame) -> Result<Arc<KeptGame>, StoreError> {
        match self.latest(live).await? {
            Some(kept) => Ok(kept),
            None => Ok(live.keep(self.store.game(live.id()).await?)),
        }
    }

    /// Returns a game as it is stored, to be looked at. A change under way is waited for rather than read
    /// twice.
    pub(crate) async fn look_at(&self, live: &LiveGame) -> Result<Arc<KeptGame>, StoreError> {
        if let Some(kept) = self.latest(live).await? {
            return Ok(kept);
        }
        let _turn = live.turn.lock().await;
        self.kept(live).await
    }

    /// Returns the game that was parsed last if it is the one that is stored. What the clock of the database
    /// shows is known afterwards.
    async fn latest(&self, live: &LiveGame) -> Result<Option<Arc<KeptGame>>, StoreError> {
        let state = self.store.state(live.id()).await?;
        Ok(live.kept().filter(|kept| kept.revision == state.revision))
    }

    /// Shows a game as it is now.
    pub(crate) fn show(&self, kept: &KeptGame, viewer: &Viewer) -> GameView {
        let live = self.live(kept.id);
        let (paused, now) = (live.is_paused() && !kept.game.is_over(), self.store.now());
        // Whoever does it, a move is on its way where others do the work.
        let is_computers = kept.game.turn().is_some_and(|side| !kept.game.is_person(side));
        let thinking =
            self.is_computer_at_it(&live, kept) || (is_computers && self.store.is_shared() && !paused);
        view::game(kept, viewer, Moment { waiting: kept.waiting(now), now, thinking, paused })
    }
}
