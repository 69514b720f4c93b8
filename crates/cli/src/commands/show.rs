//! `outflank show`: a position or game, drawn or as JSON.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use outflank_records::Record;
use outflank_rules::{Color, Diagram, Position, Square};
use serde::Serialize;

use crate::failure::Failure;
use crate::items;
use crate::report::printable;
use crate::source::ArgumentSource;

/// Show a position, or the final position of a game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board (a1 to h8 in X, O and -, then the side to move), a transcript, a game \
in any format `convert` reads, the name of a file with any number of them, or - for standard input, one item per \
line. Bad items are reported on standard error, the others are shown, and the exit code is 2.

JSON, one object per line: board, side (null when finished), black, white, empties, legal, finished, score \
(black minus white; of a finished game, with the empty squares given to the winner).

Examples:
  outflank show start
  outflank show f5d6c3d3c4 --json
  outflank show games.ggf
  echo f5f6e6f4 | outflank show - --json")]
pub(crate) struct Args {
    /// `start`, a board, a transcript, a game, a file, or - for standard input
    #[arg(value_name = "POS|GAME", allow_hyphen_values = true)]
    what: OsString,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = ArgumentSource::of(&args.what);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut printer = Printer { json: args.json, shown: 0, out: &mut out };
    let at_once = source == ArgumentSource::Stdin;
    let shown = items::for_each(&source, &mut |record| {
        printer.show(record)?;
        if at_once {
            printer.out.flush()?;
        }
        Ok(())
    });
    out.flush()?;
    shown
}

/// Prints records, one after the other.
struct Printer<'a, W> {
    json: bool,
    shown: u64,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    /// Prints one record.
    fn show(&mut self, record: &Record) -> io::Result<()> {
        self.shown += 1;
        if self.json {
            serde_json::to_writer(&mut *self.out, &PositionJson::of(record.last_position()))?;
            return writeln!(self.out);
        }
        if self.shown > 1 {
            writeln!(self.out)?;
        }
        draw(self.out, record)
    }
}

/// The JSON form of a position. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct PositionJson {
    board: String,
    side: Option<&'static str>,
    black: u32,
    white: u32,
    empties: u32,
    legal: Vec<String>,
    finished: bool,
    score: i32,
}

impl PositionJson {
    fn of(position: Position) -> PositionJson {
        let finished = position.is_finished();
        PositionJson {
            board: position.to_string(),
            side: (!finished).then(|| position.side_to_move().name()),
            black: position.discs(Color::Black).len(),
            white: position.discs(Color::White).len(),
            empties: position.empty().len(),
            legal: position.legal_moves().squares().map(|square| square.to_string()).collect(),
            finished,
            score: score(position),
        }
    }
}

/// Returns black's discs minus white's; the empty squares go to the winner once there is one.
fn score(position: Position) -> i32 {
    if position.is_finished() {
        return position.score();
    }
    let [black, white] = Color::BOTH.map(|color| position.discs(color).len() as i32);
    black - white
}

/// Draws a record for people.
fn draw(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let position = record.last_position();
    let last = record.plies().iter().rev().find_map(|ply| ply.played().square());
    for (color, player) in [(Color::Black, &record.black), (Color::White, &record.white)] {
        if let Some(name) = &player.name {
            let rating = player.rating.as_ref().map(|rating| format!(" ({rating})")).unwrap_or_default();
            writeln!(out, "{} {}{rating}", heading(color.name()), printable(name))?;
        }
    }
    let facts = [("event", &record.event), ("place", &record.place), ("date", &record.date)];
    for (name, value) in facts {
        if let Some(value) = value {
            writeln!(out, "{} {}", heading(name), printable(value))?;
        }
    }
    writeln!(out, "{}", Diagram::new(position).with_legal_moves().with_last_move(last))?;
    let [black, white] = Color::BOTH.map(|color| position.discs(color).len());
    writeln!(
        out,
        "{} black (X) {black}, white (O) {white}, empty {}",
        heading("discs"),
        position.empty().len()
    )?;
    writeln!(out, "{} {}", heading("to move"), turn(position))?;
    if position.is_finished() {
        writeln!(out, "{} {:+} for black, empty squares to the winner", heading("score"), position.score())?;
    }
    if !record.is_position() {
        writeln!(out, "{} {}", heading("moves"), record.transcript())?;
    }
    writeln!(out, "{} {position}", heading("board"))
}

/// Says whose turn it is and what can be played.
fn turn(position: Position) -> String {
    let side = position.side_to_move();
    if position.is_finished() {
        return "nobody, the game is over".to_owned();
    }
    let legal: Vec<String> =
        position.legal_moves().squares().map(|square: Square| square.to_string()).collect();
    if legal.is_empty() { format!("{side}, who must pass") } else { format!("{side}: {}", legal.join(" ")) }
}

/// Pads a heading so that the values stand in a column.
fn heading(name: &str) -> String {
    format!("{:8}", format!("{name}:"))
}
