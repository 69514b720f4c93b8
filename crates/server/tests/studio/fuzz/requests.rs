//! Random requests, made from the description of the interface.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::noise::{Dice, HOSTILE, bytes, coded, spoil};
use super::walk::GoodRequest;

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

    /// Makes a request of a good one: in two of three something is spoiled, in the address or in what is sent,
    /// and now and then it is about another thing.
    pub(super) fn spoiled(&self, good: &GoodRequest, dice: &mut Dice) -> RandomRequest {
        let mut asked = good.request();
        if dice.is_one_in(3) {
            return asked;
        }
        if dice.is_one_in(4) {
            asked.key = dice.is_one_in(2).then(|| dice.pick(&self.names).clone());
        }
        if dice.is_one_in(4) {
            // Names are where the description has them: the words of the address that are not its own.
            let own: Vec<&str> = good.path.split('/').collect();
            let (path, query) = good.uri.split_once('?').unwrap_or((&good.uri, ""));
            let parts = path.split('/').zip(&own).enumerate().map(|(place, (part, own))| {
                match own.starts_with('{') {
                    true => {
                        let found = place
                            .checked_sub(1)
                            .and_then(|before| self.found.get(own_word(&good.path, before)));
                        match found.filter(|_| dice.is_one_in(2)) {
                            Some(found) => coded(&dice.pick(found.as_slice()).clone(), false, dice),
                            None => coded(dice.pick::<&str>(&HOSTILE), true, dice),
                        }
                    }
                    false => part.to_owned(),
                }
            });
            let path = parts.collect::<Vec<_>>().join("/");
            asked.uri = if query.is_empty() { path } else { format!("{path}?{query}") };
        }
        if good.bytes.is_some() {
            asked.body = bytes(dice);
        } else if good.body.is_object() {
            let mut body = good.body.clone();
            for _ in 0..=dice.below(2) {
                spoil(&mut body, dice);
            }
            asked.body = body.to_string().into_bytes();
        }
        asked
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

/// Returns a word of a path by its place.
fn own_word(path: &str, place: usize) -> &str {
    path.split('/').nth(place).unwrap_or_default()
}
