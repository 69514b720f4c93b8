//! Reads one PGN game.

use outflank_rules::{Color, Move, Position};

use super::{CARRY, GLYPH, VARIATION, is_result, marks};
use crate::formats::board;
use crate::{Ending, Excerpt, Extra, Format, Number, Outcome, PieceFault, Ply, Problem, Record, carry, text};

/// A piece of movetext.
enum Token<'a> {
    Tag(String, String),
    Comment(&'a [u8]),
    Variation(&'a [u8]),
    Word(&'a [u8]),
}

/// Parses a piece: a game, or blank space.
pub(super) fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (front, trimmed) = text::trimmed(raw);
    if trimmed.is_empty() {
        return Ok(Vec::new());
    }
    let shift = |fault: PieceFault| PieceFault::new(front + fault.at, fault.problem);
    let tokens = tokens(trimmed).map_err(shift)?;
    Ok(game(&tokens).map_err(shift)?.into_iter().collect())
}

fn tokens(bytes: &[u8]) -> Result<Vec<(usize, Token<'_>)>, PieceFault> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let line_start = at == 0 || matches!(bytes[at - 1], b'\n' | b'\r');
        let (token, length) = match byte {
            byte if byte.is_ascii_whitespace() => (None, 1),
            b'%' if line_start => (None, remark_length(rest)),
            b';' => (Some(Token::Comment(&rest[1..remark_length(rest)])), remark_length(rest)),
            b'[' => {
                let (name, value, length) = tag(rest).map_err(|problem| PieceFault::new(at, problem))?;
                (Some(Token::Tag(name, value)), length)
            }
            b'{' => {
                let end = rest.iter().position(|&byte| byte == b'}');
                let end = end.ok_or_else(|| truncated(at, "a comment", rest))?;
                (Some(Token::Comment(&rest[1..end])), end + 1)
            }
            b'(' => {
                let length = variation(rest).ok_or_else(|| truncated(at, "a variation", rest))?;
                (Some(Token::Variation(&rest[1..length - 1])), length)
            }
            b')' | b'}' | b']' => {
                return Err(PieceFault::new(at, Problem::syntax("a move", rest)));
            }
            _ => {
                let end = rest.iter().position(|&b| b.is_ascii_whitespace() || b"{}();[]".contains(&b));
                let end = end.unwrap_or(rest.len());
                (Some(Token::Word(&rest[..end])), end)
            }
        };
        found.extend(token.map(|token| (at, token)));
        at += length;
    }
    Ok(found)
}

fn truncated(at: usize, what: &'static str, found: &[u8]) -> PieceFault {
    PieceFault::new(at, Problem::Truncated { what, found: Excerpt::of(found) })
}

fn line_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len())
}

/// Returns how long a comment is that ends with its line.
fn remark_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len())
}

/// Parses `[Name "value"]` and tells its length.
fn tag(bytes: &[u8]) -> Result<(String, String, usize), Problem> {
    let refusal = || Problem::syntax("a tag such as [Black \"name\"]", &bytes[..line_length(bytes)]);
    let line = &bytes[..line_length(bytes)];
    let open = line.iter().position(|&byte| byte == b'"').ok_or_else(refusal)?;
    let name = text::strict(line[1..open].trim_ascii()).map_err(|_| refusal())?;
    if name.is_empty()
        || name.contains(|character: char| !character.is_ascii_alphanumeric() && character != '_')
    {
        return Err(refusal());
    }
    let mut value = Vec::new();
    let mut at = open + 1;
    loop {
        match line[at.min(line.len())..] {
            [b'\\', next @ (b'"' | b'\\'), ..] => {
                value.push(next);
                at += 2;
            }
            [b'"', ..] => break,
            [byte, ..] => {
                value.push(byte);
                at += 1;
            }
            [] => return Err(refusal()),
        }
    }
    let blanks = line[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match line.get(at + 1 + blanks) {
        Some(b']') => Ok((name.to_owned(), text::lenient(&value), at + blanks + 2)),
        _ => Err(refusal()),
    }
}

/// Returns the length of a variation with its parentheses, which comments may not end.
fn variation(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut comment) = (0usize, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => comment = true,
            b'}' => comment = false,
            b'(' if !comment => depth += 1,
            b')' if !comment => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Plays a variation: another way to make the last ply and to go on. What cannot be followed is kept as text.
fn variation_of(record: &mut Record, bytes: &[u8]) {
    let beside = record.plies().len().checked_sub(1);
    let read = beside.and_then(|ply| Some((ply, line(record.position_after(ply)?, bytes)?)));
    if read.is_none_or(|(ply, line)| record.add_sideline(ply, line).is_err()) {
        keep(record, VARIATION, &text::lenient(bytes));
    }
}

/// Plays the moves of a variation; `None` if that is not possible.
fn line(start: Position, bytes: &[u8]) -> Option<Record> {
    let mut record = Record::new(start);
    for (_, token) in tokens(bytes).ok()? {
        match token {
            Token::Tag(..) => return None,
            Token::Comment(bytes) => comment(&mut record, &text::lenient(bytes)),
            Token::Variation(bytes) => variation_of(&mut record, bytes),
            Token::Word(word) => self::word(&mut record, word).ok()?,
        }
    }
    Some(record)
}

fn game(tokens: &[(usize, Token<'_>)]) -> Result<Option<Record>, PieceFault> {
    let mut start = Position::start();
    for (at, token) in tokens {
        if let Token::Tag(name, value) = token
            && name.eq_ignore_ascii_case("FEN")
        {
            start = fen(value).map_err(|problem| PieceFault::new(*at, problem))?;
        }
    }
    let mut record = Record::new(start);
    let mut carried = None;
    for (at, token) in tokens {
        match token {
            Token::Tag(name, value) if name == CARRY => carried = Some(value),
            Token::Tag(name, value) => note(&mut record, name, value),
            Token::Comment(bytes) => comment(&mut record, &text::lenient(bytes)),
            Token::Variation(bytes) => variation_of(&mut record, bytes),
            Token::Word(word) => {
                self::word(&mut record, word).map_err(|problem| PieceFault::new(*at, problem))?
            }
        }
    }
    if let Some(carried) = carried
        && carry::apply(&mut record, carried).is_none()
    {
        keep(&mut record, CARRY, carried);
    }
    // Comments, variations and move numbers alone are no game. Nor are tags alone, which is what is left of a
    // game that was cut into lines; a start among them is a position.
    let is_tag = |wanted: &str| {
        let named = |token: &Token<'_>| matches!(token, Token::Tag(name, _) if wanted.is_empty() || name.eq_ignore_ascii_case(wanted));
        tokens.iter().find(|(_, token)| named(token)).map(|(at, _)| *at)
    };
    let has_words = tokens.iter().any(|(_, token)| matches!(token, Token::Word(_)));
    match is_tag("") {
        Some(at) if !has_words && is_tag("FEN").is_none() => {
            let expected = "moves or a result after the tags of a PGN game";
            Err(PieceFault::new(at, Problem::syntax(expected, "")))
        }
        Some(_) => Ok(Some(record)),
        None => Ok((!record.is_position() || record.outcome.is_some()).then_some(record)),
    }
}

/// Parses a start: 65 characters, or eight rows with digits for runs of empty squares.
fn fen(value: &str) -> Result<Position, Problem> {
    if !value.contains('/') {
        return board::position(value);
    }
    if value.contains(['p', 'P']) {
        let explanation =
            "programs disagree which colour p and P mean in FEN; write X for black, O for white";
        return Err(Problem::Ambiguous { explanation: explanation.to_owned(), begins: Excerpt::of(value) });
    }
    let mut words = value.split_whitespace();
    let mut squares = String::new();
    for character in words.next().unwrap_or("").chars() {
        match character.to_digit(10) {
            Some(run) => squares.extend(std::iter::repeat_n('-', run as usize)),
            None if character == '/' => {}
            None => squares.push(character),
        }
    }
    squares.push_str(words.next().unwrap_or(""));
    board::position(&squares).map_err(|_| Problem::value("FEN is not a board", value))
}

/// Puts a tag into its field.
fn note(record: &mut Record, name: &str, value: &str) {
    let known = |unknown: &[&str]| Some(value.to_owned()).filter(|value| !unknown.contains(&value.as_str()));
    let number = || known(&["", "?", "-"]).map(Number::new);
    match name.to_ascii_lowercase().as_str() {
        "event" => record.event = known(&["?", ""]),
        "site" => record.place = known(&["?", ""]),
        "date" => record.date = known(&["????.??.??", "?", ""]).map(|date| known_part(&date).to_owned()),
        "round" => record.round = known(&["?", ""]),
        "black" => record.black.name = known(&["?", ""]),
        "white" => record.white.name = known(&["?", ""]),
        "blackelo" => record.black.rating = number(),
        "whiteelo" => record.white.rating = number(),
        "timecontrol" => record.clocks.both = known(&["?", ""]),
        "fen" | "setup" => {}
        "result" if value == "*" || value == "?" => {}
        "result" => match outcome(value) {
            Some(outcome) => record.outcome = Some(outcome),
            None => keep(record, name, value),
        },
        _ => keep(record, name, value),
    }
}

/// Cuts what a date says it does not know: `2000.??.??` is the year.
fn known_part(date: &str) -> &str {
    let mut known = date;
    while let Some(shorter) = known.strip_suffix(".??") {
        known = shorter;
    }
    known
}

/// Parses a result; `None` for `*` and for what is none.
fn outcome(word: &str) -> Option<Outcome> {
    let won = |winner| Some(Outcome { winner, score: None, ending: Ending::Discs });
    match word {
        "1-0" => won(Some(Color::Black)),
        "0-1" => won(Some(Color::White)),
        "1/2-1/2" => won(None),
        _ if is_result(word.as_bytes()) => {
            let (black, white) = word.split_once('-')?;
            let score = black.parse::<i32>().ok()? - white.parse::<i32>().ok()?;
            Some(Outcome::of_score(Number::from(score), Ending::Discs))
        }
        _ => None,
    }
}

/// Plays a move, notes a result or a glyph, or skips a move number.
fn word(record: &mut Record, word: &[u8]) -> Result<(), Problem> {
    if is_result(word) {
        if record.outcome.is_none() {
            record.outcome = outcome(&text::lenient(word));
        }
        return Ok(());
    }
    if word[0] == b'$' {
        keep(record, GLYPH, &text::lenient(&word[1..]));
        return Ok(());
    }
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = if digits > 0 {
        digits + word[digits..].iter().take_while(|&&byte| byte == b'.').count()
    } else {
        word.iter().take_while(|&&byte| byte == b'.').count()
    };
    let name = &word[number..];
    let marks = name.iter().rev().take_while(|byte| b"!?".contains(byte)).count();
    let (name, marks) = name.split_at(name.len() - marks);
    if !name.is_empty() {
        let dropped = name.strip_prefix(b"P@").or(name.strip_prefix(b"p@")).unwrap_or(name);
        let ply = record.plies().len() + 1;
        let played: Result<Move, _> = text::lenient(dropped).parse();
        let played = played.map_err(|_| Problem::NotAMove { ply, found: Excerpt::of(name) })?;
        record.push_numbered(Ply::new(played))?;
    }
    if !marks.is_empty() {
        keep(record, GLYPH, &text::lenient(marks));
    }
    Ok(())
}

/// Takes evaluation, time and result out of a comment; the rest is a remark.
fn comment(record: &mut Record, text: &str) {
    let mut rest = text.to_owned();
    if let Some(last) = record.plies().len().checked_sub(1) {
        let (eval, time) = (command(&mut rest, "[%eval "), command(&mut rest, "[%emt "));
        if let Some(ply) = record.ply_mut(last) {
            ply.eval = eval.or(ply.eval.take());
            ply.time = time.or(ply.time.take());
        }
    }
    let drawn = match record.plies().len().checked_sub(1).and_then(|last| record.ply_mut(last)) {
        Some(ply) => &mut ply.marks,
        None => &mut record.marks,
    };
    marks::take(&mut rest, drawn);
    let rest = rest.trim();
    match stated(rest) {
        Some(outcome) if record.outcome.as_ref().is_none_or(|stated| stated.score.is_none()) => {
            record.outcome = Some(outcome);
        }
        _ if rest.is_empty() => {}
        _ => record.remark(rest),
    }
}

/// Cuts `[%eval 3.5]` out of a comment.
fn command(text: &mut String, opening: &str) -> Option<Number> {
    let from = text.find(opening)?;
    let length = text[from..].find(']')?;
    let value = Number::new(&text[from + opening.len()..from + length]);
    text.replace_range(from..=from + length, "");
    Some(value)
}

/// Parses `X wins 40-24`, `O wins 40-24` (the winner's discs are the more), `Draw 32-32`.
fn stated(text: &str) -> Option<Outcome> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (winner, counts) = match words[..] {
        ["X" | "x" | "Black" | "black", "wins", counts] => (Some(Color::Black), counts),
        ["O" | "o" | "White" | "white", "wins", counts] => (Some(Color::White), counts),
        ["Draw" | "draw", counts] => (None, counts),
        _ => return None,
    };
    let (one, other) = counts.split_once('-').filter(|_| is_result(counts.as_bytes()))?;
    let margin = (one.parse::<i32>().ok()? - other.parse::<i32>().ok()?).abs();
    let score = if winner == Some(Color::White) { -margin } else { margin };
    let outcome = Outcome::of_score(Number::from(score), Ending::Discs);
    (outcome.winner == winner).then_some(outcome)
}

fn keep(record: &mut Record, key: &str, value: &str) {
    record.extras.push(Extra {
        format: Format::Pgn,
        key: key.to_owned(),
        values: vec![value.to_owned()],
        ply: record.plies().len(),
    });
}
