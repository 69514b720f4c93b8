//! `outflank doctor`: is everything here that Outflank needs?
//!
//! Every check is a function that looks at one thing and returns a [`Diagnosis`]. Nothing is made that was
//! not there; tables of a database are brought up to date, as every command that opens it does.

mod machine;
mod studio;

use std::io::{self, Write as _};

use serde::Serialize;

use crate::failure::Failure;
use crate::{report, version};

/// Check that Outflank has everything it needs: processor, memory, weights, database, browser.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line for each check: ok, warn (something does not work, or works less well, and the line says how to fix it) or \
FAIL. The exit code is 1 if anything fails, else 0.

JSON, one object per line: check, verdict (ok, warn, fail), detail, advice (null if there is none).

Examples:
  outflank doctor
  outflank doctor --json
  outflank doctor --database postgres://me@host/games")]
pub(crate) struct Args {
    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: a file in the user's
    /// data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Health {
    Ok,
    Warn,
    Fail,
}

impl Health {
    /// Returns the word at the beginning of a line.
    const fn word(self) -> &'static str {
        match self {
            Health::Ok => "ok",
            Health::Warn => "warn",
            Health::Fail => "FAIL",
        }
    }
}

/// What a check found. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct Diagnosis {
    check: &'static str,
    verdict: Health,
    detail: String,
    advice: Option<String>,
}

impl Diagnosis {
    fn ok(check: &'static str, detail: impl Into<String>) -> Diagnosis {
        Diagnosis { check, verdict: Health::Ok, detail: detail.into(), advice: None }
    }

    fn warn(check: &'static str, detail: impl Into<String>, advice: impl Into<String>) -> Diagnosis {
        Diagnosis { check, verdict: Health::Warn, detail: detail.into(), advice: Some(advice.into()) }
    }

    fn fail(check: &'static str, detail: impl Into<String>, advice: impl Into<String>) -> Diagnosis {
        Diagnosis { check, verdict: Health::Fail, detail: detail.into(), advice: Some(advice.into()) }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let home = studio::Home::of(args.database.as_deref())?;
    let mut findings = vec![
        Diagnosis::ok("program", format!("outflank {}", version::text())),
        machine::processor(),
        machine::threads(),
        machine::memory(),
        machine::weights(),
        studio::pages(),
    ];
    findings.extend(home.check()?);
    findings.extend([studio::address(), studio::browser()]);
    let mut out = io::stdout().lock();
    for finding in &findings {
        if args.json {
            report::json_line(&mut out, finding)?;
            continue;
        }
        writeln!(out, "{:<5} {:<12} {}", finding.verdict.word(), finding.check, finding.detail)?;
        if let Some(advice) = &finding.advice {
            writeln!(out, "{:<18} -> {advice}", "")?;
        }
    }
    let failed = findings.iter().filter(|finding| finding.verdict == Health::Fail).count();
    match failed {
        0 => Ok(()),
        count => Err(Failure::Other(anyhow::anyhow!("{count} of {} checks failed", findings.len()))),
    }
}
