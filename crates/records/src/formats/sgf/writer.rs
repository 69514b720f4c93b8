//! Writes one SGF game tree.

use outflank_rules::{Bitboard, Color, Setup};

use super::{BRANCH, CARRY, EVAL, TIME, marks, reader};
use crate::properties::{Cursor, Escapes, spell as property, spell_value};
use crate::{Ending, Extra, Format, Number, Outcome, Record, carry};

/// The properties this program writes itself, which an unknown property cannot be called.
const KNOWN: &[&str] = &["GM", "SZ", "CA", "AB", "AW", "AE", "PL", "B", "W", CARRY];

/// Spells a game on one line.
pub(super) fn spell(record: &Record) -> String {
    carry::spell(record, with_carried, |text| reader::parse(text).ok()?.pop())
}

fn with_carried(record: &Record, carried: Option<&str>) -> String {
    let mut out = String::from("(;FF[4]GM[2]CA[UTF-8]SZ[8]");
    let number = |number: &Option<Number>| number.as_ref().map(|number| number.as_str().to_owned());
    let seconds = record.clocks.both.clone().filter(|clock| Number::new(clock).as_f64().is_some());
    let fields = [
        ("PB", record.black.name.clone()),
        ("PW", record.white.name.clone()),
        ("BR", number(&record.black.rating)),
        ("WR", number(&record.white.rating)),
        ("EV", record.event.clone()),
        ("PC", record.place.clone()),
        ("DT", record.date.clone()),
        ("RO", record.round.clone()),
        ("TM", seconds),
        ("KM", number(&record.komi)),
        ("RE", record.outcome.as_ref().map(spell_outcome)),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            property(&mut out, key, &value);
        }
    }
    board(record, &mut out);
    if let Some(comment) = &record.comment {
        property(&mut out, "C", comment);
    }
    if let Some(name) = &record.name {
        property(&mut out, "N", name);
    }
    marks::spell(&mut out, &record.marks);
    if let Some(carried) = carried {
        property(&mut out, CARRY, carried);
    }
    moves(record, &mut out);
    out
}

/// Writes the nodes of a line, with the lines and branches beside them, through the last parenthesis.
fn moves(record: &Record, out: &mut String) {
    let mut ends = vec![String::from(")")];
    let mut side = record.start().side_to_move();
    extras(record, 0, out);
    branches(record, 0, out, &mut ends);
    for (index, ply) in record.plies().iter().enumerate() {
        out.push(';');
        let name = ply.played().square().map_or("PA".to_owned(), |square| square.to_string());
        property(out, if side == Color::Black { "B" } else { "W" }, &name);
        if let Some(eval) = &ply.eval {
            property(out, EVAL, eval.as_str());
        }
        if let Some(time) = &ply.time {
            property(out, TIME, time.as_str());
        }
        if let Some(comment) = &ply.comment {
            property(out, "C", comment);
        }
        if let Some(name) = &ply.name {
            property(out, "N", name);
        }
        marks::spell(out, &ply.marks);
        side = !side;
        extras(record, index + 1, out);
        if index + 1 < record.plies().len() {
            branches(record, index + 1, out, &mut ends);
        }
    }
    out.extend(ends.into_iter().rev());
}

/// Opens a parenthesis for the main line where there are branches, and keeps what must follow its end.
fn branches(record: &Record, ply: usize, out: &mut String, ends: &mut Vec<String>) {
    let mut beside = String::new();
    for line in record.sidelines_at(ply) {
        beside.push('(');
        if line.extras.iter().any(|extra| extra.format == Format::Sgf && extra.ply == 0) {
            // What is said before its first move has a node of its own.
            beside.push(';');
        }
        moves(line, &mut beside);
    }
    let texts = record
        .extras
        .iter()
        .filter(|extra| extra.format == Format::Sgf && extra.key == BRANCH && extra.ply == ply)
        .flat_map(|extra| &extra.values)
        .filter(|branch| is_tree(branch))
        .map(String::as_str);
    beside.extend(texts);
    if !beside.is_empty() && ply < record.plies().len() {
        out.push('(');
        ends.push(format!("){beside}"));
    }
}

/// Tells whether a text is one parenthesised tree and nothing else.
fn is_tree(text: &str) -> bool {
    let tree = Cursor::new(text.as_bytes(), Escapes::All).skip_tree();
    text.starts_with('(') && text.ends_with(')') && tree.len() == text.len()
}

fn extras(record: &Record, ply: usize, out: &mut String) {
    for Extra { key, values, .. } in
        record.extras.iter().filter(|extra| extra.format == Format::Sgf && extra.ply == ply)
    {
        let sound =
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if sound && !KNOWN.contains(&key.as_str()) && !values.is_empty() {
            out.push_str(key);
            values.iter().for_each(|value| spell_value(out, value));
        }
    }
}

fn spell_outcome(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else { return "0".to_owned() };
    let margin = match (outcome.ending, &outcome.score) {
        (Ending::Resigned, _) => "R",
        (Ending::TimeOut, _) => "T",
        (Ending::Forfeited, _) => "F",
        (_, Some(score)) => score.as_str().trim_start_matches(['+', '-']),
        (_, None) => "",
    };
    format!("{}+{margin}", if winner == Color::Black { 'B' } else { 'W' })
}

fn board(record: &Record, out: &mut String) {
    let Setup { black, white, side } = Setup::from(record.start());
    for (key, discs) in [("AB", black), ("AW", white)] {
        if discs != Bitboard::EMPTY {
            out.push_str(key);
            discs.squares().for_each(|square| spell_value(out, &square.to_string()));
        }
    }
    if (black | white).is_empty() {
        // Without any disc the start would be taken for the standard one.
        property(out, "AE", "a1:h8");
    }
    property(out, "PL", if side == Color::Black { "B" } else { "W" });
}
