//! A tree as a text, which databases keep.
//!
//! The first line is `study 1` and the start. Then a line for each node, the start first, each after its
//! parent: the line number of the parent from 0 and the move, then, after tabs, name, comment and marks as
//! far as there are any. `\t`, `\n`, `\r` and `\\` stand for a tab, line ends and a backslash.

use std::fmt;
use std::str::FromStr;

use outflank_rules::Move;

use super::{StudyMark, StudyNotes, StudyTree};

const HEADING: &str = "study 1 ";

impl fmt::Display for StudyTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEADING}{}", self.start())?;
        for (parent, played, notes) in self.told() {
            match played {
                Some(played) => write!(f, "\n{parent} {played}")?,
                None => write!(f, "\n0")?,
            }
            if notes.is_empty() {
                continue;
            }
            write!(f, "\t{}\t{}", escaped(&notes.name), escaped(&notes.comment))?;
            for mark in &notes.marks {
                write!(f, "\t{}", escaped(&mark.to_string()))?;
            }
        }
        Ok(())
    }
}

/// Says that a text is no tree: which line is wrong, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of a study: {problem}")]
pub struct StudyTextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl FromStr for StudyTree {
    type Err = StudyTextError;

    fn from_str(text: &str) -> Result<StudyTree, StudyTextError> {
        let mut lines = text.split('\n').enumerate();
        let wrong = |line: usize, problem: String| StudyTextError { line: line + 1, problem };
        let heading = lines.next().map_or("", |(_, heading)| heading);
        let start = heading.strip_prefix(HEADING).and_then(|start| start.parse().ok());
        let start = start.ok_or_else(|| wrong(0, format!("{:?} is no heading", excerpt(heading))))?;
        let mut tree = StudyTree::new(start);
        for (number, line) in lines {
            let refuse = |problem: String| wrong(number, problem);
            let mut fields = line.split('\t');
            let first = fields.next().unwrap_or_default();
            let node = match (number, first.split_once(' ')) {
                (1, None) if first == "0" => 0,
                (_, Some((parent, played))) => {
                    let parent = parent.parse().map_err(|_| refuse(format!("no parent {parent:?}")))?;
                    let played: Move = played.parse().map_err(|error| refuse(format!("{error}")))?;
                    tree.add(parent, played).map_err(|fault| refuse(fault.to_string()))?
                }
                _ => return Err(refuse(format!("{:?} is no node", excerpt(first)))),
            };
            let text = |field: Option<&str>| unescaped(field.unwrap_or_default());
            let (name, comment) = (text(fields.next()), text(fields.next()));
            let marks: Result<Vec<StudyMark>, _> = fields.map(|mark| unescaped(mark).parse()).collect();
            let marks = marks.map_err(|error| refuse(error.to_string()))?;
            if let Some(notes) = tree.notes_mut(node) {
                *notes = StudyNotes { comment, name, marks };
            }
        }
        Ok(tree)
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            letter => out.push(letter),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('t') => out.push('\t'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;
    use proptest::prelude::*;

    use super::*;

    /// Grows a tree: each number names a node and one of its moves.
    fn grown(choices: &[(u16, u8, String)]) -> StudyTree {
        let mut tree = StudyTree::new(Position::start());
        for (place, choice, words) in choices {
            let at = usize::from(*place) % tree.size();
            let position = tree.node(at).unwrap().position();
            let moves: Vec<Move> = position.children().map(|(played, _)| played).collect();
            let Some(&played) = moves.get(usize::from(*choice) % moves.len().max(1)) else { continue };
            let node = tree.add(at, played).unwrap();
            let notes = tree.notes_mut(node).unwrap();
            notes.comment.clone_from(words);
            notes.name = words.chars().rev().collect();
            notes.marks =
                ["circle a1", "arrow c3 e5", "label f5 A\\b"].map(|mark| mark.parse().unwrap()).into();
        }
        tree
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_text_reads_back_as_the_same_tree(
            choices in prop::collection::vec((any::<u16>(), any::<u8>(), "[a-c\\\\\t\n\r{}()\\[\\];日本🙂 ]{0,12}"), 0..60),
        ) {
            let tree = grown(&choices);
            prop_assert_eq!(tree.to_string().parse::<StudyTree>().unwrap(), tree);
        }

        #[test]
        fn no_text_makes_a_reader_panic(text in "(study 1 |[-XO]{64}X|\n|[0-9] f5|\t|\\\\|[a-z]){0,60}") {
            let _ = text.parse::<StudyTree>();
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let start = Position::start();
        for (text, line, part) in [
            (String::new(), 1, "heading"),
            (format!("study 1 {start}\n0\n0 a1"), 3, "a1"),
            (format!("study 1 {start}\n0\n7 f5"), 3, "7"),
            (format!("study 1 {start}\n0\t\t\tblob a1"), 2, "blob a1"),
            (format!("study 1 {start}\nf5"), 2, "f5"),
        ] {
            let error = text.parse::<StudyTree>().unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
