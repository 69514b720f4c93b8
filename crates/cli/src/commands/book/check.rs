//! `outflank book check`: is a book true to itself, and to what is proven?

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_book::{Book, ProofReport, ProofTable};
use serde_json::json;

use super::refused;
use crate::failure::{Failure, counted};

/// How many faults are printed.
const NAMED: usize = 50;

/// Check a book: derive every value again from the positions below it, and compare with proofs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every page, key, leaf and value is checked; each fault is printed with its position, and the exit code is 1 if there \
is any.

A file of proofs has a line for each position: a 65-character board, the proven lower bound and the proven upper \
bound for the side to move, with tabs between them. If all of them have at least 50 empty squares, what follows for \
the positions above is compared too. Proven bounds that contradict each other are faults; estimates outside the \
proven bounds are counted, and importing the same file corrects them.

JSON, one object: positions, exact, unsearched (positions whose best move out of the book is not known), faults; \
with --proofs also proven (book positions that the file covers), outside (estimates outside the proven bounds).

Examples:
  outflank book check my.book
  outflank book check my.book --proofs proofs.tsv --json")]
pub(super) struct Args {
    /// The book: a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Compare with bounds that others have proven
    #[arg(long, value_name = "FILE")]
    proofs: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads a file of proofs.
pub(super) fn read_proofs(path: &Path) -> Result<ProofTable, Failure> {
    let named = || path.display().to_string();
    let file = File::open(path).with_context(named).map_err(Failure::Input)?;
    ProofTable::read(BufReader::new(file)).with_context(named).map_err(Failure::Input)
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut proofs = args.proofs.as_deref().map(read_proofs).transpose()?;
    let book: Book = super::open_book(&args.book)?;
    let mut report = book.check().map_err(refused)?;
    let compared = proofs.as_mut().map(|proofs| proofs.compare(&book)).transpose().map_err(refused)?;
    if let Some(compared) = &compared {
        report.problems.extend(compared.contradictions.iter().cloned());
    }
    let faults = report.problems.len();
    let mut out = io::stdout().lock();
    if args.json {
        let mut object = json!({
            "positions": report.positions, "exact": report.exact, "unsearched": report.without_leaf,
            "faults": faults,
        });
        if let Some(ProofReport { positions, outside, .. }) = &compared {
            object["proven"] = json!(positions);
            object["outside"] = json!(outside.len());
        }
        writeln!(out, "{object}")?;
    } else {
        for problem in report.problems.iter().take(NAMED) {
            writeln!(out, "{problem}")?;
        }
        if let Some(ProofReport { positions, outside, .. }) = &compared {
            for text in outside.iter().take(NAMED) {
                writeln!(out, "{text}")?;
            }
            let positions = counted(*positions, "position");
            writeln!(
                out,
                "{positions} compared with proofs, {} outside",
                counted(outside.len() as u64, "estimate")
            )?;
        }
        let (positions, faults) = (counted(report.positions, "position"), counted(faults as u64, "fault"));
        let (exact, unsearched) = (report.exact, report.without_leaf);
        writeln!(out, "{positions}, {exact} exact, {unsearched} with unsearched moves: {faults}")?;
    }
    out.flush()?;
    if faults > 0 {
        return Err(Failure::Other(anyhow!("{}: {}", args.book.display(), counted(faults as u64, "fault"))));
    }
    Ok(())
}
