//! `outflank book show`: what a book knows of a position.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;

use outflank_book::{Book, BookMoveValue, BookRecord};
use outflank_rules::{Diagram, Position};
use serde::Serialize;

use super::{BookValueJson, basis, refused};
use crate::failure::{Failure, counted};
use crate::source;

/// Show what a book knows about a position: its value, what is proven, and the moves it knows.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Scores are for the side to move. A move marked with * leads out of the book; it is the best of those that do.

JSON, one object: position, side, empties, positions (of the whole book), found, value, depth, confidence (in per \
cent, null if unknown), exact, lower, upper (proven bounds), visits (games that came here), origin, moves; each of \
these has move, value, depth, confidence, exact, lower, upper, in_book, visits. If the position is not in the book, \
found is false and moves is [].

Examples:
  outflank book show my.book
  outflank book show my.book f5d6c3
  outflank book show my.book f5d6c3 --json")]
pub(super) struct Args {
    /// The book: a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// `start`, a board, or moves that lead to the position [default: start]
    #[arg(value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON form. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct BookPositionJson {
    position: String,
    side: Option<&'static str>,
    empties: u32,
    positions: u64,
    found: bool,
    #[serde(flatten)]
    value: BookValueJson,
    visits: u32,
    origin: Option<&'static str>,
    moves: Vec<BookMoveJson>,
}

#[derive(Debug, Serialize)]
struct BookMoveJson {
    r#move: String,
    #[serde(flatten)]
    value: BookValueJson,
    in_book: bool,
    visits: u32,
}

impl BookMoveJson {
    fn of(found: &BookMoveValue) -> BookMoveJson {
        let value = BookValueJson::new(found.estimate, found.bounds);
        BookMoveJson {
            r#move: found.played.to_string(),
            value,
            in_book: found.is_linked,
            visits: found.visits,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let argument = args.position.as_deref().unwrap_or(OsStr::new("start"));
    let position = source::position(argument)?;
    let book = super::open_book(&args.book)?;
    let record = book.find(&position).map_err(refused)?;
    let moves = book.moves_of(&position).map_err(refused)?;
    let mut out = io::stdout().lock();
    if args.json {
        let side = (!position.is_finished()).then(|| position.side_to_move().name());
        let bounds = record.map_or(outflank_book::ProvenBounds::OPEN, |record| record.bounds);
        let object = BookPositionJson {
            position: position.to_string(),
            side,
            empties: position.empty().len(),
            positions: book.len(),
            found: record.is_some(),
            value: BookValueJson::new(record.and_then(|record| record.estimate), bounds),
            visits: record.map_or(0, |record| record.visits),
            origin: record.map(|record| record.origin.name()),
            moves: moves.iter().map(BookMoveJson::of).collect(),
        };
        serde_json::to_writer(&mut out, &object).map_err(Failure::other)?;
        writeln!(out)?;
        return Ok(());
    }
    print(&mut out, &book, &position, record, &moves)
}

fn print(
    out: &mut impl Write,
    book: &Book,
    position: &Position,
    record: Option<BookRecord>,
    moves: &[BookMoveValue],
) -> Result<(), Failure> {
    writeln!(out, "{}", Diagram::new(*position).with_legal_moves())?;
    let Some(record) = record else {
        writeln!(out, "not in the book of {}", counted(book.len(), "position"))?;
        return Ok(());
    };
    let value = match record.estimate {
        Some(estimate) => format!("{:+}, {}", estimate.value, basis(estimate)),
        None => "no value yet".to_owned(),
    };
    writeln!(out, "value   {value}\nproven  {}\ngames   {}", record.bounds, record.visits)?;
    let own_name = super::repertoire::opening(position);
    if let Some(name) = own_name {
        writeln!(out, "opening {name}")?;
    }
    writeln!(out, "book    {}\n", counted(book.len(), "position"))?;
    writeln!(out, "move  value  games  basis")?;
    for found in moves {
        let mark = if found.is_linked { ' ' } else { '*' };
        let value = found.estimate.map_or("?".to_owned(), |estimate| format!("{:+}", estimate.value));
        let basis = found.estimate.map_or("not searched yet".to_owned(), basis);
        let name = position.play(found.played).ok().and_then(|next| super::repertoire::opening(&next));
        let name = name.filter(|name| Some(*name) != own_name);
        let name = name.map_or(String::new(), |name| format!("  {name}"));
        writeln!(
            out,
            "{:<4}{mark} {value:>5}  {:>5}  {basis}{name}",
            found.played.to_string(),
            found.visits
        )?;
    }
    Ok(())
}
