//! Boards drawn for people: `outflank show` draws them so, and other programs nearly so.
//!
//! ```text
//! black:   Ann
//!   a b c d e f g h
//! 1 - - - - - - - - 1
//! ...
//! 8 - - - - - - - - 8
//!   a b c d e f g h
//! to move: black: d3 c4 f5 e6
//! board:   ---------------------------OX------XO---------------------------X
//! ```
//!
//! A drawing ends with a blank line. Rows may have numbers, bars and a last move in brackets, and begin at h8
//! if the letters above them say so. The side to move is told by the lines `to move` or `board`, a letter or
//! the name of a side on a line of its own, or else by the dots on its legal moves. With a line `moves` that
//! leads to the board from the standard start the drawing is that game.

use outflank_rules::{BoardTextError, Color, Move, Position, Setup, Square};

use crate::formats::board::position;
use crate::text::{self, PlainText};
use crate::{Number, PieceFault, PlayerInfo, Ply, Problem, Record};

/// The words that `outflank show` puts before a colon, in its order.
const HEADINGS: [&str; 10] =
    ["black", "white", "event", "place", "date", "discs", "to move", "score", "moves", "board"];

/// What a line of a drawing is.
#[derive(Debug, PartialEq, Eq)]
enum DiagramLine {
    /// The letters of the columns, from h to a if turned.
    Columns { turned: bool },
    /// A row and its number, if it has one.
    Row { number: Option<u32>, squares: String },
    /// A heading and its value.
    Fact(&'static str, String),
    /// A side to move.
    Side(Color),
}

/// Tells whether a line begins a drawing: column letters, a row with its number, or a heading that is not
/// the end of one.
pub(crate) fn begins(line: &[u8]) -> bool {
    match line_of(line) {
        Some(DiagramLine::Columns { .. } | DiagramLine::Row { number: Some(_), .. }) => true,
        Some(DiagramLine::Fact(name, _)) => HEADINGS[..5].contains(&name),
        _ => false,
    }
}

fn line_of(line: &[u8]) -> Option<DiagramLine> {
    let plain = PlainText::of(text::trimmed(line).1);
    let text = plain.as_str()?;
    let dense: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    match dense.to_ascii_lowercase().as_str() {
        "abcdefgh" => return Some(DiagramLine::Columns { turned: false }),
        "hgfedcba" => return Some(DiagramLine::Columns { turned: true }),
        _ => {}
    }
    if let Some((name, value)) = text.split_once(':')
        && let Some(name) = HEADINGS.into_iter().find(|known| name.trim().eq_ignore_ascii_case(known))
    {
        return Some(DiagramLine::Fact(name, value.trim().to_owned()));
    }
    row(&dense).or_else(|| side(text).map(DiagramLine::Side))
}

/// Reads `3---.----3`, bars and brackets left out.
fn row(dense: &str) -> Option<DiagramLine> {
    let bare: String = dense.chars().filter(|letter| !"|[]()".contains(*letter)).collect();
    let number = |letter: Option<char>| letter?.to_digit(10).filter(|number| (1..=8).contains(number));
    let (before, after) = (number(bare.chars().next()), number(bare.chars().next_back()));
    if before.is_some() && after.is_some() && before != after {
        return None;
    }
    let squares = bare.trim_matches(|letter: char| letter.is_ascii_digit());
    let is_square = |letter: char| Setup::disc_of_char(letter).is_some();
    let lengths_fit = bare.len() == squares.len() + [before, after].iter().flatten().count();
    (squares.len() == 8 && lengths_fit && squares.chars().all(is_square))
        .then(|| DiagramLine::Row { number: before.or(after), squares: squares.to_owned() })
}

/// Reads `X`, `white`, `Black to move`.
fn side(text: &str) -> Option<Color> {
    let text = text.to_ascii_lowercase();
    let name = text.strip_suffix("to move").unwrap_or(&text).trim();
    match name {
        "x" | "*" | "black" => Some(Color::Black),
        "o" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads a drawing.
pub(crate) fn parse(raw: &[u8]) -> Result<Record, PieceFault> {
    let mut drawing = Drawing::default();
    let mut at = 0;
    for line in text::lines(raw) {
        let (front, said) = text::trimmed(line);
        if !said.is_empty() {
            let fault = |problem| PieceFault::new(at + front, problem);
            let expected = "a row of the drawing, such as 1 - - - - - - - - 1";
            let found = line_of(said).ok_or_else(|| fault(Problem::syntax(expected, said)))?;
            drawing.take(found).map_err(fault)?;
        }
        at += line.len();
    }
    drawing.record().map_err(|problem| PieceFault::new(0, problem))
}

/// What was read of a drawing.
#[derive(Default)]
struct Drawing {
    turned: bool,
    rows: [Option<String>; 8],
    next: usize,
    side: Option<Color>,
    facts: Vec<(&'static str, String)>,
}

impl Drawing {
    fn take(&mut self, line: DiagramLine) -> Result<(), Problem> {
        match line {
            DiagramLine::Columns { turned } => self.turned |= turned,
            DiagramLine::Side(side) => self.side = Some(side),
            DiagramLine::Fact(name, value) => self.facts.push((name, value)),
            DiagramLine::Row { number, squares } => {
                let place = match number {
                    Some(number) => number as usize - 1,
                    None if self.turned => 7usize.saturating_sub(self.next),
                    None => self.next,
                };
                let squares = if self.turned { squares.chars().rev().collect() } else { squares };
                match self.rows.get_mut(place) {
                    Some(row @ None) => *row = Some(squares),
                    _ => return Err(Problem::value("one row too many in the drawing of a board", squares)),
                }
                self.next += 1;
            }
        }
        Ok(())
    }

    fn fact(&self, name: &str) -> Option<&str> {
        let (_, value) = self.facts.iter().find(|(known, _)| *known == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }

    fn record(&self) -> Result<Record, Problem> {
        let position = self.position()?;
        let mut game = self.fact("moves").and_then(|moves| Record::from_transcript(moves).ok());
        if let Some(game) = &mut game
            && game.last_position() != position
        {
            // Transcripts leave out a pass at the end.
            let _other_board = game.push(Ply::new(Move::Pass));
        }
        let game = game.filter(|game| game.last_position() == position);
        let mut record = game.unwrap_or_else(|| Record::new(position));
        record.black = self.fact("black").map(player).unwrap_or_default();
        record.white = self.fact("white").map(player).unwrap_or_default();
        let text = |name| self.fact(name).map(str::to_owned);
        (record.event, record.place, record.date) = (text("event"), text("place"), text("date"));
        Ok(record)
    }

    fn position(&self) -> Result<Position, Problem> {
        let missing = self.rows.iter().position(Option::is_none);
        if let Some(row) = missing {
            let what = format!("the drawing of a board has no row {}", row + 1);
            return Err(Problem::value(what, format!("{} rows", self.next)));
        }
        let squares: String = self.rows.iter().flatten().map(String::as_str).collect();
        let drawn = |side| -> Result<Position, Problem> {
            let setup = Setup::from_squares(&squares, side)?;
            Position::try_from(setup).map_err(|error| Problem::Board(error.into()))
        };
        if let Some(text) = self.fact("board") {
            let written = position(text)?;
            if drawn(written.side_to_move())? != written {
                return Err(Problem::value("the drawing and its line \"board\" are different boards", text));
            }
            return Ok(written);
        }
        let said = self.fact("to move").and_then(|text| {
            let name = text.split([':', ',', ' ']).next().unwrap_or("");
            side(name)
        });
        if let Some(side) = self.side.or(said) {
            return drawn(side);
        }
        let dots: Vec<Square> =
            Square::all().zip(squares.chars()).filter(|(_, mark)| *mark == '.').map(|(at, _)| at).collect();
        let both = [drawn(Color::Black)?, drawn(Color::White)?];
        let mut fitting =
            both.into_iter().filter(|position| position.legal_moves().squares().eq(dots.iter().copied()));
        match (fitting.next(), fitting.next()) {
            (Some(position), None) if !dots.is_empty() => Ok(position),
            _ => Err(BoardTextError::MissingSide.into()),
        }
    }
}

/// Reads `Ann` or `Ann (1500)`.
fn player(text: &str) -> PlayerInfo {
    let rated = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    match rated.map(|(name, rating)| (name, Number::new(rating))) {
        Some((name, rating)) if rating.as_f64().is_some() => {
            PlayerInfo { name: Some(name.to_owned()), rating: Some(rating) }
        }
        _ => PlayerInfo { name: Some(text.to_owned()), rating: None },
    }
}
