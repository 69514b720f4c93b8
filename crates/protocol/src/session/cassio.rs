//! The engine's side of the Othello engine protocol of Cassio.
//!
//! The other side deepens and keeps the time: every search has one depth, and one that is stopped has no
//! answer.

use std::time::{Duration, Instant};

use outflank_rules::Color;

use super::desk::Desk;
use super::thinker::{Aim, Effort, Finding, Question};
use super::{Dialogue, Flow};
use crate::cassio::{Command, Outcome, Search};

/// A session.
#[derive(Default)]
pub(super) struct Cassio {
    /// The search under way, and when it began.
    search: Option<(Search, Instant)>,
    /// Boards and time of the last search, or of the present one so far.
    nodes: u64,
    time: Duration,
}

impl Cassio {
    fn begin(&mut self, search: Search, desk: &mut Desk<'_>) {
        let Search { position, depth, precision, .. } = search;
        (self.nodes, self.time) = (0, Duration::ZERO);
        self.search = Some((search, Instant::now()));
        // Depth 0 is the value at sight; the least the engine searches is one ply.
        let effort = Effort { depth: depth.map(|depth| depth.max(1)), ..Effort::default() };
        desk.think(Question { position, aim: Aim::Value { percent: precision }, effort });
    }

    fn stop(&mut self, desk: &mut Desk<'_>) {
        if let Some(finding) = desk.halt() {
            self.note(&finding);
        }
        self.search = None;
    }

    fn note(&mut self, finding: &Finding) {
        (self.nodes, self.time) = (finding.nodes, finding.time);
    }
}

fn outcome(search: &Search, finding: &Finding) -> Outcome {
    let position = search.position;
    let over = position.is_finished();
    let best = (!over).then(|| finding.legal_move(position));
    let own = if over { f64::from(position.board().final_score()) } else { finding.score() };
    let value = if position.side_to_move() == Color::Black { own } else { -own };
    let line = best.map_or(Vec::new(), |best| match finding.moves() {
        moves if moves.first() == Some(&best) => moves.to_vec(),
        _ => vec![best],
    });
    Outcome {
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

impl Dialogue for Cassio {
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> Flow {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                desk.say(format!("ERROR: {error}"));
                if self.search.is_none() {
                    desk.say("ready.");
                }
                return Flow::On;
            }
        };
        match command {
            Command::Blank => desk.say(if self.search.is_some() { "ok." } else { "ready." }),
            Command::Infos => {
                let time = self.search.as_ref().map_or(self.time, |(_, began)| began.elapsed());
                desk.say(format!("node {}, time {:.3}", self.nodes, time.as_secs_f64()));
                if self.search.is_none() {
                    desk.say("ready.");
                }
            }
            Command::Search(search) => {
                self.stop(desk);
                self.begin(search, desk);
            }
            Command::Init | Command::NewPosition | Command::FeedHash | Command::Stop => {
                self.stop(desk);
                desk.say("ready.");
            }
            Command::EmptyHash => {
                self.stop(desk);
                desk.forget();
                desk.say("ready.");
            }
            Command::Version => {
                desk.say(format!("version: {} {}", desk.name, desk.version));
                if self.search.is_none() {
                    desk.say("ready.");
                }
            }
            Command::Quit => {
                self.stop(desk);
                desk.say("bye bye.");
                return Flow::Quit;
            }
        }
        Flow::On
    }

    fn report(&mut self, finding: &Finding, _desk: &mut Desk<'_>) {
        self.note(finding);
    }

    fn done(&mut self, finding: &Finding, desk: &mut Desk<'_>) -> Flow {
        self.note(finding);
        if let Some((search, _)) = self.search.take() {
            desk.say(outcome(&search, finding).to_string());
            desk.say("ready.");
        }
        Flow::On
    }
}
