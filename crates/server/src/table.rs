//! The tables where games are played: every change of a game goes through its table, one at a time.
//!
//! What is kept is the truth. A change reads the game, checks it by the rules, stores it, and only then is answered and
//! told to those who look on. A table keeps nothing that a restart would lose but the moment the present move began.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::{Progress, Stopper};
use outflank_library::Explorer;
use outflank_rules::{Color, Game, Move};
use outflank_store::{Ending, GameRow, MoveRow, NewGame, Store};
use tokio::sync::broadcast;

use crate::assistant::Assistant;
use crate::error::ApiError;
use crate::imports::Imports;
use crate::opponents::Opponent;
use crate::replay::{ending_by_discs, is_human, left, replay, seat};
use crate::seats::Viewer;
use crate::think::Engines;
use crate::tournament_cache::TournamentCache;
use crate::view::{self, Moment};
use crate::wire::{GameView, Thought};

/// How many messages a slow listener may be behind before it is shown the present instead.
const BACKLOG: usize = 16;

/// From how many tables on those that nobody uses are cleared away.
const MANY_TABLES: usize = 128;

/// How often a change of the pace is looked for.
const PACE_LOOK: Duration = Duration::from_millis(400);

/// Everything that lives as long as the server.
pub struct Studio {
    pub(crate) store: Store,
    pub(crate) engines: Arc<Engines>,
    /// The folder whose folders may hold tournaments.
    pub(crate) lab: Option<PathBuf>,
    /// Tournaments as they were when last looked at.
    pub(crate) known: TournamentCache,
    /// What was played in positions.
    pub(crate) explorer: Explorer,
    /// Imports of files into the library.
    pub(crate) imports: Imports,
    /// Whoever answers questions.
    pub(crate) assistant: Assistant,
    /// Held while the library is made to agree with a game.
    pub(crate) shelf: tokio::sync::Mutex<()>,
    tables: Mutex<HashMap<i64, Arc<Table>>>,
}

/// What those who look on are told.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// The game has changed.
    Changed(Arc<GameRow>),
    /// The computer thinks.
    Thought(Thought),
    /// The same players meet again: the game that is over, and the new one.
    Rematch(Arc<(GameRow, GameRow)>),
    /// The game was deleted.
    Gone,
}

/// Where one game is played.
pub(crate) struct Table {
    id: i64,
    pub(crate) news: broadcast::Sender<News>,
    /// Held during a change.
    pub(crate) turn: tokio::sync::Mutex<()>,
    present: Mutex<Present>,
}

struct Present {
    since: Instant,
    thinking: Option<Stopper>,
    /// The computer players who sit here, as long as the game is on.
    seated: HashMap<Color, Opponent>,
}

impl Table {
    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops whoever thinks here.
    pub(crate) fn stop_thinking(&self) {
        if let Some(stopper) = self.present().thinking.take() {
            stopper.stop();
        }
    }

    fn moment(&self) -> Moment {
        let present = self.present();
        Moment { waiting: present.since.elapsed(), thinking: present.thinking.is_some() }
    }

    /// Tells those who look on. That nobody does is no failure.
    pub(crate) fn tell(&self, news: News) {
        let _nobody_looks_on = self.news.send(news);
    }
}

impl Studio {
    /// Makes a studio whose games are in a store.
    #[must_use]
    pub fn new(store: Store) -> Arc<Studio> {
        Studio::with_lab(store, None)
    }

    /// Makes a studio that also shows the tournaments in the folders of a folder.
    #[must_use]
    pub fn with_lab(store: Store, lab: Option<PathBuf>) -> Arc<Studio> {
        let beside = |file: &Path| file.with_extension("assistant.json");
        let assistant = Assistant::open(store.file().map(beside), &|name| std::env::var(name).ok());
        Arc::new(Studio {
            assistant,
            explorer: Explorer::new(store.clone()),
            imports: Imports::default(),
            shelf: tokio::sync::Mutex::default(),
            store,
            engines: Arc::new(Engines::new()),
            lab,
            known: TournamentCache::default(),
            tables: Mutex::default(),
        })
    }

    /// Stops all thinking and closes the store.
    pub async fn close(&self) {
        let tables: Vec<Arc<Table>> = self.tables().values().cloned().collect();
        for table in tables {
            table.stop_thinking();
        }
        self.store.close().await;
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<i64, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the table of a game.
    pub(crate) fn table(&self, id: i64) -> Arc<Table> {
        let make = || {
            Arc::new(Table {
                id,
                news: broadcast::Sender::new(BACKLOG),
                turn: tokio::sync::Mutex::default(),
                present: Mutex::new(Present {
                    since: Instant::now(),
                    thinking: None,
                    seated: HashMap::new(),
                }),
            })
        };
        let mut tables = self.tables();
        if tables.len() >= MANY_TABLES && !tables.contains_key(&id) {
            // Whoever plays, thinks, looks on or has a clock running holds a table; the others can be made again.
            tables.retain(|_, table| Arc::strong_count(table) > 1 || table.news.receiver_count() > 0);
        }
        Arc::clone(tables.entry(id).or_insert_with(make))
    }

    /// Shows a game as it is now.
    pub(crate) fn show(&self, row: &GameRow, viewer: &Viewer) -> Result<GameView, ApiError> {
        view::game(row, viewer, self.table(row.id).moment())
    }

    /// Finds a game, and lets its computer go on if it was interrupted.
    pub(crate) async fn visit(self: &Arc<Studio>, id: i64) -> Result<GameRow, ApiError> {
        let row = self.store.game(id).await?;
        let table = self.table(id);
        let waits = table.present().thinking.is_none() && row.ended.is_none();
        if waits && !is_human(seat(&row, replay(&row)?.position().side_to_move())) {
            let _turn = table.turn.lock().await;
            let row = self.store.game(id).await?;
            if table.present().thinking.is_none() {
                self.go_on(&table, &row)?;
            }
            return Ok(row);
        }
        Ok(row)
    }

    /// Keeps a new game and begins it.
    pub(crate) async fn begin(self: &Arc<Studio>, game: &NewGame) -> Result<GameRow, ApiError> {
        let row = self.store.create(game).await?;
        let table = self.table(row.id);
        let _turn = table.turn.lock().await;
        let (passes, ended) = consequences(&row, replay(&row)?);
        let row = if passes.is_empty() && ended.is_none() {
            row
        } else {
            self.store.add_moves(row.id, row.revision, &passes, ended.as_ref()).await?
        };
        self.settle(&table, row)
    }

    /// Makes a move for the side to move. The table's turn must be held.
    pub(crate) async fn place(
        self: &Arc<Studio>,
        table: &Arc<Table>,
        row: &GameRow,
        played: Move,
        took: Duration,
    ) -> Result<GameRow, ApiError> {
        let mut game = replay(row)?;
        game.play(played).map_err(|error| ApiError::illegal(error.to_string()))?;
        let milliseconds = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
        let mut moves = vec![MoveRow { played: played.to_string(), milliseconds }];
        let (passes, ended) = consequences(row, game);
        moves.extend(passes);
        let row = self.store.add_moves(row.id, row.revision, &moves, ended.as_ref()).await?;
        self.settle(table, row)
    }

    /// Takes note of a change that is stored: tells those who look on, starts the next clock and the next thinker.
    pub(crate) fn settle(self: &Arc<Studio>, table: &Arc<Table>, row: GameRow) -> Result<GameRow, ApiError> {
        table.stop_thinking();
        table.present().since = Instant::now();
        self.go_on(table, &row)?;
        if row.ended.is_some() {
            self.shelve_soon(row.id);
        }
        table.tell(News::Changed(Arc::new(row.clone())));
        Ok(row)
    }

    /// Returns how long the side to move has been at it.
    pub(crate) fn waiting(&self, table: &Table) -> Duration {
        table.moment().waiting
    }

    /// Forgets the table of a deleted game.
    pub(crate) fn clear(&self, table: &Table) {
        table.stop_thinking();
        self.tables().remove(&table.id);
        table.tell(News::Gone);
    }

    fn go_on(self: &Arc<Studio>, table: &Arc<Table>, row: &GameRow) -> Result<(), ApiError> {
        if row.ended.is_some() {
            table.present().seated.clear();
            return Ok(());
        }
        let game = replay(row)?;
        let side = game.position().side_to_move();
        if let Some(left) = left(row, &game, side) {
            let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
            self.watch_clock(table, side, left);
        }
        let known = table.present().seated.get(&side).cloned();
        if let Some(opponent) = known.or_else(|| Opponent::parse(&seat(row, side).player)) {
            table.present().seated.insert(side, opponent.clone());
            self.start_thinking(table, &game, opponent);
        }
        Ok(())
    }

    /// Lets a computer player choose a move for the side to move and make it.
    pub(crate) fn start_thinking(self: &Arc<Studio>, table: &Arc<Table>, game: &Game, opponent: Opponent) {
        table.stop_thinking();
        let stopper = Stopper::new();
        table.present().thinking = Some(stopper.clone());
        let (studio, table, game) = (Arc::clone(self), Arc::clone(table), game.clone());
        let position = game.position();
        let teller = Arc::clone(&table);
        tokio::spawn(async move {
            let begin = Instant::now();
            let observe = move |progress: &Progress| {
                let thought = Thought {
                    side: position.side_to_move().into(),
                    depth: progress.depth,
                    exact: progress.value.is_exact(),
                    score: progress.value.score,
                    best: progress.best.map(|played| played.to_string()),
                    milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
                };
                teller.tell(News::Thought(thought));
            };
            let chosen = studio.engines.choose(opponent, game, stopper.clone(), observe).await;
            let took = begin.elapsed();
            studio.keep_pace(table.id, begin, &stopper).await;
            let _turn = table.turn.lock().await;
            if stopper.is_stopped() {
                return;
            }
            table.present().thinking = None;
            let Some(played) = chosen else { return };
            let Ok(row) = studio.store.game(table.id).await else { return };
            // A move that cannot be stored is chosen again when somebody next visits the game.
            let _visited_again_later = studio.place(&table, &row, played, took).await;
        });
    }

    /// Waits until a move that was begun at a moment may be shown. The pace can be changed meanwhile.
    async fn keep_pace(&self, id: i64, begin: Instant, stopper: &Stopper) {
        while let Ok(row) = self.store.game(id).await {
            let pace = Duration::from_millis(u64::try_from(row.pace).unwrap_or(0));
            let left = pace.saturating_sub(begin.elapsed());
            if left.is_zero() || stopper.is_stopped() {
                return;
            }
            tokio::time::sleep(left.min(PACE_LOOK)).await;
        }
    }

    /// Ends the game when a clock runs out, unless it has changed before.
    fn watch_clock(self: &Arc<Studio>, table: &Arc<Table>, side: Color, left: Duration) {
        let (studio, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            tokio::time::sleep(left).await;
            let _turn = table.turn.lock().await;
            let Ok(row) = studio.store.game(table.id).await else { return };
            let Ok(game) = replay(&row) else { return };
            let same = game.position().side_to_move() == side;
            let waited = i64::try_from(studio.waiting(&table).as_millis()).unwrap_or(i64::MAX);
            let over = self::left(&row, &game, side).is_some_and(|left| waited >= left);
            if row.ended.is_none() && same && over {
                let ended = Ending { reason: "time".to_owned(), winner: Some((!side).name().to_owned()) };
                if let Ok(row) = studio.store.end(row.id, row.revision, &ended).await {
                    let _told_when_visited = studio.settle(&table, row);
                }
            }
        });
    }
}

/// Returns what follows a position without anybody's choice: passes, and the end of the game.
pub(crate) fn consequences(row: &GameRow, mut game: Game) -> (Vec<MoveRow>, Option<Ending>) {
    let mut passes = Vec::new();
    let by_hand = |side| row.manual_pass && is_human(seat(row, side));
    if game.position().must_pass()
        && !by_hand(game.position().side_to_move())
        && game.play(Move::Pass).is_ok()
    {
        passes.push(MoveRow { played: Move::Pass.to_string(), milliseconds: 0 });
    }
    (passes, ending_by_discs(&game.position()))
}
