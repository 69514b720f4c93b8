//! Reads one GGF game.

use outflank_rules::{Color, Move, Position};

use super::CARRY;
use crate::formats::board;
use crate::properties::{Cursor, Escapes, Property};
use crate::{Ending, Excerpt, Extra, Format, Number, Outcome, PieceFault, Ply, Problem, Record, carry, text};

/// Parses a piece: a game, or blank space.
pub(super) fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (front, trimmed) = text::trimmed(raw);
    if trimmed.is_empty() {
        return Ok(Vec::new());
    }
    // The framing has seen to it that the game begins with a parenthesis, after a count at most.
    let open = trimmed.iter().position(|&byte| byte == b'(').unwrap_or(0);
    let base = front + open;
    let shift = |fault: PieceFault| PieceFault::new(base + fault.at, fault.problem);
    let properties = properties(&trimmed[open..]).map_err(shift)?;
    Ok(vec![game(&properties).map_err(shift)?])
}

/// Reads the properties between the parentheses.
fn properties(bytes: &[u8]) -> Result<Vec<Property>, PieceFault> {
    let mut cursor = Cursor::new(bytes, Escapes::Brackets);
    cursor.bump();
    let mut found = Vec::new();
    loop {
        match cursor.peek() {
            Some(b')') => return Ok(found),
            Some(b';') => cursor.bump(),
            Some(_) => {
                let mut property = cursor.property()?;
                property.key.make_ascii_uppercase();
                found.push(property);
            }
            None => {
                let problem = Problem::Truncated { what: "a GGF game", found: Excerpt::of(bytes) };
                return Err(PieceFault::new(cursor.at(), problem));
            }
        }
    }
}

fn game(properties: &[Property]) -> Result<Record, PieceFault> {
    let start = match properties.iter().find(|property| property.key == "BO") {
        Some(property) => start(property.value()).map_err(|problem| PieceFault::new(property.at, problem))?,
        None => Position::start(),
    };
    let mut record = Record::new(start);
    let mut carried = None;
    for property in properties {
        let at = |problem| PieceFault::new(property.at, problem);
        match property.key.as_str() {
            "BO" => {}
            "GM" => check_game(property.value()).map_err(at)?,
            "TY" => {
                check_type(property.value()).map_err(at)?;
                note(&mut record, property);
            }
            "B" => play(&mut record, Color::Black, property.value()).map_err(at)?,
            "W" => play(&mut record, Color::White, property.value()).map_err(at)?,
            CARRY => carried = Some(property),
            _ => note(&mut record, property),
        }
    }
    if let Some(property) = carried
        && carry::apply(&mut record, property.value()).is_none()
    {
        keep(&mut record, property);
    }
    Ok(record)
}

fn check_game(name: &str) -> Result<(), Problem> {
    let name = name.trim();
    if ["othello", "reversi", ""].iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    if name == "2" {
        return Err(Problem::value("this is a game in the format sgf, not ggf, where GM is Othello", name));
    }
    Err(Problem::value("GM names another game than Othello", name))
}

/// Refuses a type of game that is not plain Othello, and names it.
///
/// A type is `s` for the two games of a synchronised match, the size of the board, and letters: `b` and `w`
/// (who moves first), `k` (komi), `r` and a number (a start drawn by lot) leave the rules alone; `a` is
/// anti-Othello, where the fewer discs win.
pub(super) fn check_type(value: &str) -> Result<(), Problem> {
    let text = value.trim().to_ascii_lowercase();
    let rest = text.trim_start_matches('s');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (size, letters) = rest.split_at(digits);
    let refuse = |name: &str| {
        Err(Problem::value(format!("TY names a game that is not plain Othello ({name})"), value.trim()))
    };
    match size {
        "" | "8" => {}
        size => return refuse(&format!("a board of size {size}")),
    }
    match letters.chars().find(|letter| !(letter.is_ascii_digit() || "bwkr".contains(*letter))) {
        None => Ok(()),
        Some('a') => refuse("anti-Othello"),
        Some(letter) => refuse(&format!("type {letter:?}")),
    }
}

/// Parses the value of `BO`: size, squares, side.
fn start(value: &str) -> Result<Position, Problem> {
    let value = value.trim();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    match &value[..digits] {
        "8" => board::position(&value[digits..]),
        _ => Err(Problem::value("BO must begin with the board size 8, the only one supported", value)),
    }
}

/// Plays `move/eval/time`.
fn play(record: &mut Record, said: Color, value: &str) -> Result<(), Problem> {
    let mut parts = value.splitn(3, '/');
    let name = parts.next().unwrap_or("").trim();
    let played: Move = name
        .parse()
        .map_err(|_| Problem::NotAMove { ply: record.plies().len() + 1, found: Excerpt::of(name) })?;
    let mut number = || parts.next().map(Number::new).filter(|number| !number.as_str().is_empty());
    let (eval, time) = (number(), number());
    record.push_as(said, Ply::noted(played, eval, time))
}

/// Puts a property into its field.
fn note(record: &mut Record, property: &Property) {
    let number = || property.text().map(Number::new);
    let several = property.values.len() > 1;
    match property.key.as_str() {
        _ if several => keep(record, property),
        "PC" => record.place = property.text(),
        "DT" => record.date = property.text(),
        "EV" => record.event = property.text(),
        "RO" => record.round = property.text(),
        "PB" => record.black.name = property.text(),
        "PW" => record.white.name = property.text(),
        "RB" => record.black.rating = number(),
        "RW" => record.white.rating = number(),
        "TI" => record.clocks.both = property.text(),
        "TB" => record.clocks.black = property.text(),
        "TW" => record.clocks.white = property.text(),
        "KM" => record.komi = number(),
        "TY" if property.value() == "8" => {}
        "RE" => match outcome(property.value()) {
            Some(outcome) => record.outcome = Some(outcome),
            None => keep(record, property),
        },
        "C" => record.remark(property.value()),
        _ => keep(record, property),
    }
}

/// Parses `+12.000`, `-64.00:r`; `None` for what is no number.
pub(super) fn outcome(value: &str) -> Option<Outcome> {
    let (score, ending) = match value.trim().split_once(':') {
        None => (value, Ending::Discs),
        Some((score, "r")) => (score, Ending::Resigned),
        Some((score, "t")) => (score, Ending::TimeOut),
        Some((score, "s")) => (score, Ending::Agreed),
        Some(_) => return None,
    };
    let score = Number::new(score);
    score.as_f64()?;
    Some(Outcome::of_score(score, ending))
}

fn keep(record: &mut Record, property: &Property) {
    record.extras.push(Extra {
        format: Format::Ggf,
        key: property.key.clone(),
        values: property.values.clone(),
        ply: record.plies().len(),
    });
}
