//! `outflank puzzles`: puzzles made from games, proven again, exported and measured.

mod check;
mod export;
mod make;
mod measure;

use std::path::Path;

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use outflank_puzzles::{Puzzle, PuzzleLine, PuzzleSet, unpack};

use crate::failure::Failure;

/// Puzzles with proofs: make them from games, prove them again, export them, measure how hard they are.
///
/// In a puzzle exactly one move wins, holds the draw, or ends several discs ahead of every other move; exact
/// solving has proven it. The program comes with several thousand of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    Make(make::Args),
    Check(check::Args),
    Export(export::Args),
    Measure(measure::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        PuzzlesCommand::Make(args) => make::run(args),
        PuzzlesCommand::Check(args) => check::run(args),
        PuzzlesCommand::Export(args) => export::run(args),
        PuzzlesCommand::Measure(args) => measure::run(args),
    }
}

/// Reads the puzzles of a file, packed or lines of JSON; without a file those that are shipped.
fn read_puzzles(path: Option<&Path>) -> Result<Vec<Puzzle>, Failure> {
    let Some(path) = path else { return Ok(PuzzleSet::shipped().puzzles().to_vec()) };
    let named = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(named).map_err(Failure::Input)?;
    if bytes.starts_with(b"OFPUZZ") {
        return unpack(&bytes).with_context(named).map_err(Failure::Input);
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::Input(anyhow!("{}: neither packed puzzles nor lines of JSON", path.display()))
    })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let puzzle = |(number, line): (usize, &str)| {
        let parsed = PuzzleLine::parse(line).and_then(|line| line.puzzle());
        parsed.with_context(|| format!("{}: line {}", path.display(), number + 1)).map_err(Failure::Input)
    };
    lines.map(puzzle).collect()
}
