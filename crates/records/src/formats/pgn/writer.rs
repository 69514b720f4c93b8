//! Writes one PGN game.

use outflank_rules::{Color, Position};

use super::{CARRY, GLYPH, VARIATION, marks, reader};
use crate::{Ending, Format, Number, Outcome, PartialDate, Ply, Record, carry};

/// How long a line of moves may be; a longer word has a line of its own.
const WIDTH: usize = 79;

/// Spells a game and an empty line.
pub(super) fn spell(record: &Record) -> String {
    carry::spell(record, with_carried, |text| reader::parse(text).ok()?.pop())
}

fn with_carried(record: &Record, carried: Option<&str>) -> String {
    let mut out = String::new();
    let rating = |rating: &Option<Number>| rating.as_ref().map(|rating| rating.as_str().to_owned());
    let known = |field: &Option<String>, unknown: &str| {
        Some(field.clone().filter(|text| is_sound(text)).unwrap_or_else(|| unknown.to_owned()))
    };
    let result = result(record.outcome.as_ref());
    let set_up = record.start() != Position::start();
    let tags = [
        ("Event", known(&record.event, "?")),
        ("Site", known(&record.place, "?")),
        ("Date", Some(date(record.date.as_deref()))),
        ("Round", known(&record.round, "?")),
        ("Black", known(&record.black.name, "?")),
        ("White", known(&record.white.name, "?")),
        ("Result", Some(result.to_owned())),
        ("BlackElo", rating(&record.black.rating)),
        ("WhiteElo", rating(&record.white.rating)),
        ("TimeControl", record.clocks.both.clone()),
        ("SetUp", set_up.then(|| "1".to_owned())),
        ("FEN", set_up.then(|| record.start().to_string())),
        (CARRY, carried.map(str::to_owned)),
    ];
    for (name, value) in tags {
        if let Some(value) = value.filter(|value| is_sound(value)) {
            tag(&mut out, name, &value);
        }
    }
    for extra in record.extras.iter().filter(|extra| extra.format == Format::Pgn && extra.ply == 0) {
        if let [value] = &extra.values[..]
            && is_tag_name(&extra.key)
            && is_sound(value)
        {
            tag(&mut out, &extra.key, value);
        }
    }
    out.push('\n');
    wrap(&mut out, &movetext(record, result));
    out.push_str("\n\n");
    out
}

/// Spells a date as PGN wants it: `2000.04.16`, with `??` for what is not known.
fn date(date: Option<&str>) -> String {
    let date = date.and_then(PartialDate::of);
    let two = |number: Option<u8>| number.map_or("??".to_owned(), |number| format!("{number:02}"));
    match date {
        Some(PartialDate { year, month, day }) => format!("{year:04}.{}.{}", two(month), two(day)),
        None => "????.??.??".to_owned(),
    }
}

/// Tells whether an unknown tag may be called so: a name, and none that would change the start.
fn is_tag_name(name: &str) -> bool {
    let sound = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    sound && !["", "FEN", "SetUp", CARRY].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Tells whether a tag can hold a text as it is.
fn is_sound(text: &str) -> bool {
    !text.contains(char::is_control)
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]\n"));
}

fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::Black)) => "1-0",
        Some(Some(Color::White)) => "0-1",
    }
}

/// Lists the words of the game.
fn movetext(record: &Record, result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let before: Vec<String> = marks::spell(&record.marks).into_iter().chain(record.comment.clone()).collect();
    if record.comment.is_some() || !before.is_empty() {
        words.extend(braced(&before.join(" ")));
    }
    let first = record.start().side_to_move();
    line(record, usize::from(first == Color::White), &mut words);
    words.extend(record.outcome.as_ref().and_then(stated));
    words.push(result.to_owned());
    words
}

/// Lists the words of a line that begins after so many half moves, black's first one being 0.
fn line(record: &Record, from: usize, words: &mut Vec<String>) {
    notes(record, 0, words);
    let mut numbered = false;
    for (index, ply) in record.plies().iter().enumerate() {
        let half = from + index;
        if half.is_multiple_of(2) {
            words.push(format!("{}.", half / 2 + 1));
        } else if !numbered {
            words.push(format!("{}...", half / 2 + 1));
        }
        words.push(ply.played().to_string());
        let before = words.len();
        words.extend(comment(ply));
        notes(record, index + 1, words);
        for beside in record.sidelines_at(index) {
            let mut others = Vec::new();
            line(beside, half, &mut others);
            if let Some(first) = others.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = others.last_mut() {
                last.push(')');
            }
            words.extend(others);
        }
        numbered = words.len() == before || index + 1 == record.plies().len();
    }
}

/// Spells a comment, unless it holds the sign that would end it.
fn braced(text: &str) -> Option<String> {
    (!text.contains('}')).then(|| format!("{{{text}}}"))
}

fn comment(ply: &Ply) -> Option<String> {
    let mut parts = Vec::new();
    for (name, number) in [("eval", &ply.eval), ("emt", &ply.time)] {
        if let Some(number) = number {
            parts.push(format!("[%{name} {number}]"));
        }
    }
    parts.extend(marks::spell(&ply.marks));
    parts.extend(ply.comment.clone());
    let text = parts.join(" ");
    if text.is_empty() { None } else { braced(&text) }
}

/// Lists glyphs and variations after a ply.
fn notes(record: &Record, ply: usize, words: &mut Vec<String>) {
    for extra in record.extras.iter().filter(|extra| extra.format == Format::Pgn && extra.ply == ply) {
        match (extra.key.as_str(), &extra.values[..]) {
            (GLYPH, [glyph]) if glyph.bytes().all(|byte| byte.is_ascii_digit()) => {
                words.push(format!("${glyph}"))
            }
            (GLYPH, [glyph]) if glyph.bytes().all(|byte| b"!?".contains(&byte)) => words.push(glyph.clone()),
            (VARIATION, [text]) if is_balanced(text) => words.push(format!("({text})")),
            _ => {}
        }
    }
}

/// Tells whether a variation's own parentheses and braces come in pairs.
fn is_balanced(text: &str) -> bool {
    let (mut depth, mut comment) = (0i32, false);
    for byte in text.bytes() {
        match byte {
            b'{' => comment = true,
            b'}' => comment = false,
            b'(' if !comment => depth += 1,
            b')' if !comment => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0 && !comment
}

/// Spells `{X wins 40-24}` for a game played to its end.
fn stated(outcome: &Outcome) -> Option<String> {
    let (black, white) = outcome.discs().filter(|_| outcome.ending == Ending::Discs)?;
    Some(match outcome.winner {
        Some(Color::Black) => format!("{{X wins {black}-{white}}}"),
        Some(Color::White) => format!("{{O wins {white}-{black}}}"),
        None => format!("{{Draw {black}-{white}}}"),
    })
}

/// Writes words with blanks and line ends between.
fn wrap(out: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
}
