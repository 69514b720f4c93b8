//! `outflank book repertoire`: what one side has to remember to hold its own.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use outflank_book::{Repertoire, RepertoirePlan};
use outflank_game::StudyTree;
use outflank_library::openings::{self, Language};
use outflank_records::{Format, Record, write};
use outflank_rules::{Color, Move, Position};
use serde_json::json;

use super::{basis, refused};
use crate::commands::convert::parse_side;
use crate::failure::{Failure, counted, tell};
use crate::replace::OutputFile;
use crate::source;

/// Find a repertoire that holds against everything, with few moves to remember.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For one side, one move is chosen in every position that the other side can bring about with book moves. It has to \
hold the value of the first position (or --hold); of the moves that do, it is the one that leaves the least to \
remember. The repertoire goes as deep as --most moves allow; positions without a choice do not count, and those \
reached in two ways count once.

With --study the tree is written as a game with variations, in a format of `convert` that has them (by the name: .sgf, .pgn, .ggf ...), \
ready for the studio.

JSON, one object per position to remember, which is what a trainer asks: line (a transcript that leads there), position (65 characters), \
side, move (what to play), value (in discs, for that side), depth, exact, opening (or null), forced (nothing to remember).

Examples:
  outflank book repertoire shipped --side white
  outflank book repertoire shipped f5d6c3 --side white --most 20 --within 4
  outflank book repertoire shipped --side black --hold -2 --most 12 --json
  outflank book repertoire shipped f5f6 --side black --study diagonal.sgf")]
pub(super) struct Args {
    /// The book, a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// `start`, a board, or moves that lead to the position [default: start]
    #[arg(value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,

    /// Whose repertoire: black or white
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    side: Color,

    /// The most moves to remember
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,

    /// The value to hold, in discs for that side [default: what the position is worth]
    #[arg(long, value_name = "DISCS", allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-64..=64))]
    hold: Option<i32>,

    /// Replies that lose more discs than this are left out
    #[arg(long, value_name = "DISCS", default_value_t = 64, value_parser = clap::value_parser!(i32).range(0..=128))]
    within: i32,

    /// The most plies
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,

    /// Write the tree as a game with variations to this file
    #[arg(long, value_name = "FILE")]
    study: Option<PathBuf>,

    /// Print one JSON object per position
    #[arg(long, conflicts_with = "study")]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let argument = args.position.as_deref().unwrap_or(OsStr::new("start"));
    let before = source::record(argument)?;
    let position = before.last_position();
    let book = super::open_book(&args.book)?;
    let Args { side, within, plies, most, .. } = *args;
    let plan = RepertoirePlan { side, least: args.hold, within, plies, most };
    let found = plan.find(&book, &position).map_err(refused)?;
    let Some(found) = found else {
        let reason = match book.find(&position).map_err(refused)? {
            None => "the position is not in the book".to_owned(),
            Some(_) => format!("there is no such repertoire with {}", counted(most as u64, "move")),
        };
        return Err(Failure::Other(anyhow!("{reason}")));
    };
    match &args.study {
        Some(path) => write_study(path, &found, &before, side)?,
        None if args.json => print_json(&found, &before, side)?,
        None => print(&found, &before)?,
    }
    let (moves, lines) = (counted(found.to_remember() as u64, "move"), found.lines.len());
    let (plies, least) = (found.plies, found.least);
    tell(&format!("{moves} to remember for {plies} plies, {lines} lines, holding {least:+} for {side}"));
    Ok(())
}

fn transcript(before: &Record, line: &[Move]) -> String {
    let placed: String =
        line.iter().filter_map(|played| played.square()).map(|square| square.to_string()).collect();
    format!("{}{placed}", before.transcript())
}

/// Returns the name of the opening that a position belongs to.
pub(super) fn opening(position: &Position) -> Option<&'static str> {
    openings::name_of(openings::line_of_position(position)?, Language::English)
}

fn print(found: &Repertoire, before: &Record) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for entry in found.entries.iter().filter(|entry| !entry.is_forced) {
        let (line, played) = (transcript(before, &entry.line), entry.played);
        let name = entry.position.play(played).ok().and_then(|next| opening(&next));
        let name = name.map_or(String::new(), |name| format!("  {name}"));
        let line = if line.is_empty() { "start".to_owned() } else { line };
        writeln!(out, "{line}  {played}  {:+}, {}{name}", entry.estimate.value, basis(entry.estimate))?;
    }
    Ok(())
}

fn print_json(found: &Repertoire, before: &Record, side: Color) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for entry in &found.entries {
        let next = entry.position.play(entry.played).ok();
        let object = json!({
            "line": transcript(before, &entry.line), "position": entry.position.to_string(), "side": side.name(),
            "move": entry.played.to_string(), "value": entry.estimate.value, "depth": entry.estimate.depth,
            "exact": entry.estimate.confidence == outflank_book::Confidence::Proven,
            "opening": next.as_ref().and_then(opening), "forced": entry.is_forced,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

fn write_study(path: &Path, found: &Repertoire, before: &Record, side: Color) -> Result<(), Failure> {
    let format = Format::of_path(path)
        .ok_or_else(|| Failure::input(anyhow!("{}: name a format: .sgf, .pgn, .ggf", path.display())))?;
    let start: Vec<Move> = before.moves().collect();
    let mut tree = StudyTree::new(before.start());
    let refuse = |fault: outflank_game::StudyFault| Failure::other(anyhow!("{}: {fault}", path.display()));
    for line in &found.lines {
        let end = tree.add_line(start.iter().chain(line).copied()).map_err(refuse)?;
        // What the last move of one's own is worth.
        let own = tree.path_to(end).into_iter().rev().find_map(|node| {
            let one = tree.node(node)?;
            (tree.node(one.parent()?)?.position().side_to_move() == side).then_some((node, one.position()))
        });
        if let Some((node, position)) = own {
            let entry = found
                .entries
                .iter()
                .find(|entry| entry.position.play(entry.played).is_ok_and(|next| next == position));
            if let (Some(entry), Some(notes)) = (entry, tree.notes_mut(node)) {
                notes.comment = format!("{:+}, {}", entry.estimate.value, basis(entry.estimate));
            }
        }
    }
    let mut record = Record::from_study(&tree);
    record.event = Some(format!("Repertoire for {side}"));
    let mut output = OutputFile::create(path)?;
    {
        let mut sink = write(&mut output, format).map_err(Failure::input)?;
        sink.put(&record).and_then(|()| sink.finish()).map_err(Failure::input)?;
    }
    let lost = record.losses(format);
    if !lost.is_empty() {
        tell(&format!("warning: {format} cannot hold {lost}: not written"));
    }
    output.commit()?;
    Ok(())
}
