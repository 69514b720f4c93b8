//! `outflank book`: opening books, grown, asked, checked and exchanged.

mod check;
mod deviate;
mod exchange;
mod fill;
mod grow;
mod learn;
mod lines;
mod merge;
mod pack;
mod prune;
mod repertoire;
mod sample;
mod search;
mod show;
mod solve;

use std::io;
use std::path::Path;

use clap::Subcommand;
use outflank_book::{
    Book, BookError, BookEstimate, BookRecord, Confidence, OtherWriters, ProvenBounds, rewrite_book,
};
use serde::Serialize;

use crate::failure::{Failure, counted, tell};

/// Opening books: grow one with the engine, look positions up, check it, exchange it with other programs.
///
/// A book is a file of positions, up to symmetry. For each it holds what is proven, what is expected and how
/// deep that was searched, and the best move that leads out of the book. Commands that search can be
/// interrupted or killed at any time: what they found is in a journal next to the book, and the next command
/// reads it. Wherever a book is only read, `shipped` stands for the book that comes with the program.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Grow(grow::Args),
    Deviate(deviate::Args),
    Fill(fill::Args),
    Solve(solve::Args),
    Learn(learn::Args),
    Prune(prune::Args),
    Check(check::Args),
    Show(show::Args),
    Lines(lines::Args),
    Repertoire(repertoire::Args),
    Sample(sample::Args),
    Import(exchange::ImportArgs),
    Export(exchange::ExportArgs),
    Merge(merge::Args),
    Pack(pack::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        BookCommand::Grow(args) => grow::run(args),
        BookCommand::Deviate(args) => deviate::run(args),
        BookCommand::Fill(args) => fill::run(args),
        BookCommand::Solve(args) => solve::run(args),
        BookCommand::Learn(args) => learn::run(args),
        BookCommand::Prune(args) => prune::run(args),
        BookCommand::Check(args) => check::run(args),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Lines(args) => lines::run(args),
        BookCommand::Repertoire(args) => repertoire::run(args),
        BookCommand::Sample(args) => sample::run(args),
        BookCommand::Import(args) => exchange::import(args),
        BookCommand::Export(args) => exchange::export(args),
        BookCommand::Merge(args) => merge::run(args),
        BookCommand::Pack(args) => pack::run(args),
    }
}

/// Blames the caller for a file that is missing or no book, the machine for the rest.
fn refused(error: BookError) -> Failure {
    match &error {
        BookError::Io { source, .. } if source.kind() != io::ErrorKind::NotFound => Failure::other(error),
        BookError::Busy { .. } => Failure::other(error),
        _ => Failure::input(error),
    }
}

/// Opens a book to read it, and names what was found wrong on the way. `shipped` is the shipped one, unless
/// there is such a file.
fn open_book(path: &Path) -> Result<Book, Failure> {
    if path.as_os_str() == Book::SHIPPED && !path.exists() {
        return Book::shipped().map_err(refused);
    }
    let book = Book::open(path).map_err(refused)?;
    for trouble in book.troubles() {
        tell(&format!("warning: {trouble}"));
    }
    Ok(book)
}

/// Adds records to a book, new or not, and says how many positions it has then.
fn add_records(
    path: &Path,
    records: impl FnOnce(&Book) -> Result<Vec<BookRecord>, BookError>,
) -> Result<(), Failure> {
    let (before, after, contradictions) = rewrite_book(path, OtherWriters::Welcome, |book| {
        let before = book.len();
        let records = records(book)?;
        let contradictions = book.join(&records)?;
        Ok((before, book.len(), contradictions))
    })
    .map_err(refused)?;
    println!("{}: {} ({before} before)", path.display(), counted(after, "position"));
    fail_on(&contradictions)
}

/// Names contradictions and fails if there are any.
fn fail_on(contradictions: &[BookError]) -> Result<(), Failure> {
    for contradiction in contradictions.iter().take(20) {
        tell(&format!("error: {contradiction}"));
    }
    if contradictions.is_empty() {
        return Ok(());
    }
    let count = counted(contradictions.len() as u64, "contradiction");
    Err(Failure::Other(anyhow::anyhow!("{count}: proofs that contradict each other")))
}

/// Says what a value rests on: `proven`, `depth 12 at 73 %`, `depth 21`, `by hand`.
fn basis(estimate: BookEstimate) -> String {
    let depth = estimate.depth;
    match estimate.confidence {
        Confidence::Proven => "proven".to_owned(),
        Confidence::Percent(percent) => format!("depth {depth} at {percent} %"),
        Confidence::Hand => "entered by hand".to_owned(),
        Confidence::Unknown => format!("depth {depth}"),
    }
}

/// What is known of a position or move, as JSON.
#[derive(Debug, Serialize)]
struct BookValueJson {
    value: Option<i8>,
    depth: Option<u8>,
    /// In per cent; null if nobody knows.
    confidence: Option<u8>,
    exact: bool,
    lower: i32,
    upper: i32,
}

impl BookValueJson {
    fn new(estimate: Option<BookEstimate>, bounds: ProvenBounds) -> BookValueJson {
        let confidence = estimate.and_then(|estimate| match estimate.confidence {
            Confidence::Percent(percent) => Some(percent),
            Confidence::Proven => Some(100),
            Confidence::Hand | Confidence::Unknown => None,
        });
        BookValueJson {
            value: estimate.map(|estimate| estimate.value),
            depth: estimate.map(|estimate| estimate.depth),
            confidence,
            exact: bounds.is_exact(),
            lower: bounds.lower(),
            upper: bounds.upper(),
        }
    }
}
