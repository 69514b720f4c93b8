//! Reads one SGF game tree.

use outflank_rules::{Bitboard, Color, Move, Position, Setup, Square};

use super::{BRANCH, CARRY, EVAL, TIME, marks};
use crate::properties::{Cursor, Escapes, Property};
use crate::sideline::sort_marks;
use crate::{Ending, Excerpt, Extra, Format, Number, Outcome, PieceFault, Ply, Problem, Record, carry, text};

/// The main line of a tree, and the branches beside it by the number of nodes before them.
#[derive(Default)]
struct MainLine {
    nodes: Vec<Vec<Property>>,
    branches: Vec<(usize, String)>,
}

/// Parses a piece: a game, or blank space.
pub(super) fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (front, trimmed) = text::trimmed(raw);
    if trimmed.is_empty() {
        return Ok(Vec::new());
    }
    let shift = |fault: PieceFault| PieceFault::new(front + fault.at, fault.problem);
    let tree = tree(trimmed).map_err(shift)?;
    Ok(vec![game(&tree).map_err(shift)?])
}

fn tree(bytes: &[u8]) -> Result<MainLine, PieceFault> {
    let mut cursor = Cursor::new(bytes, Escapes::All);
    let mut tree = MainLine::default();
    // How many nodes stand before each parenthesis that is still open.
    let mut open = Vec::new();
    // The same of the one closed last: from the first closing one on, the main line is over.
    let mut closed = None;
    loop {
        match (cursor.peek(), closed) {
            (Some(b'('), Some(nodes)) => {
                tree.branches.push((nodes, text::lenient(cursor.skip_tree())));
            }
            (Some(b'('), None) => {
                open.push(tree.nodes.len());
                cursor.bump();
            }
            (Some(b')'), _) => {
                closed = open.pop();
                cursor.bump();
                if open.is_empty() {
                    return Ok(tree);
                }
            }
            (Some(b';'), None) => {
                tree.nodes.push(Vec::new());
                cursor.bump();
            }
            (Some(_), None) if !tree.nodes.is_empty() => {
                let property = cursor.property()?;
                if let Some(node) = tree.nodes.last_mut() {
                    node.push(Property { key: key(&property.key), ..property });
                }
            }
            (Some(_), _) => {
                let found = &bytes[cursor.at()..];
                return Err(PieceFault::new(cursor.at(), Problem::syntax("; or ( or )", found)));
            }
            (None, _) => {
                let problem = Problem::Truncated { what: "an SGF game", found: Excerpt::of(bytes) };
                return Err(PieceFault::new(cursor.at(), problem));
            }
        }
    }
}

/// Normalises a key: small letters count only where there are no capitals.
fn key(written: &str) -> String {
    let capitals: String = written.chars().filter(|character| !character.is_ascii_lowercase()).collect();
    if capitals.bytes().any(|byte| byte.is_ascii_uppercase()) {
        capitals
    } else {
        written.to_ascii_uppercase()
    }
}

fn game(tree: &MainLine) -> Result<Record, PieceFault> {
    let mut carried = None;
    let mut record = line(tree, start(tree)?, setup_nodes(tree), &mut carried)?;
    if let Some(property) = carried
        && carry::apply(&mut record, property.value()).is_none()
    {
        keep(&mut record, property);
    }
    Ok(record)
}

/// Reads a branch that leaves the main line at a position; `None` if its moves cannot be followed.
fn branch(text: &str, start: Position) -> Option<Record> {
    line(&tree(text.as_bytes()).ok()?, start, 0, &mut None).ok()
}

/// Plays a line from a start that the first nodes set up: none of them in a branch.
fn line<'a>(
    tree: &'a MainLine,
    start: Position,
    setup_nodes: usize,
    carried: &mut Option<&'a Property>,
) -> Result<Record, PieceFault> {
    let mut record = Record::new(start);
    let has_root = setup_nodes > 0;
    // The number of plies after each node.
    let mut plies = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        for property in node {
            let at = |problem| PieceFault::new(property.at, problem);
            match property.key.as_str() {
                "B" => play(&mut record, Color::Black, property.value()).map_err(at)?,
                "W" => play(&mut record, Color::White, property.value()).map_err(at)?,
                "AB" | "AW" | "AE" if index >= setup_nodes => {
                    let what = format!("{} in the middle of a game cannot be followed", property.key);
                    return Err(at(Problem::value(what, property.value())));
                }
                _ => {}
            }
        }
        for property in node {
            match property.key.as_str() {
                "B" | "W" => {}
                CARRY if has_root && index == 0 => *carried = Some(property),
                "AB" | "AW" | "AE" | "PL" if index < setup_nodes => {}
                "SZ" | "CA" | "GM" if has_root && index == 0 => {}
                "FF" if has_root && index == 0 && property.value() == "4" => {}
                _ => note(&mut record, property, has_root && index == 0),
            }
        }
        plies.push(record.plies().len());
    }
    for (nodes, text) in &tree.branches {
        let ply = nodes.checked_sub(1).and_then(|node| plies.get(node).copied()).unwrap_or(0);
        let beside = record.position_after(ply).and_then(|start| branch(text, start));
        if beside.is_none_or(|beside| record.add_sideline(ply, beside).is_err()) {
            let values = vec![text.clone()];
            record.extras.push(Extra { format: Format::Sgf, key: BRANCH.to_owned(), values, ply });
        }
    }
    Ok(record)
}

/// Counts the nodes that may set the board up: the root, and those after it before the first move.
fn setup_nodes(tree: &MainLine) -> usize {
    let moves = |node: &Vec<Property>| node.iter().any(|one| matches!(one.key.as_str(), "B" | "W"));
    tree.nodes.iter().position(moves).unwrap_or(tree.nodes.len()).max(1)
}

/// Reads the start from the nodes before the first move, checking game and size.
fn start(tree: &MainLine) -> Result<Position, PieceFault> {
    let root = tree.nodes.first().map_or(&[][..], Vec::as_slice);
    let mut setup = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, side: Color::Black };
    let mut placed = false;
    let mut side = None;
    for property in tree.nodes.iter().take(setup_nodes(tree)).flatten() {
        let fault = |problem| PieceFault::new(property.at, problem);
        match property.key.as_str() {
            "GM" if property.value().trim() != "2" => {
                let what = if property.value().trim().eq_ignore_ascii_case("othello") {
                    "this is a game in the format ggf, not sgf, where Othello is GM[2]"
                } else {
                    "GM names another game than Othello, which is GM[2]"
                };
                return Err(fault(Problem::value(what, property.value())));
            }
            "SZ" if !matches!(property.value().trim(), "8" | "8:8") => {
                let what = "SZ must be 8, the only board size supported";
                return Err(fault(Problem::value(what, property.value())));
            }
            "AB" | "AW" | "AE" => {
                placed = true;
                for squares in property.values.iter().map(|value| squares(value)) {
                    let squares = squares.map_err(fault)?;
                    match property.key.as_str() {
                        "AB" => setup.black |= squares,
                        "AW" => setup.white |= squares,
                        _ => (setup.black, setup.white) = (setup.black - squares, setup.white - squares),
                    }
                }
            }
            "PL" => side = Some(color(property.value()).map_err(fault)?),
            _ => {}
        }
    }
    let first = tree.nodes.iter().flatten().find_map(|property| match property.key.as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    });
    if !placed {
        setup = Setup::start();
    } else if side.is_none() {
        side = first;
    }
    setup.side = side.unwrap_or(setup.side);
    let at = root.first().map_or(0, |property| property.at);
    Position::try_from(setup).map_err(|error| PieceFault::new(at, Problem::Board(error.into())))
}

fn color(value: &str) -> Result<Color, Problem> {
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(Problem::value("PL must be B or W", value)),
    }
}

/// Parses `f5` or `fe`.
pub(super) fn square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => {
            let digit = row.to_ascii_lowercase() - b'a' + b'1';
            if digit <= b'8' { Square::from_bytes(column, digit) } else { None }
        }
        [column, row] => Square::from_bytes(column, row),
        _ => None,
    }
}

/// Parses a square or a rectangle `a1:c2`.
pub(super) fn squares(value: &str) -> Result<Bitboard, Problem> {
    let refusal = || Problem::value("not a square", value);
    let value = value.trim();
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let from = square(from.trim()).ok_or_else(refusal)?;
    let to = square(to.trim()).ok_or_else(refusal)?;
    let inside = |one: u32, other: u32, x: u32| (one.min(other)..=one.max(other)).contains(&x);
    Ok(Square::all()
        .filter(|s| inside(from.column(), to.column(), s.column()) && inside(from.row(), to.row(), s.row()))
        .fold(Bitboard::EMPTY, |set, square| set | square.bitboard()))
}

fn play(record: &mut Record, said: Color, value: &str) -> Result<(), Problem> {
    let name = value.trim();
    let played = match square(name) {
        Some(square) => Move::Place(square),
        None if name.is_empty() || name.eq_ignore_ascii_case("tt") => Move::Pass,
        None => name
            .parse()
            .map_err(|_| Problem::NotAMove { ply: record.plies().len() + 1, found: Excerpt::of(name) })?,
    };
    record.push_as(said, Ply::new(played))
}

/// Puts a property into its field.
fn note(record: &mut Record, property: &Property, root: bool) {
    let number = || property.text().map(Number::new);
    let last = record.plies().len().checked_sub(1);
    if let Some(read) = marks::read(property) {
        let marks = match last.and_then(|last| record.ply_mut(last)) {
            Some(ply) => &mut ply.marks,
            None => &mut record.marks,
        };
        marks.extend(read);
        return sort_marks(marks);
    }
    match (property.key.as_str(), last) {
        _ if property.values.len() > 1 => keep(record, property),
        ("C", _) => record.remark(property.value()),
        ("N", _) => {
            let name = match last.and_then(|last| record.ply_mut(last)) {
                Some(ply) => &mut ply.name,
                None => &mut record.name,
            };
            match name {
                None => *name = property.text(),
                Some(_) => keep(record, property),
            }
        }
        (EVAL | TIME, Some(last)) => {
            if let Some(ply) = record.ply_mut(last) {
                *(if property.key == EVAL { &mut ply.eval } else { &mut ply.time }) = number();
            }
        }
        _ if !root => keep(record, property),
        ("PB", _) => record.black.name = property.text(),
        ("PW", _) => record.white.name = property.text(),
        ("BR", _) => record.black.rating = number(),
        ("WR", _) => record.white.rating = number(),
        ("EV", _) => record.event = property.text(),
        ("PC", _) => record.place = property.text(),
        ("DT", _) => record.date = property.text(),
        ("RO", _) => record.round = property.text(),
        ("TM", _) => record.clocks.both = property.text(),
        ("KM", _) => record.komi = number(),
        ("RE", _) => match outcome(property.value()) {
            Some(outcome) => record.outcome = Some(outcome),
            None => keep(record, property),
        },
        _ => keep(record, property),
    }
}

/// Parses `B+4`, `W+R`, `0`, `Draw`; `None` for anything else.
fn outcome(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_uppercase();
    if matches!(value.as_str(), "0" | "DRAW") {
        let score = (value == "0").then(|| Number::new("0"));
        return Some(Outcome { winner: None, score, ending: Ending::Discs });
    }
    let (winner, sign, rest) = match value.split_at_checked(2)? {
        ("B+", rest) => (Color::Black, '+', rest),
        ("W+", rest) => (Color::White, '-', rest),
        _ => return None,
    };
    let (score, ending) = match rest {
        "" => (None, Ending::Discs),
        "R" | "RESIGN" => (None, Ending::Resigned),
        "T" | "TIME" => (None, Ending::TimeOut),
        "F" | "FORFEIT" => (None, Ending::Forfeited),
        score if score.starts_with(|first: char| first.is_ascii_digit()) => {
            (Some(Number::new(format!("{sign}{score}"))), Ending::Discs)
        }
        _ => return None,
    };
    if score.as_ref().is_some_and(|score| score.as_f64().is_none()) {
        return None;
    }
    Some(Outcome { winner: Some(winner), score, ending })
}

fn keep(record: &mut Record, property: &Property) {
    record.extras.push(Extra {
        format: Format::Sgf,
        key: property.key.clone(),
        values: property.values.clone(),
        ply: record.plies().len(),
    });
}
