//! The pages have a name and a sentence for every cause, and a sentence asks for nothing that its claim does
//! not have.

use std::collections::BTreeMap;
use std::path::Path;

use outflank_coach::Cause;

use crate::checker::Told;

/// The texts of a language: a key and all that stands in quotes until the next key.
fn texts(language: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/i18n");
    let source = std::fs::read_to_string(folder.join(format!("{language}-coach.ts"))).expect("the texts");
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut key = String::new();
    for line in source.lines() {
        if let Some((name, _)) = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\":")) {
            name.clone_into(&mut key);
        }
        found.entry(key.clone()).or_default().push_str(line);
    }
    found
}

/// The names in braces of a text.
fn names(text: &str) -> Vec<&str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let is_name = |name: &str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    inside.map(|(name, _)| name).filter(|name| is_name(name)).collect()
}

#[test]
fn every_cause_has_its_texts_in_both_languages() {
    for language in ["en", "ja"] {
        let texts = texts(language);
        for cause in Cause::ALL {
            for kind in ["why", "say"] {
                let key = format!("{kind}-{}", cause.name());
                assert!(texts.contains_key(&key), "{language} has no {key}");
            }
        }
    }
}

/// Names what the sentence of a claim asks for and the claim does not have.
pub(crate) fn missing(told: &Told) -> Vec<String> {
    let texts = texts("en");
    let sentence = texts.get(&format!("say-{}", told.cause)).cloned().unwrap_or_default();
    // The moves and the sides are in every sentence's reach.
    let always = ["played", "better", "side", "other", "sides", "others"];
    // A number as a word is known where the number is.
    let detail = |name: &str| told.details.contains_key(if name == "turns" { "turn" } else { name });
    let known = |name: &str| always.contains(&name) || detail(name);
    names(&sentence).into_iter().filter(|name| !known(name)).map(ToOwned::to_owned).collect()
}
