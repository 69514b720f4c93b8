//! `outflank puzzles check`: every puzzle proven again, and what the lessons say.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::anyhow;
use outflank_engine::eval::Weights;
use outflank_engine::{Dice, Engine};
use outflank_learn::{LessonPlan, LessonProver};
use outflank_puzzles::{PuzzleFault, PuzzleProver};
use serde_json::json;

use super::read_puzzles;
use crate::failure::{Failure, counted};
use crate::interrupt;
use crate::ticker::Ticker;

/// Prove puzzles again: the value of every move, that only one is right, the line and the themes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every legal move of every puzzle is solved by itself, every move of the solver in its line is proven to be the only \
one and every reply to be the best, and the rules of all themes are applied. Each fault is printed with its puzzle; \
the exit code is 1 if there is any. Without a file and without --sample, the claims of the studio's lessons are \
proven as well.

JSON, one object: puzzles, checked, claims (of lessons), faults (puzzle, fault), twins (puzzles that are mirror images of others).

Examples:
  outflank puzzles check
  outflank puzzles check --sample 200 --seed 7
  outflank puzzles check my.jsonl --json")]
pub(super) struct Args {
    /// The puzzles, packed or lines of JSON [default: the shipped ones]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Check only this many of them, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut puzzles = read_puzzles(args.file.as_deref())?;
    let all = puzzles.len();
    let mut names: Vec<_> = puzzles.iter().map(|puzzle| puzzle.id).collect();
    names.sort();
    names.dedup();
    let twins = all - names.len();
    if let Some(count) = args.sample {
        Dice::of_words(&[args.seed, 0xc4ec]).shuffle(&mut puzzles);
        puzzles.truncate(count);
    }
    let engine = Engine::new(args.hash as usize, Weights::embedded()).map_err(Failure::other)?;
    let stopper = interrupt::stopper()?;
    let prover = PuzzleProver::new(&engine, &stopper, 4);
    let ticker = Ticker::start_anywhere();
    let mut faults = Vec::new();
    let mut checked = 0;
    for puzzle in &puzzles {
        let found = prover.check(puzzle);
        if stopper.is_stopped() {
            break;
        }
        faults.extend(found.into_iter().map(|fault: PuzzleFault| (puzzle.id.to_string(), fault.to_string())));
        checked += 1;
        ticker.say(|| format!("{checked} of {} puzzles, {} wrong", puzzles.len(), faults.len()));
    }
    drop(ticker);
    let mut claims = 0;
    if args.file.is_none() && args.sample.is_none() && !stopper.is_stopped() {
        let lessons = LessonProver::new(&engine);
        for plan in LessonPlan::all().map_err(Failure::other)? {
            claims += LessonProver::count(plan);
            faults
                .extend(lessons.refute(plan).into_iter().map(|fault| (format!("lesson {}", plan.id), fault)));
        }
    }
    let mut out = io::stdout().lock();
    if args.json {
        let named = |(puzzle, fault): &(String, String)| json!({ "puzzle": puzzle, "fault": fault });
        let named: Vec<_> = faults.iter().map(named).collect();
        let summary = json!({
            "puzzles": all, "checked": checked, "claims": claims, "faults": named, "twins": twins
        });
        writeln!(out, "{summary}")?;
    } else {
        for (puzzle, fault) in &faults {
            writeln!(out, "{puzzle}: {fault}")?;
        }
        let wrong = counted((faults.len() + twins) as u64, "fault");
        let lessons = if claims == 0 { String::new() } else { format!(" and {claims} claims of lessons") };
        writeln!(out, "{checked} of {}{lessons} checked: {wrong}", counted(all as u64, "puzzle"))?;
    }
    out.flush()?;
    if stopper.is_stopped() {
        return Err(Failure::Other(anyhow!("interrupted after {}", counted(checked as u64, "puzzle"))));
    }
    match faults.len() + twins {
        0 => Ok(()),
        wrong => Err(Failure::Other(anyhow!("{}", counted(wrong as u64, "fault")))),
    }
}
