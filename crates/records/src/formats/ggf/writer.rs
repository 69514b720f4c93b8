//! Writes one GGF game.

use outflank_rules::{Color, Setup, Square};

use super::{CARRY, reader};
use crate::properties::{spell as property, spell_value};
use crate::{Ending, Extra, Format, Number, Outcome, Record, carry};

/// The properties this program writes itself, which an unknown property cannot be called.
const KNOWN: &[&str] = &["GM", "BO", "B", "W", CARRY];

/// Spells a game on one line.
pub(super) fn spell(record: &Record) -> String {
    carry::spell(record, with_carried, |text| reader::parse(text).ok()?.pop())
}

fn with_carried(record: &Record, carried: Option<&str>) -> String {
    let mut out = String::from("(;GM[Othello]");
    let number = |number: &Option<Number>| number.as_ref().map(|number| number.as_str().to_owned());
    let fields = [
        ("PC", record.place.clone()),
        ("DT", record.date.clone()),
        ("EV", record.event.clone()),
        ("RO", record.round.clone()),
        ("PB", record.black.name.clone()),
        ("PW", record.white.name.clone()),
        ("RB", number(&record.black.rating)),
        ("RW", number(&record.white.rating)),
        ("TI", record.clocks.both.clone()),
        ("TB", record.clocks.black.clone()),
        ("TW", record.clocks.white.clone()),
        ("KM", number(&record.komi)),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            property(&mut out, key, &value);
        }
    }
    if !record.extras.iter().any(|extra| extra.format == Format::Ggf && extra.key == "TY") {
        property(&mut out, "TY", "8");
    }
    if let Some(value) = record.outcome.as_ref().and_then(spell_outcome) {
        property(&mut out, "RE", &value);
    }
    property(&mut out, "BO", &board(record));
    if let Some(comment) = &record.comment {
        property(&mut out, "C", comment);
    }
    if let Some(carried) = carried {
        property(&mut out, CARRY, carried);
    }
    moves(record, &mut out);
    out.push_str(";)");
    out
}

fn moves(record: &Record, out: &mut String) {
    extras(record, 0, out);
    let mut side = record.start().side_to_move();
    for (index, ply) in record.plies().iter().enumerate() {
        let mut value = ply.played().square().map_or("PA".to_owned(), |square| square.to_string());
        let note = |number: &Option<Number>| number.as_ref().map_or(String::new(), Number::to_string);
        match (&ply.eval, &ply.time) {
            (None, None) => {}
            (eval, None) => value.push_str(&format!("/{}", note(eval))),
            (eval, time) => value.push_str(&format!("/{}/{}", note(eval), note(time))),
        }
        property(out, if side == Color::Black { "B" } else { "W" }, &value);
        if let Some(comment) = &ply.comment {
            property(out, "C", comment);
        }
        side = !side;
        extras(record, index + 1, out);
    }
}

fn extras(record: &Record, ply: usize, out: &mut String) {
    for Extra { key, values, .. } in
        record.extras.iter().filter(|extra| extra.format == Format::Ggf && extra.ply == ply)
    {
        let sound =
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let is_refused = key == "TY" && values.first().is_some_and(|kind| reader::check_type(kind).is_err());
        if sound && !is_refused && !KNOWN.contains(&key.as_str()) && !values.is_empty() {
            out.push_str(key);
            values.iter().for_each(|value| spell_value(out, value));
        }
    }
}

/// Spells a result. A resigned or lost-on-time game without a score counts 64, as servers write it.
fn spell_outcome(outcome: &Outcome) -> Option<String> {
    let suffix = match outcome.ending {
        Ending::Discs | Ending::Forfeited | Ending::Aborted => "",
        Ending::Resigned => ":r",
        Ending::TimeOut => ":t",
        Ending::Agreed | Ending::Adjudicated => ":s",
    };
    let score = match (&outcome.score, outcome.winner) {
        (Some(score), _) => score.as_str(),
        (None, None) => "0.00",
        (None, Some(_)) if outcome.ending == Ending::Discs => return None,
        (None, Some(Color::Black)) => "+64.00",
        (None, Some(Color::White)) => "-64.00",
    };
    Some(format!("{score}{suffix}"))
}

/// Spells `8 -------- ... *`.
fn board(record: &Record) -> String {
    let setup = Setup::from(record.start());
    let letter = |color: Color| if color == Color::Black { '*' } else { 'O' };
    let mut out = String::from("8");
    for square in Square::all() {
        if square.column() == 0 {
            out.push(' ');
        }
        out.push(setup.disc(square).map_or('-', letter));
    }
    out.push(' ');
    out.push(letter(setup.side));
    out
}
