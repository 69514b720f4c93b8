//! Open Board Format: `<64 squares> <side>; G8:+18; H1:+12; % comment`.
//!
//! Accepted: the characters of boards in any mixture, blanks anywhere, any number of scored moves, a missing
//! last semicolon, `%` starting a comment anywhere in a line, lines starting with `#` as comments. The scores
//! are exact and for the side to move. Written: as above, moves in capitals; a game is written as its last
//! position, without scores, since those belong to its start.

use std::io::Write;

use outflank_rules::Setup;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::formats::board::{self, is_remark, line};
use crate::{Excerpt, Format, MoveScore, Number, PieceFault, Problem, Record, Scanner, text};

/// The format `obf`.
pub(crate) struct Obf;

impl Codec for Obf {
    fn format(&self) -> Format {
        Format::Obf
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, line, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(spell(record)))
    }
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (front, line) = text::trimmed(raw);
    if is_remark(line) {
        return Ok(Vec::new());
    }
    let end = line.iter().position(|&byte| byte == b'%').unwrap_or(line.len());
    let shift = |fault: PieceFault| PieceFault::new(front + fault.at, fault.problem);
    let data = text::strict(&line[..end]).map_err(shift)?;
    let mut parts = data.split(';');
    let board = parts.next().unwrap_or("");
    let mut record = Record::new(board::position(board).map_err(|problem| PieceFault::new(front, problem))?);
    let mut at = front + board.len() + 1;
    for part in parts {
        if !part.trim().is_empty() {
            record.scores.push(score(part).map_err(|problem| PieceFault::new(at, problem))?);
        }
        at += part.len() + 1;
    }
    let comment = line.get(end + 1..).map(|bytes| text::lenient(bytes.trim_ascii()));
    record.comment = comment.filter(|comment| !comment.is_empty());
    Ok(vec![record])
}

/// Parses `G8:+18`.
fn score(part: &str) -> Result<MoveScore, Problem> {
    let expected = "a move and its score, such as G8:+18";
    let (name, score) = part.split_once(':').ok_or_else(|| Problem::syntax(expected, part.trim()))?;
    let played =
        name.trim().parse().map_err(|_| Problem::NotAMove { ply: 1, found: Excerpt::of(name.trim()) })?;
    let score = Number::new(score);
    if score.as_f64().is_none() {
        return Err(Problem::syntax(expected, part.trim()));
    }
    Ok(MoveScore { played, score })
}

fn spell(record: &Record) -> String {
    let mut out = format!("{:#};", Setup::from(record.last_position()));
    if record.is_position() {
        // Infinite scores, which a table of `client` may hold, are no scores here.
        for MoveScore { played, score } in record.scores.iter().filter(|one| one.score.as_f64().is_some()) {
            out.push_str(&format!(" {}:{score};", played.to_string().to_uppercase()));
        }
    }
    if let Some(comment) = &record.comment {
        out.push_str(&format!(" % {}", one_line(comment)));
    }
    out.push('\n');
    out
}

/// Replaces line ends by blanks.
pub(crate) fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
