//! The JSON lines of `outflank match --json` and of a tournament's `games.jsonl`:
//! `{"game":1,"opening":"f5d6","black":"level:5","white":"random","score":12,"moves":"f5d6c3",...}`.
//!
//! Accepted: one object a line; `moves` is a transcript and must be there, `start` is a board if the game did
//! not begin at the standard start. `game` is the round, `score` and `reason` the outcome, `forfeit` and
//! `detail` the comment; all other keys are kept as JSON texts. A line with a `summary` holds no game.
//! Written: the same keys in the order of the lines, those that a record does not know as 0 or empty, and
//! what has no other place in the key `outflank`.

use std::io::Write;

use outflank_game::Ending;
use outflank_rules::{Color, Position};
use serde_json::{Map, Value, json};

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::formats::board::line;
use crate::{
    Extra, Format, Number, Outcome, PieceFault, Problem, Record, Scanner, carry, formats::board, text,
};

/// The key for what the lines have no other place for.
const CARRY: &str = "outflank";

/// The keys of a line that a record has no field for, and what is written without them.
const KEPT: [(&str, &str); 7] = [
    ("opening", "\"\""),
    ("seconds_black", "0.0"),
    ("seconds_white", "0.0"),
    ("opening_plies", "0"),
    ("chosen", "[0,0]"),
    ("longest", "[0.0,0.0]"),
    ("nodes", "[null,null]"),
];

/// The format `jsonl`.
pub(crate) struct JsonLines;

impl Codec for JsonLines {
    fn format(&self) -> Format {
        Format::Jsonl
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, line, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, spell)
    }
}

/// Tells whether the first line of a text is one of these.
pub(crate) fn is_line(bytes: &[u8]) -> bool {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or(bytes);
    match serde_json::from_slice(first) {
        Ok(Value::Object(fields)) => {
            fields.get("moves").is_some_and(Value::is_string) || fields.contains_key("summary")
        }
        _ => false,
    }
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (at, line) = text::trimmed(raw);
    if line.is_empty() {
        return Ok(Vec::new());
    }
    let said = text::strict(line).map_err(|fault| PieceFault::new(at + fault.at, fault.problem))?;
    let wrong = |problem| PieceFault::new(at, problem);
    match serde_json::from_str(said) {
        Ok(Value::Object(fields)) if fields.contains_key("summary") => Ok(Vec::new()),
        Ok(Value::Object(fields)) => game(fields).map(|record| vec![record]).map_err(wrong),
        Ok(_) => Err(wrong(Problem::value("no JSON object in this line", line))),
        Err(error) => Err(wrong(Problem::value(format!("not JSON ({error})"), line))),
    }
}

fn game(mut fields: Map<String, Value>) -> Result<Record, Problem> {
    let mut words = |key: &str| match fields.remove(key) {
        Some(Value::String(text)) => Ok(Some(text)),
        None | Some(Value::Null) => Ok(None),
        Some(other) => Err(Problem::value(format!("{key:?} is not a text"), other.to_string())),
    };
    let moves = words("moves")?;
    let start = words("start")?;
    let (black, white) = (words("black")?, words("white")?);
    let (reason, forfeit, detail) = (words("reason")?, words("forfeit")?, words("detail")?);
    let carried = words(CARRY)?;
    let Some(moves) = moves else {
        let what = "no text \"moves\" in this line";
        return Err(Problem::value(what, Value::Object(fields).to_string()));
    };
    let start = start.map_or(Ok(Position::start()), |board| board::position(board.trim()))?;
    let mut record = Record::new(start);
    record.push_transcript(&moves).map_err(|error| error.problem)?;
    (record.black.name, record.white.name) = (black, white);
    record.round = fields.remove("game").map(|number| number.to_string());
    record.comment = match (forfeit, detail) {
        (Some(side), Some(detail)) => Some(format!("{side} forfeits: {detail}")),
        (_, detail) => detail,
    };
    let ending = reason.as_deref().map_or(Ending::Discs, ending);
    if let Some(score) = fields.remove("score") {
        record.outcome = Some(Outcome::of_score(Number::new(score.to_string()), ending));
    }
    if let Some(reason) = reason.filter(|reason| *reason != word(ending)) {
        keep(&mut record, "reason", &json!(reason));
    }
    for (key, value) in &fields {
        keep(&mut record, key, value);
    }
    if let Some(text) = carried
        && carry::apply(&mut record, &text).is_none()
    {
        keep(&mut record, CARRY, &json!(text));
    }
    Ok(record)
}

fn keep(record: &mut Record, key: &str, value: &Value) {
    let values = vec![value.to_string()];
    record.extras.push(Extra { format: Format::Jsonl, key: key.to_owned(), values, ply: 0 });
}

/// Returns how a game ended by its reason: what is no other word is the fault that forfeited it.
fn ending(reason: &str) -> Ending {
    Ending::ALL.into_iter().find(|&ending| word(ending) == reason).unwrap_or(Ending::Forfeited)
}

/// Returns the reason of an ending.
const fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Discs => "finished",
        Ending::TimeOut => "hang",
        other => other.name(),
    }
}

fn spell(record: &Record) -> Result<String, Problem> {
    let fields = fields(record);
    let reread = Value::Object(fields.iter().cloned().collect());
    let reread = if let Value::Object(fields) = reread { game(fields).ok() } else { None };
    let carried = reread.and_then(|reread| carry::difference(record, &reread));
    let carried = carried.map(|text| (CARRY.to_owned(), json!(text)));
    let parts = fields.into_iter().chain(carried);
    let parts: Vec<String> = parts.map(|(key, value)| format!("{}:{value}", json!(key))).collect();
    Ok(format!("{{{}}}\n", parts.join(",")))
}

/// Lists the fields of a line in their order.
fn fields(record: &Record) -> Vec<(String, Value)> {
    let extras = || record.extras.iter().filter(|extra| extra.format == Format::Jsonl);
    let value = |extra: &Extra| serde_json::from_str(extra.values.first()?).ok();
    let kept = |key: &str| extras().find(|extra| extra.key == key).and_then(value);
    let known = |key: &str| {
        let missing = KEPT.iter().find(|(name, _)| *name == key).map_or("null", |(_, value)| value);
        kept(key).unwrap_or_else(|| serde_json::from_str(missing).unwrap_or(Value::Null))
    };
    let outcome = record.outcome.as_ref();
    let ending = outcome.map_or(Ending::Discs, |outcome| outcome.ending);
    let stated = outcome.and_then(|outcome| outcome.score.as_ref()?.as_i32());
    let score = stated.unwrap_or_else(|| match outcome.and_then(|outcome| outcome.winner) {
        Some(Color::Black) if ending.loses_all() => 64,
        Some(Color::White) if ending.loses_all() => -64,
        _ => record.last_position().score(),
    });
    let round: Option<u64> = record.round.as_ref().and_then(|round| round.parse().ok());
    let mut fields = vec![
        ("game", json!(round.unwrap_or(1))),
        ("opening", known("opening")),
        ("black", json!(record.black.name.as_deref().unwrap_or(""))),
        ("white", json!(record.white.name.as_deref().unwrap_or(""))),
        ("score", json!(score)),
        ("moves", json!(record.transcript())),
        ("seconds_black", known("seconds_black")),
        ("seconds_white", known("seconds_white")),
        ("reason", kept("reason").unwrap_or_else(|| json!(word(ending)))),
    ];
    if record.start() != Position::start() {
        fields.push(("start", json!(record.start().to_string())));
    }
    fields.extend(["opening_plies", "chosen", "longest", "nodes"].map(|key| (key, known(key))));
    let mut fields: Vec<(String, Value)> =
        fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    for extra in extras() {
        let is_new = extra.key != CARRY && fields.iter().all(|(key, _)| *key != extra.key);
        if let Some(value) = value(extra).filter(|_| is_new) {
            fields.push((extra.key.clone(), value));
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"game":3,"opening":"f5d6","black":"level:5","white":"random","score":64,"moves":"f5d6c3","seconds_black":0.25,"seconds_white":0.5,"reason":"crash","forfeit":"white","detail":"it ended","opening_plies":2,"chosen":[1,1],"longest":[0.2,0.5],"nodes":[7,null]}"#;

    fn only(text: &str) -> Record {
        let mut records = parse(text.as_bytes()).unwrap();
        assert_eq!(records.len(), 1);
        records.remove(0)
    }

    #[test]
    fn a_line_is_a_game_and_written_again_it_is_the_same() {
        let record = only(LINE);
        assert_eq!(record.transcript(), "f5d6c3");
        assert_eq!((record.black.name.as_deref(), record.round.as_deref()), (Some("level:5"), Some("3")));
        let outcome = record.outcome.as_ref().unwrap();
        assert_eq!((outcome.winner, outcome.ending), (Some(Color::Black), Ending::Forfeited));
        assert_eq!(record.comment.as_deref(), Some("white forfeits: it ended"));
        let again = spell(&record).unwrap();
        assert!(
            again.starts_with(r#"{"game":3,"opening":"f5d6","black":"level:5","white":"random","score":64"#)
        );
        assert_eq!(only(&again), record);
    }

    #[test]
    fn records_of_other_formats_are_held_whole() {
        let mut record = Record::from_transcript("f5d6c3d3c4").unwrap();
        record.date = Some("2024".to_owned());
        record.round = Some("final".to_owned());
        record.comment = Some("well played".to_owned());
        assert_eq!(only(&spell(&record).unwrap()), record);
        let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
        let elsewhere = Record::new(board.parse().unwrap());
        assert_eq!(only(&spell(&elsewhere).unwrap()), elsewhere);
    }

    #[test]
    fn a_pass_at_the_end_is_kept_with_its_notes() {
        // Black takes c1; White, with b8 alone, cannot move.
        let mut record = Record::new(format!("XO{}XO------X", "-".repeat(54)).parse().unwrap());
        record.push_transcript("c1").unwrap();
        record.push(crate::Ply::new(outflank_rules::Move::Pass)).unwrap();
        record.ply_mut(1).unwrap().comment = Some("nothing to turn".to_owned());
        let text = spell(&record).unwrap();
        assert!(text.contains(r#""moves":"c1""#), "{text}");
        assert_eq!(only(&text), record);
        assert_eq!(only(&text).plies().len(), 2);
    }

    #[test]
    fn a_summary_is_no_game_and_nonsense_is_named() {
        assert_eq!(parse(b"{\"summary\":{\"games\":2}}\n").unwrap(), []);
        assert!(is_line(LINE.as_bytes()) && is_line(b"{\"summary\":{}}"));
        assert!(!is_line(b"{\"position\":{\"moves\":[]}}") && !is_line(b"f5d6"));
        for (text, part) in [
            ("[1]", "no JSON object"),
            ("{\"game\":1}", "no text"),
            ("{\"moves\":7}", "not a text"),
            ("{\"moves\":\"a1\"}", "a1"),
            ("{\"moves\":\"f5\",\"start\":\"what\"}", "what"),
            ("{\"moves\":\"f5\"", "not JSON"),
        ] {
            let fault = parse(text.as_bytes()).unwrap_err();
            assert!(fault.problem.to_string().contains(part), "{text}: {}", fault.problem);
        }
    }
}
