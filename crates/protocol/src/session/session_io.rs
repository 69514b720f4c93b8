//! What every session has: its output, its engine on a thread of its own, and the lines that wait.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::thinker::{EngineQuestion, SearchFinding, Stop, Thinker};

/// The longest line that is understood; the rest of a longer one is dropped.
const LINE_LIMIT: u64 = 256 * 1024;

/// How many lines may wait for a search to end; one more ends it.
const WAITING_LINES: usize = 4096;

/// How long a search may go on after the input has ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the engine may take to end when the session does.
const FAREWELL: Duration = Duration::from_secs(1);

/// What happens to a session.
pub(super) enum Event {
    /// A line came in, without its end.
    Line(String),
    /// The input has ended.
    End,
    /// The search has found something.
    Report(SearchFinding),
    /// The search is over.
    Done(SearchFinding),
    /// The moment that was waited for has come.
    Late,
    /// The engine is gone: a defect.
    Lost,
}

/// An event with the number of the search it belongs to, 0 for input.
type Numbered = (u64, Event);

enum ThinkerJob {
    /// To answer a question, which was asked at a moment.
    Think(u64, EngineQuestion, Arc<Stop>, Instant),
    Ponder(EngineQuestion, Arc<Stop>),
    Forget,
}

/// The place a session works at.
pub(super) struct SessionIo<'o> {
    output: &'o mut dyn Write,
    failure: Option<io::Error>,
    /// `None` when no more are to come.
    jobs: Option<Sender<ThinkerJob>>,
    events: Receiver<Numbered>,
    waiting: VecDeque<Event>,
    searches: u64,
    search: Option<Arc<Stop>>,
    /// Whether the engine is to use the opponent's time.
    pub(super) ponders: bool,
    /// What ends the pondering, from its begin to the next line.
    pondering: Option<Arc<Stop>>,
    /// Whether lines wait until a search is over, one that ends it excepted.
    queues: Option<fn(&str) -> bool>,
    /// When the present search began.
    began: Instant,
    /// When the input ended.
    ended: Option<Instant>,
    /// The moment to wait for.
    pub(super) deadline: Option<Instant>,
    /// The name of the engine.
    pub(super) name: String,
    /// Its version.
    pub(super) version: String,
}

impl<'o> SessionIo<'o> {
    /// Starts the threads that read and think.
    pub(super) fn new(
        thinker: Box<dyn Thinker>,
        input: impl Read + Send + 'static,
        output: &'o mut dyn Write,
        queues: Option<fn(&str) -> bool>,
    ) -> io::Result<SessionIo<'o>> {
        let (sender, events) = sync_channel(64);
        let (jobs, work) = channel();
        let (name, version, ponders) = (thinker.name(), thinker.version(), thinker.ponders());
        let lines = sender.clone();
        thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &lines))?;
        thread::Builder::new().name("engine".to_owned()).spawn(move || think(thinker, &work, &sender))?;
        let (waiting, search, deadline) = (VecDeque::new(), None, None);
        Ok(SessionIo {
            output,
            failure: None,
            jobs: Some(jobs),
            events,
            waiting,
            searches: 0,
            search,
            ponders,
            pondering: None,
            queues,
            began: Instant::now(),
            ended: None,
            deadline,
            name,
            version,
        })
    }

    /// Writes a line. Failures are kept for [`SessionIo::failure`].
    pub(super) fn say(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
    }

    /// Returns why writing failed, if it did.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Begins to think; the answer comes as an event. Any earlier search is ended and its answer dropped.
    pub(super) fn think(&mut self, question: EngineQuestion) {
        self.halt();
        self.searches += 1;
        let stop = Arc::new(Stop::default());
        self.search = Some(Arc::clone(&stop));
        self.began = Instant::now();
        self.work(ThinkerJob::Think(self.searches, question, stop, self.began));
    }

    fn work(&mut self, job: ThinkerJob) {
        self.end_pondering();
        if let Some(jobs) = &self.jobs {
            // If the engine is gone the event that says so is on its way.
            let _gone = jobs.send(job);
        }
    }

    /// Tells whether there is nothing to do but to wait for the other side.
    pub(super) fn may_ponder(&self) -> bool {
        self.ponders && self.pondering.is_none() && !self.is_thinking() && self.waiting.is_empty()
    }

    /// Begins to think about what may follow in a game, until the next line or question.
    pub(super) fn ponder(&mut self, question: EngineQuestion) {
        let stop = Arc::new(Stop::default());
        self.work(ThinkerJob::Ponder(question, Arc::clone(&stop)));
        self.pondering = Some(stop);
    }

    fn end_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.ask();
        }
    }

    /// Tells whether a search is under way.
    pub(super) fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Asks for the end of the search, whose answer then comes as an event.
    pub(super) fn hurry(&self) {
        if let Some(stop) = &self.search {
            stop.ask();
        }
    }

    /// Ends the search, if there is one, and returns its answer. What comes in meanwhile waits.
    pub(super) fn halt(&mut self) -> Option<SearchFinding> {
        self.search.as_ref()?.ask();
        loop {
            match self.events.recv() {
                Ok((number, Event::Done(finding))) if number == self.searches => {
                    self.search = None;
                    return Some(finding);
                }
                Ok((_, Event::Report(_) | Event::Done(_))) => {}
                Ok((_, Event::Lost)) | Err(_) => {
                    self.search = None;
                    self.waiting.push_front(Event::Lost);
                    return None;
                }
                Ok((_, event)) => {
                    if matches!(event, Event::End) {
                        self.ended = Some(Instant::now());
                    }
                    self.waiting.push_back(event);
                }
            }
        }
    }

    /// Forgets the results of earlier searches, after the present one.
    pub(super) fn forget(&mut self) {
        self.work(ThinkerJob::Forget);
    }

    /// Returns when the present search has to end because the input has ended.
    fn patience(&self) -> Option<Instant> {
        let stop = self.search.as_ref()?;
        let ended = self.ended?;
        (!stop.is_asked()).then(|| ended.max(self.began) + PATIENCE)
    }

    /// Waits for what happens next.
    pub(super) fn next(&mut self) -> Event {
        loop {
            let held = self.is_thinking() && self.queues.is_some();
            if !held && let Some(event) = self.waiting.pop_front() {
                return event;
            }
            let patience = self.patience();
            let moment = [self.deadline, patience].into_iter().flatten().min();
            let wait = moment.map(|moment| moment.saturating_duration_since(Instant::now()));
            let received = match wait.map(|wait| self.events.recv_timeout(wait)) {
                Some(Err(RecvTimeoutError::Timeout)) if patience == moment => {
                    self.hurry();
                    continue;
                }
                Some(Err(RecvTimeoutError::Timeout)) => return Event::Late,
                Some(received) => received.ok(),
                None => self.events.recv().ok(),
            };
            if matches!(received, Some((_, Event::End))) {
                self.ended = Some(Instant::now());
            }
            if matches!(received, Some((_, Event::Line(_) | Event::End))) {
                self.end_pondering();
            }
            match received {
                None => return Event::Lost,
                Some((number, Event::Report(_) | Event::Done(_)))
                    if number != self.searches || !self.is_thinking() => {}
                Some((_, Event::Done(finding))) => {
                    self.search = None;
                    return Event::Done(finding);
                }
                Some((_, Event::Line(line))) if held => {
                    if self.queues.is_some_and(|ends| ends(&line)) || self.waiting.len() >= WAITING_LINES {
                        self.hurry();
                    }
                    self.waiting.push_back(Event::Line(line));
                }
                Some((_, Event::End)) if held => self.waiting.push_back(Event::End),
                Some((_, event)) => return event,
            }
        }
    }
}

/// Hands over line after line until the input ends or the receiver is gone.
fn read_lines(input: impl Read, sender: &SyncSender<Numbered>) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if bytes.last() != Some(&b'\n')
            && bytes.len() as u64 == LINE_LIMIT
            && input.skip_until(b'\n').is_err()
        {
            break;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        if sender.send((0, Event::Line(text))).is_err() {
            return;
        }
    }
    let _nobody_listens = sender.send((0, Event::End));
}

/// Says that the engine is gone, whatever the reason.
struct Alarm<'s>(&'s SyncSender<Numbered>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        let _nobody_listens = self.0.send((0, Event::Lost));
    }
}

/// Thinks about one question after the other until there are no more.
fn think(mut thinker: Box<dyn Thinker>, jobs: &Receiver<ThinkerJob>, sender: &SyncSender<Numbered>) {
    let _alarm = Alarm(sender);
    for job in jobs {
        match job {
            ThinkerJob::Forget => thinker.forget(),
            ThinkerJob::Ponder(question, stop) => {
                if !stop.is_asked() {
                    thinker.ponder(&question, &stop);
                }
            }
            ThinkerJob::Think(number, mut question, stop, asked) => {
                // What it took to end the pondering is lost.
                question.effort.time = question.effort.time.map(|time| time.less(asked.elapsed()));
                let mut report = |finding: &SearchFinding| {
                    let _nobody_listens = sender.send((number, Event::Report(finding.clone())));
                };
                let finding = thinker.think(&question, &stop, &mut report);
                if sender.send((number, Event::Done(finding))).is_err() {
                    return;
                }
            }
        }
    }
}

impl Drop for SessionIo<'_> {
    /// Ends what is thought about and waits for the engine to go, unless it does not hear.
    fn drop(&mut self) {
        self.hurry();
        self.end_pondering();
        self.jobs = None;
        let until = Instant::now() + FAREWELL;
        while let Ok((_, event)) = self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if matches!(event, Event::Lost) {
                return;
            }
        }
    }
}
