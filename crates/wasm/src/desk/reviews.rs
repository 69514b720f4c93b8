//! Reviews over a live connection: a game comes in, values of its moves go out, deeper and deeper.
//!
//! The schedule of `outflank-review` decides what is searched and keeps what was found; each of its jobs is
//! done by a thinker, unless its result is kept.

use std::collections::HashMap;

use outflank_game::KeptStudy;
use outflank_learn::BankedGame;
use outflank_records::Record;
use outflank_review::{JobReport, Pass, PositionNotes, ReviewJob, ReviewSchedule};
use outflank_rules::{Move, Position};
use outflank_wire::bank::GameLearner;
use outflank_wire::review::{FindingView, ReviewMessage, ReviewWish, SummaryView};
use outflank_wire::study::StudyView;
use outflank_wire::{reviewing, text, view};
use serde_json::{Value, json};

use super::{Desk, DeskRefusal, JobUrgency, SocketUse};

/// How often the sums of a game are told at most, in milliseconds.
const SUMMARY_PAUSE: i64 = 120;
/// The most empty squares from which positions can be told to be solved.
const EXACT_LIMIT: u32 = 36;
/// How many passes are asked for at a time: as many as most devices have cores for.
const CORES: u16 = 4;

/// How the page wants positions to be searched, whatever game is opened.
#[derive(Clone, Copy, Default)]
struct DeskSearchSettings {
    exact_from: Option<u32>,
    threads: Option<u16>,
    is_paused: bool,
    /// Whether the page wants to share what is found.
    reports: bool,
}

/// A search under way: the job of the schedule, and that of a thinker.
struct RunningSearch {
    job: ReviewJob,
    thinker: u64,
}

/// One review.
pub(super) struct DeskReview {
    /// Where the game begins.
    start: Position,
    schedule: ReviewSchedule,
    settings: DeskSearchSettings,
    /// The boards visited by the last search of each position.
    nodes: HashMap<Position, u64>,
    running: HashMap<u64, RunningSearch>,
    /// Which game this is: what is found about an earlier one is not told.
    round: u64,
    begun: i64,
    /// Whether the sums are about to be told.
    is_telling: bool,
    /// Who learns from the game, until that has been done.
    learner: Option<GameLearner>,
}

/// A game to be reviewed, with its study if one is kept.
struct ReviewedRecord {
    record: Record,
    study: Option<KeptStudy>,
    /// Who learns from it: whoever alone has played it here.
    learner: Option<GameLearner>,
}

impl DeskReview {
    fn new(now: i64) -> DeskReview {
        DeskReview {
            start: Position::start(),
            schedule: ReviewSchedule::new(CORES),
            settings: DeskSearchSettings::default(),
            nodes: HashMap::new(),
            running: HashMap::new(),
            round: 0,
            begun: now,
            is_telling: false,
            learner: None,
        }
    }

    /// Opens a game; what is known of an earlier one is forgotten.
    fn open(&mut self, record: &Record, now: i64) {
        self.start = record.start();
        self.schedule = ReviewSchedule::new(CORES).explaining();
        self.schedule.set_game(record.start(), record.moves());
        self.schedule.set_analysis(self.settings.exact_from, self.settings.threads);
        self.schedule.pause(self.settings.is_paused);
        self.schedule.show(self.schedule.game().last().map(|(position, _)| *position));
        self.nodes.clear();
        (self.round, self.begun) = (self.round + 1, now);
    }
}

impl Desk {
    /// Opens a review.
    pub(super) fn open_review(&mut self, socket: u64) {
        self.sockets.insert(socket, SocketUse::Review);
        self.reviews.insert(socket, DeskReview::new(self.now));
    }

    /// Ends a review with all its searches.
    pub(super) fn close_review(&mut self, socket: u64) {
        if let Some(review) = self.reviews.remove(&socket) {
            for search in review.running.values() {
                self.cancel_job(search.thinker);
            }
        }
    }

    /// Does what a page says to its review.
    pub(super) fn hear_review(&mut self, socket: u64, said: &str) {
        let wish = match serde_json::from_str(said) {
            Ok(wish) => wish,
            Err(error) => return self.refuse_review(socket, "bad-request", error.to_string()),
        };
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        match wish {
            ReviewWish::Open { text, game, entry, study } => {
                match self.find_reviewed((text, game, entry, study)) {
                    Ok(found) => self.open_reviewed(socket, found),
                    Err(error) => self.refuse_review(socket, "bad-request", error.message),
                }
            }
            ReviewWish::Look { moves } => self.look_in_review(socket, moves),
            ReviewWish::Solve => review.schedule.insist(),
            ReviewWish::Pause { paused } => {
                review.settings.is_paused = paused;
                review.schedule.pause(paused);
            }
            // What others have found belongs to servers.
            ReviewWish::Share(_) => {}
            ReviewWish::Set { exact_from, threads, reports } => {
                review.settings.reports = reports.unwrap_or(review.settings.reports);
                let exact_from = exact_from.map(|empties| empties.min(EXACT_LIMIT));
                review.settings.exact_from = exact_from.or(review.settings.exact_from);
                review.settings.threads = threads.or(review.settings.threads);
                review.schedule.set_analysis(review.settings.exact_from, review.settings.threads);
            }
        }
        self.search_on(socket);
    }

    fn refuse_review(&mut self, socket: u64, code: &'static str, message: String) {
        self.out.send(socket, &ReviewMessage::Refused { code, message });
    }

    /// Finds the game that is to be opened.
    fn find_reviewed(
        &self,
        names: (Option<String>, Option<i64>, Option<i64>, Option<String>),
    ) -> Result<ReviewedRecord, DeskRefusal> {
        let mut learner = None;
        let studied = match names {
            (Some(text), None, None, None) => {
                return Ok(ReviewedRecord { record: text::parse(&text)?, study: None, learner: None });
            }
            (None, None, None, Some(slug)) => {
                let (record, kept) = self.study_record(&slug)?;
                return Ok(ReviewedRecord { record, study: Some(kept), learner: None });
            }
            (None, Some(id), None, None) => {
                if let Ok(kept) = self.games.kept(id) {
                    learner = GameLearner::new(kept, None, |_| true);
                }
                self.studied_game(Some(id), None)?
            }
            (None, None, Some(key), None) => self.studied_game(None, Some(key))?,
            _ => return Err(DeskRefusal::bad("open needs either a text, the number of a game or a study")),
        };
        let Some(studied) = studied else { return Err(DeskRefusal::bad("there is nothing to open")) };
        let study = self.study_of(studied.subject).cloned();
        // A game that went on after its study was begun is reviewed as it is now.
        let same = |kept: &KeptStudy| kept.content.played.start() == studied.record.start();
        Ok(ReviewedRecord { study: study.filter(same), record: studied.record, learner })
    }

    fn open_reviewed(&mut self, socket: u64, found: ReviewedRecord) {
        let now = self.now;
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        let searches: Vec<RunningSearch> = review.running.drain().map(|(_, search)| search).collect();
        review.open(&found.record, now);
        review.learner = found.learner;
        for search in searches {
            self.cancel_job(search.thinker);
        }
        let opened = reviewing::opened(&found.record, found.study.map(StudyView::from));
        self.out.send(socket, &ReviewMessage::Game(Box::new(opened)));
        self.tell_sums_soon(socket);
    }

    fn look_in_review(&mut self, socket: u64, moves: Vec<String>) {
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        let (mut before, mut position) = (None, review.start);
        for text in &moves {
            let next = text.parse::<Move>().map_err(|error| error.to_string());
            match next.and_then(|played| position.play(played).map_err(|error| error.to_string())) {
                Ok(next) => (before, position) = (Some(position), next),
                Err(error) => return self.refuse_review(socket, "illegal-move", format!("{text}: {error}")),
            }
        }
        review.schedule.show_after(before, Some(position));
        self.out.send(socket, &ReviewMessage::Position { moves, position: view::position(position) });
        self.tell_value(socket, position);
    }

    /// Ends the searches that the schedule has stopped and begins those that it wants.
    fn search_on(&mut self, socket: u64) {
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        let is_over = |search: &&RunningSearch| search.job.stopper.is_stopped();
        let stopped: Vec<u64> = review.running.values().filter(is_over).map(|search| search.job.id).collect();
        let ended: Vec<RunningSearch> = stopped.iter().filter_map(|id| review.running.remove(id)).collect();
        for search in &ended {
            let _nothing = review.schedule.learn(JobReport::stopped(search.job.id));
        }
        for search in ended {
            self.cancel_job(search.thinker);
        }
        loop {
            let Some(review) = self.reviews.get_mut(&socket) else { return };
            let Some(job) = review.schedule.next_job() else { return };
            match self.results.recalled(&job) {
                Some(report) => {
                    self.share_finding(socket, &job, &report);
                    self.learn_in_review(socket, job.position, report);
                }
                None => self.search_in_review(socket, job),
            }
        }
    }

    /// Lets a thinker do a job of a review.
    fn search_in_review(&mut self, socket: u64, job: ReviewJob) {
        let (id, position) = (job.id, job.position);
        let Some(round) = self.reviews.get(&socket).map(|review| review.round) else { return };
        let class =
            if matches!(job.pass, Pass::Analysis { .. }) { JobUrgency::Analysis } else { JobUrgency::Review };
        let task = json!({ "task": "review", "job": job.mail() });
        let hear = move |desk: &mut Desk, line: Value| {
            let notes = line.get("notes").and_then(Value::as_str);
            let nodes = line.get("nodes").and_then(Value::as_u64).unwrap_or(0);
            let notes = notes.and_then(|notes| PositionNotes::of_mail(notes, &position));
            if let Some((notes, review)) = notes.zip(desk.reviews.get_mut(&socket))
                && review.round == round
                && review.schedule.progress(id, notes).is_some()
            {
                review.nodes.insert(position, nodes);
                desk.tell_value(socket, position);
            }
        };
        let done = job.clone();
        let thinker = self.begin_job(class, task, Some(Box::new(hear)), move |desk, result| {
            let report = desk.take_report(&done, result);
            let is_present = desk.reviews.get(&socket).is_some_and(|review| review.round == round);
            if is_present {
                desk.share_finding(socket, &done, &report);
                desk.learn_in_review(socket, position, report);
                desk.search_on(socket);
            }
        });
        if let Some(review) = self.reviews.get_mut(&socket) {
            review.running.insert(id, RunningSearch { job, thinker });
        }
    }

    /// Reads what came of a search, and keeps what others can use.
    fn take_report(&mut self, job: &ReviewJob, result: Result<Value, String>) -> JobReport {
        let mail = result.ok().and_then(|result| serde_json::from_value(result).ok());
        let report = mail.as_ref().and_then(|mail| JobReport::of_mail(mail, job.position));
        if let (Some(mail), Some(report)) = (mail, &report) {
            self.keep_result(job, mail, report);
        }
        report.unwrap_or_else(|| JobReport::no_engine(job.id))
    }

    /// Tells the page what a search has found, if it wants to share that.
    fn share_finding(&mut self, socket: u64, job: &ReviewJob, report: &JobReport) {
        let finding = FindingView::of(job, report);
        let wants = self.reviews.get(&socket).is_some_and(|review| review.settings.reports);
        if let Some(finding) = finding.filter(|_| wants) {
            self.out.send(socket, &ReviewMessage::Found(finding));
        }
    }

    fn learn_in_review(&mut self, socket: u64, position: Position, report: JobReport) {
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        review.running.remove(&report.id);
        if report.nodes > 0 {
            review.nodes.insert(position, report.nodes);
        }
        let learned = review.schedule.learn(report);
        self.tell_sums_soon(socket);
        self.teach(socket);
        for position in learned.positions {
            self.tell_value(socket, position);
        }
        let why = learned.explained.zip(self.reviews.get(&socket));
        let views = why.map(|(position, review)| reviewing::explained(&review.schedule, position));
        for view in views.into_iter().flatten() {
            self.out.send(socket, &ReviewMessage::Explained(view));
        }
    }

    /// Lets somebody learn from a game of theirs, once all is known of it.
    fn teach(&mut self, socket: u64) {
        let Some(review) = self.reviews.get_mut(&socket) else { return };
        if !review.schedule.is_complete() || review.schedule.is_searching() {
            return;
        }
        let Some(learner) = review.learner.take() else { return };
        let found = BankedGame::of(&review.schedule, learner.side());
        self.learn_from_game(&learner, &found);
    }

    fn tell_value(&mut self, socket: u64, position: Position) {
        let Some(review) = self.reviews.get(&socket) else { return };
        let nodes = review.nodes.get(&position).copied().unwrap_or(0);
        let lasted = u64::try_from(self.now - review.begun).unwrap_or(0);
        if let Some(value) = reviewing::value_of(&review.schedule, position, nodes, lasted) {
            self.out.send(socket, &ReviewMessage::Value(value));
        }
    }

    /// Tells the sums of a game in a moment, once for all that is learned until then.
    fn tell_sums_soon(&mut self, socket: u64) {
        let Some(review) = self.reviews.get_mut(&socket).filter(|review| !review.is_telling) else { return };
        review.is_telling = true;
        self.later(SUMMARY_PAUSE, move |desk| {
            let Some(review) = desk.reviews.get_mut(&socket) else { return };
            review.is_telling = false;
            let summary = SummaryView::of(review.schedule.summary());
            desk.out.send(socket, &ReviewMessage::Summary(Box::new(summary)));
        });
    }
}
