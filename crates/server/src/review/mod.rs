//! Reviews over a live connection: a game comes in, values of its moves go out, deeper and deeper.
//!
//! [`ReviewSchedule`] decides what is searched and keeps what was found, [`search`] has it searched by the
//! engines of the studio or finds it in the store. When the connection ends every
//! search of the review is stopped.

mod search;

pub(crate) use search::{is_stored, search_here};

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use outflank_game::KeptStudy;
use outflank_learn::BankedGame;
use outflank_records::Record;
use outflank_review::{
    EngineSignature, JobReport, Learned, PositionNotes, ReviewJob, ReviewSchedule, keep_result,
};
use outflank_rules::{Move, Position};
use outflank_wire::reviewing;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::background;
use crate::contest::require_no_contest;
use crate::error::ApiError;
use crate::learning::{GameLearner, keep_learned, learner_of};
use crate::payer::Payer;
use crate::routes::text;
use crate::seats::Viewer;
use crate::socket::{self, Disconnected, LiveSocket};
use crate::stored_reviews::StoredReviews;
use crate::studio::Studio;
use crate::view;
use crate::wire::review::{FindingView, ReviewMessage, ReviewWish, SummaryView};
use crate::wire::study::StudyView;

/// The largest message that is read, in bytes: a game in any format.
const MESSAGE_LIMIT: usize = 64 * 1024;
/// How often the sums of a game are told at most.
const SUMMARY_PAUSE: Duration = Duration::from_millis(120);
/// The most empty squares from which positions can be told to be solved.
const EXACT_LIMIT: u32 = 36;
/// How much may be found before the page has heard of it.
const BACKLOG: usize = 64;

/// Opens a review: a live connection (WebSocket).
///
/// The client sends `ReviewWish` objects and the server `ReviewMessage` objects, both as JSON, one per
/// message. All searches end with the connection.
#[utoipa::path(get, path = "/api/review", tag = "live", responses(
    (status = 101, description = "The connection is open: messages follow", body = ReviewMessage)))]
pub(crate) async fn review(
    State(studio): State<Arc<Studio>>,
    viewer: Viewer,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let viewer = viewer.or_with_key(socket::key(&upgrade));
    socket::open(&Arc::clone(&studio), upgrade, MESSAGE_LIMIT, move |socket| async move {
        // A connection that breaks is made again by the page.
        let _broken_or_closed = ReviewSession::new(studio, viewer, socket).attend().await;
    })
}

/// What a search tells.
enum SearchNews {
    /// How an analysis gets on: the job, what it knows, how many boards it has visited.
    Progress(u64, PositionNotes, u64),
    /// A job has ended.
    Ended(Position, JobReport),
}

/// How the page wants positions to be searched, whatever game is opened.
#[derive(Clone, Copy, Default)]
struct SearchSettings {
    exact_from: Option<u32>,
    threads: Option<u16>,
    is_paused: bool,
}

/// One review.
struct ReviewSession {
    studio: Arc<Studio>,
    /// Who reviews.
    viewer: Viewer,
    socket: LiveSocket,
    /// Where the game begins.
    start: Position,
    schedule: ReviewSchedule,
    settings: SearchSettings,
    /// The boards visited by the last search of each position.
    nodes: HashMap<Position, u64>,
    news: mpsc::Receiver<(u64, SearchNews)>,
    tell: mpsc::Sender<(u64, SearchNews)>,
    /// Which game this is: what is found about an earlier one is not told.
    round: u64,
    begun: Instant,
    /// Whose work this is, where it is shared.
    owner: String,
    /// Whether the sums have changed since they were told.
    is_news: bool,
    /// Who learns from the game, until that has been done.
    learner: Option<GameLearner>,
}

impl ReviewSession {
    fn new(studio: Arc<Studio>, viewer: Viewer, socket: LiveSocket) -> ReviewSession {
        let (tell, news) = mpsc::channel(BACKLOG);
        ReviewSession {
            schedule: ReviewSchedule::new(studio.engines.threads()),
            studio,
            viewer,
            socket,
            start: Position::start(),
            settings: SearchSettings::default(),
            nodes: HashMap::new(),
            news,
            tell,
            round: 0,
            begun: Instant::now(),
            owner: Payer::present().name().unwrap_or_else(|| format!("review {:x}", rand::random::<u64>())),
            is_news: false,
            learner: None,
        }
    }

    async fn attend(&mut self) -> Result<(), Disconnected> {
        let mut pause = tokio::time::interval(SUMMARY_PAUSE);
        pause.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            while let Some(job) = self.schedule.next_job() {
                self.search(job);
            }
            tokio::select! {
                said = self.socket.recv() => self.hear(&said?).await?,
                Some((round, news)) = self.news.recv() => if round == self.round {
                    self.learn(news).await?;
                },
                _ = pause.tick(), if self.is_news => {
                    self.is_news = false;
                    let summary = SummaryView::of(self.schedule.summary());
                    self.say(&ReviewMessage::Summary(Box::new(summary))).await?;
                }
            }
        }
    }

    /// Begins a search.
    fn search(&self, job: ReviewJob) {
        let (tell, round, studio) = (self.tell.clone(), self.round, Arc::clone(&self.studio));
        let owner = self.owner.clone();
        tokio::spawn(Payer::present().pays(async move {
            let (id, position, told) = (job.id, job.position, tell.clone());
            let observe = move |notes: &PositionNotes, nodes: u64| {
                // What does not fit is told with the next depth.
                let _full = told.try_send((round, SearchNews::Progress(id, notes.clone(), nodes)));
            };
            let report = search::run(&studio, job, owner, observe).await;
            let _left = tell.send((round, SearchNews::Ended(position, report))).await;
        }));
    }

    async fn learn(&mut self, news: SearchNews) -> Result<(), Disconnected> {
        match news {
            SearchNews::Progress(id, notes, nodes) => {
                if let Some(position) = self.schedule.progress(id, notes) {
                    self.nodes.insert(position, nodes);
                    self.tell_value(position).await?;
                }
            }
            SearchNews::Ended(position, report) => {
                if report.nodes > 0 {
                    self.nodes.insert(position, report.nodes);
                }
                let learned = self.schedule.learn(report);
                self.is_news = true;
                self.teach();
                for position in learned.positions {
                    self.tell_value(position).await?;
                }
                if let Some(position) = learned.explained {
                    self.tell_why(position).await?;
                }
            }
        }
        Ok(())
    }

    /// Lets somebody learn from a game of theirs, once all is known of it.
    fn teach(&mut self) {
        if !self.schedule.is_complete() || self.schedule.is_searching() {
            return;
        }
        let Some(learner) = self.learner.take() else { return };
        let found = BankedGame::of(&self.schedule, learner.side());
        let studio = Arc::clone(&self.studio);
        tokio::spawn(async move {
            if let Err(error) = keep_learned(&studio.store, &learner, &found, studio.learning_now()).await {
                tracing::warn!("a reviewed game could not be learned from: {error}");
            }
        });
    }

    /// Tells why a move of the game was a mistake, in every ply in which it was made.
    async fn tell_why(&mut self, position: Position) -> Result<(), Disconnected> {
        for view in reviewing::explained(&self.schedule, position) {
            self.say(&ReviewMessage::Explained(view)).await?;
        }
        Ok(())
    }

    async fn tell_value(&mut self, position: Position) -> Result<(), Disconnected> {
        let nodes = self.nodes.get(&position).copied().unwrap_or(0);
        let lasted = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        match reviewing::value_of(&self.schedule, position, nodes, lasted) {
            Some(value) => self.say(&ReviewMessage::Value(value)).await,
            None => Ok(()),
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Disconnected> {
        let wish = match serde_json::from_str(text) {
            Ok(wish) => wish,
            Err(error) => return self.refuse("bad-request", error.to_string()).await,
        };
        match wish {
            ReviewWish::Open { text, game, entry, study } => {
                match find(&self.studio, &self.viewer, (text, game, entry, study)).await {
                    Ok(found) if self.refuses_help(&positions_of(&found.record)).await? => {}
                    Ok(found) => self.open(found).await?,
                    Err(error) => self.refuse("bad-request", error.message().to_owned()).await?,
                }
            }
            ReviewWish::Look { moves } => self.look(moves).await?,
            ReviewWish::Solve => self.schedule.insist(),
            ReviewWish::Pause { paused } => {
                self.settings.is_paused = paused;
                self.schedule.pause(paused);
            }
            ReviewWish::Share(finding) => self.adopt(&finding).await?,
            ReviewWish::Set { exact_from, threads, reports: _ } => {
                let exact_from = exact_from.map(|empties| empties.min(EXACT_LIMIT));
                self.settings.exact_from = exact_from.or(self.settings.exact_from);
                self.settings.threads = threads.or(self.settings.threads);
                self.schedule.set_analysis(self.settings.exact_from, self.settings.threads);
            }
        }
        Ok(())
    }

    /// Takes what the visitor's own device has found in the game. Only who played it learns from that. At
    /// home it is saved as well; elsewhere others would have to believe a stranger's figures.
    async fn adopt(&mut self, finding: &FindingView) -> Result<(), Disconnected> {
        let Some((job, results)) = finding.read() else {
            return self.refuse("bad-request", format!("this is no finding: {:?}", finding.pass)).await;
        };
        let learned = self.schedule.adopt(&job, results.clone());
        if learned == Learned::default() {
            return Ok(());
        }
        self.teach();
        if self.viewer.caller().is_some() {
            return Ok(());
        }
        let (store, runtime) = (self.studio.store.clone(), Handle::current());
        let kept = background::run("review", move || {
            let mut stored = StoredReviews::new(runtime, store);
            if let Ok(signature) = EngineSignature::shipped() {
                results.iter().for_each(|result| keep_result(&job, result, &mut stored, signature));
            }
        });
        let _lost_with_the_program = kept.await;
        Ok(())
    }

    /// Opens a game; what is known of an earlier one is forgotten and its searches end.
    async fn open(&mut self, found: OpenedGame) -> Result<(), Disconnected> {
        let OpenedGame { record, study, learner } = found;
        self.learner = learner;
        self.start = record.start();
        self.schedule = ReviewSchedule::new(self.studio.engines.threads()).explaining();
        self.schedule.set_game(record.start(), record.moves());
        self.schedule.set_analysis(self.settings.exact_from, self.settings.threads);
        self.schedule.pause(self.settings.is_paused);
        let last = self.schedule.game().last().map(|(position, _)| *position);
        let opened = reviewing::opened(&record, study.map(StudyView::from));
        self.schedule.show(last);
        self.nodes.clear();
        (self.round, self.begun, self.is_news) = (self.round + 1, Instant::now(), true);
        self.say(&ReviewMessage::Game(Box::new(opened))).await
    }

    async fn look(&mut self, moves: Vec<String>) -> Result<(), Disconnected> {
        let (mut before, mut position) = (None, self.start);
        for text in &moves {
            let next = text.parse::<Move>().map_err(|error| error.to_string());
            match next.and_then(|played| position.play(played).map_err(|error| error.to_string())) {
                Ok(next) => (before, position) = (Some(position), next),
                Err(error) => return self.refuse("illegal-move", format!("{text}: {error}")).await,
            }
        }
        if self.refuses_help(&[position]).await? {
            return Ok(());
        }
        self.schedule.show_after(before, Some(position));
        self.say(&ReviewMessage::Position { moves, position: view::position(position) }).await?;
        self.tell_value(position).await
    }

    /// Refuses to look at positions that people elsewhere are playing, and tells whether it did.
    async fn refuses_help(&mut self, positions: &[Position]) -> Result<bool, Disconnected> {
        match self.studio.require_none_in_contest(positions, &self.viewer).await {
            Ok(()) => Ok(false),
            Err(error) => self.refuse("no-help", error.message().to_owned()).await.map(|()| true),
        }
    }

    async fn refuse(&mut self, code: &'static str, message: String) -> Result<(), Disconnected> {
        self.say(&ReviewMessage::Refused { code, message }).await
    }

    async fn say(&mut self, message: &ReviewMessage) -> Result<(), Disconnected> {
        self.socket.send(message).await
    }
}

/// Returns all positions of a game, its last one last.
fn positions_of(record: &Record) -> Vec<Position> {
    let mut positions = vec![record.start()];
    for played in record.moves() {
        let next = positions.last().and_then(|position| position.play(played).ok());
        positions.extend(next);
    }
    positions
}

/// A game to be reviewed, with its study if one is kept.
struct OpenedGame {
    record: Record,
    study: Option<KeptStudy>,
    /// Who learns from it: whoever opened it, if they have played it.
    learner: Option<GameLearner>,
}

/// What names a game: a text, a number, a key of the library, or the link of a study.
type GameNames = (Option<String>, Option<i64>, Option<i64>, Option<String>);

/// Finds the game that is to be opened.
async fn find(studio: &Studio, viewer: &Viewer, names: GameNames) -> Result<OpenedGame, ApiError> {
    let mut learner = None;
    let studied = match names {
        (Some(text), None, None, None) => {
            return text::parse(&text).map(|record| OpenedGame { record, study: None, learner: None });
        }
        (None, None, None, Some(slug)) => {
            let (record, kept) = studio.study_record(&slug).await?;
            return Ok(OpenedGame { record, study: Some(kept), learner: None });
        }
        (None, Some(id), None, None) => {
            if let Ok(kept) = studio.look_at(&studio.live(id)).await {
                require_no_contest(&kept)?;
                learner = learner_of(&kept, viewer);
            }
            studio.game_numbered(id, viewer).await?
        }
        (None, None, Some(key), None) => studio.library_entry(key, viewer).await?,
        _ => return Err(ApiError::bad("open needs either a text, the number of a game or a study")),
    };
    let study = studio.store.study_of(studied.subject, viewer.person()).await?;
    // A game that went on after its study was begun is reviewed as it is now.
    let same = |kept: &KeptStudy| kept.content.played.start() == studied.record.start();
    Ok(OpenedGame { study: study.filter(same), record: studied.record, learner })
}
