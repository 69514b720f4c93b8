//! One name, one type: no type name is defined in two places of `crates/*/src`.

use std::collections::BTreeMap;

use crate::Findings;
use crate::strip::strip;

/// Names that many places define by convention, with the reason.
const CONVENTIONAL: [(&str, &str); 1] = [("Args", "the arguments of one command of the command line")];

/// Where the types of the workspace are defined, by name.
#[derive(Debug, Default)]
pub(crate) struct Definitions(BTreeMap<String, Vec<String>>);

impl Definitions {
    /// Notes the types that a source file defines at the level of modules, tests left out.
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        let is_source = name.starts_with("crates/") && name.contains("/src/") && name.ends_with(".rs");
        if !is_source || name.ends_with("tests.rs") || name.contains("/tests/") {
            return;
        }
        for (line, defined) in types(&strip(text)) {
            self.0.entry(defined).or_default().push(format!("{name}:{line}"));
        }
    }

    /// Reports names with two meanings.
    pub(crate) fn check(&self, findings: &mut Findings) {
        let is_conventional = |name: &str| CONVENTIONAL.iter().any(|(known, _)| *known == name);
        for (name, places) in
            self.0.iter().filter(|(name, places)| places.len() > 1 && !is_conventional(name))
        {
            let places = places.join(", ");
            findings.errors.push(format!("type {name} is defined more than once: {places}"));
        }
    }
}

/// Returns the types that some code without comments and strings defines in modules, with their lines.
fn types(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // For each open brace whether it belongs to a module that is no test.
    let mut blocks: Vec<bool> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for (index, line) in code.lines().enumerate() {
        for token in tokens(line) {
            let in_module = blocks.iter().all(|&is_module| is_module);
            match token {
                "{" => {
                    let is_test = words.windows(3).any(|three| three == ["cfg", "(", "test"]);
                    blocks.push(!is_test && words.iter().rev().nth(1) == Some(&"mod"));
                    words.clear();
                }
                "}" => {
                    blocks.pop();
                    words.clear();
                }
                ";" => words.clear(),
                _ => {
                    let keyword = words.last().copied().unwrap_or_default();
                    let defines = matches!(keyword, "struct" | "enum" | "trait" | "type" | "union");
                    if defines && in_module && token.starts_with(char::is_uppercase) {
                        found.push((index + 1, token.to_owned()));
                    }
                    words.push(token);
                }
            }
        }
    }
    found
}

/// Splits a line into words and single signs.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.split_inclusive(move |c| !is_part(c))
        .flat_map(move |part| match part.char_indices().next_back() {
            Some((at, last)) if !is_part(last) => [&part[..at], &part[at..]],
            _ => [part, ""],
        })
        .filter(|token| !token.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        let mut definitions = Definitions::default();
        files.iter().for_each(|(name, text)| definitions.add(name, text));
        let mut findings = Findings::default();
        definitions.check(&mut findings);
        findings.errors
    }

    const A: &str = "crates/a/src/lib.rs";
    const B: &str = "crates/b/src/lib.rs";

    #[test]
    fn a_name_with_two_meanings_is_an_error() {
        let found = errors(&[(A, "pub struct Game {}\n"), (B, "//! B.\npub(crate) enum Game { A }\n")]);
        assert_eq!(
            found,
            ["type Game is defined more than once: crates/a/src/lib.rs:1, crates/b/src/lib.rs:2"]
        );
        assert_eq!(errors(&[(A, "trait T {}\nmod inner {\n    type T = u8;\n}\n")]).len(), 1);
        assert_eq!(errors(&[(A, "struct G<'a>(&'a str);"), (B, "struct G;")]).len(), 1);
    }

    #[test]
    fn uses_tests_associated_types_and_conventions_are_none() {
        let one = "pub struct Game;\n";
        for other in [
            "use a::Game; // struct Game\n",
            "#[cfg(test)]\nmod tests {\n    struct Game;\n}\n",
            "impl T for U {\n    type Game = u8;\n}\n",
            "fn f() {\n    struct Game;\n}\n",
            "const NAME: &str = \"struct Game\";\n",
        ] {
            assert_eq!(errors(&[(A, one), (B, other)]), [""; 0], "{other}");
        }
        assert!(errors(&[(A, one), ("crates/b/tests/b.rs", one), ("crates/b/src/tests.rs", one)]).is_empty());
        assert!(errors(&[(A, "struct Args;"), (B, "struct Args;")]).is_empty());
    }
}
