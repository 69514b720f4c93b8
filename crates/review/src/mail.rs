//! Jobs and what came of them as plain words, for whoever does a job elsewhere: in another worker of a page.

use std::time::Duration;

use outflank_coach::Mistake;
use outflank_engine::{MoveValue, Stopper, Wanted};
use outflank_rules::{Move, Position, Symmetry};
use serde::{Deserialize, Serialize};

use crate::job::{JobEnd, JobReport, ReviewJob, ReviewResult};
use crate::notes::PositionNotes;
use crate::pass::Pass;
use crate::runner::{mistake_of, values_of};
use crate::stored;

/// A job as words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobMail {
    /// Its number.
    pub id: u64,
    /// 64 squares and the side to move.
    pub position: String,
    /// `quick`, `standard`, `solve`, `explain f5 d6`, `analysis all`, `analysis 3` or `analysis 3 f5`.
    pub pass: String,
    /// What is known of its moves.
    pub known: String,
    /// How long it may take; as long as it likes if missing.
    pub milliseconds: Option<u64>,
    /// How many threads may search.
    pub threads: u16,
}

/// What came of a job, as words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportMail {
    /// The job.
    pub id: u64,
    /// What was found, each after its kind.
    pub results: Vec<String>,
    /// `done`, `stopped` or `no-engine`.
    pub end: String,
    /// Boards visited.
    pub nodes: u64,
}

impl ReviewJob {
    /// Writes the job, for somebody else to do it.
    #[must_use]
    pub fn mail(&self) -> JobMail {
        let pass = match self.pass {
            Pass::Quick => "quick".to_owned(),
            Pass::Standard => "standard".to_owned(),
            Pass::Solve => "solve".to_owned(),
            Pass::Explain { played, better } => format!("explain {played} {better}"),
            Pass::Analysis { wanted: Wanted { best, also } } => {
                let best = if best == usize::MAX { "all".to_owned() } else { best.to_string() };
                let also = also.map(|also| format!(" {also}")).unwrap_or_default();
                format!("analysis {best}{also}")
            }
        };
        JobMail {
            id: self.id,
            position: self.position.to_string(),
            pass,
            known: stored::write_all(0, 100, &self.known),
            milliseconds: self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            threads: self.threads,
        }
    }

    /// Reads a job that ends when `stopper` says so; `None` if it is none.
    #[must_use]
    pub fn of_mail(mail: &JobMail, stopper: &Stopper) -> Option<ReviewJob> {
        let position: Position = mail.position.parse().ok()?;
        let words: Vec<&str> = mail.pass.split(' ').collect();
        let legal = |text: &str| text.parse::<Move>().ok().filter(|&played| position.is_legal(played));
        let best = |text: &str| if text == "all" { Some(usize::MAX) } else { text.parse().ok() };
        let pass = match words[..] {
            ["quick"] => Pass::Quick,
            ["standard"] => Pass::Standard,
            ["solve"] => Pass::Solve,
            ["explain", played, better] => Pass::Explain { played: legal(played)?, better: legal(better)? },
            ["analysis", count] => Pass::Analysis { wanted: Wanted { best: best(count)?, also: None } },
            ["analysis", count, also] => {
                Pass::Analysis { wanted: Wanted { best: best(count)?, also: Some(legal(also)?) } }
            }
            _ => return None,
        };
        let (_, _, known) = stored::read(&mail.known, &position)?;
        let time = mail.milliseconds.map(Duration::from_millis);
        Some(ReviewJob {
            id: mail.id,
            position,
            pass,
            known,
            time,
            threads: mail.threads,
            stopper: stopper.clone(),
        })
    }
}

impl JobReport {
    /// Writes what came of a job.
    #[must_use]
    pub fn mail(&self) -> ReportMail {
        let results = self.results.iter().map(|result| match result {
            ReviewResult::Values { is_standard: false, notes } => format!("quick {}", notes.mail()),
            ReviewResult::Values { is_standard: true, notes } => format!("standard {}", notes.mail()),
            ReviewResult::Solved(best) => format!("solved {}", one_line(std::slice::from_ref(best))),
            ReviewResult::Explained(None) => format!("explained {}", one_line(&[])),
            ReviewResult::Explained(Some(mistake)) => format!("explained {}", one_line(&values_of(mistake))),
            ReviewResult::Analysis(notes) => format!("analysis {}", notes.mail()),
        });
        let end = match self.end {
            JobEnd::Done => "done",
            JobEnd::Stopped => "stopped",
            JobEnd::NoEngine => "no-engine",
        };
        ReportMail { id: self.id, results: results.collect(), end: end.to_owned(), nodes: self.nodes }
    }

    /// Reads what came of a job on a position; `None` if it is nothing of the kind.
    #[must_use]
    pub fn of_mail(mail: &ReportMail, position: Position) -> Option<JobReport> {
        let read = |text: &String| {
            let (kind, values) = text.split_once(' ')?;
            let sides = || stored::read(values, &position).map(|(_, _, moves)| moves);
            let notes = || PositionNotes::of_mail(values, &position);
            Some(match kind {
                "quick" => ReviewResult::Values { is_standard: false, notes: notes()? },
                "standard" => ReviewResult::Values { is_standard: true, notes: notes()? },
                "analysis" => ReviewResult::Analysis(notes()?),
                "solved" => ReviewResult::Solved(sides()?.into_iter().next()?),
                "explained" => ReviewResult::Explained(explained(position, sides()?)?),
                _ => return None,
            })
        };
        let end = match mail.end.as_str() {
            "done" => JobEnd::Done,
            "stopped" => JobEnd::Stopped,
            "no-engine" => JobEnd::NoEngine,
            _ => return None,
        };
        let results = mail.results.iter().map(read).collect::<Option<Vec<_>>>()?;
        Some(JobReport { id: mail.id, results, end, is_recalled: false, nodes: mail.nodes })
    }
}

impl PositionNotes {
    /// Writes the notes.
    #[must_use]
    pub fn mail(&self) -> String {
        stored::write_all(self.depth(), self.percent(), self.moves())
    }

    /// Reads notes on a position; `None` if they are none.
    #[must_use]
    pub fn of_mail(text: &str, position: &Position) -> Option<PositionNotes> {
        let (depth, percent, moves) = stored::read(text, position)?;
        Some(PositionNotes::new(moves, depth, percent))
    }
}

/// Writes the values of lines whose depth is told elsewhere.
fn one_line(moves: &[MoveValue]) -> String {
    stored::write_all(crate::plan::EXPLAIN_DEPTH, 100, moves)
}

/// Makes a mistake of its two sides; `Some(None)` of none.
fn explained(position: Position, sides: Vec<MoveValue>) -> Option<Option<Box<Mistake>>> {
    if sides.is_empty() {
        return Some(None);
    }
    let sides: [MoveValue; 2] = sides.try_into().ok()?;
    Some(Some(Box::new(mistake_of(position, &sides, Symmetry::Identity))))
}

#[cfg(test)]
mod tests {
    use outflank_engine::eval::Weights;
    use outflank_engine::{Engine, OneThread};

    use super::*;
    use crate::{ReviewRunner, ReviewSchedule};

    /// Reviews a game of which every job and every report goes through the mail, or none does.
    fn reviewed(through_mail: bool) -> ReviewSchedule {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let mut schedule = ReviewSchedule::new(1).explaining();
        let text = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4a4a3b3g6h5h4h3g4h6c2d1e1f1g1e2f2g2h2h1\
                    c1b1a1a2b2g3b8a8b7c8e8f8g8h8f7g7";
        let moves: Vec<Move> = (0..text.len() / 2).map(|n| text[2 * n..2 * n + 2].parse().unwrap()).collect();
        let mut made = vec![];
        let mut now = Position::start();
        for played in moves {
            let Ok(next) = now.play(played) else { break };
            made.push(played);
            now = next;
        }
        // The last moves of it: quick to review.
        let start =
            made[..made.len() - 9].iter().fold(Position::start(), |now, &played| now.play(played).unwrap());
        schedule.set_game(start, made[made.len() - 9..].iter().copied());
        let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
        while let Some(job) = schedule.next_job() {
            if !through_mail {
                let report = runner.run(&job, &mut |_, _| {});
                schedule.learn(report);
                continue;
            }
            let written = serde_json::to_string(&job.mail()).unwrap();
            let read = ReviewJob::of_mail(&serde_json::from_str(&written).unwrap(), &Stopper::new()).unwrap();
            let report = runner.run(&read, &mut |_, _| {}).mail();
            let written = serde_json::to_string(&report).unwrap();
            let report = JobReport::of_mail(&serde_json::from_str(&written).unwrap(), job.position).unwrap();
            assert_eq!(report.id, job.id);
            schedule.learn(report);
        }
        schedule
    }

    #[test]
    fn a_review_by_mail_says_the_same() {
        let (here, there) = (reviewed(false), reviewed(true));
        assert!(here.is_complete() && there.is_complete());
        for (position, _) in here.game() {
            assert_eq!(here.notes(*position), there.notes(*position), "{position}");
            let spelled = |schedule: &ReviewSchedule| format!("{:?}", schedule.explanation(*position));
            assert_eq!(spelled(&here), spelled(&there), "{position}");
        }
    }

    #[test]
    fn bounds_and_wishes_survive_the_mail_and_nonsense_does_not() {
        let start = Position::start();
        let text = "12 73 d3=1:d3c3 c4<1: e6~-2: f5>-3:";
        assert_eq!(PositionNotes::of_mail(text, &start).unwrap().mail(), text);
        let mail = |pass: &str| JobMail {
            id: 4,
            position: start.to_string(),
            pass: pass.to_owned(),
            known: "0 100".to_owned(),
            milliseconds: Some(250),
            threads: 2,
        };
        for pass in ["quick", "standard", "solve", "explain c4 d3", "analysis all", "analysis 3 f5"] {
            assert_eq!(ReviewJob::of_mail(&mail(pass), &Stopper::new()).unwrap().mail(), mail(pass));
        }
        for pass in ["", "dance", "explain c4", "explain a1 c4", "analysis", "analysis x", "analysis 1 a1"] {
            assert!(ReviewJob::of_mail(&mail(pass), &Stopper::new()).is_none(), "{pass:?}");
        }
        let report = |results: &[&str], end: &str| ReportMail {
            id: 1,
            results: results.iter().map(ToString::to_string).collect(),
            end: end.to_owned(),
            nodes: 3,
        };
        assert!(JobReport::of_mail(&report(&["explained 12 100"], "done"), start).is_some());
        for (results, end) in [(&["solved 12 100"][..], "done"), (&["x 1 2"], "done"), (&[], "later")] {
            assert!(JobReport::of_mail(&report(results, end), start).is_none(), "{results:?} {end}");
        }
    }
}
