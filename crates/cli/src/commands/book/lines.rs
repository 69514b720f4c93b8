//! `outflank book lines`: what both sides play while they play well.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::PathBuf;

use outflank_book::{BookLine, LinePlan};
use serde_json::json;

use super::{basis, refused};
use crate::failure::{Failure, tell};
use crate::source;

/// Print the lines of a book in which both sides play well; with --draw those that hold a draw.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line goes from the position to where the book ends; of moves that mirror each other only one is followed. The \
value is for the side that moves first. With --draw every position on the line is worth 0: `proven` if that is \
proven for each of them, otherwise `so far`.

JSON, one object per line: moves (a transcript), value, depth, proven, opening (its name, or null).

Examples:
  outflank book lines my.book
  outflank book lines my.book --draw --most 100
  outflank book lines my.book f5d6c3 --within 2 --json")]
pub(super) struct Args {
    /// The book: a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// `start`, a board, or moves that lead to the position [default: start]
    #[arg(value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,

    /// How many discs each move may be worse than the best
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=128))]
    within: i32,

    /// Only lines on which every position is a draw
    #[arg(long, conflicts_with = "within")]
    draw: bool,

    /// The most lines
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let argument = args.position.as_deref().unwrap_or(OsStr::new("start"));
    let before = source::record(argument)?;
    let position = before.last_position();
    let book = super::open_book(&args.book)?;
    let plan = LinePlan { within: args.within, draws_only: args.draw, most: args.most };
    let lines = plan.lines(&book, &position).map_err(refused)?;
    if lines.is_empty() {
        tell(if args.draw { "no line of the book is a draw" } else { "the position is not in the book" });
    }
    let mut out = io::stdout().lock();
    for BookLine { moves, value, is_proven } in &lines {
        let placed: String =
            moves.iter().filter_map(|played| played.square()).map(|square| square.to_string()).collect();
        let transcript = format!("{}{placed}", before.transcript());
        // The last named position on the way.
        let mut at = position;
        let mut name = super::repertoire::opening(&at);
        for played in moves {
            let Ok(next) = at.play(*played) else { break };
            (at, name) = (next, super::repertoire::opening(&next).or(name));
        }
        if args.json {
            let (score, depth) = (value.map(|value| value.value), value.map(|value| value.depth));
            writeln!(
                out,
                "{}",
                json!({
                    "moves": transcript, "value": score, "depth": depth, "proven": is_proven, "opening": name,
                })
            )?;
            continue;
        }
        let value = value.map_or("?".to_owned(), |value| format!("{:+}  {}", value.value, basis(value)));
        let state = match (args.draw, is_proven) {
            (true, true) => "  proven",
            (true, false) => "  so far",
            (false, _) => "",
        };
        let name = name.map_or(String::new(), |name| format!("  {name}"));
        writeln!(out, "{transcript}  {value}{state}{name}")?;
    }
    Ok(())
}
