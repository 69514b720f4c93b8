//! The engine's side of the Othello engine protocol of Cassio.
//!
//! The other side deepens and keeps the time: every search has one depth, and one that is stopped has no
//! answer. It also says what to think about in the opponent's time, with further searches: the engine does
//! not ponder by itself.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game};

use super::session_io::SessionIo;
use super::thinker::{Aim, EngineQuestion, SearchEffort, SearchFinding};
use super::{Dialogue, Flow};
use crate::cassio::{CassioAnswer, CassioCommand, CassioSearch};

/// A session.
#[derive(Default)]
pub(super) struct CassioSession {
    /// The search under way, and when it began.
    search: Option<(CassioSearch, Instant)>,
    /// Boards and time of the last search, or of the present one so far.
    nodes: u64,
    time: Duration,
}

impl CassioSession {
    fn begin(&mut self, search: CassioSearch, io: &mut SessionIo<'_>) {
        let CassioSearch { position, depth, precision, .. } = search;
        (self.nodes, self.time) = (0, Duration::ZERO);
        self.search = Some((search, Instant::now()));
        // Depth 0 is the value at sight; the least the engine searches is one ply.
        let effort = SearchEffort { depth: depth.map(|depth| depth.max(1)), ..SearchEffort::default() };
        let aim = Aim::Value { percent: precision };
        io.think(EngineQuestion { game: Game::new(position), aim, effort });
    }

    fn stop(&mut self, io: &mut SessionIo<'_>) {
        if let Some(finding) = io.halt() {
            self.note(&finding);
        }
        self.search = None;
    }

    fn note(&mut self, finding: &SearchFinding) {
        (self.nodes, self.time) = (finding.nodes, finding.time);
    }
}

fn outcome(search: &CassioSearch, finding: &SearchFinding) -> CassioAnswer {
    let position = search.position;
    let over = position.is_finished();
    let best = (!over).then(|| finding.legal_move(position));
    let own = if over { f64::from(position.board().final_score()) } else { finding.score() };
    let value = if position.side_to_move() == Color::Black { own } else { -own };
    let line = best.map_or(Vec::new(), |best| match finding.moves() {
        moves if moves.first() == Some(&best) => moves.to_vec(),
        _ => vec![best],
    });
    CassioAnswer {
        position,
        best,
        depth: finding.depth,
        percent: if over || finding.exact { 100 } else { finding.percent },
        low: value,
        high: value,
        line,
        nodes: finding.nodes,
        seconds: finding.time.as_secs_f64(),
    }
}

impl Dialogue for CassioSession {
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow {
        let command = match CassioCommand::parse(line) {
            Ok(command) => command,
            Err(error) => {
                io.say(format!("ERROR: {error}"));
                if self.search.is_none() {
                    io.say("ready.");
                }
                return Flow::On;
            }
        };
        match command {
            CassioCommand::Blank => io.say(if self.search.is_some() { "ok." } else { "ready." }),
            CassioCommand::Infos => {
                let time = self.search.as_ref().map_or(self.time, |(_, began)| began.elapsed());
                io.say(format!("node {}, time {:.3}", self.nodes, time.as_secs_f64()));
                if self.search.is_none() {
                    io.say("ready.");
                }
            }
            CassioCommand::Search(search) => {
                self.stop(io);
                self.begin(search, io);
            }
            CassioCommand::Init
            | CassioCommand::NewPosition
            | CassioCommand::FeedHash
            | CassioCommand::Stop => {
                self.stop(io);
                io.say("ready.");
            }
            CassioCommand::EmptyHash => {
                self.stop(io);
                io.forget();
                io.say("ready.");
            }
            CassioCommand::Version => {
                io.say(format!("version: {} {}", io.name, io.version));
                if self.search.is_none() {
                    io.say("ready.");
                }
            }
            CassioCommand::Quit => {
                self.stop(io);
                io.say("bye bye.");
                return Flow::Quit;
            }
        }
        Flow::On
    }

    fn report(&mut self, finding: &SearchFinding, _io: &mut SessionIo<'_>) {
        self.note(finding);
    }

    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow {
        self.note(finding);
        if let Some((search, _)) = self.search.take() {
            io.say(outcome(&search, finding).to_string());
            io.say("ready.");
        }
        Flow::On
    }
}
