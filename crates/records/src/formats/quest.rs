//! The JSON of Othello Quest:
//! `{"args":[{"gtype":"reversi1","players":[...],"position":{"moves":[{"t":218,"m":"f6"}]}}]}`.
//!
//! Accepted: such objects one after the other, with any blanks; several games in `args`; a game without the
//! wrapping `args`; lists of either. The first player has black, and `t` is taken for milliseconds: no source
//! settles either. A missing or empty `m` and `-` are passes. `oldR` is the rating before the game; `newR`
//! and all other keys are kept as JSON texts. Written: one object a line, with what this JSON has no place
//! for in the key `outflank`; only games from the standard start can be written.

use std::io::Write;

use outflank_rules::{Move, Position};
use serde_json::{Map, Value, json};

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::{
    Excerpt, Extra, Format, Number, PieceFault, PlayerInfo, Ply, Problem, Record, RecordError, Scanner,
    carry, text,
};

/// The most bytes one JSON object may have.
pub const QUEST_LIMIT: usize = 16 << 20;

/// The key for what the JSON has no other place for.
const CARRY: &str = "outflank";

/// The format `quest`.
pub(crate) struct Quest;

impl Codec for Quest {
    fn format(&self) -> Format {
        Format::Quest
    }

    fn items<'a>(&self, mut scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        scanner.set_limit(QUEST_LIMIT);
        framed(scanner, options, frame, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, spell)
    }
}

/// Takes one JSON object or list, or the blank space before it.
fn frame(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    let what = "a JSON object";
    scanner.take_blanks()?;
    if !scanner.piece().is_empty() {
        return Ok(());
    }
    match scanner.peek()? {
        None => return Ok(()),
        Some(b'{' | b'[') => {}
        Some(_) => {
            let found = Excerpt::of(scanner.ahead()?);
            return Err(scanner.error(Problem::Syntax { expected: what, found }));
        }
    }
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let ends = |byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    if scanner.take_through(ends, what)? {
        return Ok(());
    }
    let found = Excerpt::of(scanner.piece());
    Err(scanner.error(Problem::Truncated { what, found }))
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (at, trimmed) = text::trimmed(raw);
    if trimmed.is_empty() {
        return Ok(Vec::new());
    }
    let said = text::strict(trimmed).map_err(|fault| PieceFault::new(at + fault.at, fault.problem))?;
    let value: Value = serde_json::from_str(said)
        .map_err(|error| PieceFault::new(at, Problem::value(format!("not JSON ({error})"), trimmed)))?;
    let mut games = Vec::new();
    collect(value, &mut games);
    if games.is_empty() {
        let what = "no Othello Quest game (an object with \"position\") in this JSON";
        return Err(PieceFault::new(at, Problem::value(what, trimmed)));
    }
    games.into_iter().map(|fields| game(fields).map_err(|problem| PieceFault::new(at, problem))).collect()
}

/// Finds the games in lists and in `args`, one level of each.
fn collect(value: Value, games: &mut Vec<Map<String, Value>>) {
    let outer = match value {
        Value::Array(values) => values,
        value => vec![value],
    };
    for value in outer {
        let Value::Object(mut fields) = value else { continue };
        if fields.contains_key("position") {
            games.push(fields);
        } else if let Some(Value::Array(args)) = fields.remove("args") {
            games.extend(args.into_iter().filter_map(|arg| match arg {
                Value::Object(fields) if fields.contains_key("position") => Some(fields),
                _ => None,
            }));
        }
    }
}

fn game(mut fields: Map<String, Value>) -> Result<Record, Problem> {
    let mut record = Record::new(Position::start());
    if let Some(Value::String(kind)) = fields.get("gtype")
        && !kind.to_ascii_lowercase().starts_with("reversi")
    {
        return Err(Problem::value("gtype names another game than reversi", kind));
    }
    if fields.get("gtype") == Some(&json!("reversi1")) {
        fields.remove("gtype");
    }
    if let Some(Value::Array(players)) = fields.remove("players") {
        for (index, player) in players.iter().enumerate() {
            note_player(&mut record, index, player);
        }
    }
    if let Some(Value::Object(mut position)) = fields.remove("position") {
        let Some(Value::Array(moves)) = position.remove("moves") else {
            return Err(Problem::value(
                "no list \"moves\" in \"position\"",
                Value::Object(position).to_string(),
            ));
        };
        for step in &moves {
            play(&mut record, step)?;
        }
        for (key, value) in position {
            keep(&mut record, format!("position.{key}"), &value);
        }
    }
    let carried = fields.remove(CARRY);
    for (key, value) in fields {
        keep(&mut record, key, &value);
    }
    if let Some(value) = carried
        && value.as_str().and_then(|text| carry::apply(&mut record, text)).is_none()
    {
        keep(&mut record, CARRY.to_owned(), &value);
    }
    Ok(record)
}

fn note_player(record: &mut Record, index: usize, value: &Value) {
    let player = match index {
        0 => &mut record.black,
        1 => &mut record.white,
        _ => return keep(record, format!("players.{index}"), value),
    };
    let Value::Object(fields) = value else { return };
    *player = PlayerInfo {
        name: fields.get("name").or(fields.get("id")).and_then(Value::as_str).map(str::to_owned),
        rating: fields.get("oldR").map(|rating| Number::new(rating.to_string())),
    };
    let has_name = fields.contains_key("name");
    for (key, value) in fields {
        if !(key == "name" || key == "oldR" || key == "id" && !has_name) {
            keep(record, format!("players.{index}.{key}"), value);
        }
    }
}

fn play(record: &mut Record, step: &Value) -> Result<(), Problem> {
    let ply = record.plies().len() + 1;
    let name = match (step.get("m"), step) {
        (Some(Value::String(name)), _) | (None, Value::String(name)) => name,
        (Some(Value::Null), _) | (None, Value::Object(_)) => "",
        (Some(other), _) | (None, other) => {
            return Err(Problem::NotAMove { ply, found: Excerpt::of(other.to_string()) });
        }
    };
    let played = match name {
        "" | "-" => Move::Pass,
        name => name.parse().map_err(|_| Problem::NotAMove { ply, found: Excerpt::of(name) })?,
    };
    let time = step.get("t").map(|time| seconds(&time.to_string()));
    record.push_numbered(Ply::noted(played, None, time))
}

/// Turns whole milliseconds into seconds without rounding; other numbers stay as they are, marked `ms`.
fn seconds(milliseconds: &str) -> Number {
    match milliseconds.parse::<u64>() {
        Ok(whole) => Number::new(format!("{}.{:03}", whole / 1000, whole % 1000)),
        Err(_) => Number::new(format!("{milliseconds} ms")),
    }
}

/// Undoes [`seconds`]; other times are rounded to milliseconds.
fn milliseconds(time: &Number) -> Option<Value> {
    if let Some(kept) = time.as_str().strip_suffix(" ms") {
        return serde_json::from_str(kept).ok();
    }
    time.as_f64()
        .filter(|&seconds| (0.0..1e9).contains(&seconds))
        .map(|seconds| json!((seconds * 1000.0).round() as u64))
}

fn keep(record: &mut Record, key: String, value: &Value) {
    let values = vec![value.to_string()];
    record.extras.push(Extra { format: Format::Quest, key, values, ply: 0 });
}

fn spell(record: &Record) -> Result<String, Problem> {
    if record.start() != Position::start() {
        let what = format!("a game from another start than the standard one ({})", record.start());
        return Err(Problem::CannotHold { format: Format::Quest, what });
    }
    let mut fields = fields(record);
    let differs = |reread: Record| carry::difference(record, &reread);
    if let Some(carried) = game(fields.clone()).ok().and_then(differs) {
        fields.insert(CARRY.to_owned(), carried.into());
    }
    Ok(format!("{}\n", json!({ "args": [fields] })))
}

/// Lists the fields of a game.
fn fields(record: &Record) -> Map<String, Value> {
    let moves = record.plies().iter().map(|ply| {
        let mut step = Map::new();
        if let Some(time) = ply.time.as_ref().and_then(milliseconds) {
            step.insert("t".to_owned(), time);
        }
        let name = ply.played().square().map_or("-".to_owned(), |square| square.to_string());
        step.insert("m".to_owned(), name.into());
        Value::Object(step)
    });
    let mut fields = Map::new();
    fields.insert("gtype".to_owned(), "reversi1".into());
    fields.insert("players".to_owned(), json!([player(&record.black), player(&record.white)]));
    fields.insert("position".to_owned(), json!({ "moves": moves.collect::<Vec<_>>() }));
    for extra in record.extras.iter().filter(|extra| extra.format == Format::Quest) {
        if let Some(value) = extra.values.first().and_then(|text| serde_json::from_str(text).ok()) {
            put(&mut fields, &extra.key, value);
        }
    }
    fields
}

fn player(player: &PlayerInfo) -> Value {
    let mut fields = Map::new();
    if let Some(name) = &player.name {
        fields.insert("name".to_owned(), json!(name));
    }
    if let Some(rating) = &player.rating {
        let value = serde_json::from_str(rating.as_str()).unwrap_or_else(|_| json!(rating.as_str()));
        fields.insert("oldR".to_owned(), value);
    }
    Value::Object(fields)
}

/// Puts a kept value back where its key says, unless that would change the game.
fn put(fields: &mut Map<String, Value>, key: &str, value: Value) {
    let parts: Vec<&str> = key.splitn(3, '.').collect();
    let place = match parts[..] {
        ["position" | "players" | CARRY] | ["position", "moves", ..] => None,
        ["position", name] => {
            fields.get_mut("position").and_then(Value::as_object_mut).map(|place| (place, name))
        }
        ["players", index, name] => index
            .parse::<usize>()
            .ok()
            .and_then(|index| fields.get_mut("players")?.get_mut(index)?.as_object_mut())
            .map(|place| (place, name)),
        ["gtype"] if !value.as_str().is_some_and(|kind| kind.starts_with("reversi")) => None,
        _ => Some((fields, key)),
    };
    if let Some((place, name)) = place {
        place.insert(name.to_owned(), value);
    }
}
