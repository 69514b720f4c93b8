//! `outflank lab check`: what an external program gets wrong in a protocol.

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::anyhow;
use outflank_players::Recruit;
use outflank_protocol::{CheckVerdict, ProtocolCheck, check};
use serde::Serialize;

use crate::failure::{Failure, counted};
use crate::report;

/// Check which commands of its protocol a program gets wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The program is written exec:PROTOCOL:COMMAND or exec:PROTOCOL[dir=PATH]:COMMAND, with PROTOCOL nboard, gtp, referee, \
cassio or xboard. Every check is a short conversation; a program that crashes or hangs is restarted. Give the \
program little time for its moves: some checks play whole games.

A line for each check: right, WRONG with what happened, or missing for what is optional. The exit code is 0 if \
nothing is wrong, else 1. JSON, one object per line: command, rule, verdict (right, wrong, missing), detail.

Examples:
  outflank lab check 'exec:gtp:outflank engine --protocol gtp --depth 4'
  outflank lab check 'exec:nboard[dir=ntest]:./ntest x'")]
pub(crate) struct Args {
    /// The program
    #[arg(value_name = "PLAYER")]
    program: Recruit,

    /// The seconds the program has for an answer
    #[arg(long, value_name = "S", default_value = "10", value_parser = crate::commands::analyze::seconds)]
    timeout: Duration,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The JSON form of a check. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct CheckJson<'c> {
    command: &'static str,
    rule: &'static str,
    verdict: &'static str,
    detail: Option<&'c str>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut failed = None;
    let mut tell = |done: &ProtocolCheck| {
        let (verdict, detail) = match &done.verdict {
            CheckVerdict::Right => ("right", None),
            CheckVerdict::Missing => ("missing", None),
            CheckVerdict::Wrong(text) => ("wrong", Some(text.as_str())),
        };
        let ProtocolCheck { command, rule, .. } = *done;
        let written = if args.json {
            report::json_line(&mut out, &CheckJson { command, rule, verdict, detail })
        } else {
            let mark = if detail.is_some() { "WRONG" } else { verdict };
            let detail = detail.map_or_else(String::new, |detail| format!(": {detail}"));
            writeln!(out, "{mark:<8}{command}: {rule}{detail}")
        };
        if let Err(error) = written {
            failed.get_or_insert(error);
        }
    };
    let checks = check(args.program.protocol(), args.program.launch(), args.timeout, &mut tell);
    let checks = checks.map_err(Failure::input)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let count =
        |wanted: fn(&CheckVerdict) -> bool| checks.iter().filter(|check| wanted(&check.verdict)).count();
    let wrong = count(|verdict| matches!(verdict, CheckVerdict::Wrong(_)));
    let missing = count(|verdict| *verdict == CheckVerdict::Missing);
    if !args.json {
        writeln!(out, "{}, {wrong} wrong, {missing} missing", counted(checks.len() as u64, "check"))?;
    }
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Other(anyhow!("1 of {} checks is wrong", checks.len()))),
        _ => Err(Failure::Other(anyhow!("{wrong} of {} checks are wrong", checks.len()))),
    }
}
