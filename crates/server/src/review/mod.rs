//! Reviews over a live connection: a game comes in, values of its moves go out, deeper and deeper.
//!
//! [`desk`] decides what is searched and keeps what was found, the engines of [`crate::engines`] search, [`wire`] has the
//! messages, [`summary`] what is told of the whole game. When the connection ends every search of the review is stopped.

pub(crate) mod coaching;
mod desk;
#[cfg(test)]
mod desk_tests;
mod knowledge;
mod summary;
pub(crate) mod wire;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use outflank_coach::{Claim, Mistake};
use outflank_records::Record;
use outflank_rules::{Move, Position};
use tokio::sync::mpsc;

use crate::engines::{Study, Suspect};
use crate::routes::text;
use crate::studio::Studio;
use crate::view;

use coaching::ExplainedView;
use desk::{Desk, Effort, Job};
pub(crate) use knowledge::{Knowledge, view_of_moves};
use wire::{GameOpened, PositionValue, ReviewMessage, ReviewWish};

/// The largest message that is read, in bytes: a game in any format.
const MESSAGE_LIMIT: usize = 64 * 1024;
/// How often the sums of a game are told at most.
const SUMMARY_PAUSE: Duration = Duration::from_millis(120);
/// The most empty squares from which positions can be told to be solved.
const EXACT_LIMIT: u32 = 36;
/// How much may be found before the page has heard of it.
const BACKLOG: usize = 64;

/// Opens a review: a live connection (WebSocket). The page says `ReviewWish`, the server says `ReviewMessage`, both as JSON, one a
/// message. Every search ends with the connection.
#[utoipa::path(get, path = "/api/review", tag = "live", responses(
    (status = 101, description = "The connection is open: messages follow", body = ReviewMessage)))]
pub(crate) async fn review(State(studio): State<Arc<Studio>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(MESSAGE_LIMIT).max_frame_size(MESSAGE_LIMIT);
    upgrade.on_upgrade(move |socket| async move {
        // A connection that breaks is made again by the page.
        let _broken_or_closed = Session::new(studio, socket).attend().await;
    })
}

/// The connection has ended.
struct Gone;

/// What a search tells.
enum Found {
    /// A depth is through.
    Depth(Position, Effort, Knowledge),
    /// How play goes on after a mistake and after the better move; nothing if nothing was lost.
    Why(Position, Effort, Option<Box<(Mistake, Vec<Claim>)>>),
    /// It has ended; whether there was an engine for it.
    End(Position, Effort, bool),
}

/// One review.
struct Session {
    studio: Arc<Studio>,
    socket: WebSocket,
    /// The moves of the game and how the page got to what it looks at.
    start: Position,
    desk: Desk,
    found: mpsc::Receiver<(u64, Found)>,
    tell: mpsc::Sender<(u64, Found)>,
    /// Which game this is: what is found about an earlier one is not told.
    round: u64,
    begun: Instant,
    /// Whether the sums have changed since they were told.
    is_news: bool,
}

fn cores() -> u16 {
    thread::available_parallelism().map_or(1, |cores| u16::try_from(cores.get()).unwrap_or(u16::MAX))
}

impl Session {
    fn new(studio: Arc<Studio>, socket: WebSocket) -> Session {
        let (tell, found) = mpsc::channel(BACKLOG);
        let desk = Desk::new(Vec::new(), cores());
        let (start, begun) = (Position::start(), Instant::now());
        Session { studio, socket, start, desk, found, tell, round: 0, begun, is_news: false }
    }

    async fn attend(&mut self) -> Result<(), Gone> {
        let mut pause = tokio::time::interval(SUMMARY_PAUSE);
        pause.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            while let Some(job) = self.desk.next() {
                self.search(job);
            }
            tokio::select! {
                said = self.socket.recv() => match said {
                    Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                    Some(Ok(_greeting)) => {}
                },
                Some((round, found)) = self.found.recv() => if round == self.round {
                    self.learn(found).await?;
                },
                _ = pause.tick(), if self.is_news => {
                    self.is_news = false;
                    let sums = summary::summary(&self.desk);
                    self.say(&ReviewMessage::Summary(sums)).await?;
                }
            }
        }
    }

    /// Begins a closer look at a mistake.
    fn examine(&self, job: Job, played: Move, better: Move) {
        let (tell, round) = (self.tell.clone(), self.round);
        let engines = Arc::clone(&self.studio.engines);
        tokio::spawn(async move {
            let Job { position, effort, threads, stopper, .. } = job;
            let better = Some(better);
            let found = engines.examine(Suspect { position, played, better, threads, stopper }).await;
            let _left = tell.send((round, Found::Why(position, effort, found.map(Box::new)))).await;
            let _left = tell.send((round, Found::End(position, effort, true))).await;
        });
    }

    /// Begins a search.
    fn search(&self, job: Job) {
        if let Effort::Explain { played, better } = job.effort {
            return self.examine(job, played, better);
        }
        let (tell, round) = (self.tell.clone(), self.round);
        let engines = Arc::clone(&self.studio.engines);
        tokio::spawn(async move {
            let Job { position, effort, wanted, depth, time, threads, stopper } = job;
            let study = Study { position, wanted, depth, time, threads, stopper };
            let told = tell.clone();
            let found = engines.compare(study, move |depth| {
                if effort != Effort::Shallow {
                    // What does not fit is told with the next depth.
                    let _full = told.try_send((round, Found::Depth(position, effort, Knowledge::of(depth))));
                }
            });
            let found = found.await;
            let possible = found.is_some();
            if let Some(found) = found {
                let _left = tell.send((round, Found::Depth(position, effort, Knowledge::of(&found)))).await;
            }
            let _left = tell.send((round, Found::End(position, effort, possible))).await;
        });
    }

    async fn learn(&mut self, found: Found) -> Result<(), Gone> {
        let position = match found {
            Found::Depth(position, effort, knowledge) => {
                if !self.desk.learn(position, effort, knowledge) {
                    return Ok(());
                }
                position
            }
            Found::Why(position, effort, found) => {
                self.desk.learn_why(position, effort, found.map(|found| *found));
                self.is_news = true;
                return self.tell_why(position).await;
            }
            Found::End(position, effort, possible) => {
                self.desk.ended(position, effort, possible);
                position
            }
        };
        self.is_news = true;
        self.tell_value(position).await
    }

    /// Tells why a move of the game was a mistake, in every ply in which it was made.
    async fn tell_why(&mut self, position: Position) -> Result<(), Gone> {
        let plies: Vec<usize> =
            (0..self.desk.line().len()).filter(|&ply| self.desk.line()[ply].0 == position).collect();
        for ply in plies {
            if let Some(explained) = self.desk.explained(position) {
                let view = ExplainedView::of(ply, explained);
                self.say(&ReviewMessage::Explained(view)).await?;
            }
        }
        Ok(())
    }

    async fn tell_value(&mut self, position: Position) -> Result<(), Gone> {
        let Some(known) = self.desk.known(position) else { return Ok(()) };
        let value = PositionValue {
            board: position.to_string(),
            depth: known.depth,
            percent: known.percent,
            exact: known.is_exact(),
            done: self.desk.is_done(position),
            nodes: known.nodes,
            milliseconds: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            moves: view_of_moves(position, known),
        };
        self.say(&ReviewMessage::Value(value)).await
    }

    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        let wish = match serde_json::from_str(text) {
            Ok(wish) => wish,
            Err(error) => return self.refuse("bad-request", error.to_string()).await,
        };
        match wish {
            ReviewWish::Open { text } => match text::parse(&text) {
                Ok(record) => self.open(&record).await?,
                Err(error) => self.refuse("bad-request", error.message().to_owned()).await?,
            },
            ReviewWish::Look { moves } => self.look(moves).await?,
            ReviewWish::Solve => self.desk.insist(),
            ReviewWish::Pause { paused } => {
                self.desk.paused = paused;
                if paused {
                    self.desk.stop_deeper();
                }
            }
            ReviewWish::Set { exact_from, threads } => {
                self.desk.exact_from = exact_from.unwrap_or(self.desk.exact_from).min(EXACT_LIMIT);
                self.desk.threads = threads.unwrap_or(self.desk.threads).clamp(1, cores());
                self.desk.stop_deeper();
            }
        }
        Ok(())
    }

    /// Opens a game; what is known of an earlier one is forgotten and its searches end.
    async fn open(&mut self, record: &Record) -> Result<(), Gone> {
        let mut position = record.start();
        let mut line = Vec::new();
        for played in record.moves() {
            line.push((position, Some(played)));
            // Every ply was checked when it was read.
            let Ok(next) = position.play(played) else { break };
            position = next;
        }
        line.push((position, None));
        let opened = GameOpened {
            black: record.black.name.clone(),
            white: record.white.name.clone(),
            transcript: text::linked(record),
            plies: line.iter().filter_map(|(_, played)| played.map(|played| played.to_string())).collect(),
            positions: line.iter().map(|(position, _)| view::position(*position)).collect(),
        };
        self.start = record.start();
        let (exact_from, threads, paused) = (self.desk.exact_from, self.desk.threads, self.desk.paused);
        self.desk = Desk::new(line, cores());
        (self.desk.exact_from, self.desk.threads, self.desk.paused) = (exact_from, threads, paused);
        (self.round, self.begun, self.is_news) = (self.round + 1, Instant::now(), true);
        self.say(&ReviewMessage::Game(opened)).await
    }

    async fn look(&mut self, moves: Vec<String>) -> Result<(), Gone> {
        let mut position = self.start;
        for text in &moves {
            let next = text.parse::<Move>().map_err(|error| error.to_string());
            match next.and_then(|played| position.play(played).map_err(|error| error.to_string())) {
                Ok(next) => position = next,
                Err(error) => return self.refuse("illegal-move", format!("{text}: {error}")).await,
            }
        }
        self.desk.show(position);
        self.say(&ReviewMessage::Position { moves, position: view::position(position) }).await?;
        self.tell_value(position).await
    }

    async fn refuse(&mut self, code: &'static str, message: String) -> Result<(), Gone> {
        self.say(&ReviewMessage::Refused { code, message }).await
    }

    async fn say(&mut self, message: &ReviewMessage) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_never| Gone)?;
        self.socket.send(Message::Text(Utf8Bytes::from(text))).await.map_err(|_closed| Gone)
    }
}
