//! Random requests, made from the description of the interface.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// Random numbers that are the same for the same seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Texts that mean something somewhere.
const SENSIBLE: [&str; 24] = [
    "f5d6c3d3c4",
    "f5",
    "d6",
    "start",
    "human",
    "random",
    "level:1",
    "black",
    "white",
    "ggf",
    "pgn",
    "sgf",
    "Ada",
    "correct horse",
    "en",
    "ja",
    "2024",
    "1",
    "7",
    "openings",
    "tournament",
    "http://127.0.0.1:9/",
    "games.txt",
    "---------------------------OX------XO--------------------------- X",
];

/// Texts that break what is not careful.
const HOSTILE: [&str; 26] = [
    "",
    " ",
    "\0",
    "a\0b",
    "' OR 1=1 --",
    "\"; DROP TABLE games; --",
    "%",
    "_%",
    "../../etc/passwd",
    "..\\..\\x",
    "/etc/passwd",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "\r\nSet-Cookie: a=b",
    "\u{202e}abc",
    "\u{feff}",
    "𝕆𝕥𝕙𝕖𝕝𝕝𝕠",
    "-1",
    "9223372036854775808",
    "1e309",
    "NaN",
    "null",
    "player:file=/etc/passwd",
    "program:/bin/sh",
    "(;GM[Othello]",
    "http://169.254.169.254/",
];

/// An operation of the interface.
#[derive(Clone)]
pub(super) struct Operation {
    pub(super) method: String,
    pub(super) path: String,
    description: Value,
}

/// What is asked, as it is sent.
pub(super) struct RandomRequest {
    pub(super) method: String,
    pub(super) uri: String,
    pub(super) content_type: &'static str,
    pub(super) key: Option<String>,
    pub(super) body: Vec<u8>,
}

/// The interface as it describes itself, and names of things that are there.
pub(super) struct Interface {
    pub(super) operations: Vec<Operation>,
    schemas: Value,
    names: Vec<String>,
    /// Names of things that answers have told of, the latest ones, by the word of the path they belong to.
    found: BTreeMap<String, Vec<String>>,
}

/// How many names of one kind are remembered.
const REMEMBERED: usize = 24;

/// What names of things are called in answers.
const NAMES: [&str; 5] = ["id", "slug", "key", "name", "number"];

/// Returns the words of a path that are the same for all things.
fn words(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|word| !word.is_empty() && *word != "api" && !word.starts_with('{'))
}

impl Interface {
    pub(super) fn new(description: Value, names: Vec<String>) -> Interface {
        let mut operations = Vec::new();
        for (path, methods) in description["paths"].as_object().unwrap() {
            for (method, description) in methods.as_object().unwrap() {
                let (method, path, description) = (method.to_uppercase(), path.clone(), description.clone());
                operations.push(Operation { method, path, description });
            }
        }
        assert!(operations.len() > 60, "{}", operations.len());
        let schemas = description["components"]["schemas"].clone();
        Interface { operations, schemas, names, found: BTreeMap::new() }
    }

    /// Learns names of things from what an operation has answered.
    pub(super) fn learn(&mut self, path: &str, answer: &str) {
        let Ok(answer) = serde_json::from_str::<Value>(answer) else { return };
        let kinds: Vec<&str> = words(path).collect();
        self.learn_of(&kinds, &answer, 0);
    }

    fn learn_of(&mut self, kinds: &[&str], value: &Value, depth: usize) {
        match value {
            Value::Array(all) => all.iter().take(4).for_each(|one| self.learn_of(kinds, one, depth + 1)),
            Value::Object(object) => {
                for (name, inner) in object {
                    let text = inner.as_str().map(str::to_owned);
                    let text = text.or_else(|| inner.as_i64().map(|number| number.to_string()));
                    if let Some(text) = text.filter(|_| NAMES.contains(&name.as_str())) {
                        kinds.iter().for_each(|kind| self.note(kind, &text));
                    } else if depth < 4 {
                        // What is in a list of lessons is a lesson, what is in `game` a game.
                        let plural = format!("{name}s");
                        let nearer: Vec<&str> =
                            kinds.iter().copied().chain([name.as_str(), plural.as_str()]).collect();
                        self.learn_of(&nearer, inner, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, kind: &str, name: &str) {
        let known = self.found.entry(kind.to_owned()).or_default();
        if !known.iter().any(|one| one == name) {
            known.push(name.to_owned());
            if known.len() > REMEMBERED {
                known.remove(0);
            }
        }
    }

    /// Makes a request of an operation: about half of them are valid as far as the description tells.
    pub(super) fn request(&self, operation: &Operation, dice: &mut Dice) -> RandomRequest {
        let is_hostile = dice.is_one_in(2);
        let mut path = operation.path.clone();
        let mut query = String::new();
        for parameter in operation.description["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let value = self.parameter(&operation.path, parameter, is_hostile, dice);
            if parameter["in"] == "path" {
                let value = if value.is_empty() { "x".to_owned() } else { value };
                path = path.replace(&format!("{{{name}}}"), &coded(&value, is_hostile, dice));
            } else if parameter["required"] == true || dice.is_one_in(2) {
                let separator = if query.is_empty() { '?' } else { '&' };
                let _never = write!(query, "{separator}{name}={}", coded(&value, is_hostile, dice));
            }
        }
        let content = &operation.description["requestBody"]["content"];
        let (mut content_type, mut body) = match content.as_object().and_then(|all| all.iter().next()) {
            Some((kind, described)) if kind.contains("json") => {
                let mut value = self.value("", &described["schema"], 0, dice);
                if is_hostile {
                    for _ in 0..=dice.below(3) {
                        spoil(&mut value, dice);
                    }
                }
                ("application/json", value.to_string().into_bytes())
            }
            Some(_) => ("application/octet-stream", bytes(dice)),
            None => ("application/json", b"{}".to_vec()),
        };
        if is_hostile && dice.is_one_in(8) {
            body = bytes(dice);
        }
        if is_hostile && dice.is_one_in(16) {
            let others: &[&'static str] =
                &["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
            content_type = *dice.pick(others);
        }
        let key = dice.is_one_in(4).then(|| dice.pick(&self.names).clone());
        let (method, uri) = (operation.method.clone(), format!("{path}{query}"));
        RandomRequest { method, uri, content_type, key, body }
    }

    fn parameter(&self, path: &str, parameter: &Value, is_hostile: bool, dice: &mut Dice) -> String {
        if is_hostile && dice.is_one_in(2) {
            return (*dice.pick(&HOSTILE)).to_owned();
        }
        let name = parameter["name"].as_str().unwrap();
        let before = path.split(&format!("/{{{name}}}")).next().filter(|_| parameter["in"] == "path");
        let found = before.and_then(|before| self.found.get(words(before).last()?));
        if let Some(found) = found.filter(|_| !dice.is_one_in(4)) {
            return dice.pick(found).clone();
        }
        if ["number", "round", "board"].contains(&name) {
            return (1 + dice.below(3)).to_string();
        }
        if ["id", "slug", "key"].contains(&name) {
            return match dice.below(3) {
                0 => dice.below(30).to_string(),
                _ => dice.pick(&self.names).clone(),
            };
        }
        match self.value(name, &parameter["schema"], 0, dice) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    /// Makes a value of a schema.
    fn value(&self, name: &str, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let known = reference.rsplit('/').next().unwrap_or_default();
            return self.value(name, &self.schemas[known], depth + 1, dice);
        }
        if let Some(choices) = schema["enum"].as_array() {
            return dice.pick(choices).clone();
        }
        for word in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[word].as_array() {
                let choice = dice.pick(choices);
                return self.value(name, choice, depth + 1, dice);
            }
        }
        if let Some(all) = schema["allOf"].as_array() {
            let parts = all.iter().map(|part| self.value(name, part, depth + 1, dice));
            let objects = parts.filter_map(|part| part.as_object().cloned());
            return Value::Object(objects.flatten().collect());
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => dice.pick(kinds).as_str().unwrap_or("string").to_owned(),
            kind => kind.as_str().unwrap_or("object").to_owned(),
        };
        match kind.as_str() {
            "null" => Value::Null,
            "boolean" => json!(dice.is_one_in(2)),
            "integer" => json!(dice.below(12)),
            // Searches of seconds would be all that is done.
            "number" if name == "seconds" => json!(0.01 + dice.below(3) as f64 / 100.0),
            "number" => json!(dice.below(100) as f64 / 10.0),
            "array" => {
                let count = if depth > 6 { 0 } else { dice.below(4) };
                (0..count).map(|_| self.value(name, &schema["items"], depth + 1, dice)).collect()
            }
            "string" => json!(self.text(name, dice)),
            _ => self.object(schema, depth, dice),
        }
    }

    fn object(&self, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, described) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = required.iter().any(|one| one == name);
            if is_required || (depth < 6 && dice.is_one_in(3)) {
                object.insert(name.clone(), self.value(name, described, depth + 1, dice));
            }
        }
        Value::Object(object)
    }

    fn text(&self, name: &str, dice: &mut Dice) -> String {
        let all: &[&str] = match name {
            "text" | "position" | "start" => &["f5d6c3d3c4", "f5f6e6f4", "f5", ""],
            "move" | "square" => &["f5", "d6", "c3", "f4"],
            "moves" => &["f5", "d6", "c3"],
            "player" | "players" => &["human", "random", "level:1", "greedy"],
            "password" | "old" | "new" => &["correct horse", "another horse"],
            "format" => &["ggf", "pgn", "sgf", "transcript"],
            "url" => &["http://127.0.0.1:9/"],
            _ if dice.is_one_in(4) => return dice.pick(&self.names).clone(),
            _ => &SENSIBLE,
        };
        (*dice.pick(all)).to_owned()
    }
}

/// Replaces something in a value by what does not belong there.
fn spoil(value: &mut Value, dice: &mut Dice) {
    let goes_deeper = !dice.is_one_in(4);
    match value {
        Value::Object(object) if goes_deeper && !object.is_empty() => {
            let names: Vec<String> = object.keys().cloned().collect();
            let name = dice.pick(&names);
            match dice.below(8) {
                0 => drop(object.remove(name)),
                1 => drop(object.insert((*dice.pick(&HOSTILE)).to_owned(), json!(1))),
                _ => object.get_mut(name).into_iter().for_each(|inner| spoil(inner, dice)),
            }
        }
        Value::Array(list) if goes_deeper && !list.is_empty() => {
            let place = dice.below(list.len());
            match dice.below(4) {
                0 => *list = std::iter::repeat_n(list[place].clone(), 3000).collect(),
                _ => spoil(&mut list[place], dice),
            }
        }
        other => *other = hostile(dice),
    }
}

fn hostile(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => json!(i64::MIN),
        2 => json!(u64::MAX),
        3 => json!(1e300),
        4 => json!(-0.5),
        5 => json!([[[[[[{}]]]]]]),
        6 => json!({ "a": { "b": [] } }),
        7 => json!("f5".repeat(1 + dice.below(3000))),
        8 => json!("\u{1F600}".repeat(1 + dice.below(2000))),
        _ => json!(dice.pick(&HOSTILE)),
    }
}

fn bytes(dice: &mut Dice) -> Vec<u8> {
    match dice.below(3) {
        0 => b"f5d6c3d3c4\nf5f6e6f4\nf5a1\n".to_vec(),
        1 => Vec::new(),
        _ => (0..dice.below(3000)).map(|_| dice.next() as u8).collect(),
    }
}

/// Writes a text as a part of an address; now and then with codes that mean nothing.
fn coded(text: &str, is_hostile: bool, dice: &mut Dice) -> String {
    let mut coded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => coded.push(char::from(byte)),
            _ => drop(write!(coded, "%{byte:02X}")),
        }
    }
    if is_hostile && dice.is_one_in(12) {
        let broken: &[&str] = &["%", "%zz", "%ff%fe", "%C0%AF", "%2e%2e%2f"];
        coded.push_str(dice.pick::<&str>(broken));
    }
    coded
}
