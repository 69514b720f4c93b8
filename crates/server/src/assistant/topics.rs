//! What the built-in answerer knows: the texts of `topics.toml`, and how a question finds them.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

/// A language that answers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerLanguage {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

impl AnswerLanguage {
    /// Returns its name in English.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AnswerLanguage::English => "English",
            AnswerLanguage::Japanese => "Japanese",
        }
    }
}

/// A text in all languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    en: String,
    ja: String,
}

impl Text {
    fn of(&self, language: AnswerLanguage) -> &str {
        match language {
            AnswerLanguage::English => &self.en,
            AnswerLanguage::Japanese => &self.ja,
        }
    }
}

/// Something that does not depend on the position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Topic {
    pub(super) id: String,
    ask: Vec<String>,
    en: String,
    ja: String,
}

impl Topic {
    /// Returns its text.
    pub(super) fn text(&self, language: AnswerLanguage) -> &str {
        match language {
            AnswerLanguage::English => &self.en,
            AnswerLanguage::Japanese => &self.ja,
        }
    }
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Matter {
    Best,
    Standing,
    Legal,
    Count,
    Last,
    Line,
    Opening,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    id: Matter,
    ask: Vec<String>,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topics {
    topic: Vec<Topic>,
    fact: Vec<Fact>,
    say: HashMap<String, Text>,
}

fn topics() -> &'static Topics {
    static TOPICS: OnceLock<Topics> = OnceLock::new();
    TOPICS.get_or_init(|| toml::from_str(include_str!("topics.toml")).expect("a test reads the texts"))
}

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meant {
    Topic(&'static Topic),
    Matter(Matter),
}

/// How many letters of a topic's words make it clear that the topic is meant, even if the question names a
/// square.
const CLEAR: usize = 8;

/// Finds what a question is about; `None` if nothing is recognised. `names_square`: only a clear topic
/// counts.
pub(super) fn find(question: &str, names_square: bool) -> Option<Meant> {
    let plain = plain(question);
    let heard = |ask: &[String]| ask.iter().map(|words| heard(&plain, words)).sum::<usize>();
    let facts = topics().fact.iter().map(|fact| (heard(&fact.ask), Meant::Matter(fact.id)));
    let texts = topics().topic.iter().map(|topic| (heard(&topic.ask), Meant::Topic(topic)));
    let mut best: Option<(usize, Meant)> = None;
    for (weight, meant) in facts.chain(texts) {
        if weight > best.map_or(0, |(most, _)| most) {
            best = Some((weight, meant));
        }
    }
    let (weight, meant) = best?;
    let counts = !names_square || (weight >= CLEAR && matches!(meant, Meant::Topic(_)));
    counts.then_some(meant)
}

/// Weighs words by their letters if they occur; letters that are no Latin ones say more.
fn heard(question: &str, words: &str) -> usize {
    let weight = || words.chars().map(|letter| if letter.is_ascii() { 1 } else { 3 }).sum();
    let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    let whole = |(at, found): (usize, &str)| {
        let after = &question[at + found.len()..];
        // A word may have a plural.
        let after = after.strip_prefix('s').unwrap_or(after);
        !words.is_ascii() || (!inside(question[..at].chars().next_back()) && !inside(after.chars().next()))
    };
    if question.match_indices(words).any(whole) { weight() } else { 0 }
}

/// Writes a text in small letters, wide Latin letters and digits as usual ones.
pub(super) fn plain(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{2019}' => '\'',
        other => other,
    };
    text.chars().map(narrow).collect::<String>().to_lowercase()
}

/// Writes a sentence with its values.
pub(super) fn say(key: &str, language: AnswerLanguage, values: &[(&str, String)]) -> String {
    let text = topics().say.get(key).map_or(key, |text| text.of(language)).to_owned();
    values.iter().fold(text, |text, (name, value)| filled(&text, name, value))
}

/// Puts a value into a text: at `{name}`, or in the form for one or for any other number, at `{name|# disc|#
/// discs}`.
fn filled(text: &str, name: &str, value: &str) -> String {
    let text = text.replace(&format!("{{{name}}}"), value);
    let Some((before, after)) = text.split_once(&format!("{{{name}|")) else { return text };
    let Some((forms, rest)) = after.split_once('}') else { return text };
    let (one, other) = forms.split_once('|').unwrap_or((forms, forms));
    let form = if value == "1" { one } else { other };
    format!("{before}{}{}", form.replace('#', value), filled(rest, name, value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn about(question: &str) -> String {
        match find(question, false) {
            Some(Meant::Topic(topic)) => topic.id.clone(),
            Some(Meant::Matter(matter)) => format!("{matter:?}"),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn a_text_agrees_with_its_counts() {
        let said = |loss: &str| {
            let values = [("move", "h2".to_owned()), ("loss", loss.to_owned()), ("best", "d2".to_owned())];
            say("last-loses", AnswerLanguage::English, &values)
        };
        assert_eq!(said("1"), "h2, the last move, lost 1 disc; d2 was better.");
        assert_eq!(said("16"), "h2, the last move, lost 16 discs; d2 was better.");
    }

    #[test]
    fn every_text_is_there_in_both_languages_with_the_same_values() {
        let names = |text: &str| -> BTreeSet<String> {
            text.split('{')
                .skip(1)
                .map(|rest| rest.split(['}', '|']).next().unwrap_or("").to_owned())
                .collect()
        };
        let is_japanese = |text: &str| text.chars().any(|letter| ('\u{3040}'..='\u{9faf}').contains(&letter));
        let mut ids = BTreeSet::new();
        for topic in &topics().topic {
            assert!(ids.insert(&topic.id), "{} twice", topic.id);
            assert!(is_japanese(&topic.ja) && !is_japanese(&topic.en), "{}", topic.id);
            assert!(topic.ask.iter().any(|words| words.is_ascii()), "{}", topic.id);
        }
        for (key, text) in &topics().say {
            assert_eq!(names(&text.en), names(&text.ja), "{key}");
            assert!(is_japanese(&text.ja), "{key}");
        }
        let asked = topics()
            .topic
            .iter()
            .flat_map(|topic| &topic.ask)
            .chain(topics().fact.iter().flat_map(|fact| &fact.ask));
        for words in asked {
            assert_eq!(&plain(words), words, "words are looked for in small letters");
        }
    }

    #[test]
    fn questions_find_what_they_are_about() {
        for (question, expected) in [
            ("What are the rules?", "rules"),
            ("How do I play Othello?", "rules"),
            ("Do I have to pass?", "pass"),
            ("what is an X-square", "x-square"),
            ("What does parity mean?", "parity"),
            ("Which level should I choose?", "levels"),
            ("How does the engine think?", "engine"),
            ("How does minimax work?", "minimax"),
            ("Explain MiniMax to me", "minimax"),
            ("How does the AI decide on a move?", "minimax"),
            ("Does the computer assume that I am a perfect player?", "minimax"),
            ("What is alpha-beta pruning?", "alpha-beta"),
            ("ミニマックス法とは何ですか", "minimax"),
            ("アルファベータ法の枝刈りって何？", "alpha-beta"),
            ("What does the number mean on a square?", "number"),
            ("How can I import WTHOR files?", "import"),
            ("Is anything sent over the internet?", "privacy"),
            ("What is the best move?", "Best"),
            ("Who is winning?", "Standing"),
            ("How many discs does white have?", "Count"),
            ("What opening is this?", "Opening"),
            ("Was my last move good?", "Last"),
            ("ルールを教えて", "rules"),
            ("偶数理論って何？", "parity"),
            ("最善手は？", "Best"),
            ("どちらが有利ですか", "Standing"),
            ("ライブラリの使い方", "library"),
            ("How is the weather?", "nothing"),
            ("passport", "nothing"),
            ("", "nothing"),
        ] {
            assert_eq!(about(question), expected, "{question}");
        }
    }

    #[test]
    fn a_question_with_a_square_is_about_the_square_unless_it_clearly_is_not() {
        assert!(find("Why is b2 bad?", true).is_none());
        assert!(find("Is f5 the best move?", true).is_none());
        assert!(
            matches!(find("Is b2 an x-square?", true), Some(Meant::Topic(topic)) if topic.id == "x-square")
        );
    }
}
