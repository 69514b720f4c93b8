//! What searches of reviews have found, so that no position is searched twice in the same way.
//!
//! A search of a review depends on its position and pass alone. Its report is kept under both, for the
//! version of the program that searched: another one may have another engine.

use std::collections::BTreeMap;

use outflank_review::{JobEnd, JobMail, JobReport, Pass, ReportMail, ReviewJob};
use serde::{Deserialize, Serialize};

use super::Desk;
use super::values::{known_version, read_json};

/// What is kept of a position: passes with what they found.
#[derive(Debug, Serialize, Deserialize)]
struct KeptResults {
    version: u8,
    /// The version of the program.
    program: String,
    passes: BTreeMap<String, ReportMail>,
}

/// All results, by position.
#[derive(Debug, Default)]
pub(super) struct ResultTable {
    positions: BTreeMap<String, KeptResults>,
}

/// Returns where the result of a job is kept: its position and its pass; nowhere for an analysis.
fn place_of(job: &ReviewJob) -> Option<(String, String)> {
    let JobMail { position, pass, known, .. } = job.mail();
    match job.pass {
        Pass::Analysis { .. } => None,
        // What is proven of two moves decides how a mistake is explained.
        Pass::Explain { .. } => Some((position, format!("{pass} {known}"))),
        Pass::Quick | Pass::Standard | Pass::Solve => Some((position, pass)),
    }
}

impl ResultTable {
    /// Returns the report on a job that was done before.
    pub(super) fn recalled(&self, job: &ReviewJob) -> Option<JobReport> {
        let (position, pass) = place_of(job)?;
        let mail = self.positions.get(&position)?.passes.get(&pass)?;
        let report = JobReport::of_mail(mail, job.position)?;
        Some(JobReport { id: job.id, is_recalled: true, nodes: 0, ..report })
    }
}

impl Desk {
    /// Keeps what a search has found.
    pub(super) fn keep_result(&mut self, job: &ReviewJob, mail: ReportMail, report: &JobReport) {
        let Some((position, pass)) = place_of(job).filter(|_| report.end == JobEnd::Done) else { return };
        let key = format!("results/{position}");
        let new = || KeptResults {
            version: 1,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            passes: BTreeMap::new(),
        };
        let kept = self.results.positions.entry(position).or_insert_with(new);
        kept.passes.insert(pass, mail);
        self.out.put_json(key, kept);
    }

    /// Reads what was found in a position. What another version of the program found does not count any more.
    pub(super) fn load_result(&mut self, key: &str, value: &[u8]) -> Result<(), String> {
        let kept: KeptResults = read_json(value)?;
        known_version(kept.version)?;
        let position = key.trim_start_matches("results/").to_owned();
        if kept.program == env!("CARGO_PKG_VERSION") {
            self.results.positions.insert(position, kept);
        } else {
            self.out.remove(key);
        }
        Ok(())
    }
}
