//! A session with simple thinkers, line by line.

use std::io::{BufRead as _, BufReader, PipeWriter, Write as _, pipe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use outflank_protocol::{
    Aim, EngineQuestion, Protocol, ScoredLine, SearchEffort, SearchFinding, SessionError, Stop, Thinker,
    serve,
};
use outflank_rules::{Move, Position};

/// How long a session may take to answer.
pub(crate) const WAIT: Duration = Duration::from_secs(20);

/// Turns over as many discs as it can; one thread, one ply, no time.
pub(crate) struct Greedy;

/// Finds something at once and then thinks until it is stopped.
pub(crate) struct Patient;

/// Moves like [`Greedy`] and uses the opponent's time until it is stopped; tells what it does.
pub(crate) struct Ponderer {
    pub(crate) ponders: bool,
    pub(crate) told: Sender<Pondered>,
}

/// What a [`Ponderer`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pondered {
    /// It has begun, after so many plies.
    Begun(usize),
    /// It was stopped.
    Ended,
    /// It was asked for a move.
    Asked,
    /// It has left.
    Gone,
}

impl Thinker for Ponderer {
    fn name(&self) -> String {
        "Ponderer".to_owned()
    }

    fn version(&self) -> String {
        "1.0".to_owned()
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        stop: &Stop,
        report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding {
        let _nobody_listens = self.told.send(Pondered::Asked);
        Greedy.think(question, stop, report)
    }

    fn forget(&mut self) {}

    fn ponders(&self) -> bool {
        self.ponders
    }

    fn ponder(&mut self, question: &EngineQuestion, stop: &Stop) {
        let _nobody_listens = self.told.send(Pondered::Begun(question.game.plies().len()));
        let (sender, asked) = channel();
        stop.when_asked(move || {
            let _already = sender.send(());
        });
        // Longer than any test waits.
        let _late = asked.recv_timeout(10 * WAIT);
        let _nobody_listens = self.told.send(Pondered::Ended);
    }
}

impl Drop for Ponderer {
    fn drop(&mut self) {
        let _nobody_listens = self.told.send(Pondered::Gone);
    }
}

fn greedy_lines(position: Position) -> Vec<ScoredLine> {
    let line = |square| {
        let score = f64::from(position.flips(square).len());
        ScoredLine { moves: vec![Move::Place(square)], score }
    };
    let mut lines: Vec<ScoredLine> = position.legal_moves().squares().map(line).collect();
    lines.sort_by(|one, other| other.score.total_cmp(&one.score));
    if position.must_pass() {
        lines.push(ScoredLine { moves: vec![Move::Pass], score: 0.0 });
    }
    lines
}

impl Thinker for Greedy {
    fn name(&self) -> String {
        "Greedy".to_owned()
    }

    fn version(&self) -> String {
        "1.0".to_owned()
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        _stop: &Stop,
        report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding {
        let mut lines = greedy_lines(question.position());
        let nodes = lines.len() as u64;
        lines.truncate(if let Aim::Best(count) = question.aim { count } else { 1 });
        let depth = question.effort.depth.unwrap_or(1);
        let exact = question.position().empty().len() <= 1;
        let finding = SearchFinding { lines, depth, percent: 100, exact, nodes, time: Duration::ZERO };
        if !matches!(question.aim, Aim::Best(_)) {
            report(&finding);
        }
        finding
    }

    fn forget(&mut self) {}
}

impl Thinker for Patient {
    fn name(&self) -> String {
        "Patient".to_owned()
    }

    fn version(&self) -> String {
        "1.0".to_owned()
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        stop: &Stop,
        report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding {
        let lines = greedy_lines(question.position());
        let finding = SearchFinding { lines, depth: 1, percent: 73, ..SearchFinding::default() };
        report(&finding);
        let (sender, asked) = channel();
        stop.when_asked(move || {
            let _already = sender.send(());
        });
        // Longer than any test waits.
        let _late = asked.recv_timeout(10 * WAIT);
        finding
    }

    fn forget(&mut self) {}
}

/// A session under way.
pub(crate) struct Session {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    held: JoinHandle<Result<(), SessionError>>,
}

impl Session {
    pub(crate) fn start(protocol: Protocol, thinker: impl Thinker + 'static) -> Session {
        let (reader, input) = pipe().unwrap();
        let (output, mut writer) = pipe().unwrap();
        let thinker = Box::new(thinker);
        let held =
            thread::spawn(move || serve(protocol, thinker, SearchEffort::default(), reader, &mut writer));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Session { input: Some(input), lines, held }
    }

    /// Sends a line; a session that has ended does not hear it.
    pub(crate) fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ended = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ended = input.write_all(bytes);
        }
    }

    /// Waits for the next line.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(WAIT).expect("the session answers")
    }

    /// Returns the next line if it comes soon.
    pub(crate) fn soon(&mut self, wait: Duration) -> Option<String> {
        self.lines.recv_timeout(wait).ok()
    }

    /// Waits for a line, whatever comes before.
    #[track_caller]
    pub(crate) fn until(&mut self, wanted: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.line();
            if line == wanted {
                return heard;
            }
            heard.push(line);
        }
    }

    /// Ends the input and returns what the session still says and how it ends.
    #[track_caller]
    pub(crate) fn end(mut self) -> (Vec<String>, Result<(), SessionError>) {
        self.input = None;
        let started = Instant::now();
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(WAIT) {
            rest.push(line);
        }
        assert!(started.elapsed() < WAIT, "the session ends");
        (rest, self.held.join().expect("no panic"))
    }
}
